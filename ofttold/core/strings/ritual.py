"""Page: the block, its status lines and its check-up."""

TABLE: dict[str, tuple[str, str]] = {}
