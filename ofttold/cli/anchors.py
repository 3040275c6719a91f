"""``ofttold anchors``: the table, why, on another day, plot, replay, stamp."""

from __future__ import annotations

import unicodedata

import click

from ofttold.app import anchors as app
from ofttold.app.context import Memory
from ofttold.cli.lazy import LazyGroup
from ofttold.cli.shell import (
    put,
    put_json,
    say_numbers,
    show_stability,
    tell,
    typed_memory,
    with_dir,
    with_format,
)
from ofttold.core.ritual.curve import PLOT_DAYS, Curve, draw_plot, draw_spark
from ofttold.core.strings import say
from ofttold.core.typed_date import read_typed_date
from ofttold.edge.files import read_file, replace_file

WIDTHS = (20, 4, 6, 8, 8, 6, 10)  # columns of the table


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.option("--why", "handle", metavar="HANDLE", help="List the days counted for one anchor.")
@click.option("--on", "day", metavar="DATE", help="Answer as of another day.")
@click.option(
    "--plot", type=click.Path(dir_okay=False), help="Draw every curve into this SVG file."
)
@with_dir
@with_format
@click.pass_context
def anchors(
    ctx: click.Context,
    handle: str | None,
    day: str | None,
    plot: str | None,
    directory: str | None,
    form: str,
) -> None:
    """Show the oft-told list with its arithmetic."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = directory
        return
    memory = typed_memory(directory)
    on = memory.today if day is None else read_typed_date(day, today=memory.today)
    table = app.make_table(memory, on=on)
    if handle is not None:
        _show_why(memory, app.find_anchor(table.rows, handle), form)
        return
    if plot:
        _write_plot(memory, table, plot)
        tell(say(memory.lang, "anchors.plotted", path=plot))
    if form == "json":
        put_json(_table_json(table))
    else:
        for line in _table_lines(memory, table):
            put(line)


def _row_json(row: app.Row) -> dict[str, object]:
    return {
        "handle": row.handle,
        "title": row.title,
        "line": row.line,
        "marked": row.marked.isoformat() if row.marked else None,
        "n": row.n,
        "t": row.t,
        "s": row.s,
        "r": row.r,
        "shown": row.shown,
        "sinks": row.sinks.isoformat() if row.sinks else None,
    }


def _table_json(table: app.Table) -> dict[str, object]:
    return {
        "on": table.on.isoformat(),
        "weight": table.rule,
        "age": table.age,
        "cap": table.cap,
        "anchors": [_row_json(row) for row in table.rows],
    }


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _cell(text: str, width: int) -> str:
    while _width(text) > width:
        text = text[:-2] + "…"
    return text + " " * (width - _width(text))


def _table_lines(memory: Memory, table: app.Table) -> list[str]:
    lang = memory.lang
    if not table.rows:
        return [say(lang, "anchors.none", file=memory.name("memory"))]
    third = "R" if table.rule == "forgetting" else "weight"
    heads = [say(lang, "anchors.handle"), "n", "t", "S", third, "", say(lang, "anchors.sinks_on")]
    lines = [
        "  ".join(_cell(head, width) for head, width in zip(heads, WIDTHS, strict=True)).rstrip()
    ]
    for row in table.rows:
        state = "anchors.shown" if row.shown else "anchors.sunk"
        sinks = row.sinks.isoformat() if row.sinks else ("–" if row.shown else "")
        cells = [
            row.handle or row.title,
            str(row.n),
            str(row.t),
            show_stability(row),
            f"{row.r:.2f}",
            say(lang, state),
            sinks,
        ]
        line = "  ".join(_cell(cell, width) for cell, width in zip(cells, WIDTHS, strict=True))
        lines.append(f"{line}  {_spark(row, table)}".rstrip())
    lines.append(
        say(
            lang,
            "anchors.count",
            shown=sum(row.shown for row in table.rows),
            count=len(table.rows),
            cap=table.cap,
        )
    )
    return lines


def _spark(row: app.Row, table: app.Table) -> str:
    values = app.curve_of(row, table, range(0, 30, 3))
    return draw_spark(values, top=1.0 if table.rule == "forgetting" else max(1.0, *values))


def _show_why(memory: Memory, row: app.Row, form: str) -> None:
    recalls = app.explain(memory, row)
    if form == "json":
        days = [{"day": r.day.isoformat(), "file": r.file, "lines": list(r.lines)} for r in recalls]
        put_json({**_row_json(row), "days": days})
        return
    put(f"{memory.name('memory')}:{row.line}  {row.title}")
    put(say_numbers(row, memory.lang))
    for recall in recalls:
        for line in recall.lines or (0,):
            put(f"  {recall.day}  {recall.file}:{line}")


def _write_plot(memory: Memory, table: app.Table, path: str) -> None:
    ahead = range(PLOT_DAYS + 1)
    curves = [
        Curve(row.handle or row.title, app.curve_of(row, table, ahead), shown=row.shown)
        for row in table.rows
    ]
    svg = draw_plot(curves, today=table.on, rule=table.rule, lang=memory.lang)
    from ofttold.edge.files import FileMissing

    try:
        before: bytes | None = read_file(path)
    except FileMissing:
        before = None
    replace_file(path, svg.encode("utf-8"), expected=before, private=False)


@anchors.command()
@with_dir
@with_format
@click.pass_obj
def replay(above: str | None, directory: str | None, form: str) -> None:
    """Judge each weight on the folder's own diary: what share of the next seven days' mentions it kept."""
    memory = typed_memory(directory or above)
    found = app.replay_folder(memory)
    if form == "json":
        put_json(found)
        return
    for name, score in sorted(found.items(), key=lambda pair: -(pair[1]["share"] or 0.0)):
        share = "–    " if score["share"] is None else f"{score['share']:.3f}"
        put(f"{share}  {_cell(name, 20)}  {say(memory.lang, f'replay.{name}')}")
    put(say(memory.lang, "replay.foot", cap=memory.settings.number("anchors.cap")))


@anchors.command()
@with_dir
@click.pass_obj
def stamp(above: str | None, directory: str | None) -> None:
    """Give undated anchors that point at something today's date, once."""
    memory = typed_memory(directory or above)
    count = app.stamp(memory)
    put(say(memory.lang, "stamp.done" if count else "stamp.none", count=count, day=memory.today))


def register(root: click.Group) -> None:
    """Add this module's commands."""
    root.add_command(anchors)
