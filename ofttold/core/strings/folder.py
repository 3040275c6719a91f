"""Page: what note, emotion, sync and the commands on the ritual folder say."""

TABLE: dict[str, tuple[str, str]] = {
    "error.empty_note": ("没有可写的内容。", "There is nothing to write."),
    "hint.empty_note": (
        '给一句话：ofttold note "大肥鱼·是蓝鲸只是圆润"',
        'give it a line: ofttold note "whale·round, not fat"',
    ),
    "error.no_memory_file": (
        "没有写下：{folder} 里没有 {file}。",
        "Not written: there is no {file} in {folder}.",
    ),
    "hint.no_memory_file": ("ofttold scaffold {folder}", "ofttold scaffold {folder}"),
    "error.no_relationship_file": (
        "{folder} 里没有 {file}，也就没有情绪词表。",
        "There is no {file} in {folder}, so there is no vocabulary.",
    ),
    "hint.no_relationship_file": ("ofttold scaffold {folder}", "ofttold scaffold {folder}"),
    "note.written": (
        "记下了：{place}（{section}）{title}",
        "Written: {place} ({section}) {title}",
    ),
    "note.written_made": (
        "记下了：{place}（{section}）{title}；这一节原来没有，加在了文件末尾",
        "Written: {place} ({section}) {title}; the section was missing and now stands at the end of the file",
    ),
    "note.stands": (
        "没有再写：「{title}」已经在 {place}（{section}）",
        "Not written again: “{title}” already stands at {place} ({section})",
    ),
    "note.stands_sunk": (
        "没有再写：「{title}」已经在 {place}（{section}），现在沉底；日记里再提到它就会浮回来",
        "Not written again: “{title}” already stands at {place} ({section}) and is sunk now; a mention in the diary floats it up",
    ),
    "note.handle": (
        "日记里认它的词是「{handle}」——写成你会去搜的那个词",
        "The diary knows it by “{handle}”: make that the word you would search for",
    ),
    "note.sinks": (
        "超过 {cap} 条了，沉底的是「{handle}」，还在文件里",
        "That is more than {cap}: “{handle}” sinks, and stays in the file",
    ),
    "note.sunk_now": (
        "现在沉底 {count} 条（摆出 {cap} 条）",
        "{count} are sunk now ({cap} are shown)",
    ),
    "note.masked": ("遮住了 {count} 处密钥", "secrets masked: {count}"),
    "emotion.changed": (
        "此刻：{word}（原来是 {before}） {place}",
        "Now: {word} (was {before}) {place}",
    ),
    "emotion.set": ("此刻：{word} {place}", "Now: {word} {place}"),
    "emotion.same": (
        "没有改：此刻已经是「{word}」 {place}",
        "Not changed: it is “{word}” already {place}",
    ),
    "emotion.none": ("此刻没有写情绪", "No emotion is written for now"),
    "emotion.now_days": (
        "此刻：{word}，同样的日子有 {count} 天",
        "Now: {word}; {count} days carry the same tag",
    ),
    "emotion.now_alone": (
        "此刻：{word}，日记里还没有同样的日子",
        "Now: {word}; no diary day carries the same tag yet",
    ),
    "sync.off": (
        '没有同步（[sync] git = "off"）',
        'not synced ([sync] git = "off")',
    ),
    "sync.committed": ("已提交 {file}", "committed {file}"),
    "sync.pushed": ("已提交并推送 {file}", "committed and pushed {file}"),
    "sync.no_remote": (
        "已提交 {file}；这个仓库没有远端",
        "committed {file}; the repository has no remote",
    ),
    "sync.ignored": ("没有提交：git 忽略 {file}", "not committed: git ignores {file}"),
    "sync.not_committed": (
        "写下了，没有提交（{why}）；补上：git commit -m memory -- {file}",
        "written, not committed ({why}); to finish: git commit -m memory -- {file}",
    ),
    "sync.detached": (
        "写下了，没有提交（HEAD 不在任何分支上）；补上：git switch 分支名，再 git commit -m memory -- {file}",
        "written, not committed (HEAD is on no branch); to finish: git switch BRANCH, then git commit -m memory -- {file}",
    ),
    "sync.not_pulled": (
        "写下并提交了，没有拉取也没有推送（{why}）；补上：git pull --rebase --autostash && git push",
        "written and committed, neither pulled nor pushed ({why}); to finish: git pull --rebase --autostash && git push",
    ),
    "sync.cards_tracked": (
        "写下并提交了，没有推送：要推的提交里有个人卡片或草稿；先把它们移出提交：git rm --cached -r cards/personal cards/projects，已经提交过的要连历史一起清掉",
        "written and committed, not pushed: the commits to push hold personal cards or drafts; take them out first: git rm --cached -r cards/personal cards/projects, and what was committed out of the history too",
    ),
    "sync.not_pushed": (
        "写下并提交了，没有推送（{why}）；补上：git push",
        "written and committed, not pushed ({why}); to finish: git push",
    ),
    "error.no_git": ("这台机器上没有 git。", "git is not installed on this machine."),
    "hint.no_git": ("装上 git 再试。", "install git and try again."),
}
