"""The entry: a hook takes the short way, everything else the command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Run ``ofttold``; a hook never pays for the command line's imports."""
    if len(sys.argv) > 1 and sys.argv[1] == "hook":
        from ofttold.hook import main as hook

        hook(sys.argv[2:])
        return
    if len(sys.argv) > 1 and sys.argv[1] == "mcp":
        from ofttold.mcp.entry import main as serve

        serve(sys.argv[2:])
        return
    from ofttold.cli.main import main as command_line

    command_line()


if __name__ == "__main__":
    main()
