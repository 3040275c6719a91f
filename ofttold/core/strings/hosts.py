"""Page: what the hosts parts say."""

TABLE: dict[str, tuple[str, str]] = {}
