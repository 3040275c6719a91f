"""How sharing stands, as lines; beside ``share_answers`` so that a look loads nothing that writes."""

from __future__ import annotations

from ofttold.app.share_status import ShareStatus
from ofttold.core.cards.recall import quote
from ofttold.core.strings import Lang, say

MOST_LISTED = 20  # drafts and files a list names before it only counts


def status_lines(status: ShareStatus, lang: Lang) -> list[str]:
    """Show how sharing stands."""
    lines = list(status.notes)
    lines.append(say(lang, "sharing.status_project", project=status.project))
    waiting = [one for one in status.drafts if one[2] in ("draft", "approved")]
    lines.append(say(lang, "sharing.status_drafts", count=len(waiting)))
    lines += _some([f"  {quote(title)} · {id_} [{state}]" for id_, title, state in waiting], lang)
    if not status.shelf:
        lines.append(say(lang, "sharing.status_no_git"))
    else:
        counts = " · ".join(f"{state} {count}" for state, count in status.states.items())
        lines.append(
            say(
                lang,
                "sharing.status_shelf",
                name=status.shelf,
                counts=counts or "0",
                branch=status.branch or "–",
            )
        )
        if status.uncommitted:
            lines.append(say(lang, "sharing.status_uncommitted", count=len(status.uncommitted)))
            lines += _some(
                [
                    f"  {say(lang, f'sharing.file_{what}')} {name}"
                    for name, what in status.uncommitted
                ],
                lang,
            )
        moment = status.synced.isoformat(" ", "minutes") if status.synced else ""
        key = "sharing.status_synced" if moment else "sharing.status_never_synced"
        lines.append(say(lang, key, moment=moment))
    lines += [say(lang, "sharing.status_broken", name=name) for name in status.broken]
    lines += [say(lang, "finding.personal_tracked") + f" ({name})" for name in status.tracked]
    return lines


def _some(lines: list[str], lang: Lang) -> list[str]:
    if len(lines) <= MOST_LISTED:
        return lines
    return [*lines[:MOST_LISTED], say(lang, "sharing.and_more", count=len(lines) - MOST_LISTED)]
