"""Tests of what the docs claim."""
