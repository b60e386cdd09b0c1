"""Mistakes on purpose: each is found by a test that is named beside it."""

from __future__ import annotations

from collections.abc import Callable

PLANTS: dict[str, Callable[[], None]] = {}


def plant(name: str) -> None:
    """Make a mistake in this process."""
    PLANTS[name]()
