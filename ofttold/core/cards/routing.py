"""Where a save lands: the wish for everywhere is a request, and what binds to one machine is not granted.

Knows the classes of memory, what a trace of one machine looks like in text, and which conditions
make such a trace harmless. Says why wherever it lowers a wish, and only there.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from ofttold.core.cards.conditions import MACHINE_KEYS

Layer = Literal["personal", "project"]
CLASSES = ("user_preference", "project_fact", "device_fact", "portable_procedure")

# A path of one machine: a home, a drive, a system folder. Commands' own names are no trace.
_PATH = re.compile(
    r"""(?<![A-Za-z0-9_:/.\\@-])(?:
        ~(?:[\w.-]*)/[\w.]
      | /(?:home|Users|root|opt|etc|var|tmp|mnt|srv|media|private|Volumes|Applications|Library)/[\w.\-]
      | /usr/(?:local|share|lib|src)/[\w.\-]
    )
    | (?<![A-Za-z0-9_])[A-Za-z]:[\\/](?![/])[\w.\-\u0080-\uffff%]
    | (?<![\w\\])\\\\[\w.\-]+\\[\w.$\-]
    | file:///?[\w.]
    | %(?:USERPROFILE|APPDATA|LOCALAPPDATA|HOMEPATH|PROGRAMFILES)%
    | \$(?:HOME|\{HOME\})/
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LOOPBACK = re.compile(
    r"(?<![\w.-])(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\]|::1)(?![\w.-]*\w\.)",
    re.IGNORECASE,
)
_PORT = re.compile(
    r"(?:端口号?|\bports?\b)\s*(?:是|为|号|[:：=#])?\s*\d{2,5}\b|\d{2,5}\s*(?:号端口|端口)|(?:(?<=[\w\])])|(?<!\S)):\d{2,5}(?=[/\s,，。;；、)）]|$)",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b")
_DEVICE = re.compile(
    r"(?:这|那|本)(?:台)?(?:机器|电脑|主机|笔记本|设备|服务器)|本机|我的(?:电脑|笔记本|机器)"
    r"|\b(?:this|my) (?:machine|computer|laptop|desktop|device|workstation|mac|pc)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Route:
    """The layer a save lands in; ``note`` is the strings key of why it was lowered, '' if it was not."""

    layer: Layer
    note: str = ""


def local_trace(text: str) -> str:
    """Give the first local path, loopback address or port in the text; '' if there is none.

    >>> local_trace("先起 127.0.0.1:8080"), local_trace("run npm test, then make build")
    ('127.0.0.1', '')
    >>> local_trace("see https://example.com/home/page at 10:30")
    ''
    """
    for pattern in (_PATH, _LOOPBACK):
        found = pattern.search(text)
        if found:
            return found[0]
    port = _PORT.search(_CLOCK.sub(" ", text))
    return port[0] if port else ""


def is_about_a_device(text: str) -> bool:
    """Tell whether the text speaks of one machine.

    >>> is_about_a_device("这台机器有 32G 内存"), is_about_a_device("回复用中文")
    (True, False)
    """
    return _DEVICE.search(text) is not None


def route(
    *,
    scope: str = "",
    memory_class: str = "",
    conditions: Collection[str] = (),
    text: str = "",
    evidence: str = "",
) -> Route:
    """Say where a save lands.

    ``scope`` is 'personal', 'project' or '' (derive), ``conditions`` the keys of the card's
    conditions, ``text`` its title, summary and body, ``evidence`` what the caller gave as proof.
    """
    bound = bool(MACHINE_KEYS & set(conditions))
    if scope == "project":
        return Route("project")
    if scope == "personal":
        return (
            Route("project", note)
            if (note := _lowered(memory_class, bound, text, evidence))
            else Route("personal")
        )
    if memory_class == "portable_procedure":
        if not (bound or evidence):
            return Route("project", "cards.note.unproven")
        note = _lowered(memory_class, bound, text, evidence)
        return Route("project", note) if note else Route("personal")
    if memory_class == "device_fact" and bound:
        return Route("personal")
    return Route("project")


def _lowered(memory_class: str, bound: bool, text: str, evidence: str) -> str:
    """Give the reason why a wish for everywhere is not granted; '' if it is."""
    if memory_class == "project_fact":
        return "cards.note.project_fact"
    if bound or memory_class == "user_preference":
        return ""
    if memory_class == "device_fact" or (not memory_class and is_about_a_device(text)):
        return "cards.note.device"
    return "cards.note.local_trace" if local_trace(f"{text}\n{evidence}") else ""
