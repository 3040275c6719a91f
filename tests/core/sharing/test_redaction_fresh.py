"""Redaction on a set that was written from public formats before the rules were looked at.

``keep`` is the half whose misses nobody looked at while the rules were mended by the other.
"""

from __future__ import annotations

import pytest

from ofttold.core.sharing.redaction import redact
from tests.core.sharing.fresh.cases import all_secrets
from tests.core.sharing.fresh.innocents import all_innocents
from tests.core.sharing.fresh.spelling import half, leaked
from tests.core.sharing.test_redaction import MOST_FALSE, MOST_MISSES


def test_the_set_is_large_and_of_many_kinds() -> None:
    secrets = all_secrets()
    assert len(secrets) >= 300 and len({case.kind for case in secrets}) >= 100
    assert len(all_innocents()) >= 500
    halves = [half(case.kind) for case in secrets]
    assert min(halves.count("look"), halves.count("keep")) * 3 > len(halves)


@pytest.mark.parametrize("which", ["look", "keep"])
def test_few_secrets_of_either_half_are_missed(which: str) -> None:
    cases = [case for case in all_secrets() if half(case.kind) == which]
    missed = [case.text for case in cases if leaked(case, redact(case.text).text)]
    assert len(missed) <= MOST_MISSES * len(cases), missed


def test_hardly_an_innocent_is_masked() -> None:
    texts = all_innocents()
    false = [text for text in texts if redact(text).changed]
    assert len(false) <= MOST_FALSE * len(texts), false


def test_masking_keeps_the_lines_and_finds_nothing_more_the_second_time() -> None:
    for case in all_secrets():
        once = redact(case.text)
        assert once.text.count("\n") == case.text.count("\n"), case
        assert redact(once.text).text == once.text, case


def test_what_stands_around_a_secret_stays() -> None:
    for case in all_secrets():
        before, behind = case.text.split(case.parts[0])[0], case.text.split(case.parts[-1])[-1]
        after = redact(case.text).text
        if "PRIVATE KEY" not in case.text and "Private-Lines" not in case.text:
            # a sign that is also one of the token's own may go with it
            assert after.startswith(before[:4]), (case, after)
            assert after.endswith(behind.lstrip("_.!@")[-8:]) or behind.startswith("@"), (
                case,
                after,
            )
