"""The steps of a walk: every command with its flags, every tool, the hooks, and what people do by hand.

Commands and flags are read off click, tools and arguments off the registry of the server, so a new
one is walked, or fails a test for want of a value, without anybody thinking of it.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from click.testing import CliRunner

from ofttold.app.context import open_memory
from ofttold.cli.main import root
from ofttold.core.errors import OfttoldError
from ofttold.mcp.arguments import faults
from ofttold.mcp.registry import Ask, Call, Reply, Tool, load_tools
from tests.leaves.values import ENDLESS, values_for, values_of
from tests.leaves.world import World, inside

Commands = dict[tuple[str, ...], click.Command]
ANSWERS = (Reply("accept", {"push": True, "keep": True}), Reply("decline", {}), Reply("cancel", {}))
HOOKS = ("session-start", "prompt", "stop")
SHELVES = ("docs/memory", "../x", "notes/cards/personal", "notes", "cards/personal", "notes/diary")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it is called, and what it does; gives what was printed."""

    name: str
    run: Callable[[World], str]


# -- commands ----------------------------------------------------------------------------------


def all_commands() -> Commands:
    """Give every command that does something by itself, hidden ones too, by its words."""
    return dict(_below(root, (), click.Context(root)))


def _below(
    command: click.Command, path: tuple[str, ...], context: click.Context
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    is_group = isinstance(command, click.Group)
    if path and (not is_group or command.invoke_without_command):  # type: ignore[attr-defined]
        yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _below(inner, (*path, name), context)


def flags_of(path: tuple[str, ...], command: click.Command) -> list[tuple[str, Sequence[str]]]:
    """Give each option with what it is tried with, () for a switch; raises KeyError for a new one."""
    found: list[tuple[str, Sequence[str]]] = []
    for one in command.params:
        if isinstance(one, click.Option) and one.name != "directory":
            values = () if one.is_flag else values_of(path, one)
            found.append((max(one.opts, key=len), values))
    return found


def arguments_of(path: tuple[str, ...], command: click.Command) -> list[tuple[bool, Sequence[str]]]:
    """Give each argument as (whether it must stand, what it is tried with)."""
    arguments = [one for one in command.params if isinstance(one, click.Argument)]
    return [(one.required, values_of(path, one)) for one in arguments]


def words_for(
    path: tuple[str, ...], command: click.Command, chosen: set[str], dice: random.Random
) -> list[str]:
    """Write a call of a command with the chosen flags and dice for the values."""
    words = list(path)
    for flag, values in flags_of(path, command):
        if flag in chosen:
            words += [flag, dice.choice(values)] if values else [flag]
    for required, values in arguments_of(path, command):
        if required or dice.random() < 0.8:
            words.append(dice.choice(values))
    if any(one.name == "directory" and isinstance(one, click.Option) for one in command.params):
        words += ["--dir", "@MEMORY"]
    return words


def command_step(words: list[str]) -> Step:
    """Make the step that runs a command in the folder the world stands in."""

    def run(world: World) -> str:
        plain = [fill(word, world) for word in words]
        done = CliRunner().invoke(root, plain)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code in (0, 1, 2, 4), (plain, done.output)
        if plain[:2] == ["share", "export"] and "--all" in plain and done.exit_code == 0:
            _allow(world, plain)
        return done.output

    return Step(" ".join(words), run)


def _allow(world: World, words: list[str]) -> None:
    """Let a bundle with everything hold everything, where no git can get at it."""
    path = Path.cwd() / next((word for word in words if ".tar.gz" in word), "ofttold-cards.tar.gz")
    assert not any((folder / ".git").exists() for folder in path.parents), words
    world.allowed.add(path)


def fill(word: str, world: World) -> str:
    """Put what is there now in the place of a word's tokens."""
    world.count += 1
    sent = world.cards_in(world.repo / ".ai" / "ofttold")
    suggested = sorted(path.stem for path in world.memory.rglob("sug_*.md"))
    bundles = [path for path in world.base.rglob("*.tar.gz") if path not in world.allowed]
    dice = random.Random(world.count)
    never = dice.choice(world.never)
    pools: dict[str, Sequence[str]] = {
        "@NEVERFILE": [str(world.memory / "cards" / "personal" / f"{never}.md")],
        "@NEVER": [never],
        "@FREE": world.proposable() or [world.free],
        "@DRAFT": world.drafts() or [world.draft],
        "@SENT": sent or [world.sent],
        "@SUGGESTION": suggested or ["sug_aaaaaaaaaaaa"],
        "@BUNDLE": [str(path) for path in bundles] or ["nothing.tar.gz"],
        "@PLAIN": [str(world.plain)],
        "@MEMORY": [str(world.memory)],
        "@DESK": [world.desk_name()] if "@DESK" in word else ["-"],
        "@COUNT": [str(world.count)],
    }
    for token, values in pools.items():
        if token in word:
            word = word.replace(token, dice.choice(values))
    return word


# -- tools and hooks ---------------------------------------------------------------------------


def tool_step(tool: Tool, dice: random.Random, **fixed: object) -> Step:
    """Make the step that calls a tool as the server does; a question is answered by dice."""
    given = {
        one.name: fixed.get(one.name, _argument(one.kind, values_for(one), dice))
        for one in tool.parameters
        if one.name in fixed or one.required or dice.random() < 0.5
        if one.kind != "boolean" or dice.random() < 0.5
    }
    if given.get("act") == "propose" and "ids" in given:
        given["ids"] = ["@FREE"]
    reply, asks = dice.choice(ANSWERS), dice.random() < 0.5

    def run(world: World) -> str:
        memory = open_memory(str(world.memory), look_around=False)
        arguments = {name: _filled(value, world) for name, value in given.items()}
        if said := faults(tool.parameters, arguments, memory.lang):
            return "\n".join(said)
        try:
            answer = tool.handler(Call(memory, arguments, can_ask=asks))
            if isinstance(answer, Ask):
                kept = answer.keep
                answer = tool.handler(Call(memory, arguments, True, "", reply, kept))
        except OfttoldError as refusal:
            return refusal.message("en")
        return answer.text if not isinstance(answer, Ask) else answer.question

    return Step(f"tool {tool.name} {json.dumps(given, ensure_ascii=False)}", run)


def _argument(kind: str, values: Sequence[str], dice: random.Random) -> object:
    if kind == "boolean":
        return True
    one = dice.choice(values)
    if kind == "integer":
        return int(one)
    if kind == "strings":
        return [dice.choice(values) for _ in range(dice.randint(1, 2))]
    return dict([one.split("=")]) if kind == "mapping" else one


def _filled(value: object, world: World) -> object:
    if isinstance(value, str):
        return fill(value, world)
    return [fill(str(one), world) for one in value] if isinstance(value, list) else value


def hook_step(event: str) -> Step:
    """Make the step in which a host calls a hook."""

    def run(world: World) -> str:
        payload = {"session_id": "s", "cwd": str(Path.cwd()), "prompt": "Zwergwal 鲸落 草稿"}
        command = [sys.executable, "-m", "ofttold", "hook", event, "--host", "claude-code"]
        environment = {**os.environ, "OFTTOLD_DIR": str(world.memory)}
        done = subprocess.run(
            command, input=json.dumps(payload).encode(), env=environment, capture_output=True
        )
        assert done.returncode == 0
        return ""  # what a host is given goes to the model, into no repository

    return Step(f"hook {event}", run)


def tools() -> dict[str, Tool]:
    """Give every tool of the server by name."""
    return {tool.name: tool for tool in load_tools()}


# -- by hand -----------------------------------------------------------------------------------


def git_step(*words: str, own: bool = False) -> Step:
    """Make the step in which the person runs git in the project, or in the memory folder."""

    def run(world: World) -> str:
        folder = world.memory if own else world.repo
        plain = [fill(word, world) for word in words]
        done = subprocess.run(["git", "-C", str(folder), *plain], capture_output=True, text=True)
        return done.stdout

    return Step(f"git {' '.join(words)}{' (memory)' if own else ''}", run)


def shelf_step(named: str) -> Step:
    """Make the step in which somebody names another shelf for the project, or none."""

    def run(world: World) -> str:
        for folder in (world.repo, world.memory):
            settings = folder / ".ai" / "ofttold.toml"
            settings.parent.mkdir(exist_ok=True)
            settings.write_text(f'[shelf]\ndir = "{named}"\n' if named else "")
        return ""

    return Step(f"shelf {named}", run)


def link_step(*, back: bool) -> Step:
    """Make the step in which the shelf becomes a link to the personal cards, or a folder again."""

    def run(world: World) -> str:
        shelf, aside = world.repo / ".ai" / "ofttold", world.repo / ".ai" / "aside"
        if back and shelf.is_symlink():
            shelf.unlink()
            if aside.exists():
                aside.rename(shelf)
        elif not back and shelf.exists() and not shelf.is_symlink() and not aside.exists():
            shelf.rename(aside)
            shelf.symlink_to(world.memory / "cards" / "personal")
        return ""

    return Step(f"link {'back' if back else 'to personal'}", run)


def desk_link_step() -> Step:
    """Make the step in which a personal card is linked onto the desk."""

    def run(world: World) -> str:
        name = f"{world.never[-1]}.md"
        link = world.memory / "cards" / "projects" / world.desk_name() / name
        if not link.is_symlink():
            link.symlink_to(world.memory / "cards" / "personal" / name)
        return ""

    return Step("link on the desk", run)


def by_hand() -> list[Step]:
    """Give what people do between two commands."""
    return [
        *(git_step("add", "-A", own=own) for own in (False, True)),
        *(git_step("commit", "-q", "-a", "-m", "work", own=own) for own in (False, True)),
        git_step("stash", "-u"),
        git_step("stash", "pop"),
        git_step("checkout", "-q", "-b", "topic/@COUNT"),
        git_step("checkout", "-q", "main"),
        git_step("repack", "-adq"),
        git_step("push", "-q", "--all"),
        *(shelf_step(named) for named in ("", *SHELVES)),
        *(link_step(back=back) for back in (False, True)),
        desk_link_step(),
        *(hook_step(event) for event in HOOKS),
    ]


def places(world: World) -> list[Path]:
    """List the folders a call may come from."""
    return [world.repo, world.repo, world.memory, world.plain, world.base / "tree"]


def random_step(seed: int) -> Step:
    """Choose a step: mostly a command with some of its flags, else a tool, a hook or a hand's doing."""
    dice = random.Random(seed)
    chance = dice.random()
    if chance < 0.6:
        commands = {path: one for path, one in all_commands().items() if path not in ENDLESS}
        path = dice.choice(sorted(commands))
        if dice.random() < 0.5:
            path = dice.choice([one for one in sorted(commands) if one[0] in ("card", "share")])
        flags = {flag for flag, _ in flags_of(path, commands[path]) if dice.random() < 0.3}
        return command_step(words_for(path, commands[path], flags, dice))
    if chance < 0.8:
        return tool_step(dice.choice(list(tools().values())), dice)
    return dice.choice(by_hand())


def play(
    world: World, steps: Sequence[Step], dice: random.Random, *, from_: Sequence[Path] = ()
) -> list[str]:
    """Run the steps, each in one of the places, and look after each; gives what they printed."""
    said = []
    for step in steps:
        with inside(dice.choice(from_ or places(world))):
            printed = step.run(world)
        try:
            world.look(printed)
        except AssertionError as fault:
            raise AssertionError(f"{step.name}: {fault}") from fault
        said.append(printed)
    return said
