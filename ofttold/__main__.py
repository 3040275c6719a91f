"""The entry: a hook takes the short way, everything else the command line."""

from __future__ import annotations

import atexit
import gc
import os
import sys

COLLECT_AFTER = 50_000  # objects made between two collections; Python's 700 cost a start a tenth


def speak_utf8() -> None:
    """Start once more in UTF-8 where the locale would garble words typed and names of files."""
    if os.name == "posix" and sys.getfilesystemencoding() != "utf-8" and sys.executable:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def collect_seldom() -> None:
    """Look for cycles as seldom as a short life needs; what is left at the end goes with it."""
    gc.set_threshold(COLLECT_AFTER)
    atexit.register(gc.freeze)


def main() -> None:
    """Run ``ofttold``; a hook never pays for the command line's imports."""
    speak_utf8()
    collect_seldom()
    if len(sys.argv) > 1 and sys.argv[1] == "hook":
        from ofttold.hook import main as hook

        hook(sys.argv[2:])
        os._exit(0)  # all is written: taking the modules apart one by one helps nobody
    if len(sys.argv) > 1 and sys.argv[1] == "mcp":
        from ofttold.mcp.entry import main as serve

        serve(sys.argv[2:])
        return
    if sys.argv[1:3] == ["share", "status"]:
        from ofttold.app.quick_status import main as quick_status

        status = quick_status(sys.argv[3:])
        if status is not None:
            os._exit(status)  # nothing is open: tidying the interpreter up would only take time
    from ofttold.cli.main import main as command_line

    command_line()


if __name__ == "__main__":
    main()
