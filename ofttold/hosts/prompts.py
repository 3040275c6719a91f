"""What a person typed, freed of what hosts wrap around it and of what this program said earlier.

Only reads; the prompt on its way to the model is never touched. On the hooks' path.
"""

from __future__ import annotations

# Wrappers that hosts put around hook texts, and the program's own block.
_WRAPPERS = (
    ("<hook_context>", "</hook_context>"),
    ("<system_reminder>", "</system_reminder>"),
    ("<system-reminder>", "</system-reminder>"),
    ("<session_context>", "</session_context>"),
    ("[oft-told ", "[/oft-told]"),
)


def _cut_between(text: str, opening: str, closing: str) -> str:
    """Take out each span from an opening to its closing; one left open runs to the end."""
    kept: list[str] = []
    at = 0
    while True:
        start = text.find(opening, at)
        if start < 0:
            kept.append(text[at:])
            return "".join(kept)
        kept.append(text[at:start])
        end = text.find(closing, start + len(opening))
        if end < 0:
            return "".join(kept)
        at = end + len(closing)


def _unquote(text: str) -> str:
    """Take off one pair of straight quotes around the whole text, none inside."""
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


def clean_prompt(prompt: str, *, quoted: bool = False) -> str:
    r"""Give the person's own words; empty for a slash command.

    ``quoted``: the host may wrap the whole prompt in quotes.

    >>> clean_prompt("<hook_context>[oft-told · memory]</hook_context>\n\nhello")
    'hello'
    >>> clean_prompt("/compact now")
    ''
    >>> clean_prompt('"hello there"', quoted=True)
    'hello there'
    """
    text = prompt
    for opening, closing in _WRAPPERS:
        if opening in text:
            text = _cut_between(text, opening, closing)
    text = text.strip()
    if quoted:
        text = _unquote(text)
    return "" if text.startswith("/") else text
