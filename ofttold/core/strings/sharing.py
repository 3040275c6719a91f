"""Page: what sharing says — steps, git, bundles, secrets."""

TABLE: dict[str, tuple[str, str]] = {
    "error.illegal_step": (
        "{id} 现在是 {state}，不能做 {verb}。",
        "{id} is {state} now; {verb} is not possible from there.",
    ),
    "hint.illegal_step": ("可以做的是：{legal}", "possible from there: {legal}"),
    "error.no_step_left": (
        "{id} 现在是 {state}，不能做 {verb}。",
        "{id} is {state} now; {verb} is not possible from there.",
    ),
    "hint.no_step_left": (
        "从那里没有下一步了；说法要改，就存一张新的，ofttold card supersede {id} 把两张连起来。",
        "no step leads on from there; to say it anew, save another card and tie the two with ofttold card supersede {id}.",
    ),
    "error.already_submitted": (
        "{id} 已经在书架上（{name}），状态 {state}。",
        "{id} is on the shelf already ({name}), as {state}.",
    ),
    "hint.already_submitted": ("可以做的是：{legal}", "possible from there: {legal}"),
    "error.note_missing": (
        "驳回 {id} 要写明理由。",
        "Rejecting {id} needs a reason.",
    ),
    "hint.note_missing": (
        "加上 --note，用一句话说为什么。",
        "add --note with a sentence that says why.",
    ),
    "error.bundle_broken": (
        "这不是完整的卡片包：{why} 对不上或读不懂。",
        "This is no whole bundle of cards: {why} does not fit or cannot be read.",
    ),
    "hint.bundle_broken": (
        "请对方重新导出一次；这里什么都没有写。",
        "have it exported once more; nothing was written here.",
    ),
    "error.bundle_unsafe": (
        "卡片包里有不该有的东西：{member}。什么都没有取出。",
        "The bundle holds something no bundle may hold: {member}. Nothing was taken out.",
    ),
    "hint.bundle_unsafe": (
        "别用这个包；请对方用 ofttold share export 重新导出。",
        "leave this bundle alone; have it made anew with ofttold share export.",
    ),
    "error.bundle_too_large": (
        "卡片包超出上限（{what}）。什么都没有取出。",
        "The bundle is over the limit ({what}). Nothing was taken out.",
    ),
    "hint.bundle_too_large": (
        "分成几个小一点的包再导出。",
        "export it in several smaller bundles.",
    ),
    "error.bundle_newer": (
        "这个卡片包是更新的版本做的（格式 {number}）。",
        "This bundle was made by a newer version (format {number}).",
    ),
    "hint.bundle_newer": ("升级 ofttold 之后再导入。", "update ofttold, then import it."),
    "error.git_failed": ("{command} 没有成功：{why}", "{command} did not succeed: {why}"),
    "hint.git_failed": (
        "先用 git 自己看看怎么回事，再来一次。",
        "see with git itself what is wrong, then try again.",
    ),
    "error.git_busy": (
        "另一个 git 正在用这个仓库（{path} 还在）。",
        "Another git is at work in this repository ({path} stands).",
    ),
    "hint.git_busy": (
        "等它做完再试；如果它已经不在了，由你自己删掉这个锁文件。",
        "wait for it and try again; if it is long gone, remove the lock file yourself.",
    ),
    "error.no_repository": (
        "{folder} 不在 git 工作区里，没有书架。",
        "{folder} lies in no git work tree, so there is no shelf.",
    ),
    "hint.no_repository": (
        "到项目的仓库里运行；没有 git 的项目，草稿照常用，只是不能提交。",
        "run it inside the project's repository; without git drafts work as ever, only the shelf does not.",
    ),
    "error.commit_refused": (
        "git 没有提交：{why}",
        "git did not make the commit: {why}",
    ),
    "hint.commit_refused": (
        "什么都没有动：草稿还在桌上（钩子替它改过的地方已经在草稿里），暂存区和工作区照旧。解决之后再提交一次。",
        "nothing was moved: the drafts are on the desk (with what a hook put in order there), index and files as they were. Settle it and submit again.",
    ),
    "error.not_handed_over": (
        "{path} 不是 git 交来合并的文件。",
        "{path} is not a file that git hands over to be merged.",
    ),
    "hint.not_handed_over": (
        "这条命令只由 git 来叫；要自己合并一张卡片：ofttold share resolve ID。",
        "only git calls this; to merge a card yourself: ofttold share resolve ID.",
    ),
    "error.work_swept": (
        "你的钩子把别的改动也放进了提交：{names}。提交已经撤回。",
        "A hook of yours put other work into the commit: {names}. The commit was taken back.",
    ),
    "hint.work_swept": (
        "草稿还在桌上，那些改动还在工作区。先提交或 git stash -u 收起它们，再提交卡片。",
        "the drafts are on the desk, that work is where it was. Commit it or put it aside with git stash -u, then submit again.",
    ),
    "error.branch_exists": ("分支 {name} 已经有了。", "The branch {name} exists already."),
    "hint.branch_exists": (
        "换个名字，或者先 git switch 过去再提交。",
        "choose another name, or git switch to it first and submit there.",
    ),
    "error.bad_branch_name": (
        "「{name}」不能作分支名。",
        "{name!r} cannot be a branch's name.",
    ),
    "hint.bad_branch_name": (
        "换成 git 认的名字，比如 memory/drawings。",
        "give one that git takes, such as memory/drawings.",
    ),
    "error.own_programs": (
        "这个仓库自己的设置会让 git 运行程序（{name}），所以没有继续。",
        "This repository's own settings would have git run a program ({name}), so this stopped.",
    ),
    "hint.own_programs": (
        "如果你信任它，就直接用 git 做这一步；之后再运行 ofttold share pull 即可。",
        "if you trust it, take this step with git itself, then run ofttold share pull.",
    ),
    "error.no_upstream": (
        "分支 {branch} 没有跟踪任何远端分支。",
        "The branch {branch} follows no branch of a remote.",
    ),
    "hint.no_upstream": (
        "先 ofttold share push，或 git branch --set-upstream-to。",
        "run ofttold share push first, or git branch --set-upstream-to.",
    ),
    "error.fetch_failed": ("没能从 {remote} 取到：{why}", "Could not fetch from {remote}: {why}"),
    "hint.fetch_failed": (
        "看看网络、地址（git remote -v）和登录，再来一次；这里什么都没有动。",
        "look at the network, the address (git remote -v) and the login, then try again; nothing changed here.",
    ),
    "error.push_failed": ("没能推到 {remote}：{why}", "Could not push to {remote}: {why}"),
    "hint.push_failed": (
        "提交都还在本地；能连上之后再推一次。",
        "the commits are safe here; push again once the remote can be reached.",
    ),
    "error.push_behind": (
        "{remote} 上的 {branch} 有这边没有的提交，什么都没有推。",
        "{remote} has commits on {branch} that are not here; nothing was pushed.",
    ),
    "hint.push_behind": (
        "先 ofttold share pull；两边都往前走了的话，它会说。",
        "run ofttold share pull first; it says so if both sides have gone on.",
    ),
    "error.submit_running": (
        "另一次提交还在进行。",
        "Another submit is still under way.",
    ),
    "hint.submit_running": ("等它结束再试。", "try again when it has ended."),
    "error.submit_unreadable": (
        "{path} 是一次没做完的提交留下的记录，但读不懂。",
        "{path} is what an unfinished submit left, and it cannot be read.",
    ),
    "hint.submit_unreadable": (
        "先用 git log 看卡片在不在提交里、再看桌上有没有草稿，然后删掉这个文件。",
        "look with git log whether the cards are in a commit, and whether drafts are on the desk; then remove this file.",
    ),
    "error.shelf_blocked": (
        "书架放不到 {path}：那里是文件、是链接，或者在记忆文件夹里。",
        "The shelf cannot be at {path}: a file or a link stands there, or it lies in the memory folder.",
    ),
    "hint.shelf_blocked": (
        '把那里的东西移开，或者在 .ai/ofttold.toml 里另指一处（[shelf] dir = "docs/memory"）。',
        'move what stands there, or name another place in .ai/ofttold.toml ([shelf] dir = "docs/memory").',
    ),
    "error.shelf_setting": (
        ".ai/ofttold.toml 里的 [shelf] dir 不能用。",
        "[shelf] dir in .ai/ofttold.toml cannot be used.",
    ),
    "hint.shelf_setting": (
        '写成工作区里的相对路径，比如 dir = "docs/memory"。',
        'give a relative path inside the work tree, such as dir = "docs/memory".',
    ),
    "error.personal_stays": (
        "{id} 是个人卡片，不离开这台机器。",
        "{id} is a personal card; it does not leave this machine.",
    ),
    "hint.personal_stays": (
        "要分享它的内容：ofttold share propose {id} 会拷贝成项目草稿，原件不动。",
        "to share what it says, ofttold share propose {id} copies it into a draft; the original stays.",
    ),
    "error.private_stays": (
        "{id} 标着私密，不能分享。",
        "{id} is marked private and cannot be shared.",
    ),
    "hint.private_stays": (
        "确实要分享，就自己改掉卡片里的 private 或 scope。",
        "if it is to be shared, change private or scope in the card yourself.",
    ),
    "error.already_proposed": (
        "{id} 的同样内容已经有草稿 {draft}。",
        "The same text of {id} is already the draft {draft}.",
    ),
    "hint.already_proposed": (
        "ofttold share submit {draft} 就能提交它。",
        "ofttold share submit {draft} submits it.",
    ),
    "error.not_personal": (
        "{id} 已经是项目卡片，不用再拷贝。",
        "{id} is a project card already; there is nothing to copy.",
    ),
    "hint.not_personal": (
        "草稿用 ofttold share submit {id} 提交。",
        "a draft is submitted with ofttold share submit {id}.",
    ),
    "error.same_id": (
        "书架上已经有 {id}（{name}），内容不同，所以一张都没有动。",
        "{id} is on the shelf already ({name}) with another text, so none was moved.",
    ),
    "hint.same_id": (
        "比一比两份；要取代它，就另存一张带 supersedes 的新卡。",
        "compare the two; to replace it, save a new card that supersedes it.",
    ),
    "error.unfinished": (
        "仓库里有没做完的 {what}，提交会把它结束掉。",
        "A {what} is under way in the repository, and a commit would end it.",
    ),
    "hint.unfinished": ("先做完或放弃它。", "finish or abort it first."),
    "error.no_commit_yet": (
        "这个仓库还没有任何提交。",
        "This repository has no commit yet.",
    ),
    "hint.no_commit_yet": ("先做第一次提交。", "make the first commit yourself."),
    "error.detached": (
        "现在不在任何分支上（detached HEAD）。",
        "The work tree stands on no branch (detached HEAD).",
    ),
    "hint.detached": (
        "先 git switch 到一个分支；share submit 也可以加 --branch NAME 建一个。",
        "git switch to a branch first; share submit can make one too, with --branch NAME.",
    ),
    "error.no_identity": (
        "git 不知道你是谁，提交不了。",
        "git does not know who you are, so it cannot commit.",
    ),
    "hint.no_identity": (
        "git config user.name 和 user.email 设一下。",
        "set git config user.name and user.email.",
    ),
    "sharing.settled_done": (
        "上次提交被打断，但提交已经在了；现在收好了：{ids}",
        "the last submit was interrupted, but its commit exists; it is finished now: {ids}",
    ),
    "sharing.settled_undone": (
        "上次提交被打断，没有提交成；草稿都在桌上：{ids}",
        "the last submit was interrupted before its commit; the drafts are on the desk: {ids}",
    ),
    "sharing.swept": (
        "钩子把别的改动也放进了那次提交（{names}），提交已经撤回，改动还在原处",
        "a hook had put other work into that commit ({names}); it was taken back, the work is where it was",
    ),
    "sharing.shelf_changed": (
        "书架上的 {name} 留着：草稿已经不在，或者两边都改过、合不到一起。不要它就删掉，要的话自己提交，或把改动抄进草稿",
        "{name} stays on the shelf: its draft is gone, or both were changed and do not go together. Remove it, commit it yourself, or copy the change into the draft",
    ),
    "sharing.settled_lost": (
        "上次提交被打断，而它的仓库 {root} 已经不在；草稿都在桌上：{ids}",
        "the last submit was interrupted and its repository {root} is gone; the drafts are on the desk: {ids}",
    ),
    "sharing.index_waits": (
        "提交已经在了，但你的暂存区还没跟上（{why}）；下一条 share 命令会补上",
        "the commit exists, but your index could not be brought along ({why}); the next share command does it",
    ),
    "sharing.draft_changed": (
        "{id} 的草稿在提交时被改过，所以留在桌上：书架上是改之前的",
        "the draft of {id} was changed while it was submitted, so it stays: the shelf has the text before",
    ),
    "error.personal_card": (
        "{id} 是个人卡片，没有评审状态。",
        "{id} is a personal card; it has no review.",
    ),
    "hint.personal_card": (
        "不想再用它：ofttold card forget {id}。",
        "to put it away: ofttold card forget {id}.",
    ),
    "error.still_draft": ("{id} 还是桌上的草稿。", "{id} is still a draft on the desk."),
    "hint.still_draft": ("先 ofttold share submit {id}。", "run ofttold share submit {id} first."),
    "error.supersedes_itself": (
        "{new} 不能取代 {old}：它们是同一张，或者已经反过来连着。",
        "{new} cannot supersede {old}: they are one card, or are tied the other way round.",
    ),
    "hint.supersedes_itself": (
        "先写旧的、再写新的：ofttold card supersede OLD NEW。",
        "name the older one first: ofttold card supersede OLD NEW.",
    ),
    "error.across_homes": (
        "{old} 和 {new} 不在同一个地方，不能连起来。",
        "{old} and {new} do not live in the same place and cannot be tied.",
    ),
    "hint.across_homes": (
        "先提交新的那张，再连。",
        "submit the new one first, then tie them.",
    ),
    "error.diverged": (
        "{branch} 和 {upstream} 分叉了（这边 {ahead} 个提交，那边 {behind} 个），什么都没有合并。",
        "{branch} and {upstream} have diverged ({ahead} commits here, {behind} there); nothing was merged.",
    ),
    "hint.diverged": (
        "用 git merge 或 git rebase 自己合并；卡片有冲突就 ofttold share resolve。",
        "merge or rebase with git; for conflicted cards run ofttold share resolve.",
    ),
    "error.no_remote": ("这个仓库没有远端。", "This repository has no remote."),
    "hint.no_remote": (
        "git remote add origin URL 之后再推。",
        "git remote add origin URL, then push.",
    ),
    "error.personal_tracked": (
        "git 里有个人卡片或草稿（{name}，共 {count} 个），不能推。",
        "git holds personal cards or drafts ({name}, {count} in all), so this is not pushed.",
    ),
    "hint.personal_tracked": (
        "git rm --cached 把它们移出来；已经进了历史的，要连历史一起清掉。",
        "take them out with git rm --cached; what is in the history has to leave the history too.",
    ),
    "error.personal_on_its_way": (
        "还没推的提交里有 {name} 下面的个人卡片或草稿，不能推。",
        "A commit not pushed yet holds personal cards or drafts under {name}, so nothing is pushed.",
    ),
    "hint.personal_on_its_way": (
        "用 git log -- :/{name} 找出那些提交，把这些文件从提交里去掉再推。",
        "find the commits with git log -- :/{name}, take those files out of them, then push.",
    ),
    "error.no_base": (
        "{name} 里还有冲突标记，但 git 已经不记得冲突的两边。",
        "{name} still holds conflict marks, but git no longer knows the two sides.",
    ),
    "hint.no_base": ("打开它，自己留下要的那份。", "open it and keep what you want by hand."),
    "error.hand_edited": (
        "{name} 的冲突已经有人动手改了，没有覆盖。",
        "Somebody has begun to settle {name} by hand; it was not written over.",
    ),
    "hint.hand_edited": (
        "改完之后 git add；要重来就 git checkout -m -- {name}。",
        "finish and git add it; to start over, git checkout -m -- {name}.",
    ),
    "error.not_conflicted": ("{id} 没有冲突。", "{id} is not conflicted."),
    "hint.not_conflicted": (
        "ofttold share resolve 不带 id，就列出有冲突的卡片。",
        "ofttold share resolve without an id lists the conflicted ones.",
    ),
    "error.no_pull_request": ("这个分支没有 PR。", "No pull request belongs to this branch."),
    "hint.no_pull_request": (
        "先推上去，再 gh pr create --fill。",
        "push it, then gh pr create --fill.",
    ),
    "error.odd_answer": (
        "gh 的回答读不懂。",
        "gh answered with something that is no pull request.",
    ),
    "hint.odd_answer": (
        "看看 gh pr view 自己怎么说；或者自己用 ofttold share promote。",
        "see what gh pr view says by itself, or take the steps with ofttold share promote.",
    ),
    "error.no_hub": (
        "没有装 gh，问不了 PR。",
        "gh is not installed, so the pull request cannot be asked.",
    ),
    "hint.no_hub": (
        "装上 GitHub CLI（gh）并登录；或者自己用 ofttold share promote。",
        "install GitHub's gh and log in; or take the steps with ofttold share promote.",
    ),
    "error.hub_failed": ("gh 没有答上来：{why}", "gh gave no answer: {why}"),
    "hint.hub_failed": (
        "看看 gh auth status，分支是不是已经推了。",
        "see gh auth status, and whether the branch was pushed.",
    ),
    "error.all_in_repository": (
        "带 --all 的包里有个人卡片，不能放在 git 工作区里。",
        "A bundle with --all holds personal cards and may not lie in a git work tree.",
    ),
    "hint.all_in_repository": (
        "到仓库外面运行，并写到仓库外面。",
        "run it outside any repository, and write it outside.",
    ),
    "sharing.proposed": (
        "草稿 · {title} · {id}（来自 {source}）",
        "draft · {title} · {id} (from {source})",
    ),
    "sharing.proposed_approved": (
        "草稿，已自批 · {title} · {id}（来自 {source}）",
        "draft, approved by yourself · {title} · {id} (from {source})",
    ),
    "sharing.submit_next": (
        "提交评审：ofttold share submit {ids}",
        "to submit: ofttold share submit {ids}",
    ),
    "sharing.local_approve_offer": (
        "一个人做的项目，可以加 --local-approve 自己批。",
        "working alone, --local-approve approves them by yourself.",
    ),
    "sharing.submitted_card": (
        "提交了 · {title} · {id} → {name}",
        "submitted · {title} · {id} → {name}",
    ),
    "sharing.submitted": (
        "本地提交 {commit}，在 {branch} 分支。",
        "local commit {commit} on branch {branch}.",
    ),
    "sharing.submitted_new": (
        "本地提交 {commit}，在新分支 {branch}。",
        "local commit {commit} on the new branch {branch}.",
    ),
    "sharing.other_commits": (
        "这个分支相对 {base} 还带着另外 {count} 个提交。",
        "other commits this branch carries against {base}: {count}",
    ),
    "sharing.tie_next": (
        "{new} 要取代书架上的 {old}；说定之后：ofttold card supersede {old} {new}",
        "{new} is to supersede {old} on the shelf; once that is settled: ofttold card supersede {old} {new}",
    ),
    "sharing.base_unknown": (
        "这里和 origin 上都没见过 {base} 分支，这个分支另外带着什么就没有数。",
        "no branch {base} is known here or on origin, so what else this branch carries was not counted.",
    ),
    "sharing.on_base": (
        "这就是 {base} 分支本身；要走 PR，下次加 --branch NAME。",
        "this is {base} itself; for a pull request add --branch NAME next time.",
    ),
    "sharing.to_others": ("没有推送。要给别人看：", "nothing was pushed. To show it to others:"),
    "sharing.to_review": ("要请人评审：", "to ask for a review:"),
    "sharing.turned": ("{title} · {id}：{before} → {after}", "{title} · {id}: {before} → {after}"),
    "sharing.rejected_ways": (
        "文件还在。接下来三条路：关掉 PR、删掉分支，它跟着走；改好之后 ofttold share promote {id} --resubmit；或者就这样留作记录。",
        "the file stays. Three ways on: close the pull request and delete the branch; edit it and ofttold share promote {id} --resubmit; or keep it as a record.",
    ),
    "sharing.retracted_note": (
        "历史里还有它：已经推送过的，别人那里也还有。",
        "history still holds it; what was pushed is with others too.",
    ),
    "sharing.not_committed": ("还没有提交：", "not committed yet:"),
    "sharing.superseded": ("{new} 取代 {old}", "{new} supersedes {old}"),
    "sharing.superseded_before": ("{new} 早就取代了 {old}", "{new} superseded {old} before"),
    "sharing.status_project": ("项目 {project}", "project {project}"),
    "sharing.status_drafts": ("桌上待提交的草稿：{count}", "drafts on the desk: {count}"),
    "sharing.status_no_git": (
        "这里没有 git，所以没有书架；其余照常。",
        "there is no git here, so no shelf; the rest works as ever.",
    ),
    "sharing.status_shelf": (
        "书架 {name}（{branch}）：{counts}",
        "shelf {name} ({branch}): {counts}",
    ),
    "sharing.status_uncommitted": ("书架上没提交的：{count}", "uncommitted on the shelf: {count}"),
    "sharing.file_new": ("新的", "new"),
    "sharing.file_changed": ("改过", "changed"),
    "sharing.file_deleted": ("删了", "deleted"),
    "sharing.file_conflicted": ("冲突", "conflicted"),
    "sharing.status_synced": ("上次从远端取：{moment}", "last fetched: {moment}"),
    "sharing.status_never_synced": ("还没有从远端取过。", "never fetched from a remote."),
    "sharing.status_broken": (
        "{name} 读不懂；ofttold card audit 会说在哪里。",
        "{name} cannot be read; ofttold card audit says where.",
    ),
    "sharing.and_more": ("  ……还有 {count} 个", "  … and {count} more"),
    "sharing.pulled": (
        "从 {upstream} 取来 {count} 个提交。",
        "commits taken over from {upstream}: {count}",
    ),
    "sharing.pulled_nothing": ("{upstream} 没有新的。", "nothing new on {upstream}."),
    "sharing.pulled_cards": (
        "重新索引 {changed} 张卡，去掉 {gone} 张。",
        "cards indexed anew: {changed}, gone: {gone}",
    ),
    "sharing.pulled_ahead": (
        "这边还有 {count} 个提交没有推。",
        "commits of yours not pushed yet: {count}",
    ),
    "sharing.pushed": ("{branch} 推到了 {remote}。", "{branch} went to {remote}."),
    "sharing.pushed_nothing": (
        "{remote} 上的 {branch} 已经是最新的。",
        "{remote} has all of {branch} already.",
    ),
    "sharing.pr": (
        "PR #{number}：{standing}（{reviewer}）",
        "pull request #{number}: {standing} ({reviewer})",
    ),
    "sharing.pr_merged": ("已合并", "merged"),
    "sharing.pr_approved": ("已批准", "approved"),
    "sharing.pr_changes": ("要求修改", "changes requested"),
    "sharing.pr_closed": ("关了，没有合并", "closed without a merge"),
    "sharing.pr_open": ("等评审", "waiting for a review"),
    "sharing.pr_changes_hint": (
        "改文件、提交、推送就行，状态不变；真要驳回由人来做。",
        "edit, commit and push; the state stays. Rejecting is for a person.",
    ),
    "sharing.pr_closed_hint": (
        "没有合并就关了：要不要驳回，由人决定（ofttold share promote ID --reject --note …）。",
        "closed without a merge: whether to reject is for a person (ofttold share promote ID --reject --note …).",
    ),
    "sharing.pr_apply_hint": ("加 --apply 就照这样改。", "--apply takes these steps."),
    "sharing.no_conflicts": ("没有冲突的卡片。", "no card is conflicted."),
    "sharing.conflicts": ("冲突的卡片：{count}", "conflicted cards: {count}"),
    "sharing.conflict_both": ("两边都改了", "changed on both sides"),
    "sharing.conflict_deleted": ("一边删了，一边改了", "deleted on one side, changed on the other"),
    "sharing.conflict_marks": ("只剩下冲突标记", "only the marks are left"),
    "sharing.resolve_hint": (
        "逐个字段合并一张：ofttold share resolve ID",
        "to merge one field by field: ofttold share resolve ID",
    ),
    "sharing.resolve_left": (
        "{id}：能合的都合了，剩下 {fields} 两边改得不一样，都标在 {name} 里，请你来选，选好再 git add。",
        "{id}: merged as far as it goes. Both sides changed {fields}, each in its own way; both texts stand marked in {name}: choose, then git add it.",
    ),
    "sharing.resolve_file": (
        "{id}：一边删了 {name}，一边改了它；改过的还在那里。要留下还是删掉，由你来定：",
        "{id}: one side deleted {name}, the other changed it; the changed one stands there. To keep it, or to let it go:",
    ),
    "sharing.resolved": (
        "{id} 合好了（{name}）。看过之后：",
        "{id} is merged ({name}). When you have looked at it:",
    ),
    "sharing.resolve_deleted": ("{id} 两边都不要了。", "{id} is unwanted on both sides."),
    "sharing.exported": ("{count} 张卡打包到 {path}", "cards: {count}, in {path}"),
    "sharing.left_out": ("{count} 张私密的没有放进去。", "left out as private: {count}"),
    "sharing.imported": (
        "导入 {made} 张（项目卡都是草稿），{skipped} 张已经有了。",
        "taken in: {made} (a project's as drafts); here already: {skipped}",
    ),
    "sharing.import_differs": (
        "{id} 这里已经有，内容不同，没有动它。",
        "{id} is here with another text; it was not touched.",
    ),
    "sharing.distill_head": ("## 项目记忆", "## Project memory"),
    "sharing.distill_note": (
        "<!-- 由 ofttold share distill 从 {name} 里评审过的卡片整理，人工合入。 -->",
        "<!-- made by ofttold share distill from the reviewed cards in {name}, merged by hand -->",
    ),
    "sharing.distill_nothing": (
        "书架上还没有批准过的卡片。",
        "no card on the shelf was approved yet.",
    ),
    "sharing.setup_offer": (
        "可以让 git 合并书架上的卡片时逐个字段来。要写两处：",
        "git can merge the shelf's cards field by field. Two entries are needed:",
    ),
    "sharing.setup_stands": (
        "git 已经会逐个字段合并书架：",
        "git merges the shelf field by field already:",
    ),
    "sharing.setup_ask": ("写上吗？", "Write them?"),
    "sharing.setup_hint": ("加 --yes 就写。", "--yes writes them."),
    "sharing.setup_done": (
        "好了。{name} 要你自己提交，别人才用得上；别人各自也要运行一次 ofttold share setup。",
        "done. Commit {name} yourself so that others have it; each of them runs ofttold share setup once.",
    ),
    "sharing.setup_undone": ("撤掉了。", "taken back."),
    "sharing.audit_fine": ("没有发现问题。", "nothing found."),
    "finding.secret": (
        "像是密钥或口令（{kind}）：{shown}",
        "looks like a secret ({kind}): {shown}",
    ),
    "finding.private_passage": (
        "有 <private> 段落；写入时会被去掉，这里是手写进来的。",
        "a <private> passage; a write would take it out, this got in by hand.",
    ),
    "finding.trick_closes": (
        "想冒充或关掉外层标记：{shown}",
        "tries to open or close the wrapper around it: {shown}",
    ),
    "finding.trick_speaks": (
        "像在用系统的口气下命令：{shown}",
        "speaks as the system or gives orders to the model: {shown}",
    ),
    "finding.trick_hides": ("有看不见的字符：{shown}", "hides an invisible character: {shown}"),
    "finding.personal_tracked": (
        "个人卡片或草稿进了 git；用 git rm --cached 移出来",
        "a personal card or draft is under git; take it out with git rm --cached",
    ),
    "finding.shelf_setting": (
        "[shelf] dir 不能用，书架上的卡片看不到；写成工作区里的相对路径",
        "[shelf] dir cannot be used, so the cards of the shelf are not seen; give a relative path inside the work tree",
    ),
    "finding.earlier_desk": (
        "仓库配上远端之前的卡片在这里，现在看不到；ofttold project here --adopt {name}",
        "holds cards from before this repository had its origin, not seen now; ofttold project here --adopt {name}",
    ),
    "finding.audit_same_title": (
        "{id} 和 {other}（{name}）同名；留一张，或者 ofttold card supersede",
        "{id} has the title of {other} ({name}); keep one, or ofttold card supersede",
    ),
    "finding.audit_same_text": (
        "{id} 和 {other}（{name}）正文一样",
        "{id} has the same text as {other} ({name})",
    ),
    "finding.audit_chain_broken": (
        "{field} 指向的 {target} 不在这里",
        "{field} names {target}, which is not here",
    ),
    "finding.audit_chain_open": (
        "说是取代 {old}，但 {old} 没有记着；ofttold card supersede {old} {new}",
        "says that it supersedes {old}, which does not say so; ofttold card supersede {old} {new}",
    ),
    "finding.audit_chain_circle": (
        "{id} 的取代关系绕成了圈",
        "{id} is superseded by way of itself",
    ),
    "finding.audit_waiting": ("等评审 {days} 天了", "has waited {days} days for its review"),
    "finding.audit_stale": ("{days} 天没有动过", "was not touched for {days} days"),
    "error.id_missing": (
        "要说是哪张卡（ids，至少 {count} 个）。",
        "Name the cards (ids, at least {count}).",
    ),
    "hint.id_missing": (
        "card list 和 share status 列出每张卡的 id。",
        "card list and share status name each card's id.",
    ),
    "error.ids_too_many": (
        "这一步只管 {count} 张卡，却给了 {given} 张；什么都没有做。",
        "This act takes {count} card ids, and {given} were given; nothing was done.",
    ),
    "hint.ids_too_many": ("一张一张来。", "do it once for each."),
    "sharing.ask_push": (
        "把 {root} 的当前分支推到远端吗？",
        "Push the current branch of {root} to its remote?",
    ),
    "sharing.not_pushed": ("没有推。", "Nothing was pushed."),
    "tool.share.title": ("共享卡片", "Share cards"),
    "tool.share": (
        "项目卡片的评审与传递，照使用者的话做：personal→draft 用 propose，draft→书架用 submit（本地提交），之后 promote/reject/resubmit。reject 要 note；push 要使用者明说；个人卡片不外传。",
        "Review and carry project cards on the person's word: propose copies personal to draft, submit commits drafts to the shelf, then promote/reject/resubmit. reject needs note; push only when told; personal cards stay.",
    ),
    "tool.share.ids": ("卡片 id；supersede：旧、新", "card ids; supersede: old, new"),
}
