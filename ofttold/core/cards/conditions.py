"""Conditions on registered keys, judged against what is known: ok, not applicable, or not known.

Knows the ten keys, how the values of each compare, and that what cannot be read is never ``ok``.
Reads nothing itself: ``known`` answers per key with the values that hold here, or None. On the
hooks' path.

    targetOs shell runtime machine projectRoot pathPrefix     read from the machine and repository
    artifactKey taskKind seriesId phase                       said by the call or `ofttold task set`
"""

from __future__ import annotations

from ofttold.core.cards.identity import fold_title
from ofttold.core.errors import OfttoldError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Known = Callable[[str], Sequence[str] | None]

READ_KEYS = ("targetOs", "shell", "runtime", "machine", "projectRoot", "pathPrefix")
TASK_KEYS = ("artifactKey", "taskKind", "seriesId", "phase")
KEYS = READ_KEYS + TASK_KEYS
MACHINE_KEYS = frozenset(("machine", "targetOs", "runtime", "shell"))
MOST_CONDITIONS = 8  # conditions a card, each value counted; cards.md, "One gate"

OK, NOT_APPLICABLE, NEEDS_CONTEXT = "ok", "not_applicable", "needs_context"

# Words for where the program runs, and interpreters looked for on the path; anything else is unknown.
PLACES = ("container", "wsl", "ci", "ssh")
RUNTIMES = (
    *("python", "python3", "node", "deno", "bun", "java", "go", "ruby", "php", "perl", "cargo"),
    *("dotnet", "julia", "elixir", "swift", "lua", "kotlin", "scala", "zig", "gcc", "clang"),
)
_SYSTEMS = {
    "darwin": "macos",
    "osx": "macos",
    "mac": "macos",
    "mac os": "macos",
    "macosx": "macos",
    "win": "windows",
    "win32": "windows",
    "win64": "windows",
    "nt": "windows",
    "gnu/linux": "linux",
}


class UnknownCondition(OfttoldError):
    """A condition's key is not registered."""

    key = "unknown_condition"


class TooManyConditions(OfttoldError):
    """More conditions than a card may have."""

    key = "too_many_conditions"


class EmptyCondition(OfttoldError):
    """A condition has no value."""

    key = "empty_condition"


class UnknownTaskKey(OfttoldError):
    """A task value's key is none of the four that a call may give."""

    key = "unknown_task_key"


def check_conditions(wanted: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Give the conditions cleaned; raises where a key is unknown, a value empty, or a ninth stands."""
    found: dict[str, tuple[str, ...]] = {}
    for key, values in wanted.items():
        if key not in KEYS:
            raise UnknownCondition(name=key, known=" ".join(KEYS))
        found[key] = tuple(dict.fromkeys(value.strip() for value in values))
        if not found[key] or not all(found[key]):
            raise EmptyCondition(name=key)
    count = sum(len(values) for values in found.values())
    if count > MOST_CONDITIONS:
        raise TooManyConditions(count=count, most=MOST_CONDITIONS)
    return found


def check_task(task: Mapping[str, str]) -> dict[str, str]:
    """Give the task values cleaned; raises UnknownTaskKey."""
    for key in task:
        if key not in TASK_KEYS:
            raise UnknownTaskKey(name=key, known=" ".join(TASK_KEYS))
    return {key: value.strip() for key, value in task.items() if value.strip()}


def judge(conditions: Mapping[str, Sequence[str]], known: Known) -> str:
    """Judge all conditions: one that fails decides, then one that is not known, else ok."""
    verdicts = [_holds(key, wanted, known) for key, wanted in conditions.items()]
    if False in verdicts:
        return NOT_APPLICABLE
    return NEEDS_CONTEXT if None in verdicts else OK


def _holds(key: str, wanted: Sequence[str], known: Known) -> bool | None:
    """Tell whether one of the wanted values holds; None where that is not known."""
    if key not in KEYS or not wanted:
        return None
    answers = [_one(key, value, known) for value in wanted]
    if True in answers:
        return True
    return None if None in answers else False


def _one(key: str, wanted: str, known: Known) -> bool | None:
    if key == "pathPrefix":
        return _under_prefix(wanted, known)
    values = known(key)
    if values is None:
        return None
    if key == "projectRoot":
        return _path(wanted, known) in {_path(value, known) for value in values}
    if key == "runtime":
        return _runtime(wanted, values)
    return _plain(key, wanted) in {_plain(key, value) for value in values}


def _plain(key: str, text: str) -> str:
    """Give the form in which a value of this key compares."""
    folded = fold_title(text).casefold()
    if key == "targetOs":
        return _SYSTEMS.get(folded, folded)
    if key == "shell":
        name = folded.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".exe")
        return "powershell" if name == "pwsh" else name
    return folded


def _runtime(wanted: str, values: Sequence[str]) -> bool | None:
    """Judge a runtime: a place, or an interpreter with or without its version.

    >>> _runtime("python3.11", ["python", "python3.11"]), _runtime("node", ["python"])
    (True, False)
    >>> _runtime("node22", ["node"]), _runtime("my-vm", ["node"])
    (None, None)
    """
    name = _plain("runtime", wanted)
    if name in {_plain("runtime", value) for value in values}:
        return True
    bare = name.rstrip("0123456789. ")
    if name in PLACES or name in RUNTIMES:
        return False
    return False if bare in RUNTIMES and bare not in values else None


def _path(text: str, known: Known) -> str:
    """Give a path in the form in which paths compare: forward slashes, home opened, no tail."""
    path = text.strip().replace("\\", "/")
    home = known("~")
    if home and (path == "~" or path.startswith("~/")):
        path = home[0].replace("\\", "/").rstrip("/") + path[1:]
    while "//" in path[1:]:
        path = path[0] + path[1:].replace("//", "/")
    path = path.removeprefix("./")
    if path[1:2] == ":":
        path = path.casefold()
    return path.rstrip("/") or "/"


def _under_prefix(wanted: str, known: Known) -> bool | None:
    """Tell whether the working folder lies under the prefix; None from above it, where both may be."""
    here = known("cwd")
    if not here:
        return None
    prefix = _path(wanted, known)
    if not (prefix.startswith("/") or prefix[1:2] == ":"):
        roots = known("projectRoot")
        if not roots:
            return None
        prefixes = [_path(f"{root}/{prefix}", known) for root in roots]
    else:
        prefixes = [prefix]
    folders = [_path(value, known) for value in here]
    if any(_inside(folder, prefix) for folder in folders for prefix in prefixes):
        return True
    above = any(_inside(prefix, folder) for folder in folders for prefix in prefixes)
    return None if above else False


def _inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
