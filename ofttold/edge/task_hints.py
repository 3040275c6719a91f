"""What a project's desk says of the task at hand: ``task.yaml``, a few ``key: value`` lines.

On the hooks' path, and read only when a card's condition asks.
"""

from __future__ import annotations

from ofttold.core.cards.conditions import TASK_KEYS
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.edge.card_places import Place

TASK_FILE = "task.yaml"
MOST_BYTES = 64 * 1024  # bytes that are read; ours


def read_hints(place: Place) -> dict[str, str]:
    """Read a desk's hints; empty where there are none to read."""
    from ofttold.core.cards.front_matter import Malformed, read_block

    try:
        with open(place.path(TASK_FILE), "rb", opener=regular) as file:
            text = file.read(MOST_BYTES).decode("utf-8-sig")
        fields = read_block(text, first_line=1)
    except (OSError, UnicodeDecodeError, Malformed):
        return {}
    return {key: v for key, v in fields.items() if key in TASK_KEYS and isinstance(v, str) and v}
