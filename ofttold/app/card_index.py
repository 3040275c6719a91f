"""Cards as the index sees them: one source a place, each card with what the gate will look at.

Opened, caught up with the files, read, closed. On the hooks' path.
"""

from __future__ import annotations

import os
import zlib

from ofttold.core.cards.gate import Judged, pack, unpack
from ofttold.core.cards.identity import derive_id, fold_title, stem_of
from ofttold.core.search.document import Doc
from ofttold.edge.homes import cache_home
from ofttold.edge.index import open_index
from ofttold.edge.listing import Source, list_files, list_odd
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ofttold.core.cards.card import Card
    from ofttold.core.search.document import Hit
    from ofttold.core.search.query import Query
    from ofttold.edge.card_places import Place
    from ofttold.edge.index import Index

GLOSSARY = "glossary.toml"
MOST_GLOSSARY_BYTES = 256 * 1024  # bytes of glossary.toml that are read; ours


def index_path(memory_folder: str) -> str:
    """Give the path of a memory folder's index in the cache home."""
    key = derive_id(os.path.realpath(memory_folder).replace(os.sep, "|")).removeprefix("mem_")
    return os.path.join(cache_home(), f"cards-{key}.sqlite3")


def discard_index(memory_folder: str) -> None:
    """Throw the index away: what was taken out of it stands in its free pages still."""
    from ofttold.edge.index_file import discard_file

    discard_file(index_path(memory_folder))


def layer_name(place: Place) -> str:
    """Name a place's layer in the index: a shelf's rows belong to one work tree."""
    return f"shelf {place.folder}" if place.layer == "shelf" else f"{place.layer} {place.owner}"


def as_doc(card: Card, mark: str) -> Doc:
    """Give a card as something to be found."""
    return Doc(
        card.id,
        title=card.title,
        aliases=card.aliases,
        tags=card.tags,
        triggers=card.triggers,
        summary=card.summary,
        body=card.body,
        created=card.created,
        session=card.source,
        slot=fold_title(card.topic),
        extra=pack(card, mark),
    )


def source_of(place: Place) -> Source:
    """Give a place as the index takes it in: its files with stats, and how to read one."""
    files = list_files(place.folder)
    if place.layer == "shelf":
        files = [file for file in files if not os.path.islink(place.path(file[0]))]

    def parse(name: str, data: bytes) -> Sequence[Doc] | None:
        from ofttold.core.cards.card import Card, parse_card  # a hook that reads none spares it

        card = parse_card(data, place.name(name))
        if not isinstance(card, Card):
            return None
        return [as_doc(card, f"{zlib.crc32(data):08x}")]

    return Source(layer_name(place), place.folder, files, parse)


def odd_names(place: Place) -> list[str]:
    """Give the names in a place that look like cards and are no files."""
    names = list_odd(place.folder)
    if place.layer == "shelf":
        names = [name for name in names if not os.path.islink(place.path(name))]
    return names


class Found:
    """A hit with what the gate looks at, and the place it came from."""

    __slots__ = ("card", "hit", "place")

    def __init__(self, hit: Hit, card: Judged, place: Place) -> None:
        self.hit, self.card, self.place = hit, card, place

    @property
    def title(self) -> str:
        """Give the title as shown, without its premise: the file's name where there is none."""
        return self.hit.title or stem_of(self.hit.path)


class CardIndex:
    """The index over some places, caught up with their files; a context manager."""

    __slots__ = ("_by_layer", "_sources", "broken", "complete", "index", "layers", "places")

    def __init__(
        self,
        memory_folder: str,
        places: Iterable[Place],
        *,
        expired: Callable[[], bool] | None = None,
    ) -> None:
        self._by_layer = {layer_name(place): place for place in places}
        self.layers = list(self._by_layer)
        self.places = list(self._by_layer.values())
        self.index: Index = open_index(index_path(memory_folder))
        self._sources = {name: source_of(place) for name, place in self._by_layer.items()}
        sources = list(self._sources.values())
        report = self.index.sync(sources, expired=expired) if expired else self.index.sync(sources)
        self.complete = report.complete
        self.broken = [(self._by_layer[name], path) for name, path in report.broken]

    def __enter__(self) -> CardIndex:
        return self

    def __exit__(self, *_: object) -> None:
        self.index.close()

    def search(self, query: Query, limit: int) -> list[Found]:
        """Give the best hits of all places."""
        return self._settled(self.index.search(query, layers=self.layers, limit=limit))

    def in_topic(self, topic: str) -> list[Found]:
        """Give every card of a topic."""
        return self._settled(self.index.in_slot(topic, layers=self.layers))

    def by_id(self, id_: str) -> list[Found]:
        """Give what claims this id."""
        return self._settled(self.index.by_id(id_, layers=self.layers))

    def has_changed(self, found: Iterable[Found]) -> bool:
        """Tell whether a file of these hits is another one now than when it was listed."""
        for one in found:
            listed = {file[0]: file for file in self._sources[one.hit.layer].files}
            try:
                now = os.stat(one.place.path(one.hit.path))
            except OSError:
                return True
            seen = (now.st_size, now.st_mtime_ns, now.st_ctime_ns, now.st_ino)
            if listed[one.hit.path][1:] != seen:
                return True
        return False

    def _settled(self, hits: Iterable[Hit]) -> list[Found]:
        """Judge who is who: of two files of one place with one id, the other goes by its name."""
        found: list[Found] = []
        for hit in hits:
            place = self._by_layer[hit.layer]
            id_ = derive_id(place.name(hit.path)) if self._is_other(hit, place) else hit.id
            card = unpack(hit.extra, id_, place.layer, place.owner)
            found.append(Found(hit, card, place))
        return found

    def _is_other(self, hit: Hit, place: Place) -> bool:
        """Tell whether the id a file claims is another file's, by its name or its place in order."""
        if stem_of(hit.path) == hit.id or hit.id == derive_id(place.name(hit.path)):
            return False
        if os.path.lexists(place.path(f"{hit.id}.md")):
            return True
        claims = self.index.by_id(hit.id, layers=[hit.layer])
        return any(claim.path < hit.path for claim in claims)


def read_glossary_text(memory_folder: str) -> str:
    """Read glossary.toml; '' where there is none to read, which ``card_check`` tells of."""
    try:
        with open(os.path.join(memory_folder, GLOSSARY), "rb", opener=regular) as file:
            return decode_glossary(file.read(MOST_GLOSSARY_BYTES + 1))
    except (OSError, UnicodeDecodeError):
        return ""


def decode_glossary(data: bytes) -> str:
    """Give the text of a glossary's first bytes, whole lines; raises UnicodeDecodeError."""
    if len(data) > MOST_GLOSSARY_BYTES:
        data = data[:MOST_GLOSSARY_BYTES].rpartition(b"\n")[0]
    return data.decode("utf-8-sig")
