"""Loading: from a snapshot or from the first event, after a crash at any moment, the same table."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from sqlalchemy import text

from croupier.game import Game
from croupier.game.loading import load
from croupier.store import live_table, snapshots
from croupier.store.address import Address
from croupier.store.house import House
from croupier.store.memory_table import MemoryTable
from croupier.store.queries import engine_of
from croupier.table import Table
from houses import DEE, SAM, next_move, play, proven


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take snapshots after a few events, so that they fall into the middle of rounds."""
    monkeypatch.setattr(live_table, "EVERY", 20)


def made(database: str, moves: int = 400, seed: int = 8) -> str:
    """Play and give the hash of the state that was left."""
    with House.open(database) as house:
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        play(house, "t1", moves, Random(seed))
        return snapshots.state_hash(house.live_table("t1").table)


def change(database: str, *statements: str) -> None:
    """Do to a database what nobody should."""
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def reloaded(database: str) -> tuple[str, int]:
    """Load anew; give the hash of the state and how many events were played for it."""
    with House.open(database) as house:
        live = house.live_table("t1")
        return snapshots.state_hash(live.table), live.replayed


def test_a_table_loads_from_its_last_snapshot(database: str, often: None) -> None:
    left = made(database)
    state, replayed = reloaded(database)
    assert state == left
    assert replayed < 40
    assert proven(database).snapshots > 10


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM snapshots",
        "DELETE FROM vault_snapshots",
        "UPDATE snapshots SET format = 'another'",
        "UPDATE snapshots SET hash = substr(hash, 2) || 'f'",
        "UPDATE vault_snapshots SET hash = substr(hash, 2) || 'f'",
    ],
)
def test_a_snapshot_that_is_wrong_or_missing_is_done_without(
    database: str, often: None, harm: str
) -> None:
    left = made(database)
    change(database, harm)
    state, replayed = reloaded(database)
    assert (state, replayed > 200) == (left, True)
    assert reloaded(database)[1] == 0, "a new snapshot was taken for the next start"
    with House.open(database) as house:
        play(house, "t1", 100, Random(9), "on")


def test_a_snapshot_that_is_damaged_is_done_without(sqlite: str, often: None) -> None:
    left = made(sqlite)
    for column, table in (("state", "snapshots"), ("mark", "vault_snapshots")):
        change(sqlite, f"UPDATE {table} SET {column} = CAST('[]' AS BLOB) WHERE number > 200")
        assert reloaded(sqlite)[0] == left


def test_a_missing_vault_is_told_and_nothing_is_dealt(sqlite: str) -> None:
    made(sqlite)
    change(sqlite, "DROP TRIGGER vault_keeps_delete", "DELETE FROM vault")
    with House.open(sqlite) as house, pytest.raises(Exception, match="the vault has nothing"):
        house.live_table("t1")


def test_a_crash_after_any_command_gives_the_same_state(database: str, often: None) -> None:
    """Each step is loaded by somebody who knows nothing but the database, in mid-round too."""
    rng, moves = Random(21), 40 if database.startswith("postgresql") else 100
    # What is moved depends on the cards: with the same ones a shoe is sealed in every run.
    opened = partial(House.open, database, draw=lambda count: bytes(range(count)))
    with opened() as house, opened() as other:
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        for number in range(moves):
            actor, body = next_move(house.live_table("t1").table, rng)
            answer = other.command("t1", f"m{number}", actor, body)
            here = house.live_table("t1").refresh()
            again = house.command("t1", f"m{number}", actor, body)
            assert (again.data, again.again) == (answer.data, True)
            with opened() as third:
                found = third.live_table("t1")
                assert found.table == here
                assert snapshots.state_hash(found.table) == snapshots.state_hash(here)
    assert proven(database).tables["t1"].sealed > 0


def test_the_vault_deals_the_same_cards_after_a_restart(sqlite: str, often: None) -> None:
    """Two houses from one source of chance, one of them restarted at each card."""
    cards: list[list[str]] = []
    for restarts in (False, True):
        path = f"{sqlite}-{restarts}"
        dealt: list[str] = []
        house = House.open(path, draw=lambda count: bytes(range(count)))
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        rng = Random(2)
        for number in range(250):
            if restarts and number % 3 == 0:
                house.close()
                house = House.open(path, draw=lambda count: bytes(range(count)))
            actor, body = next_move(house.live_table("t1").table, rng)
            house.command("t1", f"m{number}", actor, body)
        for row in house.events_after("t1", 0):
            if b"card_" in row.entry:
                dealt.append(row.entry.partition(b'"event"')[2].decode())
        house.close()
        cards.append(dealt)
    assert cards[0] == cards[1]
    assert len(cards[0]) > 40


def _named(game: str, _: str) -> Game:
    """Find a game by its name, whatever digest is asked for."""
    return load(game)


def test_a_state_reads_back_as_it_was_written() -> None:
    """In every phase and game, whole rounds with everything a table can hold."""
    for game in ("tiger", "insurance", "player-dealer"):
        live, found = MemoryTable(load), partial(_named, game)
        for body in _script(game):
            live.answer(body)
            data = snapshots.write(live.table)
            table = snapshots.read(data, found)
            assert table == live.table
            assert snapshots.write(table) == data
        assert live.table.round > 0
    assert snapshots.write(Table()) == snapshots.write(Table())


def _script(game: str) -> list[dict[str, object]]:
    sam = {"role": "shift_manager", "name": "sam"}
    deal: dict[str, object] = {"do": "deal"}
    cards = ["2s", "6d", "3c", "Kh", "9c", "4h", "2d", "7c", "9s", "Tc", "Jh", "As"]
    lines: list[dict[str, object]] = [
        {
            "do": "open_table",
            "game": game,
            "limits": {"min": "5", "by_box": {"2": {"min": "10"}}},
            "fees": {"main": "1", "player_dealer": "2"} if game == "player-dealer" else None,
        },
        {"do": "buy_in", "player": "ann", "amount": "5000"},
        {"do": "buy_in", "player": "pat", "amount": "5000"},
        {"do": "sit", "player": "ann", "box": 1},
        {"do": "sit", "player": "pat", "box": 2},
        {"do": "new_shoe", "cards": cards},
        {"do": "offer_player_dealer", "seat": 2},
        {"do": "accept_player_dealer", "seat": 2, "wager": "500", "player": "pat"},
        {"do": "open_bets"},
        {"do": "place_bet", "player": "ann", "box": 1, "bet": "banker", "amount": "100"},
        {"do": "close_bets"},
        *[deal] * 4,
        {"do": "place_insurance", "player": "ann", "box": 1, "bet": "banker_insurance"},
        {"do": "report", "kind": "exposed_card", "cards": ["9c"]},
        {"do": "choose", "player": "ann", "option": "continue"},
        {"do": "interrupt"},
        {"do": "resume"},
        *[deal] * 2,
        {"do": "settle"},
        {"do": "report", "kind": "wrong_number_of_cards"},
        {"do": "reconstruct"},
        {"do": "open_bets"},
        {"do": "report", "kind": "simultaneous_cards", "cards": ["2d", "7c"]},
    ]
    return [{**line, "by": sam} for line in lines]


def test_a_long_table_loads_by_its_end_only(sqlite: str) -> None:
    """However long the log is, only what came after the last snapshot is played."""
    left = made(sqlite, 3000)
    state, replayed = reloaded(sqlite)
    assert state == left
    assert replayed <= 600
    with House.open(sqlite) as house:
        assert house.live_table("t1").version > 2000
        assert house.recall("t1", 5) is not None
        assert house.command("t1", "x", DEE, {"do": "nothing"}).ok is False
