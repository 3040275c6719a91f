"""One module per agent: its payload in, its payload out, its config text in and out. Pure."""
