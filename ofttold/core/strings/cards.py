"""Page: what the cards parts say."""

TABLE: dict[str, tuple[str, str]] = {
    "finding.card_unclosed": (
        "开头的 --- 没有收尾：在最后一个字段下面另起一行写 ---",
        "the front matter opened by --- is never closed: put a line --- under its last field",
    ),
    "finding.card_yaml": (
        "开头两条 --- 之间这里读不懂（引号、括号或缩进没有配对）",
        "the front matter cannot be read here (a quote, bracket or indent without its pair)",
    ),
    "finding.card_colon": (
        "值里有「: 」，要给整个值加上引号",
        "a value holds ': '; put the whole value in quotes",
    ),
    "finding.card_no_mapping": (
        "开头两条 --- 之间应当是「字段: 值」，这里不是",
        "between the two --- lines there should be 'field: value' lines; here there are none",
    ),
    "finding.card_twice": (
        "字段「{name}」写了两次，留一个",
        "the field {name!r} stands twice; keep one",
    ),
    "finding.card_too_deep": (
        "开头两条 --- 之间嵌套太深，或展开后太大",
        "the front matter nests too deep or unfolds to too much",
    ),
    "finding.card_not_utf8": (
        "不是 UTF-8 编码，没有读；用编辑器另存为 UTF-8",
        "not UTF-8, so it was not read; save it as UTF-8 in an editor",
    ),
    "finding.card_too_large": (
        "超过 {mib} MiB，没有读",
        "over {mib} MiB, so it was not read",
    ),
    "finding.card_conflict": (
        "git 的冲突标记还在，先选定要留的文字",
        "git's conflict marks are still here; choose the text to keep first",
    ),
    "finding.card_not_text": (
        "「{field}」应当是一行文字，现在当作没写",
        "{field!r} should be a line of text; it counts as not given",
    ),
    "finding.card_not_list": (
        "「{field}」应当是一列文字，现在当作空的",
        "{field!r} should be a list of texts; it counts as empty",
    ),
    "finding.card_not_truth": (
        "「{field}」只认 true 或 false，现在写的是「{got}」，按稳妥的一边算",
        "{field!r} takes true or false, not {got!r}; the safe side counts",
    ),
    "finding.card_not_known": (
        "「{field}」没有「{got}」这个值，只认：{known}",
        "{field!r} has no value {got!r}; known are: {known}",
    ),
    "finding.card_bad_id": (
        "id「{got}」不是 mem_ 加 12 个小写字母或 2-7，改用文件名认它",
        "the id {got!r} is not mem_ with 12 of a-z and 2-7; the file's name stands in for it",
    ),
    "finding.card_no_condition": (
        "写了 conditional 却没有条件，先当作没定",
        "it says conditional but gives no condition; it counts as unresolved",
    ),
    "finding.card_no_mapping_value": (
        "「{field}」应当是「键: 值」各占一行，读不懂就不会自动用到",
        "{field!r} should be 'key: value' lines; unread, it keeps the card from being used",
    ),
    "finding.card_not_number": (
        "「{field}」应当是数字，现在写的是「{got}」，当作 1",
        "{field!r} should be a number, not {got!r}; it counts as 1",
    ),
}
