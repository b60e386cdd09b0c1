"""Both databases, for every test of the server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Postgres, scratch, started
from server.process import Served
from server.running import Running, people_of


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for the whole run; skipped, with the reason, where none can be had."""
    server = started()
    yield server
    server.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for databases and logs, in memory if there is such a place."""
    made = Path(scratch())
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def sqlite(folder: Path) -> str:
    """Where a new SQLite database goes."""
    return str(folder / "house.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """A new database of each kind."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite"))
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def running(request: pytest.FixtureRequest) -> Iterator[Running]:
    """A server for many tests, with each kind of database."""
    folder = Path(scratch())
    if request.param == "sqlite":
        database = str(folder / "shared.db")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        database = server.new()
    tokens = people_of(database)
    with Served(database, folder, STAFF_IDLE="3600") as served:
        yield Running(served, database, tokens)
    shutil.rmtree(folder, ignore_errors=True)
