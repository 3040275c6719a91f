"""One door to the three formats of host configuration, and the exact way back.

Takes bytes and gives bytes; knows no path and no file. A record of what was done makes the way
back exact; without it, or after a person's changes, our entries are found by their mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from types import ModuleType
from typing import Any

from ofttold.hosts import jsonc, jsonmerge, tomlsplice, yamlsplice
from ofttold.hosts.commandline import COMMAND_KEYS, is_hook_command
from ofttold.hosts.jsonours import decode_node
from ofttold.hosts.splices import ConfigFault, Edit, apply_edits, invert_edits
from ofttold.hosts.wants import HookWant, KeyWant, Merge, Want

Path = tuple[str, ...]
FORMATS: dict[str, ModuleType] = {"json": jsonmerge, "toml": tomlsplice, "yaml": yamlsplice}
# A recorded text shorter than this could stand anywhere; it is not looked for.
_TELLING_CHARS = 12


@dataclass(frozen=True, slots=True)
class Record:
    """What an install did to one text: digests around it, the edits, the containers made.

    ``after`` is empty where the edits no longer lead from ``before`` to one known text.
    """

    before: str
    after: str
    edits: tuple[Edit, ...] = ()
    made: tuple[Path, ...] = ()
    hollow: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """New bytes for a file and the record that leads back; no change where the bytes are equal."""

    data: bytes
    record: Record


def digest(data: bytes) -> str:
    """Give the digest that a record keeps."""
    return sha256(data).hexdigest()


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise ConfigFault("not_utf8") from fault


def _merge(form: str, text: str, wants: tuple[Want, ...]) -> Merge:
    merge: Merge = FORMATS[form].install(text, wants)
    return merge


def plan_install(
    form: str, data: bytes, wants: tuple[Want, ...], known: Record | None = None
) -> Change:
    """Put our entries into a text of this format (json, toml, yaml), or bring them up to date.

    ``known`` is the record of an earlier install. Raises ConfigFault where the text cannot be read
    or would lose something.
    """
    text = _decode(data)
    if known and known.after == digest(data):
        base = apply_edits(text, invert_edits(known.edits))
        if FORMATS[form].foreign(base, wants) == FORMATS[form].foreign(text, wants):
            merge = _merge(form, base, wants)
            return _change(base.encode(), merge)
    merge = _merge(form, text, wants)
    if known is None:
        return _change(data, merge)
    if not merge.edits:
        return Change(data, known)
    return Change(merge.text.encode(), _carry_on(known, merge))


def _change(before: bytes, merge: Merge) -> Change:
    after = merge.text.encode()
    record = Record(digest(before), digest(after), merge.edits, merge.made, merge.hollow)
    return Change(after, record)


def _carry_on(known: Record, merge: Merge) -> Record:
    """Join a record with an update made on a text that a person changed in between."""
    edits = list(known.edits)
    for new in merge.edits:
        for place, old in enumerate(edits):
            if new.removed and old.inserted.count(new.removed) == 1:
                fresh = old.inserted.replace(new.removed, new.inserted)
                edits[place] = replace(old, inserted=fresh)
                break
        else:
            edits.append(new)
    made = tuple(dict.fromkeys(known.made + merge.made))
    return Record(known.before, "", tuple(edits), made, known.hollow)


def plan_uninstall(
    form: str, data: bytes, wants: tuple[Want, ...], known: Record | None = None
) -> bytes:
    """Take our entries out: the very bytes there were, if the text is as we left it.

    Otherwise the recorded texts where they still stand, then what carries our mark; all of it
    checked against what is not ours. Raises ConfigFault where the text cannot be read.
    """
    text = _decode(data)
    module = FORMATS[form]
    if known and known.after == digest(data):
        text = apply_edits(text, invert_edits(known.edits))
    elif known:
        text = _cut_recorded(module, text, wants, known)
    if _any_left(form, module, text, wants):
        made = known.made if known else ()
        text = module.remove(text, wants, made, known.hollow if known else ())
    return text.encode()


def _any_left(form: str, module: ModuleType, text: str, wants: tuple[Want, ...]) -> bool:
    """Tell whether something of ours stands there, of this version or another."""
    if any(module.count_ours(text, want) for want in wants if _has_mark(want)):
        return True
    return form == "json" and bool(hook_commands(text.encode())) and _has_hooks(wants)


def _has_hooks(wants: tuple[Want, ...]) -> bool:
    return any(isinstance(want, HookWant) for want in wants)


def _has_mark(want: Want) -> bool:
    return not (isinstance(want, KeyWant) and want.ours is None)


def _cut_recorded(module: ModuleType, text: str, wants: tuple[Want, ...], known: Record) -> str:
    """Take back each recorded edit whose text still stands exactly once."""
    for edit in reversed(known.edits):
        if len(edit.inserted) < _TELLING_CHARS or text.count(edit.inserted) != 1:
            continue
        tried = text.replace(edit.inserted, edit.removed)
        try:
            if module.foreign(tried, wants) == module.foreign(text, wants):
                text = tried
        except ConfigFault:
            continue  # cutting there would break the text: the mark finds our entry instead
    return text


def is_current(form: str, data: bytes, wants: tuple[Want, ...]) -> bool:
    """Tell whether all our entries stand there as this version would write them."""
    try:
        return plan_install(form, data, wants).data == data
    except ConfigFault:
        return False


def count_ours(form: str, data: bytes, wants: Sequence[Want]) -> int:
    """Count our entries; raises ConfigFault where the text cannot be read."""
    text = _decode(data)
    return sum(FORMATS[form].count_ours(text, want) for want in wants if _has_mark(want))


def is_bare(form: str, data: bytes, wants: tuple[Want, ...]) -> bool:
    """Tell whether nothing but ours is in the text."""
    bare: bool = FORMATS[form].is_bare(_decode(data), wants)
    return bare


def render_snippet(form: str, wants: tuple[Want, ...]) -> str:
    """Write our entries alone, for a person to paste."""
    return _merge(form, "", wants).text


def hook_commands(data: bytes) -> list[str]:
    """Give every command line of ours in a JSON text, as a host would run it."""
    text = _decode(data)
    if not data.strip() or jsonc.is_blank(text):
        return []
    return [
        str(part[key])
        for part in _objects(decode_node(text, jsonc.scan(text)))
        for key in COMMAND_KEYS
        if is_hook_command(part.get(key))
    ]


def _objects(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, Mapping):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _objects(part)


def server_entries(form: str, data: bytes, wants: Sequence[Want]) -> list[Mapping[str, Any]]:
    """Give our MCP entries as they stand in a text; raises ConfigFault where it cannot be read."""
    text = _decode(data)
    if form == "yaml":
        return [*yamlsplice.row_configs(text, wants)]
    if form == "json":
        whole = {} if jsonc.is_blank(text) else decode_node(text, jsonc.scan(text))
    else:
        whole = tomlsplice.parse(text)
    found: list[Mapping[str, Any]] = []
    for want in wants:
        if isinstance(want, KeyWant) and want.ours is not None:
            at: object = whole
            for key in (*want.path, want.key):
                at = at.get(key) if isinstance(at, Mapping) else None
            if isinstance(at, Mapping) and want.ours(at):
                found.append(at)
    return found
