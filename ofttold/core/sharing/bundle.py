"""A bundle of cards: what may stand in one, what its manifest says, and how big it may be.

Knows names, kinds, sizes and JSON; opens no archive (edge/bundles.py does). Whatever comes from
outside is checked here before anything of it is kept: a member is the manifest or exactly
``cards/<layer>/mem_….md``, a plain file, inside the limits, and holds what the manifest says.

    manifest.json           {"format": 1, "made": …, "cards": [{"path", "sha256"}, …]}
    cards/project/mem_….md
    cards/personal/mem_….md     only with --all
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ofttold.core.cards.identity import is_id
from ofttold.core.errors import OfttoldError

FORMAT = 1
MANIFEST = "manifest.json"
LAYERS = ("project", "personal")
MOST_CARDS = 20_000  # members of one bundle; ours: twice the largest shelf measured
MOST_CARD_BYTES = 4 * 1024 * 1024  # bytes of one card; ritual.md, "Reading markdown"
MOST_BYTES = (
    64 * 1024 * 1024
)  # bytes of a whole bundle when unpacked; ours: 3 kB for each of the most cards
MOST_MANIFEST_BYTES = 8 * 1024 * 1024  # bytes; ours, 400 for each of the most cards
_SHOWN = 80  # characters of a foreign name that are shown


class BundleBroken(OfttoldError):
    """The file is no bundle, or not all of one."""

    key = "bundle_broken"


class BundleUnsafe(OfttoldError):
    """A member is not what a bundle may hold; nothing was unpacked."""

    key = "bundle_unsafe"


class BundleTooLarge(OfttoldError):
    """The bundle holds more than the limits allow; nothing was unpacked."""

    key = "bundle_too_large"


class BundleNewer(OfttoldError):
    """The bundle was made by a newer version."""

    key = "bundle_newer"


@dataclass(frozen=True, slots=True)
class Member:
    """One card of a bundle: its layer, its id and its bytes."""

    layer: str
    id: str
    data: bytes

    @property
    def path(self) -> str:
        """Give the member's name in the bundle."""
        return f"cards/{self.layer}/{self.id}.md"


def shown_name(name: str) -> str:
    r"""Give a foreign name fit to be shown: no control characters, not endless.

    >>> shown_name("a\x1b[2Jb")
    'a?[2Jb'
    """
    plain = "".join(sign if sign.isprintable() else "?" for sign in name)
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"


def check_member(name: str, *, is_file: bool, size: int, count: int) -> None:
    """Check one member before its bytes are read; ``count`` is how many came before.

    Raises BundleUnsafe and BundleTooLarge.
    """
    if count > MOST_CARDS:
        raise BundleTooLarge(what=f"{MOST_CARDS:,}")
    if not is_file or place_of(name) is None:
        raise BundleUnsafe(member=shown_name(name))
    if size > (MOST_MANIFEST_BYTES if name == MANIFEST else MOST_CARD_BYTES):
        raise BundleTooLarge(what=shown_name(name))


def place_of(name: str) -> tuple[str, str] | None:
    """Give (layer, id) of a member's name, ('', '') of the manifest, None of anything else.

    >>> place_of("cards/project/mem_abcdefghij23.md")
    ('project', 'mem_abcdefghij23')
    >>> place_of("cards/project/../mem_abcdefghij23.md") is None
    True
    """
    if name == MANIFEST:
        return "", ""
    top, _, rest = name.partition("/")
    layer, _, file = rest.partition("/")
    if top != "cards" or layer not in LAYERS or not file.endswith(".md"):
        return None
    return (layer, file[:-3]) if is_id(file[:-3]) else None


def render_manifest(members: Iterable[Member], *, made: str, project: str) -> bytes:
    """Write the manifest; ``made`` is an ISO 8601 moment, ``project`` the desk's name or ''."""
    cards = [
        {"path": one.path, "sha256": hashlib.sha256(one.data).hexdigest()}
        for one in sorted(members, key=lambda one: one.path)
    ]
    content = {"format": FORMAT, "made": made, "project": project, "cards": cards}
    return json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n"


def read_bundle(files: Mapping[str, bytes]) -> list[Member]:
    """Check what was unpacked against its manifest; gives the cards by path.

    Raises BundleBroken, BundleNewer, BundleUnsafe.
    """
    sums = _read_manifest(files.get(MANIFEST))
    names = [name for name in files if name != MANIFEST]
    for name in (*names, *sums):
        if place_of(name) in (None, ("", "")):
            raise BundleUnsafe(member=shown_name(name))
        data = files.get(name)
        if data is None or hashlib.sha256(data).hexdigest() != sums.get(name):
            raise BundleBroken(why=shown_name(name))
    members = []
    for name in sorted(names):
        layer, id_ = place_of(name) or ("", "")
        members.append(Member(layer, id_, files[name]))
    return members


def _read_manifest(data: bytes | None) -> dict[str, str]:
    """Give path to sum of every card the manifest names."""
    if data is None:
        raise BundleBroken(why=MANIFEST)
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise BundleBroken(why=MANIFEST) from fault
    if not isinstance(content, dict) or not isinstance(content.get("cards"), list):
        raise BundleBroken(why=MANIFEST)
    number = content.get("format")
    if isinstance(number, int) and number > FORMAT:
        raise BundleNewer(number=number)
    sums: dict[str, str] = {}
    for entry in content["cards"]:
        path, sum_ = (entry.get("path"), entry.get("sha256")) if isinstance(entry, dict) else (0, 0)
        if not isinstance(path, str) or not isinstance(sum_, str) or path in sums:
            raise BundleBroken(why=MANIFEST)
        sums[path] = sum_
    return sums
