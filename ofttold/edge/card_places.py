"""The folders that hold cards, and what each is called. On the hooks' path: no dataclasses."""

from __future__ import annotations

import os

from ofttold.edge.project import PROJECTS
from ofttold.edge.shelf import is_in_memory, shelf_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.core.cards.card import Layer

CARDS = "cards"
PERSONAL = "personal"


class Place:
    """A folder of cards.

    ``layer`` is personal, project or shelf; ``owner`` a project's desk name, '' for personal;
    ``folder`` where it lies; ``label`` what the person knows it by (``cards/personal``).
    """

    __slots__ = ("folder", "label", "layer", "owner")

    def __init__(self, layer: Layer, owner: str, folder: str, label: str) -> None:
        self.layer, self.owner, self.folder, self.label = layer, owner, folder, label

    def path(self, *parts: str) -> str:
        """Give the full path of something in it."""
        return os.path.join(self.folder, *parts)

    def name(self, *parts: str) -> str:
        """Give the path as the person knows it."""
        return "/".join((self.label, *parts))


def cards_folder(memory_folder: str) -> str:
    """Give the folder of all cards of a memory folder, made or not."""
    return os.path.join(memory_folder, CARDS)


def personal_place(memory_folder: str) -> Place:
    """Give the place of personal cards."""
    folder = os.path.join(cards_folder(memory_folder), PERSONAL)
    return Place("personal", "", folder, f"{CARDS}/{PERSONAL}")


def desk_place(memory_folder: str, desk: str) -> Place:
    """Give the place of a project's drafts."""
    folder = os.path.join(cards_folder(memory_folder), PROJECTS, desk)
    return Place("project", desk, folder, f"{CARDS}/{PROJECTS}/{desk}")


def shelf_place(root: str, desk: str, memory_folder: str) -> Place | None:
    """Give the place of a work tree's submitted cards.

    None where there is none yet, where it leads out of the tree, or into the memory folder.
    """
    shelf = shelf_parts(root)
    folder = os.path.join(root, *shelf)
    if not os.path.isdir(folder):
        return None
    if os.path.realpath(folder) != os.path.join(os.path.realpath(root), *shelf):
        return None
    if is_in_memory(root, shelf, memory_folder):
        return None
    return Place("shelf", desk, folder, "/".join(shelf))
