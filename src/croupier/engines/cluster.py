"""Shards dealt by the workers of a Dask cluster: processes of this machine, or other machines.

A shard is the same whoever deals it, so one that is lost with its worker is simply dealt again.
Each worker proves itself before its first shard: another version might deal other cards.
"""

from __future__ import annotations

import logging
import pickle
import re
import signal
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from time import monotonic, sleep
from typing import Any

import dask.config

# Dask sets up its loggers as it is imported; what there is to say is said by us.
NAMES = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application")
dask.config.set({"logging": dict.fromkeys(NAMES, "critical")})

from distributed import Client, KilledWorker, LocalCluster, Security  # noqa: E402

from croupier.engines.cluster_worker import Order, Unfit, proof  # noqa: E402
from croupier.engines.engine import Broken, Underway  # noqa: E402
from croupier.simulation.plan import Plan  # noqa: E402
from croupier.simulation.shard import Shard  # noqa: E402

REACH = 10.0
"""Seconds in which a scheduler has to answer."""

PATIENCE = 30.0
"""Seconds to wait for a worker when there is none."""

AHEAD = 3
"""Shards under way for each thread, so that nobody waits for a slow one, or for the network."""

DEADLY = 3
"""How often a shard is handed out again that Dask gave up because its workers died."""

GLANCE = 2.0
"""Seconds between two looks at who is there."""


class Cluster:
    """Deals on the workers of a cluster, however many come and go."""

    most = 262_144

    def __init__(self, client: Client, address: str) -> None:
        self._client, self.address = client, address
        self._proofs: dict[Plan, str] = {}
        self._threads: dict[str, int] = {}
        self._looked = self._seen = monotonic()
        self.look()

    @property
    def hands(self) -> int:
        """How many shards it has under way, some of which wait."""
        if monotonic() - self._looked > GLANCE:
            self.look()
        return AHEAD * max(1, sum(self._threads.values()))

    def look(self) -> None:
        """See which workers are there; `Broken` if there has been none for long."""
        try:
            self._threads = self._client.nthreads()
        except Exception as wrong:
            raise _broken(wrong) from None
        self._looked = monotonic()
        if self._threads:
            self._seen = self._looked
        elif self._looked - self._seen > PATIENCE:
            raise Broken(f"the cluster has had no worker for {PATIENCE:.0f} seconds")

    def submit(self, plan: Plan, first: int, shoes: int) -> Underway:
        """Begin to deal a shard as soon as a worker is free."""
        if plan not in self._proofs:
            self._prove(plan)
        return Handed(self, Order(plan, first, shoes, self._proofs[plan]))

    def give(self, order: Order, worker: str | None = None) -> Any:
        """Hand a shard to the cluster, and to this worker unless it is gone."""
        try:
            return self._client.submit(
                pickle.loads,
                order.sealed(),
                pure=False,
                workers=worker,
                allow_other_workers=worker is not None,
            )
        except Exception as wrong:
            raise _broken(wrong) from None

    def _prove(self, plan: Plan) -> None:
        """Let all who are there show that they deal our cards; it loads their compiled code too."""
        # Ours first: workers of this machine then find it compiled.
        wanted = proof(plan)
        while not self._threads:
            sleep(GLANCE / 10)
            self.look()
        shown = [Handed(self, Order(plan, 0, 1, wanted), worker) for worker in self._threads]
        for one in shown:
            one.result()
        self._proofs[plan] = wanted


class Handed:
    """A shard that some worker deals."""

    def __init__(self, cluster: Cluster, order: Order, worker: str | None = None) -> None:
        self._cluster, self._order, self._worker = cluster, order, worker
        self._future = cluster.give(order, worker)

    def result(self) -> Shard:
        """Wait for it, as long as there is somebody to wait for."""
        again = 0
        while True:
            try:
                found: Shard = self._future.result(timeout=GLANCE / 2)
                return found
            except TimeoutError:
                self._cluster.look()
            except KilledWorker:
                again += 1
                if again > DEADLY:
                    raise Broken("workers end again and again: are they short of memory?") from None
                self._future = self._cluster.give(self._order)
            except (Exception, CancelledError) as wrong:
                raise _broken(wrong, self._worker) from None

    def cancel(self) -> None:
        """Drop it; where the scheduler is gone there is nothing to drop."""
        with suppress(Exception, CancelledError):
            self._future.cancel()


def _broken(wrong: BaseException, worker: str | None = None) -> Broken:
    """Say what an error of Dask, or one that came from a worker, means."""
    match wrong:
        case Unfit():
            return Broken(str(wrong))
        case ImportError():
            who = f"the worker {worker}" if worker else "a worker"
            return Broken(f"{who} has not this version of croupier: {wrong}")
        case CancelledError() | OSError():
            return Broken("the connection to the scheduler is lost")
    return Broken(f"the cluster cannot deal: {type(wrong).__name__}: {wrong}")


@contextmanager
def joined(scheduler: str) -> Iterator[Cluster]:
    """Have the cluster of a scheduler for a while."""
    if not re.fullmatch(r"((tcp|tls)://)?[^\s/]+:[0-9]{1,5}", scheduler):
        raise Broken(f"a scheduler's address is like tcp://host:8786, not {scheduler[:80]!r}")
    secured = Security().get_connection_args("client")["ssl_context"] is not None
    if scheduler.startswith("tls://") and not secured:
        raise Broken("tls:// takes certificates: docs/simulate.md says where Dask looks for them")
    try:
        client = Client(scheduler, timeout=REACH, set_as_default=False)
    except Exception as wrong:
        raise Broken(f"no scheduler answers at {scheduler}: {wrong}") from None
    with client:
        yield Cluster(client, scheduler)


@contextmanager
def local(workers: int) -> Iterator[Cluster]:
    """Have so many processes of this machine for a while; nobody else can reach them."""
    # Dask starts processes from a thread, which has of signals what this one has at this moment:
    # Ctrl-C is for us to hear, not for the workers. The tracker is there before, for whoever
    # starts it hears Ctrl-C again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
            memory_limit=None,
        )
    except Exception as wrong:
        raise Broken(f"no cluster could be started here: {wrong}") from None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    with cluster, Client(cluster, set_as_default=False) as client:
        yield Cluster(client, cluster.scheduler_address)
