"""Names and paths that come from outside: ids, bundle members, titles made into names.

Knows what a file name may be on all three systems at once, so that a folder made on one opens on
the others; refuses the rest. Does not touch the file system except to look up spellings.
"""

from __future__ import annotations

import os
import unicodedata

from ofttold.core.errors import OfttoldError
from ofttold.core.strings import Lang, say
from ofttold.edge.intents import PathOutside

NAME_BYTES = 255  # bytes in UTF-8; what ext4, APFS and NTFS all allow
_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"]
)


class BadName(OfttoldError):
    """The text cannot be a file's name; ``reason`` is a key of the files page."""

    key = "bad_name"

    def message(self, lang: Lang) -> str:
        """Say what happened, with the reason in the same language."""
        reason = say(lang, f"files.{self.values['reason']}", **self.values)
        return say(lang, "error.bad_name", name=_shown(str(self.values["name"])), reason=reason)


def _shown(name: str) -> str:
    """Make what no terminal can show visible."""
    return "".join(
        one.encode("unicode_escape").decode() if unicodedata.category(one) in ("Cc", "Cs") else one
        for one in name
    )


def check_name(name: str) -> str:
    """Give the name back if a file may have it anywhere; raises BadName.

    >>> check_name("2026-11-29-晚上.md")
    '2026-11-29-晚上.md'
    """
    fault = _fault(name)
    if fault:
        key, values = fault
        raise BadName(name=name, reason=key, **values)
    return name


def _fault(name: str) -> tuple[str, dict[str, object]] | None:
    if not name.strip():
        return "name_empty", {}
    if name in (".", ".."):
        return "name_dots", {}
    for character in name:
        # Cc control, Cs half a surrogate pair
        if character in _FORBIDDEN or unicodedata.category(character) in ("Cc", "Cs"):
            return "name_character", {"character": _shown(character)}
    if name[-1] in ". ":
        return "name_ending", {}
    if name.split(".")[0].rstrip().casefold() in _DEVICES:
        return "name_reserved", {}
    size = len(name.encode("utf-8"))
    if size > NAME_BYTES:
        return "name_long", {"size": size, "limit": NAME_BYTES}
    return None


def check_member(path: str) -> str:
    """Give a relative path with slashes back if each part is a good name; raises BadName.

    >>> check_member("cards/鲸.md")
    'cards/鲸.md'
    """
    for part in path.split("/"):
        check_name(part)
    return path


def path_inside(folder: str, path: str) -> str:
    """Give the full path of a member; raises BadName, and PathOutside where a link leads out."""
    full = os.path.join(folder, *check_member(path).split("/"))
    root = os.path.realpath(folder)
    if os.path.commonpath([root, os.path.realpath(full)]) != root:
        raise PathOutside(path=path, folder=folder)
    return full


def find_spelling(folder: str, name: str) -> str | None:
    """Give the entry that is this name in another normal form or case; the exact one first.

    A disk that keeps names in NFD, or ignores case, hands back another spelling than was asked
    for. Of several the first in sorted order wins; raises OSError for an unreadable folder.
    """
    names = sorted(os.listdir(folder))
    if name in names:
        return name
    for fold in (_composed, _folded):
        for one in names:
            if fold(one) == fold(name):
                return one
    return None


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
