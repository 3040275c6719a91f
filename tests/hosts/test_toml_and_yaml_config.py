"""TOML and YAML settings: appended to, and given back byte for byte."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ofttold.hosts import tomlsplice, yamlsplice
from ofttold.hosts.commandline import Program
from ofttold.hosts.config import plan_install, plan_uninstall, render_snippet
from ofttold.hosts.registry import load_host
from ofttold.hosts.splices import ConfigFault
from ofttold.hosts.wants import Want
from tests.hosts.odd_settings import MOVED, PROGRAM

ROOTS = {"codex": "/home/me/.codex", "agents": "/home/me/.agents", "dsh": "/home/me/.dsh"}
MANY = hypothesis_settings(max_examples=60)


def wants(form: str, program: Program = PROGRAM) -> tuple[Want, ...]:
    host = "codex" if form == "toml" else "dsh"
    wiring = load_host(host).wire(program, "user", ROOTS)
    (found,) = [target.wants for target in wiring.targets if target.form == form]
    return found


TOML = {
    "empty": "",
    "bom": "\ufeff",
    "no_break": 'model = "x"',
    "plain": 'model = "x"\n\n[projects."/a b"]\ntrust_level = "trusted"\n',
    "crlf": 'model = "x"\r\n[a]\r\nb = 1\r\n',
    "bom_crlf": '\ufeffmodel = "x"\r\n',
    "comment_end": "a = 1\n# the end",
    "other_server": '[mcp_servers.other]\ncommand = "o"\n',
    "header_in_string": 'a = """\n[mcp_servers.ofttold]\ncommand = "no"\n"""\nb = \'\'\'\n[x]\'\'\'\n',
    "array_of_tables": '[[hooks]]\na = [\n  "]", # [x]\n]\n[[hooks]]\n',
    "dotted": 'mcp_servers.other.command = "o"\n',
    "empty_parent": "[mcp_servers]\n",
}
YAML = {
    "empty": "",
    "bom": "\ufeff",
    "comment": "# mine\n",
    "comment_without_break": "# mine",
    "plain": "- id: hmr\n  disabled: false\n",
    "no_break": "- id: hmr\n  disabled: false",
    "crlf": "- id: hmr\r\n  disabled: false\r\n",
    "indented": "# x\n  - id: a\n    config: { b: ~ }\n  - id: c\n\n# end\n",
    "marker": "---\n- id: a\n  text: 'x'\n",
    "inserts": "- insert:\n    - id: other\n      name: '@x/y'\n",
    "folded": "- id: a\n  text: >\n    long\n    text\n",
    "bom_plain": "\ufeff- id: a\n",
}
KNOWN = [("toml", name) for name in TOML] + [("yaml", name) for name in YAML]


def text_of(form: str, name: str) -> str:
    return (TOML if form == "toml" else YAML)[name]


@pytest.mark.parametrize(("form", "name"), KNOWN)
def test_uninstall_gives_back_the_very_bytes(form: str, name: str) -> None:
    before = text_of(form, name).encode()
    change = plan_install(form, before, wants(form))
    assert change.data != before
    assert plan_uninstall(form, change.data, wants(form), change.record) == before


@pytest.mark.parametrize(("form", "name"), KNOWN)
def test_a_second_install_changes_nothing(form: str, name: str) -> None:
    change = plan_install(form, text_of(form, name).encode(), wants(form))
    assert plan_install(form, change.data, wants(form), change.record).data == change.data
    assert plan_install(form, change.data, wants(form)).data == change.data


@pytest.mark.parametrize(("form", "name"), KNOWN)
def test_a_moved_program_is_brought_up_to_date_in_place(form: str, name: str) -> None:
    before = text_of(form, name).encode()
    change = plan_install(form, before, wants(form))
    blind = plan_install(form, change.data, wants(form, MOVED))
    known = plan_install(form, change.data, wants(form, MOVED), change.record)
    assert blind.data == known.data
    assert b"new place" in known.data and PROGRAM.interpreter.encode() not in known.data
    assert plan_uninstall(form, known.data, wants(form), known.record) == before


@pytest.mark.parametrize(("form", "name"), KNOWN)
def test_what_a_person_added_since_is_all_that_stays(form: str, name: str) -> None:
    before = text_of(form, name)
    change = plan_install(form, before.encode(), wants(form))
    more = "\n[zz]\nz = 1\n" if form == "toml" else "- id: zz\n"
    if name == "indented":
        more = "  - id: zz\n"
    left = plan_uninstall(form, change.data + more.encode(), wants(form), change.record).decode()
    assert "ofttold" not in left.replace(text_of("toml", "header_in_string"), "")
    assert left.startswith(before) and left.endswith(more)


@pytest.mark.parametrize(("form", "name"), KNOWN)
def test_without_a_record_our_entries_go_by_their_mark(form: str, name: str) -> None:
    before = text_of(form, name)
    change = plan_install(form, before.encode(), wants(form))
    left = plan_uninstall(form, change.data, wants(form)).decode()
    assert left.rstrip("\r\n") == before.rstrip("\r\n")


_keys = st.text("abcdef_-", min_size=1, max_size=5)
_toml_values = st.one_of(
    st.integers(-9, 9).map(str),
    st.sampled_from(
        [
            '"x"',
            "'[y]'",
            '"""\n[mcp_servers.ofttold]\n"""',
            "[1, [2]]",
            "{ a = 1 }",
            "[\n  1, # ]\n]",
            "1979-05-27",
            "true",
            '"鲸 \\" [z"',
        ]
    ),
)


@st.composite
def toml_texts(draw: st.DrawFn) -> str:
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    lines: list[str] = []
    for number in range(draw(st.integers(0, 4))):
        if number:
            lines.append(f"[t{number}]" + draw(st.sampled_from(["", " # note", "  "])))
        keys = draw(st.lists(_keys, max_size=3, unique=True))
        lines += [f"{key} = {draw(_toml_values)}" for key in keys]
        lines += draw(st.sampled_from([[], [""], ["# [comment]"]]))
    text = "\n".join(lines) + draw(st.sampled_from(["", "\n"]))
    return draw(st.sampled_from(["", "\ufeff"])) + text.replace("\n", newline)


@given(toml_texts())
@MANY
def test_any_toml_comes_back(text: str) -> None:
    change = plan_install("toml", text.encode(), wants("toml"))
    data = tomllib.loads(change.data.decode().removeprefix("\ufeff"))
    assert data.pop("mcp_servers")["ofttold"]["args"] == PROGRAM.arguments("mcp")
    assert data == tomllib.loads(text.removeprefix("\ufeff"))
    assert plan_uninstall("toml", change.data, wants("toml"), change.record) == text.encode()
    assert plan_uninstall("toml", change.data, wants("toml")).strip() == text.encode().strip()


@given(
    st.lists(
        st.sampled_from(
            [
                "- id: a",
                "- {id: b, c: [1]}",
                "- insert:\n    - id: q",
                "# c",
                "- x: |\n    t",
                "- 'y'",
            ]
        )
    ),
    st.sampled_from(["", "\n"]),
)
@MANY
def test_any_list_of_steps_comes_back(lines: list[str], end: str) -> None:
    text = "\n".join(lines) + end
    try:
        change = plan_install("yaml", text.encode(), wants("yaml"))
    except ConfigFault as fault:
        assert fault.code == "would_lose" and text.endswith("    t")
        return
    assert plan_uninstall("yaml", change.data, wants("yaml"), change.record) == text.encode()


@pytest.mark.parametrize(
    ("form", "text", "code"),
    [
        ("toml", 'mcp_servers = { a = { command = "x" } }\n', "inline_table"),
        ("toml", "a = \n", "syntax"),
        ("toml", '[mcp_servers.ofttold]\ncommand = "other"\n', "foreign_entry"),
        ("toml", "mcp_servers = 1\n", "wrong_shape"),
        ("yaml", "a: 1\n", "wrong_shape"),
        ("yaml", "[]\n", "wrong_shape"),
        ("yaml", "- a: [\n", "syntax"),
        ("yaml", "- a\n---\n- b\n", "many_documents"),
        ("yaml", "[" * 3000, "too_deep"),
    ],
)
def test_what_cannot_be_merged_without_loss_is_refused(form: str, text: str, code: str) -> None:
    with pytest.raises(ConfigFault) as refused:
        plan_install(form, text.encode(), wants(form))
    assert refused.value.code == code


def test_a_toml_fault_is_told_with_its_place() -> None:
    with pytest.raises(ConfigFault) as refused:
        plan_install("toml", b"a = 1\nb = = 2\n", wants("toml"))
    assert (refused.value.line, refused.value.column) == (2, 5)


def test_a_row_of_ours_among_a_persons_is_cut_alone() -> None:
    text = "- insert:\n    - id: mine\n      name: x\n    - id: ofttold\n      name: y\n- id: z\n"
    left = plan_uninstall("yaml", text.encode(), wants("yaml"))
    assert left == b"- insert:\n    - id: mine\n      name: x\n- id: z\n"


def test_a_sub_table_of_ours_goes_with_it() -> None:
    text = 'a = 1\n\n[mcp_servers.ofttold]\ncommand = "ofttold"\nargs = ["mcp"]\n\n[mcp_servers.ofttold.env]\nX = "1"\n\n# about z\n[z]\n'
    left = plan_uninstall("toml", text.encode(), wants("toml"))
    assert tomllib.loads(left.decode()) == {"a": 1, "z": {}}
    assert b"# about z\n[z]" in left


def test_the_snippet_is_what_an_install_into_nothing_writes() -> None:
    assert render_snippet("toml", wants("toml")) == tomlsplice.render_table(wants("toml")[0])  # type: ignore[arg-type]
    assert render_snippet("yaml", wants("yaml")) == yamlsplice.render_step(wants("yaml"))
