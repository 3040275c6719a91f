"""One hook call: who is told, what, and what is recorded."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ofttold.app.deliver import Answer, Call, answer
from ofttold.edge import journal
from ofttold.edge.sessions import list_records, read_entries, record_path
from ofttold.hosts.payload import HookInput
from ofttold.hosts.registry import HOSTS

if TYPE_CHECKING:
    from ofttold.app.deliver import Room
    from ofttold.hosts.registry import Host

HEAD = "[oft-told · memory · 2026-11-30]"


class FakeBlock:
    def __init__(self, text: str, refresh_after: int = 0) -> None:
        self.text = text
        self.hash = str(len(text)) + text[-20:]
        self.refresh_after = refresh_after


class World:
    """The shell around one call after another, with a block that can change."""

    def __init__(self) -> None:
        self.text = f"{HEAD}\n- 鲸\n[/oft-told]"
        self.asked = 0
        self.environment: Mapping[str, str] = {}
        self.refresh_after = 0
        self.cards = ""
        self.prompts: list[str] = []
        self.had_room = True

    def block(self, counts_bytes: bool) -> FakeBlock:
        self.asked += 1
        return FakeBlock(self.text, self.refresh_after)

    def recall(self, prompt: str, told: HookInput, host: Host, room: Room | None) -> str:
        self.prompts.append(prompt)
        self.had_room = room is None or room(self.cards)
        return self.cards if self.had_room else ""

    def __call__(self, host: str, event: str, **payload: Any) -> Answer:
        call = Call(
            block=self.block,
            environment=self.environment,
            now_s=1_796_000_000.0,
            elapsed_ms=lambda: 12,
            folder="/home/me/memory",
            recall=self.recall,
        )
        return answer(host, event, payload, call)


@pytest.fixture
def world() -> World:
    return World()


def start(source: str = "startup", session: str = "s1", **more: Any) -> dict[str, Any]:
    return {"hook_event_name": "SessionStart", "session_id": session, "source": source, **more}


def prompt(session: str = "s1", text: str = "hello", **more: Any) -> dict[str, Any]:
    return {"hook_event_name": "UserPromptSubmit", "session_id": session, "prompt": text, **more}


@pytest.mark.parametrize("host", HOSTS)
def test_a_session_is_told_once_and_its_record_says_so(host: str, world: World) -> None:
    place = {"cwd": "/p", "transcript_path": "/t"}
    first = world(host, "session-start", session_id="s1", source="startup", **place)
    assert HEAD in first.output and first.said == "startup"
    second = world(host, "session-start", session_id="s1", source="startup", **place)
    assert bool(second.output) == (host == "opencode")
    (entry, *_) = read_entries(record_path(host, "s1"))
    assert entry["e"] == "sent" and entry["why"] == "startup" and entry["ms"] == 12
    assert (entry["id"], entry["cwd"], entry["tp"], entry["dir"]) == (
        "s1",
        "/p",
        "/t",
        "/home/me/memory",
    )
    assert entry["c"] == len(world.text)


def test_a_prompt_after_the_start_says_nothing_and_does_not_even_make_the_block(
    world: World,
) -> None:
    world("codex", "session-start", **start())
    made = world.asked
    assert world("codex", "prompt", **prompt()).output == ""
    assert world.asked == made
    assert len(read_entries(record_path("codex", "s1"))) == 1


def test_a_block_that_a_compaction_took_away_comes_back_with_the_next_prompt(
    world: World, tmp_path: Path
) -> None:
    transcript = tmp_path / "t.jsonl"
    transcript.write_text("{}\n", "utf-8")
    place = {"transcript_path": str(transcript)}
    world("claude-code", "session-start", **start(**place))
    body = json.dumps({"attachment": world.text}, ensure_ascii=False) + "\n"
    transcript.write_text("{}\n" + body, "utf-8")
    assert world("claude-code", "prompt", **prompt(**place)).output == ""
    with transcript.open("a", encoding="utf-8") as stream:
        stream.write('{"type":"system","subtype":"compact_boundary"}\n')
    again = world("claude-code", "prompt", **prompt(**place))
    assert again.said == "lost" and HEAD in again.output
    assert json.loads(again.output)["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert world("claude-code", "prompt", **prompt(**place)).output == ""


def test_two_hooks_of_one_session_at_once_tell_it_once(world: World) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: world("codex", "session-start", **start()), range(8)))
    assert sum(bool(one.output) for one in answers) == 1


def test_the_same_id_from_two_hosts_is_two_sessions(world: World) -> None:
    assert world("codex", "session-start", **start()).output
    assert world("gemini", "session-start", **start()).output
    assert len(list_records()) == 2


def test_a_payload_without_a_session_is_answered_at_a_start_only(world: World) -> None:
    assert HEAD in world("codex", "session-start").output
    assert world("codex", "prompt", prompt="hello").output == ""
    assert list_records() == []


def test_where_nothing_can_be_recorded_a_start_is_told_and_a_prompt_is_not(
    world: World, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = own_home / "file"
    blocked.write_text("x", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    told = world("codex", "session-start", **start())
    assert HEAD in told.output and told.said.startswith("no record")
    assert world("codex", "prompt", **prompt()).output == ""


def test_an_empty_block_is_not_recorded_as_told(world: World) -> None:
    world.text = ""
    assert world("codex", "session-start", **start()).output == ""
    assert read_entries(record_path("codex", "s1")) == []


def test_another_events_payload_and_unknown_names_get_nothing(world: World) -> None:
    assert (
        world("codex", "session-start", hook_event_name="PreToolUse", session_id="s").output == ""
    )
    assert world("emacs", "session-start", **start()).output == ""
    assert world("codex", "dance", **start()).output == ""


def test_a_host_that_runs_anothers_settings_is_left_to_its_own_hooks(world: World) -> None:
    world.environment = {"CURSOR_VERSION": "3.20.17"}
    cursor = start(cursor_version="3.20.17", conversation_id="s1")
    journal.write_journal([{"path": "/x", "form": "json", "owners": [["cursor", "user", ""]]}])
    assert world("claude-code", "session-start", **cursor).output == ""
    assert "additional_context" in world("cursor", "session-start", **cursor).output


def test_a_host_that_runs_anothers_settings_and_has_none_is_told_in_its_own_shape(
    world: World,
) -> None:
    cursor = start(cursor_version="3.20.17")
    output = json.loads(world("claude-code", "session-start", **cursor).output)
    assert list(output) == ["additional_context"]
    assert world("cursor", "session-start", **cursor).output == ""


def test_a_plugin_without_a_host_name_finds_out(world: World) -> None:
    world.environment = {"COPILOT_CLI": "1"}
    assert "additionalContext" in json.loads(world("", "session-start", **start()).output)
    world.environment = {}
    assert list(json.loads(world("", "session-start", **start()).output)) == ["hookSpecificOutput"]


def test_cards_join_the_block_in_one_object(world: World) -> None:
    world.cards = "[oft-told · cards]\n- a\n[/oft-told]"
    output = json.loads(world("codex", "prompt", **prompt(text="about whales")).output)
    text = output["hookSpecificOutput"]["additionalContext"]
    assert text == f"{world.text}\n\n{world.cards}"
    later = json.loads(world("codex", "prompt", **prompt(text="more")).output)
    assert later["hookSpecificOutput"]["additionalContext"] == world.cards
    assert world.prompts == ["about whales", "more"]


def test_cards_that_would_pass_the_hosts_cut_wait(world: World) -> None:
    world.cards = "鲸" * 3500
    output = json.loads(world("codex", "prompt", **prompt()).output)
    assert output["hookSpecificOutput"]["additionalContext"] == world.text
    assert not world.had_room


def test_cards_alone_are_asked_no_room(world: World) -> None:
    world("codex", "session-start", **start())
    world.cards = "鲸" * 3500
    assert world.cards in world("codex", "prompt", **prompt()).output
    assert world.had_room


@pytest.mark.parametrize(
    "payload",
    [
        prompt(text="/compact"),
        prompt(text="<hook_context>[oft-told · memory · x]</hook_context>"),
        prompt(text="check", source="loop_wakeup"),
        prompt(text=""),
    ],
)
def test_what_no_person_typed_is_not_searched_for(payload: dict[str, Any], world: World) -> None:
    world("claude-code", "prompt", **payload)
    assert world.prompts == []


def test_the_text_comes_back_after_so_many_messages_where_asked(world: World) -> None:
    world.refresh_after = 3
    world("cursor", "session-start", **start())
    said = [bool(world("cursor", "prompt", **prompt(hook_event_name="")).output) for _ in range(7)]
    assert said == [False, False, True, False, False, True, False]


def test_a_plugin_that_saw_the_block_is_believed_once(world: World) -> None:
    world("dsh", "session-start", **start())
    for _ in range(2):
        world("dsh", "prompt", **prompt(block_shown=True))
    kinds = [entry["e"] for entry in read_entries(record_path("dsh", "s1"))]
    assert kinds == ["sent", "checked"]


def test_endless_names_do_not_make_endless_records(world: World) -> None:
    world("codex", "session-start", **start(session="x" * 100_000, cwd="/" * 100_000))
    ((_, path),) = list_records()
    assert os.path.getsize(path) < 10_000


def test_wrong_types_everywhere_are_survived(world: World) -> None:
    odd: list[Any] = [None, 7, [], {}, True]
    for wrong in odd:
        for host in HOSTS:
            payload = dict.fromkeys(
                ("session_id", "source", "cwd", "prompt", "transcript_path"), wrong
            )
            world(host, "prompt", **payload)
            world(host, "session-start", **payload)
