"""Commands that write on the person's word: note and emotion."""

from __future__ import annotations

import click

from ofttold.app.emotions import set_emotion, show_emotion
from ofttold.app.notes import write_note
from ofttold.cli.shell import (
    TextCommand,
    join_words,
    put,
    put_json,
    typed_memory,
    with_dir,
    with_format,
)


@click.command(cls=TextCommand)
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--to",
    "where",
    type=click.Choice(["oft-told", "todo"]),
    default="oft-told",
    show_default=True,
    help="Which list of memory.md gets the line.",
)
@with_dir
@with_format
def note(text: tuple[str, ...], where: str, directory: str | None, form: str) -> None:
    """Write one line into memory.md and say where it landed."""
    answer = write_note(typed_memory(directory), join_words(text), where)
    if form == "json":
        put_json(
            {
                "written": answer.written,
                "file": answer.file,
                "line": answer.line,
                "section": answer.section,
                "masked": answer.masked,
                "text": answer.text,
            }
        )
    else:
        put(answer.text)


@click.command()
@click.argument("word", required=False)
@with_dir
@with_format
def emotion(word: str | None, directory: str | None, form: str) -> None:
    """Change the one live emotion to WORD; without it, show the emotion and the days like it."""
    memory = typed_memory(directory)
    answer = show_emotion(memory) if word is None else set_emotion(memory, word)
    if form == "json":
        days = [{"file": file, "line": line} for file, line in answer.days]
        put_json(
            {"word": answer.word, "changed": answer.changed, "days": days, "text": answer.text}
        )
    else:
        put(answer.text)


def register(root: click.Group) -> None:
    """Add this module's commands."""
    root.add_command(note)
    root.add_command(emotion)
