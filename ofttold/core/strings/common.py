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
}
