"""The OpenAPI document, tested by schemathesis: every route, as three people."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    positive_data_acceptance,
    unsupported_method,
)

from postgres import scratch
from server.process import Served
from server.running import Running, people_of

EXAMPLES = int(os.environ.get("CROUPIER_EXAMPLES", "6"))
"""Requests of one route and person; more in a long run."""

WHO = ("adm", "ann", None)


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, dict[str, str]]]:
    """A server of its own: what a machine tries may lock people out."""
    folder = Path(scratch())
    database = str(folder / "openapi.db")
    tokens = people_of(database)
    with Served(database, folder, STAFF_IDLE="3600") as server:
        Running(server, database, tokens).table()
        yield server.base, tokens
        assert "Traceback" not in server.said, server.said[-3000:]
    shutil.rmtree(folder, ignore_errors=True)


LEFT_OUT = (
    # What the rules of a table refuse is readable all the same.
    positive_data_acceptance,
    # 405 is answered; which of TRACE and OPTIONS a proxy adds is its own business.
    unsupported_method,
)


@pytest.mark.parametrize("name", WHO)
def test_nothing_is_found(served: tuple[str, dict[str, str]], name: str | None) -> None:
    base, tokens = served
    schema = schemathesis.openapi.from_url(f"{base}/openapi.json")
    headers = {} if name is None else {"Authorization": f"Bearer {tokens[name]}"}
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.path == "/api/sign-out":
            # It would end the session that the others are tried with.
            continue

        def attempt(case: Any) -> None:
            nonlocal tried
            tried += 1
            # A PAR sheet takes seconds.
            response = case.call(headers=headers, timeout=90)
            case.validate_response(response, excluded_checks=list(LEFT_OUT))

        settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(given(case=operation.as_strategy())(attempt))()
    assert tried > 50
