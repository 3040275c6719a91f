"""Passwords in a column that is headed so: markdown tables and comma-separated lines.

Knows rows and cells only; whether a heading is a label, and a cell a secret, others say. A table
ends at the first line that is no row, so the time over a text is linear.
"""

from __future__ import annotations

from ofttold.core.later import later
from ofttold.core.sharing.redaction_labels import label_of, label_of_han
from ofttold.core.sharing.redaction_values import Label, believable

Span = tuple[int, int, str]

MOST_CELLS = 40  # cells of a row; a wider one is no table of logins
MOST_HEADING = 24  # characters of a heading
_RULE = later(
    r"(?m)^[ \t>]{0,12}\|?[ \t]{0,12}:?-{2,200}+:?[ \t]{0,80}(?:\|[ \t]{0,12}:?-{2,200}+:?[ \t]{0,80}){0,40}\|?[ \t]{0,12}\r?$"
)
_HEADING_CSV = later(r"(?mi)^[ \t>]{0,12}[\w \"-]{1,40}(?:,[\w \"-]{1,40}){0,30}\r?$(?=\n)")
_HAN_LABEL = later("密码|密碼|口令|密钥|密鑰|秘钥|令牌|私钥|授权码|提取码")
_MARKS = " \t`*_\"'“”「」\r"


def find_columns(text: str) -> list[Span]:
    """Give (start, end, kind) of every believable cell under a heading that is a label."""
    found: list[Span] = []
    done = 0
    for rule in _RULE.finditer(text) if "|" in text else ():
        if "|" in rule.group() and rule.start() >= done:
            head = text.rfind("\n", 0, max(0, rule.start() - 1)) + 1
            done = _read(text, text[head : rule.start()], rule.end() + 1, "|", found)
    done = 0
    lower = text.lower()
    if "," in text and any(word in lower for word in ("pass", "pwd", "secret", "token", "密码")):
        for heading in _HEADING_CSV.finditer(text):
            if heading.start() >= done:
                done = _read(text, heading.group(), heading.end() + 1, ",", found)
    return found


def _read(text: str, heading: str, at: int, sign: str, found: list[Span]) -> int:
    """Look through the rows from ``at`` on, at columns headed by a label; give where the table ends."""
    cells = heading.strip("\r\n").split(sign)
    if not 2 <= len(cells) <= MOST_CELLS:
        return at
    labels = [_label(cell.strip(_MARKS)) for cell in cells]
    if not any(labels):
        return at
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        row = text[at:stop].split(sign)
        if len(row) != len(cells):
            break
        for cell, label in zip(row, labels, strict=True):
            value = cell.strip(_MARKS)
            if label and value and believable(value, label, quoted=False, soft=False):
                begun = at + cell.index(value)
                found.append((begun, begun + len(value), label.kind))
            at += len(cell) + 1
        at = stop + 1
    return at


def _label(heading: str) -> Label | None:
    if not heading or len(heading) > MOST_HEADING:
        return None
    han = _HAN_LABEL.search(heading)
    if han is not None:
        return label_of_han(han.group())
    return label_of(heading.replace(" ", "_")) if heading.isascii() else None
