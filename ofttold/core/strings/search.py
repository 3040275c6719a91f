"""Page: what the search parts say."""

TABLE: dict[str, tuple[str, str]] = {}
