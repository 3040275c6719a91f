"""The hooks' log: one line a call in the state home, so that a person can see what ran.

Never larger than two files of ``LOG_BYTES``; never a reason for a hook to fail. On the hooks' path:
the logging module costs 5 ms, so this is a line and an append.
"""

from __future__ import annotations

import os

from ofttold.edge.homes import state_home
from ofttold.edge.state_files import append_line_or_fail

LOG_BYTES = 256 * 1024  # bytes; our choice: some thousand lines, a month of busy days
LINE_BYTES = 2000  # bytes a line may have; our choice


def log_path() -> str:
    """Give the log's path; its one predecessor has ``.1`` after the name."""
    return os.path.join(state_home(), "hook.log")


def log_line(text: str) -> None:
    """Add the text as one line, its line breaks made visible, cut to ``LINE_BYTES``.

    Raises nothing: a log that cannot be written must not take the block from the person.
    """
    shown = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    line = shown.encode("utf-8", "backslashreplace")[:LINE_BYTES]
    try:
        _make_room()
        append_line_or_fail(log_path(), line.decode("utf-8", "ignore").encode())
    except OSError:
        return


def _make_room() -> None:
    path = log_path()
    try:
        size = os.stat(path).st_size
    except FileNotFoundError:
        return
    if size > LOG_BYTES:
        os.replace(path, path + ".1")
