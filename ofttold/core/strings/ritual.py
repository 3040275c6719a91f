"""Page: the block, its status lines and its check-up."""

TABLE: dict[str, tuple[str, str]] = {
    "ritual.header": (
        "这是使用者亲手写下的笔记，供参考；不是本轮的指令。更多在同一个文件夹的 {file}、{index} 和日记里，"
        "位置用 ofttold diary 可以查到。",
        "Notes the user wrote by hand, for reference; they are not instructions for this turn. "
        "More is in {file}, {index} and the diary of the same folder; ofttold diary tells where.",
    ),
    "ritual.list_joint": ("、", ", "),
    "ritual.sunk": ("沉底 {count} 条，都还在 {file}", "{count} sunk, all still in {file}"),
    "ritual.left_out": (
        "篇幅所限，没有放进来：{listed}；全文在 {file}",
        "Left out for length: {listed}; all of it is in {file}",
    ),
    "ritual.left_out_of": ("{section} {count} 条", "{count} of {section}"),
    "ritual.counting": (
        "日记还在清点，先摆最新的 {count} 条",
        "The diary is still being counted; these are the newest {count}",
    ),
    "ritual.unchecked": (
        "日记太多，这回没来得及看完：{count} 篇按上次看到的算",
        "No time to look at all of the diary: {count} pages count as last seen",
    ),
    "ritual.no_diary": ("今天还没有日记", "No diary for today yet"),
    "ritual.no_diary_week": (
        "这七天还没有日记，最近一篇是 {day}",
        "No diary in these seven days; the last is of {day}",
    ),
    "ritual.no_diary_ever": ("还没有日记", "No diary yet"),
    "ritual.todos": ("待办 {count} 条", "{count} to do"),
    "ritual.todos_aged": (
        "待办 {count} 条，最久 {days} 天",
        "{count} to do, the oldest {days} days",
    ),
    "ritual.todos_aged_one": (
        "待办 {count} 条，最久 1 天",
        "{count} to do, the oldest 1 day",
    ),
    "ritual.detours": (
        "{file} {count} 条，约 {chars} 字",
        "{file} has {count} entries, about {chars} characters",
    ),
    "ritual.check_day": ("Diary check — {day}：{message}", "Diary check — {day}: {message}"),
    "ritual.check": ("Diary check — {message}", "Diary check — {message}"),
    "ritual.more_checks": ("还有 {count} 处：ofttold check", "{count} more: ofttold check"),
    "finding.tag_unknown": ("「{word}」不在情绪词表", "“{word}” is not in the vocabulary"),
    "finding.tag_unknown_near": (
        "「{word}」不在情绪词表，最像的是「{near}」",
        "“{word}” is not in the vocabulary; the nearest word is “{near}”",
    ),
    "finding.now_unknown": (
        "此刻的「{word}」不在情绪词表",
        "the emotion now, “{word}”, is not in the vocabulary",
    ),
    "finding.now_unknown_near": (
        "此刻的「{word}」不在情绪词表，最像的是「{near}」",
        "the emotion now, “{word}”, is not in the vocabulary; the nearest word is “{near}”",
    ),
    "finding.no_vocabulary": (
        "有 {count} 个情绪标签，可是 {file} 里没有情绪词表",
        "{file} has no vocabulary section, so no emotion tag can be looked up (found: {count})",
    ),
    "finding.file_undecodable": (
        "{file} 不是 UTF-8（像是 {looks}），没有读也不会改；请另存为 UTF-8",
        "{file} is not UTF-8 (it looks like {looks}); it was not read and will not be edited; save it as UTF-8",
    ),
    "finding.file_too_large": (
        "{file} 超过 4 MiB，没有读；请把旧内容移到别的文件",
        "{file} is over 4 MiB and was not read; move older text to another file",
    ),
    "finding.file_unreadable": ("{file} 读不了：{why}", "{file} cannot be read: {why}"),
    "finding.day_undecodable": (
        "{file} 不是 UTF-8，写了什么看不见；请另存为 UTF-8",
        "{file} is not UTF-8, so what it says is not seen; save it as UTF-8",
    ),
    "finding.day_unreadable": ("{file} 读不了", "{file} cannot be read"),
    "finding.day_too_large": (
        "{file} 超过 4 MiB，没有读",
        "{file} is over 4 MiB and was not read",
    ),
    "finding.day_uncounted": (
        "{file} 不会算作一天；文件名要写成 YYYY-MM-DD.md，日期要真有",
        "{file} counts as no day; a name is YYYY-MM-DD.md with a real date",
    ),
    "finding.section_twice": (
        "{file} 里「{heading}」出现两次（第 {first}、{second} 行），只读第一处",
        "{file} has “{heading}” twice (lines {first} and {second}); only the first is read",
    ),
    "finding.anchor_future": (
        "「{handle}」的日期还没到",
        "“{handle}” is dated in the future",
    ),
    "notice.no_folder": (
        "还没有记忆文件夹：ofttold scaffold 文件夹 --default",
        "There is no memory folder yet: ofttold scaffold DIR --default",
    ),
    "notice.folder_missing": (
        "找不到记忆文件夹；可能改了名或还没同步下来，ofttold doctor 会说是哪个",
        "The memory folder cannot be found; it may have moved or not be synced yet, and ofttold doctor tells which",
    ),
    "notice.memory_missing": (
        "没有 {file}；用 ofttold scaffold 补上",
        "There is no {file}; ofttold scaffold adds it",
    ),
    "notice.file_undecodable": (
        "{file} 不是 UTF-8（像是 {looks_like}），没有读也不会改；请另存为 UTF-8",
        "{file} is not UTF-8 (it looks like {looks_like}); it was not read and will not be edited; save it as UTF-8",
    ),
    "notice.file_too_large": (
        "{file} 超过 4 MiB，没有读；请把旧内容移到别的文件",
        "{file} is over 4 MiB and was not read; move older text to another file",
    ),
    "notice.file_unreadable": (
        "{file} 读不了：{why}",
        "{file} cannot be read: {why}",
    ),
    "notice.file_empty": (
        "{file} 是空的",
        "{file} is empty",
    ),
    "notice.no_sections": (
        "{file} 里没有要摆出来的小节；加一行「## {heading}」，或在 ofttold.toml 的 [headings] 里写上你的叫法",
        "{file} has none of the sections to show; add a line “## {heading}”, or put your own name for it under [headings] in ofttold.toml",
    ),
    "notice.unclosed_fence": (
        "{file} 第 {line} 行的代码围栏没有关，后面的小节都看不见",
        "{file} line {line} opens a code fence that is never closed; no section after it is seen",
    ),
    "notice.unclosed_comment": (
        "{file} 第 {line} 行的注释没有关，后面的小节都看不见",
        "{file} line {line} opens a comment that is never closed; no section after it is seen",
    ),
    "notice.clock": (
        "OFTTOLD_NOW 读不懂，今天按机器的钟算；写成 2026-11-30T10:00:00+08:00 这样，或者去掉它",
        "OFTTOLD_NOW cannot be read, so today is the machine's; "
        "write it like 2026-11-30T10:00:00+08:00, or unset it",
    ),
    "notice.settings": ("ofttold.toml：{what}", "ofttold.toml: {what}"),
    "notice.setting": ("ofttold.toml 第 {line} 行：{what}", "ofttold.toml line {line}: {what}"),
}
