"""Page: the table of anchors, their curves, the replay and what is wrong with an anchor."""

TABLE: dict[str, tuple[str, str]] = {
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
