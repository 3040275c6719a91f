"""What installs changed: per file the record that leads back, and the copy from before.

One JSON file in the state home, written whole. Losing it costs the exactness of an uninstall and
nothing else: entries are then found by their mark. The hooks' path asks only for the hosts' names.
"""

from __future__ import annotations

import json
import os

from ofttold.core.errors import OfttoldError
from ofttold.edge.homes import state_home
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = 1  # goes up when the shape of the journal changes


def install_folder() -> str:
    """Give the folder of the journal and the copies."""
    return os.path.join(state_home(), "install")


def journal_path() -> str:
    """Give the journal's path."""
    return os.path.join(install_folder(), "journal.json")


def read_journal() -> list[dict[str, Any]]:
    """Give the entries, one a file; none where there is no journal or it cannot be read.

    An entry: ``path``, ``form`` (json toml yaml own), ``owners`` ([host, scope, project] each),
    ``since`` (seconds), and what the form needs to lead back.
    """
    try:
        with open(journal_path(), "rb", opener=regular) as stream:
            whole = json.loads(stream.read())
    except (OSError, ValueError):
        return []
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        return []
    entries = whole.get("files")
    return [entry for entry in entries if _is_entry(entry)] if isinstance(entries, list) else []


def _is_entry(entry: object) -> bool:
    return (
        isinstance(entry, dict)
        and isinstance(entry.get("path"), str)
        and isinstance(entry.get("form"), str)
        and isinstance(entry.get("owners"), list)
        and all(isinstance(owner, list) and len(owner) == 3 for owner in entry["owners"])
    )


def write_journal(entries: list[dict[str, Any]]) -> None:
    """Write all entries; raises what the system refuses."""
    from ofttold.edge.files import write_cache

    whole = {"format": FORMAT, "files": entries}
    write_cache(journal_path(), json.dumps(whole, ensure_ascii=False, indent=1).encode())


def wired_hosts() -> set[str]:
    """Give the hosts that have entries of ours."""
    return {str(owner[0]) for entry in read_journal() for owner in entry["owners"]}


def copy_path(path: str) -> str:
    """Give where the copy of a file from before the first change is kept."""
    from hashlib import sha256

    name = sha256(os.fsencode(path)).hexdigest()[:16]
    return os.path.join(install_folder(), "before", f"{name}-{os.path.basename(path)}")


def keep_copy(path: str, data: bytes) -> str:
    """Keep the bytes from before the first change, never over an older copy; gives the copy's path."""
    from ofttold.edge.files import AlreadyExists, create_file, make_folder

    copy = copy_path(path)
    make_folder(os.path.dirname(copy))
    try:
        create_file(copy, data)
    except AlreadyExists:
        return copy
    return copy


def drop_copy(path: str, data: bytes) -> None:
    """Remove the copy once the file holds the same bytes again."""
    from ofttold.edge.files import read_file, remove_file

    copy = copy_path(path)
    try:
        if read_file(copy, limit=None) == data:
            remove_file(copy, expected=data)
    except OfttoldError:
        return  # no copy, or one that cannot be read: it does no harm where it lies
