"""Real agent clients, headless, with ofttold itself as their hook, against a model on loopback; and
the official MCP conformance suite against the server.

Run by ``make test-clients``: clients are installed from their registries into a folder of their own,
then everything runs where only 127.0.0.1 can be reached, in throw-away homes.
"""
