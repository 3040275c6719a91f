"""The rim: one module per kind of touch of the machine."""
