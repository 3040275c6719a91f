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
}
