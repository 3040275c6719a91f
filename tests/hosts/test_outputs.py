"""A text in, exactly the bytes a host takes in."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.hosts.output import count_chars, fits
from ofttold.hosts.prompts import clean_prompt
from ofttold.hosts.registry import HOSTS, load_host

TEXT = '[oft-told]\n- **鲸** "q" \\ \t</x> \u2028\n[/oft-told]'
BODY = r"[oft-told]\n- **鲸** \"q\" \\ \t</x> " + "\u2028" + r"\n[/oft-told]"
_NESTED = '{"hookSpecificOutput": {"hookEventName": "NAME", "additionalContext": "%s"}}\n'
GOLDEN = {
    ("claude-code", "session-start"): _NESTED.replace("NAME", "SessionStart"),
    ("claude-code", "prompt"): _NESTED.replace("NAME", "UserPromptSubmit"),
    ("codex", "session-start"): _NESTED.replace("NAME", "SessionStart"),
    ("codex", "prompt"): _NESTED.replace("NAME", "UserPromptSubmit"),
    ("gemini", "session-start"): _NESTED.replace("NAME", "SessionStart"),
    ("gemini", "prompt"): _NESTED.replace("NAME", "BeforeAgent"),
    ("cursor", "session-start"): '{"additional_context": "%s"}\n',
    ("cursor", "prompt"): '{"continue": true, "additional_context": "%s"}\n',
    ("copilot", "session-start"): '{"additionalContext": "%s"}\n',
    ("copilot", "prompt"): '{"additionalContext": "%s"}\n',
    ("vscode", "session-start"): _NESTED.replace("NAME", "SessionStart"),
    ("vscode", "prompt"): "",
    ("opencode", "session-start"): '{"text": "%s"}\n',
    ("opencode", "prompt"): '{"text": "%s"}\n',
    ("dsh", "session-start"): '{"text": "%s"}\n',
    ("dsh", "prompt"): '{"text": "%s"}\n',
}


@pytest.mark.parametrize(("host", "event"), GOLDEN)
def test_a_host_gets_exactly_its_shape(host: str, event: str) -> None:
    golden = GOLDEN[(host, event)]
    assert load_host(host).write(event, TEXT) == golden.replace("%s", BODY)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("event", ["session-start", "prompt", "compact", "session-end"])
def test_nothing_to_say_is_not_a_byte(host: str, event: str) -> None:
    assert load_host(host).write(event, "") == ""


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("event", ["compact", "session-end"])
def test_an_event_no_model_listens_to_gets_nothing(host: str, event: str) -> None:
    assert load_host(host).write(event, "text") == ""


@pytest.mark.parametrize("host", HOSTS)
@given(st.text(min_size=1))
def test_any_text_makes_one_json_value_that_holds_it(host: str, text: str) -> None:
    output = load_host(host).write("session-start", text)
    assert output.endswith("\n") and output.count("\n") == 1
    value = json.loads(output)
    while isinstance(value, dict):
        value = next(v for k, v in value.items() if k != "hookEventName")
    assert value == text


def test_a_lone_surrogate_does_not_break_the_output() -> None:
    assert load_host("codex").write("prompt", "a\ud800b").encode("utf-8")


def test_the_budget_counts_as_hosts_count() -> None:
    assert count_chars("a鲸🐋") == 4
    assert fits("鲸" * 4000, counts_bytes=False)
    assert not fits("鲸" * 4000, counts_bytes=True)
    assert not fits("🐋" * 4501, counts_bytes=False)


@pytest.mark.parametrize(
    ("typed", "own"),
    [
        (
            "<hook_context>[oft-told · memory · 2026-11-30]\nx\n[/oft-told]</hook_context>\n\nhello",
            "hello",
        ),
        ("<hook_context>a</hook_context>\n\n<hook_context>b</hook_context> hi", "hi"),
        ("hello\n<system_reminder>cards</system_reminder>", "hello"),
        ("[oft-told · memory · 2026-11-30]\n鲸\n[/oft-told]", ""),
        ("tell me about [oft-told] blocks", "tell me about [oft-told] blocks"),
        ("<hook_context>never closed", ""),
        ("/compact", ""),
        ("a /path stays", "a /path stays"),
        ('"hello there"', '"hello there"'),
    ],
)
def test_the_prompt_is_freed_of_what_hosts_and_we_put_around_it(typed: str, own: str) -> None:
    assert clean_prompt(typed) == own


def test_a_host_that_quotes_the_prompt_is_unquoted_once() -> None:
    assert load_host("opencode").QUOTES_PROMPT
    assert clean_prompt('"hello there"', quoted=True) == "hello there"
    assert clean_prompt('"a" and "b"', quoted=True) == '"a" and "b"'


@pytest.mark.slow
def test_cleaning_a_huge_prompt_takes_linear_time() -> None:
    assert clean_prompt("<hook_context>" * 300_000) == ""
    assert clean_prompt("<hook_context></hook_context>" * 100_000 + "x") == "x"
