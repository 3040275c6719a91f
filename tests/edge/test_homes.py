"""The homes are where platformdirs would put them, without its cost."""

from __future__ import annotations

import os
import sys

import platformdirs
import pytest

from ofttold.edge import homes


@pytest.mark.skipif(sys.platform == "darwin", reason="there the XDG variables win, for tests' sake")
@pytest.mark.parametrize("variables", [True, False])
def test_the_homes_are_platformdirs_own(variables: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not variables:
        for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            monkeypatch.delenv(name)
    dirs = platformdirs.PlatformDirs("ofttold", appauthor=False)
    assert homes.cache_home() == dirs.user_cache_dir
    assert homes.state_home() == dirs.user_state_dir
    assert homes.config_home() == dirs.user_config_dir


def test_a_relative_variable_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert os.path.isabs(homes.cache_home())
