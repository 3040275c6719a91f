"""Page: what a command line that cannot be read is told; click's own sentences and ours."""

TABLE: dict[str, tuple[str, str]] = {
    "usage.usage": ("用法:", "Usage:"),
    "usage.try_help": ("用法详见「{command} {option}」。", "Try '{command} {option}' for help."),
    "usage.error": ("用法不对：{message}", "Error: {message}"),
    "usage.aborted": ("停下了。", "Aborted!"),
    "usage.no_command": ("没有 {name!r} 这个命令。", "No such command {name!r}."),
    "usage.no_option": ("没有 {name!r} 这个选项。", "No such option {name!r}."),
    "usage.meant": ("是不是 {possibility}？", "Did you mean {possibility}?"),
    "usage.meant_one_of": (
        "（是不是其中之一：{possibilities}？）",
        "(Did you mean one of: {possibilities}?)",
    ),
    "usage.command_missing": ("后面还要一个命令。", "Missing command."),
    "usage.argument_missing": ("缺少参数", "Missing argument"),
    "usage.option_missing": ("缺少选项", "Missing option"),
    "usage.parameter_missing": ("缺少参数", "Missing parameter"),
    "usage.choose": ("可以写：\n\t{choices}", "Choose from:\n\t{choices}"),
    "usage.bad_value_of": (
        "{param_hint} 的值不对：{message}",
        "Invalid value for {param_hint}: {message}",
    ),
    "usage.bad_value": ("值不对：{message}", "Invalid value: {message}"),
    "usage.not_choice": ("{value!r} 不是 {choice}。", "{value!r} is not {choice}."),
    "usage.not_one_of": (
        "{value!r} 不在这些里面：{choices}。",
        "{value!r} is not one of {choices}.",
    ),
    "usage.not_number": ("{value!r} 不是这里要的数。", "{value!r} is not a valid {number_type}."),
    "usage.not_truth": (
        "{value!r} 不是「是」或「否」；可以写：{states}",
        "{value!r} is not a valid boolean. Recognized values: {states}",
    ),
    "usage.out_of_range": ("{value} 不在 {range} 里面。", "{value} is not in the range {range}."),
    "usage.not_there": ("{filename!r} 不存在。", "{name} {filename!r} does not exist."),
    "usage.is_folder": ("{filename!r} 是个文件夹。", "{name} {filename!r} is a directory."),
    "usage.is_file": ("{filename!r} 是个文件。", "{name} {filename!r} is a file."),
    "usage.not_readable": ("{filename!r} 读不了。", "{name} {filename!r} is not readable."),
    "usage.not_writable": ("{filename!r} 写不了。", "{name} {filename!r} is not writable."),
    "usage.no_value": ("选项 {name!r} 后面不带值。", "Option {name!r} does not take a value."),
    "usage.wants_value": (
        "选项 {name!r} 后面要带一个值。",
        "Option {name!r} requires an argument.",
    ),
    "usage.wants_values": (
        "选项 {name!r} 后面要带 {nargs} 个值。",
        "Option {name!r} requires {nargs} arguments.",
    ),
    "usage.one_too_many": ("多出来一个词（{args}）", "Got unexpected extra argument ({args})"),
    "usage.too_many": ("多出来几个词（{args}）", "Got unexpected extra arguments ({args})"),
    "usage.argument_takes": (
        "参数 {name!r} 要 {nargs} 个值。",
        "Argument {name!r} takes {nargs} values.",
    ),
    "usage.exclude": ("{one} 和 {other} 只能写一个", "{one} and {other} exclude each other"),
    "usage.not_utf8": ("{file} 不是 UTF-8", "{file} is not UTF-8"),
    "usage.not_pair": ("{text!r} 不是 KEY=VALUE 这样的", "{text!r} is not KEY=VALUE"),
    "usage.name_suggestion": (
        "写上建议或卡片的 id，或者 --all",
        "name a suggestion or card, or give --all",
    ),
    "usage.name_source": (
        "写上文件夹或文件，或者 --from claude",
        "name a folder or file, or give --from claude",
    ),
    "usage.name_new_card": (
        "写上新卡片的 id，或者它的内容（--title、--summary、--body）",
        "name the new card, or give what it says (--title, --summary, --body)",
    ),
}
