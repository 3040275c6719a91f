"""Which project a folder belongs to: its root, its identity, and where its desk stands.

Reads git's files and starts no git: a hook has no time for a process, and one reader gives one
answer everywhere. Follows worktrees, submodules, ``include.path`` and ``includeIf "gitdir:…"``.
On the hooks' path.
"""

from __future__ import annotations

import os

from ofttold.core.cards.git_config import origin_url, read_variables, rewrites
from ofttold.core.cards.project_key import (
    desk_name,
    is_desk_of,
    normalise_origin,
    origin_key,
    path_key,
    rewrite,
)
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.core.cards.git_config import Variable

MOST_CONFIG_BYTES = 1024 * 1024  # bytes of one git configuration that are looked at; ours
MOST_INCLUDES = 10  # depth of includes, as git's own limit
PROJECTS = "projects"


class Project:
    """A project as found from a folder.

    ``root`` is its real path, ``key`` its identity, ``desk`` the name of its folder below
    ``cards/projects`` (found there, else the name it would get), ``has_desk`` whether that folder
    stands. ``is_repository`` and ``has_origin`` tell what the identity rests on.
    """

    __slots__ = ("desk", "has_desk", "has_origin", "is_repository", "key", "root")

    def __init__(
        self,
        root: str,
        key: str,
        desk: str,
        *,
        has_desk: bool,
        is_repository: bool,
        has_origin: bool,
    ) -> None:
        self.root, self.key, self.desk, self.has_desk = root, key, desk, has_desk
        self.is_repository, self.has_origin = is_repository, has_origin


def find_project(cwd: str, cards_folder: str) -> Project | None:
    """Find the project of a folder.

    A repository is one by itself; another folder only where the person confirmed it or one above
    it, which its desk shows. None otherwise, and for a folder that is not there.
    """
    here = os.path.realpath(cwd)
    if not os.path.isdir(here):
        return None
    desks = _desks(cards_folder)
    repository = find_repository(here)
    if repository is None:
        return _confirmed(here, desks)
    root, config = repository
    return describe(root, desks=desks, origin=_origin(root, config), is_repository=True)


def describe(
    root: str, *, desks: list[str], origin: str = "", is_repository: bool = False
) -> Project:
    """Describe the project at a root, by its normalised origin where it has one."""
    key = origin_key(origin) if origin else path_key(root)
    label = os.path.basename(origin or root) or "project"
    names = [name for name in desks if is_desk_of(name, key)]
    wanted = desk_name(label, key)
    desk = wanted if wanted in names or not names else names[0]
    return Project(
        root,
        key,
        desk,
        has_desk=bool(names),
        is_repository=is_repository,
        has_origin=bool(origin),
    )


def desk_names(cards_folder: str) -> list[str]:
    """List the names of all projects' desks."""
    return _desks(cards_folder)


def _desks(cards_folder: str) -> list[str]:
    try:
        names = os.listdir(os.path.join(cards_folder, PROJECTS))
    except OSError:
        return []
    return sorted(name for name in names if not name.startswith("."))


def _confirmed(here: str, desks: list[str]) -> Project | None:
    """Find the nearest folder, from here upwards, whose path has a desk."""
    folder = here
    while desks:
        found = describe(folder, desks=desks)
        if found.has_desk:
            return found
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    return None


def find_repository(folder: str) -> tuple[str, str] | None:
    """Find the work tree a folder lies in: (root, folder that holds its configuration)."""
    while True:
        held = _git_folder(folder)
        if held:
            return folder, held
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _git_folder(root: str) -> str:
    """Give the folder with the configuration of the work tree at this root; '' if it is none."""
    entry = os.path.join(root, ".git")
    if os.path.isdir(entry):
        return entry if os.path.lexists(os.path.join(entry, "HEAD")) else ""
    line = _read(entry).strip()
    if not line.startswith("gitdir:"):
        return ""
    folder = os.path.join(root, line.removeprefix("gitdir:").strip())
    if not os.path.isfile(os.path.join(folder, "HEAD")):
        return ""
    common = _read(os.path.join(folder, "commondir")).strip()
    return os.path.normpath(os.path.join(folder, common)) if common else folder


def _read(path: str) -> str:
    """Read a small text file; '' where there is none to read."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", opener=regular) as file:
            return file.read(MOST_CONFIG_BYTES)
    except OSError:
        return ""


def _origin(root: str, git_folder: str) -> str:
    """Give the normalised origin of a repository, the person's rewriting rules applied."""
    own = _variables(os.path.join(git_folder, "config"), git_folder, 0)
    url = origin_url(own)
    if not url:
        return ""
    rules = rewrites(own)
    for path in personal_configs():
        rules += rewrites(_variables(path, git_folder, 0))
    full = rewrite(url, rules)
    if full.startswith(("./", "../")):
        full = os.path.normpath(os.path.join(root, full))
    return normalise_origin(full)


def personal_configs() -> list[str]:
    """List the person's and the system's configuration files, as git itself looks for them."""
    environ = os.environ
    home = os.path.expanduser("~")
    found: list[str] = []
    if not environ.get("GIT_CONFIG_NOSYSTEM"):
        found.append(environ.get("GIT_CONFIG_SYSTEM") or "/etc/gitconfig")
    if "GIT_CONFIG_GLOBAL" in environ:
        return [*found, environ["GIT_CONFIG_GLOBAL"]]
    base = environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    return [*found, os.path.join(base, "git", "config"), os.path.join(home, ".gitconfig")]


def _variables(path: str, git_folder: str, depth: int) -> list[Variable]:
    """Read a configuration and what it includes, in order."""
    found: list[Variable] = []
    for variable in read_variables(_read(path)):
        found.append(variable)
        section, condition, key, value = variable
        if key != "path" or depth >= MOST_INCLUDES or not value:
            continue
        if section == "include" or (section == "includeif" and _holds(condition, git_folder, path)):
            inner = os.path.join(os.path.dirname(path), os.path.expanduser(value))
            found += _variables(inner, git_folder, depth + 1)
    return found


def _holds(condition: str, git_folder: str, config: str) -> bool:
    """Judge ``gitdir:`` and ``gitdir/i:``; every other condition does not hold for us."""
    kind, _, pattern = condition.partition(":")
    if kind not in ("gitdir", "gitdir/i") or not pattern:
        return False
    if pattern.startswith("./"):
        pattern = os.path.join(os.path.dirname(os.path.realpath(config)), pattern[2:])
    pattern = os.path.expanduser(pattern)
    if not os.path.isabs(pattern):
        pattern = "**/" + pattern
    if pattern.endswith("/"):
        pattern += "**"
    import re  # few have such a condition

    flags = re.IGNORECASE if kind == "gitdir/i" else 0
    wanted = re.compile(_as_regex(pattern), flags)
    return any(wanted.fullmatch(path) for path in (git_folder, os.path.realpath(git_folder)))


def _as_regex(pattern: str) -> str:
    """Turn git's path pattern into a regular expression: ``**`` crosses folders, ``*`` does not."""
    import re

    parts = re.split(r"(\*\*/|/\*\*|\*|\?)", pattern.replace("\\", "/"))
    known = {"**/": "(?:.*/)?", "/**": "(?:/.*)?", "*": "[^/]*", "?": "[^/]"}
    return "".join(known.get(part, re.escape(part)) for part in parts)
