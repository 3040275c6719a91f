"""Tokens, queries and ranking, without a database."""
