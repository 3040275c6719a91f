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
}
