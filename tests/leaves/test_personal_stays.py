"""Personal never leaves: every command with every flag, every tool, and after each a look into every git."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.leaves.steps import (
    Step,
    all_commands,
    arguments_of,
    by_hand,
    command_step,
    desk_link_step,
    flags_of,
    play,
    random_step,
    shelf_step,
    tool_step,
    tools,
    words_for,
)
from tests.leaves.values import ENDLESS, values_for
from tests.leaves.world import SECRET, World, inside

WALKS = 8  # random walks of the slow test, for each of the two scenes
LONGEST = 40  # steps of one
AFRESH = 20  # steps after which the scene is put back


@pytest.fixture(params=[False, True], ids=["memory apart", "memory in the project"])
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> World:
    monkeypatch.setenv("OFTTOLD_NOW", "")
    made = World(tmp_path, notes=request.param)
    monkeypatch.setenv("PATH", f"{made.plain / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("EDITOR", "edit")
    return made


def every_command_and_flag(dice: random.Random) -> list[Step]:
    """Give calls in which each command stands bare, and each of its flags at least once."""
    found: list[Step] = []
    for path, command in all_commands().items():
        if path in ENDLESS:
            continue
        flags = [flag for flag, _ in flags_of(path, command)]
        calls = [[], flags[::2], flags[1::2]] if flags else [[]]
        found += [command_step(words_for(path, command, set(chosen), dice)) for chosen in calls]
    return found


def every_tool_and_act(dice: random.Random) -> list[Step]:
    acts = next(one.choices for one in tools()["share"].parameters if one.name == "act")
    found = [tool_step(tool, dice) for tool in tools().values()]
    return found + [tool_step(tools()["share"], dice, act=act, ids=["@DRAFT"]) for act in acts]


def test_each_flag_and_argument_has_a_value_to_be_tried_with() -> None:
    commands = all_commands()
    assert set(ENDLESS) <= set(commands)
    for path, command in commands.items():
        flags_of(path, command)
        arguments_of(path, command)
    for tool in tools().values():
        for one in tool.parameters:
            assert one.kind == "boolean" or values_for(one)


def test_the_look_finds_what_is_planted(world: World) -> None:
    world.look("git push -u origin memory/x\n")
    with pytest.raises(AssertionError):
        world.look(f"  git push -u origin {SECRET.decode()}\n")
    places = [world.repo / "x", world.base / "tree" / "x", world.repo / ".git" / "x"]
    for path in places:
        path.write_bytes(b"a " + SECRET)
        with pytest.raises(AssertionError):
            world.look()
        path.unlink()
    for prepare in ("add", "stash"):
        world.put_back()
        (world.repo / "x").write_text(world.never[0])
        step = [
            one
            for one in by_hand()
            if one.name == ("git add -A" if prepare == "add" else "git stash -u")
        ]
        with pytest.raises(AssertionError):
            play(world, step, random.Random(1))


def test_every_command_with_every_flag_and_every_tool_once(world: World) -> None:
    dice = random.Random(20261130)
    steps = [*every_command_and_flag(dice), *every_tool_and_act(dice), *by_hand()]
    dice.shuffle(steps)
    if world.notes:
        steps = steps[::3]
    for start in range(0, len(steps), AFRESH):  # or one "card off" would still all that follows
        world.put_back()
        play(world, steps[start : start + AFRESH], dice)


def test_what_was_proposed_travels_and_nothing_else(world: World) -> None:
    road = (
        "share propose @FREE",
        "share submit @DRAFT --branch memory/x",
        "share promote @SENT",
        "share push",
        "share export",
        "share distill",
        "card move @DRAFT",
        "card supersede @NEVER --title 新",
        "card audit",
    )
    with inside(world.repo):
        for words in road:
            step = command_step([*words.split(), "--dir", "@MEMORY"])
            world.look(step.run(world))
    every = ("cat-file", "--batch-all-objects", "--batch", "--buffer")
    hub = ["git", "--git-dir", str(world.base / "hub.git"), *every]
    held = subprocess.run(hub, capture_output=True, check=True).stdout
    assert any(text.encode() in held for text in ("没有秘密", "项目的，改过"))
    assert (world.repo / "ofttold-cards.tar.gz").exists()


WAYS_AROUND = {
    "a merge of any file": ["share merge-driver .merge_file_a .merge_file_a @NEVERFILE x.md"],
    "an import of one's own cards": [
        "card import @NEVERFILE --scope project",
        "card import @MEMORY/cards/personal --scope project",
        "card import @MEMORY --scope project",
        "ALL",
    ],
    "a shelf among the cards": [
        "SHELF notes/cards/personal",
        "share export",
        "card supersede @NEVER @NEVER",
        "card supersede @NEVER --title 新",
        "card save --id mem_eeeeeeeeeeee --summary 浪",
        "share distill",
        "share submit @NEVER",
        "SHELF ",
        "ALL",
    ],
    "a link on the desk": ["LINK", "share export", "ALL"],
    "a draft over another layer's id": [
        "card save --id @NEVER --scope project --summary 浪",
        "card move @NEVER",
        "card retract @NEVER",
        "card supersede @DRAFT @NEVER",
        "card topic 海 --winner @NEVER",
        "ALL",
    ],
}


@pytest.mark.parametrize("way", WAYS_AROUND)
def test_the_ways_around_propose_are_closed(world: World, way: str) -> None:
    for words in WAYS_AROUND[way]:
        if words == "ALL":  # whatever became a draft goes
            steps = [f"share submit {id_}" for id_ in world.drafts()]
        else:
            steps = [words]
        play(world, [_as_step(one) for one in steps], random.Random(1), from_=[world.repo])


def _as_step(words: str) -> Step:
    if words.startswith("SHELF"):
        return shelf_step(words.removeprefix("SHELF "))
    if words == "LINK":
        return desk_link_step()
    own = [] if "merge-driver" in words else ["--dir", "@MEMORY"]
    return command_step([*words.split(), *own])


@pytest.mark.slow
@settings(
    max_examples=WALKS,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(st.integers(0, 2**32), min_size=LONGEST // 2, max_size=LONGEST))
def test_random_walks_of_commands_tools_and_hands(world: World, seeds: list[int]) -> None:
    world.put_back()
    play(world, [random_step(seed) for seed in seeds], random.Random(len(seeds)))
