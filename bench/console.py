"""A stage for the docs' transcripts: a throw-away home, the sample folder, real commands.

Knows how a transcript in a page is written and how to tell that a run still prints it. A page's
blocks are fenced as ``console``; a line that begins with ``$ `` is typed, what follows is printed.
A line ``…`` stands for any lines. Ids, hashes of commits and milliseconds are the run's own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bench.sample import write_sample

NOW = "2026-11-30T10:00:00+08:00"
TODAY = date(2026, 11, 30)
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.S | re.M)
_ID = re.compile(r"\b(?:mem|sug|ctx)_[a-z2-7]{8,}\b|\b[0-9a-f]{7,40}\b")
_OWN = re.compile(r"\b\d+(?= ms\b|毫秒)")
_ELISION = "…"


@dataclass(frozen=True, slots=True)
class Typed:
    """One command of a page and what the page says it prints."""

    command: str
    shown: str


class Stage:
    """A home with the sample folder as this machine's own, and a repository to work in."""

    def __init__(self, place: Path, lang: str) -> None:
        self.home = place / "home"
        self.work = self.home / "harbour"
        self.work.mkdir(parents=True)
        self.environment = {
            "HOME": str(self.home),
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
            "LC_ALL": "C.UTF-8",
            "OFTTOLD_NOW": NOW,
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_NAME": "Ines" for who in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{who}_EMAIL": "ines@example.org" for who in ("AUTHOR", "COMMITTER")},
        }
        self.run(f"ofttold scaffold ~/memory --lang {lang} --default")
        write_sample(self.home / "memory", lang, TODAY)

    def run(self, command: str) -> str:
        """Give what a command prints on both streams, with the home as ``~``."""
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.work,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        printed = done.stdout.decode("utf-8", "backslashreplace")
        for home in (str(self.home), os.path.realpath(self.home)):
            printed = printed.replace(home, "~")
        return printed


def transcripts(page: str) -> list[Typed]:
    """Give every command of a page's console blocks, in order, with what is shown below it."""
    found = []
    for block in _BLOCK.findall(page):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            found.append(Typed(command, shown))
    return found


class Ids:
    """The ids of a run in place of those of a page, learned as they come."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def learn(self, shown: str, printed: str) -> None:
        """Pair the ids of what is shown with those printed, by their order."""
        for old, new in zip(_ID.findall(shown), _ID.findall(printed), strict=False):
            self._known.setdefault(old, new)

    def put(self, text: str) -> str:
        """Put the run's ids into a page's text."""
        return _ID.sub(lambda found: self._known.get(found.group(), found.group()), text)

    def put_back(self, text: str) -> str:
        """Put a page's ids into what a run printed; new ones stay."""
        olds = {new: old for old, new in self._known.items()}
        return _ID.sub(lambda found: olds.get(found.group(), found.group()), text)


def differ(shown: str, printed: str, ids: Ids) -> str:
    """Tell where a page and a run part, empty where they do not."""
    ids.learn(shown, printed)
    told, said = (_OWN.sub("N", text).splitlines() for text in (ids.put(shown), printed))
    told, said = [[line.rstrip() for line in lines] for lines in (told, said)]
    pattern = "\n".join(
        r"(?:[^\n]*(?:\n|\Z))*?[^\n]*" if line == _ELISION else re.escape(line) for line in told
    )
    if re.fullmatch(pattern, "\n".join(said)):
        return ""
    return "\n".join(["the page shows:", *told, "the program prints:", *said])
