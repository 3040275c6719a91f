"""Conditions: what holds, what fails, and what cannot be known and is never taken for ok."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.conditions import (
    KEYS,
    EmptyCondition,
    TooManyConditions,
    UnknownCondition,
    UnknownTaskKey,
    check_conditions,
    check_task,
    judge,
)

FACTS: dict[str, Sequence[str]] = {
    "targetOs": ("linux",),
    "shell": ("/bin/bash",),
    "runtime": ("container", "python", "python3", "python3.11", "node"),
    "machine": ("whale-box.local", "whale-box"),
    "projectRoot": ("/home/me/app",),
    "cwd": ("/home/me/app/src/api",),
    "~": ("/home/me",),
    "phase": ("Release",),
}


@pytest.mark.parametrize(
    ("key", "wanted", "word"),
    [
        ("targetOs", "linux", "ok"),
        ("targetOs", "Linux", "ok"),
        ("targetOs", "darwin", "not_applicable"),
        ("shell", "bash", "ok"),
        ("shell", "pwsh", "not_applicable"),
        ("machine", "Whale-Box", "ok"),
        ("machine", "other", "not_applicable"),
        ("runtime", "container", "ok"),
        ("runtime", "wsl", "not_applicable"),
        ("runtime", "python3.11", "ok"),
        ("runtime", "python3.9", "needs_context"),
        ("runtime", "deno", "not_applicable"),
        ("runtime", "deno2", "not_applicable"),
        ("runtime", "something", "needs_context"),
        ("projectRoot", "~/app/", "ok"),
        ("projectRoot", "/home/me/other", "not_applicable"),
        ("pathPrefix", "src", "ok"),
        ("pathPrefix", "./src/api", "ok"),
        ("pathPrefix", "/home/me/app", "ok"),
        ("pathPrefix", "src/ap", "not_applicable"),
        ("pathPrefix", "docs", "not_applicable"),
        ("pathPrefix", "src/api/deep", "needs_context"),
        ("phase", "release", "ok"),
        ("phase", "plan", "not_applicable"),
        ("taskKind", "review", "needs_context"),
        ("weather", "rain", "needs_context"),
    ],
)
def test_one_condition(key: str, wanted: str, word: str) -> None:
    assert judge({key: (wanted,)}, FACTS.get) == word


@pytest.mark.parametrize("key", KEYS)
def test_what_cannot_be_read_is_never_ok(key: str) -> None:
    assert judge({key: ("x",)}, lambda _: None) == "needs_context"


def test_one_of_several_values_is_enough() -> None:
    assert judge({"targetOs": ("macos", "linux")}, FACTS.get) == "ok"
    assert judge({"runtime": ("deno", "my-own")}, FACTS.get) == "needs_context"


def test_one_that_fails_outweighs_one_that_is_not_known() -> None:
    assert judge({"taskKind": ("x",), "targetOs": ("macos",)}, FACTS.get) == "not_applicable"


def test_on_windows_paths_compare_without_case() -> None:
    facts = {"projectRoot": ("C:\\Work\\App",), "cwd": ("C:\\Work\\App\\src",)}
    assert judge({"projectRoot": ("c:/work/app",)}, facts.get) == "ok"
    assert judge({"pathPrefix": ("c:\\work",)}, facts.get) == "ok"


def test_an_unknown_key_a_ninth_and_an_empty_value_are_refused() -> None:
    with pytest.raises(UnknownCondition):
        check_conditions({"weather": ["rain"]})
    with pytest.raises(EmptyCondition):
        check_conditions({"shell": [" "]})
    eight = {key: ["x"] for key in KEYS[:8]}
    assert len(check_conditions(eight)) == 8
    with pytest.raises(TooManyConditions):
        check_conditions({**eight, KEYS[8]: ["x"]})


def test_a_task_takes_four_keys() -> None:
    assert check_task({"phase": " x ", "taskKind": ""}) == {"phase": "x"}
    with pytest.raises(UnknownTaskKey):
        check_task({"targetOs": "linux"})


@given(st.dictionaries(st.sampled_from(KEYS), st.text(min_size=1).map(lambda t: (t,))))
def test_judging_never_fails(conditions: dict[str, tuple[str, ...]]) -> None:
    assert judge(conditions, FACTS.get) in ("ok", "not_applicable", "needs_context")
