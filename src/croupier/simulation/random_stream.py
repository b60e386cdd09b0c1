"""The random stream of a shoe, as docs/simulate.md specifies it, in plain Python."""

from __future__ import annotations

RANKS, SUITS = 0, 1
"""A shoe has two streams: one for ranks, and one for suits, which few games need."""

GOLDEN = 0x9E3779B97F4A7C15
MOST_SEED = (1 << 64) - 1
_64, _32 = (1 << 64) - 1, (1 << 32) - 1


def mix(number: int) -> int:
    """Return 64 bits scrambled as splitmix64 does."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _64
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _64
    return number ^ number >> 31


def keys(seed: int, which: int) -> tuple[int, int]:
    """Return the two keys of a seed that all its shoes share."""
    one, two = 2 * which + 1, 2 * which + 2
    return mix(seed + GOLDEN * one & _64), mix(seed + GOLDEN * two & _64)


def _rotate(number: int, by: int) -> int:
    return (number << by | number >> 32 - by) & _32


class Stream:
    """An endless stream of 32-bit words: xoshiro128++, from a seed and a shoe's number."""

    def __init__(self, seed: int, shoe: int, which: int = RANKS) -> None:
        step = GOLDEN * (shoe + 1) & _64
        low, high = (mix(key + step & _64) for key in keys(seed, which))
        if low == high == 0:
            low = 1
        self.state = [low & _32, low >> 32, high & _32, high >> 32]

    def word(self) -> int:
        """Return the next word."""
        s0, s1, s2, s3 = self.state
        word = _rotate(s0 + s3 & _32, 7) + s0 & _32
        s2 ^= s0
        s3 ^= s1
        self.state = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 9 & _32), _rotate(s3, 11)]
        return word

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely.

        The upper half of word times n would favour some numbers by one word each; the words that
        do so are skipped.
        """
        unfair = (1 << 32) % n
        while True:
            wide = self.word() * n
            if wide & _32 >= unfair:
                return wide >> 32
