"""Giving a folder another name: one step of the system, no bytes written."""

from __future__ import annotations

import os

from ofttold.edge.filefaults import writing_fault
from ofttold.edge.files import AlreadyExists
from ofttold.edge.placing import sync_directory


def rename_folder(source: str, target: str) -> None:
    """Rename a folder; an empty one in the target's place gives way.

    Raises AlreadyExists where something is in the way, and what the system refuses.
    """
    try:
        if os.path.isdir(target):
            os.rmdir(target)
        os.rename(source, target)
    except OSError as fault:
        if os.path.lexists(target):
            raise AlreadyExists(path=target) from fault
        raise writing_fault(fault, target) from fault
    sync_directory(os.path.dirname(target), target)
