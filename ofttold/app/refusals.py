"""What a program reads of a refusal, the same for tools and for commands under ``--format json``."""

from __future__ import annotations

from ofttold.app.cards import MemoryDisabled
from ofttold.core.errors import OfttoldError
from ofttold.edge.locks import Busy


def refusal_details(refusal: OfttoldError) -> dict[str, object]:
    """Give the refusal's word of the closed list ('' where it has none) and that nothing changed."""
    if isinstance(refusal, MemoryDisabled):
        return {"status": "memory_disabled", "changed": False, "id": "", "needsScope": True}
    status = "busy" if isinstance(refusal, Busy) else str(getattr(refusal, "status", ""))
    return {"status": status, "changed": False}
