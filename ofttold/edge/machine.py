"""This machine as installs see it: where hosts keep their settings, which are here, how we start.

Knows folders, programs on the PATH and the interpreter; nothing of what stands in a file.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError

TRIAL_SECONDS = 20.0  # seconds the trial run of the hook may take; a cold disk needs a few
# Folder names by which uv's and pipx' throw-away environments are known.
_FLEETING = ("archive-v0", "builds-v0", "environments-v1", "environments-v2")


class NotImportable(OfttoldError):
    """The interpreter that a host would start cannot import ofttold."""

    key = "not_importable"


class FleetingInterpreter(OfttoldError):
    """The interpreter lies in a cache and will be gone one day."""

    key = "fleeting_interpreter"


def _home() -> str:
    return os.path.expanduser("~")


def _set(variable: str, *fallback: str) -> str:
    return os.environ.get(variable) or os.path.join(_home(), *fallback)


def _vscode_user() -> str:
    if sys.platform == "win32":
        return os.path.join(_set("APPDATA", "AppData", "Roaming"), "Code", "User")
    if sys.platform == "darwin":
        return os.path.join(_home(), "Library", "Application Support", "Code", "User")
    return os.path.join(_set("XDG_CONFIG_HOME", ".config"), "Code", "User")


def user_roots() -> dict[str, str]:
    """Give where each host keeps a user's settings, by the names the hosts' modules use."""
    claude = _set("CLAUDE_CONFIG_DIR", ".claude")
    inside = bool(os.environ.get("CLAUDE_CONFIG_DIR"))
    opencode = os.path.join(_set("XDG_CONFIG_HOME", ".config"), "opencode")
    copilot = _set("COPILOT_HOME", ".copilot")
    roots = {
        "claude": claude,
        "claude_json": os.path.join(claude if inside else _home(), ".claude.json"),
        "codex": _set("CODEX_HOME", ".codex"),
        "gemini": os.path.join(_set("GEMINI_CLI_HOME"), ".gemini"),
        "opencode": opencode,
        "opencode_config": opencode,
        "cursor": os.path.join(_home(), ".cursor"),
        "copilot": copilot,
        "copilot_hooks": os.path.join(copilot, "hooks"),
        "vscode": _vscode_user(),
        "dsh": _set("DSH_HOME", ".dsh"),
        "agents": os.path.join(_home(), ".agents"),
        "project": "",
    }
    return {name: _plain(path) for name, path in roots.items()}


def project_roots(project: str) -> dict[str, str]:
    """Give the same for a project's own settings, below its folder."""
    places = {
        "claude": ".claude",
        "claude_json": ".mcp.json",
        "codex": ".codex",
        "gemini": ".gemini",
        "opencode": ".opencode",
        "opencode_config": "",
        "cursor": ".cursor",
        "copilot": ".github",
        "copilot_hooks": ".github/hooks",
        "vscode": ".vscode",
        "dsh": ".dsh",
        "agents": ".agents",
        "project": "",
    }
    return {name: _plain(os.path.join(project, place)) for name, place in places.items()}


def _plain(path: str) -> str:
    """Give an absolute path with forward slashes and no slash at its end; empty stays empty."""
    path = os.path.abspath(os.path.expanduser(path)) if path else ""
    return path.replace("\\", "/") if sys.platform == "win32" else path


def is_there(folder: str, programs: tuple[str, ...]) -> bool:
    """Tell whether a host is on this machine: its folder, or one of its programs on the PATH."""
    return os.path.isdir(folder) or any(shutil.which(program) for program in programs)


def is_windows() -> bool:
    """Tell whether commands are run by a Windows shell."""
    return sys.platform == "win32"


def this_interpreter() -> tuple[str, bool]:
    """Give the interpreter that runs now and whether it finds ofttold with ``-I``.

    Raises FleetingInterpreter for one in a cache, NotImportable if it does not find ofttold from
    elsewhere.
    """
    interpreter = os.path.abspath(sys.executable) if sys.executable else ""
    if is_fleeting(interpreter):
        raise FleetingInterpreter(interpreter=interpreter)
    for flags in (["-I"], []):
        if interpreter and _run([interpreter, *flags, "-c", "import ofttold.hook"]).code == 0:
            return interpreter, bool(flags)
    raise NotImportable(interpreter=interpreter or "python")


def is_fleeting(interpreter: str) -> bool:
    """Tell whether an interpreter lies in an environment that its maker throws away.

    >>> is_fleeting("/home/me/.cache/uv/archive-v0/x1/bin/python")
    True
    >>> is_fleeting("/home/me/.local/share/uv/tools/ofttold/bin/python")
    False
    """
    parts = interpreter.replace("\\", "/").split("/")
    return ("pipx" in parts and ".cache" in parts) or any(part in _FLEETING for part in parts)


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run gave: exit code (None: it did not start or end in time), output, errors, time."""

    code: int | None
    output: bytes
    errors: str
    ms: int = 0


def clean_environment() -> dict[str, str]:
    """Give the environment of a host that was not started from this shell: no PATH of its own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") and name != "VIRTUAL_ENV"
    }
    return kept if sys.platform == "win32" else {**kept, "PATH": os.defpath}


def find_program(name: str) -> str | None:
    """Give the path of a program on this shell's PATH."""
    return shutil.which(name)


def _run(words: list[str] | str, *, payload: bytes = b"", seconds: float = TRIAL_SECONDS) -> Ran:
    started = time.monotonic()
    try:
        done = subprocess.run(
            words,
            shell=isinstance(words, str),
            input=payload,
            capture_output=True,
            timeout=seconds,
            cwd=os.path.abspath(os.sep),
            env=clean_environment(),
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        return Ran(None, b"", str(fault))
    ms = int((time.monotonic() - started) * 1000)
    return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace").strip(), ms)


def run_command(command: str, payload: bytes, *, seconds: float = TRIAL_SECONDS) -> Ran:
    """Run a command line through the system's shell, as hosts do, with a payload on its input."""
    return _run(command, payload=payload, seconds=seconds)
