"""Killing writers at every call, to see what they leave."""
