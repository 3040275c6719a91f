"""``make try``: a sample folder with two weeks of diary, the block, and what to do next."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from bench.sample import write_sample

NEXT = {
    "en": [
        "Your own folder, new or kept for years:   ofttold scaffold DIR --default",
        "Put it in front of your agent:            ofttold install",
        "See what an agent gets, and why:          ofttold inject    ofttold anchors",
    ],
    "zh": [
        "你自己的文件夹，新的或写了多年的：   ofttold scaffold 文件夹 --default",
        "摆到你的 agent 眼前：               ofttold install",
        "看 agent 拿到什么、为什么：         ofttold inject    ofttold anchors",
    ],
}


def _lang() -> str:
    spoken = next(
        (os.environ[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(v)), ""
    )
    return "zh" if spoken.lower().startswith("zh") else "en"


def main() -> int:
    """Make the folder anew, print the block, say what to do with one's own."""
    lang = _lang()
    folder = (
        Path(tempfile.gettempdir()) / f"ofttold-try-{os.getuid() if hasattr(os, 'getuid') else 0}"
    )
    shutil.rmtree(folder, ignore_errors=True)
    run = [sys.executable, "-m", "ofttold"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("OFTTOLD_")}
    made = subprocess.run(
        [*run, "scaffold", str(folder), "--lang", lang],
        check=False,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if made.returncode:
        return made.returncode
    write_sample(folder, lang, date.today())  # noqa: DTZ011 - the person's own day is meant
    print(f"$ ofttold inject --dir {folder}\n", flush=True)
    shown = subprocess.run([*run, "inject", "--dir", str(folder)], check=False, env=environment)
    print("\n" + "\n".join(NEXT[lang]))
    return shown.returncode


if __name__ == "__main__":
    sys.exit(main())
