"""Settings texts as people, editors and hosts leave them: a strategy and a list of known oddities."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from ofttold.hosts.commandline import Program, hook_command, is_server
from ofttold.hosts.wants import JsonWant
from ofttold.hosts.wiring import group_hook, server_want

PROGRAM = Program("/opt/我的 env/bin/python")
MOVED = Program("/home/new place/python3", isolated=False)
FOREIGN_SERVER = {"command": "npx", "args": ["-y", "other-server"]}
assert not is_server(FOREIGN_SERVER)


def wants_of(program: Program) -> tuple[JsonWant, ...]:
    """Give what the tests install: two hooks of a group shape and a server."""
    start = hook_command(program, "claude-code", "session-start")
    prompt = hook_command(program, "claude-code", "prompt")
    return (
        group_hook("SessionStart", start, 10, matcher="startup|compact"),
        group_hook("UserPromptSubmit", prompt, 5),
        server_want(program, "mcpServers"),
    )


WANTS = wants_of(PROGRAM)

KNOWN = {
    "empty": "",
    "blank": " \n\n",
    "bom_alone": "\ufeff",
    "comment_alone": "// mine\n",
    "comment_without_break": "/* mine */",
    "object": "{}",
    "object_line": "{}\n",
    "object_open": "{\n}\n",
    "object_with_comment": "{ // only a comment\n}",
    "object_with_block_comment": "{ /* only\n a comment */ }",
    "tabs": '{\n\t"a": 1\n}\n',
    "one_line": '{"a":1}',
    "comment_after_last": '{\n  "a": 1 // the last one\n}\n',
    "comment_after_comma": '{\n  "a": 1, // the last one\n}\n',
    "bom_crlf": '\ufeff{\r\n\t"model": "x",\r\n\t"hooks": {"SessionStart": '
    '[{"matcher": "startup", "hooks": []}], "Stop": []}\r\n}',
    "empty_hooks": '{"hooks":{},"ui":{"theme":"d"}}',
    "four_blanks": '{\n    "备注": "别动 — 我的",\n    "zzz": 1,\n    "hooks": {}\n}\n',
    "trailing_commas": '{ // 我的\n  "url": "http://x//y", "k": "[甲,]", /* "a": */\n'
    '  "hooks": { "SessionStart": [ ] , },\n}\n',
    "empty_lists_kept": '{"hooks":{"SessionStart":[],"UserPromptSubmit":[ // keep\n ]}}',
    "foreign_hooks": json.dumps(
        {
            "model": "x",
            "permissions": {"deny": ["Read(.env)"]},
            "hooks": {
                "SessionStart": [
                    {"matcher": "compact", "hooks": [{"type": "command", "command": "other-tool"}]}
                ],
                "PreToolUse": [
                    {"matcher": "Bash", "hooks": [{"type": "command", "command": "guard.sh"}]}
                ],
            },
        }
    ),
    "foreign_hooks_pretty": json.dumps(
        {"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "o"}]}]}},
        indent=2,
    )
    + "\n",
    "other_server": json.dumps({"mcpServers": {"other": FOREIGN_SERVER}}, indent="\t"),
    "long_numbers": '{"id": 123456789012345678901234567890.5e+400, "x": -0.0}',
    "line_separators": '{"a": "\u2028\u2029\x85"}\n',
}

_words = st.text(
    st.characters(codec="utf-8", exclude_characters='"\\', exclude_categories=["Cs", "Cc"]),
    max_size=6,
)
_scalars = st.one_of(
    st.integers(), st.booleans(), st.none(), _words, st.just("http://x//y, [,] /* no */")
)
_values: st.SearchStrategy[Any] = st.recursive(
    _scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(_words, inner, max_size=3)
    ),
    max_leaves=8,
)
_handlers = st.fixed_dictionaries(
    {"type": st.just("command"), "command": st.sampled_from(["other-tool", "echo hi", "a b"])}
)
_groups = st.one_of(
    st.fixed_dictionaries({"matcher": _words, "hooks": st.lists(_handlers, max_size=2)}),
    _handlers,
    st.dictionaries(_words, _scalars, max_size=2),
)
_hooks = st.dictionaries(
    st.sampled_from(["SessionStart", "UserPromptSubmit", "Stop", "事件"]),
    st.lists(_groups, max_size=3),
    max_size=4,
)
_roots = st.builds(
    lambda base, hooks, servers, order: dict(
        sorted({**base, **hooks, **servers}.items(), key=lambda pair: order(pair[0]))
    ),
    st.dictionaries(_words.filter(lambda w: w not in ("hooks", "mcpServers")), _values, max_size=4),
    st.one_of(st.just({}), st.builds(lambda h: {"hooks": h}, _hooks)),
    st.one_of(
        st.just({}), st.just({"mcpServers": {}}), st.just({"mcpServers": {"o": FOREIGN_SERVER}})
    ),
    st.sampled_from([len, hash, str]),
)


class Layout:
    """How one text is laid out: drawn once, used for every token."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.newline = draw(st.sampled_from(["\n", "\r\n"]))
        self.unit = draw(st.sampled_from(["", "  ", "    ", "\t", None]))
        self.comments = draw(st.booleans())
        self.trailing = draw(st.booleans())

    def gap(self, depth: int) -> str:
        """Give what stands before an entry."""
        if self.unit is None:
            return self.draw(st.sampled_from(["", " "]))
        comment = self.draw(st.sampled_from(["", "", " // 一句", " /* b, c */"]))
        return (comment if self.comments else "") + self.newline + self.unit * depth

    def write(self, value: object, depth: int = 0) -> str:
        """Write a value in this layout."""
        if isinstance(value, dict):
            parts = [
                json.dumps(k, ensure_ascii=False) + ": " + self.write(v, depth + 1)
                for k, v in value.items()
            ]
            return self.wrap("{", parts, "}", depth)
        if isinstance(value, list):
            return self.wrap("[", [self.write(v, depth + 1) for v in value], "]", depth)
        return json.dumps(value, ensure_ascii=self.comments)

    def wrap(self, opening: str, parts: list[str], closing: str, depth: int) -> str:
        """Join the entries of one container."""
        if not parts:
            return opening + self.draw(st.sampled_from(["", " ", ""])) + closing
        body = ",".join(self.gap(depth + 1) + part for part in parts)
        comma = "," if self.trailing and self.draw(st.booleans()) else ""
        return opening + body + comma + self.gap(depth) + closing


@st.composite
def settings_texts(draw: st.DrawFn) -> str:
    """Draw a settings text."""
    layout = Layout(draw)
    lead = draw(st.sampled_from(["", "", "\ufeff", "// head" + layout.newline]))
    tail = draw(st.sampled_from(["", layout.newline, layout.newline + "// end"]))
    return lead + layout.write(draw(_roots)) + tail
