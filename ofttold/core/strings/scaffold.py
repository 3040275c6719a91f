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
}
