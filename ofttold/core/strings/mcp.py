"""Page: what the mcp parts say."""

TABLE: dict[str, tuple[str, str]] = {}
