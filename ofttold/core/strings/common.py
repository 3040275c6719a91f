"""Page: what every command may say."""

TABLE: dict[str, tuple[str, str]] = {
    "common.hint": ("接下来：{text}", "hint: {text}"),
    "error.bad_clock": (
        "OFTTOLD_NOW 读不懂：{text}",
        "OFTTOLD_NOW cannot be read: {text}",
    ),
    "hint.bad_clock": (
        "写成 2026-11-30T10:00:00+08:00 这样，或者去掉它。",
        "write it like 2026-11-30T10:00:00+08:00, or unset it.",
    ),
    "error.unknown_zone": (
        "这台机器不认识时区「{zone}」。",
        "This machine does not know the time zone {zone!r}.",
    ),
    "hint.unknown_zone": (
        "在 ofttold.toml 里把 timezone 写成 IANA 名，比如 Asia/Shanghai。",
        "in ofttold.toml give timezone an IANA name, such as Europe/London.",
    ),
    "error.no_folder": (
        "还没有告诉我记忆文件夹在哪里。",
        "Nothing says yet where the memory folder is.",
    ),
    "hint.no_folder": (
        "新建或沿用一个：ofttold scaffold 文件夹 --default；或者用 --dir、OFTTOLD_DIR 指给我。",
        "make or take one: ofttold scaffold DIR --default; or name it with --dir or OFTTOLD_DIR.",
    ),
    "error.folder_missing": (
        "没有这个文件夹：{folder}",
        "There is no such folder: {folder}",
    ),
    "hint.folder_missing": (
        "看看路径是不是写错了，或者用 ofttold scaffold 建它。",
        "look at the path again, or make the folder with ofttold scaffold.",
    ),
    "error.folder_is_file": (
        "{folder} 是一个文件，不是文件夹。",
        "{folder} is a file, not a folder.",
    ),
    "hint.folder_is_file": (
        "指给我放 memory.md 的那个文件夹。",
        "name the folder that holds memory.md.",
    ),
    "error.bad_settings": ("{place}：{what}", "{place}: {what}"),
    "hint.bad_settings": (
        "改好再试；全部设置见 README。",
        "mend it and try again; README lists every setting.",
    ),
    "finding.setting_type": (
        "{key} 的值是 {got}，这里要的是 {want}",
        "{key} is {got}; it takes {want}",
    ),
    "finding.setting_unknown": ("不认识的设置 {key}", "unknown setting {key}"),
    "finding.setting_unknown_near": (
        "不认识的设置 {key}，是不是 {near}？",
        "unknown setting {key}; did you mean {near}?",
    ),
    "finding.setting_path": (
        "{key} 的值是 {got}，它要留在记忆文件夹里面、cards/ 外面",
        "{key} is {got}; it has to stay inside the memory folder and out of cards/",
    ),
    "finding.setting_zone": (
        "{key} 的值是「{got}」，这台机器不认识这个时区；写 IANA 名，比如 Asia/Shanghai",
        "{key} is {got!r}, a time zone this machine does not know; give an IANA name, such as Europe/London",
    ),
    "finding.toml_broken": ("TOML 读不通：{why}", "not valid TOML: {why}"),
    "finding.toml_unreadable": ("读不了：{why}", "cannot be read: {why}"),
    "error.bug": (
        "这是 ofttold 自己的毛病：{what}。经过写在 {path}",
        "This is a fault of ofttold itself: {what}. The report is in {path}",
    ),
}
