"""Memory for AI agents that a person keeps in markdown and the program keeps in sight."""

__version__ = "0.1.0"
