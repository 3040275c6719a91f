"""Recorded and documented payloads of every host in, the same facts out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.hosts.payload import EVENTS, HookInput, StrangePayload, read_payload
from ofttold.hosts.registry import HOSTS, canonical, detect_host, load_host, real_host

PAYLOADS = Path(__file__).parent / "payloads"
CODEX = "01a22d4c-c39b-7011-a255-0d473ec6824c"
COPILOT = "f03cee41-5d20-46ac-80fd-6cc400d06fc8"
GEMINI = "0aed4d39-48c7-42e4-997d-e1a5c7430133"
CLAUDE = "8b1c4d0e-1111-4222-8333-944455556666"
ROLLOUT = f"/home/me/.codex/sessions/2026/11/30/rollout-2026-11-30T16-32-15-{CODEX}.jsonl"
CHAT = "/home/me/.gemini/tmp/proj/chats/session-2026-11-30T16-32-0aed4d39.jsonl"
TALK = "/home/me/.claude/projects/-home-me-proj/8b1c.jsonl"


def payload(name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((PAYLOADS / f"{name}.json").read_text("utf-8"))
    return found


def facts(told: HookInput) -> tuple[str, str, str, str]:
    return told.session_id, told.source, told.cwd, told.transcript_path


@pytest.mark.parametrize(
    ("name", "event", "expected"),
    [
        (
            "claude-code-SessionStart-startup",
            "session-start",
            (CLAUDE, "startup", TALK),
        ),
        ("claude-code-SessionStart-fork", "session-start", (CLAUDE, "fork", TALK)),
        ("claude-code-UserPromptSubmit", "prompt", (CLAUDE, "user", TALK)),
        ("claude-code-SessionEnd", "session-end", (CLAUDE, "", TALK)),
        ("codex-SessionStart-startup", "session-start", (CODEX, "startup", ROLLOUT)),
        ("codex-SessionStart-compact", "session-start", (CODEX, "compact", ROLLOUT)),
        ("codex-UserPromptSubmit", "prompt", (CODEX, "", ROLLOUT)),
        ("codex-PreCompact", "compact", (CODEX, "", ROLLOUT)),
        ("codex-SessionEnd", "session-end", (CODEX, "", ROLLOUT)),
        ("gemini-SessionStart-resume", "session-start", (GEMINI, "resume", CHAT)),
        ("gemini-BeforeAgent", "prompt", (GEMINI, "", CHAT)),
        ("gemini-PreCompress", "compact", (GEMINI, "", CHAT)),
        ("cursor-sessionStart", "session-start", ("c0ffee00-1", "", "")),
        ("cursor-beforeSubmitPrompt", "prompt", ("c0ffee00-1", "", "")),
        ("copilot-sessionStart", "session-start", (COPILOT, "new", "")),
        ("copilot-SessionStart-pascal", "session-start", ("cop-1", "resume", "")),
        ("copilot-preCompact", "compact", ("cop-1", "", "")),
        ("vscode-SessionStart", "session-start", ("vs-1", "new", "/home/me/t.jsonl")),
    ],
)
def test_each_hosts_payload_is_read_for_the_same_facts(
    name: str, event: str, expected: tuple[str, str, str]
) -> None:
    told = read_payload(event, payload(name))
    session, source, transcript = expected
    assert facts(told) == (session, source, "/home/me/proj", transcript)
    assert told.event == event


def test_the_prompt_of_each_host_is_the_persons_own_text() -> None:
    assert read_payload("prompt", payload("codex-UserPromptSubmit")).prompt == "hello there"
    assert read_payload("prompt", payload("claude-code-UserPromptSubmit")).prompt == "还记得鲸吗"
    assert read_payload("prompt", payload("copilot-userPromptSubmitted")).prompt == "hello there"


def test_a_prompt_that_a_timer_sent_is_not_a_persons() -> None:
    assert read_payload("prompt", payload("claude-code-UserPromptSubmit")).human
    assert not read_payload("prompt", payload("claude-code-UserPromptSubmit-wakeup")).human


def test_a_compaction_of_geminis_own_accord_is_not_a_persons() -> None:
    assert not read_payload("compact", payload("gemini-PreCompress")).manual
    assert read_payload("compact", {**payload("gemini-PreCompress"), "trigger": "manual"}).manual


def test_a_payload_of_another_event_is_turned_away() -> None:
    with pytest.raises(StrangePayload):
        read_payload("prompt", {"hook_event_name": "PreToolUse", "session_id": "a"})
    with pytest.raises(StrangePayload):
        read_payload("session-start", {"hookEventName": "UserPromptSubmit"})


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "session_id",
                "sessionId",
                "cwd",
                "source",
                "prompt",
                "transcript_path",
                "workspace_roots",
                "trigger",
                "conversation_id",
            ]
        ),
        st.one_of(
            st.none(), st.integers(), st.text(max_size=5), st.lists(st.integers(), max_size=2)
        ),
    ),
    st.sampled_from(EVENTS),
)
def test_wrong_types_count_as_absent(fields: dict[str, object], event: str) -> None:
    told = read_payload(event, fields)
    assert all(isinstance(value, str) for value in (*facts(told), told.prompt))


@pytest.mark.parametrize(
    ("environment", "name", "expected"),
    [
        ({}, "claude-code-SessionStart-startup", "claude-code"),
        ({"PLUGIN_ROOT": "/p", "CLAUDE_PLUGIN_ROOT": "/p"}, "codex-SessionStart-startup", "codex"),
        ({}, "codex-UserPromptSubmit", "codex"),
        (
            {"COPILOT_PLUGIN_ROOT": "/p", "PLUGIN_ROOT": "/p", "CLAUDE_PLUGIN_ROOT": "/p"},
            "copilot-SessionStart-pascal",
            "copilot",
        ),
        ({"GEMINI_SESSION_ID": "x"}, "gemini-SessionStart-startup", "gemini"),
        ({"CURSOR_VERSION": "3.20.17"}, "cursor-sessionStart", "cursor"),
        ({}, "vscode-SessionStart", "vscode"),
    ],
)
def test_a_shared_plugin_knows_its_host_by_environment_and_payload(
    environment: dict[str, str], name: str, expected: str
) -> None:
    assert detect_host(environment, payload(name)) == expected


@pytest.mark.parametrize(
    ("wired", "environment", "name", "expected"),
    [
        ("claude-code", {}, "claude-code-SessionStart-startup", "claude-code"),
        ("claude-code", {"CURSOR_VERSION": "3"}, "cursor-runs-claude-SessionStart", "cursor"),
        ("claude-code", {"COPILOT_CLI": "1"}, "copilot-SessionStart-pascal", "copilot"),
        ("claude-code", {"COPILOT_CLI": "1"}, "claude-code-SessionStart-startup", "claude-code"),
        (
            "claude-code",
            {"GEMINI_SESSION_ID": "1"},
            "claude-code-SessionStart-startup",
            "claude-code",
        ),
        ("claude-code", {}, "vscode-SessionStart", "vscode"),
        ("copilot", {}, "vscode-SessionStart", "vscode"),
        ("vscode", {"COPILOT_CLI": "1"}, "copilot-SessionStart-pascal", "copilot"),
    ],
)
def test_a_host_that_runs_anothers_settings_is_seen_through(
    wired: str, environment: dict[str, str], name: str, expected: str
) -> None:
    assert real_host(wired, environment, payload(name)) == expected


def test_each_host_answers_to_its_name_and_to_nothing_else() -> None:
    assert [load_host(name).NAME for name in HOSTS] == list(HOSTS)
    assert (canonical("claude"), canonical("gemini-cli"), canonical("emacs")) == (
        "claude-code",
        "gemini",
        "",
    )
