"""Page: the table of anchors, their curves, the replay and what is wrong with an anchor."""

TABLE: dict[str, tuple[str, str]] = {
    "anchors.plot_forgetting": (
        "从 {today} 起不再提起，各锚点的 R",
        "R of each anchor if nothing more is said from {today} on",
    ),
    "anchors.plot_halving": (
        "从 {today} 起不再提起，各锚点的分量（每 30 天减半）",
        "Weight of each anchor if nothing more is said from {today} on (halving)",
    ),
    "anchors.plot_fading": (
        "从 {today} 起不再提起，各锚点的分量（按平方变淡）",
        "Weight of each anchor if nothing more is said from {today} on (fading)",
    ),
    "anchors.plot_days": ("往后的天数", "days from now"),
    "anchors.plot_more": ("另有 {count} 条在列", "and {count} more shown"),
    "anchors.plot_sunk": ("灰线：沉底 {count} 条", "grey: {count} sunk"),
    "finding.no_handle": (
        "这一条没有粗体标题，也没有 →，认不出锚点的名字",
        "this item has no bold title and no →, so the anchor has no handle",
    ),
    "finding.never_sinks": (
        "锚点「{handle}」没有日期，永远不会沉底；在 → 后面写上日期",
        "anchor “{handle}” has no date and can never sink; write one behind its →",
    ),
    "finding.future_anchor": (
        "锚点「{handle}」的日期 {day} 还没到",
        "anchor “{handle}” is dated {day}, which is still to come",
    ),
}
