"""The demo casino: its tables and its patrons. No other package imports this one."""
