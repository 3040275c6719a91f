"""The command a host is told to run, and how ours is recognised among others'.

    "/abs/python" -I -m ofttold hook EVENT --host HOST

The same between releases, since one host trusts a hash of it. Knows how each kind of shell quotes;
refuses to know which programs exist.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_HOOK = re.compile(r"""(?:^|[\s/\\"'])ofttold(?:\.exe)?["']?\s+hook(?:\s|$)""")
_WORD = re.compile(r"""(?:^|[\s/\\"'])ofttold(?:\.exe)?["']?(?:\s|$)""")
# Under these keys hosts keep the command line of a hook.
COMMAND_KEYS = ("command", "bash", "powershell", "commandWindows", "windows")


@dataclass(frozen=True, slots=True)
class Program:
    """How ofttold is started: the absolute interpreter, ``-I`` where that finds the package."""

    interpreter: str
    isolated: bool = True
    windows: bool = False

    def arguments(self, *words: str) -> list[str]:
        """Give what follows the interpreter."""
        return [*(["-I"] if self.isolated else []), "-m", "ofttold", *words]

    def path(self) -> str:
        """Give the interpreter with forward slashes, which every shell leaves alone."""
        return self.interpreter.replace("\\", "/") if self.windows else self.interpreter


def quote_sh(word: str) -> str:
    r"""Quote for a POSIX shell, always in double quotes.

    >>> print(quote_sh('/a b/$HOME "x"/python'))
    "/a b/\$HOME \"x\"/python"
    """
    return '"' + re.sub(r'([\\"$`])', r"\\\1", word) + '"'


def quote_powershell(word: str) -> str:
    """Quote a program for PowerShell, which runs a quoted word only after ``&``.

    >>> quote_powershell("C:/A B/it's/python.exe")
    "& 'C:/A B/it''s/python.exe'"
    """
    return "& '" + word.replace("'", "''") + "'"


def quote_cmd(word: str) -> str:
    """Quote for cmd.exe, where a path cannot hold a double quote.

    >>> quote_cmd("C:/A B/python.exe")
    '"C:/A B/python.exe"'
    """
    return '"' + word + '"'


def hook_command(program: Program, host: str, event: str, *, shell: str = "sh") -> str:
    """Give the command line for one event; ``shell`` (sh, cmd, powershell) counts on Windows only.

    >>> print(hook_command(Program("/opt/py/bin/python"), "codex", "prompt"))
    "/opt/py/bin/python" -I -m ofttold hook prompt --host codex
    """
    quote = {"cmd": quote_cmd, "powershell": quote_powershell}.get(shell, quote_sh)
    head = quote(program.path()) if program.windows else quote_sh(program.path())
    return " ".join([head, *program.arguments("hook", event, "--host", host)])


def is_hook_command(command: object) -> bool:
    """Tell whether a command line runs our hook, whatever its version, place or hand-made changes.

    >>> is_hook_command('"/old/python" -m ofttold hook --host claude session-start')
    True
    >>> is_hook_command("my-ofttold hook x"), is_hook_command("cat ofttold-hook.txt")
    (False, False)
    """
    return isinstance(command, str) and bool(_HOOK.search(command))


def is_hook(handler: object) -> bool:
    """Tell whether a hook entry of a host runs our hook."""
    return isinstance(handler, Mapping) and any(
        is_hook_command(handler.get(key)) for key in COMMAND_KEYS
    )


def is_server(entry: object) -> bool:
    """Tell whether an MCP entry starts our server.

    >>> is_server({"command": "ofttold", "args": ["mcp"]})
    True
    >>> is_server({"command": "npx", "args": ["other", "mcp"]})
    False
    """
    if not isinstance(entry, Mapping):
        return False
    words: list[object] = []
    for key in ("command", "args"):
        part = entry.get(key)
        words += part if isinstance(part, list) else [part]
    texts = [word for word in words if isinstance(word, str)]
    return "mcp" in texts and any(_WORD.search(text) for text in texts)
