"""JSON settings: merged without loss, and given back byte for byte."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from ofttold.hosts.config import Record, digest, plan_install, plan_uninstall
from ofttold.hosts.jsonours import count_ours, foreign
from ofttold.hosts.splices import ConfigFault
from tests.hosts.odd_settings import KNOWN, MOVED, PROGRAM, WANTS, settings_texts, wants_of

MANY = hypothesis_settings(max_examples=60)


def installed(text: str) -> tuple[bytes, Record]:
    change = plan_install("json", text.encode(), WANTS)
    return change.data, change.record


@pytest.mark.parametrize("name", KNOWN)
def test_uninstall_gives_back_the_very_bytes(name: str) -> None:
    data, record = installed(KNOWN[name])
    assert data != KNOWN[name].encode()
    assert plan_uninstall("json", data, WANTS, record) == KNOWN[name].encode()


@given(settings_texts())
@MANY
def test_uninstall_is_the_inverse_of_install(text: str) -> None:
    data, record = installed(text)
    assert plan_uninstall("json", data, WANTS, record) == text.encode()


@given(settings_texts())
@MANY
def test_a_second_install_changes_nothing(text: str) -> None:
    data, record = installed(text)
    assert plan_install("json", data, WANTS, record).data == data
    assert plan_install("json", data, WANTS).data == data


@given(settings_texts())
@MANY
def test_what_is_foreign_stays_as_it_was(text: str) -> None:
    data, record = installed(text)
    assert foreign(data.decode(), WANTS) == foreign(text, WANTS)
    assert all(
        edit.inserted.endswith(edit.removed) or edit.removed in edit.inserted
        for edit in record.edits
    )


@given(settings_texts())
@MANY
def test_a_moved_program_is_brought_up_to_date_and_still_taken_out_exactly(text: str) -> None:
    data, record = installed(text)
    moved = plan_install("json", data, wants_of(MOVED), record)
    assert PROGRAM.interpreter.encode() not in moved.data
    assert b"new place" in moved.data
    for want in wants_of(MOVED):
        assert count_ours(moved.data.decode(), want) == 1
    assert plan_uninstall("json", moved.data, WANTS, moved.record) == text.encode()


@given(settings_texts())
@MANY
def test_what_a_person_added_since_is_all_that_stays(text: str) -> None:
    data, record = installed(text)
    person = "\n// added by hand"
    left = plan_uninstall("json", data + person.encode(), WANTS, record)
    assert left == (text + person).encode()


@given(settings_texts())
@MANY
def test_without_a_record_our_entries_go_by_their_mark(text: str) -> None:
    data, _ = installed(text)
    left = plan_uninstall("json", data, WANTS).decode()
    assert "ofttold" not in left
    assert foreign(left, WANTS) == foreign(text, WANTS)


def test_every_former_hook_stays_in_its_order_plus_exactly_ours() -> None:
    before = json.loads(KNOWN["foreign_hooks"])
    after = json.loads(installed(KNOWN["foreign_hooks"])[0])
    ours = after["hooks"]["SessionStart"].pop()
    assert ours["hooks"][0]["command"] == WANTS[0].handler()["command"]  # type: ignore[union-attr]
    del after["hooks"]["UserPromptSubmit"], after["mcpServers"]
    assert list(after["hooks"]) == list(before["hooks"])
    assert after == before


def test_a_foreign_hook_in_our_own_group_survives_the_uninstall() -> None:
    data, record = installed("{}\n")
    whole = json.loads(data)
    whole["hooks"]["SessionStart"][0]["hooks"].insert(0, {"type": "command", "command": "mine"})
    edited = json.dumps(whole, indent=2).encode()
    left = json.loads(plan_uninstall("json", edited, WANTS, record))
    assert left == {
        "hooks": {
            "SessionStart": [
                {"matcher": "startup|compact", "hooks": [{"type": "command", "command": "mine"}]}
            ]
        }
    }


def test_an_older_spelling_of_our_command_is_brought_up_to_date_once() -> None:
    old = '"/old/python" -m ofttold hook --host claude session-start'
    text = json.dumps(
        {
            "hooks": {
                "SessionStart": [{"hooks": [{"type": "command", "command": old, "timeout": 33}]}]
            }
        }
    )
    after = json.loads(installed(text)[0])
    (group,) = after["hooks"]["SessionStart"]
    (handler,) = group["hooks"]
    assert handler["command"] == WANTS[0].handler()["command"]  # type: ignore[union-attr]
    assert handler["timeout"] == 33


def test_a_hook_of_ours_for_an_event_no_longer_wanted_goes_at_install_and_uninstall() -> None:
    old = {"type": "command", "command": "ofttold hook compact --host gemini"}
    other = {"type": "command", "command": "other"}
    text = json.dumps({"hooks": {"PreCompress": [{"hooks": [old]}, {"hooks": [other]}]}})
    after = json.loads(installed(text)[0])
    assert after["hooks"]["PreCompress"] == [{"hooks": [other]}]
    left = json.loads(plan_uninstall("json", text.encode(), WANTS))
    assert left == {"hooks": {"PreCompress": [{"hooks": [other]}]}}


def test_of_two_copies_of_our_hook_one_is_left() -> None:
    ours = {"hooks": [{"type": "command", "command": "ofttold hook session-start --host claude"}]}
    text = json.dumps({"hooks": {"SessionStart": [ours, {"matcher": "x", "hooks": []}, ours]}})
    after = json.loads(installed(text)[0])
    assert [len(group["hooks"]) for group in after["hooks"]["SessionStart"]] == [1, 0]


def test_a_hand_edited_entry_of_ours_is_taken_out_with_what_was_made_for_it() -> None:
    text = '{\n  "hooks": {},\n  "a": 1\n}\n'
    data, record = installed(text)
    edited = data.replace(b'"timeout": 10', b'"timeout": 11').replace(b'"a": 1', b'"a": 2')
    left = plan_uninstall("json", edited, WANTS, record)
    assert left.decode() == text.replace('"a": 1', '"a": 2')


def test_a_hand_edited_entry_of_ours_keeps_its_edit_through_an_upgrade() -> None:
    data, record = installed("{}\n")
    edited = data.replace(b'"timeout": 10', b'"timeout": 11')
    moved = plan_install("json", edited, wants_of(MOVED), record)
    assert b'"timeout": 11' in moved.data and b"new place" in moved.data
    assert plan_uninstall("json", moved.data, WANTS, moved.record) == b"{}\n"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('{"a": 1', "syntax", 1, 8),
        ('{\n  "a": nope\n}', "syntax", 2, 8),
        ("{'a': 1}", "syntax", 1, 2),
        ('{"a": 1} x', "syntax", 1, 10),
        ('{"hooks": []}', "wrong_shape", 1, 11),
        ('{"hooks": {"SessionStart": {}}}', "wrong_shape", 1, 28),
        ("[1]", "wrong_shape", 1, 1),
        ('{"hooks": {}, "hooks": {}}', "duplicate_key", 1, 15),
        ('{"mcpServers": {"ofttold": {"command": "other"}}}', "foreign_entry", 1, 28),
        ("[" * 300 + "]" * 300, "too_deep", 1, 201),
    ],
)
def test_what_cannot_be_merged_without_loss_is_refused_with_its_place(
    text: str, code: str, line: int, column: int
) -> None:
    with pytest.raises(ConfigFault) as refused:
        plan_install("json", text.encode(), WANTS)
    fault = refused.value
    assert (fault.code, fault.line, fault.column) == (code, line, column)


def test_a_file_in_another_encoding_is_refused() -> None:
    with pytest.raises(ConfigFault, match="not_utf8"):
        plan_install("json", '{"备注": 1}'.encode("gb18030"), WANTS)


def test_uninstall_of_an_unreadable_file_is_refused_too() -> None:
    with pytest.raises(ConfigFault, match="syntax"):
        plan_uninstall("json", b'{"hooks": ', WANTS)


@pytest.mark.slow
def test_a_file_of_two_megabytes_is_merged_in_linear_time() -> None:
    def seconds(entries: int) -> float:
        history = [{"display": "说" * 40, "n": [n, n]} for n in range(entries)]
        text = json.dumps({"projects": history}, ensure_ascii=False)
        started = time.process_time()
        data, record = installed(text)
        assert plan_uninstall("json", data, WANTS, record) == text.encode()
        return time.process_time() - started

    seconds(100)
    small, large = seconds(3_000), seconds(12_000)  # the larger one: about 2 MB
    assert large < 8 * small + 1


def test_a_hollow_container_is_not_forgotten_when_only_its_neighbour_changed() -> None:
    text = '{"hooks": {"SessionStart": []}, "x": 1}'
    data, record = installed(text)
    assert record.hollow == (("hooks", "SessionStart"),)
    left = plan_uninstall("json", data.replace(b'"x": 1', b'"x": 2'), WANTS, record)
    assert left.decode() == text.replace('"x": 1', '"x": 2')


def test_the_digest_says_whether_anyone_changed_the_file_since() -> None:
    data, record = installed("{}")
    assert (record.before, record.after) == (digest(b"{}"), digest(data))
