"""A second settlement, written from the rule documents alone, to check the real one by."""
