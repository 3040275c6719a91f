"""What holds on this machine and in this folder, per condition key; None where it cannot be read.

Looks only when asked, and once: most cards have no condition. Judges nothing. On the hooks' path.
"""

from __future__ import annotations

import os
import sys

from ofttold.core.cards.conditions import RUNTIMES, TASK_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows", "cygwin": "windows"}


class Facts:
    """Answers for one call: ``known(key)`` gives the values that hold here.

    ``cwd`` is where the call works, ``root`` the project's root ('' if there is none), ``task`` what
    the call or the project says of the task (read when first asked for).
    """

    __slots__ = ("_cwd", "_found", "_root", "_task")

    def __init__(self, cwd: str, root: str, task: Callable[[], Mapping[str, str]]) -> None:
        self._cwd, self._root, self._task = cwd, root, task
        self._found: dict[str, Sequence[str] | None] = {}

    def known(self, key: str) -> Sequence[str] | None:
        """Give the values of a condition's key, of ``cwd`` and of ``~``; None: cannot be read."""
        if key not in self._found:
            self._found[key] = self._look(key)
        return self._found[key]

    def _look(self, key: str) -> Sequence[str] | None:
        if key in TASK_KEYS:
            value = self._task().get(key, "")
            return (value,) if value else None
        if key == "projectRoot":
            return _spellings(self._root)
        if key == "cwd":
            return _spellings(self._cwd)
        look = _LOOKS.get(key)
        return look() if look else None


def _spellings(path: str) -> Sequence[str] | None:
    """Give a path as it was named and as it really is."""
    if not path:
        return None
    return tuple(dict.fromkeys((os.path.abspath(path), os.path.realpath(path))))


def _system() -> Sequence[str] | None:
    name = _SYSTEMS.get(sys.platform)
    return (name,) if name else (sys.platform,)


def _shell() -> Sequence[str] | None:
    shell = os.environ.get("SHELL") or os.environ.get("COMSPEC", "")
    return (shell,) if shell else None


def _machine() -> Sequence[str] | None:
    name = os.environ.get("COMPUTERNAME", "") if os.name == "nt" else os.uname().nodename
    return tuple(dict.fromkeys((name, name.split(".")[0]))) if name else None


def _home() -> Sequence[str] | None:
    home = os.path.expanduser("~")
    return (home,) if home != "~" else None


def _runtime() -> Sequence[str]:
    """Give the places this runs in and the interpreters on the path."""
    found = [name for name, holds in _places() if holds]
    folders = [f for f in os.environ.get("PATH", "").split(os.pathsep) if f]
    endings = ("", ".exe", ".cmd", ".bat") if os.name == "nt" else ("",)
    found.extend(name for name in RUNTIMES if _on_path(name, folders, endings))
    version = sys.version_info
    return [*found, f"python{version.major}.{version.minor}", f"python{version.major}"]


def _on_path(name: str, folders: Sequence[str], endings: Sequence[str]) -> bool:
    return any(os.path.isfile(os.path.join(f, name + end)) for f in folders for end in endings)


def _places() -> list[tuple[str, bool]]:
    environ = os.environ
    container = any(map(os.path.exists, ("/.dockerenv", "/run/.containerenv")))
    return [
        ("container", container or bool(environ.get("container"))),
        ("wsl", bool(environ.get("WSL_DISTRO_NAME"))),
        ("ci", environ.get("CI", "").casefold() not in ("", "0", "false")),
        ("ssh", bool(environ.get("SSH_CONNECTION"))),
    ]


_LOOKS: dict[str, Callable[[], Sequence[str] | None]] = {
    "targetOs": _system,
    "shell": _shell,
    "machine": _machine,
    "runtime": _runtime,
    "~": _home,
}
