"""The engine that deals shards on a Dask cluster: processes of this machine, or other machines.

A shard is the same whichever worker deals it, so a shard that is lost with its worker is dealt
again. Each worker is checked before its first shard: another version might deal other cards.
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

# Dask sets up its loggers when it is imported; we report its failures ourselves.
LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application")
dask.config.set({"logging": dict.fromkeys(LOGGERS, "critical")})

from distributed import Client, KilledWorker, LocalCluster, Security  # noqa: E402

from croupier.engines.cluster_worker import ShardTask, WrongCards, sample_digest  # noqa: E402
from croupier.engines.runner import EngineFailed, PendingShard  # noqa: E402
from croupier.simulation import Plan  # noqa: E402
from croupier.simulation.dealing import Shard  # noqa: E402

CONNECT_SECONDS = 10.0
"""How long a scheduler may take to answer."""

NO_WORKER_SECONDS = 30.0
"""How long to wait for a worker when there is none."""

SHARDS_A_THREAD = 3
"""Shards submitted for each thread, so that no thread waits for a slow shard or the network."""

RETRIES = 3
"""How often a shard is submitted again after Dask gave it up because its workers died."""

CHECK_SECONDS = 2.0
"""Seconds between two checks of which workers are there."""


class ClusterEngine:
    """Deals shards on the workers of a cluster; workers may come and go."""

    max_shoes = 262_144
    ready = True

    def __init__(self, client: Client, address: str) -> None:
        self._client, self.address = client, address
        self._digests: dict[Plan, str] = {}
        self._threads: dict[str, int] = {}
        self._checked = self._seen = monotonic()
        self.check_workers()

    @property
    def parallel(self) -> int:
        """How many shards to have submitted at a time; some of them wait for a thread."""
        if monotonic() - self._checked > CHECK_SECONDS:
            self.check_workers()
        return SHARDS_A_THREAD * max(1, sum(self._threads.values()))

    def check_workers(self) -> None:
        """Update which workers are there; raise `EngineFailed` if there was none for too long."""
        try:
            self._threads = self._client.nthreads()
        except Exception as wrong:
            raise _failure(wrong) from None
        self._checked = monotonic()
        if self._threads:
            self._seen = self._checked
        elif self._checked - self._seen > NO_WORKER_SECONDS:
            raise EngineFailed(f"the cluster has had no worker for {NO_WORKER_SECONDS:.0f} seconds")

    def prepare(self, plan: Plan, rounds: int) -> None:
        """Wait until one shoe is dealt, and with it the sample that is compared with a core's."""
        self.submit(plan, 0, 1).result()

    def submit(self, plan: Plan, first: int, shoes: int) -> PendingShard:
        """Queue a shard for the next free worker."""
        if plan not in self._digests:
            self._test_workers(plan)
        return ClusterShard(self, ShardTask(plan, first, shoes, self._digests[plan]))

    def submit_task(self, task: ShardTask, worker: str | None = None) -> Any:
        """Return the Dask future of a task; a named worker gets it, unless it is gone."""
        try:
            return self._client.submit(
                pickle.loads,
                task.pickled(),
                pure=False,
                workers=worker,
                allow_other_workers=worker is not None,
            )
        except Exception as wrong:
            raise _failure(wrong) from None

    def _test_workers(self, plan: Plan) -> None:
        """Have each worker deal a sample and compare it; this also loads their compiled code."""
        # Ours first: workers of this machine then find the code compiled.
        digest = sample_digest(plan)
        while not self._threads:
            sleep(CHECK_SECONDS / 10)
            self.check_workers()
        samples = [
            ClusterShard(self, ShardTask(plan, 0, 1, digest), worker) for worker in self._threads
        ]
        for sample in samples:
            sample.result()
        self._digests[plan] = digest


class ClusterShard:
    """A shard that a worker of the cluster deals."""

    def __init__(self, engine: ClusterEngine, task: ShardTask, worker: str | None = None) -> None:
        self._engine, self._task, self._worker = engine, task, worker
        self._future = engine.submit_task(task, worker)

    def result(self) -> Shard:
        """Return the shard when it is dealt; raise `EngineFailed` if no worker can deal it."""
        retries = 0
        while True:
            try:
                shard: Shard = self._future.result(timeout=CHECK_SECONDS / 2)
                return shard
            except TimeoutError:
                self._engine.check_workers()
            except KilledWorker:
                retries += 1
                if retries > RETRIES:
                    raise EngineFailed(
                        "workers end again and again: are they short of memory?"
                    ) from None
                self._future = self._engine.submit_task(self._task)
            except (Exception, CancelledError) as wrong:
                raise _failure(wrong, self._worker) from None

    def cancel(self) -> None:
        """Drop the shard; where the scheduler is gone there is nothing to drop."""
        with suppress(Exception, CancelledError):
            self._future.cancel()


def _failure(wrong: BaseException, worker: str | None = None) -> EngineFailed:
    """Return our error for an error of Dask or of a worker."""
    match wrong:
        case WrongCards():
            return EngineFailed(str(wrong))
        case ImportError():
            who = f"the worker {worker}" if worker else "a worker"
            return EngineFailed(f"{who} has not this version of croupier: {wrong}")
        case CancelledError() | OSError():
            return EngineFailed("the connection to the scheduler is lost")
    return EngineFailed(f"the cluster cannot deal: {type(wrong).__name__}: {wrong}")


@contextmanager
def connect_cluster(scheduler: str) -> Iterator[ClusterEngine]:
    """Open an engine on the cluster of a scheduler that is already running."""
    if not re.fullmatch(r"((tcp|tls)://)?[^\s/]+:[0-9]{1,5}", scheduler):
        raise EngineFailed(f"a scheduler's address is like tcp://host:8786, not {scheduler[:80]!r}")
    secured = Security().get_connection_args("client")["ssl_context"] is not None
    if scheduler.startswith("tls://") and not secured:
        raise EngineFailed(
            "tls:// takes certificates: name them in DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
            "…CLIENT__CERT and …CLIENT__KEY"
        )
    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception as wrong:
        raise EngineFailed(f"no scheduler answers at {scheduler}: {wrong}") from None
    with client:
        yield ClusterEngine(client, scheduler)


@contextmanager
def local_cluster(workers: int) -> Iterator[ClusterEngine]:
    """Start a cluster of processes that only this machine can reach, and open its engine."""
    # Dask starts processes from a thread that inherits the signal mask of this one: Ctrl-C is for
    # this process, not for the workers. The resource tracker is started first, because starting it
    # unblocks Ctrl-C.
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
        raise EngineFailed(f"no cluster could be started here: {wrong}") from None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    with cluster, Client(cluster, set_as_default=False) as client:
        yield ClusterEngine(client, cluster.scheduler_address)
