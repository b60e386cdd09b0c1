"""Many commands in one commit of PostgreSQL: each is stored or refused as if it were alone."""

from __future__ import annotations

import psycopg
import pytest

from croupier.store.batch import Advance, Batch, RefusalRow, ResultRow, TableRow
from croupier.store.failures import Conflict, NotStored, Repeated
from croupier.store.house import House
from croupier.store.postgres import PostgresWriter, fits
from croupier.store.transaction import Job
from postgres import Postgres


def refusal(table: str, id: str, expected: int = 0) -> Batch:
    """The smallest batch there is: it holds a table to its version."""
    return Batch(
        ResultRow("patron:ann", id, "digest", table, None, None, b"{}"),
        advance=Advance(table, expected, expected, 0, "head"),
        refusal=RefusalRow(table, "now", "patron:ann", id, b"{}", "malformed", "no", None, None),
    )


@pytest.fixture
def url(postgres: Postgres) -> str:
    made = postgres.new()
    with House.open(made) as house:
        for name in ("one", "two", "three"):
            house.create_table(name)
    return made


def stored(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        results = connection.execute("SELECT id FROM results ORDER BY id").fetchall()
        refusals = connection.execute("SELECT id FROM refusals ORDER BY id").fetchall()
    assert results == refusals
    return [row[0] for row in results]


def test_each_of_a_group_is_judged_by_itself(url: str) -> None:
    writer = PostgresWriter(url)
    try:
        assert writer._commit([refusal("one", "a")]) == [None]
        group = [
            refusal("one", "b"),
            refusal("two", "c", expected=7),
            refusal("three", "a"),
            refusal("one", "d"),
            refusal("nowhere", "e"),
        ]
        assert all(map(fits, group))
        late = Conflict
        told = [type(each) for each in writer._commit(group)]
        assert told == [type(None), late, Repeated, late, late]
        assert writer._commit([refusal("two", "c")]) == [None]
    finally:
        writer.close()
    assert stored(url) == ["a", "b", "c"]


def test_one_that_the_database_refuses_spoils_nothing_for_others(url: str) -> None:
    """It is found out by storing each alone."""
    bad = refusal("two", "bad")
    assert bad.result
    # A row must have an answer or events, and not both.
    bad = bad._replace(result=bad.result._replace(first=1, last=1))
    writer = PostgresWriter(url)
    jobs = [Job(bad), Job(refusal("one", "a"))]
    try:
        writer._group._serve(jobs)
    finally:
        writer.close()
    with pytest.raises(NotStored):
        jobs[0].wait()
    jobs[1].wait()
    assert stored(url) == ["a"]


def test_what_needs_a_transaction_of_its_own_gets_one() -> None:
    plain = refusal("one", "a")
    assert fits(plain)
    assert not fits(plain._replace(result=None, refusal=None))
    assert not fits(plain._replace(advance=None, refusal=None))
    assert fits(plain._replace(result=None, advance=None)), "all refusals go one way"
    assert not fits(plain._replace(tables=(TableRow("two", "now", 0, 0, "head"),)))
    assert not fits(plain._replace(ping=True))
