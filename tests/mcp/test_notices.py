"""Clients hear of changes of the block, in both eras, and of nothing else (kind of B38)."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.mcp.outside import MODERN_META, ODD, Raw

QUIET_SECONDS = 1.2
pytestmark = pytest.mark.slow


class Listener:
    """A client that has asked to be told."""

    def __init__(self, server: Raw, *, modern: bool) -> None:
        self.server = server
        if modern:
            self.server.ask(
                1,
                "subscriptions/listen",
                notifications={"resourceSubscriptions": ["ofttold://block"]},
                _meta=MODERN_META,
            )
            assert self.server.hear()["method"] == "notifications/subscriptions/acknowledged"
        else:
            hands = self.server.shake_hands()
            assert hands["result"]["capabilities"]["resources"]["subscribe"] is True
            self.server.ask(1, "resources/subscribe", uri="ofttold://block")
            assert self.server.hear()["id"] == 1

    def is_told(self) -> None:
        message = self.server.hear(15)
        assert message["method"] == "notifications/resources/updated"
        assert message["params"]["uri"] == "ofttold://block"

    def is_told_nothing(self) -> None:
        assert self.server.hears_nothing(QUIET_SECONDS)


def save_by_renaming(path: Path, text: str) -> None:
    draft = path.with_name(".draft")
    draft.write_text(text, "utf-8")
    draft.replace(path)


BOTH = pytest.mark.parametrize("modern", [False, True])


@BOTH
def test_five_saves_by_renaming_are_five_notices(folder: Path, modern: bool) -> None:
    with Raw(folder, ODD) as server:
        listener = Listener(server, modern=modern)
        for turn in range(5):
            save_by_renaming(folder / "memory.md", f"## 我是谁\n\n- 守塔人 {turn}\n")
            listener.is_told()
        listener.is_told_nothing()


@BOTH
def test_reading_the_block_and_saving_the_same_wake_nobody(folder: Path, modern: bool) -> None:
    with Raw(folder, ODD) as server:
        listener = Listener(server, modern=modern)
        meta = {"_meta": MODERN_META} if modern else {}
        server.ask(2, "resources/read", uri="ofttold://block", **meta)
        assert server.hear()["id"] == 2
        save_by_renaming(folder / "memory.md", (folder / "memory.md").read_text("utf-8"))
        os.utime(folder / "memory.md")
        (folder / "picture.png").write_bytes(b"x")
        listener.is_told_nothing()


def test_only_the_block_is_acknowledged_of_what_a_listener_asks_for(folder: Path) -> None:
    asked = {
        "toolsListChanged": True,
        "promptsListChanged": True,
        "resourcesListChanged": True,
        "resourceSubscriptions": ["ofttold://block", "ofttold://other"],
    }
    with Raw(folder, ODD) as server:
        server.ask(1, "subscriptions/listen", notifications=asked, _meta=MODERN_META)
        told = server.hear()["params"]["notifications"]
        assert told == {"resourceSubscriptions": ["ofttold://block"]}


def test_a_burst_of_changes_is_told_once_or_twice(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        listener = Listener(server, modern=False)
        for turn in range(30):
            save_by_renaming(folder / "memory.md", f"## 我是谁\n\n- 守塔人 {turn}\n")
        listener.is_told()
        time.sleep(QUIET_SECONDS)
        assert len(server.said) <= 4


@BOTH
def test_who_no_longer_listens_is_told_nothing(folder: Path, modern: bool) -> None:
    with Raw(folder, ODD) as server:
        listener = Listener(server, modern=modern)
        if modern:
            server.tell("notifications/cancelled", requestId=1)
            server.ask(2, "tools/list", _meta=MODERN_META)
        else:
            server.ask(2, "resources/unsubscribe", uri="ofttold://block")
        assert server.hear()["id"] == 2
        save_by_renaming(folder / "memory.md", "## 我是谁\n\n- 别人\n")
        listener.is_told_nothing()
