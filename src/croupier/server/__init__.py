"""The live table: HTTP and WebSocket edge, sessions, views per role, dealers."""
