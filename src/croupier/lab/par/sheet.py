"""What is put on paper: the figures, and what they were made from."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.odds.par import Par


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures of a game, the digest of its file, and the version that worked them out."""

    par: Par
    digest: str
    """SHA-256 of the game's file, in hexadecimal."""
    version: str
