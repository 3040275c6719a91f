"""One marked block in an instruction file that a host reads: put in, kept in step, taken out.

    <!-- ofttold:begin KEPT -->
    the block
    <!-- ofttold:end -->

KEPT remembers what stood around the block before it came, so that taking it out leaves the very
bytes there were: ``bare`` the file was empty, ``line`` it ended in a line break, ``cut`` it did
not, ``new`` it was not there, ``rule`` it was not there and got a header of its own (Cursor's rules
want one). A file with half a mark, or two blocks, is refused.
"""

from __future__ import annotations

import re

from ofttold.core.errors import OfttoldError
from ofttold.core.splice import Splice

BEGIN, END = "<!-- ofttold:begin {kept} -->", "<!-- ofttold:end -->"
_BEGIN = re.compile(rb"<!-- ofttold:begin (bare|line|cut|new|rule) -->(\r?\n)")
_ANY = re.compile(rb"<!-- ofttold:(?:begin|end)")
RULE_HEAD = "---\ndescription: What the person keeps telling\nalwaysApply: true\n---\n"


class HalfMarked(OfttoldError):
    """The marks in an instruction file do not make one block."""

    key = "half_marked"


def _newline(data: bytes) -> bytes:
    at = data.find(b"\n")
    return b"\r\n" if at > 0 and data[at - 1 : at] == b"\r" else b"\n"


_BREAKS = {"bare": 0, "line": 1, "cut": 2, "new": 0, "rule": 0}  # line breaks set before the block


def _find(data: bytes, name: str) -> tuple[int, int, str, bytes] | None:
    """Give where the marked block begins and ends, its last line break, its mark and its breaks."""
    found = _BEGIN.search(data)
    marks = len(_ANY.findall(data))
    if found is None and not marks:
        return None
    end = data.find(END.encode(), found.end()) if found else -1
    if found is None or end < 0 or marks != 2:
        raise HalfMarked(file=name)
    end += len(END)
    for line_break in (b"\r\n", b"\n"):
        if data.startswith(line_break, end):
            end += len(line_break)
            break
    return found.start(), end, found[1].decode(), found[2]


def _marked(block: str, kept: str, newline: bytes) -> bytes:
    block = block.replace("<!-- ofttold:", "<!- ofttold:")  # nothing in a memory ends it early
    lines = [BEGIN.format(kept=kept), *block.rstrip("\n").split("\n"), END, ""]
    return newline.join(line.encode("utf-8", "replace") for line in lines)


def plan_block(data: bytes, block: str, name: str) -> Splice | None:
    r"""Plan to put the block in, or bring it up to date; None if it stands there so already.

    ``name``: the file, for the refusal. Raises HalfMarked.

    >>> plan_block(b"# Rules\n", "[x]", "AGENTS.md").replacement.decode().split("\n")[1]
    '<!-- ofttold:begin line -->'
    """
    there = _find(data, name)
    newline = _newline(data)
    if there is None:
        kept = "bare" if not data else "line" if data.endswith(b"\n") else "cut"
        lead = newline * _BREAKS[kept]
        return Splice(len(data), len(data), lead + _marked(block, kept, newline))
    start, end, kept, newline = there
    fresh = _marked(block, kept, newline)
    return None if data[start:end] == fresh else Splice(start, end, fresh)


def new_file(block: str, *, rule: bool) -> bytes:
    """Give the bytes of an instruction file that was not there; ``rule`` for Cursor's ``.mdc``."""
    head = RULE_HEAD.encode() if rule else b""
    return head + _marked(block, "rule" if rule else "new", b"\n")


def plan_removal(data: bytes, name: str) -> Splice | None:
    r"""Plan to take the block out; None if none stands there. Raises HalfMarked.

    >>> from ofttold.core.splice import apply
    >>> for before in (b"", b"# Rules", b"# Rules\r\n", b"\n\n"):
    ...     splice = plan_block(before, "[x]", "A.md")
    ...     after = apply(before, splice)
    ...     assert apply(after, plan_removal(after, "A.md")) == before
    """
    there = _find(data, name)
    if there is None:
        return None
    start, end, kept, newline = there
    for _ in range(_BREAKS[kept]):
        start -= len(newline) if data[:start].endswith(newline) else 0
    if kept == "rule" and data[:start] == RULE_HEAD.encode():
        start = 0
    return Splice(start, end, b"")


def is_wholly_ours(data: bytes, name: str) -> bool:
    """Tell whether a file was not there before the block and holds nothing else now."""
    there = _find(data, name)
    if there is None or there[2] not in ("new", "rule"):
        return False
    splice = plan_removal(data, name)
    return splice is not None and (splice.start, splice.end) == (0, len(data))
