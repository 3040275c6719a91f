"""Tests of the ritual's pure parts."""
