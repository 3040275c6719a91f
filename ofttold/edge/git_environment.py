"""What every git of ours is started with: which program, which variables, which options.

Known to all callers, and light enough for a look that has to be quick: imports os alone.
"""

from __future__ import annotations

import os

# what of the environment would lead git to another repository, or run something
_ASTRAY = (
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF"),
    *("GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"),
    *("GIT_NAMESPACE", "GIT_PAGER", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS"),
    *("GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"),
)
# configuration that somebody gave along for one call of theirs
GIVEN_ALONG = ("GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT")
# a repository's own configuration must neither run anything nor change how answers are written
QUIET = (
    *("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "color.ui=false"),
    *("-c", "log.showSignature=false", "-c", "i18n.commitEncoding=UTF-8"),
)


def quiet_environment() -> dict[str, str]:
    """Give the environment in which git asks nobody, opens no editor and works where it is told."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_TRACE")}
    for name in _ASTRAY:
        environment.pop(name, None)
    environment.update(
        GIT_TERMINAL_PROMPT="0",
        GIT_OPTIONAL_LOCKS="0",
        GIT_EDITOR=":",
        GIT_ASKPASS="",
        SSH_ASKPASS="",
        SSH_ASKPASS_REQUIRE="never",
        GIT_SSH_COMMAND=environment.get("GIT_SSH_COMMAND", "ssh") + " -oBatchMode=yes",
        GCM_INTERACTIVE="never",
        LC_ALL="C",
        LANGUAGE="C",
    )
    return environment
