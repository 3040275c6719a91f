"""The block as data: what ``inject --format json`` promises, keys stable between versions."""

from __future__ import annotations

from ofttold.app.context import Memory, locale_lang
from ofttold.app.inject import Fresh
from ofttold.core.ritual.block import estimate_tokens
from ofttold.core.ritual.standing import AnchorState, iso


def block_report(memory: Memory, fresh: Fresh) -> dict[str, object]:
    """Give the block as data: n, t, s and r are null while nothing is over the cap."""
    block = fresh.block
    over = len(fresh.states) > memory.settings.number("anchors.cap") or bool(block.left_out)
    return {
        "date": iso(fresh.folder.today),
        "lang": fresh.folder.lang,
        "folder": memory.folder,
        "sections": [
            {"key": part.key, "heading": part.heading, "line": part.line, "text": part.text()}
            for part in block.parts
        ],
        "anchors": [_anchor(state, weighed=over) for state in fresh.states],
        "status": block.status,
        "checks": block.checks,
        "notices": block.notices,
        "text": block.text,
        "chars": len(block.text),
        "tokens": estimate_tokens(block.text),
    }


def report_without_folder(text: str) -> dict[str, object]:
    """Give the block that says there is no folder, under the same keys."""
    opening, *notices, _ = text.rstrip("\n").split("\n")
    return {
        "date": opening.rstrip("]").rpartition(" ")[2],
        "lang": locale_lang(),
        "folder": None,
        "sections": [],
        "anchors": [],
        "status": [],
        "checks": [],
        "notices": notices,
        "text": text,
        "chars": len(text),
        "tokens": estimate_tokens(text),
    }


def _anchor(state: AnchorState, *, weighed: bool) -> dict[str, object]:
    known = state.weighed if weighed else None
    return {
        "handle": state.handle,
        "title": state.title,
        "line": state.line,
        "marked": iso(state.marked) if state.marked else None,
        "n": known.n if known else None,
        "t": known.t if known else None,
        "s": known.s if known else None,
        "r": known.r if known else None,
        "shown": state.shown,
    }
