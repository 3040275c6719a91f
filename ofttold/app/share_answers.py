"""What the commands and the tool say about sharing: the same lines in both, and as data.

Values in, lines out. Commands to copy are whole lines of their own.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ofttold.app.bundle import Exported, Imported
from ofttold.app.card_answers import masked_lines
from ofttold.app.propose import Proposed
from ofttold.app.pull_request import PullRequestStatus
from ofttold.app.resolve import Conflict, Resolved
from ofttold.app.review import Superseded, Turned
from ofttold.app.share_setup import Setup
from ofttold.app.share_sync import Pulled, Pushed
from ofttold.app.submit import Submitted
from ofttold.core.cards.recall import quote
from ofttold.core.sharing.merge import FILE
from ofttold.core.sharing.pull_request import CHANGES, CLOSED
from ofttold.core.strings import Lang, say
from ofttold.edge.git_remote import UP_TO_DATE


def proposed_lines(done: Sequence[Proposed], lang: Lang) -> list[str]:
    """Say which drafts were made, and how they go on."""
    key = "sharing.proposed_approved" if done[0].approved else "sharing.proposed"
    lines = [say(lang, key, title=quote(one.title), id=one.id, source=one.source) for one in done]
    ids = " ".join(one.id for one in done)
    lines += masked_lines([m for one in done for m in one.masked], lang)
    lines.append(say(lang, "sharing.submit_next", ids=ids))
    if not done[0].approved:
        lines.append(say(lang, "sharing.local_approve_offer"))
    return lines


def submitted_lines(done: Submitted, lang: Lang) -> list[str]:
    """Say what was committed where, and which commands bring it to others."""
    where = "sharing.submitted_new" if done.made_branch else "sharing.submitted"
    lines = list(done.notes)
    lines += [
        say(lang, "sharing.submitted_card", title=quote(title), id=id_, name=name)
        for id_, title, name in done.cards
    ]
    lines.append(say(lang, where, commit=done.commit[:10], branch=done.branch))
    if done.others:
        lines.append(say(lang, "sharing.other_commits", count=done.others, base=done.base))
    lines += masked_lines(done.masked, lang)
    if done.branch == done.base:
        lines.append(say(lang, "sharing.on_base", base=done.base))
    return [*lines, say(lang, "sharing.to_others"), *to_others(done.branch, done.base)]


def to_others(branch: str, base: str) -> list[str]:
    """Give the commands that bring a branch to others: push, and ask for a review."""
    push = shlex.join(["git", "push", "-u", "origin", branch])
    request = ["gh", "pr", "create", "--fill", *(["--base", base] if base else [])]
    return [f"  {push}", *([f"  {shlex.join(request)}"] if branch != base else [])]


def turned_lines(done: Turned, lang: Lang) -> list[str]:
    """Say what step was taken, and how to commit it."""
    step = done.step
    lines = list(done.notes)
    lines.append(
        say(
            lang,
            "sharing.turned",
            title=quote(done.title),
            id=done.id,
            before=step.before,
            after=step.after,
        )
    )
    lines += masked_lines(done.masked, lang)
    if step.verb == "reject":
        lines.append(say(lang, "sharing.rejected_ways", id=done.id))
    if step.verb == "retract" and done.commit:  # a draft was with nobody
        lines.append(say(lang, "sharing.retracted_note"))
    if done.commit:
        lines += [say(lang, "sharing.not_committed"), f"  {done.commit}"]
    return lines


def superseded_lines(done: Superseded, lang: Lang) -> list[str]:
    """Say which card stands for which."""
    key = "sharing.superseded" if done.changed else "sharing.superseded_before"
    lines = [say(lang, key, old=done.old, new=done.new)]
    if done.commit:
        lines += [say(lang, "sharing.not_committed"), f"  {done.commit}"]
    return lines


def pulled_lines(done: Pulled, lang: Lang) -> list[str]:
    """Say what a pull brought."""
    key = "sharing.pulled" if done.commits else "sharing.pulled_nothing"
    lines = [*done.notes, say(lang, key, count=done.commits, upstream=done.upstream)]
    if done.indexed or done.removed:
        changed, gone = len(done.indexed), len(done.removed)
        lines.append(say(lang, "sharing.pulled_cards", changed=changed, gone=gone))
    if done.ahead:
        lines.append(say(lang, "sharing.pulled_ahead", count=done.ahead))
    return lines + [say(lang, "sharing.status_broken", name=name) for name in done.broken]


def pushed_lines(done: Pushed, lang: Lang) -> list[str]:
    """Say where a branch went."""
    key = "sharing.pushed_nothing" if done.said == UP_TO_DATE else "sharing.pushed"
    lines = [*done.notes, say(lang, key, branch=done.branch, remote=done.remote)]
    if done.branch != done.base:
        lines += [say(lang, "sharing.to_review"), to_others(done.branch, done.base)[-1]]
    return lines


def pull_request_lines(status: PullRequestStatus, lang: Lang) -> list[str]:
    """Say how the pull request stands and what that means for each card."""
    request = status.request
    standing = say(lang, f"sharing.pr_{request.standing}")
    first = say(
        lang,
        "sharing.pr",
        number=request.number,
        standing=standing,
        reviewer=quote(request.reviewer) or "–",
    )
    lines = [first]
    for one in status.cards:
        states = [one.state, *(turned.step.after for turned in one.taken)]
        if not status.applied:
            states += ["…" for _ in one.steps]
        row = " → ".join(states)
        lines.append(f"  {quote(one.title)} · {one.id} [{row}]")
    if request.standing in (CHANGES, CLOSED):
        lines.append(say(lang, f"sharing.pr_{request.standing}_hint"))
    if not status.applied and any(one.steps for one in status.cards):
        lines.append(say(lang, "sharing.pr_apply_hint"))
    if status.command:
        lines += [say(lang, "sharing.not_committed"), f"  {status.command}"]
    return lines


def conflict_lines(conflicts: Sequence[Conflict], lang: Lang) -> list[str]:
    """List the conflicted cards."""
    if not conflicts:
        return [say(lang, "sharing.no_conflicts")]
    rows = [
        f"  {one.id}  {one.name}  {say(lang, f'sharing.conflict_{one.why}')}" for one in conflicts
    ]
    return [
        say(lang, "sharing.conflicts", count=len(conflicts)),
        *rows,
        say(lang, "sharing.resolve_hint"),
    ]


def resolved_lines(done: Resolved, lang: Lang) -> list[str]:
    """Say what merging a card came to."""
    lines = masked_lines(done.masked, lang)
    if done.conflicts == (FILE,):
        ways = [f"  {shlex.join(['git', verb, '--', done.here])}" for verb in ("add", "rm")]
        return [say(lang, "sharing.resolve_file", id=done.id, name=done.name), *lines, *ways]
    if done.conflicts:
        fields = ", ".join(done.conflicts)
        return [
            say(lang, "sharing.resolve_left", id=done.id, fields=fields, name=done.name),
            *lines,
        ]
    key = "sharing.resolve_deleted" if done.deleted else "sharing.resolved"
    return [say(lang, key, id=done.id, name=done.name), *lines, f"  {done.command}"]


def exported_lines(done: Exported, lang: Lang) -> list[str]:
    """Say what a bundle holds."""
    lines = [say(lang, "sharing.exported", count=done.cards, path=done.path)]
    if done.left_out:
        lines.append(say(lang, "sharing.left_out", count=done.left_out))
    lines += masked_lines(done.masked, lang)
    return lines + [f"{one.place()}: {one.message(lang)}" for one in done.broken]


def imported_lines(done: Imported, lang: Lang) -> list[str]:
    """Say what an import did with each card."""
    counts = {"made": len(done.made), "skipped": len(done.skipped)}
    lines = [say(lang, "sharing.imported", **counts)]
    lines += [say(lang, "sharing.import_differs", id=id_) for id_ in done.differing]
    lines += masked_lines(done.masked, lang)
    return lines + [f"{one.place()}: {one.message(lang)}" for one in done.broken]


def setup_lines(setup: Setup, lang: Lang) -> list[str]:
    """Say what the offer is, and whether it stands."""
    key = "sharing.setup_stands" if setup.stands else "sharing.setup_offer"
    return [
        say(lang, key),
        f"  git config merge.ofttold.driver {shlex.quote(setup.command)}",
        f"  {setup.attributes}: *.md merge=ofttold",
    ]
