"""Page: what the MCP server and its tools say."""

TABLE: dict[str, tuple[str, str]] = {
    "mcp.argument_unknown": (
        "没有「{name}」这个参数；有的是：{known}。",
        "There is no argument {name!r}; there are: {known}.",
    ),
    "mcp.argument_missing": (
        "缺少参数「{name}」。",
        "The argument {name!r} is missing.",
    ),
    "mcp.argument_shape": (
        "参数「{name}」要的是{wanted}。",
        "The argument {name!r} must be {wanted}.",
    ),
    "mcp.argument_choice": (
        "参数「{name}」只能是其中之一：{choices}。",
        "The argument {name!r} must be one of: {choices}.",
    ),
    "mcp.kind.string": ("一段文字", "a string"),
    "mcp.kind.boolean": ("true 或 false", "true or false"),
    "mcp.kind.integer": ("一个整数", "a whole number"),
    "mcp.kind.strings": ("一组文字", "a list of strings"),
    "mcp.kind.mapping": ("名与文字的对照", "an object of strings"),
}
