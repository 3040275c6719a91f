"""Which scenarios of the official conformance suite apply to ``ofttold mcp``, and why the rest do not.

The suite's servers have tools with names of its own. Where such a tool would go through code of ours
(calls, refusals, questions), ``suite_server`` offers it under that name; where it would only show
what the SDK or a made-up tool can do, the scenario is left out. ``python -m tests.clients.scenarios``
writes the section of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.clients.installing import VERSIONS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "mcp.md"
HEADING = "## Checked from outside\n"
HANDSHAKE, STATELESS = "2025-11-25", "2026-07-28"
ERAS = (HANDSHAKE, STATELESS)


@dataclass(frozen=True, slots=True)
class Runs:
    """A scenario that applies; ``beside`` names the checks in it that do not, and why."""

    eras: tuple[str, ...] = ERAS
    named: bool = False  # with the suite's names beside the program's own
    beside: dict[str, str] = field(default_factory=dict)


_OURS = Runs()
_OURS_SHAKEN = Runs((HANDSHAKE,))
_OURS_ALONE = Runs((STATELESS,))
_NAMED = Runs(named=True)
_NAMED_ALONE = Runs((STATELESS,), named=True)
_NEEDS_NOTHING = "no tool needs a client that can do anything: one that cannot ask does without"
_NO_LIST_CHANGES = "no list changes while the server runs, and none is said to"

APPLIES: dict[str, Runs] = {
    "server-initialize": Runs(
        (HANDSHAKE,), beside={"server-session-id-visible-ascii": "the session is the bridge's"}
    ),
    "server-stateless": Runs(
        (STATELESS,),
        named=True,
        beside={
            "sep-2575-http-server-header-mismatch-400": "a header is compared with the message",
            "sep-2575-http-server-method-not-found-404-initialize": (
                "`initialize` is served, to a client of the other era; one that has begun without it "
                "is told the versions there are"
            ),
            "sep-2575-server-rejects-undeclared-capability": _NEEDS_NOTHING,
            "sep-2575-missing-capability-http-400": _NEEDS_NOTHING,
            "sep-2575-server-sends-prompts-list-changed-on-subscription": _NO_LIST_CHANGES,
            "sep-2575-server-sends-tools-list-changed-on-subscription": _NO_LIST_CHANGES,
        },
    ),
    "ping": _OURS_SHAKEN,
    "tools-list": _OURS,
    "tools-call-simple-text": _NAMED,
    "tools-call-error": _NAMED,
    "tools-call-elicitation": Runs((HANDSHAKE,), named=True),
    "resources-list": _OURS,
    "resources-read-text": _NAMED,
    "resources-subscribe": _OURS_SHAKEN,
    "resources-unsubscribe": _OURS_SHAKEN,
    "sep-2164-resource-not-found": _OURS_ALONE,
    "prompts-list": _OURS,
    "prompts-get-simple": _NAMED,
    "caching": _OURS_ALONE,
    "input-required-result-request-state": _NAMED_ALONE,
    "input-required-result-multi-round": _NAMED_ALONE,
    "input-required-result-missing-input-response": _NAMED_ALONE,
    "input-required-result-result-type": _NAMED_ALONE,
    "input-required-result-unsupported-methods": _OURS_ALONE,
    "input-required-result-tampered-state": _NAMED_ALONE,
    "input-required-result-validate-input": _NAMED_ALONE,
}

LEFT_OUT: dict[str, tuple[str, ...]] = {
    "about HTTP (sessions, headers, hosts, event streams), which is not spoken": (
        "server-session-lifecycle",
        "server-sse-polling",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
        "http-header-validation",
        "http-custom-header-server-validation",
    ),
    "log messages, completions and progress are not offered, and not declared": (
        "logging-set-level",
        "tools-call-with-logging",
        "completion-complete",
        "tools-call-with-progress",
    ),
    "tools and prompts answer in text: no pictures, sound or embedded resources": (
        "tools-call-image",
        "tools-call-audio",
        "tools-call-embedded-resource",
        "tools-call-mixed-content",
        "prompts-get-embedded-resource",
        "prompts-get-with-image",
    ),
    "there is one resource, which is text, and one prompt, which takes no arguments": (
        "resources-read-binary",
        "resources-templates-read",
        "prompts-get-with-args",
    ),
    "the client's model and its roots are never asked for": (
        "tools-call-sampling",
        "input-required-result-basic-sampling",
        "input-required-result-basic-list-roots",
        "input-required-result-multiple-input-requests",
        "input-required-result-capability-check",
    ),
    "schemas are flat: no `$defs` in a tool's arguments, no defaults or titled choices in a question": (
        "json-schema-2020-12",
        "elicitation-sep1034-defaults",
        "elicitation-sep1330-enums",
    ),
    "wants the question called `user_name`; ours is always `answer`": (
        "input-required-result-basic-elicitation",
    ),
    "brings an answer without the state of its question, and such an answer is not taken": (
        "input-required-result-ignore-extra-params",
    ),
    "only tools ask, prompts do not": ("input-required-result-non-tool-request",),
    "an extension that is not offered": (
        "sep-2640-skills-directory",
        "sep-2640-skills-enumeration",
        "sep-2640-skills-manifest",
        "tasks-lifecycle",
        "tasks-capability-negotiation",
        "tasks-wire-fields",
        "tasks-request-state-removal",
        "tasks-mrtr-input",
        "tasks-request-headers",
        "tasks-dispatch-and-envelope",
        "tasks-status-notifications",
        "tasks-required-task-error",
        "tasks-mrtr-composition",
    ),
}


def left_out() -> list[str]:
    """Give every scenario that does not apply."""
    return [name for names in LEFT_OUT.values() for name in names]


def cases() -> list[tuple[str, str]]:
    """Give each scenario that applies with each era it runs in."""
    return [(name, era) for name, runs in APPLIES.items() for era in runs.eras]


def write_section() -> str:
    """Write the section of the page that tells what ran and what did not."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield HEADING
    yield (
        f"`make test-clients` runs the official conformance suite (`@modelcontextprotocol/conformance` "
        f"{VERSIONS['conformance']}, on Node {VERSIONS['node']}) against the server. The suite speaks "
        "HTTP only, so a bridge carries each message to a process of the server and back; it adds "
        "sessions, status codes and event framing, and neither makes a message nor changes one "
        "(`tests/clients/bridge.py`); what a check says of sessions and status codes, it says of the "
        "bridge. Every check of a scenario below has to succeed. The suite wants tools of its own: "
        "where *named* stands, tools of those names are added, and the block is served under the "
        "suite's names, by the same code (`tests/clients/suite_server.py`). The official Python "
        "client speaks to the server in both eras in every `make test` (`tests/mcp/`)."
    )
    yield ""
    yield f"| scenario | {HANDSHAKE} | {STATELESS} | server |"
    yield "| --- | --- | --- | --- |"
    for name, runs in APPLIES.items():
        eras = " | ".join("yes" if era in runs.eras else "–" for era in ERAS)
        yield f"| `{name}` | {eras} | {'named' if runs.named else 'as it is'} |"
    yield ""
    for name, runs in APPLIES.items():
        if runs.beside:
            yield f"In `{name}` these checks are not ours:"
            yield ""
            yield from (f"- `{check}`: {reason}" for check, reason in runs.beside.items())
            yield ""
    yield "Left out, and a test fails when the suite lists a scenario that stands in neither table:"
    yield ""
    yield "| why | scenarios |"
    yield "| --- | --- |"
    for reason, names in LEFT_OUT.items():
        yield f"| {reason} | {', '.join(f'`{name}`' for name in names)} |"


def main() -> None:
    """Write the section into the page, at its end."""
    before = PAGE.read_text("utf-8").partition(HEADING)[0].rstrip("\n")
    PAGE.write_text(f"{before}\n\n{write_section()}", "utf-8")


if __name__ == "__main__":
    main()
