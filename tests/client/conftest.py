"""A server for all tests of the client: each brings its own patrons, or its own table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from client_setting import prepare
from served import Served, served


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """One server for the whole run."""
    with served(prepare, demo="true") as running:
        yield running
