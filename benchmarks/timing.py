"""The shortest of a few runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter, process_time

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


def processor_seconds(
    acts: Sequence[Callable[[], object]], repeats: int = 4 * REPEATS
) -> list[float]:
    """Give the shortest processor time of each of some acts, which are run in turn.

    What else the machine does disturbs ratios of such times least.
    """
    least = [float("inf")] * len(acts)
    for _ in track(
        range(repeats), description="in turn, processor time", console=Console(stderr=True)
    ):
        for place, act in enumerate(acts):
            start = process_time()
            act()
            least[place] = min(least[place], process_time() - start)
    return least
