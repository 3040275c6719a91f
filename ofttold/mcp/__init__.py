"""The MCP server: the same app functions as tools, a resource and a prompt."""
