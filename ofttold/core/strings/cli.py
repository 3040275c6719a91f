"""Page: what the cli parts say."""

TABLE: dict[str, tuple[str, str]] = {}
