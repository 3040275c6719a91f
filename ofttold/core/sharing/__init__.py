"""Review states, field merge, redaction and bundles, without git."""
