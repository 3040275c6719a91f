"""The skills obey the Agent Skills format (front matter, names, sizes) and promise nothing untrue."""

from __future__ import annotations

import re
from typing import Any

import pytest
from ruamel.yaml import YAML

from ofttold.core.strings import Lang
from ofttold.edge.shipped import read_shipped

LANGS: tuple[Lang, ...] = ("zh", "en")
NAMES = ("ofttold-memory", "ofttold-ritual")
ALLOWED_KEYS = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
EVERY = [(lang, name) for lang in LANGS for name in NAMES]


def skill(lang: Lang, name: str) -> tuple[dict[str, Any], str]:
    text = read_shipped("skills", lang)[f"{name}/SKILL.md"].decode("utf-8")
    found = re.fullmatch(r"---\n(.*?)\n---\n(.*)", text, re.DOTALL)
    assert found, "front matter stands first, between two lines of three dashes"
    return YAML(typ="safe").load(found[1]), found[2]


@pytest.mark.parametrize("lang", LANGS)
def test_a_language_holds_the_two_skills_and_nothing_else(lang: Lang) -> None:
    assert list(read_shipped("skills", lang)) == [f"{name}/SKILL.md" for name in NAMES]


@pytest.mark.parametrize(("lang", "name"), EVERY)
def test_the_name_is_the_folder_and_obeys_the_format(lang: Lang, name: str) -> None:
    front, _ = skill(lang, name)
    assert front["name"] == name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert len(name) <= 64


@pytest.mark.parametrize(("lang", "name"), EVERY)
def test_the_description_says_when_and_stays_within_the_format(lang: Lang, name: str) -> None:
    front, _ = skill(lang, name)
    assert set(front) <= ALLOWED_KEYS
    assert isinstance(front["description"], str)
    assert 1 <= len(front["description"]) <= 1024
    assert "<" not in front["description"]
    assert ("用" if lang == "zh" else "Use ") in front["description"]


@pytest.mark.parametrize(("lang", "name"), EVERY)
def test_the_body_is_short_enough_to_load_whole(lang: Lang, name: str) -> None:
    _, body = skill(lang, name)
    assert body.strip()
    assert len(body.splitlines()) < 100
    assert len(body.encode("utf-8")) < 6000


@pytest.mark.parametrize("lang", LANGS)
def test_the_two_skills_teach_what_the_ritual_names(lang: Lang) -> None:
    memory, ritual = skill(lang, "ofttold-memory")[1], skill(lang, "ofttold-ritual")[1]
    for word in (
        "relationship.md",
        "index.md",
        "detours.md",
        "diary/",
        "remember_note",
        "pull",
        "push",
    ):
        assert word in memory
    for word in ("index.md", "remember_emotion", "relationship.md", "detours.md", "pull", "push"):
        assert word in ritual


@pytest.mark.parametrize(("lang", "name"), EVERY)
def test_a_skill_names_only_tools_that_exist(lang: Lang, name: str) -> None:
    _, body = skill(lang, name)
    assert set(re.findall(r"\b(?:remember|memory)_\w+", body)) <= {
        "remember_note",
        "remember_emotion",
    }
