"""Once per session, and again when lost: the rule for each host and source."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ofttold.hosts.delivery import LOST, THERE, UNKNOWN, decide, fold
from ofttold.hosts.payload import HookInput
from ofttold.hosts.registry import HOSTS, load_host

NOW = 1_800_000_000.0
Entries = list[Mapping[str, object]]


def sent(block: str = "h1", ago: float = 600.0, why: str = "startup") -> Entries:
    return [{"e": "sent", "h": block, "t": NOW - ago, "why": why}]


def ask(
    host: str,
    event: str,
    *,
    source: str = "",
    entries: Entries | None = None,
    block: str = "h1",
    shown: str = UNKNOWN,
    refresh_after: int = 0,
    manual: bool = False,
) -> tuple[str, list[object]]:
    told = HookInput(event, session_id="s", source=source, manual=manual)
    decision = decide(
        load_host(host),
        told,
        fold(entries or []),
        block,
        now=NOW,
        refresh_after=refresh_after,
        look=lambda: shown,
    )
    return decision.why, [entry["e"] for entry in decision.entries]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("source", ["startup", "new", "clear", "compact", "", "something-new"])
def test_a_new_session_gets_the_block(host: str, source: str) -> None:
    assert ask(host, "session-start", source=source)[0] == (source or "startup")


@pytest.mark.parametrize("host", [h for h in HOSTS if h != "opencode"])
@pytest.mark.parametrize("source", ["startup", "new", ""])
def test_the_same_session_twice_gets_it_once(host: str, source: str) -> None:
    assert ask(host, "session-start", source=source, entries=sent()) == ("", [])
    assert ask(host, "session-start", source=source, entries=sent(), block="h2")[0] == "changed"


@pytest.mark.parametrize("host", ["claude-code", "codex", "cursor", "vscode", "dsh"])
@pytest.mark.parametrize("source", ["resume", "fork"])
def test_where_a_resume_keeps_the_text_only_a_changed_one_is_sent(host: str, source: str) -> None:
    assert ask(host, "session-start", source=source, entries=sent()) == ("", [])
    assert ask(host, "session-start", source=source, entries=sent(), block="h2")[0] == "changed"


def test_a_gemini_resume_has_lost_the_text_and_gets_it_again() -> None:
    assert ask("gemini", "session-start", source="resume", entries=sent())[0] == "resume"
    again = sent() + sent(ago=0.5, why="resume")
    assert ask("gemini", "session-start", source="resume", entries=again)[0] == ""


def test_copilot_carries_a_changed_text_with_the_prompt_after_a_resume() -> None:
    assert ask("copilot", "session-start", source="resume", entries=sent()) == ("", [])
    why, noted = ask("copilot", "session-start", source="resume", entries=sent(), block="h2")
    assert (why, noted) == ("", ["waiting"])
    waiting = [*sent(), {"e": "waiting", "why": "changed"}]
    assert ask("copilot", "prompt", entries=waiting, block="h2")[0] == "changed"


def test_a_resumed_session_without_a_record_is_looked_up_in_its_transcript() -> None:
    assert ask("codex", "session-start", source="resume", shown=THERE) == ("", ["sent"])
    assert ask("codex", "session-start", source="resume", shown=LOST)[0] == "resume"
    assert ask("codex", "session-start", source="fork", shown=UNKNOWN)[0] == "fork"


def test_a_compaction_brings_the_text_back_once() -> None:
    assert (
        ask("codex", "session-start", source="compact", entries=sent(), shown=LOST)[0] == "compact"
    )
    twice = sent() + sent(ago=0.2, why="compact")
    assert ask("codex", "session-start", source="compact", entries=twice, shown=LOST)[0] == ""


def test_a_resume_that_compacts_at_once_brings_it_back_once() -> None:
    """Codex fires resume, then compact, both after the compaction."""
    changed = sent() + sent("h2", ago=0.2, why="changed")
    assert (
        ask("codex", "session-start", source="compact", entries=changed, block="h2", shown=LOST)[0]
        == ""
    )
    assert ask("codex", "session-start", source="resume", entries=sent(), shown=LOST)[0] == ""


def test_an_event_of_compaction_that_the_transcript_contradicts_is_not_believed() -> None:
    assert (
        ask("claude-code", "session-start", source="compact", entries=sent(), shown=THERE)[0] == ""
    )


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini"])
def test_a_prompt_finds_the_text_lost_and_brings_it_back(host: str) -> None:
    assert ask(host, "prompt", entries=sent(), shown=LOST)[0] == "lost"
    assert ask(host, "prompt", entries=sent(), shown=THERE) == ("", [])
    assert ask(host, "prompt", entries=sent(), shown=UNKNOWN) == ("", [])


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini", "cursor", "copilot", "dsh"])
def test_a_prompt_in_a_session_that_never_got_the_text_gets_it(host: str) -> None:
    assert ask(host, "prompt")[0] == "late"


@pytest.mark.parametrize("host", ["vscode", "opencode"])
def test_where_a_prompt_hook_reaches_no_model_nothing_is_said_there(host: str) -> None:
    assert ask(host, "prompt") == ("", [])
    assert ask(host, "prompt", entries=[*sent(), {"e": "lost"}]) == ("", [])


def test_copilot_notes_a_compaction_and_brings_the_text_back_with_the_next_prompt() -> None:
    assert ask("copilot", "compact", entries=sent()) == ("", ["lost"])
    assert ask("copilot", "prompt", entries=[*sent(), {"e": "lost"}])[0] == "compact"


def test_gemini_announces_a_compaction_at_every_turn_and_only_a_persons_counts() -> None:
    assert ask("gemini", "compact", entries=sent()) == ("", [])
    assert ask("gemini", "compact", entries=sent(), manual=True) == ("", ["lost"])


def test_the_text_comes_back_by_count_only_where_the_transcript_cannot_be_read() -> None:
    two = [*sent(), {"e": "prompt"}, {"e": "prompt"}]
    assert ask("cursor", "prompt", entries=sent(), refresh_after=3) == ("", ["prompt"])
    assert ask("cursor", "prompt", entries=two, refresh_after=3)[0] == "refresh"
    assert ask("codex", "prompt", entries=two, refresh_after=3, shown=THERE) == ("", [])
    assert ask("cursor", "prompt", entries=two) == ("", [])


def test_a_person_who_said_never_is_not_given_it_again() -> None:
    assert ask("codex", "prompt", entries=sent(), refresh_after=-1, shown=LOST) == ("", [])
    assert ask("copilot", "prompt", entries=[*sent(), {"e": "lost"}], refresh_after=-1) == ("", [])


def test_opencode_is_told_each_time_it_asks() -> None:
    assert ask("opencode", "session-start", source="startup", entries=sent())[0] == "startup"


def test_damaged_entries_are_passed_over() -> None:
    state = fold([{"e": "sent", "t": "x", "h": 7}, {"e": 3}, {}, {"e": "checked", "at": -1}])
    assert (state.sent, state.hash, state.sent_at, state.offset) == (True, "", 0.0, 0)
