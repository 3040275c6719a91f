"""When a suggestion may be made, and what its file remembers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from ofttold.core.cards.suggestion import (
    Suggestion,
    is_over,
    is_too_soon,
    read_suggestion,
    render_suggestion,
)

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def made(hours_ago: float, *, project: str = "p", session: str = "", **extra: str) -> Suggestion:
    asked = (NOW - timedelta(hours=hours_ago)).isoformat()
    fields = {"suggestion": "sug_aaaaaaaaaaaa", "title": "鲸", "state": "waiting", "asked": asked}
    data = render_suggestion({**fields, "project": project, "session": session, **extra}, "正文")
    found = read_suggestion(data, "sug_aaaaaaaaaaaa.md")
    assert isinstance(found, Suggestion)
    return found


def test_a_suggestion_reads_back() -> None:
    found = made(1, session="s", target="mem_aaaaaaaaaaaa", target_revision="3")
    assert (found.id, found.card.title, found.card.body) == ("sug_aaaaaaaaaaaa", "鲸", "正文")
    assert (found.state, found.session, found.target, found.target_revision) == (
        "waiting",
        "s",
        "mem_aaaaaaaaaaaa",
        3,
    )


def test_one_a_project_in_48_hours() -> None:
    soon = {"project": "p", "session": "", "now": NOW}
    assert is_too_soon([made(47.9)], **soon)  # type: ignore[arg-type]
    assert not is_too_soon([made(48.1)], **soon)  # type: ignore[arg-type]
    assert not is_too_soon([made(1, project="q")], **soon)  # type: ignore[arg-type]
    assert not is_too_soon([], **soon)  # type: ignore[arg-type]


def test_one_a_conversation_however_long_it_lasts() -> None:
    old = made(100, session="s")
    assert is_too_soon([old], project="p", session="s", now=NOW)
    assert not is_too_soon([old], project="p", session="t", now=NOW)


def test_an_answer_is_kept_on_record_for_48_hours() -> None:
    answered = made(100, state="kept", answered=(NOW - timedelta(hours=10)).isoformat())
    assert not is_over(answered, NOW)
    assert is_over(answered, NOW + timedelta(hours=40))
    assert not is_over(made(1000), NOW)


def test_a_moment_that_cannot_be_read_blocks_nothing() -> None:
    assert not is_too_soon([made(1, asked="soon")], project="p", session="", now=NOW)
