"""Keeping a memory folder that is a git repository in step, only around an explicit write.

``commit`` commits that one file; ``pull-push`` pulls first (fast-forward only) and pushes after.
What could not be synced is said with the command that finishes it; the write itself always stays.
Judged by content: a remote that already holds the wanted value is success.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from ofttold.app.context import Memory
from ofttold.core.errors import OfttoldError
from ofttold.core.markdown import read_document
from ofttold.core.ritual.stamp import differs_by_stamps, plan_earlier, read_stamps
from ofttold.core.splice import Splice
from ofttold.core.strings import say
from ofttold.edge.card_places import CARDS, PERSONAL
from ofttold.edge.files import edit_file, read_file, replace_file
from ofttold.edge.gitcall import NETWORK_SECONDS, NoGit, call_git, inside_repository
from ofttold.edge.project import PROJECTS


@dataclass(frozen=True, slots=True)
class Sync:
    """What was found before the write: ``trouble`` is why a pull did not work."""

    mode: str
    repository: bool
    trouble: str = ""


def begin_sync(memory: Memory) -> Sync:
    """Pull before a write, if the settings say so; never raises, never merges."""
    mode = memory.settings.text("sync.git")
    repository = inside_repository(memory.folder)
    if mode != "pull-push" or not repository:
        return Sync(mode, repository)
    try:
        if not _has_remote(memory.folder):
            return Sync(mode, repository)
        pulled = call_git(memory.folder, "pull", "--ff-only", "--quiet", seconds=NETWORK_SECONDS)
    except NoGit:
        return Sync(mode, repository=False)
    if pulled.code == 0 or _pull_around_stamps(memory):
        return Sync(mode, repository)
    return Sync(mode, repository, pulled.said or str(pulled.code))


def _pull_around_stamps(memory: Memory) -> bool:
    """Pull once more with our own stamps out of the way, and put them back: the earlier date wins.

    Only where nothing but stamps is uncommitted in memory.md. Killed in between, only these stamps
    are lost; the next session sets them anew.
    """
    folder, name, path = memory.folder, memory.name("memory"), memory.path("memory")
    committed = call_git(folder, "show", f"HEAD:./{name}")
    try:
        ours = read_file(path)
        if committed.code or not differs_by_stamps(ours, committed.out):
            return False
        stamps = read_stamps(read_document(ours, name), memory.settings.headings)
        replace_file(path, committed.out, expected=ours)
        pulled = call_git(folder, "pull", "--ff-only", "--quiet", seconds=NETWORK_SECONDS)
        if pulled.code:
            replace_file(path, ours, expected=committed.out)
            return False
        _set_earlier(memory, stamps)
    except OfttoldError:
        return False  # what cannot be read or written now is said by the write that follows
    return True


def _set_earlier(memory: Memory, stamps: dict[str, date]) -> None:
    def compute(data: bytes) -> Splice | None:
        doc = read_document(data, memory.name("memory"))
        plans = plan_earlier(doc, stamps, lang=memory.lang, extra_names=memory.settings.headings)
        return plans[0] if plans else None

    while edit_file(memory.path("memory"), compute).changed:
        pass  # one splice at a time


def finish_sync(memory: Memory, sync: Sync, file: str, subject: str) -> list[str]:
    """Commit that one file and push, as the settings say; gives the fact lines to show."""
    if not sync.repository:
        return []
    try:
        return _finish(memory, sync, file, subject)
    except NoGit as fault:
        return [fault.message(memory.lang)]


def _finish(memory: Memory, sync: Sync, file: str, subject: str) -> list[str]:
    folder, lang = memory.folder, memory.lang
    if sync.mode == "off":
        return [say(lang, "sync.off")] if _has_remote(folder) else []
    if call_git(folder, "check-ignore", "--quiet", "--", file).code == 0:
        return [say(lang, "sync.ignored", file=file)]
    if not on_branch(folder):
        return [say(lang, "sync.detached", file=file)]
    why = commit_file(folder, file, subject)
    if why is not None:
        return [say(lang, "sync.not_committed", why=why, file=file)]
    if sync.mode == "commit":
        return [say(lang, "sync.committed", file=file)]
    if not _has_remote(folder):
        return [say(lang, "sync.no_remote", file=file)]
    if sync.trouble:
        return [say(lang, "sync.not_pulled", why=sync.trouble)]
    if _would_carry_cards(folder):
        return [say(lang, "sync.cards_tracked")]
    pushed = call_git(folder, "push", "--quiet", seconds=NETWORK_SECONDS)
    if pushed.code:
        return [say(lang, "sync.not_pushed", why=pushed.said)]
    return [say(lang, "sync.pushed", file=file)]


def commit_file(folder: str, file: str, subject: str) -> str | None:
    """Commit one file as it stands and nothing else; gives why that failed, None where it worked.

    What the person has staged stays staged. A repository that holds the file's bytes already is
    success.
    """
    known = call_git(folder, "ls-files", "--error-unmatch", "--", file).code == 0
    if not known:
        added = call_git(folder, "add", "--intent-to-add", "--", file)
        if added.code:
            return added.said
    done = call_git(folder, "commit", "--quiet", "--only", "-m", subject, "--", file)
    if done.code == 0:
        return None
    if not known:
        call_git(folder, "rm", "--cached", "--quiet", "--force", "--", file)
    elif call_git(folder, "diff", "--quiet", "HEAD", "--", file).code == 0:
        return None
    return done.said


def _would_carry_cards(folder: str) -> bool:
    """Tell whether a push would take along commits with personal cards or drafts.

    Somebody put those under git by hand, and what no remote has yet is not sent by us. Looked for
    in all branches and tags: which of them go, the person's settings say.
    """
    ref = call_git(folder, "symbolic-ref", "--quiet", "HEAD").out.decode("utf-8", "replace").strip()
    told = call_git(folder, "for-each-ref", "--format=%(push:remotename)", ref)
    remote = told.out.decode("utf-8", "replace").strip()
    known = ("--not", f"--remotes={remote}") if remote else ()
    paths = [f":(icase,literal){CARDS}/{name}" for name in (PERSONAL, PROJECTS)]
    tips = ("HEAD", "--branches", "--tags", *known)
    found = call_git(folder, "rev-list", "--max-count=1", "--full-history", *tips, "--", *paths)
    return bool(found.code or found.out.strip())


def on_branch(folder: str) -> bool:
    """Tell whether a commit made now would be on a branch."""
    return call_git(folder, "symbolic-ref", "--quiet", "HEAD").code == 0


def _has_remote(folder: str) -> bool:
    return bool(call_git(folder, "remote").out.strip())
