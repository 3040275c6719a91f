"""Draw the pictures of the docs from real runs on the sample folder.

    python -m bench.pictures            # all of them, into docs/pictures/

Knows how to stage a scene and how to set terminal text as SVG; the curves are the program's own
``anchors --plot``. A picture's text can be read back, which is how a test holds it to a new run.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

from bench.console import Stage
from ofttold.core.ritual.curve import escape

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
LANGS = ("en", "zh")
PAGE = {"en": "Rain again. Otto stayed in.\n", "zh": "又下雨，奥托没出门。\n"}
_CELL, _LINE, _MARGIN = 8.4, 20, 16  # pixels: a character's width, a line's height, the frame
_STYLE = (
    ".paper{fill:#f6f8fa;stroke:#d0d7de}text{fill:#1f2328;white-space:pre;"
    "font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.typed{fill:#0b5fa5}"
    "@media (prefers-color-scheme:dark){.paper{fill:#161b22;stroke:#30363d}"
    "text{fill:#e6edf3}.typed{fill:#7cbcf5}}"
)


def name_of(scene: str, lang: str) -> str:
    """Give a picture's file name."""
    return f"{scene}.svg" if lang == "en" else f"{scene}.{lang}.svg"


def width_of(text: str) -> int:
    """Count the cells a terminal gives a text."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def draw_terminal(lines: Sequence[str]) -> str:
    """Set terminal lines as SVG; a line that begins with ``$`` is what was typed.

    Each run of letters of one width stands at its own cell, so that columns keep their places
    whatever font a page has.
    """
    width = round(max(map(width_of, lines)) * _CELL + 2 * _MARGIN)
    height = len(lines) * _LINE + 2 * _MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(lines[0])}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="6"/>',
    ]
    for number, line in enumerate(lines):
        kind = ' class="typed"' if line.startswith("$ ") else ""
        y = _MARGIN + number * _LINE + 14
        out.append(f'<text y="{y}"{kind}>{_runs(line)}</text>')
    return "\n".join([*out, "</svg>", ""])


def _runs(line: str) -> str:
    out, cell = [], 0
    for run in re.findall(r"[ -~]+|[^ -~]+", line):
        cells = width_of(run)
        place = f'x="{_MARGIN + cell * _CELL:g}" textLength="{cells * _CELL:g}"'
        out.append(f"<tspan {place}>{escape(run)}</tspan>")
        cell += cells
    return "".join(out)


def read_terminal(picture: str) -> list[str]:
    """Read the lines back out of a picture of terminal text."""
    texts = re.findall(r"<text[^>]*>(.*)</text>", picture)
    return [unescape(re.sub(r"<[^>]*>", "", text)) for text in texts]


def stage_hosts(place: Path, lang: str) -> Stage:
    """Stage a home with three hosts wired; two have begun a session, one's transcript shows the block.

    Sessions are timed by the machine's clock, whatever ``OFTTOLD_NOW`` says, so all of it is here.
    """
    stage = Stage(place, lang)
    del stage.environment["OFTTOLD_NOW"]
    stage.environment["TZ"] = "UTC"
    today = stage.home / "memory" / "diary" / f"{datetime.now(UTC).date()}.md"
    today.write_text(PAGE[lang], encoding="utf-8")
    for folder in (".claude", ".gemini", ".cursor"):
        (stage.home / folder).mkdir()
    stage.run("ofttold install claude-code gemini cursor")
    transcript = stage.home / "session.jsonl"
    said = {"session_id": "a", "source": "startup", "cwd": "/", "transcript_path": str(transcript)}
    _ask(stage, "session-start --host claude-code", said | {"hook_event_name": "SessionStart"})
    shown = json.dumps({"content": stage.run("ofttold inject")}, ensure_ascii=False)
    transcript.write_text(shown + "\n", encoding="utf-8")
    said = {"session_id": "b", "source": "startup", "cwd": "/", "hook_event_name": "SessionStart"}
    _ask(stage, "session-start --host gemini", said)
    _ask(stage, "session-start --host gemini", said | {"source": "resume"})
    return stage


def _ask(stage: Stage, event: str, payload: dict[str, str]) -> None:
    given = stage.home / "payload.json"
    given.write_text(json.dumps(payload), encoding="utf-8")
    stage.run(f"ofttold hook {event} < {given}")


def play(stage: Stage, *commands: str) -> list[str]:
    """Run commands and give what a terminal shows of it."""
    return [line for c in commands for line in (f"$ {c}", *stage.run(c).splitlines())]


def draw_all(folder: Path) -> list[str]:
    """Draw every picture in every language into a folder; give their names."""
    for lang in LANGS:
        with tempfile.TemporaryDirectory() as place:
            stage = stage_hosts(Path(place), lang)
            for scene in ("sessions", "doctor"):
                text = draw_terminal(play(stage, f"ofttold {scene}"))
                (folder / name_of(scene, lang)).write_text(text, encoding="utf-8")
        with tempfile.TemporaryDirectory() as place:
            plot = folder / name_of("anchors", lang)
            Stage(Path(place), lang).run(f"ofttold anchors --plot '{plot}'")
    return sorted(path.name for path in folder.glob("*.svg"))


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    sys.stdout.write("\n".join([*draw_all(PICTURES), ""]))
