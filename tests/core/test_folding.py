from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ofttold.core.folding import fold_heading, fold_text


@pytest.mark.parametrize(
    "written",
    [
        "常被提起",
        "🐋 **常被提起**（每天翻）",
        "常被提起：",
        "常被提起:",
        "2. 常被提起",
        "2.1 常被提起",
        "二、常被提起",
        "3️⃣ 常被提起",
        "`常被提起`",
        "[常被提起](memory.md)",
        "[[memory|常被提起]]",
        "常被提起 #重要 #每天",
        "常被提起 (daily)：",
        "常被提起\u200b",
        "\u2066常被\u00ad提起\u2069",
        "_常被提起_",
        "~~常被提起~~",
        "👨\u200d👩\u200d👧 常被提起",
    ],
)
def test_decoration_does_not_change_the_name(written: str) -> None:
    assert fold_heading(written) == "常被提起"


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Oft-Told", "oft-told"),
        ("Who\u00a0I  am", "who i am"),
        ("关于 C#", "关于 c#"),
        ("标签 #", "标签 #"),
        ("2026-11-30", "2026-11-30"),
        ("2026 待办", "2026 待办"),
        ("snake_case", "snake_case"),
        ("（一）", "（一）"),
        ("#tag", "#tag"),
        ("🐋", "🐋"),
        ("3", "3"),
        ("", ""),
        ("Straße", "strasse"),
        (unicodedata.normalize("NFD", "べる"), "べる"),
    ],
)
def test_what_is_no_decoration_stays(written: str, folded: str) -> None:
    assert fold_heading(written) == folded


HEADING = st.text(st.sampled_from("常提 aB1.:：（）()#*_`~[]|\\🐋\u200be\u0301"), max_size=14)


@example("a*\u0301")
@given(HEADING)
def test_folding_a_heading_twice_changes_nothing_more(text: str) -> None:
    assert fold_heading(fold_heading(text)) == fold_heading(text)


@given(HEADING)
def test_a_heading_with_text_never_folds_to_nothing(text: str) -> None:
    assert bool(fold_heading(text)) == bool(fold_text(text))


@given(st.text(max_size=20))
def test_composed_and_decomposed_forms_fold_alike(text: str) -> None:
    assert fold_text(unicodedata.normalize("NFD", text)) == fold_text(text)


@pytest.mark.parametrize("unit", ["(a)", "*", "[a](b", "：", "1.", "🐋", "a #b ", "(", "\\"])
def test_a_hostile_heading_is_folded_quickly(unit: str) -> None:
    start = time.process_time()
    fold_heading(unit * 100)
    fold_heading(unit * 100_000)
    assert time.process_time() - start < 1.0
