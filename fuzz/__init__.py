"""Fuzzers: whatever is read from outside, altered at random, must be answered and never break.

`python -m fuzz` runs them all; `./run soak` does so for minutes; `tests/test_fuzz.py` replays what
they have found.
"""
