"""What the house earned, rounds in brief and in detail, notable events, dispute files."""
