"""Whether any of thousands of files changed: git compares their stats, on several threads at once.

git is given a repository of ours that holds nothing, and an index of ours with the stats as they
were. So neither configuration, attributes, hooks nor index of the person's repository play a part,
and no content is read. git compares whole seconds: stats may be kept only once theirs are over, as
any later change then has another ctime. Asking imports nothing that costs time.
"""

from __future__ import annotations

import os
import sys

from ofttold.edge.homes import cache_home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.edge.stat_looks import Look

ASK_SECONDS = 10.0  # s a comparison may take before it is ended and counts as a change; ours
_COMPARE = (
    *("-c", "core.fsmonitor=false", "-c", "core.fileMode=true", "-c", "core.preloadIndex=true"),
    *("-c", "core.trustctime=true", "-c", "core.checkStat=default"),
    *("diff-files", "--quiet", "--no-ext-diff"),
)


class Question:
    """A comparison under way. ``index`` and ``look`` are what it compares with."""

    __slots__ = ("_index", "_look", "_pid", "_pipe")

    def __init__(self, program: str, folder: str, index: str, look: Look) -> None:
        """Have git compare a folder's files with what ``keep_stats`` kept; raises OSError.

        ``program`` is git, ``look`` what ``keep_stats`` gave. New files are not looked for.
        """
        environment = {k: v for k, v in os.environ.items() if k[:4] != "GIT_"}
        environment.update(
            GIT_DIR=_empty_repository(),
            GIT_WORK_TREE=folder,
            GIT_INDEX_FILE=index,
            GIT_CONFIG_NOSYSTEM="1",
            GIT_CONFIG_GLOBAL=os.devnull,
            GIT_OPTIONAL_LOCKS="0",
            LC_ALL="C",
        )
        self._index, self._look = index, look
        self._pipe, its = os.pipe()  # it ends with git
        try:
            self._pid = os.posix_spawn(
                program,
                (program, *_COMPARE),
                environment,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, its, 1),
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                ],
                setpgroup=0,
            )
        except OSError:
            os.close(self._pipe)
            raise
        finally:
            os.close(its)

    def is_unchanged(self) -> bool:
        """Wait for git, which is ended when it is late: True only where all files are as they were.

        An index that is gone names no file and so no change: hence the look at it once git is done.
        """
        import select  # while git works

        from ofttold.edge.stat_looks import look_at_name

        waiting = select.poll()
        waiting.register(self._pipe, select.POLLIN)
        if not waiting.poll(ASK_SECONDS * 1000):
            os.killpg(self._pid, 9)
        os.close(self._pipe)
        return os.waitpid(self._pid, 0)[1] == 0 and look_at_name(self._index) == self._look


def keep_stats(rows: list[tuple[str, os.stat_result]], index: str) -> Look | None:
    """Write the index by which a Question compares these regular files; gives a look at it.

    None where there is no way to ask on this system.
    """
    if sys.platform == "win32" or not hasattr(os, "posix_spawn"):
        return None
    from ofttold.core.errors import OfttoldError
    from ofttold.core.sharing.git_index import render_index
    from ofttold.edge.folders import make_folder
    from ofttold.edge.regular import regular
    from ofttold.edge.stat_looks import look_at_name
    from ofttold.edge.state_files import write_cache

    data = render_index([(os.fsencode(name), numbers_of(stat)) for name, stat in rows])
    repository = _empty_repository()
    try:
        for part in ("objects", "refs"):
            make_folder(os.path.join(repository, part))
        write_cache(os.path.join(repository, "HEAD"), b"ref: refs/heads/none\n")
        write_cache(index, data)
        look = look_at_name(index)
        with open(index, "rb", opener=regular) as file:
            ours = file.read() == data
    except (OSError, OfttoldError):
        return None  # a cache that cannot be written costs time, nothing else
    return look if ours and look == look_at_name(index) else None


def numbers_of(stat: os.stat_result) -> tuple[int, ...]:
    """Give what git compares, in the order of its index."""
    times = (stat.st_ctime_ns, stat.st_mtime_ns)
    whose = (stat.st_uid, stat.st_gid)
    return (*times, stat.st_dev, stat.st_ino, stat.st_mode, *whose, stat.st_size)


def _empty_repository() -> str:
    return os.path.join(cache_home(), "stats.git")
