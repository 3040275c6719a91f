"""Words are found the same with the pattern and without it."""

from __future__ import annotations

import re
import sys

from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.search import tokens

_texts = st.text(st.sampled_from("aB9_'é鲸 -.’ʼ²ª́\u200bxyz`/\\:"), max_size=16) | st.text(
    max_size=30
)


@given(_texts)
def test_a_short_text_is_cut_without_the_pattern_as_with_it(text: str) -> None:
    wanted = re.compile(tokens._WORD).findall(text)
    kept = sys.modules.pop("re")
    try:
        found = tokens._find_words(text)
    finally:
        sys.modules["re"] = kept
    assert found == wanted
