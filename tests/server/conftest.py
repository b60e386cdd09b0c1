"""A server for many tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Postgres, scratch
from server.process import Served
from server.running import Running, people_of


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
