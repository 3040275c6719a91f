"""The numbers that stand in the program's modules as named constants, read without importing them."""

from __future__ import annotations

import ast
from pathlib import Path

from ofttold.core.settings import KEYS

PACKAGE = Path(__file__).resolve().parents[2] / "ofttold"
# Names whose number means nothing by itself: versions of a shape, states, exit codes, stand-ins.
CODES = {
    "FORMAT", "SCHEMA", "SCHEMA_VERSION", "BUG", "DONE", "FINDINGS", "REFUSED", "USAGE", "TIMED_OUT",
    "ITEM", "TEXT", "LIVE", "SECOND_NS",
}  # fmt: skip


def named_numbers() -> dict[str, float]:
    """Give every public constant that is a number: ``edge.locks.WAIT_MS`` to its value."""
    found: dict[str, float] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        if module.startswith("core.strings") or module == "core.design":
            continue
        for name, value in _numbers_of(ast.parse(path.read_text(encoding="utf-8"))).items():
            if not name.startswith("_") and name not in CODES:
                found[f"{module}.{name}"] = value
    return found


def in_the_program() -> dict[str, float]:
    """Give the named numbers, and the defaults of the settings as ``settings.KEY``."""
    defaults = {
        f"settings.{key}": default
        for key, (default, _) in KEYS.items()
        if isinstance(default, int) and not isinstance(default, bool)
    }
    return {**named_numbers(), **defaults}


def _numbers_of(tree: ast.Module) -> dict[str, float]:
    known: dict[str, float] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target, value = node.target, node.value
        else:
            continue
        if not isinstance(target, ast.Name) or not target.id.lstrip("_").isupper():
            continue
        number = _evaluate(value, known)
        if number is not None:
            known[target.id] = number
    return known


def _evaluate(node: ast.expr, known: dict[str, float]) -> float | None:
    """Work out literals, names known by now, and arithmetic with them; None for all else."""
    allowed = (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.Constant, ast.Name, ast.Load)
    for part in ast.walk(node):
        if not isinstance(part, allowed):
            return None
        if isinstance(part, ast.Constant) and type(part.value) not in (int, float):
            return None
        if isinstance(part, ast.Name) and part.id not in known:
            return None
    code = compile(ast.Expression(node), "constants", "eval")
    value = eval(code, {"__builtins__": {}}, dict(known))
    return value if isinstance(value, (int, float)) else None
