"""Keeping a memory folder that is a git repository in step, only around an explicit write.

``commit`` commits that one file; ``pull-push`` pulls first (fast-forward only) and pushes after.
What could not be synced is said with the command that finishes it; the write itself always stays.
Judged by content: a remote that already holds the wanted value is success.
"""

from __future__ import annotations

from dataclasses import dataclass

from ofttold.app.context import Memory
from ofttold.core.strings import say
from ofttold.edge.gitcall import NETWORK_SECONDS, NoGit, call_git, inside_repository


@dataclass(frozen=True, slots=True)
class Sync:
    """What was found before the write: ``trouble`` is the fact line of a pull that did not work."""

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
    if pulled.code == 0:
        return Sync(mode, repository)
    return Sync(mode, repository, say(memory.lang, "sync.not_pulled", why=pulled.said))


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
    added = call_git(folder, "add", "--intent-to-add", "--", file)
    done = call_git(folder, "commit", "--quiet", "--only", "-m", subject, "--", file)
    if added.code or done.code:
        if call_git(folder, "diff", "--quiet", "HEAD", "--", file).code != 0:
            return [say(lang, "sync.not_committed", why=added.said or done.said, file=file)]
        return []  # the repository already holds the wanted value
    if sync.mode == "commit":
        return [say(lang, "sync.committed", file=file)]
    if not _has_remote(folder):
        return [say(lang, "sync.no_remote", file=file)]
    if sync.trouble:
        return [sync.trouble]
    pushed = call_git(folder, "push", "--quiet", seconds=NETWORK_SECONDS)
    if pushed.code:
        return [say(lang, "sync.not_pushed", why=pushed.said)]
    return [say(lang, "sync.pushed", file=file)]


def _has_remote(folder: str) -> bool:
    return bool(call_git(folder, "remote").out.strip())
