"""What each event is held to, by what it is about: sums, numbers, people and cards of the table."""
