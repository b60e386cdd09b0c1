"""Both databases, for every test that wants one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Postgres, scratch, started

BEHIND_THE_DOORS = ("browser", "client", "server", "store")
"""Folders whose tests are no proof of the core's coverage; `./run test` runs them uncounted."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is run without counting lines, for that is faster."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in BEHIND_THE_DOORS:
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for the whole run; skipped, with the reason, where none can be had."""
    server = started()
    yield server
    server.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for files of databases, in memory if there is such a place."""
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
