"""Bringing in what people have: as cards nobody has looked at yet, used by nothing until then.

Importing again adds only what is new: a note is known by where it stood, else by title and text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ofttold.app.cards import CardRefusal, Desk, require_on
from ofttold.core.cards.card import Card
from ofttold.core.cards.identity import fold_title
from ofttold.core.cards.imports import FORMATS, Note, guess_format, read_notes
from ofttold.core.cards.render import Field, render_new_card
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.core.sharing.redaction import Masked, redact
from ofttold.core.sharing.redaction_shapes import MASK
from ofttold.edge.acts import Act
from ofttold.edge.card_places import Place
from ofttold.edge.card_store import load_place, make_cards_folder, new_id
from ofttold.edge.files import read_file
from ofttold.edge.locks import FolderLock

MOST_FILES = 20_000  # files one import looks at; ours
BATCH = 100  # cards written in one act; ours
_SKIPPED_FOLDERS = frozenset((".git", ".obsidian", ".trash", "node_modules", ".venv"))


class NothingToImport(OfttoldError):
    """There is no file or folder of this name, or nothing in it to import."""

    key = "nothing_to_import"


class OwnCards(CardRefusal):
    """What is to be imported are this memory folder's own cards."""

    key = "own_cards"
    status = "gone"


@dataclass(frozen=True, slots=True)
class Incoming:
    """One card as it is (or would be) imported: its layer and id ('' in a dry run)."""

    id: str
    title: str
    layer: str
    origin: str
    masked: tuple[Masked, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: what came in, how many were known already, what could not be read."""

    shape: str
    made: tuple[Incoming, ...]
    known: int
    broken: tuple[Finding, ...]
    dry_run: bool


def claude_folder(desk: Desk) -> str:
    """Give the folder in which Claude Code keeps its memory of the current project."""
    root = desk.project.root if desk.project else os.path.realpath(desk.cwd)
    slug = re.sub(r"[^A-Za-z0-9]", "-", root)
    return os.path.join(os.path.expanduser("~"), ".claude", "projects", slug, "memory")


def import_cards(
    desk: Desk, path: str, *, shape: str = "", scope: str = "", dry_run: bool = False
) -> Imported:
    """Import a folder or file as cards that are ``imported: unreviewed``.

    ``shape`` is one of FORMATS, '' to guess; ``scope`` 'personal' or 'project', '' for what the
    source says, else the project's where there is one. The memory folder's own cards are none to
    import: a personal one becomes a project's by proposing alone. Raises MemoryDisabled, OwnCards,
    NothingToImport and what writing raises.
    """
    require_on(desk)
    full = os.path.abspath(os.path.expanduser(path))
    own = os.path.realpath(desk.folder)
    if _is_at(full, own):
        raise OwnCards(path=path)
    names = _names(full, own)
    if not names:
        raise NothingToImport(path=path)
    base, single = (os.path.dirname(full), True) if os.path.isfile(full) else (full, False)
    chosen = shape if shape in FORMATS else _guess(base, names, single=single)
    notes, broken = _read(base, names, chosen)
    if not notes and not broken:
        raise NothingToImport(path=path)
    planned = [replace(note, scope=_scope(desk, note, scope)) for note in notes]
    made, known = _write(desk, planned, dry_run=dry_run)
    return Imported(chosen, tuple(made), known, tuple(broken), dry_run)


def _is_at(path: str, folder: str) -> bool:
    """Tell whether a path is a folder or lies in it, links followed."""
    real = os.path.realpath(path)
    return real == folder or real.startswith(folder + os.sep)


def _names(path: str, own: str) -> list[str]:
    """List the markdown files of a folder, below it too, but none of ``own``; a file names itself."""
    if os.path.isfile(path):
        return [os.path.basename(path)]
    found: list[str] = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(f for f in folders if f not in _SKIPPED_FOLDERS and f[0] != ".")
        inner = os.path.relpath(folder, path)
        prefix = "" if inner == "." else inner.replace(os.sep, "/") + "/"
        named = (f for f in sorted(files) if f.endswith(".md") and f[0] != ".")
        found += (prefix + f for f in named if not _is_at(os.path.join(folder, f), own))
        if len(found) > MOST_FILES:
            break
    return found[:MOST_FILES]


def _guess(base: str, names: list[str], *, single: bool) -> str:
    try:
        first = read_file(os.path.join(base, names[0]))
    except OfttoldError:
        first = b""
    return guess_format(names, first, single=single)


def _read(base: str, names: Iterable[str], shape: str) -> tuple[list[Note], list[Finding]]:
    """Read every file, secrets taken out first: a title made of half a key is not known as one.

    What was taken out is said with the first note of the file.
    """
    notes: list[Note] = []
    broken: list[Finding] = []
    for name in names:
        path = os.path.join(base, name)
        try:
            data, masked = _safe(read_file(path))
            found = read_notes(data, name, shape)
        except OfttoldError as fault:
            values: dict[str, object] = {"zh": fault.message("zh"), "en": fault.message("en")}
            found = Finding(name, 0, "card_unreadable_file", values)
        if isinstance(found, Finding):
            broken.append(found)
        else:
            notes += (replace(note, masked=masked) for note in found[:1])
            notes += found[1:]
    return notes, broken


def _safe(data: bytes) -> tuple[bytes, tuple[Masked, ...]]:
    try:
        found = redact(data.decode())
    except UnicodeDecodeError:
        return data, ()  # whoever reads it next says so
    return found.text.encode(), found.masked


def _scope(desk: Desk, note: Note, asked: str) -> str:
    """Say where a note lands: as asked, as its source says, else with the project if there is one."""
    wanted = asked or note.scope or "project"
    return "project" if wanted == "project" and desk.project is not None else "personal"


def _write(desk: Desk, notes: list[Note], *, dry_run: bool) -> tuple[list[Incoming], int]:
    if dry_run:
        made = [incoming for incoming, _, _ in _new(desk, notes)]
        return [replace(incoming, id="") for incoming in made], len(notes) - len(made)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        new = list(_new(desk, notes))
        for start in range(0, len(new), BATCH):
            act = Act(folder, lock=lock)
            for _, path, data in new[start : start + BATCH]:
                act.create(path, data)
            act.commit()
    return [incoming for incoming, _, _ in new], len(notes) - len(new)


def _new(desk: Desk, notes: list[Note]) -> Iterator[tuple[Incoming, str, bytes]]:
    """Give each note that is not known yet as a card, with its path and bytes."""
    seen = {layer: _Seen(desk.place(layer)) for layer in dict.fromkeys(n.scope for n in notes)}
    for note in notes:
        held = seen[note.scope]
        clean, masked = _clean(note)
        if held.knows(clean):
            continue
        clean = replace(clean, title=held.free_title(clean))
        held.add(clean)
        id_ = new_id()
        incoming = Incoming(id_, clean.title, note.scope, note.origin, masked)
        yield incoming, held.place.path(f"{id_}.md"), _render(desk, clean, id_)


class _Seen:
    """What a layer holds already, by origin and by title and text."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.origins: set[str] = set()
        self.titles: dict[str, set[str]] = {}
        for one in load_place(place)[0]:
            self._take(one.card)

    def _take(self, card: Card) -> None:
        origin = card.extra.get("imported_from", "")
        if isinstance(origin, str) and origin:
            self.origins.add(origin)
        self.titles.setdefault(fold_title(card.title), set()).add(card.body)

    def knows(self, note: Note) -> bool:
        """Tell whether the note is here: from the same place, or the same title with its text."""
        body = note.body.strip("\n")
        same_place = note.origin in self.origins and MASK not in note.origin
        return same_place or body in self.titles.get(fold_title(note.title), ())

    def free_title(self, note: Note) -> str:
        """Give the note's title, with where it stood behind it if the title is taken."""
        if fold_title(note.title) not in self.titles:
            return note.title
        return f"{note.title} ({note.origin})"

    def add(self, note: Note) -> None:
        """Take a new note in."""
        self.origins.add(note.origin)
        self.titles.setdefault(fold_title(note.title), set()).add(note.body.strip("\n"))


def _clean(note: Note) -> tuple[Note, tuple[Masked, ...]]:
    """Take secrets out of every text of a note, where it stood and what it is filed under too."""
    masked = list(note.masked)

    def safe(text: str) -> str:
        found = redact(text)
        masked.extend(found.masked)
        return found.text

    def line(text: str) -> str:
        return " ".join(safe(text).split())

    origin = safe(note.origin)
    clean = replace(
        note,
        title=line(note.title) or origin.rpartition("/")[2],
        summary=line(note.summary),
        body=safe(note.body),
        kind=line(note.kind),
        tags=tuple(map(line, note.tags)),
        aliases=tuple(map(line, note.aliases)),
        created=line(note.created),
        origin=origin,
    )
    return clean, tuple(masked)


def _render(desk: Desk, note: Note, id_: str) -> bytes:
    moment = desk.memory.now.isoformat(timespec="seconds")
    fields: dict[str, Field] = {
        "id": id_,
        "title": note.title,
        "summary": note.summary,
        "scope": note.scope,
        "kind": note.kind,
        "tags": list(note.tags),
        "aliases": list(note.aliases),
        "revision": 1,
        "created": note.created or moment,
        "updated": moment,
        "source": note.origin.partition(":")[0],
        "imported": "unreviewed",
        "imported_from": note.origin,
    }
    return render_new_card(fields, note.body)
