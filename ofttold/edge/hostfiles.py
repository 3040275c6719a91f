"""The small plugin files that some hosts get: where they lie in the package."""

from __future__ import annotations

import os

import ofttold


def read_host_file(name: str) -> str:
    """Give the text of one file of ``hosts/files/``; raises OSError if the installation lost it."""
    folder = os.path.join(os.path.dirname(os.path.abspath(ofttold.__file__)), "hosts", "files")
    with open(os.path.join(folder, name), encoding="utf-8") as stream:
        return stream.read()
