"""The person's own equivalences: glossary.toml, applied to a query, both ways. Knows no index.

::

    line  = side "=" side { "=" side } [ "#" comment ]     香蕉计划 = 支付系统重构  (＝ too)
    side  = bare | "quoted" | 'quoted' | list              ship = ["deploy", "release"]
    list  = "[" side { "," side } "]"                      may run over several lines

All sides of a line mean the same. This is TOML, and also what people write without its quotes; a
``[table]`` line only groups. Read by hand: tomllib costs a hook 7 ms and refuses bare Chinese keys.
"""

from __future__ import annotations

from ofttold.core.search.query import Expansion
from ofttold.core.search.tokens import fold, plain_sequence, tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofttold.core.findings import Finding

GLOSSARY_WEIGHT = 0.9  # of a match by the other side, beside one by the person's own word
LONGEST_LIST = 200  # lines a list may run over
MOST_GROUPS = 2000  # lines that are used, some 20 us each, which a hook waits for


class Glossary:
    """Groups of phrases that mean the same, to be found in a query."""

    __slots__ = ("_groups",)

    def __init__(self, groups: Sequence[Sequence[str]]) -> None:
        self._groups = groups

    def expand(self, sequence: str) -> list[Expansion]:
        """Give the other phrases for each that stands whole in a plain sequence."""
        within = f" {sequence} "
        found: list[Expansion] = []
        for group in self._groups:
            for phrase in group:
                if not phrase.isascii() and fold(phrase)[:1].casefold() not in within:
                    continue  # cheap, and true of most
                own = plain_sequence(phrase)
                if own and f" {own} " in within:
                    others = [tokenize(o) for o in group if plain_sequence(o) not in ("", own)]
                    if others:
                        found.append(Expansion(tokenize(phrase), others, GLOSSARY_WEIGHT))
        return found


SHOWN_CHARS = 60  # characters of a line that says nothing, as it is named


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Give the lines with their numbers, a list that runs over several as one."""
    lines = [_cut(line, "#")[0].strip() for line in text.split("\n")]
    at = 0
    while at < len(lines):
        end = _list_end(lines, at)
        yield at + 1, " ".join(lines[at : end + 1])
        at = end + 1


def _list_end(lines: Sequence[str], start: int) -> int:
    """Give the line where a list opened in this one closes; this one where it never does."""
    if "[" not in lines[start] or not ("=" in lines[start] or "＝" in lines[start]):
        return start
    depth = 0
    for at in range(start, min(len(lines), start + LONGEST_LIST)):
        depth += len(_cut(lines[at], "[")) - len(_cut(lines[at], "]"))
        if depth <= 0:
            return at
    return start


def _cut(text: str, marks: str) -> list[str]:
    """Split a text at marks that stand outside quotes."""
    if not any(mark in text for mark in marks):
        return [text]
    parts: list[str] = []
    start, quote = 0, ""
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in marks:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def _values(side: str) -> list[str]:
    side = side.strip()
    if side.startswith("["):
        parts = _cut(side[1:-1], ",，") if side.endswith("]") else []
    else:
        parts = [side]
    if any(part.strip()[:1] in ("[", "{") for part in parts):
        return []  # a list in a list, a table: nothing that can be said
    return [value for part in parts if (value := part.strip().strip("\"'").strip())]


def read_groups(text: str) -> tuple[list[list[str]], list[int]]:
    """Give the groups of phrases and the numbers of the lines that make none.

    >>> read_groups('ship = ["deploy", "release"]  # ours'), read_groups("香蕉计划")
    (([['ship', 'deploy', 'release']], []), ([], [1]))
    """
    groups: list[list[str]] = []
    faults: list[int] = []
    for number, line in _logical_lines(text.removeprefix("\ufeff").replace("\r\n", "\n")):
        if len(groups) == MOST_GROUPS:
            break
        sides = [_values(side) for side in _cut(line, "=＝")]
        if not line or (line.startswith("[") and len(sides) == 1):
            continue
        if len(sides) < 2 or not all(sides):
            faults.append(number)
        else:
            groups.append([phrase for side in sides for phrase in side])
    return groups, faults


def read_glossary(text: str) -> Glossary:
    """Give the glossary of a file's text; lines that make no equivalence are passed over."""
    return Glossary(read_groups(text)[0])


def check_glossary(text: str, *, file: str) -> list[Finding]:
    """Name the lines that make no equivalence, and say where there are too many."""
    from ofttold.core.findings import Finding

    groups, faults = read_groups(text)
    found = [Finding(file, number, "glossary_line") for number in faults]
    for group in groups:
        names = [plain_sequence(phrase) for phrase in group]
        if "" in names or len(set(names)) < 2:
            values: dict[str, object] = {"phrases": " = ".join(group)[:SHOWN_CHARS]}
            found.append(Finding(file, 0, "glossary_same", values))
    if len(groups) == MOST_GROUPS:
        found.append(Finding(file, 0, "glossary_many", {"most": MOST_GROUPS}))
    return found
