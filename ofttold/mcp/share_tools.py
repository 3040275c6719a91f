"""Sharing as one tool with the acts of ``ofttold share``, so that the list of tools stays short.

It says what the commands say. A push is put to the person where the client can ask; everything
else stays on this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ofttold.app import share_answers as answers
from ofttold.app.as_data import as_data
from ofttold.app.audit import audit
from ofttold.app.bundle import export, import_bundle
from ofttold.app.card_read import list_cards
from ofttold.app.cards import Desk, open_desk
from ofttold.app.distill import distill
from ofttold.app.propose import propose
from ofttold.app.pull_request import pull_request_status
from ofttold.app.resolve import list_conflicts, resolve
from ofttold.app.review import promote, retract, supersede
from ofttold.app.share_status import share_status
from ofttold.app.share_status_lines import status_lines
from ofttold.app.share_sync import pull, push_branch
from ofttold.app.submit import submit
from ofttold.core.cards.gate import judged, shown_state
from ofttold.core.cards.recall import quote
from ofttold.core.errors import OfttoldError
from ofttold.core.strings import Lang, say
from ofttold.mcp.registry import Answer, Ask, Call, Parameter, Tool

BUNDLE = "ofttold-cards.tar.gz"


class IdMissing(OfttoldError):
    """The act is about cards, and none was named."""

    key = "id_missing"


class IdsTooMany(OfttoldError):
    """The act is about fewer cards than were named."""

    key = "ids_too_many"


def _ids(call: Call, least: int = 1) -> list[str]:
    value = call.arguments.get("ids")
    ids = [str(one) for one in value] if isinstance(value, list) else []
    if len(ids) < least:
        raise IdMissing(count=least)
    return ids


def _one(call: Call, count: int = 1) -> list[str]:
    """Give the ids of an act on so many cards and no more: what is over is not left out in silence."""
    ids = _ids(call, count)
    if len(ids) > count:
        raise IdsTooMany(count=count, given=len(ids))
    return ids


def _text(call: Call, name: str) -> str:
    value = call.arguments.get(name)
    return value if isinstance(value, str) else ""


def _said(lines: list[str], found: object) -> Answer:
    details = found if isinstance(found, Mapping) else {"items": found}
    return Answer("\n".join(lines), details=details)


def _propose(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = propose(desk, _ids(call))
    return _said(answers.proposed_lines(done, lang), as_data(done))


def _submit(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = submit(desk, _ids(call), branch=_text(call, "branch"), base=_text(call, "base"))
    return _said(answers.submitted_lines(done, lang), as_data(done))


def _promote(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = promote(desk, _one(call)[0], "promote", note=_text(call, "note"))
    return _said(answers.turned_lines(done, lang), as_data(done))


def _reject(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = promote(desk, _one(call)[0], "reject", note=_text(call, "note"))
    return _said(answers.turned_lines(done, lang), as_data(done))


def _resubmit(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = promote(desk, _one(call)[0], "resubmit", note=_text(call, "note"))
    return _said(answers.turned_lines(done, lang), as_data(done))


def _retract(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = retract(desk, _one(call)[0], note=_text(call, "note"))
    return _said(answers.turned_lines(done, lang), as_data(done))


def _supersede(desk: Desk, call: Call, lang: Lang) -> Answer:
    old, new = _one(call, 2)
    done = supersede(desk, old, new)
    return _said(answers.superseded_lines(done, lang), as_data(done))


def _status(desk: Desk, call: Call, lang: Lang) -> Answer:
    status = share_status(desk)
    return _said(status_lines(status, lang), status.details())


def _list(desk: Desk, call: Call, lang: Lang) -> Answer:
    cards = [one.card for one in list_cards(desk).cards if one.place.layer != "personal"]
    rows = [f"{quote(card.label)} · {card.id} [{shown_state(judged(card))}]" for card in cards]
    found = [{"id": c.id, "title": c.title, "state": shown_state(judged(c))} for c in cards]
    return _said(rows or [say(lang, "cards.none")], found)


def _audit(desk: Desk, call: Call, lang: Lang) -> Answer:
    findings = audit(desk)
    rows = [f"{one.place()}: {one.code}: {one.message(lang)}" for one in findings]
    return _said(rows or [say(lang, "sharing.audit_fine")], as_data(findings))


def _pull(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = pull(desk)
    return _said(answers.pulled_lines(done, lang), as_data(done))


def _push(desk: Desk, call: Call, lang: Lang) -> Answer | Ask:
    if call.can_ask and call.reply is None:
        question = say(lang, "sharing.ask_push", root=quote(desk.cwd))
        return Ask(question, (Parameter("push", "boolean", required=True),), keep="push")
    if call.can_ask and not (call.reply and _said_yes(call)):
        return Answer(say(lang, "sharing.not_pushed"), refused=True)
    done = push_branch(desk)
    return _said(answers.pushed_lines(done, lang), as_data(done))


def _said_yes(call: Call) -> bool:
    reply = call.reply
    return reply is not None and reply.action == "accept" and reply.content.get("push") is True


def _pr_status(desk: Desk, call: Call, lang: Lang) -> Answer:
    status = pull_request_status(desk, apply=call.arguments.get("apply") is True)
    return _said(answers.pull_request_lines(status, lang), as_data(status))


def _resolve(desk: Desk, call: Call, lang: Lang) -> Answer:
    if not _ids(call, 0):
        conflicts = list_conflicts(desk)
        return _said(answers.conflict_lines(conflicts, lang), as_data(conflicts))
    done = resolve(desk, _one(call)[0])
    return _said(answers.resolved_lines(done, lang), as_data(done))


def _export(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = export(desk, _text(call, "file") or BUNDLE)
    return _said(answers.exported_lines(done, lang), as_data(done))


def _import(desk: Desk, call: Call, lang: Lang) -> Answer:
    done = import_bundle(desk, _text(call, "file") or BUNDLE)
    return _said(answers.imported_lines(done, lang), as_data(done))


def _distill(desk: Desk, call: Call, lang: Lang) -> Answer:
    text = distill(desk)
    return _said([text.rstrip("\n") or say(lang, "sharing.distill_nothing")], {"text": text})


ACTS: dict[str, Callable[[Desk, Call, Lang], Answer | Ask]] = {
    "status": _status,
    "list": _list,
    "propose": _propose,
    "submit": _submit,
    "promote": _promote,
    "reject": _reject,
    "resubmit": _resubmit,
    "retract": _retract,
    "supersede": _supersede,
    "pull": _pull,
    "push": _push,
    "pr-status": _pr_status,
    "resolve": _resolve,
    "export": _export,
    "import": _import,
    "distill": _distill,
    "audit": _audit,
}


def share(call: Call) -> Answer | Ask:
    """Do one act of sharing for the project of the server's folder."""
    desk = open_desk(call.memory)
    return ACTS[_text(call, "act")](desk, call, call.memory.lang)


TOOLS = (
    Tool(
        name="share",
        handler=share,
        parameters=(
            Parameter("act", required=True, choices=tuple(ACTS)),
            Parameter("ids", "strings"),
            Parameter("note"),
            Parameter("branch"),
            Parameter("base"),
            Parameter("file"),
            Parameter("apply", "boolean"),
        ),
        writes=True,
    ),
)
