"""Which engine deals: the choice between what `croupier.lab.engine` has a port for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from croupier.cli import WrongCall

if TYPE_CHECKING:
    from croupier.lab.engine import Engine

ENGINES = ("cpu", "cluster")


def check_engine(name: str, workers: int, scheduler: str | None) -> None:
    """Refuse an engine that there is not, and options that say nothing to it."""
    if name not in ENGINES:
        raise WrongCall(f"no engine {name[:40]!r}: there is {', '.join(ENGINES)}")
    if scheduler is not None and name != "cluster":
        raise WrongCall(f"--scheduler is for --engine cluster, not for {name}")
    if scheduler is not None and workers:
        raise WrongCall("--workers are those of a local cluster: a --scheduler has its own")


@contextmanager
def engine(name: str, workers: int, scheduler: str | None) -> Iterator[Engine]:
    """Have an engine for a while; zero workers are as many as there are cores."""
    extra = "fast"
    try:
        from croupier.lab.engine import Broken, cores, threads

        if name == "cluster":
            extra = name
            from croupier.lab.cluster import joined, local
    except ModuleNotFoundError as missing:
        raise WrongCall(
            f"this takes {missing.name}, which is not installed: pip install 'croupier[{extra}]'"
        ) from None
    chosen: AbstractContextManager[Engine]
    if name == "cpu":
        chosen = threads(workers or cores())
    elif scheduler is None:
        chosen = local(workers or cores())
    else:
        chosen = joined(scheduler)
    try:
        with chosen as hands:
            yield hands
    except Broken as wrong:
        raise WrongCall(str(wrong)) from None
