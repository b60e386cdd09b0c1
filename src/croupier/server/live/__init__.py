"""Live tables: sockets, and what each viewer is sent of every change."""
