"""The automatic dealer: its next command at a table, and the thread that gives it in time."""
