"""The card tools: search, read, save, suggest, forget, undo.

They say what the commands say; what is refused is answered with one word of the closed list beside
its sentence. A suggestion is on disk before anybody is asked, and a yes is settled there, so that
no replay can answer twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ofttold.app import card_answers as answers
from ofttold.app import card_details as details
from ofttold.app.card_forget import forget, undo
from ofttold.app.card_found import found_details, found_lines
from ofttold.app.card_read import read
from ofttold.app.card_save import save
from ofttold.app.card_search import DEFAULT_LIMIT, MOST_RESULTS, search
from ofttold.app.card_suggest import Suggested, ignore, keep, suggest
from ofttold.app.cards import CardRefusal, Desk, open_desk
from ofttold.app.refusals import refusal_details
from ofttold.core.cards.card import APPLICABILITY
from ofttold.core.cards.routing import CLASSES
from ofttold.core.cards.saving import Wish
from ofttold.core.strings import say
from ofttold.edge.locks import Busy
from ofttold.mcp.registry import Answer, Ask, Call, Parameter, Tool

SCOPES = ("project", "global")
VIEWS = ("body", "links")
ALTERNATIVE = "|"  # stands between values of one condition

Handler = Callable[[Call], Answer | Ask]


def _texts(call: Call, name: str) -> tuple[str, ...] | None:
    value = call.arguments.get(name)
    return tuple(map(str, value)) if isinstance(value, list) else None


def _text(call: Call, name: str) -> str | None:
    value = call.arguments.get(name)
    return value if isinstance(value, str) else None


def _mapping(call: Call, name: str) -> Mapping[str, str] | None:
    value = call.arguments.get(name)
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else None


def _desk(call: Call) -> Desk:
    return open_desk(call.memory, task=_mapping(call, "task"))


def _said(lines: list[str], found: Mapping[str, object], *, refused: bool = False) -> Answer:
    return Answer("\n".join(lines), refused=refused, details=found)


def _guarded(handler: Handler) -> Handler:
    """Answer a refusal with its word of the closed list, so that a program can read it too."""

    def guarded(call: Call) -> Answer | Ask:
        try:
            return handler(call)
        except (CardRefusal, Busy) as refusal:
            lang = call.memory.lang
            lines = [refusal.message(lang), *filter(None, [refusal.hint(lang)])]
            return _said(lines, refusal_details(refusal), refused=True)

    return guarded


def memory_search(call: Call) -> Answer:
    """Search the cards seen from the server's folder."""
    asked = call.arguments.get("limit", DEFAULT_LIMIT)
    limit = max(1, min(MOST_RESULTS, asked)) if isinstance(asked, int) else DEFAULT_LIMIT
    query, context = _text(call, "query") or "", _text(call, "contextId") or ""
    answer = search(_desk(call), query, limit=limit, context=context)
    return _said(found_lines(answer, call.memory.lang), found_details(answer))


def memory_read(call: Call) -> Answer:
    """Read one card's body or links."""
    view = _text(call, "view") or VIEWS[0]
    context = _text(call, "contextId") or ""
    reading = read(_desk(call), _text(call, "id") or "", view=view, context=context)
    lines = answers.reading_lines(reading, call.memory.lang, links=view == "links")
    return _said(lines, details.reading_details(reading))


def _wish(call: Call) -> Wish:
    given = _mapping(call, "conditions")
    conditions = None
    if given is not None:
        conditions = {key: tuple(value.split(ALTERNATIVE)) for key, value in given.items()}
    return Wish(
        title=_text(call, "title"),
        summary=_text(call, "summary"),
        body=_text(call, "body"),
        when=_text(call, "when"),
        kind=_text(call, "kind"),
        topic=_text(call, "topic"),
        tags=_texts(call, "tags"),
        triggers=_texts(call, "triggers"),
        links=_texts(call, "links"),
        conditions=conditions,
        applicability=_text(call, "applicability"),
        id=_text(call, "id") or "",
        scope={"global": "personal"}.get(_text(call, "scope") or "", _text(call, "scope") or ""),
        memory_class=_text(call, "memoryClass") or "",
        evidence=_text(call, "evidence") or "",
        distinct=_text(call, "resolution") == "distinct",
        source=f"mcp {call.session}" if call.session else "",
    )


def memory_save(call: Call) -> Answer:
    """Save what the person wants remembered."""
    done = save(_desk(call), _wish(call))
    lang = call.memory.lang
    return _said(answers.saved_lines(done, lang), details.saved_details(done, lang))


def memory_suggest(call: Call) -> Answer | Ask:
    """Let a suggestion wait for the person's yes, and ask where the client can."""
    desk = _desk(call)
    lang = call.memory.lang
    if call.reply is not None and isinstance(call.kept, Suggested):
        return _answered(call, desk, call.kept)
    done = suggest(desk, _wish(call), session=call.session)
    if not done.changed or not call.can_ask:
        return _said(answers.suggested_lines(done, lang), details.suggested_details(done, lang))
    question = say(lang, "cards.ask_keep", title=done.title, summary=_text(call, "summary") or "")
    return Ask(question.strip(), (Parameter("keep", "boolean", required=True),), keep=done)


def _answered(call: Call, desk: Desk, done: Suggested) -> Answer:
    """Do what the person said: yes keeps, no ignores, anything else lets it wait."""
    reply = call.reply
    lang = call.memory.lang
    if reply is not None and reply.action == "accept" and reply.content.get("keep") is True:
        saved = keep(desk, done.id)
        lines = answers.saved_lines(saved, lang, kept=True)
        return _said(lines, details.saved_details(saved, lang))
    if reply is not None and reply.action in ("accept", "decline"):
        ignored = ignore(desk, done.id)
        lines = answers.ignored_lines(ignored, lang)
        return _said(lines, details.suggested_details(ignored, lang))
    return _said(answers.suggested_lines(done, lang), details.suggested_details(done, lang))


def memory_forget(call: Call) -> Answer:
    """Archive a card, or destroy it on the word purge."""
    purge = call.arguments.get("purge") is True
    done = forget(_desk(call), _text(call, "id") or "", purge=purge)
    return _said(answers.forgotten_lines(done, call.memory.lang), details.forgotten_details(done))


def memory_undo(call: Call) -> Answer:
    """Take one change back, by id and revision."""
    revision = call.arguments.get("revision")
    asked = revision if isinstance(revision, int) else None
    done = undo(_desk(call), _text(call, "id") or "", revision=asked)
    return _said(answers.undone_lines(done, call.memory.lang), details.undone_details(done))


_SUGGESTED = (
    Parameter("title", required=True),
    Parameter("summary"),
    Parameter("body"),
    Parameter("scope", choices=SCOPES),
    Parameter("tags", "strings"),
    Parameter("when"),
    Parameter("conditions", "mapping"),
    Parameter("id"),
)
_SAVED = (
    Parameter("title"),
    *_SUGGESTED[1:],
    Parameter("kind"),
    Parameter("triggers", "strings"),
    Parameter("links", "strings"),
    Parameter("topic"),
    Parameter("applicability", choices=APPLICABILITY),
    Parameter("memoryClass", choices=CLASSES),
    Parameter("evidence"),
    Parameter("resolution", choices=("distinct",)),
)
_CONTEXT = (Parameter("task", "mapping"), Parameter("contextId"))

TOOLS = (
    Tool(
        "memory_search",
        _guarded(memory_search),
        (Parameter("query", required=True), Parameter("limit", "integer"), *_CONTEXT),
        writes=False,
    ),
    Tool(
        "memory_read",
        _guarded(memory_read),
        (Parameter("id", required=True), Parameter("view", choices=VIEWS), *_CONTEXT),
        writes=False,
    ),
    Tool("memory_save", _guarded(memory_save), _SAVED),
    Tool("memory_suggest", _guarded(memory_suggest), _SUGGESTED),
    Tool(
        "memory_forget",
        _guarded(memory_forget),
        (Parameter("id", required=True), Parameter("purge", "boolean")),
        destroys=True,
    ),
    Tool(
        "memory_undo",
        _guarded(memory_undo),
        (Parameter("id", required=True), Parameter("revision", "integer", required=True)),
    ),
)
