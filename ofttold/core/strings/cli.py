"""Page: what the commands on the ritual folder print."""

TABLE: dict[str, tuple[str, str]] = {
    "error.output_lost": ("结果没能写出去：{why}", "The answer could not be printed: {why}"),
    "hint.output_lost": (
        "腾出空间或换个地方输出；命令本身已经做完。",
        "free some space or send it elsewhere; what the command did is done.",
    ),
    "error.editor_missing": (
        "找不到编辑器「{editor}」",
        "There is no editor {editor!r}",
    ),
    "hint.editor_missing": (
        "改好 VISUAL 或 EDITOR；今天的日记在 {path}",
        "mend VISUAL or EDITOR; today's page is {path}",
    ),
    "error.editor_failed": (
        "编辑器「{editor}」没有好好结束（{status}）",
        "The editor {editor!r} did not end well ({status})",
    ),
    "hint.editor_failed": ("今天的日记在 {path}", "today's page is {path}"),
    "error.no_editor": (
        "VISUAL 和 EDITOR 都没有设，不知道用什么打开 {path}",
        "Neither VISUAL nor EDITOR is set, so nothing can open {path}",
    ),
    "hint.no_editor": ("export EDITOR=你的编辑器", "export EDITOR=your-editor"),
    "error.unreadable_date": ("看不懂这个日期：{text}", "This is no date I can read: {text}"),
    "hint.unreadable_date": (
        "写成 2026-11-30 这样；昨天、3天前、11月3日 也可以。",
        "write it like 2026-11-30; yesterday, 3 days ago and 3 Nov work too.",
    ),
    "error.ambiguous_date": (
        "「{text}」有不止一种读法：{readings}",
        "{text} can be read as more than one day: {readings}",
    ),
    "hint.ambiguous_date": ("写成 {first} 这样。", "write it like {first}."),
    "error.no_such_anchor": (
        "常被提起里没有「{name}」（一共 {count} 条）。",
        "The oft-told list has no “{name}” ({count} in all).",
    ),
    "hint.no_such_anchor": ("ofttold anchors 列出全部。", "ofttold anchors lists them."),
    "error.no_anchors": ("{file} 的常被提起是空的。", "The oft-told list of {file} is empty."),
    "hint.no_anchors": (
        'ofttold note "第一件事" 写下第一条。',
        'ofttold note "the first thing" writes the first.',
    ),
    "error.not_in_block": ("块里没有这一句：{text}", "No line of the block holds this: {text}"),
    "hint.not_in_block": ("ofttold inject 打印整块。", "ofttold inject prints the block."),
    "as_of.files_today": ("按今天的文件算", "made from the files as they are"),
    "as_of.files": (
        "文件夹没有那天的 git 历史：用今天的文件，去掉 {day} 之后的日记和条目",
        "the folder has no git history of that day: made from today's files without what is later than {day}",
    ),
    "as_of.history": ("来自 git 历史：{commit}（{when}）", "from git history: {commit} ({when})"),
    "why.section": ("小节", "section"),
    "why.status": ("状态行", "status line"),
    "why.check": ("体检", "check-up"),
    "why.notice": ("告示", "notice"),
    "why.frame": ("块的框", "the block's frame"),
    "why.left_out": ("篇幅所限，没有放进块里", "left out of the block for length"),
    "why.unmarked": ("–", "–"),
    "why.numbers": (
        "{handle}：标记 {marked}，n {n}，t {t}，S {s}，R {r}",
        "{handle}: marked {marked}, n {n}, t {t}, S {s}, R {r}",
    ),
    "why.numbers_sum": (
        "{handle}：标记 {marked}，n {n}，t {t}，分量 {r}",
        "{handle}: marked {marked}, n {n}, t {t}, weight {r}",
    ),
    "why.days": ("算进去的日子：{days}", "days counted: {days}"),
    "why.sunk": (
        "现在沉底；日记里再提到它就会浮回来",
        "sunk now; a mention in the diary floats it up",
    ),
    "why.sinks": ("再没人提的话，{day} 沉底", "sinks on {day} if nothing more is said of it"),
    "why.stays": ("没有别的要挤它，会一直在", "nothing presses on it, so it stays"),
    "anchors.handle": ("提起的词", "handle"),
    "anchors.sinks_on": ("沉底日", "sinks on"),
    "anchors.shown": ("在", "shown"),
    "anchors.sunk": ("沉底", "sunk"),
    "anchors.none": ("{file} 的常被提起还是空的", "The oft-told list of {file} is still empty"),
    "anchors.plotted": ("曲线画在 {path}", "the curves are drawn in {path}"),
    "anchors.count": (
        "摆出 {shown} 条，共 {count} 条，上限 {cap}",
        "{shown} of {count} shown, cap {cap}",
    ),
    "replay.limit": ("知道未来时的上限", "the limit: knowing the future"),
    "replay.forgetting": (
        "遗忘曲线，从标记日起（默认）",
        "forgetting curve from the marked day (default)",
    ),
    "replay.forgetting_recalled": (
        'age = "recalled"：从最近被提起的那天起',
        'age = "recalled": from the latest recalled day',
    ),
    "replay.halving": (
        'weight = "halving"：每提一天加一，每 30 天减半',
        'weight = "halving": each recalled day adds one, halved every 30 days',
    ),
    "replay.fading": (
        'weight = "fading"：每提一天加一，按平方变淡，30 天后剩四分之一',
        'weight = "fading": each recalled day adds one and fades by the square, to a quarter in 30 days',
    ),
    "replay.lru": ("只看最近一次", "least recently used leaves"),
    "replay.age": ("只看年龄", "the oldest leaves"),
    "replay.foot": (
        "每个数是：之后七天里的提起，有多大一份落在摆出的 {cap} 条上",
        "each number: what share of the mentions in the next seven days the {cap} shown covered",
    ),
    "stamp.done": ("补了 {count} 条的日期：{day}", "{count} stamped with {day}"),
    "stamp.none": ("没有要补日期的", "nothing needs a date"),
    "error.no_index_file": (
        "{folder} 里没有 {file}。",
        "There is no {file} in {folder}.",
    ),
    "hint.no_index_file": ("ofttold scaffold {folder}", "ofttold scaffold {folder}"),
    "check.fine": ("没有发现问题", "nothing found"),
    "finding.memory_missing": (
        "没有这个文件；ofttold scaffold 补上",
        "missing; ofttold scaffold adds it",
    ),
    "finding.file_empty": ("文件是空的", "the file is empty"),
    "finding.no_sections": (
        "没有要摆出来的小节；加一行「## {heading}」，或在 ofttold.toml 的 [headings] 里写上你的叫法",
        "none of the sections to show is here; add a line “## {heading}”, or put your own name for it under [headings] in ofttold.toml",
    ),
    "finding.unclosed_fence": (
        "代码围栏没有关，后面的小节都看不见",
        "a code fence opens here and is never closed; no section after it is seen",
    ),
    "finding.unclosed_comment": (
        "注释没有关，后面的小节都看不见",
        "a comment opens here and is never closed; no section after it is seen",
    ),
    "finding.anchor_no_handle": (
        "「{title}」没有能在日记里认出它的词；写成 **词·说明** → `日期`",
        "“{title}” has no handle to be known by; write it **handle·note** → `date`",
    ),
    "finding.anchor_never_sinks": (
        "「{handle}」没有日期，永远不会沉底；在箭头后面写上日期",
        "“{handle}” has no date and can never sink; put a date behind the arrow",
    ),
    "finding.two_spellings": (
        "{other} 和 {read} 都在，读的是 {read}",
        "both {other} and {read} exist; {read} is the one that is read",
    ),
    "finding.day_without_line": ("{day} 在 index.md 里没有一行", "{day} has no line in index.md"),
}
