"""How each event changes a table, by what it is about."""
