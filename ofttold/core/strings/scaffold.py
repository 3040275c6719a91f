"""Page: what laying down a folder says."""

TABLE: dict[str, tuple[str, str]] = {
    "error.shipped_missing": (
        "这份安装少了随带的文字（{kind}），本该在 {folder}。",
        "This installation lacks the texts that come with it ({kind}); they belong in {folder}.",
    ),
    "hint.shipped_missing": (
        "重新安装 ofttold。",
        "install ofttold again.",
    ),
    "error.unreadable_toml": (
        "{name} 不是能读的 TOML：{fault}",
        "{name} is not TOML that can be read: {fault}",
    ),
    "hint.unreadable_toml": (
        "先把它改好，再来一次；文件没有动。",
        "mend it and try again; the file was not touched.",
    ),
    "error.unclear_toml": (
        "{name} 里没法只改这一项而不碰别的；文件没有动。",
        "In {name} this key cannot be set without touching something else; the file was not touched.",
    ),
    "hint.unclear_toml": (
        "自己写上：{line}",
        "write it yourself: {line}",
    ),
    "error.file_in_the_way": (
        "{path} 是一个文件，这里要的是文件夹；什么都没有做。",
        "{path} is a file where a folder belongs; nothing was made.",
    ),
    "hint.file_in_the_way": (
        "把它移开或改名，再来一次。",
        "move or rename it and try again.",
    ),
    "error.folder_in_the_way": (
        "{path} 不是文件，这里要的是文件；什么都没有做。",
        "{path} is no file, and a file belongs there; nothing was made.",
    ),
    "hint.folder_in_the_way": (
        "把它移开或改名，再来一次。",
        "move or rename it and try again.",
    ),
    "error.link_to_nowhere": (
        "{path} 是一个断了的链接；什么都没有做。",
        "{path} is a link that points nowhere; nothing was made.",
    ),
    "hint.link_to_nowhere": (
        "把链接修好或删掉，再来一次。",
        "mend the link or remove it and try again.",
    ),
    "error.unwritable_name": (
        "{path} 这个名字不是正常的文字，没法写进设置。",
        "The name {path} is no text, and no settings file can hold it.",
    ),
    "hint.unwritable_name": (
        "给文件夹改个名字，或者用 OFTTOLD_DIR 指定它。",
        "rename the folder, or name it in OFTTOLD_DIR.",
    ),
    "scaffold.made": ("新建  {path}", "made  {path}"),
    "scaffold.kept": ("已有  {path}", "kept  {path}"),
    "scaffold.kept_empty": ("已有  {path}（空文件）", "kept  {path} (empty)"),
    "scaffold.own_names": (
        "这个文件夹原来就有的名字",
        "names this folder had before",
    ),
    "scaffold.adopted": (
        "照用已有的 {names}，名字写进了 ofttold.toml。",
        "Your {names} are used as they are; ofttold.toml now names them.",
    ),
    "scaffold.add_lines": (
        "照用已有的 {names}。ofttold.toml 已经在了，请加上这几行：\n{lines}",
        "Your {names} can be used as they are. There is an ofttold.toml already; add to it:\n{lines}",
    ),
    "scaffold.double": (
        "{used} 和 {other} 都在；用的是 {used}，{other} 没有动。",
        "There are both {used} and {other}; {used} is used, {other} was left alone.",
    ),
    "scaffold.hint_default": (
        "想让它处处都用：ofttold scaffold {folder} --default",
        "to use it everywhere: ofttold scaffold {folder} --default",
    ),
    "scaffold.recorded": (
        "以后没有另外指定时，就用 {folder}。",
        "From now on {folder} is used where no other is named.",
    ),
    "scaffold.overridden": (
        "不过现在 OFTTOLD_DIR 指着别的文件夹，它优先。",
        "For now OFTTOLD_DIR names another folder, and goes first.",
    ),
}
