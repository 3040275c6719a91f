"""What fails silently in the cards of a memory folder: broken files, odd values, lines of no use.

Looks at the personal cards and at every project's desk. An archived body whose sum no longer holds
and an act that a dead writer left are told too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from ofttold.app.card_index import GLOSSARY, MOST_GLOSSARY_BYTES, decode_glossary
from ofttold.core.cards.card import SCOPES
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.core.search.glossary import check_glossary
from ofttold.edge.acts import pending
from ofttold.edge.card_archive import archived_names, is_whole
from ofttold.edge.card_places import Place, cards_folder, desk_place, personal_place
from ofttold.edge.card_store import ARCHIVE, Stored, load_place, read_card
from ofttold.edge.project import desk_names
from ofttold.edge.regular import regular


def card_findings(memory_folder: str) -> list[Finding]:
    """Collect the findings of all cards of a memory folder; empty where all is in order."""
    folder = cards_folder(memory_folder)
    desks = desk_names(folder)
    places = [personal_place(memory_folder), *(desk_place(memory_folder, name) for name in desks)]
    found = [
        Finding(f"cards/{path}", 0, "card_act_pending", info=True) for path in _pending(folder)
    ]
    for place in places:
        try:
            cards, broken = load_place(place)
        except OfttoldError as fault:  # one folder that cannot be listed hides no other
            values: dict[str, object] = {"zh": fault.message("zh"), "en": fault.message("en")}
            found.append(Finding(place.label, 0, "card_unreadable_file", values))
            continue
        found += broken
        found += _leading_out(memory_folder, cards)
        found += (finding for one in cards for finding in one.card.findings())
        found += _misplaced(cards)
        found += _cold(place)
    return found + glossary_findings(memory_folder)


def glossary_findings(memory_folder: str) -> list[Finding]:
    """Say what of glossary.toml does not count and why; recall and search go on without it."""
    try:
        with open(os.path.join(memory_folder, GLOSSARY), "rb", opener=regular) as file:
            data = file.read(MOST_GLOSSARY_BYTES + 1)
        text = decode_glossary(data)
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        return [Finding(GLOSSARY, line, "glossary_not_utf8")]
    except FileNotFoundError as fault:
        if not os.path.islink(os.path.join(memory_folder, GLOSSARY)):
            return []
        return [Finding(GLOSSARY, 0, "glossary_unread", {"reason": fault.strerror})]
    except OSError as fault:
        return [Finding(GLOSSARY, 0, "glossary_unread", {"reason": fault.strerror or str(fault)})]
    found = check_glossary(text, file=GLOSSARY)
    if len(data) > MOST_GLOSSARY_BYTES:
        found.append(Finding(GLOSSARY, 0, "glossary_large", {"kib": MOST_GLOSSARY_BYTES >> 10}))
    return found


def _pending(folder: str) -> list[str]:
    return pending(folder) if os.path.isdir(folder) else []


def _leading_out(memory_folder: str, cards: Iterable[Stored]) -> list[Finding]:
    """Name cards that are links to a file outside the memory folder."""
    home = os.path.join(os.path.realpath(memory_folder), "")
    return [
        Finding(one.card.name, 0, "card_link_out", info=True)
        for one in cards
        if os.path.islink(one.path) and not os.path.realpath(one.path).startswith(home)
    ]


def _misplaced(cards: Iterable[Stored]) -> list[Finding]:
    """Name cards whose ``scope`` says another layer than their folder: the folder counts."""
    return [
        Finding(one.card.name, 2, "card_scope", {"scope": one.card.scope}, info=True)
        for one in cards
        if one.card.scope in SCOPES.values() and one.card.scope != one.place.layer
    ]


def _cold(place: Place) -> list[Finding]:
    """Name archived files whose body is not what was put away."""
    found: list[Finding] = []
    for name in archived_names(place):
        item = read_card(place, name, folder=ARCHIVE)
        whole = isinstance(item, Stored) and is_whole(item.card, item.data)
        if not whole:
            found.append(Finding(place.name(ARCHIVE, name), 0, "card_cold_corrupt"))
    return found
