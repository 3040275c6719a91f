"""The settings of a memory folder (``ofttold.toml``): what they may be, and what is wrong with them.

Knows names, types and defaults; refuses to know where the file lies. A value of the wrong type is
reported and its default stands in, so that a session never stops for a typing slip. Import-light:
a hook builds Settings from values it has cached.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FILE_NAME = "ofttold.toml"
CARDS = "cards"  # the folder of cards: none of the named files can lie there
MAX_CHARS = 6000  # characters, the whole block
HARD_MAX_CHARS = (
    8800  # characters; hosts cut at about 10,000 and say nothing, a wrapper comes on top
)
CAP = 8  # items of the oft-told list in sight (seed)

NEAR = 0.6  # difflib's ratio from which a key is near enough to be meant; ours

# key: (default, what it takes). A tuple of strings is a closed choice; a type is itself;
# "strings" is a list of strings, "names" a string or a list of strings.
KEYS: dict[str, tuple[object, object]] = {
    "lang": ("", ("zh", "en", "")),
    "timezone": ("", str),
    "sections": (["oft_told", "who_i_am", "hard_rules"], "strings"),
    "diary_cadence": ("daily", ("daily", "weekly", "off")),
    "refresh_after_messages": (0, (int, -1)),
    "max_chars": (MAX_CHARS, (int, 500)),
    "anchors.cap": (CAP, (int, 1)),
    "anchors.weight": ("forgetting", ("forgetting", "halving", "fading")),
    "anchors.age": ("marked", ("marked", "recalled")),
    "anchors.stamp": (True, bool),
    "sync.git": ("off", ("off", "commit", "pull-push")),
    "files.memory": ("memory.md", str),
    "files.index": ("index.md", str),
    "files.relationship": ("relationship.md", str),
    "files.detours": ("detours.md", str),
    "files.diary": ("diary", str),
    "cards.off": (False, bool),
    "cards.off_projects": ([], "strings"),
    "cards.recall": ("auto", ("auto", "tools")),
    "cards.first_turn": (True, bool),
    "cards.max_project": (8, (int, 0)),
    "cards.max_personal": (5, (int, 0)),
    "cards.deadline_ms": (300, (int, 1)),
}
TABLES = ("anchors", "sync", "files", "cards", "headings")


class Settings:
    """The settings in force: ``values`` by dotted key, ``headings`` the names added per section."""

    __slots__ = ("headings", "values")

    def __init__(self, values: dict[str, object], headings: dict[str, list[str]]) -> None:
        self.values = {key: values.get(key, default) for key, (default, _) in KEYS.items()}
        self.headings = headings

    def text(self, key: str) -> str:
        """Give a setting that is a string."""
        return str(self.values[key])

    def number(self, key: str) -> int:
        """Give a setting that is a whole number."""
        value = self.values[key]
        assert isinstance(value, int)
        return value

    def flag(self, key: str) -> bool:
        """Give a setting that is true or false."""
        return bool(self.values[key])

    def names(self, key: str) -> list[str]:
        """Give a setting that is a list of strings."""
        value = self.values[key]
        assert isinstance(value, list)
        return list(value)


class Fault:
    """One thing wrong with the settings: ``code`` and values for ``finding.<code>``.

    ``fatal`` marks a wrong type or value (a command refuses); the others are warnings.
    """

    __slots__ = ("code", "fatal", "key", "values")

    def __init__(
        self, code: str, key: str, values: dict[str, object] | None = None, *, fatal: bool
    ) -> None:
        self.code, self.key, self.fatal = code, key, fatal
        self.values: dict[str, object] = {"key": key, **(values or {})}


def _wanted(takes: object, default: object = "") -> str:
    """Say what a setting takes the way TOML writes it, which is the same in every language."""
    if isinstance(takes, tuple) and takes and takes[0] is int:
        return f"{default} (≥ {takes[1]})"
    if isinstance(takes, tuple):
        return " | ".join(f'"{choice}"' for choice in takes if choice)
    if takes is bool:
        return "true | false"
    return '["…", "…"]' if takes == "strings" else f'"{default or "…"}"'


def _fits(value: object, takes: object) -> bool:
    if isinstance(takes, tuple) and takes and takes[0] is int:
        return type(value) is int and value >= takes[1]
    if isinstance(takes, tuple):
        return isinstance(value, str) and value in takes
    if takes == "strings":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, bool) if takes is bool else isinstance(value, str)


def _shown(value: object) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:59] + "…"


def nearest_key(key: str) -> str:
    """Give the known key or table nearest to a name, '' where none is near.

    >>> nearest_key("landg"), nearest_key("anchor.cap"), nearest_key("deadline"), nearest_key("nope")
    ('lang', 'anchors.cap', 'cards.deadline_ms', '')
    """
    from difflib import get_close_matches

    folded = key.strip().casefold().replace("-", "_")
    known = [*KEYS, *TABLES]
    near = get_close_matches(folded, known, n=1, cutoff=NEAR)
    if near:
        return near[0]
    last = {name.rpartition(".")[2]: name for name in known}
    near = get_close_matches(folded.rpartition(".")[2], last, n=1, cutoff=NEAR)
    return last[near[0]] if near else ""


def _unsafe_name(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    outside = not name or name.startswith("/") or ".." in parts or ":" in parts[0] or "\0" in name
    inner = [part.casefold() for part in parts if part not in ("", ".")]
    return outside or inner[:1] == [CARDS] or not name.isprintable()


def read_settings(table: Mapping[str, object]) -> tuple[Settings, list[Fault]]:
    """Turn a parsed TOML table into settings and the list of what is wrong with it."""
    values: dict[str, object] = {}
    headings: dict[str, list[str]] = {}
    faults: list[Fault] = []
    flat: dict[str, object] = {}
    for key, value in table.items():
        if key == "headings" and isinstance(value, dict):
            _read_headings(value, headings, faults)
        elif key in TABLES and isinstance(value, dict):
            flat.update({f"{key}.{name}": inner for name, inner in value.items()})
        elif key in TABLES:
            got = _shown(value)
            faults.append(Fault("setting_type", key, {"got": got, "want": f"[{key}]"}, fatal=True))
        else:
            flat[key] = value
    for key, value in flat.items():
        if key not in KEYS:
            near = nearest_key(key)
            code = "setting_unknown_near" if near else "setting_unknown"
            faults.append(Fault(code, key, {"near": near}, fatal=False))
        elif not _fits(value, KEYS[key][1]):
            want = _wanted(KEYS[key][1], KEYS[key][0])
            faults.append(
                Fault("setting_type", key, {"got": _shown(value), "want": want}, fatal=True)
            )
        elif key.startswith("files.") and _unsafe_name(str(value)):
            faults.append(Fault("setting_path", key, {"got": _shown(value)}, fatal=True))
        else:
            values[key] = value
    return Settings(values, headings), faults


def _read_headings(
    table: Mapping[str, object], headings: dict[str, list[str]], faults: list[Fault]
) -> None:
    for name, value in table.items():
        listed = [value] if isinstance(value, str) else value
        if isinstance(listed, list) and all(isinstance(item, str) for item in listed):
            headings[name] = list(listed)
        else:
            wanted: dict[str, object] = {"got": _shown(value), "want": _wanted("strings")}
            faults.append(Fault("setting_type", f"headings.{name}", wanted, fatal=True))


def find_line(text: str, key: str) -> int:
    """Find the line (from 1) on which a dotted key stands in TOML text; 1 where it is not seen."""
    table, _, name = key.rpartition(".")
    inside = ""
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if bare.startswith("["):
            inside = bare.strip("[] \t")
        elif (inside == table and bare.split("=")[0].strip().strip("\"'") == name) or (
            not inside and bare.split("=")[0].strip() == key
        ):
            return number
    return 1
