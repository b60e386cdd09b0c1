"""The door to what is kept: for now, the files of games."""
