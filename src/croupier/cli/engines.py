"""Which engine deals: the choice between what `croupier.engines.engine` has a port for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from croupier.cli import WrongCall

if TYPE_CHECKING:
    from croupier.engines.engine import Engine

ENGINES = ("cpu", "gpu", "cluster")


def check_engine(name: str, workers: int, scheduler: str | None) -> None:
    """Refuse an engine that there is not, and options that say nothing to it."""
    if name not in ENGINES:
        raise WrongCall(f"no engine {name[:40]!r}: there is {', '.join(ENGINES)}")
    if scheduler is not None and name != "cluster":
        raise WrongCall(f"--scheduler is for --engine cluster, not for {name}")
    if workers and name == "gpu":
        raise WrongCall(
            "--workers are for --engine cpu and cluster: a GPU shares the work by itself"
        )
    if scheduler is not None and workers:
        raise WrongCall("--workers are those of a local cluster: a --scheduler has its own")


@contextmanager
def engine(name: str, workers: int, scheduler: str | None) -> Iterator[Engine]:
    """Have an engine for a while; zero workers are as many as there are cores."""
    extra = "fast"
    try:
        from croupier.engines.engine import Broken, cores, threads

        extra = "fast" if name == "cpu" else name
        if name == "cluster":
            from croupier.engines.cluster import joined, local
        elif name == "gpu":
            from croupier.engines.gpu import graphics
    except ModuleNotFoundError as missing:
        raise WrongCall(
            f"--engine {name} takes {missing.name}, which is not installed: "
            f"pip install 'croupier[{extra}]'" + (", or ./run gpu" if name == "gpu" else "")
        ) from None
    chosen: AbstractContextManager[Engine]
    if name == "cpu":
        chosen = threads(workers or cores())
    elif name == "gpu":
        chosen = graphics()
    elif scheduler is None:
        chosen = local(workers or cores())
    else:
        chosen = joined(scheduler)
    try:
        with chosen as hands:
            yield hands
    except Broken as wrong:
        raise WrongCall(str(wrong)) from None
