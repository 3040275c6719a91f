"""A look at everything between the memory and the model: folder, settings, wiring, hook, server.

Each check says what is so and, where something is wrong, what to do. Nothing is changed; the hook is
run as the host would run it, with a payload that names no session, so that nothing is recorded.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ofttold.app.context import folder_lang
from ofttold.app.hosts_here import Where, has_plugin, wire
from ofttold.app.ledger import Ledger, Owner
from ofttold.app.wiring import choose_path, explain, read_if_there
from ofttold.core.errors import OfttoldError
from ofttold.core.settings import FILE_NAME
from ofttold.core.strings import Lang, say
from ofttold.edge import machine, probes
from ofttold.edge.settings import configured_folder, load_settings
from ofttold.edge.where import VARIABLE, find_folder
from ofttold.hosts import config
from ofttold.hosts.commandline import Program, is_hook_command, is_server
from ofttold.hosts.output import fits
from ofttold.hosts.registry import load_host
from ofttold.hosts.splices import ConfigFault
from ofttold.hosts.wants import HookWant, KeyWant
from ofttold.hosts.wiring import OwnFile, Target, Wiring

GOOD, ODD, BAD = "good", "odd", "bad"
_COMMAND_LINE = re.compile(r"^const COMMAND = (\[.*\])$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: ``state`` good, odd (works, but look) or bad; ``advice`` what to do."""

    topic: str
    state: str
    text: str
    advice: str = ""


class _Says:
    """Makes checks in one language."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def __call__(self, topic: str, state: str, key: str, **values: object) -> Check:
        advice = f"doctor.{key}.do"
        has_advice = state != GOOD
        text = say(self.lang, f"doctor.{key}", **values)
        return Check(topic, state, text, say(self.lang, advice, **values) if has_advice else "")


def examine(where_from: str | None, lang: Lang) -> list[Check]:
    """Look at everything; ``where_from``: the folder named by ``--dir``, if one is."""
    says = _Says(lang)
    checks = [*_check_folder(where_from, says)]
    owners = Ledger().owners()
    if not owners:
        checks.append(says("hosts", BAD, "none_wired"))
    for owner in owners:
        checks += _check_host(owner, says)
    checks += _check_server(owners, says)
    return checks


def _check_folder(named: str | None, says: _Says) -> Iterator[Check]:
    folder = find_folder(named, look_around=False)
    if folder is None:
        yield says("folder", BAD, "no_folder")
        return
    if not os.path.isdir(folder):
        yield says("folder", BAD, "folder_missing", folder=folder)
        return
    yield says("folder", GOOD, "folder", folder=folder)
    if not named and os.environ.get(VARIABLE) and configured_folder() is None:
        yield says("folder", ODD, "folder_by_variable")
    loaded = load_settings(folder)
    lang = folder_lang(folder, loaded.settings)
    for line, fault in loaded.faults:
        text = say(lang, f"finding.{fault.code}", **fault.values)
        place = f"{FILE_NAME}:{line}: {text}" if line else f"{FILE_NAME}: {text}"
        yield says("settings", BAD if fault.fatal else ODD, "settings_fault", place=place)
    if not loaded.faults:
        yield says("settings", GOOD, "settings")


def _where(owner: Owner) -> Where:
    return Where("project", owner.project) if owner.scope == "project" else Where("user")


def _check_host(owner: Owner, says: _Says) -> Iterator[Check]:
    """Check one host: entries, then the very command they hold."""
    program = Program("python")
    wired = wire(owner.host, _where(owner), program)
    topic = owner.host if owner.scope == "user" else f"{owner.host} ({owner.project})"
    commands: list[str] = []
    for target in wired.targets:
        path = choose_path(target)
        try:
            data = read_if_there(path) or b""
            found = config.count_ours(target.form, data, target.wants)
        except ConfigFault as fault:
            why = explain(fault, path, says.lang).message(says.lang)
            yield says(topic, BAD, "unreadable", why=why, host=owner.host)
            continue
        except OfttoldError as fault:
            yield says(topic, BAD, "unreadable", why=fault.message(says.lang), host=owner.host)
            continue
        wanted = sum(not (isinstance(w, KeyWant) and w.ours is None) for w in target.wants)
        if found < wanted:
            yield says(topic, BAD, "entry_gone", path=path, host=owner.host)
        else:
            yield says(topic, GOOD, "entry", path=path, count=found)
        commands += _commands_in(target, data, owner.host)
    for file in wired.files:
        yield from _check_own_file(file, topic, owner.host, says)
        commands += _commands_of_plugin(file, owner.host)
    yield from _check_hook(topic, owner.host, commands, says)
    if owner.host == "codex":
        yield from _check_trust(topic, says)
    if has_plugin(owner.host):
        yield says(topic, ODD, "plugin_too", host=owner.host)


def _commands_in(target: Target, data: bytes, host: str) -> list[str]:
    """Give the command lines of ours that start a session, as they stand in a settings file."""
    if target.form == "yaml":
        rows = config.server_entries(target.form, data, target.wants)
        lists = [row["cmd"] for row in rows if isinstance(row.get("cmd"), list)]
        return [_join([str(word) for word in words], host) for words in lists]
    if target.form != "json" or not any(isinstance(want, HookWant) for want in target.wants):
        return []
    return [one for one in config.hook_commands(data) if "session-start" in one]


def _commands_of_plugin(file: OwnFile, host: str) -> list[str]:
    """Give the command that a plugin file of ours would start, as one line."""
    try:
        text = (read_if_there(file.path) or b"").decode("utf-8", "replace")
    except OfttoldError:
        return []
    found = _COMMAND_LINE.search(text)
    words = json.loads(found[1]) if found else []
    return [_join(words, host)] if words else []


def _join(words: Sequence[str], host: str) -> str:
    from ofttold.hosts.commandline import quote_cmd, quote_sh

    quote = quote_cmd if machine.is_windows() else quote_sh
    return " ".join([*map(quote, words), "session-start", "--host", host])


def _check_own_file(file: OwnFile, topic: str, host: str, says: _Says) -> Iterator[Check]:
    if os.path.isfile(file.path):
        yield says(topic, GOOD, "file", path=file.path)
    else:
        yield says(topic, BAD, "entry_gone", path=file.path, host=host)


def _check_hook(topic: str, host: str, commands: Sequence[str], says: _Says) -> Iterator[Check]:
    for command in dict.fromkeys(commands):
        ran = machine.run_command(command, _payload(host))
        if ran.code != 0:
            last = ran.errors.splitlines()[-1] if ran.errors else str(ran.code)
            yield says(topic, BAD, "hook_fails", command=command, said=last, host=host)
            continue
        trouble = _wrong_with(ran.output, host)
        if trouble:
            yield says(topic, BAD, f"hook_{trouble}", command=command, host=host)
        else:
            yield says(topic, GOOD, "hook", ms=ran.ms, chars=len(ran.output.decode("utf-8")))


def _payload(host: str) -> bytes:
    """Make a session start of this host that names no session."""
    event: dict[str, Any] = {"source": "startup", "cwd": os.path.expanduser("~")}
    event["hookEventName" if host == "vscode" else "hook_event_name"] = "SessionStart"
    return json.dumps(event).encode()


def _wrong_with(output: bytes, host: str) -> str:
    """Name what a host could not take in the output; empty for nothing."""
    try:
        text = output.decode("utf-8")
        value = json.loads(text)
    except ValueError:
        return "no_json" if output.strip() else "silent"
    if not isinstance(value, dict):
        return "no_json"
    return "" if fits(text, counts_bytes=load_host(host).COUNTS_BYTES) else "too_long"


def _check_trust(topic: str, says: _Says) -> Iterator[Check]:
    """Ask the Codex client itself whether it trusts our hooks."""
    program = machine.find_program("codex")
    hooks = probes.codex_hooks(program, os.path.expanduser("~")) if program else None
    if hooks is None:
        yield says(topic, ODD, "trust_unknown")
        return
    ours = [hook for hook in hooks if is_hook_command(hook.get("command"))]
    distrusted = [hook for hook in ours if hook.get("trustStatus") not in ("trusted", "managed")]
    if distrusted:
        states = ", ".join(f"{h.get('eventName')}: {h.get('trustStatus')}" for h in distrusted)
        yield says(topic, BAD, "not_trusted", states=states)
    elif ours:
        yield says(topic, GOOD, "trusted", count=len(ours))


def _check_server(owners: Sequence[Owner], says: _Says) -> Iterator[Check]:
    """Boot each different server command that stands in hosts' files, and list its tools."""
    seen: dict[tuple[str, ...], str] = {}
    for owner in owners:
        for words in _server_words(wire(owner.host, _where(owner), Program("python"))):
            seen.setdefault(words, owner.host)
    for words, host in seen.items():
        answered = probes.list_mcp_tools(words)
        tools = (answered.result or {}).get("tools")
        names = [str(tool.get("name")) for tool in tools] if isinstance(tools, list) else []
        if names:
            yield says("mcp", GOOD, "server", tools=", ".join(names), ms=answered.ms)
        else:
            why = answered.trouble or "no tools"
            yield says("mcp", BAD, "server_fails", command=" ".join(words), why=why, host=host)


def _server_words(wired: Wiring) -> Iterator[tuple[str, ...]]:
    for target in wired.targets:
        try:
            data = read_if_there(choose_path(target)) or b""
            entries = config.server_entries(target.form, data, target.wants)
        except (ConfigFault, OfttoldError):
            continue  # said where the file itself was checked
        for entry in entries:
            words = entry.get("command")
            listed = [*words] if isinstance(words, list) else [words, *entry.get("args", [])]
            if is_server(entry) and all(isinstance(word, str) for word in listed):
                yield tuple(str(word) for word in listed)
