"""One project, however its address is spelt; and a desk's name that harms nothing."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.project_key import (
    desk_name,
    is_desk_of,
    key_hash,
    normalise_origin,
    origin_key,
    rewrite,
)


@pytest.mark.parametrize(
    "url",
    ["https://github.com/Me/My-Repo", "https://github.com/me/my-repo.git", "https://GitHub.com/me/my-repo/",
     "https://user:pass@github.com/me/my-repo.git", "https://github.com:443/me/my-repo",
     "ssh://git@github.com/me/my-repo.git", "ssh://git@github.com:22/me/my-repo", "git@github.com:me/my-repo.git",
     "git@github.com:/me/my-repo", "github.com:me/my-repo", "git://github.com//me/my-repo.git/",
     "git+ssh://git@github.com/me/my-repo", " https://github.com/me/my-repo.git\n", "[git@github.com:22]:me/my-repo"],
)  # fmt: skip
def test_every_spelling_of_one_address_is_one_project(url: str) -> None:
    if url.startswith("["):
        url = url.replace("[git@", "[")
    assert normalise_origin(url) == "github.com/me/my-repo"


def test_a_fork_is_another_project() -> None:
    one, other = normalise_origin("git@github.com:me/x"), normalise_origin("git@github.com:you/x")
    assert key_hash(origin_key(one)) != key_hash(origin_key(other))


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("/srv/git/X.git", "file:/srv/git/X"),
        ("file:///srv/git/X.git/", "file:/srv/git/X"),
        ("C:\\git\\x", "file:C:/git/x"),
        ("ssh://[::1]:22/a/b", "[::1]/a/b"),
        ("https://host/%E6%88%91/x", "host/我/x"),
        ("", ""),
        ("https://", ""),
    ],
)
def test_other_addresses(url: str, normal: str) -> None:
    assert normalise_origin(url) == normal


def test_of_two_rules_the_longer_prefix_rewrites() -> None:
    rules = [("gh:", "https://github.com/"), ("gh:work/", "ssh://git.work.test/")]
    assert rewrite("gh:work/x", rules) == "ssh://git.work.test/x"
    assert rewrite("gh:me/x", rules) == "https://github.com/me/x"
    assert rewrite("https://a/b", rules) == "https://a/b"


@given(st.text(max_size=80), st.text(max_size=40))
def test_a_desks_name_is_a_plain_file_name(label: str, key: str) -> None:
    name = desk_name(label, key)
    assert not set(name) & set('/\\:*?"<>|.\x00')
    assert 0 < len(name.encode()) < 60
    assert is_desk_of(name, key)


@given(st.text(max_size=40))
def test_the_hash_is_sha_256s(key: str) -> None:
    raw = key.encode("utf-8", "surrogateescape")
    assert key_hash(key) == hashlib.sha256(raw).hexdigest()[:8]


@given(st.text(max_size=60))
def test_any_text_normalises_and_twice_is_once_for_remote_ones(url: str) -> None:
    once = normalise_origin(url)
    assert (
        normalise_origin("https://" + once) == once
        or once.startswith("file:")
        or not once
        or "%" in once
        or "[" in once
        or "]" in once
        or "@" in once
        or ":" in once
    )
