"""How the vocabulary's section lists its words.

Knows lists, tables and lines of words; which word is meant or near is known by vocabulary.py.

    list items, and the first column of tables; where there are none, words between separators.
    What follows a colon or a dash is a note on the word; a parenthesis is one too. An item that
    ends in a colon names the group nested below it; other nested lines are notes.
    In a paragraph ``name：a、b`` the name is none of the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ofttold.core.markdown import Document
from ofttold.core.markdown_blocks import Block
from ofttold.core.ritual.diary import split_words
from ofttold.core.ritual.sections import NO_NAMES, find_section
from ofttold.core.ritual.vocabulary import Vocabulary

_ITEM = re.compile(r"[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_NESTED = re.compile(r"[ \t]+(?:[-+*]|\d{1,9}[.)])[ \t]")
_EMPHASIS = re.compile(r"[*`]|(?<![^\W_])_|_(?![^\W_])")
_PARENTHESIS = re.compile(r"（[^（）]*）|\([^()]*\)")
_NOTE = re.compile(r"(?:[:：—–→]|\s-\s|->).*")
_GROUP = re.compile(r"[^:：、]*[:：](?=.*、)")
_SEPARATORS = re.compile("[、，,/;；]")
_DELIMITER_ROW = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:|-]*)?$")

Words = Iterator[tuple[str, int]]


def read_vocabulary(
    doc: Document, extra_names: Mapping[str, Sequence[str]] = NO_NAMES
) -> Vocabulary | None:
    """Read the closed set of words; None without its section, empty where it names none."""
    section = find_section(doc, "vocabulary", extra_names)
    if section is None:
        return None
    blocks = list(doc.blocks_of(section))
    found = [pair for block in blocks for pair in _listed(doc, block)]
    if not found:
        found = [pair for block in blocks for pair in _separated(doc, block)]
    return Vocabulary([word for word, _ in found], [line for _, line in found])


def _listed(doc: Document, block: Block) -> Words:
    """Give the words of a list, or of a table's first column, each with its line."""
    if block.kind == "list":
        for item in block.items:
            yield from _of_item(doc, list(doc.masked_lines(item.first, item.end)))
    elif block.kind == "paragraph":
        rows = list(doc.masked_lines(block.first, block.end))
        if len(rows) > 1 and "|" in rows[0][1] and _DELIMITER_ROW.match(rows[1][1]):
            for index, row in rows[2:]:
                cell = row.strip().removeprefix("|").split("|")[0]
                yield from ((word, doc.lines.number(index)) for word in _words(cell))


def _of_item(doc: Document, lines: list[tuple[int, str]]) -> Words:
    nested = [pair for pair in lines[1:] if _NESTED.match(pair[1])]
    name = _EMPHASIS.sub("", lines[0][1]).rstrip()
    meant = nested if nested and name.endswith((":", "：")) else lines[:1]
    for index, line in meant:
        bare = _ITEM.sub("", line, count=1)
        yield from ((word, doc.lines.number(index)) for word in _words(bare))


def _separated(doc: Document, block: Block) -> Words:
    if block.kind != "paragraph":
        return
    for index, line in doc.masked_lines(block.first, block.end):
        group = _GROUP.match(line)
        text = line[group.end() :] if group else line
        parts = [text] if _SEPARATORS.search(text) or _NOTE.search(text) else text.split()
        for part in parts:
            yield from ((word, doc.lines.number(index)) for word in _words(part))


def _words(text: str) -> list[str]:
    """Give the words before the note.

    >>> _words("**平静**（早上）、安心：没有风，没有浪")
    ['平静', '安心']
    """
    bare = _PARENTHESIS.sub("", _EMPHASIS.sub("", text))
    return split_words(_NOTE.sub("", bare))
