"""Put into a page of the docs what its commands print now.

    python -m bench.transcribe [PAGE…]   # every page with transcripts by default

Runs the console blocks in order on the sample folder and writes the output below each command. A
command whose shown text is already what the run prints keeps it, ids and all.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from bench.console import Ids, Stage, differ

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "README.zh.md", "docs/cards.md", "docs/sharing.md")
_BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.S | re.M)


def transcribe(page: str, stage: Stage) -> str:
    """Give the page with every console block as it prints on this stage."""
    ids = Ids()

    def play(block: re.Match[str]) -> str:
        out = []
        for part in re.split(r"^\$ ", block.group(), flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            printed = stage.run(ids.put(command))
            out.append(
                f"$ {command}\n{ids.put_back(printed) if differ(shown, printed, ids) else shown}"
            )
        return "".join(out)

    return _BLOCK.sub(play, page)


def main(names: list[str]) -> None:
    """Rewrite the pages named, or all that have transcripts."""
    for name in names or list(PAGES):
        path = ROOT / name
        with tempfile.TemporaryDirectory() as place:
            stage = Stage(Path(place), "zh" if ".zh." in name else "en")
            path.write_text(transcribe(path.read_text(encoding="utf-8"), stage), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
