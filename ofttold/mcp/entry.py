"""Where ``ofttold mcp`` begins: the wire is claimed before anything is loaded that might print."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ofttold.edge.pipes import claim_wire


def main(arguments: Sequence[str]) -> None:
    """Run ``ofttold mcp [--dir DIR]`` until the input ends."""
    parser = argparse.ArgumentParser(
        prog="ofttold mcp",
        description="Serve the memory folder over standard input and output (Model Context Protocol).",
    )
    parser.add_argument(
        "--dir", metavar="DIR", help="the memory folder, else OFTTOLD_DIR or config"
    )
    directory: str | None = parser.parse_args(arguments).dir
    wire = claim()
    from ofttold.mcp.registry import load_tools
    from ofttold.mcp.server import serve

    serve(directory, load_tools(), wire)


def claim() -> tuple[int, int]:
    """Take the wire; without open standard input and output there is nobody to serve."""
    try:
        return claim_wire()
    except OSError as fault:
        sys.exit(f"ofttold mcp: standard input and output are not open ({fault})")
