"""The HTTP side, one module a room of the house."""
