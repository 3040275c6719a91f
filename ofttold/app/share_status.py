"""How sharing stands: drafts waiting, the shelf by state, what is uncommitted, the last sync.

Reads only, but for settling what a dead submit left. Knows of ten thousand cards by their stats.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from ofttold.app.cards import Desk
from ofttold.app.shelf import Shelf, open_shelf, settle_first
from ofttold.core.sharing.review import STATES, state_of
from ofttold.edge import blockcache
from ofttold.edge.card_places import CARDS, PERSONAL
from ofttold.edge.card_scan import BROKEN, Seen, blob_name, scan
from ofttold.edge.files import read_file
from ofttold.edge.git import NoRepository, Repository, open_repository, run_git
from ofttold.edge.git_reads import left_out, tracked, tree_of, unmerged
from ofttold.edge.gitcall import inside_repository
from ofttold.edge.project import PROJECTS

NEW, CHANGED, DELETED, CONFLICTED = "new", "changed", "deleted", "conflicted"
# what stands in git's folder while its index can hold conflicts
UNDER_WAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")


@dataclass(frozen=True, slots=True)
class ShareStatus:
    """How sharing stands.

    ``drafts`` are (id, title, state); ``states`` counts the shelf's cards by state; ``broken``
    names files that cannot be read; ``uncommitted`` is (name, new | changed | deleted |
    conflicted); ``tracked`` names personal cards and drafts that a git holds, which is a finding;
    ``shelf`` is the shelf's name, '' without a repository; ``synced`` None where nothing was
    fetched yet.
    """

    project: str
    shelf: str
    branch: str
    drafts: tuple[tuple[str, str, str], ...]
    states: dict[str, int]
    broken: tuple[str, ...]
    uncommitted: tuple[tuple[str, str], ...]
    synced: datetime | None
    tracked: tuple[str, ...]
    notes: tuple[str, ...]

    def details(self) -> dict[str, object]:
        """Give it as JSON can hold it."""
        return {
            "project": self.project,
            "shelf": self.shelf,
            "branch": self.branch,
            "drafts": [{"id": i, "title": t, "state": s} for i, t, s in self.drafts],
            "states": self.states,
            "broken": list(self.broken),
            "uncommitted": [{"file": name, "what": what} for name, what in self.uncommitted],
            "synced": self.synced.isoformat() if self.synced else None,
            "tracked": list(self.tracked),
            "notes": list(self.notes),
        }


def share_status(desk: Desk) -> ShareStatus:
    """Look at desk and shelf; raises NoProject, ShelfSetting, ShelfBlocked, SubmitRunning."""
    notes = tuple(settle_first(desk))
    now_ns = time.time_ns()
    place = desk.place("project")
    drafts = scan(place, now_ns=now_ns)
    broken = [place.name(one.name) for one in drafts if one.state == BROKEN]
    waiting = tuple(
        (one.id, one.title, state_of(one.state)) for one in drafts if one.state != BROKEN
    )
    held = tuple(tracked_privates(desk))
    try:
        shelf = open_shelf(desk)
    except NoRepository:
        return ShareStatus(place.owner, "", "", waiting, {}, tuple(broken), (), None, held, notes)
    seen = scan(shelf.place, now_ns=now_ns) if shelf.place else []
    broken += [shelf.member(one.name) for one in seen if one.state == BROKEN]
    counts = Counter(one.state for one in seen if one.state != BROKEN)
    states: Counter[str] = Counter()
    for word, count in counts.items():
        states[state_of(word)] += count
    return ShareStatus(
        place.owner,
        shelf.name,
        _branch(shelf.repository),
        waiting,
        {state: states[state] for state in STATES if states[state]},
        tuple(broken),
        tuple(uncommitted(shelf, seen)),
        last_sync(shelf.repository, desk.memory.now),
        held,
        notes,
    )


def _branch(repository: Repository) -> str:
    """Give the branch's name from HEAD itself; '' where detached."""
    try:
        with open(os.path.join(repository.folder, "HEAD"), encoding="utf-8") as file:
            text = file.read(4096).strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return text.removeprefix("ref: refs/heads/") if text.startswith("ref: refs/heads/") else ""


def uncommitted(shelf: Shelf, seen: list[Seen]) -> list[tuple[str, str]]:
    """Compare the shelf's files with the last commit: (name, what)."""
    held = _committed(shelf)
    conflicted = unmerged(shelf.repository, shelf.name) if _has_conflicts(shelf) else {}
    found = dict.fromkeys(conflicted, CONFLICTED)
    here = set()
    for one in seen:
        name = shelf.member(one.name)
        here.add(name)
        blob = held.get(name)
        if name in found or blob == one.blob:
            continue
        if blob is None:
            found[name] = NEW
        elif not _same_but_for_line_ends(shelf, name, blob):
            found[name] = CHANGED
    gone = {name for name in held.keys() - here if name.endswith(".md")}
    for name in gone - left_out(shelf.repository, shelf.name) if gone else ():
        found.setdefault(name, DELETED)
    return sorted(found.items())


def _has_conflicts(shelf: Shelf) -> bool:
    """Tell cheaply whether the index can hold conflicts: a merge or the like is under way."""
    folder = shelf.repository.folder
    return any(os.path.lexists(os.path.join(folder, name)) for name in UNDER_WAY)


def _committed(shelf: Shelf) -> dict[str, str]:
    """Give name to blob of the shelf in the last commit; kept while its tree stays the same."""
    named = run_git(shelf.repository, "rev-parse", "--verify", "--quiet", f"HEAD:{shelf.name}")
    tree = named.out.decode().strip()
    if named.code or not tree:
        return {}
    cache = blockcache.cache_path(shelf.folder, "tree")
    kept = blockcache.load(cache)
    if isinstance(kept, tuple) and kept[:2] == (tree, shelf.folder):
        found: dict[str, str] = kept[2]
        return found
    found = tree_of(shelf.repository, "HEAD", shelf.name)
    blockcache.save(cache, (tree, shelf.folder, found))
    return found


def _same_but_for_line_ends(shelf: Shelf, name: str, blob: str) -> bool:
    """Tell whether a file differs from its blob only as a checkout with CRLF does."""
    data = read_file(shelf.repository.path(name), limit=None)
    algorithm = "sha1" if len(blob) == 40 else "sha256"
    plain = data.replace(b"\r\n", b"\n")
    return blob in (blob_name(data, algorithm), blob_name(plain, algorithm))


def last_sync(repository: Repository, now: datetime) -> datetime | None:
    """Give when something was last fetched here, in the zone of ``now``; None for never."""
    try:
        moment = os.stat(os.path.join(repository.folder, "FETCH_HEAD")).st_mtime
    except OSError:
        return None
    return datetime.fromtimestamp(moment, now.tzinfo)


def tracked_privates(desk: Desk) -> list[str]:
    """List personal cards and drafts that the memory folder's own repository holds: a finding."""
    if not inside_repository(desk.folder) or not os.path.isdir(desk.folder):
        return []
    repository = open_repository(desk.folder)
    inside = os.path.relpath(os.path.realpath(desk.folder), repository.root).replace(os.sep, "/")
    top = CARDS if inside == "." else inside
    found = tracked(repository, [f"{top}/{PERSONAL}", f"{top}/{PROJECTS}"])
    return [f"{CARDS}/{name.removeprefix(f'{top}/')}" for name in found]
