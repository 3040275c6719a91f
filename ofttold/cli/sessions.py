"""Commands that show whether it works: sessions, doctor."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Sequence
from datetime import datetime

import click

from ofttold.app import doctor as clinic
from ofttold.app import rates as shares
from ofttold.app import sessions as app
from ofttold.app.hosts_here import name_hosts
from ofttold.cli.shell import (
    lang_of_call,
    put,
    put_json,
    typed_memory,
    with_dir,
    with_format,
)
from ofttold.core.errors import FINDINGS
from ofttold.core.strings import Lang, say
from ofttold.edge import clock

SHOWN_SESSIONS = 20  # rows, newest first; --all shows the rest
_COLUMNS = ("when", "host", "why", "chars", "ms", "hash", "proof", "diary", "again")
_SIGNS = {clinic.GOOD: "ok", clinic.ODD: "??", clinic.BAD: "!!"}


@click.command()
@click.option("--rates", is_flag=True, help="Print three shares instead, since all was wired.")
@click.option("--host", "host", metavar="HOST", help="Only this host.")
@click.option("--all", "everything", is_flag=True, help="Not only the newest twenty.")
@with_dir
@with_format
def sessions(
    rates: bool, host: str | None, everything: bool, directory: str | None, form: str
) -> None:
    """List sessions: when, what was delivered, again and why, seen by the model or not."""
    if rates:
        _show_rates(directory, form)
        return
    lang = lang_of_call(directory)
    name = name_hosts([host])[0] if host else ""
    rows = app.read_sessions(clock.now(), host=name)
    silent = app.silent_hosts(rows, host=name)
    shown = rows if everything else rows[:SHOWN_SESSIONS]
    if form == "json":
        put_json([_json(row) for row in [*silent, *shown]])
        return
    if not rows and not silent:
        put(say(lang, "sessions.none"))
        return
    for line in _table([_cells(row, lang) for row in [*silent, *shown]], lang):
        put(line)
    if len(shown) < len(rows):
        put(say(lang, "sessions.more", count=len(rows) - len(shown)))


def _json(row: app.Session) -> dict[str, object]:
    return {
        "host": row.host,
        "session": row.id or None,
        "when": row.when.isoformat(timespec="seconds") if row.when else None,
        "source": row.why or None,
        "chars": row.chars,
        "ms": row.ms,
        "hash": row.hash or None,
        "again": [{"when": a.when.isoformat(timespec="seconds"), "why": a.why} for a in row.again],
        "status": row.proof,
        "diary": row.diary,
        "folder": row.folder or None,
    }


def _moment(when: datetime | None) -> str:
    return when.strftime("%Y-%m-%d %H:%M") if when else "-"


def _cells(row: app.Session, lang: Lang) -> list[str]:
    if row.proof == app.SILENT:
        return ["-", row.host, "-", "-", "-", "-", say(lang, "sessions.silent"), "-", ""]
    diary = "-" if row.diary is None else say(lang, f"sessions.diary.{row.diary}")
    again = ", ".join(f"{a.when:%H:%M} {a.why}" for a in row.again)
    proof = say(lang, f"sessions.{row.proof}")
    numbers = [str(row.chars), str(row.ms), row.hash]
    return [_moment(row.when), row.host, row.why, *numbers, proof, diary, again]


def _table(rows: Sequence[Sequence[str]], lang: Lang) -> list[str]:
    head = [say(lang, f"sessions.column.{name}") for name in _COLUMNS]
    whole = [head, *rows]
    widths = [max(_width(row[column]) for row in whole) for column in range(len(head))]
    return [
        "  ".join(_pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in whole
    ]


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _show_rates(directory: str | None, form: str) -> None:
    memory = typed_memory(directory)
    found = shares.measure_rates(memory)
    parts = {"seen": found.seen, "diary": found.diary, "tags": found.tags}
    if form == "json":
        put_json(
            {
                "since": found.since.isoformat() if found.since else None,
                "hosts": list(found.hosts),
                **{
                    name: share and {"count": share.count, "of": share.of, "share": share.share}
                    for name, share in parts.items()
                },
            }
        )
        return
    if found.since is None:
        put(say(memory.lang, "rates.none"))
        return
    put(say(memory.lang, "rates.since", day=found.since, hosts=", ".join(found.hosts)))
    for name, share in parts.items():
        if share is not None:
            percent = "-" if share.share is None else f"{share.share:.0%}"
            put(say(memory.lang, f"rates.{name}", count=share.count, of=share.of, percent=percent))


@click.command()
@with_dir
@with_format
def doctor(directory: str | None, form: str) -> None:
    """Check folder, settings, hosts, hook and server, and say what to do about each fault."""
    lang = lang_of_call(directory)
    checks = clinic.examine(directory, lang)
    if form == "json":
        put_json(
            [
                {"topic": c.topic, "state": c.state, "text": c.text, "advice": c.advice or None}
                for c in checks
            ]
        )
    else:
        width = max(_width(check.topic) for check in checks)
        for check in checks:
            put(f"{_SIGNS[check.state]}  {_pad(check.topic, width)}  {check.text}")
            if check.advice:
                put(" " * (width + 6) + "→ " + check.advice)
    if any(check.state == clinic.BAD for check in checks):
        sys.exit(FINDINGS)


def register(root: click.Group) -> None:
    """Add this module's commands."""
    root.add_command(sessions)
    root.add_command(doctor)
