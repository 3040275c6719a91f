"""One diary day: which names are days, what of a day's text counts, and its emotion tags.

Knows the bytes and the name of one file; refuses to know folders, vocabularies and handles. On the
hooks' path, over thousands of files: imports nothing that costs.

    day       = YYYY-MM-DD.md, ASCII digits, a real date, exactly so; one file is one day.
                2026-11-29-evening.md is none: it is a suspect, so that it is not silent.
    tag line  = [list and quote marks] [**] label [**] (":" | "：") [**] words [**]
    label     = 情绪 情緒 Emotion Emotions Mood, any case
    words     = word { ("、" | "，" | "," | "/" | ";" | "；") word }
    word      = text without marks around it, a leading #, an ending stop, or (a parenthesis)
"""

from __future__ import annotations

from unicodedata import normalize

from ofttold.core.encoding import UTF8_MARK, name_wide_encoding
from ofttold.core.later import IGNORE_CASE, later
from ofttold.core.ritual.days import day_ordinal
from ofttold.core.ritual.masking import mask_marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

_DAY = later(r"([0-9]{4})-([0-9]{2})-([0-9]{2})\.md")
_PLACEHOLDER = later(r"\.(.+\.md)\.icloud")
_SUSPECT = later(
    r"(?:copy of |副本|复件|複本)?[\W_]*"
    r"(?:[12]\d{3}(?:\s?[-_./年‐-―－]\s?\d{1,2}\s?[-_./月‐-―－]\s?\d{1,2}|[01]\d[0-3]\d)(?!\d)"
    r"|\d{1,2}[-_./]\d{1,2}[-_./][12]\d{3}(?!\d)"
    r"|\d{1,2}(?:[-_]\d{1,2}|月\d{1,2}日)\.md$)",
    IGNORE_CASE,
)
_MEANT = later(r"([0-9]{4})\D?([0-9]{1,2})\D?([0-9]{1,2})")
_LABEL = later("情绪|情緒|emotions?|mood", IGNORE_CASE)
_LEAD = later(
    r"(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[[ xX]\](?=[ \t])))*[ \t]*[*_]{0,3}"
)
_COLON = later(r"[*_]{0,3}[ \t]*[:：]")
_LINE_END = later(r"[\r\n]")
_SEPARATORS = later("[、，,/;；]")
_PARENTHESIS = later(r"（[^（）]*）|\([^()]*\)")
_ADDRESS = later(r"://|\b(?:www|WWW)\.")
_URL_END = later("[\\s<>\"'`()\\[\\]{}|（）「」『』【】《》〈〉、，。；！？“”‘’…]")
_SCHEME = later(r"[A-Za-z][A-Za-z0-9+.-]*$")
_FAR_INDENT = 60  # characters a tag line's list and quote marks may take
_LONGEST_SCHEME = 20  # characters


class DayText:
    """What a diary file holds.

    ``tags`` are (word, line from 1); ``blank`` tells that it holds only blanks and comments, as if
    not yet written; ``has_marks`` that fences, comments or addresses were taken out of ``text``,
    the text in which mentions count. A file that is not UTF-8 has ``readable`` False and no text.
    """

    __slots__ = ("blank", "has_marks", "readable", "tags", "text")

    def __init__(
        self,
        tags: tuple[tuple[str, int], ...],
        text: str,
        *,
        blank: bool = False,
        has_marks: bool = False,
        readable: bool = True,
    ) -> None:
        self.tags = tags
        self.text = text
        self.blank = blank
        self.has_marks = has_marks
        self.readable = readable


def day_of(name: str) -> date | None:
    """Give the day a file of this name is the page of; None where it is none.

    >>> day_of("2026-11-30.md"), day_of("2026-11-31.md"), day_of("2026-1-5.md")
    (datetime.date(2026, 11, 30), None, None)
    """
    found = _DAY.fullmatch(name)
    if not found:
        return None
    from datetime import date  # asked for a day alone; reading one does not pay for it

    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None  # the calendar has no such day


def placeholder_day(name: str) -> date | None:
    """Give the day whose page a sync service has not downloaded yet (``.2026-11-30.md.icloud``)."""
    found = _PLACEHOLDER.fullmatch(name)
    return day_of(found[1]) if found else None


def suspect_name(name: str) -> bool:
    """Tell whether a name looks like a day but never counts as one; a topic's name is none.

    >>> [suspect_name(name) for name in ("2026-1-5.md", "2026-11-30 2.md", "books.md")]
    [True, True, False]
    """
    if name.startswith(".") or day_of(name):
        return False
    return bool(_SUSPECT.match(normalize("NFKC", name)))


def meant_day(name: str) -> int:
    """Guess which day a name that counts as none means, as an ordinal; 0 where it does not say.

    >>> meant_day("2026-1-5.md") == day_ordinal(2026, 1, 5), meant_day("books.md")
    (True, 0)
    """
    found = _MEANT.search(name)
    if not found:
        return 0
    year, month, day = (int(part) for part in found.groups())
    return day_ordinal(year, min(max(month, 1), 12), min(max(day, 1), 28))


def read_day(data: bytes) -> DayText:
    """Read the bytes of one diary file."""
    data = data.removeprefix(UTF8_MARK)
    if name_wide_encoding(data):
        return DayText((), "", readable=False)
    masks = _may_hide(data)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return DayText((), "", readable=False)  # said by the check-up, with the encoding's name
    if masks:
        text = mask_marks(data).decode()
    urls = _may_have_urls(text)
    return DayText(
        find_tags(text) if _may_have_tags(data) else (),
        _without_urls(text) if urls else text,
        blank=_is_blank(data, text),
        has_marks=masks or urls,
    )


def countable_text(text: str) -> str:
    """Give the text in which mentions count: without comments, code fences and addresses.

    Code spans and indented lines count. Line ends stay where they are.

    >>> countable_text("鲸 https://x.test/鲸落 <!-- 鲸 --> `鲸`")
    '鲸     `鲸`'
    """
    data = text.encode("utf-8", "surrogatepass")
    if _may_hide(data):
        text = mask_marks(data).decode("utf-8", "surrogatepass")
    return _without_urls(text) if _may_have_urls(text) else text


def find_tags(text: str) -> tuple[tuple[str, int], ...]:
    """Find the words of all tag lines, each with its line (from 1, counting newlines)."""
    tags: list[tuple[str, int]] = []
    line, counted = 1, 0
    for label in _LABEL.finditer(text):
        start = label.start()
        window = text[max(0, start - _FAR_INDENT) : start]
        lead = _LINE_END.split(window)[-1]
        colon = _COLON.match(text, label.end())
        if not colon or not _LEAD.fullmatch(lead) or (lead == window and len(window) < start):
            continue
        end = _LINE_END.search(text, colon.end())
        words = split_words(text[colon.end() : end.start() if end else len(text)])
        line, counted = line + text.count("\n", counted, start), start
        tags += [(word, line) for word in words]
    return tuple(tags)


def split_words(value: str) -> list[str]:
    """Split a tag line's value into its words.

    >>> split_words(" **平静**、好奇（午后，在海边）。")
    ['平静', '好奇']
    """
    words = [trim_word(part) for part in _SEPARATORS.split(_PARENTHESIS.sub("", value))]
    return [word for word in words if word]


def trim_word(part: str) -> str:
    """Take off what may stand around a word: marks, a leading ``#``, an ending stop.

    >>> trim_word(" #`calm`. ")
    'calm'
    """
    return part.strip().strip("*_`~").strip().lstrip("#＃").rstrip("。.!！?？…～~ ").strip("*_`~")


def _may_hide(data: bytes) -> bool:
    """Tell whether the marks of a comment or fence are there; one rare letter is looked for first."""
    return (
        (b"<" in data and b"<!--" in data)
        or (b"`" in data and b"```" in data)
        or (b"~" in data and b"~~~" in data)
    )


def _may_have_urls(text: str) -> bool:
    return ("/" in text and "://" in text) or "www." in text or "WWW." in text


def _may_have_tags(data: bytes) -> bool:
    low = data.lower()
    return b"mood" in low or b"emotion" in low or b"\xe6\x83\x85" in data  # 情


def _is_blank(data: bytes, text: str) -> bool:
    """Tell whether only blanks and comments are there; a fence is something."""
    if text and not text.isspace():
        return False
    return not mask_marks(data, fences=False).strip()


def _without_urls(text: str) -> str:
    """Put a blank in place of each address; Chinese punctuation ends one, Chinese words do not."""
    out: list[str] = []
    kept = 0
    for mark in _ADDRESS.finditer(text):
        if mark.start() < kept:
            continue
        scheme = _SCHEME.search(text, max(kept, mark.start() - _LONGEST_SCHEME), mark.start())
        end = _URL_END.search(text, mark.end())
        out += [text[kept : scheme.start() if scheme else mark.start()], " "]
        kept = end.start() if end else len(text)
    return "".join(out) + text[kept:] if out else text
