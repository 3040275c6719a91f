"""What a person's words ask for: terms, whole phrases, days. Knows no index and no rank.

A query is bounded before it is read: of a long text its beginning and its end. Stop words carry no
wish; a text of nothing else has no content word.
"""

from __future__ import annotations

from ofttold.core.search.stems import stem
from ofttold.core.search.tokens import (
    fold,
    is_run,
    pairs,
    pieces,
    sequence_of,
    tokens_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from ofttold.core.search.glossary import Glossary
    from ofttold.core.search.windows import Window

HEAD_CHARACTERS = 3000  # of a long query: so much of its beginning
TAIL_CHARACTERS = 1000  # … and so much of its end
MOST_TERMS = 256  # different terms of one query

_STOP_WORDS = """
a about above after again all also am an and any anyone anything are as at back be because been
before being below between both but by can could did do does doing done down during each else even
ever every few for from further get give go got had has have having he her here hers herself him
himself his how i if in into is it its itself just let like me mine more most much my myself no nor
not now of off ok okay on once one only or other our ours ourselves out over own please same she
should so some someone something such than thank thanks that the their theirs them themselves then
there these they this those through to too under until up upon us very was we were what whatever
when where whether which while who whom whose why will with would yes you your yours yourself
yourselves
"""
_STOP_PHRASES = (
    "为什么 什么时候 怎么样 有没有 是不是 能不能 要不要 可不可以 什么 怎么 怎样 如何 为何 多少 几个 哪个 哪些 "
    "哪里 哪儿 哪年 哪天 是否 请问 请你 帮我 帮忙 告诉我 一下 一些 我们 你们 他们 她们 它们 咱们 自己 这个 那个 这些 "
    "那些 这里 那里 这样 那样 这么 那么 的话 时候 然后 接着 继续 好的 可以 需要 应该 已经 现在 之前 上次 上回 以前 "
    "以后 关于 以及 并且 或者 而且 但是 因为 所以 如果 就是 还是 不是 没有"
)
_STOP_CHARACTERS = (
    "的了吗呢吧啊呀哦嗯么着过是在和与及或有也都就还又很被把给对从到为以于其之而但且我你他她它您咱"
    "这那哪谁几个些不没要会能可请让嘛得地次说"
)
_DAY_MARKS = "0123456789年月日号天周前"
_DAY_WORDS = (
    "星期",
    "礼拜",
    " ago",
    "last ",
    "this ",
    "past ",
    "today",
    "yesterday",
    "since ",
    "during ",
    "in ",
)
_tables: dict[str, frozenset[str]] = {}
_phrases: list[str] = []


def stop_words() -> frozenset[str]:
    """Give the English words that carry no wish, and their stems."""
    if "words" not in _tables:
        words = _STOP_WORDS.split()
        _tables["words"] = frozenset(words) | frozenset(map(stem, words))
    return _tables["words"]


def stop_characters() -> frozenset[str]:
    """Give the Chinese characters that carry no wish of their own."""
    if "characters" not in _tables:
        _tables["characters"] = frozenset(_STOP_CHARACTERS)
    return _tables["characters"]


class Expansion:
    """Other words for some of the query's terms: ``alternatives`` for the terms ``of``.

    The glossary and the dictionary make them; ``weight`` is what a match through them is worth
    beside a match of the person's own word.
    """

    __slots__ = ("alternatives", "of", "weight")

    def __init__(
        self, of: Sequence[str], alternatives: Sequence[Sequence[str]], weight: float
    ) -> None:
        self.of = tuple(of)
        self.alternatives = tuple(tuple(words) for words in alternatives)
        self.weight = weight


class Query:
    """A text ready to be asked.

    ``terms``: different tokens in order, stop words away. ``seams``: those of them that are a pair
    with a stop character in it, a word only where the index knows it. ``sequence``: the whole text
    as stems and single ideographs, for whole phrases. ``windows``: spans of days it speaks of.
    ``pieces``: its words and ideograph runs as written, for a dictionary.
    """

    __slots__ = ("expansions", "pieces", "seams", "sequence", "terms", "windows")

    def __init__(
        self,
        terms: Sequence[str],
        *,
        seams: frozenset[str] = frozenset(),
        sequence: str = "",
        windows: Sequence[Window] = (),
        expansions: Sequence[Expansion] = (),
        pieces: Sequence[str] = (),
    ) -> None:
        self.terms = tuple(terms)
        self.seams = seams
        self.sequence = sequence
        self.windows = tuple(windows)
        self.expansions = tuple(expansions)
        self.pieces = tuple(pieces)

    def with_expansions(self, expansions: Sequence[Expansion]) -> Query:
        """Give the same query with these expansions after its own."""
        return Query(
            self.terms,
            seams=self.seams,
            sequence=self.sequence,
            windows=self.windows,
            expansions=(*self.expansions, *expansions),
            pieces=self.pieces,
        )


def bound_text(text: str) -> str:
    """Give a long text's beginning and end, a short one whole."""
    if len(text) <= HEAD_CHARACTERS + TAIL_CHARACTERS:
        return text
    return text[:HEAD_CHARACTERS] + "\n" + text[-TAIL_CHARACTERS:]


def _content_runs(run: str) -> list[str]:
    """Cut a run of ideographs at the phrases that carry no wish."""
    if not _phrases:
        _phrases.extend(_STOP_PHRASES.split())
    for phrase in _phrases:
        if phrase in run:
            run = run.replace(phrase, " ")
    return run.split()


def _run_terms(run: str, terms: dict[str, bool]) -> None:
    stops = stop_characters()
    for part in _content_runs(run):
        for token in pairs(part):
            if len(token) == 1:
                if token not in stops:
                    terms.setdefault(token, False)
            elif token[0] in stops and token[1] in stops:
                continue
            else:
                terms.setdefault(token, token[0] in stops or token[1] in stops)


def content_terms(found: Sequence[str]) -> dict[str, bool]:
    """Give the tokens that carry a wish, in order, each with whether it is a seam."""
    terms: dict[str, bool] = {}
    words = stop_words()
    for piece in found:
        if is_run(piece):
            _run_terms(piece, terms)
        elif piece.casefold() not in words:
            for token in tokens_of([piece]):
                terms.setdefault(token, False)
        if len(terms) > MOST_TERMS:
            break
    return terms


def has_content(text: str) -> bool:
    """Tell whether a message holds a content word; "go on" and 继续 hold none.

    >>> has_content("继续"), has_content("go on, please"), has_content("部署密钥？")
    (False, False, True)
    """
    return bool(content_terms(pieces(fold(bound_text(text)))))


def _may_speak_of_days(folded: str) -> bool:
    """Tell whether reading days may give something; most texts spare a hook the patterns."""
    if any(mark in folded for mark in _DAY_MARKS):
        return True
    lower = folded.casefold()
    return any(mark in lower for mark in _DAY_WORDS)


def parse_query(
    text: str,
    *,
    today: date | None = None,
    glossary: Glossary | None = None,
    stop_words_alone: bool = True,
) -> Query:
    """Read a person's words; never fails, whatever stands in them.

    ``today`` is the person's day, for 上周 and "two weeks ago"; without it no days are read.
    ``stop_words_alone``: a query of nothing but stop words asks for them as they stand (a search);
    recall passes False and gets a query without terms.
    """
    folded = fold(bound_text(text))
    found = pieces(folded)
    terms = content_terms(found)
    if not terms and stop_words_alone:
        terms = dict.fromkeys(tokens_of(found), False)
    sequence = sequence_of(found)
    windows: Sequence[Window] = ()
    if today is not None and _may_speak_of_days(folded):
        from ofttold.core.search.dates import read_windows

        windows = read_windows(folded, today=today)
    expansions: list[Expansion] = []
    if glossary is not None:
        expansions += glossary.expand(sequence)
    return Query(
        list(terms)[:MOST_TERMS],
        seams=frozenset(term for term, seam in terms.items() if seam),
        sequence=sequence,
        windows=windows,
        expansions=expansions,
        pieces=found,
    )
