"""The hosts by name; imports only the one asked for. On the hooks' path."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from ofttold.hosts.wiring import Program, Scope, Wiring

    class Host(Protocol):
        """What each host's module gives.

        ``ON_RESUME``: earlier text is ``kept`` in a resumed session, ``gone`` from it, what is
        said there goes ``unheard``, or the text is ``asked`` for by each process of the host.
        ``FOLDS``: a compaction takes earlier text away. ``LOST_MARKS``: where one stands in the
        transcript.
        """

        NAME: str
        COUNTS_BYTES: bool
        QUOTES_PROMPT: bool
        SAYS_AT_PROMPT: bool
        FOLDS: bool
        ON_RESUME: str
        LOST_MARKS: tuple[bytes, ...]

        def write(self, event: str, text: str) -> str:
            """Wrap a text for the model; empty for nothing to say."""

        def wire(self, program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
            """Say what an install changes; ``roots``: name to absolute folder."""


HOSTS = ("claude-code", "codex", "gemini", "opencode", "cursor", "copilot", "vscode", "dsh")
PROGRAMS = {
    "claude-code": ("claude",),
    "codex": ("codex",),
    "gemini": ("gemini",),
    "opencode": ("opencode",),
    "cursor": ("cursor", "cursor-agent"),
    "copilot": ("copilot",),
    "vscode": ("code",),
    "dsh": ("dsh",),
}
_ALIASES = {"claude": "claude-code", "gemini-cli": "gemini", "copilot-cli": "copilot"}


def canonical(name: str) -> str:
    """Give a host's name, from it or a name it also goes by; empty for no host.

    >>> canonical("claude"), canonical("emacs")
    ('claude-code', '')
    """
    name = _ALIASES.get(name, name)
    return name if name in HOSTS else ""


def load_host(name: str) -> Host:
    """Import one host's module by its canonical name; KeyError is our own bug."""
    if name not in HOSTS:
        raise KeyError(name)
    module: Host = __import__("ofttold.hosts." + name.replace("-", "_"), fromlist=["NAME"])
    return module


def detect_host(environment: Mapping[str, str], payload: Mapping[str, object]) -> str:
    """Tell which host calls a plugin that several hosts load.

    >>> detect_host({"CURSOR_VERSION": "3.2"}, {}), detect_host({"COPILOT_CLI": "1"}, {})
    ('cursor', 'copilot')
    >>> detect_host({}, {"hookEventName": "SessionStart"}), detect_host({}, {})
    ('vscode', 'claude-code')
    """
    if environment.get("CURSOR_VERSION") or "cursor_version" in payload:
        return "cursor"
    if environment.get("COPILOT_CLI") == "1" or environment.get("COPILOT_PLUGIN_ROOT"):
        return "copilot"
    if environment.get("GEMINI_SESSION_ID"):
        return "gemini"
    if environment.get("PLUGIN_ROOT") and environment.get("CLAUDE_PLUGIN_ROOT"):
        return "codex"
    if "turn_id" in payload:
        return "codex"
    return "vscode" if "hookEventName" in payload else "claude-code"


def real_host(wired: str, environment: Mapping[str, str], payload: Mapping[str, object]) -> str:
    """Tell which host runs a hook that was wired for ``wired``: some run another's settings.

    The payload decides, since a host started from another one's shell inherits its environment.

    >>> real_host("claude-code", {}, {"session_id": "a", "cursor_version": "3.20"})
    'cursor'
    >>> real_host("claude-code", {"COPILOT_CLI": "1"}, {"transcript_path": "/t"})
    'claude-code'
    """
    if "cursor_version" in payload:
        return "cursor"
    if "hookEventName" in payload:
        return "vscode"
    copilot = environment.get("COPILOT_CLI") == "1" or bool(environment.get("COPILOT_PLUGIN_ROOT"))
    if copilot and "timestamp" in payload and wired in ("claude-code", "vscode"):
        return "copilot"
    return wired
