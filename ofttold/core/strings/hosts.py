"""Page: what the hosts parts say."""

TABLE: dict[str, tuple[str, str]] = {
    # refusals
    "error.cannot_merge": (
        "{place}：{why}。这个文件没有动。",
        "{place}: {why}. The file was left alone.",
    ),
    "hint.cannot_merge": (
        "改好它再装一次，或者把下面这段自己放进去。",
        "mend it and install again, or put the lines below in by hand.",
    ),
    "error.unknown_host": ("不认识的宿主「{name}」。", "There is no host called {name!r}."),
    "hint.unknown_host": ("可以写：{known}。", "one of: {known}."),
    "error.no_host_found": (
        "没有写宿主的名字，这台机器上也没找到一个。",
        "No host was named, and none is found on this machine.",
    ),
    "hint.no_host_found": (
        "写出名字，比如 ofttold install claude-code。",
        "name one, for instance: ofttold install claude-code.",
    ),
    "error.no_project_layer": (
        "{host} 没有项目一级的设置。",
        "{host} keeps no settings in a project.",
    ),
    "hint.no_project_layer": ("去掉 --project。", "leave --project out."),
    "error.ask_first": (
        "找到了 {hosts}，但这里没有人可以问。",
        "Found {hosts}, but there is nobody here to ask.",
    ),
    "hint.ask_first": (
        "都要就加 --yes；只要其中几个就写出名字。",
        "add --yes for all of them, or name the ones you want.",
    ),
    "error.not_importable": (
        "{interpreter} 从别处启动时找不到 ofttold，宿主也就跑不起来。",
        "{interpreter} does not find ofttold when started from elsewhere, so no host could run it.",
    ),
    "hint.not_importable": (
        "装进一个固定的环境再来：pipx install ofttold，或 uv tool install ofttold。",
        "install it for good first: pipx install ofttold, or uv tool install ofttold.",
    ),
    "error.fleeting_interpreter": (
        "{interpreter} 在缓存里，哪天清理缓存它就没了，宿主会悄悄失灵。",
        "{interpreter} lies in a cache; once that is cleared, the hosts would fail without a word.",
    ),
    "hint.fleeting_interpreter": (
        "用 uv tool install ofttold（或 pipx install ofttold）装好，再运行那个 ofttold install。",
        "run uv tool install ofttold (or pipx install ofttold), then that ofttold's install.",
    ),
    "error.trial_failed": (
        "要写进宿主的那条命令跑不通：{command}（{said}）",
        "The command that hosts would run does not run: {command} ({said})",
    ),
    "hint.trial_failed": (
        "在终端里跑一遍它，看它说什么；修好后再装。",
        "run it in a terminal to see what it says; install again once it runs.",
    ),
    # why a settings text cannot be handled without loss
    "hosts.fault.not_utf8": ("它不是 UTF-8", "it is not UTF-8"),
    "hosts.fault.syntax": ("这里读不通", "it cannot be parsed here"),
    "hosts.fault.too_deep": ("嵌套太深", "it is nested too deep"),
    "hosts.fault.duplicate_key": ("同一个键写了两次", "the same key stands here twice"),
    "hosts.fault.wrong_shape": (
        "这里的形状和宿主要的不一样",
        "this has another shape than the host wants",
    ),
    "hosts.fault.inline_table": (
        "mcp_servers 写成了一行，表放不进去",
        "mcp_servers is an inline table, and nothing can be added to it without rewriting it",
    ),
    "hosts.fault.many_documents": (
        "里面不止一份 YAML 文档",
        "it holds more than one YAML document",
    ),
    "hosts.fault.foreign_entry": (
        "已经有一个叫 ofttold 的条目，却不是本程序写的",
        "an entry called ofttold stands here already, and it is not ours",
    ),
    "hosts.fault.would_lose": (
        "放进去会动到别的内容",
        "putting our lines in would change something else",
    ),
    "hosts.fault.read_only": ("它被设成了只读", "it is set read-only"),
    # install and uninstall
    "hosts.ask.install": ("找到：{hosts}。都接上吗？", "Found: {hosts}. Wire all of them?"),
    "hosts.ask.uninstall": ("已接上：{hosts}。都拆掉吗？", "Wired: {hosts}. Take all of them out?"),
    "hosts.none_wired": (
        "没有接上任何宿主，没什么可拆。",
        "No host is wired; there is nothing to take out.",
    ),
    "hosts.step.added": ("写入", "added"),
    "hosts.step.updated": ("更新", "updated"),
    "hosts.step.same": ("没变", "unchanged"),
    "hosts.step.removed": ("移除", "removed"),
    "hosts.step.taken_out": ("取出", "taken out"),
    "hosts.step.kept": ("保留", "kept"),
    "hosts.step.refused": ("没动", "left alone"),
    "hosts.line.settings": (
        "{done}　{path}（里面有 {found} 条是 ofttold 的）",
        "{done}  {path} (holds {found} of ours)",
    ),
    "hosts.line.file": ("{done}　{path}", "{done}  {path}"),
    "hosts.line.kept": (
        "{done}　{path}：你改过，所以不动它",
        "{done}  {path}: you changed it, so it stays",
    ),
    "hosts.line.copy": ("　　改动前的原样在 {copy}", "    as it was before: {copy}"),
    "hosts.dry_run": ("只看不动：下面是会有的改动。", "Nothing is changed; this is what would be."),
    "hosts.dry_run_none": ("没有什么要改。", "There is nothing to change."),
    "hosts.by_hand": ("放进 {path} 的内容：", "What belongs into {path}:"),
    "hosts.todo.head": ("还要你做的：", "Still to do:"),
    "hosts.todo.restart": ("重新打开宿主。", "Restart the host."),
    "hosts.todo.claude_project": (
        "在这个项目里重新打开 Claude Code 并信任它；路径是这台机器的，提交前想一想。",
        "Restart Claude Code in this project and trust it; the path is this machine's, so think before you commit it.",
    ),
    "hosts.todo.codex_trust": (
        "在 Codex 里输入 /hooks，逐条信任 ofttold；没信任的钩子会被悄悄跳过。",
        "In Codex open /hooks and trust each ofttold hook; an untrusted one is skipped without a word.",
    ),
    "hosts.todo.codex_project": (
        "让 Codex 信任这个项目。",
        "Let Codex trust this project.",
    ),
    "hosts.todo.gemini_project": (
        "让 Gemini CLI 信任这个文件夹，项目里的钩子才会跑。",
        "Let Gemini CLI trust this folder, or its hooks do not run.",
    ),
    "hosts.todo.project_trust": ("让宿主信任这个文件夹。", "Let the host trust this folder."),
    "hosts.todo.copilot_project": (
        "MCP 服务只能装在用户一级：ofttold install copilot。",
        "The MCP server has its place with the user only: ofttold install copilot.",
    ),
    "hosts.todo.vscode": (
        "重新打开 VS Code；若单位策略禁了钩子，用 ofttold watch。",
        "Restart VS Code; if a policy forbids hooks, use ofttold watch.",
    ),
    "hosts.todo.plugin_too": (
        "这里还装着 ofttold 插件：两条路留一条就够，块不会送两遍。",
        "The ofttold plugin is installed here too: one way is enough; the block still comes once.",
    ),
    "hosts.todo.no_folder": (
        "记忆文件夹还没有记下来（宿主看不到这个终端的 OFTTOLD_DIR）：ofttold scaffold 文件夹 --default。",
        "No memory folder is recorded yet (hosts do not see this terminal's OFTTOLD_DIR): ofttold scaffold DIR --default.",
    ),
    # sessions
    "sessions.none": (
        "还没有一次会话送到过。接好宿主以后，开一个会话再来看。",
        "No session was told anything yet. Wire a host, start a session, and look again.",
    ),
    "sessions.more": ("还有 {count} 次更早的：加 --all", "{count} older ones: add --all"),
    "sessions.seen": ("看到了", "seen"),
    "sessions.sent": ("送出了", "sent"),
    "sessions.silent": ("没动静", "silent"),
    "sessions.diary.True": ("写了", "yes"),
    "sessions.diary.False": ("没写", "no"),
    "sessions.column.when": ("什么时候", "when"),
    "sessions.column.host": ("宿主", "host"),
    "sessions.column.why": ("起因", "source"),
    "sessions.column.chars": ("字符", "chars"),
    "sessions.column.ms": ("毫秒", "ms"),
    "sessions.column.hash": ("摘要", "hash"),
    "sessions.column.proof": ("模型", "block"),
    "sessions.column.diary": ("当天日记", "diary"),
    "sessions.column.again": ("又送过", "again"),
    "rates.none": (
        "这个文件夹接上以后还没有会话，算不出比例。",
        "No session of this folder since it was wired, so there is no share to tell.",
    ),
    "rates.since": ("从 {day} 算起（{hosts}）：", "Since {day} ({hosts}):"),
    "rates.seen": (
        "块进了模型眼里的会话　{count}/{of}　{percent}",
        "sessions with the block seen  {count}/{of}  {percent}",
    ),
    "rates.diary": (
        "开过会话的日子里写了日记的　{count}/{of}　{percent}",
        "days with a session that have a diary page  {count}/{of}  {percent}",
    ),
    "rates.tags": (
        "在情绪词表里的情绪标签　{count}/{of}　{percent}",
        "emotion tags in the vocabulary  {count}/{of}  {percent}",
    ),
    # doctor
    "doctor.folder": ("{folder}", "{folder}"),
    "doctor.no_folder": ("没有记下记忆文件夹", "no memory folder is recorded"),
    "doctor.no_folder.do": (
        "ofttold scaffold 文件夹 --default",
        "ofttold scaffold DIR --default",
    ),
    "doctor.folder_missing": ("没有这个文件夹：{folder}", "there is no such folder: {folder}"),
    "doctor.folder_missing.do": (
        "把它找回来，或者 ofttold scaffold 文件夹 --default 指一个新的",
        "bring it back, or name another one: ofttold scaffold DIR --default",
    ),
    "doctor.folder_by_variable": (
        "文件夹只写在这个终端的 OFTTOLD_DIR 里，从桌面打开的宿主看不到",
        "the folder stands only in this terminal's OFTTOLD_DIR, which a host started from the desktop does not see",
    ),
    "doctor.folder_by_variable.do": (
        "ofttold scaffold 文件夹 --default",
        "ofttold scaffold DIR --default",
    ),
    "doctor.settings": ("ofttold.toml 没有问题", "nothing wrong with ofttold.toml"),
    "doctor.settings_fault": ("{place}", "{place}"),
    "doctor.settings_fault.do": (
        "改好它；全部设置见 README",
        "mend it; README lists every setting",
    ),
    "doctor.none_wired": ("一个宿主都没接上", "no host is wired"),
    "doctor.none_wired.do": ("ofttold install", "ofttold install"),
    "doctor.entry": ("{path} 里有 {count} 条", "{path} holds {count} of ours"),
    "doctor.file": ("{path}", "{path}"),
    "doctor.entry_gone": ("{path} 里的条目不全了", "entries are missing in {path}"),
    "doctor.entry_gone.do": ("ofttold install {host}", "ofttold install {host}"),
    "doctor.unreadable": ("{why}", "{why}"),
    "doctor.unreadable.do": (
        "改好它，再 ofttold install {host}",
        "mend it, then ofttold install {host}",
    ),
    "doctor.hook": (
        "钩子跑得通，{ms} 毫秒，{chars} 个字符",
        "the hook runs: {ms} ms, {chars} characters",
    ),
    "doctor.hook_fails": (
        "文件里的命令跑不通：{command}（{said}）",
        "the command in the file does not run: {command} ({said})",
    ),
    "doctor.hook_fails.do": ("ofttold install {host}", "ofttold install {host}"),
    "doctor.hook_no_json": (
        "命令打印的不是一个 JSON：{command}",
        "the command prints something that is not one JSON value: {command}",
    ),
    "doctor.hook_no_json.do": (
        "看看是不是有别的程序也在打印；然后 ofttold install {host}",
        "see whether something else prints there too; then ofttold install {host}",
    ),
    "doctor.hook_silent": ("命令什么都没打印：{command}", "the command prints nothing: {command}"),
    "doctor.hook_silent.do": (
        "看钩子日志的最后一行，再 ofttold install {host}",
        "read the last line of the hook log, then ofttold install {host}",
    ),
    "doctor.hook_too_long": (
        "打印的比宿主收得下的长：{command}",
        "it prints more than the host takes: {command}",
    ),
    "doctor.hook_too_long.do": (
        "在 ofttold.toml 里把 max_chars 调小",
        "lower max_chars in ofttold.toml",
    ),
    "doctor.trusted": ("Codex 信任这 {count} 条钩子", "Codex trusts these {count} hooks"),
    "doctor.not_trusted": ("Codex 还没信任：{states}", "Codex does not trust: {states}"),
    "doctor.not_trusted.do": (
        "在 Codex 里输入 /hooks，逐条信任",
        "open /hooks in Codex and trust each",
    ),
    "doctor.trust_unknown": (
        "问不到 Codex 信不信任这些钩子",
        "Codex could not be asked whether it trusts the hooks",
    ),
    "doctor.trust_unknown.do": (
        "在 Codex 里输入 /hooks 看一眼",
        "open /hooks in Codex and look",
    ),
    "doctor.plugin_too": (
        "{host} 里还装着 ofttold 插件，两条路都在跑",
        "the ofttold plugin is installed in {host} too, so both ways run",
    ),
    "doctor.plugin_too.do": (
        "留一条：卸掉插件，或 ofttold uninstall {host}",
        "keep one: remove the plugin, or ofttold uninstall {host}",
    ),
    "doctor.server": (
        "MCP 服务能启动，{ms} 毫秒：{tools}",
        "the MCP server starts, {ms} ms: {tools}",
    ),
    "doctor.server_fails": (
        "MCP 服务起不来：{command}（{why}）",
        "the MCP server does not start: {command} ({why})",
    ),
    "doctor.server_fails.do": ("ofttold install {host}", "ofttold install {host}"),
    # watch
    "error.half_marked": (
        "{file} 里 ofttold 的标记不成对，没有动它。",
        "The ofttold marks in {file} do not make one block; the file was left alone.",
    ),
    "hint.half_marked": (
        "把剩下的 <!-- ofttold:… --> 行删掉再试。",
        "delete the <!-- ofttold:… --> lines that are left and try again.",
    ),
    "watch.watching": ("看着 {folder}，按 Ctrl-C 结束。", "Watching {folder}; Ctrl-C ends it."),
    "watch.stopped": (
        "不看了。块还在文件里，ofttold unwatch 取出。",
        "Stopped. The block stays in the files; ofttold unwatch takes it out.",
    ),
    "watch.made": ("新建　{path}", "made  {path}"),
    "watch.changed": ("更新　{path}", "updated  {path}"),
    "watch.same": ("没变　{path}", "unchanged  {path}"),
    "watch.taken_out": ("取出　{path}", "taken out  {path}"),
    "watch.not_there": ("没有块　{path}", "no block there  {path}"),
    "watch.none": ("没有哪个文件里放过块。", "No file was ever given the block."),
}
