"""One pure module per agent: payload in, payload out; settings text in, settings text out."""
