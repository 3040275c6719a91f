"""Page: what sharing says — steps, git, bundles, secrets."""

TABLE: dict[str, tuple[str, str]] = {
    "error.illegal_step": (
        "{id} 现在是 {state}，不能做 {verb}。",
        "{id} is {state} now; {verb} is not possible from there.",
    ),
    "hint.illegal_step": ("可以做的是：{legal}", "possible from there: {legal}"),
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
        "什么都没有动：草稿还在桌上，暂存区和工作区照旧。解决之后再提交一次。",
        "nothing was moved: the drafts are on the desk, index and files as they were. Settle it and submit again.",
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
    "error.push_failed": ("没能推到 {remote}：{why}", "Could not push to {remote}: {why}"),
    "hint.push_failed": (
        "提交都还在本地；能连上之后再推一次。",
        "the commits are safe here; push again once the remote can be reached.",
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
        "比一比两份；要替代它，就另存一张带 supersedes 的新卡。",
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
        "加 --branch NAME 建一个，或先 git switch。",
        "add --branch NAME to make one, or git switch first.",
    ),
    "error.no_identity": (
        "git 不知道你是谁，提交不了。",
        "git does not know who you are, so it cannot commit.",
    ),
    "hint.no_identity": (
        "git config user.name 和 user.email 设一下。",
        "set git config user.name and user.email.",
    ),
    "share.settled_done": (
        "上次提交被打断，但提交已经在了；现在收好了：{ids}",
        "the last submit was interrupted, but its commit exists; it is finished now: {ids}",
    ),
    "share.settled_undone": (
        "上次提交被打断，没有提交成；草稿都在桌上：{ids}",
        "the last submit was interrupted before its commit; the drafts are on the desk: {ids}",
    ),
    "share.settled_lost": (
        "上次提交被打断，而它的仓库 {root} 已经不在；草稿都在桌上：{ids}",
        "the last submit was interrupted and its repository {root} is gone; the drafts are on the desk: {ids}",
    ),
    "share.index_waits": (
        "提交已经在了，但你的暂存区还没跟上（{why}）；下一条 share 命令会补上",
        "the commit exists, but your index could not be brought along ({why}); the next share command does it",
    ),
    "share.draft_changed": (
        "{id} 的草稿在提交时被改过，所以留在桌上：书架上是改之前的",
        "the draft of {id} was changed while it was submitted, so it stays: the shelf has the text before",
    ),
}
