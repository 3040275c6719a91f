"""Making folders, private ones as a rule. On the hooks' path: only os and the refusals."""

from __future__ import annotations

import os

from ofttold.edge.filefaults import NotAFile, writing_fault
from ofttold.edge.placing import sync_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def make_folder(path: str, *, private: bool = True) -> bool:
    """Make the folder and those above it, 0700 (``private=False``: as the umask says).

    True if it was made, False if it stood already, whose mode then stays. Raises NotAFile where
    a file has the name, and what the system refuses.
    """
    if os.path.isdir(path):
        return False
    parent = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(parent):
        make_folder(parent, private=private)
    try:
        os.mkdir(path, 0o700 if private else 0o777)
        sync_directory(parent, path)
    except FileExistsError as fault:
        if os.path.isdir(path):
            return False
        raise NotAFile(path=path) from fault
    except OSError as fault:
        raise writing_fault(fault, path) from fault
    return True


def remove_empty_folders(paths: Iterable[str]) -> None:
    """Take back folders that were made for something that then failed; one in use stays."""
    for path in paths:
        try:
            os.rmdir(path)
        except OSError:
            continue
