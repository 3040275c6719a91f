"""English word forms: one stem for the forms of a word. Knows no other language and no meaning.

A light stemmer: plural, third person, past, participle, adverb and a few noun endings, with the
doubled consonant and the silent e taken away, so that ``hopes hoped hoping`` meet; the forms no
rule reaches stand in a table. Documents and queries go through the same function, so a stem need
not be a word.
"""

from __future__ import annotations

# base form form …; one verb or noun a line
_IRREGULAR = """
be am is are was were been being
begin began begun
bend bent
bite bit bitten
bleed bled
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
creep crept
deal dealt
dig dug
do did done does
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone goes
grind ground
grow grew grown
hang hung
have has had having
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lay laid
lead led
leave left
lend lent
light lit
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
speak spoke spoken
spend spent
spin spun
stand stood
steal stole stolen
stick stuck
strike struck
swear swore sworn
sweep swept
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weep wept
win won
write wrote written
man men
woman women
child children
person people
foot feet
tooth teeth
mouse mice
goose geese
wife wives
life lives
knife knives
leaf leaves
shelf shelves
wolf wolves
half halves
loaf loaves
thief thieves
index indices
matrix matrices
vertex vertices
datum data
medium media
criterion criteria
phenomenon phenomena
analysis analyses
crisis crises
hypothesis hypotheses
good better best
bad worse worst
far farther further
die dying
lie lying
tie tying
"""

# Words that end like a form and are none.
_WHOLE = """
this his hers its thus yes gas bus news always perhaps species series thing nothing something anything everything during morning evening ceiling king ring spring string bring sing wing bed red need feed seed speed indeed hundred kindred sacred lens canvas atlas alias bias status virus focus bonus campus corpus menu
"""
_VOWELS = frozenset("aeiouy")
_KEEP_DOUBLE = frozenset("lsz")
_NOUN_ENDINGS = ("ation", "ion", "ment", "ness", "ful")
_SHORTEST_NOUN_STEM = 5  # letters; shorter ones meet other words (station, state)
_CACHE_SIZE = 50_000  # words; a bound for memory only

_cache: dict[str, str] = {}


def _fill() -> None:
    """Put the tables into the cache: they are looked up before any rule."""
    _cache.update({word: word for word in _WHOLE.split()})
    for line in _IRREGULAR.strip().split("\n"):
        forms = line.split()
        base = _by_rule(forms[0])
        for form in forms:
            _cache[form] = base


def _has_vowel(text: str) -> bool:
    return not _VOWELS.isdisjoint(text)


def _undouble(text: str) -> str:
    if len(text) > 3 and text[-1] == text[-2] and text[-1] not in _VOWELS | _KEEP_DOUBLE:
        return text[:-1]
    return text


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_tense(word: str) -> str:
    if word.endswith("ied"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith("ed") and len(word) > 4 and word[-3] != "e" and _has_vowel(word[:-2]):
        return _undouble(word[:-2])
    if word.endswith("ing") and len(word) > 5 and _has_vowel(word[:-3]):
        return _undouble(word[:-3])
    return word


def _without_noun_ending(word: str) -> str:
    """Take the endings by which a verb or adjective becomes a noun: deployment, configuration."""
    for ending in _NOUN_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_NOUN_STEM:
            return word[: -len(ending)]
    return word


def _by_rule(word: str) -> str:
    word = _without_noun_ending(_without_tense(_without_plural(word)))
    if len(word) > 5 and word.endswith("ly"):
        word = word[:-2]
    if len(word) > 3 and word[-1] == "e" and word[-2] != "e":
        word = word[:-1]
    if len(word) > 3 and word[-1] == "y" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    return word


def stem(word: str) -> str:
    """Give the stem of a lower-case word; what is not plain English letters comes back as it is.

    >>> [stem(w) for w in ("hoping", "hopes", "ran", "running", "cities", "r2d2")]
    ['hop', 'hop', 'run', 'run', 'citi', 'r2d2']
    """
    if not _cache:
        _fill()
    known = _cache.get(word)
    if known is not None:
        return known
    if len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    if len(_cache) > _CACHE_SIZE:
        _cache.clear()
        _fill()
    result = _cache[word] = _by_rule(word)
    return result
