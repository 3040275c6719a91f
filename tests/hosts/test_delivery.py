"""Once per session, and again when lost: the rule for each host and source."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ofttold.core.verdicts import FOLDED, LOST, QUIET, THERE, UNKNOWN
from ofttold.hosts.delivery import decide, fold
from ofttold.hosts.payload import HookInput
from ofttold.hosts.registry import HOSTS, load_host

NOW = 1_800_000_000.0
Entries = list[Mapping[str, object]]


def sent(
    block: str = "h1", ago: float = 600.0, why: str = "startup", refresh_after: int = 0
) -> Entries:
    return [{"e": "sent", "h": block, "m": NOW - ago, "why": why, "r": refresh_after}]


def ask(
    host: str,
    event: str,
    *,
    source: str = "",
    entries: Entries | None = None,
    block: str = "h1",
    shown: str = UNKNOWN,
    manual: bool = False,
) -> tuple[str, list[object]]:
    told = HookInput(event, session_id="s", source=source, manual=manual)
    decision = decide(
        load_host(host),
        told,
        fold(entries or []),
        block,
        now=NOW,
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


def test_copilot_brings_it_back_with_the_prompt_after_a_resume() -> None:
    why, noted = ask("copilot", "session-start", source="resume", entries=sent())
    assert (why, noted) == ("", ["waiting"])
    waiting: Entries = [*sent(), {"e": "waiting", "why": "resume"}]
    assert ask("copilot", "prompt", entries=waiting)[0] == "resume"


def test_copilot_keeps_what_came_with_a_prompt_unless_it_changed() -> None:
    by_prompt: Entries = [{**sent()[0], "ev": "prompt"}]
    assert ask("copilot", "session-start", source="resume", entries=by_prompt) == ("", [])
    changed = ask("copilot", "session-start", source="resume", entries=by_prompt, block="h2")
    assert changed == ("", ["waiting"])


def test_a_resumed_session_without_a_record_is_looked_up_in_its_transcript() -> None:
    assert ask("codex", "session-start", source="resume", shown=THERE) == ("", ["sent"])
    assert ask("codex", "session-start", source="resume", shown=LOST)[0] == "resume"
    assert ask("codex", "session-start", source="fork", shown=UNKNOWN)[0] == "fork"


@pytest.mark.parametrize("shown", [LOST, FOLDED, UNKNOWN, QUIET])
def test_a_compaction_brings_the_text_back(shown: str) -> None:
    given = sent(), sent(ago=0.2)
    for entries in given:
        why, _ = ask("codex", "session-start", source="compact", entries=entries, shown=shown)
        assert why == "compact"


def test_a_second_compaction_at_once_is_believed_if_the_transcript_shows_it() -> None:
    twice = sent() + sent(ago=0.2, why="compact")
    for shown, why in ((LOST, "compact"), (UNKNOWN, "compact"), (QUIET, ""), (THERE, "")):
        assert ask("codex", "session-start", source="compact", entries=twice, shown=shown)[0] == why


def test_a_resume_that_compacts_at_once_brings_it_back_once() -> None:
    """Codex fires resume, then compact, both after the compaction."""
    changed = sent() + sent("h2", ago=0.2, why="changed")
    later = ask(
        "codex", "session-start", source="compact", entries=changed, block="h2", shown=QUIET
    )
    assert later[0] == ""
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
    one = sent(refresh_after=3)
    two: Entries = [*one, {"e": "prompt"}, {"e": "prompt"}]
    assert ask("cursor", "prompt", entries=one) == ("", ["prompt"])
    assert ask("cursor", "prompt", entries=two)[0] == "refresh"
    assert ask("codex", "prompt", entries=two, shown=QUIET) == ("", [])
    assert ask("cursor", "prompt", entries=[*sent(), *two[1:]]) == ("", [])


def test_a_person_who_said_never_is_not_given_it_again() -> None:
    never = sent(refresh_after=-1)
    assert ask("codex", "prompt", entries=never, shown=LOST) == ("", [])
    assert ask("copilot", "prompt", entries=[*never, {"e": "lost"}]) == ("", [])


def test_a_compaction_before_the_text_ever_showed_is_no_loss_to_a_prompt() -> None:
    """Gemini sets its history anew at the start, before our text is in it."""
    assert ask("gemini", "prompt", entries=sent(), shown=FOLDED) == ("", [])


def test_the_end_of_a_session_is_noted() -> None:
    assert ask("codex", "session-end", entries=sent()) == ("", ["end"])
    assert ask("codex", "session-end") == ("", [])


def test_opencode_is_told_each_time_it_asks() -> None:
    assert ask("opencode", "session-start", source="startup", entries=sent())[0] == "startup"


def test_damaged_entries_are_passed_over() -> None:
    state = fold([{"e": "sent", "m": "x", "h": 7}, {"e": 3}, {}, {"e": "checked", "at": -1}])
    assert (state.sent, state.hash, state.sent_at, state.offset) == (True, "", 0.0, 0)
