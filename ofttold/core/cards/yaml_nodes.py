"""The full YAML reader for front matter: nodes with their places, values as the text they are.

Knows YAML through ruamel's composer, which keeps every scalar as written and says where it stood.
Refuses to know types: nothing is turned into a number, a date or a truth value here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from ofttold.core.cards.front_matter import Malformed

if TYPE_CHECKING:
    from ofttold.core.cards.front_matter import Value

MOST_VALUES = (
    10_000  # values in one card's front matter; ours: aliases must not multiply without end
)
MOST_BLOCK = 64 * 1024  # characters that the full reader takes, some 40 us each; ours
MOST_OPEN = 100  # brackets open at once; ours: the composer's time grows with their square
_COLON = "mapping values are not allowed"


def compose(block: str, *, first_line: int = 2) -> MappingNode | None:
    """Compose the block's root mapping; None when it holds nothing.

    Raises Malformed where it is no YAML (``card_yaml``), no mapping (``card_no_mapping``), or a
    key stands twice (``card_twice``), each with line and column. A tab the composer trips over
    counts as a blank, at the same place.
    """
    try:
        root = _compose(block, first_line)
    except Malformed:
        if "\t" not in block:
            raise
        try:
            root = _compose(block.replace("\t", " "), first_line)
        except Malformed as fault:
            raise _tabbed(block, first_line) or fault from fault
    if root is None:
        return None
    if not isinstance(root, MappingNode):
        line = first_line + (root.start_mark.line if root.start_mark else 0)
        raise Malformed("card_no_mapping", line)
    _refuse_doubles(root, first_line)
    return root


def _compose(block: str, first_line: int) -> Node | None:
    if len(block) > MOST_BLOCK or _most_open(block) > MOST_OPEN:
        raise Malformed("card_too_deep", first_line)
    try:
        root: Node | None = YAML(typ="base", pure=True).compose(block)
    except MarkedYAMLError as fault:
        raise _malformed(fault, first_line) from fault
    except ReaderError as fault:
        before = block[: fault.position]
        column = len(before) - (before.rfind("\n") + 1) + 1
        raise Malformed("card_yaml", first_line + before.count("\n"), column) from fault
    except RecursionError as fault:
        raise Malformed("card_too_deep", first_line) from fault
    except (YAMLError, ValueError) as fault:
        raise Malformed("card_yaml", first_line) from fault
    return root


def _tabbed(block: str, first_line: int) -> Malformed | None:
    """Give the fault of a line indented by a tab; None where there is none."""
    for number, line in enumerate(block.split("\n")):
        blanks = line[: len(line) - len(line.lstrip(" \t"))]
        if "\t" in blanks and len(blanks) < len(line.rstrip()):
            return Malformed("card_tab", first_line + number, blanks.index("\t") + 1)
    return None


def _most_open(block: str) -> int:
    """Give how many brackets stand open at once, wherever they stand."""
    depth = most = 0
    for sign in block:
        if sign in "[{":
            depth += 1
            most = max(most, depth)
        elif sign in "]}":
            depth -= 1
    return most


def read_full(block: str, *, first_line: int = 2) -> dict[str, Value]:
    """Read the block's keys with the full grammar; raises Malformed as ``compose`` does."""
    root = compose(block, first_line=first_line)
    if root is None:
        return {}
    left = [MOST_VALUES]
    return {_key(key): _value(value, left, first_line, depth=0) for key, value in root.value}


def _key(node: Node) -> str:
    return str(node.value) if isinstance(node, ScalarNode) else ""


def _value(node: Node, left: list[int], first_line: int, *, depth: int) -> Value:
    left[0] -= 1
    if left[0] < 0 or depth > 20:
        line = first_line + (node.start_mark.line if node.start_mark else 0)
        raise Malformed("card_too_deep", line)
    if isinstance(node, ScalarNode):
        return str(node.value)
    if isinstance(node, SequenceNode):
        return [_value(item, left, first_line, depth=depth + 1) for item in node.value]
    return {
        _key(key): _value(value, left, first_line, depth=depth + 1) for key, value in node.value
    }


def _malformed(fault: MarkedYAMLError, first_line: int) -> Malformed:
    mark = fault.problem_mark or fault.context_mark
    code = "card_colon" if _COLON in str(fault.problem) else "card_yaml"
    if mark is None:
        return Malformed(code, first_line)
    return Malformed(code, first_line + mark.line, mark.column + 1)


def _refuse_doubles(root: MappingNode, first_line: int) -> None:
    seen: set[str] = set()
    for key, _ in root.value:
        name = _key(key)
        if name in seen:
            mark = key.start_mark
            raise Malformed("card_twice", first_line + mark.line, mark.column + 1, name=name)
        seen.add(name)
