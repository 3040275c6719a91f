from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.ritual.scaffold import (
    DEFAULTS,
    FileInTheWay,
    FolderInTheWay,
    Kind,
    LinkToNowhere,
    Names,
    Step,
    choose_names,
    folders_above,
    place_templates,
    plan_scaffold,
    settings_lines,
)

TEMPLATES = {
    "memory.md": b"m",
    "index.md": b"i",
    "relationship.md": b"r",
    "detours.md": b"d",
    "diary/README.md": b"R",
}


def kinds(there: dict[str, Kind] | None = None) -> dict[str, Kind]:
    found: dict[str, Kind] = dict.fromkeys([*TEMPLATES, "diary"], "missing")
    return found | (there or {})


def test_an_empty_folder_gets_everything_under_its_default_name() -> None:
    names = choose_names([], [], {})
    assert names == Names(DEFAULTS, {})
    assert place_templates(TEMPLATES, names) == TEMPLATES
    assert plan_scaffold(TEMPLATES, kinds()) == tuple(Step(p, d) for p, d in TEMPLATES.items())


def test_what_stands_there_is_kept_even_when_it_is_empty() -> None:
    plan = plan_scaffold(TEMPLATES, kinds({"memory.md": "empty", "index.md": "file"}))
    assert plan[:3] == (
        Step("memory.md", None, empty=True),
        Step("index.md", None),
        Step("relationship.md", b"r"),
    )


def test_the_common_layout_of_agents_is_adopted_not_doubled() -> None:
    names = choose_names(["MEMORY.md", "memory", "AGENTS.md"], ["memory"], {})
    assert names.adopted == {"memory": "MEMORY.md", "diary": "memory"}
    assert list(place_templates(TEMPLATES, names)) == [
        "MEMORY.md",
        "index.md",
        "relationship.md",
        "detours.md",
        "memory/README.md",
    ]


def test_a_folder_called_memory_without_days_is_no_diary() -> None:
    assert choose_names(["MEMORY.md", "memory"], [], {}).adopted == {"memory": "MEMORY.md"}


def test_names_that_the_settings_give_are_not_adopted_again() -> None:
    names = choose_names(["MEMORY.md", "memory"], ["memory"], {"memory": "M.md", "diary": "days"})
    assert names.adopted == {}
    assert names.names["memory"] == "M.md"
    assert "days/README.md" in place_templates(TEMPLATES, names)


def test_of_two_real_files_the_default_name_wins_and_the_other_is_named() -> None:
    names = choose_names(["MEMORY.md", "memory.md", "diary", "memory"], ["diary", "memory"], {})
    assert names.adopted == {}
    assert names.doubles == (("memory.md", "MEMORY.md"), ("diary", "memory"))


def test_two_stand_ins_are_not_chosen_between() -> None:
    assert choose_names(["INDEX.md", "Index.md"], [], {}).adopted == {}


@given(st.dictionaries(st.sampled_from(sorted(DEFAULTS)), st.text(min_size=1, max_size=9)))
def test_the_lines_for_the_settings_read_back_to_the_names(adopted: dict[str, str]) -> None:
    assert tomllib.loads(settings_lines(adopted)).get("files", {}) == adopted


@pytest.mark.parametrize(
    ("there", "refusal"),
    [
        ({"diary": "file"}, FileInTheWay),
        ({"diary": "other"}, FileInTheWay),
        ({"diary": "dangling"}, LinkToNowhere),
        ({"memory.md": "folder"}, FolderInTheWay),
        ({"index.md": "other"}, FolderInTheWay),
        ({"memory.md": "dangling"}, LinkToNowhere),
        ({"diary/README.md": "dangling"}, LinkToNowhere),
    ],
)
def test_what_is_in_the_way_is_refused_by_name(
    there: dict[str, Kind], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal) as caught:
        plan_scaffold(TEMPLATES, kinds(there))
    assert next(iter(there)) in str(caught.value)


def test_every_template_that_ships_has_its_place() -> None:
    shuffled = dict(reversed(TEMPLATES.items()))
    assert list(place_templates(shuffled, choose_names([], [], {}))) == list(TEMPLATES)


def test_every_folder_above_a_path_is_looked_at() -> None:
    assert folders_above("notes/days/README.md") == ["notes", "notes/days"]
