"""Sockets: what each watcher is sent, and in which order."""
