"""The automatic dealer: what it does next at a table, and the thread that does it."""
