"""The texts that come with the program: the scaffold's templates and the skills.

They stand at the top of a checkout and, in a wheel, inside the package as ``_shipped/``; this module
knows both places and nothing of what the texts say.
"""

from __future__ import annotations

import os

import ofttold
from ofttold.core.errors import OfttoldError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from ofttold.core.strings import Lang

    Kind = Literal["scaffold", "skills"]


class ShippedMissing(OfttoldError):
    """This installation has lost the texts that belong to it."""

    key = "shipped_missing"


def shipped_folder(kind: Kind) -> str:
    """Give the folder that holds one sub-folder a language; raises ShippedMissing."""
    package = os.path.dirname(os.path.abspath(ofttold.__file__))
    candidates = (os.path.join(package, "_shipped", kind), os.path.join(package, os.pardir, kind))
    for folder in candidates:
        if os.path.isdir(os.path.join(folder, "en")):
            return os.path.normpath(folder)
    raise ShippedMissing(kind=kind, folder=candidates[0])


def read_shipped(kind: Kind, lang: Lang) -> dict[str, bytes]:
    """Give every file of one language: path with ``/`` relative to its folder, to bytes, in order.

    Raises ShippedMissing.
    """
    root = os.path.join(shipped_folder(kind), lang)
    texts: dict[str, bytes] = {}
    for path in _files_below(root):
        with open(path, "rb") as stream:
            texts[os.path.relpath(path, root).replace(os.sep, "/")] = stream.read()
    if not texts:
        raise ShippedMissing(kind=kind, folder=root)
    return texts


def _files_below(root: str) -> Iterator[str]:
    """Walk the tree in the order of names; what begins with a dot is the system's, not ours."""
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if not name.startswith("."):
                yield os.path.join(folder, name)
