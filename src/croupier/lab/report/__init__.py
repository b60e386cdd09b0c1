"""What the floor hands out as files: dispute files, and reports as tables."""
