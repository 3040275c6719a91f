"""Asking ``gh``, GitHub's own command, where it is installed: by list, unprompted, time-limited."""

from __future__ import annotations

import os
import shutil

from ofttold.core.errors import OfttoldError
from ofttold.edge.children import run_child
from ofttold.edge.git_environment import quiet_environment

HUB_SECONDS = 30.0  # s; one question over the network


class NoHub(OfttoldError):
    """``gh`` is not installed."""

    key = "no_hub"


class HubFailed(OfttoldError):
    """``gh`` gave no answer."""

    key = "hub_failed"


def view_pull_request(root: str, branch: str, fields: str) -> bytes:
    """Ask for the pull request of a branch, as JSON; raises NoHub and HubFailed."""
    program = shutil.which("gh")
    if program is None or os.path.realpath(program).startswith(root + os.sep):
        raise NoHub()
    environment = quiet_environment() | {
        "GH_PROMPT_DISABLED": "1",
        "GH_NO_UPDATE_NOTIFIER": "1",
        "GH_PAGER": "cat",
        "NO_COLOR": "1",
    }
    command = [os.path.abspath(program), "pr", "view", branch, "--json", fields]
    try:
        done = run_child(command, folder=root, environment=environment, seconds=HUB_SECONDS)
    except OSError as fault:
        raise HubFailed(why=fault.strerror or str(fault)) from fault
    if done.code is None:
        raise HubFailed(why=f"{HUB_SECONDS:.0f} s")
    if done.code:
        said = done.complaint.decode("utf-8", "replace").strip().splitlines()
        plain = "".join(s for s in (said[-1] if said else "") if s.isprintable())
        raise HubFailed(why=plain or str(done.code))
    return done.out
