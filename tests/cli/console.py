"""Running transcripts: a text file of commands and all that they print, played in a folder of its own.

    $ ofttold inject               a command; its output follows, as it must be
    2> …                           a line on standard error
    [4]                            an exit status that is not 0
    $ cat memory/memory.md         shows a file
    $ write memory/x.md TEXT       makes one; \\n in TEXT is a line end
    $ day 2026-12-01               sets the clock to ten that morning
    #: …                           said to the reader

``python -m tests.cli.console FILE…`` writes the files anew from what the commands print now: to be
read line by line before it is kept.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ofttold.cli.main import root
from ofttold.edge.homes import state_home

TRANSCRIPTS = Path(__file__).parent / "transcripts"
NOW = "{day}T10:00:00+08:00"


def run(words: list[str]) -> tuple[str, str, int]:
    """Run ``ofttold`` with these words in this process; give stdout, stderr and the exit status."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["ofttold", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            root(words, prog_name="ofttold", standalone_mode=True)
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    finally:
        sys.argv = before
    return out.getvalue(), err.getvalue(), code


def commands(text: str) -> Iterator[str]:
    """Give the commands and remarks of a transcript, without what they print."""
    return (line for line in text.split("\n") if line.startswith(("$ ", "#: ")))


def play(text: str, place: Path) -> str:
    """Run a transcript's commands in ``place`` and give the transcript they really make."""
    lines: list[str] = []
    for line in commands(text):
        if lines and not (line.startswith("$ ") and lines[-1].startswith("#: ")):
            lines.append("")
        lines.append(line)
        if line.startswith("$ "):
            lines.extend(_act(line[2:], place))
    return "\n".join(lines) + "\n"


def _act(command: str, place: Path) -> list[str]:
    word, *rest = shlex.split(command)
    if word == "cat":
        return (place / rest[0]).read_text(encoding="utf-8").rstrip("\n").split("\n")
    if word == "write":
        path = place / rest[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_bytes_of(rest[1]))
        return []
    if word == "day":
        os.environ["OFTTOLD_NOW"] = NOW.format(day=rest[0])
        return []
    assert word == "ofttold", command
    out, err, code = run([part.replace("\\n", "\n") for part in rest])
    shown = out.rstrip("\n").split("\n") if out else []
    shown += [f"2> {line}" for line in err.rstrip("\n").split("\n") if line]
    if code:
        shown.append(f"[{code}]")
    return [_without_places(line, place) for line in shown]


def _bytes_of(text: str) -> bytes:
    if "\\x" in text:
        return text.encode("ascii").decode("unicode_escape").encode("latin-1")
    return text.replace("\\n", "\n").encode()


def _without_places(line: str, place: Path) -> str:
    for real, name in ((str(place), "PLACE"), (state_home(), "STATE")):
        line = line.replace(real, name)
    return re.sub(r"bug-\d+-\d+", "bug-N", line)


def main(paths: list[str]) -> None:
    for path in [Path(name).resolve() for name in paths]:
        with tempfile.TemporaryDirectory() as place:
            home = Path(place) / "home"
            for variable, below in (
                ("HOME", "."),
                ("XDG_CACHE_HOME", "c"),
                ("XDG_STATE_HOME", "s"),
                ("XDG_CONFIG_HOME", "k"),
            ):
                os.environ[variable] = str(home / below)
            os.environ.update(LC_ALL="C.UTF-8", OFTTOLD_NOW=NOW.format(day="2026-11-30"))
            os.environ.pop("OFTTOLD_DIR", None)
            here = Path(place) / "place"
            here.mkdir()
            os.chdir(here)
            path.write_text(play(path.read_text(encoding="utf-8"), here), encoding="utf-8")
            os.chdir("/")


if __name__ == "__main__":
    main(sys.argv[1:])
