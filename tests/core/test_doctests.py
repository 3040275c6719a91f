from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

from ofttold import core

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(core.__path__, f"{core.__name__}.")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples_to_check() -> None:
    found = sum(doctest.testmod(import_module(name)).attempted for name in MODULES)
    assert found > 20
