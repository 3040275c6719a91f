"""Our entries in a JSON settings text: put in, brought up to date, taken out, told from the rest.

Every result is read again and compared: what is not ours must be what it was, or the change is
refused. A repeated key on our way, a list where an object should be, or an entry of our name that
is not ours is refused too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ofttold.hosts.commandline import COMMAND_KEYS
from ofttold.hosts.jsonc import Item, Node, is_blank, scan
from ofttold.hosts.jsonedit import Entry, add_entries, remove_entry
from ofttold.hosts.jsonours import (
    Path,
    child,
    count_ours,
    decode_node,
    foreign,
    locate,
    other_events,
    our_handlers,
    resolve,
)
from ofttold.hosts.splices import ConfigFault, Edit, apply_edits, fault_at, newline_of
from ofttold.hosts.wants import HookWant, JsonWant, KeyWant, Merge


def _set_scalar(text: str, node: Node, value: object) -> list[Edit]:
    """Bring one value up to date, in place; nothing if it says so already."""
    if decode_node(text, node) == value:
        return []
    return [Edit(node.start, text[node.start : node.end], json.dumps(value, ensure_ascii=False))]


def _update_handler(text: str, want: HookWant, node: Node) -> list[Edit]:
    """Bring our handler's command up to date; what a person changed around it stays."""
    edits: list[Edit] = []
    for key in COMMAND_KEYS:
        found = node.find(key)
        if found and key in want.handler():
            edits += _set_scalar(text, found[0].value, want.handler()[key])
    return edits


def _drop(text: str, places: Sequence[tuple[Node, Item, Node, Item | None]]) -> Iterator[Edit]:
    """Take hooks out, and a group with them when nothing else is in it."""
    groups: dict[int, list[Item]] = {}
    for inner, item, _, _ in places:
        groups.setdefault(id(inner), []).append(item)
    for inner, item, outer, group in places:
        ours = groups[id(inner)]
        if group is not None and len(ours) == len(inner.items):
            if item is ours[0]:
                yield from remove_entry(text, outer, group)
        else:
            yield from remove_entry(text, inner, item)


class _Plan:
    """Edits and additions gathered on one reading of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = scan(text)
        self.edits: list[Edit] = []
        self.made: list[Path] = []
        self.hollow: list[Path] = []
        self.added: dict[int, tuple[Node, list[Entry]]] = {}
        self.fresh: dict[tuple[int, str], object] = {}

    def add(self, node: Node, path: Path, entry: Entry) -> None:
        if node.end - node.start == len("{}") and path not in self.hollow:
            self.hollow.append(path)
        self.added.setdefault(id(node), (node, []))[1].append(entry)

    def add_nested(self, node: Node, path: Path, missing: Path, leaf: object) -> None:
        """Add ``leaf`` below keys that are missing; wants that share a new container share it."""
        first = (id(node), missing[0])
        start = len(path) - len(missing)
        for depth in range(len(missing)):
            made = path[: start + depth + 1]
            if made not in self.made:
                self.made.append(made)
        value: object = leaf
        for key in reversed(missing[1:]):
            value = {key: value}
        if first not in self.fresh:
            self.fresh[first] = value
            self.add(node, path[:start], (missing[0], value))
        else:
            _merge_into(self.fresh[first], value)

    def want_hook(self, want: HookWant) -> None:
        node, missing = resolve(self.text, self.root, want.path)
        if missing:
            self.add_nested(node, want.path, missing, [want.entry])
            return
        if node.kind != "[":
            raise fault_at("wrong_shape", self.text, node.start)
        places = list(our_handlers(self.text, node))
        if not places:
            self.add(node, want.path, (None, want.entry))
            return
        self.edits += _update_handler(self.text, want, places[0][1].value)
        self.edits += _drop(self.text, places[1:])

    def drop_hooks(self, want: HookWant) -> None:
        node = locate(self.text, self.root, want.path)
        if node is not None:
            self.edits += _drop(self.text, list(our_handlers(self.text, node)))

    def want_key(self, want: KeyWant) -> None:
        node, missing = resolve(self.text, self.root, want.path)
        if missing:
            self.add_nested(node, want.path, missing, {want.key: want.value})
            return
        there = child(self.text, node, want.key)
        if there is None:
            self.add(node, want.path, (want.key, want.value))
        elif want.ours is not None:
            self.update_key(want, there)

    def update_key(self, want: KeyWant, there: Node) -> None:
        assert want.ours is not None
        if not want.ours(decode_node(self.text, there)):
            raise fault_at("foreign_entry", self.text, there.start)
        if isinstance(want.value, dict) and there.kind == "{":
            for key in ("command", "args"):
                part = child(self.text, there, key)
                if part is not None and key in want.value:
                    self.edits += _set_scalar(self.text, part, want.value[key])

    def finish(self) -> tuple[Edit, ...]:
        for node, entries in self.added.values():
            self.edits.append(add_entries(self.text, self.root, node, entries))
        return tuple(sorted(self.edits, key=lambda edit: edit.start, reverse=True))


def _merge_into(whole: object, part: object) -> None:
    """Join two fresh values that begin with the same new container."""
    if isinstance(whole, dict) and isinstance(part, dict):
        for key, value in part.items():
            if key in whole:
                _merge_into(whole[key], value)
            else:
                whole[key] = value
    elif isinstance(whole, list) and isinstance(part, list):
        whole.extend(part)


def _fresh_text(text: str, wants: tuple[JsonWant, ...]) -> Merge:
    """Write our entries into a text that holds no value yet, after whatever it holds."""
    whole: dict[str, object] = {}
    for want in sorted(wants, key=lambda want: isinstance(want, HookWant)):
        leaf: object = [want.entry] if isinstance(want, HookWant) else {want.key: want.value}
        for key in reversed(want.path):
            leaf = {key: leaf}
        _merge_into(whole, leaf)
    newline = newline_of(text)
    body = json.dumps(whole, ensure_ascii=False, indent=2).replace("\n", newline) + newline
    lead = newline if text.strip("\ufeff \t\r\n") and not text.endswith("\n") else ""
    edit = Edit(len(text), "", lead + body)
    made = {want.path[:depth] for want in wants for depth in range(len(want.path) + 1)}
    return Merge(apply_edits(text, [edit]), (edit,), tuple(sorted(made)))


def install(text: str, wants: tuple[JsonWant, ...]) -> Merge:
    """Put our entries in, or bring them up to date; the same text if all stands there already.

    Raises ConfigFault when the text cannot be read, or cannot take our entries without loss.
    """
    if is_blank(text):
        merge = _fresh_text(text, wants)
    else:
        plan = _Plan(text)
        for want in wants:
            if isinstance(want, HookWant):
                plan.want_hook(want)
            else:
                plan.want_key(want)
        for want in other_events(text, plan.root, wants):
            plan.drop_hooks(want)
        edits = plan.finish()
        merge = Merge(apply_edits(text, edits), edits, tuple(plan.made), tuple(plan.hollow))
    _prove(text, merge.text, wants)
    for want in wants:
        if count_ours(merge.text, want) != 1:
            raise ConfigFault("would_lose")
    return merge


def _prove(before: str, after: str, wants: tuple[JsonWant, ...]) -> None:
    """Compare what is not ours, before and after; raises ConfigFault when it differs."""
    if foreign(before, wants) != foreign(after, wants):
        raise ConfigFault("would_lose")


def remove(
    text: str,
    wants: tuple[JsonWant, ...],
    made: Sequence[Path] = (),
    hollow: Sequence[Path] = (),
) -> str:
    """Take our entries out by their mark, then the containers made for them that are empty now.

    Raises ConfigFault when the text cannot be read or something foreign would change.
    """
    if is_blank(text):
        return text
    result = text
    root = scan(text)
    edits: list[Edit] = []
    for want in (*wants, *other_events(text, root, wants)):
        node = locate(text, root, want.path)
        if node and isinstance(want, HookWant) and node.kind == "[":
            edits += _drop(text, list(our_handlers(text, node)))
        elif node and isinstance(want, KeyWant) and want.ours is not None:
            edits += _remove_key(text, node, want)
    result = apply_edits(text, sorted(edits, key=lambda edit: edit.start, reverse=True))
    for path in sorted((path for path in made if path), key=len, reverse=True):
        result = _remove_empty(result, path)
    for path in hollow:
        result = _hollow_out(result, path)
    _prove(text, result, wants)
    return result


def _remove_key(text: str, node: Node, want: KeyWant) -> Iterator[Edit]:
    for item in node.find(want.key):
        if want.ours is not None and want.ours(decode_node(text, item.value)):
            yield from remove_entry(text, node, item)


def _hollow_out(text: str, path: Path) -> str:
    """Take the blanks out of a container that held none before ours came."""
    node = locate(text, scan(text), path)
    if node is None or node.items or text[node.start + 1 : node.end - 1].strip():
        return text
    return text[: node.start + 1] + text[node.end - 1 :]


def is_bare(text: str, wants: tuple[JsonWant, ...]) -> bool:
    """Tell whether nothing but ours is in the text, or nothing at all."""
    return foreign(text, wants) == {}


def _remove_empty(text: str, path: Path) -> str:
    """Take out the container at a path if it is there and empty."""
    root = scan(text)
    parent = locate(text, root, path[:-1])
    if parent is None:
        return text
    for item in parent.find(path[-1]):
        inner = text[item.value.start + 1 : item.value.end - 1]
        if item.value.kind in ("{", "[") and not inner.strip():
            edits = remove_entry(text, parent, item)
            return apply_edits(text, sorted(edits, key=lambda e: e.start, reverse=True))
    return text
