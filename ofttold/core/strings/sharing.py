"""Page: what the sharing parts say."""

TABLE: dict[str, tuple[str, str]] = {}
