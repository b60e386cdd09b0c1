"""The shortest of a few runs."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from rich.console import Console
from rich.progress import track

REPEATS = 5


def best(what: str, act: Callable[[], object]) -> float:
    """Give the shortest of a few runs in seconds: the others met a busy machine."""
    times: list[float] = []
    for _ in track(range(REPEATS), description=f"{what:28}", console=Console(stderr=True)):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return min(times)
