"""The demo casino: its tables and its patrons. Nothing else imports this room."""
