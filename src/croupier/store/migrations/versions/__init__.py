"""The steps, by number. A step that was released is never edited; another one follows it."""
