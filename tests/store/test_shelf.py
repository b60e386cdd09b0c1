"""The games of a house: its files and what was uploaded, kept, proven and carried over."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from croupier.accounts import People
from croupier.cli import main
from croupier.errors import InvalidInput
from croupier.game.loading import read_text
from croupier.store.address import Address
from croupier.store.failures import BadStore
from croupier.store.house import House
from croupier.store.incidents import Kind
from croupier.store.queries import engine_of
from croupier.store.shelf import Origin, offer, withdraw
from houses import ANN, DEE, opened, proven

FILE = (Path(__file__).parents[2] / "examples/ez-baccarat.toml").read_text(encoding="utf-8")
GAME = read_text(FILE, "test")
OTHER = FILE.replace("40:1", "41:1")
CHINESE = FILE.replace('name  = "Dragon 7"', 'name = { en = "Dragon 7", zh = "龙七" }')
KEY = "ez-baccarat"


def upload(people: People, file: str = FILE) -> None:
    offer(people.incidents, read_text(file, "test"), file, "adm")


def played(house: House, table_id: str, prefix: str) -> None:
    """Play one round with a bet on every bet of the game."""
    steps: list[tuple[object, dict[str, object]]] = [(DEE, {"do": "open_bets"})]
    live = house.live_table(table_id)
    for bet in live.table.rules.game.bets:
        steps.append((ANN, {"do": "place_bet", "box": 1, "bet": bet, "amount": "5"}))
    for number, (actor, body) in enumerate([*steps, (DEE, {"do": "close_bets"})]):
        answer = house.command(table_id, f"{prefix}-{number}", actor, body)  # type: ignore[arg-type]
        assert answer.ok, answer
    for number in range(20):
        phase = live.table.phase.value
        if phase == "idle":
            return
        deed = "deal" if phase == "dealing" else "settle"
        assert house.command(table_id, f"{prefix}-d{number}", DEE, {"do": deed}).ok
    raise AssertionError(live.table.phase)


def test_an_upload_is_known_at_once_to_every_process(database: str) -> None:
    with People.open(database) as people, House.open(database) as one, House.open(database) as two:
        with pytest.raises(InvalidInput, match="there is no game"):
            one.shelf.find(KEY)
        upload(people)
        upload(people)
        assert [house.shelf.find(KEY).digest for house in (one, two)] == [GAME.digest] * 2
        assert one.shelf.find(KEY) is one.shelf.find(KEY)
        assert [each.game.key for each in two.shelf.all() if each.origin is Origin.UPLOAD] == [KEY]
        opened(one, game=KEY)
        upload(people, OTHER)
        assert two.shelf.find(KEY).digest != GAME.digest
        assert two.shelf.of_digest(KEY, GAME.digest).origin is Origin.STORED
        with pytest.raises(KeyError):
            two.shelf.of_digest("tiger", GAME.digest)
        with pytest.raises(KeyError):
            two.shelf.of_digest(KEY, "0" * 64)
        played(two, "t1", "x")
        assert withdraw(people.incidents, KEY, "adm")
        assert not withdraw(people.incidents, KEY, "adm")
        with pytest.raises(KeyError):
            one.shelf.offered(KEY)
        played(one, "t1", "y")
        noted = people.incidents.after(0, subject=KEY)
        assert [each.kind for each in noted] == [
            Kind.GAME_OFFERED,
            Kind.GAME_OFFERED,
            Kind.GAME_WITHDRAWN,
        ]
        assert noted[1].before == noted[0].after
    proven(database)


def test_a_file_comes_before_an_upload_and_never_before_what_ships(sqlite: str) -> None:
    with People.open(sqlite) as people, House.open(sqlite, [read_text(OTHER, "file")]) as house:
        upload(people)
        assert house.shelf.taken(KEY)
        assert house.shelf.taken("tiger")
        assert not house.shelf.taken("mine")
        assert house.shelf.offered(KEY).origin is Origin.FILE
        assert [each.origin for each in house.shelf.all()].count(Origin.UPLOAD) == 0
        with pytest.raises(KeyError):
            house.shelf.offered("\ud800")


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_uploads_and_games_of_tables_are_in_a_backup(
    database: str, target: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    with People.open(database) as people, House.open(database) as house:
        upload(people, CHINESE)
        opened(house, game=KEY)
        played(house, "t1", "a")
        withdraw(people.incidents, KEY, "adm")
        upload(people, OTHER)
    file, copy = folder / "b", str(folder / "copy.db")
    if target == "postgresql":
        copy = request.getfixturevalue("postgres").new()
    assert main(["backup", database, str(file)]) == 0
    assert main(["restore", str(file), copy]) == 0
    with House.open(copy) as house:
        assert house.shelf.find(KEY).digest == read_text(OTHER, "test").digest
        kept = house.live_table("t1").table.rules.game
        assert kept.digest == GAME.digest
        assert kept.bets["dragon_7"].texts["zh"] == "龙七"
        played(house, "t1", "b")
    proven(copy)
    assert main(["dispute", copy, "t1", "1", "--out", str(folder / "d.zip")]) == 0
    assert main(["report", copy, "--json"]) == 0


TAMPERED = {
    "DELETE FROM offered_games": "it is missing, and nobody has withdrawn it",
    "UPDATE offered_games SET file = file || ' '": "another one than in the journal",
    "UPDATE offered_games SET digest = 'x'": "another one than in the journal",
    "UPDATE offered_games SET key = 'y'": "the journal says nothing of its upload",
}


@pytest.mark.parametrize("change", TAMPERED)
def test_a_changed_upload_is_found(database: str, change: str) -> None:
    with People.open(database) as people:
        upload(people)
    proven(database)
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        connection.execute(text(change))
    engine.dispose()
    with pytest.raises(BadStore, match=TAMPERED[change]):
        proven(database)


def test_a_game_of_a_table_that_was_changed_is_found(sqlite: str) -> None:
    with House.open(sqlite, [read_text(CHINESE, "file")]) as house:
        opened(house, game=KEY)
    proven(sqlite)
    engine = engine_of(Address.parse(sqlite), write=True)
    with engine.begin() as connection:
        connection.execute(text("DROP TRIGGER IF EXISTS games_keeps_update"))
        rows = connection.execute(text("SELECT data FROM games")).scalar_one()
        changed = bytes(rows).replace(b"40:1", b"44:1")
        connection.execute(text("UPDATE games SET data = :data"), {"data": changed})
    engine.dispose()
    with pytest.raises(BadStore, match="was changed"):
        proven(sqlite)
