"""What each flag and argument is tried with. A parameter that stands nowhere here fails a test.

``@`` begins a token that is replaced when the step is run: a card that must not leave (``@NEVER``),
one that may be proposed, a draft, a card of the shelf, and so on. Left out on purpose: words of a
card that must not leave typed anew, or handed over as a file's text; that is the person's own road.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from ofttold.core.settings import KEYS
from ofttold.hosts.registry import HOSTS
from ofttold.mcp.registry import Parameter

CARDS = ("@NEVER", "@FREE", "@DRAFT", "@SENT", "@SUGGESTION")
WORDS = ("鲸落", "浪", "")
ENDLESS = {("watch",): "it runs until it is ended; inject --into writes the same"}

NAMED: dict[str, Sequence[str]] = {
    # cards
    "title": ("新的", "草稿", "可以分享的"),
    "summary": WORDS,
    "body": WORDS,
    "body_file": ("@PLAIN/vault/浪.md",),
    "kind": ("规则",),
    "tags": ("海",),
    "triggers": ("浪",),
    "links": ("@FREE", "@SENT"),
    "when": ("冬天",),
    "conditions": ("targetOs=linux", "shell=zsh"),
    "applicability": ("all_in_scope", "conditional", "unresolved"),
    "topic": ("海",),
    "evidence": ("试过",),
    "task": ("taskKind=build",),
    "pairs": ("taskKind=build", "phase="),
    "text": WORDS[:2],
    "limit": ("3",),
    "revision": ("1", "2", "3"),
    "name": CARDS,
    "card topic.name": ("海",),
    "card archive quarantine.name": ("@NEVER.md", "@DRAFT.md"),
    "card_id": CARDS,
    "old": CARDS,
    "new": CARDS,
    "by_card": CARDS,
    "winner": CARDS,
    # sharing
    "ids": ("@DRAFT", "@NEVER", "@FREE", "@SENT"),
    "share propose.ids": ("@FREE", "@DRAFT", "@SENT"),
    "branch": ("memory/@COUNT",),
    "base": ("main", "nowhere"),
    "by": ("林",),
    "note": ("看过",),
    "share export.path": ("out@COUNT.tar.gz", "@PLAIN/out@COUNT.tar.gz"),
    "share import.path": ("@BUNDLE",),
    "card import.path": ("@PLAIN/vault", "@MEMORY", "@MEMORY/cards/personal", "@NEVERFILE"),
    "share merge-driver.base": (".merge_file_a", "@NEVERFILE"),
    "share merge-driver.ours": (".merge_file_a",),
    "share merge-driver.theirs": ("@NEVERFILE", ".merge_file_a"),
    "share merge-driver.name": ("x.md",),
    # the rest
    "directory": ("@MEMORY",),
    "scaffold.directory": ("@PLAIN/new", "@MEMORY"),
    "key": tuple(KEYS),
    "value": ("commit", "pull-push", "true", "3", "cards/personal", "cards/personal/@NEVER.md"),
    "adopt": ("@DESK", "personal", "../personal"),
    "day": ("2026-11-29",),
    "handle": ("鲸",),
    "plot": ("@PLAIN/plot.svg",),
    "word": ("平静", "没有的"),
    "files": ("AGENTS.md",),
    "names": HOSTS,
    "host": ("codex",),
}
TOOLS: dict[str, Sequence[str]] = {
    "id": CARDS,
    "ids": CARDS,
    "query": ("鲸", "草稿"),
    "contextId": ("ctx_aaaaaaaaaaaa",),
    "file": ("out@COUNT.tar.gz", "@PLAIN/out@COUNT.tar.gz", "@BUNDLE"),
    **{name: NAMED[name] for name in ("title", "summary", "body", "when", "kind", "topic")},
    **{name: NAMED[name] for name in ("tags", "triggers", "links", "evidence", "text", "word")},
    **{name: NAMED[name] for name in ("note", "branch", "base", "limit", "revision")},
    "conditions": ("targetOs=linux",),
    "task": ("taskKind=build",),
}


def values_of(path: tuple[str, ...], parameter: click.Parameter) -> Sequence[str]:
    """Give what a parameter is tried with; raises KeyError where nobody thought of it."""
    if isinstance(parameter.type, click.Choice):
        return [str(choice) for choice in parameter.type.choices]
    name = parameter.name or ""
    own = NAMED.get(f"{' '.join(path)}.{name}")
    return own if own is not None else NAMED[name]


def values_for(parameter: Parameter) -> Sequence[str]:
    """Give what a tool's argument is tried with; raises KeyError where nobody thought of it."""
    return () if parameter.kind == "boolean" else parameter.choices or TOOLS[parameter.name]
