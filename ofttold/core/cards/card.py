"""One card: YAML front matter and a body, read from bytes with every value as the person wrote it.

Knows the keys of the front matter and types them itself (``keep: no`` is text). Knows nothing of
folders or the machine: where a card lies (layer, owner, archived) is told to it afterwards. On the
hooks' path, hence no dataclasses and no typing at run time.
"""

from __future__ import annotations

from ofttold.core.cards.conditions import KEYS as CONDITION_KEYS
from ofttold.core.cards.conditions import MOST_CONDITIONS
from ofttold.core.cards.front_matter import Malformed, read_block, split
from ofttold.core.cards.identity import derive_id, is_id, stem_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from ofttold.core.cards.front_matter import Value
    from ofttold.core.findings import Finding

    Layer = Literal["personal", "project", "shelf"]

SCHEMA_VERSION = 1  # of a card's front matter; every released version loads
MOST_FILE_BYTES = 4 * 1024 * 1024  # bytes; ritual.md, "Reading markdown"
REVIEWS = ("draft", "proposed", "approved", "published", "rejected", "retracted")
IMPORTED = ("unreviewed", "reviewed")
APPLICABILITY = ("all_in_scope", "conditional", "unresolved")
SCOPES = {"personal": "personal", "global": "personal", "project": "project"}
KEYS = (
    *("id", "title", "summary", "scope", "kind", "tags", "triggers", "aliases", "when"),
    *("conditions", "applicability", "topic", "topic_winner", "links", "revision", "created"),
    *("updated", "source", "private", "imported", "review"),
)
_TRUE = frozenset(("true", "yes", "on", "1", "是"))
_FALSE = frozenset(("false", "no", "off", "0", "否", ""))


class Card:
    """One card. Texts are '' and lists () where the file says nothing.

    ``name`` is the file as the person knows it; ``claimed_id`` the id its front matter gives ('' if
    none or misshapen), ``id`` that, else the file name's, else one derived from the file name.
    ``faults`` are (code, line, values) of values outside their closed lists; each counts as its
    safest reading. ``counted`` tells whether the file gives a revision of its own. ``extra`` holds every key the program does not know, untyped.
    """

    __slots__ = (
        *("name", "claimed_id", "id", "title", "summary", "scope", "kind", "tags", "triggers"),
        *("aliases", "when", "conditions", "applicability", "topic", "topic_winner", "links"),
        *("revision", "created", "updated", "source", "private", "imported", "review", "extra"),
        *("body", "has_front_matter", "faults", "layer", "owner", "archived", "counted", "_block"),
    )
    name: str
    claimed_id: str
    id: str
    title: str
    summary: str
    scope: str
    kind: str
    tags: tuple[str, ...]
    triggers: tuple[str, ...]
    aliases: tuple[str, ...]
    when: str
    conditions: dict[str, tuple[str, ...]]
    applicability: str
    topic: str
    topic_winner: bool
    links: tuple[str, ...]
    revision: int
    created: str
    updated: str
    source: str
    private: bool
    imported: str
    review: str
    extra: dict[str, Value]
    body: str
    has_front_matter: bool
    faults: list[tuple[str, int, dict[str, object]]]
    layer: Layer
    owner: str
    archived: bool
    counted: bool
    _block: str

    def __init__(self, name: str, fields: dict[str, Value], body: str, block: str = "") -> None:
        self.name, self.body = name, body
        self.faults = []
        self._block = block
        self.layer, self.owner, self.archived = "personal", "", False
        self.has_front_matter = True
        left = dict(fields)
        self._take_identity(left)
        self._take_lists(left)
        self._take_premises(left)
        self._take_states(left)
        self.extra = left
        self._block = ""

    def _fault(self, code: str, at: str, /, **values: object) -> None:
        import re

        before = re.split(rf"^[\"']?{at}\b", self._block, maxsplit=1, flags=re.MULTILINE)[0]
        self.faults.append((code, 2 + before.count("\n"), values))

    def _text(self, left: dict[str, Value], key: str) -> str:
        value = left.pop(key, "")
        if isinstance(value, str):
            return value.strip()
        self._fault("card_not_text", key, field=key)
        return ""

    def _moment(self, left: dict[str, Value], key: str) -> str:
        """Take a date or a moment; of another text it is said that it counts as none."""
        text = self._text(left, key)
        if text and not (text[:4].isdigit() and text[4:5] == "-" and text[8:10].isdigit()):
            self._fault("card_not_date", key, field=key, got=text)
        return text

    def _list(self, left: dict[str, Value], key: str) -> tuple[str, ...]:
        value = left.pop(key, "")
        if value == "":
            return ()
        if isinstance(value, str):
            commas = value.replace("，", ",").replace("、", ",")
            value = [*commas.split(",")]
        if isinstance(value, dict) or not all(isinstance(item, str) for item in value):
            self._fault("card_not_list", key, field=key)
            return ()
        return tuple(item.strip() for item in value if isinstance(item, str) and item.strip())

    def _truth(self, left: dict[str, Value], key: str, *, doubtful: bool) -> bool:
        if key not in left:
            return False
        text = self._text(left, key)
        folded = text.strip("\"' ").casefold()
        if folded in _TRUE or folded in _FALSE:
            return folded in _TRUE
        self._fault("card_not_truth", key, field=key, got=text)
        return doubtful

    def _choice(self, left: dict[str, Value], key: str, known: tuple[str, ...], safest: str) -> str:
        """Take one of a closed list; anything else is a fault and counts as ``safest``."""
        value = left.pop(key, "")
        if not value:
            return ""
        folded = value.strip().casefold() if isinstance(value, str) else ""
        if folded in known:
            return folded
        got = value if isinstance(value, str) else "…"
        self._fault("card_not_known", key, field=key, got=got, known=" ".join(known))
        return safest

    def _take_identity(self, left: dict[str, Value]) -> None:
        claimed = self._text(left, "id")
        if claimed and not is_id(claimed):
            self._fault("card_bad_id", "id", got=claimed)
            claimed = ""
        self.claimed_id = claimed
        self.id = claimed or _id_by_name(self.name)
        self.title = " ".join(self._text(left, "title").split())
        self.summary = " ".join(self._text(left, "summary").split())
        scope = self._choice(left, "scope", tuple(SCOPES), "")
        self.scope = SCOPES.get(scope, "")
        self.kind = self._text(left, "kind")

    def _take_lists(self, left: dict[str, Value]) -> None:
        self.tags = self._list(left, "tags")
        self.triggers = self._list(left, "triggers")
        self.aliases = self._list(left, "aliases")
        self.links = self._list(left, "links")

    def _take_premises(self, left: dict[str, Value]) -> None:
        self.when = self._text(left, "when")
        self.conditions = self._conditions(left)
        self.applicability = self._choice(left, "applicability", APPLICABILITY, "unresolved")
        if not self.applicability:
            self.applicability = "conditional" if self.conditions else "all_in_scope"
        if self.applicability == "conditional" and not self.conditions:
            self._fault("card_no_condition", "applicability")
            self.applicability = "unresolved"
        self.topic = self._text(left, "topic")
        self.topic_winner = self._truth(left, "topic_winner", doubtful=False)

    def _conditions(self, left: dict[str, Value]) -> dict[str, tuple[str, ...]]:
        value = left.pop("conditions", "")
        if isinstance(value, list) and not value:
            value = ""
        if not isinstance(value, dict):
            if value:
                self._fault("card_no_mapping_value", "conditions", field="conditions")
                return {"?": ()}  # something was meant and cannot be read: never `ok`
            return {}
        found: dict[str, tuple[str, ...]] = {}
        for key, wanted in value.items():
            items = wanted if isinstance(wanted, list) else [wanted]
            found[key] = tuple(item.strip() for item in items if isinstance(item, str))
            if not all(isinstance(item, str) and item.strip() for item in items) or not items:
                self._fault("card_no_mapping_value", "conditions", field="conditions")
            elif key not in CONDITION_KEYS:
                known = " ".join(CONDITION_KEYS)
                self._fault("card_not_condition", "conditions", got=key, known=known)
        if sum(map(len, found.values())) > MOST_CONDITIONS:
            self._fault("card_many_conditions", "conditions", most=MOST_CONDITIONS)
        return found

    def _take_states(self, left: dict[str, Value]) -> None:
        revision = self._text(left, "revision")
        if revision and not (revision.isascii() and revision.isdigit() and len(revision) < 10):
            self._fault("card_not_number", "revision", field="revision", got=revision)
            revision = ""
        self.revision, self.counted = int(revision or 1), bool(revision)
        self.created = self._moment(left, "created")
        self.updated = self._moment(left, "updated")
        self.source = self._text(left, "source")
        self.private = self._truth(left, "private", doubtful=True)
        self.imported = self._choice(left, "imported", IMPORTED, "unreviewed")
        self.review = self._choice(left, "review", REVIEWS, "draft")

    @property
    def label(self) -> str:
        """Give the title as shown: with its premise, or the file's name where there is no title."""
        title = self.title or stem_of(self.name)
        return f"{title}（{self.when}）" if self.when else title

    def findings(self) -> list[Finding]:
        """Give the faults as findings of the card's file."""
        from ofttold.core.findings import Finding

        return [
            Finding(file=self.name, line=line, code=code, values=values)
            for code, line, values in self.faults
        ]


def _id_by_name(name: str) -> str:
    stem = stem_of(name)
    return stem if is_id(stem) else derive_id(name)


def parse_card(data: bytes, name: str) -> Card | Finding:
    """Read one card's file; a finding where it cannot be read, with line and column.

    ``name`` is the file's path with ``/``, as the person knows it. A file without front matter is
    a card that is all body.
    """
    try:
        return _parse(data, name)
    except Malformed as fault:
        from ofttold.core.findings import Finding

        return Finding(
            file=name, line=fault.line, code=fault.code, values=fault.values, column=fault.column
        )


def _parse(data: bytes, name: str) -> Card:
    text = decode(data)
    refuse_conflict(text)
    parts = split(text)
    if parts is None:
        card = Card(name, {}, _plain_body(text))
        card.has_front_matter = False
        return card
    start, end, after = parts
    block = text[start:end]
    return Card(name, read_block(block), _plain_body(text[after:]), block)


def _plain_body(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").strip("\n")


def has_fields(data: bytes) -> bool:
    r"""Tell whether a card's bytes begin with front matter, readable or not.

    >>> has_fields(b"---\ntitle: a\n---\nbody"), has_fields(b"===\ntitle: a\n===\nbody")
    (True, False)
    """
    try:
        return split(decode(data)) is not None
    except Malformed:
        return True


def decode(data: bytes) -> str:
    """Decode a card's bytes, BOM kept; raises Malformed for another encoding, NUL or over 4 MiB."""
    if len(data) > MOST_FILE_BYTES:
        raise Malformed("card_too_large", 0, mib=MOST_FILE_BYTES >> 20)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise Malformed("card_not_utf8", line) from fault
    if b"\0" in data:
        raise Malformed("card_nul", data.count(b"\n", 0, data.index(b"\0")) + 1)
    return text


def refuse_conflict(text: str) -> None:
    """Raise Malformed where git left its conflict marks outside a fence; they are no content."""
    if "<<<<<<< " not in text:
        return
    fence = ""
    opened = middle = 0
    for number, line in enumerate(text.split("\n"), 1):
        mark = line.lstrip(" ")[:3]
        if mark in ("```", "~~~") and not opened:
            fence = "" if fence == mark else fence or mark
        elif fence:
            continue
        elif line.startswith("<<<<<<< "):
            opened, middle = number, 0
        elif opened and line.rstrip("\r") == "=======":
            middle = number
        elif middle and line.startswith(">>>>>>> "):
            raise Malformed("card_conflict", opened)
