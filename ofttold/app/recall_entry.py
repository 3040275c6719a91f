"""The way from a prompt's hook to its recall, beginning with whether there is anything to recall.

Where a person keeps no cards, a prompt pays for a few stats and nothing is imported. On the hooks'
path.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.app.deliver import Room
    from ofttold.hosts.payload import HookInput
    from ofttold.hosts.registry import Host


def may_have_cards(folder: str, cwd: str) -> bool:
    """Tell cheaply whether cards can be seen from here: the person's own, or a project's shelf."""
    if os.path.isdir(os.path.join(folder, "cards")):
        return True
    here = os.path.abspath(cwd)
    while True:
        shelf = os.path.join(here, ".ai")
        if os.path.isdir(shelf):
            return True
        parent = os.path.dirname(here)
        if parent == here:
            return False
        here = parent


def recall_text(
    folder: str | None,
    prompt: str,
    told: HookInput,
    host: Host,
    *,
    started: float,
    budget_ms: int,
    room: Room | None = None,
) -> str:
    """Give the card text for a person's own words, '' for nothing.

    ``started`` is ``time.monotonic()`` at the call's begin; ``budget_ms`` what the call may take;
    ``room`` tells whether a text passes the host's cut beside what else is said.
    """
    cwd = told.cwd or os.getcwd()
    if not folder or not may_have_cards(folder, cwd):
        return ""
    from ofttold.app.recall import Asked, recall_for_prompt

    asked = Asked(
        prompt,
        cwd=cwd,
        host=host.NAME,
        session=told.session_id,
        transcript=told.transcript_path,
        now_s=_person_now_s(),
        started=started,
        budget_ms=budget_ms,
        room=room,
    )
    return recall_for_prompt(folder, asked)


def _person_now_s() -> float:
    """Give the person's clock in seconds since the epoch; the machine's where none is set."""
    if os.environ.get("OFTTOLD_NOW"):
        from ofttold.edge import clock

        return clock.now().timestamp()
    import time

    return time.time()
