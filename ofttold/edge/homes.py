"""Where the program keeps what is not memory: cache, state and config homes.

Hand-written because platformdirs costs a hook 10 ms; a test holds it to platformdirs' answers on
Linux, macOS and Windows rules. Deleting the cache home changes no answer; deleting the state home
loses only the record of deliveries and the journal of installs.
"""

from __future__ import annotations

import os
import sys

APP = "ofttold"


def _home() -> str:
    return os.path.expanduser("~")


def _xdg(variable: str, fallback: str) -> str:
    value = os.environ.get(variable, "")
    return os.path.join(value if os.path.isabs(value) else os.path.join(_home(), fallback), APP)


def _windows_local() -> str:
    return os.environ.get("LOCALAPPDATA") or os.path.join(_home(), "AppData", "Local")


def cache_home() -> str:
    """Give the folder of all that can be rebuilt."""
    if sys.platform == "win32":
        return os.path.join(_windows_local(), APP, "Cache")
    if sys.platform == "darwin" and not os.environ.get("XDG_CACHE_HOME"):
        return os.path.join(_home(), "Library", "Caches", APP)
    return _xdg("XDG_CACHE_HOME", ".cache")


def state_home() -> str:
    """Give the folder of session records, logs and the install journal."""
    if sys.platform == "win32":
        return os.path.join(_windows_local(), APP)
    if sys.platform == "darwin" and not os.environ.get("XDG_STATE_HOME"):
        return os.path.join(_home(), "Library", "Application Support", APP)
    return _xdg("XDG_STATE_HOME", os.path.join(".local", "state"))


def config_home() -> str:
    """Give the folder of config.toml."""
    if sys.platform == "win32":
        return os.path.join(_windows_local(), APP)
    if sys.platform == "darwin" and not os.environ.get("XDG_CONFIG_HOME"):
        return os.path.join(_home(), "Library", "Application Support", APP)
    return _xdg("XDG_CONFIG_HOME", ".config")
