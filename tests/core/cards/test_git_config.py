"""Git's configuration read as text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.git_config import origin_url, read_variables, rewrites


def test_sections_comments_quotes_and_continued_lines() -> None:
    text = """# comment
[core]
\tbare = false ; not bare
\tFileMode
[remote "origin"]
\turl = "https://x/a b" # c
\tfetch = +refs/*:\\
refs/remotes
[url "ssh://git@x/"] insteadOf = x:
[remote "a\\"b"]
 url=one
"""
    assert list(read_variables(text)) == [
        ("core", "", "bare", "false"),
        ("core", "", "filemode", "true"),
        ("remote", "origin", "url", "https://x/a b"),
        ("remote", "origin", "fetch", "+refs/*:refs/remotes"),
        ("url", "ssh://git@x/", "insteadof", "x:"),
        ("remote", 'a"b', "url", "one"),
    ]


def test_the_first_address_of_origin_counts() -> None:
    text = '[remote "up"]\nurl=a\n[remote "origin"]\nurl=b\nurl=c\n[url "d"]\ninsteadof=e\n'
    assert origin_url(read_variables(text)) == "b"
    assert rewrites(read_variables(text)) == [("e", "d")]
    assert origin_url(read_variables("")) == ""


@given(st.text())
def test_any_text_can_be_looked_at(text: str) -> None:
    assert all(len(variable) == 4 for variable in read_variables(text))
