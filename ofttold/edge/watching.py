"""Being told when something in a folder changes, whatever the editor and the disk.

Folders are watched, not files, since editors save by renaming over them. Where the system gives no
events (network and shared disks, or no watches left) the folder is looked at every few seconds.
Reading wakes nobody. It says that something changed, not what: whoever is woken looks for himself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch
from watchdog.observers.polling import PollingObserver

POLL_SECONDS = 5.0
"""Seconds between two looks where the system gives no events (ours)."""
_NO_CHANGE = ("opened", "closed_no_write")
_SILENT_DISKS = (
    *("9p", "afs", "cifs", "drvfs", "fuse.gvfsd-fuse", "fuse.rclone", "fuse.sshfs"),
    *("nfs", "nfs4", "prl_fs", "smb3", "smbfs", "vboxsf", "virtiofs"),
)
"""Names of file systems whose changes from elsewhere raise no events here."""


class _Waker(FileSystemEventHandler):
    """Call on every event that can mean other content, of files that are no editor's scraps."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Wake for either end of a move."""
        if event.event_type in _NO_CHANGE:
            return
        if event.is_directory and event.event_type in ("modified", "attrib"):
            return
        if any(map(is_content, (event.src_path, event.dest_path))):
            self._wake()


def is_content(path: bytes | str) -> bool:
    """Tell whether the name can be a person's file: no hidden one, no back-up, no half-written one.

    >>> is_content("/m/memory.md"), is_content("/m/.memory.md.swp"), is_content("/m/memory.md~")
    (True, False, False)
    """
    name = os.path.basename(os.fsdecode(path))
    return bool(name) and not name.startswith((".", "#")) and not name.endswith(("~", ".tmp"))


def is_silent_disk(folder: str) -> bool:
    """Tell whether changes to this folder may raise no events."""
    if sys.platform == "win32":
        return os.path.abspath(folder).startswith("\\\\")
    try:
        with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as stream:
            return disk_kind(stream, os.path.realpath(folder)) in _SILENT_DISKS
    except OSError:
        return False  # no such table on this system


def disk_kind(mountinfo: Iterable[str], folder: str) -> str:
    """Give the file system's name for the folder from lines of Linux' mountinfo; empty if unknown.

    >>> disk_kind(["24 1 8:1 / / rw - ext4 /dev/x rw", "25 24 0:5 / /mnt/a rw - nfs4 h:/ rw"], "/mnt/a/b")
    'nfs4'
    """
    best, kind = "", ""
    for line in mountinfo:
        fields = line.split()
        point = fields[4].replace("\\040", " ")
        inside = folder == point or folder.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[fields.index("-") + 1]
    return kind


class Watcher:
    """Wake a function, from another thread, when something changes in the followed folders."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._handler = _Waker(wake)
        self._observers: dict[bool, BaseObserver] = {}
        self._watches: dict[str, tuple[tuple[int, int], bool, ObservedWatch]] = {}

    def follow(self, folders: Iterable[str]) -> None:
        """Watch these folders and no others; one that is not there is left out.

        A folder that was replaced by another of the same name is watched anew.
        """
        wanted = {folder: place for folder in folders if (place := _place(folder)) is not None}
        for folder, (place, polled, watch) in list(self._watches.items()):
            if wanted.get(folder) != place:
                del self._watches[folder]
                self._observers[polled].unschedule(watch)
        for folder, place in wanted.items():
            if folder not in self._watches:
                polled, watch = self._schedule(folder)
                self._watches[folder] = (place, polled, watch)

    def _schedule(self, folder: str) -> tuple[bool, ObservedWatch]:
        if not is_silent_disk(folder):
            try:
                return False, self._observer(polled=False).schedule(self._handler, folder)
            except OSError:
                pass  # the system has no watch left to give: look instead
        return True, self._observer(polled=True).schedule(self._handler, folder)

    def _observer(self, *, polled: bool) -> BaseObserver:
        if polled not in self._observers:
            observer = PollingObserver(timeout=POLL_SECONDS) if polled else Observer()
            observer.start()
            self._observers[polled] = observer
        return self._observers[polled]

    def stop(self) -> None:
        """Watch nothing any more."""
        for observer in self._observers.values():
            observer.stop()
        self._observers.clear()
        self._watches.clear()


def _place(folder: str) -> tuple[int, int] | None:
    try:
        found = os.stat(folder)
    except OSError:
        return None
    return found.st_dev, found.st_ino
