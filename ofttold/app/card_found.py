"""What a search of cards answers, as lines and as data; it loads nothing that a search does not."""

from __future__ import annotations

from ofttold.core.cards.recall import quote
from ofttold.core.strings import Lang, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.app.card_search import Answer

Details = dict[str, object]


def found_lines(answer: Answer, lang: Lang) -> list[str]:
    """Say what a search found, a card a line, or why nothing came."""
    if answer.unknown_task:
        return [
            say(lang, "cards.none"),
            say(lang, "cards.no_scope", value=quote(answer.unknown_task)),
        ]
    passages = [
        f"{one.place} · {one.title}: {one.text}" if one.title else f"{one.place} · {one.text}"
        for one in answer.diary
    ]
    if not answer.results and passages:
        return [say(lang, "cards.found_diary", count=len(passages)), *passages]
    if not answer.results:
        held_back = answer.reason in ("not_applicable", "applicability_unresolved")
        rest = [say(lang, f"cards.reason.{answer.reason}")] if held_back else []
        return [say(lang, "cards.none"), *rest]
    count, characters = len(answer.results), answer.characters
    first = say(lang, "cards.found", count=count, characters=characters)
    dropped = [say(lang, "cards.dropped", count=answer.dropped)] if answer.dropped else []
    return [first, *(one.line for one in answer.results), *dropped, *passages]


def found_details(answer: Answer) -> Details:
    """Give a search's answer."""
    return {
        "status": "ok",
        "reason": answer.reason or None,
        "unknownTask": answer.unknown_task or None,
        "dropped": answer.dropped,
        "characters": answer.characters,
        "results": [
            {
                "id": one.id,
                "title": one.title,
                "when": one.when,
                "summary": one.summary,
                "layer": one.layer,
                "state": one.state,
                "created": one.created,
                "score": one.score,
                "path": one.path,
            }
            for one in answer.results
        ],
        "diary": [
            {"place": one.place, "title": one.title, "text": one.text, "score": one.score}
            for one in answer.diary
        ],
    }
