"""Who a card is: ids, the form in which titles are compared, and which file of a folder has which id.

Knows the shapes ``mem_`` ``sug_`` ``ctx_`` + 12 base32 characters in lower case. Draws no random
numbers itself: bytes come in. On the hooks' path, hence no dataclasses and no hashlib.
"""

from __future__ import annotations

import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ID_BYTES = 8  # bytes of randomness an id takes in; 60 of the 64 bits are used; ours
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_LETTERS = frozenset(_ALPHABET)
_PREFIXES = ("mem", "sug", "ctx")
# Signs that show nothing: soft hyphen, zero-width, direction and tag characters.
_UNSEEN = dict.fromkeys(
    (0xAD, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070))
)


def make_id(prefix: str, raw: bytes) -> str:
    """Make an id of ``mem``, ``sug`` or ``ctx`` from at least 8 random bytes.

    >>> make_id("mem", bytes(8))
    'mem_aaaaaaaaaaaa'
    """
    number = int.from_bytes(raw[:ID_BYTES], "big") >> 4
    letters = [_ALPHABET[(number >> shift) & 31] for shift in range(55, -1, -5)]
    return f"{prefix}_{''.join(letters)}"


def is_id(text: str, prefix: str = "mem") -> bool:
    """Tell whether the text has exactly the shape of an id with this prefix.

    >>> is_id("mem_abcdefghij23"), is_id("mem_../x"), is_id("mem_ABCDEFGHIJ23")
    (True, False, False)
    """
    head, _, letters = text.partition("_")
    return (
        head == prefix and head in _PREFIXES and len(letters) == 12 and _LETTERS.issuperset(letters)
    )


def derive_id(name: str) -> str:
    """Give the id of a hand-made file that claims none, from its folder and file name.

    The same in every run, on every machine, for a composed and a decomposed name (64-bit FNV-1a).
    """
    place = "/".join(name.replace("\\", "/").split("/")[-2:])
    sum_ = 0xCBF29CE484222325
    for byte in unicodedata.normalize("NFC", place).encode("utf-8", "surrogatepass"):
        sum_ = ((sum_ ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return make_id("mem", sum_.to_bytes(8, "big"))


def stem_of(name: str) -> str:
    """Give a file's name without folders and the ending ``.md``."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return last[:-3] if last.lower().endswith(".md") else last


def assign_ids(claims: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Decide which file of one folder has which id: (file name, claimed id or '') to name → id.

    A claimed id holds unless another file has it as its name or an earlier one (by name) claims
    it too; a copy made in an editor then goes by its own file name.
    """
    ordered = sorted(claims)
    own = {stem_of(name): name for name, _ in ordered if is_id(stem_of(name))}
    taken: dict[str, str] = {}
    for name, claimed in ordered:
        if claimed and own.get(claimed, name) == name and claimed not in taken:
            taken[claimed] = name
    assigned = {name: id_ for id_, name in taken.items()}
    for name, _ in ordered:
        if name not in assigned:
            stem = stem_of(name)
            free = is_id(stem) and stem not in taken
            assigned[name] = stem if free else derive_id(name)
            taken.setdefault(assigned[name], name)
    return assigned


def fold_title(text: str) -> str:
    r"""Give the form in which titles are compared: NFC, no invisible characters, single blanks.

    >>> fold_title("\u200b  API\u3000规范 ") == fold_title("API 规范")
    True
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_UNSEEN)
        text = "".join(c for c in text if not 0xE0000 <= ord(c) <= 0xE007F)
    return " ".join(text.split())
