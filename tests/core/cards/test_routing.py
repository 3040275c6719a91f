"""Where a save lands, and that a lowered wish says why."""

from __future__ import annotations

import pytest

from ofttold.core.cards.routing import CLASSES, is_about_a_device, local_trace, route
from ofttold.core.strings import say


@pytest.mark.parametrize(
    ("given", "layer", "note"),
    [
        ({}, "project", ""),
        ({"scope": "project", "text": "/home/me/x"}, "project", ""),
        ({"scope": "personal", "text": "回复用中文"}, "personal", ""),
        ({"scope": "personal", "text": "密钥在 ~/.secrets/key"}, "project", "local_trace"),
        ({"scope": "personal", "text": "服务在 127.0.0.1"}, "project", "local_trace"),
        ({"scope": "personal", "text": "先开 8080 端口"}, "project", "local_trace"),
        ({"scope": "personal", "text": "/home/me/x", "conditions": ["machine"]}, "personal", ""),
        ({"scope": "personal", "text": "/home/me/x", "conditions": ["phase"]}, "project", "local_trace"),
        ({"scope": "personal", "text": "x", "evidence": "见 /home/me/log"}, "project", "local_trace"),
        ({"scope": "personal", "text": "这台机器有 32G"}, "project", "device"),
        ({"scope": "personal", "text": "这台机器有 32G", "conditions": ["machine"]}, "personal", ""),
        ({"scope": "personal", "memory_class": "device_fact"}, "project", "device"),
        ({"scope": "personal", "memory_class": "device_fact", "conditions": ["shell"]}, "personal", ""),
        ({"scope": "personal", "memory_class": "project_fact"}, "project", "project_fact"),
        ({"scope": "personal", "memory_class": "project_fact", "conditions": ["machine"]}, "project", "project_fact"),
        ({"scope": "personal", "memory_class": "portable_procedure", "text": "run make"}, "personal", ""),
        ({"scope": "personal", "memory_class": "user_preference", "text": "凭据在 ~/.keys"}, "personal", ""),
        ({"memory_class": "user_preference"}, "project", ""),
        ({"memory_class": "portable_procedure"}, "project", "unproven"),
        ({"memory_class": "portable_procedure", "evidence": "试过三次"}, "personal", ""),
        ({"memory_class": "portable_procedure", "conditions": ["targetOs"]}, "personal", ""),
        ({"memory_class": "portable_procedure", "evidence": "x", "text": "/opt/x/y"}, "project", "local_trace"),
        ({"memory_class": "device_fact"}, "project", ""),
        ({"memory_class": "device_fact", "conditions": ["machine"]}, "personal", ""),
        ({"memory_class": "project_fact"}, "project", ""),
    ],
)  # fmt: skip
def test_a_save_lands(given: dict[str, object], layer: str, note: str) -> None:
    found = route(**given)  # type: ignore[arg-type]
    assert (found.layer, found.note.removeprefix("cards.note.")) == (layer, note)
    if found.note:
        assert say("zh", found.note) and say("en", found.note)


@pytest.mark.parametrize("memory_class", ["", *CLASSES])
def test_a_save_for_the_project_is_never_lowered(memory_class: str) -> None:
    assert route(scope="project", memory_class=memory_class, text="/home/x/y :8080").note == ""


@pytest.mark.parametrize(
    "text",
    ["cd /home/me/app", "打开 C:\\Users\\me", "in ~/work/x", "在/Users/我/项目里", "http://localhost:3000",
     "0.0.0.0 上", "端口 5432", "port 5432", "db:5432/x", "$HOME/bin", "\\\\nas\\share", "file:///srv/x",
     "[::1]:80", "监听 :8080"],
)  # fmt: skip
def test_traces_of_one_machine(text: str) -> None:
    assert local_trace(text)


@pytest.mark.parametrize(
    "text",
    ["run `npm test`", "用 rg 和 fd", "#!/usr/bin/env bash", "> /dev/null", "10:30 开会", "a/b 测试",
     "https://example.com/home/x", "and/or", "ratio 3:2", "/help 命令", "localhosting.example.com",
     "he said: 42", "2026-11-30T10:00:00"],
)  # fmt: skip
def test_names_of_commands_and_remote_addresses_are_no_trace(text: str) -> None:
    assert local_trace(text) == ""


def test_a_device_is_spoken_of_in_both_languages() -> None:
    assert is_about_a_device("my laptop has no fan")
    assert not is_about_a_device("state machine design")
