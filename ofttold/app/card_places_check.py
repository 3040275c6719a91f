"""Places whose cards would stay out of sight without a word: said where cards are listed.

A shelf that the project's file names and that cannot be used; a desk kept by the folder's path from
before the repository had its origin. Looks at names, reads no card.
"""

from __future__ import annotations

import os

from ofttold.app.cards import Desk
from ofttold.core.cards.project_key import path_key
from ofttold.core.findings import Finding
from ofttold.edge.project import PROJECTS, Project, describe, desk_names
from ofttold.edge.shelf import SETTINGS, has_bad_setting


def unseen_places(desk: Desk) -> list[Finding]:
    """Name the places whose cards are not seen from here though they are this project's."""
    project = desk.project
    if project is None or not project.is_repository:
        return []
    found: list[Finding] = []
    if has_bad_setting(project.root):
        found.append(Finding("/".join(SETTINGS), 0, "shelf_setting"))
    earlier = earlier_desk(desk, project)
    if earlier:
        found.append(Finding(f"cards/{PROJECTS}/{earlier}", 0, "earlier_desk", {"name": earlier}))
    return found


def earlier_desk(desk: Desk, project: Project) -> str:
    """Name the desk with cards kept by this path, from before the project had an origin; '' if none."""
    if not project.has_origin:
        return ""
    before = describe(project.root, desks=desk_names(desk.folder))
    if not before.has_desk or before.key != path_key(project.root):
        return ""
    names = os.listdir(os.path.join(desk.folder, PROJECTS, before.desk))
    return before.desk if any(name.endswith(".md") for name in names) else ""
