"""What a look into a transcript can say, and the words the block begins with. On the hooks' path."""

from __future__ import annotations

# The block stands after the last compaction; it stood before one and not after it; there was one
# and the block never stood there; there was none since; the transcript cannot be read.
THERE, LOST, FOLDED, QUIET, UNKNOWN = "there", "lost", "folded", "quiet", "unknown"
