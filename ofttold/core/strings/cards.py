"""Page: what the cards parts say."""

TABLE: dict[str, tuple[str, str]] = {}
