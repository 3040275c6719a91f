"""Tells what is ours in a JSON settings text from what is not.

Ours are hook entries whose command runs ofttold, wherever they stand in the list of an event, and
the MCP entry of our name that starts our server. All else is foreign, and must never change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from ofttold.hosts.commandline import is_hook
from ofttold.hosts.jsonc import Item, Node, Value, is_blank, scan, to_value
from ofttold.hosts.splices import fault_at
from ofttold.hosts.wants import HookWant, JsonWant, KeyWant

Path = tuple[str, ...]
_Trail = list[tuple[dict[tuple[str, int], Value], str]]


def decode_node(text: str, node: Node) -> object:
    """Give a value's data as the JSON library would (a repeated key: the last)."""
    if node.kind == "{":
        return {item.key or "": decode_node(text, item.value) for item in node.items}
    if node.kind == "[":
        return [decode_node(text, item.value) for item in node.items]
    return json.loads(text[node.start : node.end])


def child(text: str, node: Node, key: str) -> Node | None:
    """Give the value under a key; raises ConfigFault for a non-object or a repeated key."""
    if node.kind != "{":
        raise fault_at("wrong_shape", text, node.start)
    found = node.find(key)
    if len(found) > 1:
        raise fault_at("duplicate_key", text, found[1].start)
    return found[0].value if found else None


def resolve(text: str, root: Node, path: Path) -> tuple[Node, Path]:
    """Walk as far as the path exists; give the node reached and the keys still missing."""
    node = root
    for depth, key in enumerate(path):
        under = child(text, node, key)
        if under is None:
            return node, path[depth:]
        node = under
    return node, ()


def locate(text: str, root: Node, path: Path) -> Node | None:
    """Give the node at a path, None where the path ends or leads through something else."""
    node = root
    for key in path:
        if node.kind != "{":
            return None
        under = child(text, node, key)
        if under is None:
            return None
        node = under
    return node


def our_handlers(text: str, node: Node) -> Iterator[tuple[Node, Item, Node, Item | None]]:
    """Walk the hooks of ours in a list: (list, handler, outer list, the group around it)."""
    for outer in node.items:
        inner = outer.value.find("hooks")
        if inner and inner[0].value.kind == "[":
            group = inner[0].value
            for item in group.items:
                if is_hook(decode_node(text, item.value)):
                    yield group, item, node, outer
        elif is_hook(decode_node(text, outer.value)):
            yield node, outer, node, None


def other_events(text: str, root: Node, wants: tuple[JsonWant, ...]) -> tuple[HookWant, ...]:
    """Find lists beside the wanted ones that hold hooks of ours: another version put them there."""
    wanted = {want.path for want in wants if isinstance(want, HookWant)}
    found: list[HookWant] = []
    for parent in {path[:-1] for path in wanted}:
        node = locate(text, root, parent)
        for item in node.items if node and node.kind == "{" else ():
            path = (*parent, item.key or "")
            if path in wanted or item.value.kind != "[":
                continue
            if next(our_handlers(text, item.value), None):
                found.append(HookWant(path, {}))
    return tuple(found)


def count_ours(text: str, want: JsonWant) -> int:
    """Count our entries for one want; a key only wanted where missing counts if it is there."""
    if is_blank(text):
        return 0
    node = locate(text, scan(text), want.path)
    if node is None:
        return 0
    if isinstance(want, HookWant):
        return len(list(our_handlers(text, node))) if node.kind == "[" else 0
    there = child(text, node, want.key) if node.kind == "{" else None
    return int(there is not None and _is_ours(text, there, want))


def _is_ours(text: str, node: Node, want: KeyWant) -> bool:
    return want.ours is None or want.ours(decode_node(text, node))


def foreign(text: str, wants: tuple[JsonWant, ...]) -> Value:
    """Give the data that is not ours: without our entries and the empty containers on our paths."""
    if is_blank(text):
        return {}
    root = scan(text)
    value = to_value(text, root)
    for want in (*wants, *other_events(text, root, wants)):
        _strip(text, root, value, want)
    return value


def _strip(text: str, root: Node, value: Value, want: JsonWant) -> None:
    """Take one want out of the data, and what is empty on its path then."""
    trail: _Trail = []
    node, at = root, value
    for key in want.path:
        found = node.find(key)
        if not isinstance(at, dict) or (key, 0) not in at:
            break
        trail.append((at, key))
        node, at = found[0].value, at[(key, 0)]
    else:
        _strip_leaf(text, node, at, want)
    for parent, key in reversed(trail):
        if parent.get((key, 0)) in ({}, []):
            del parent[(key, 0)]


def _strip_leaf(text: str, node: Node, at: Value, want: JsonWant) -> None:
    if isinstance(want, HookWant) and isinstance(at, list):
        at[:] = [kept for kept in map(_foreign_part(text), node.items, at) if kept is not None]
    elif isinstance(want, KeyWant) and isinstance(at, dict):
        there = node.find(want.key)
        if there and _is_ours(text, there[0].value, want):
            at.pop((want.key, 0), None)


def _foreign_part(text: str) -> Callable[[Item, Value], Value | None]:
    """Make a function that gives an element of a hook list without our handlers, None if all is."""

    def part(item: Item, value: Value) -> Value | None:
        if is_hook(decode_node(text, item.value)):
            return None
        inner = item.value.find("hooks")
        if not inner or inner[0].value.kind != "[" or not isinstance(value, dict):
            return value
        handlers = value[("hooks", 0)]
        if not isinstance(handlers, list):
            return value
        ours = [is_hook(decode_node(text, handler.value)) for handler in inner[0].value.items]
        if ours and all(ours):
            return None
        kept = [one for one, mine in zip(handlers, ours, strict=True) if not mine]
        return {**value, ("hooks", 0): kept}

    return part
