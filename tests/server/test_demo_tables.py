"""The tables of the demo casino: any game has one, and a changed file reaches it by itself."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from croupier.demo import tables
from croupier.demo.casino import DEMO, renew_tables
from croupier.game import Game, read_game
from croupier.game.loading import keys, read_text, shipped
from croupier.store.house import House
from croupier.table import Actor, Phase
from game_bases import BANKED, FULL, PLAIN
from houses import ANN, DEE, SAM, proven

OWN = "own"
FILE = PLAIN.replace("plain", OWN)
CHANGED = FILE.replace("8:1", "9:1")


def game(text: str) -> Game:
    return read_text(text, "test")


def do(house: House, body: Mapping[str, object], by: Actor = SAM) -> None:
    number = house.live_table("demo-own").version
    answer = house.command("demo-own", f"do-{number}", by, body)
    assert answer.ok, answer.data


def digest(house: House) -> str:
    setup = house.live_table("demo-own").refresh().setup
    assert setup is not None
    return setup.digest


HEAD, REST = FULL.replace("[table]\n", '[table]\nsqueeze = "1.1"\n').split("[insurance.rules]")
FACE_UP = HEAD + "[irregularities]" + REST.split("[irregularities]")[1]
"""A game without insurance that cites a squeeze, and does not allow it."""


@pytest.mark.parametrize(
    "text",
    [PLAIN, FULL, FACE_UP, BANKED, BANKED.replace('fee  = "main"', 'fee  = "hands"')],
    ids=["plain", "full", "face up", "banked", "other fees"],
)
def test_a_table_of_any_game_is_opened(sqlite: str, text: str) -> None:
    """Whatever its fees are called, and even if it cites a squeeze that it does not allow."""
    own = game(text)
    with House.open(sqlite, [*DEMO.games(), own]) as house:
        tables.open_tables(house)
        wanted = {tables.table_id_of(key) for key in (*keys(), "ez-baccarat", own.key)}
        assert set(house.tables()) == wanted
        table = house.live_table(tables.table_id_of(own.key)).table
        assert table.open
        assert table.automatic
        assert set(table.setup.fees if table.setup else {}) == {
            *own.fee_keys,
            *(["player_dealer"] if own.bank.order else []),
        }


def test_long_keys_that_begin_alike_have_tables_of_their_own(sqlite: str) -> None:
    long = ["a" * 62 + end for end in "xy"]
    with House.open(sqlite, [game(PLAIN.replace("plain", key)) for key in long]) as house:
        tables.open_tables(house)
        tables.open_tables(house)
        assert len(house.tables()) == len(keys()) + 2
        assert tables.outdated(house) == ()


def test_a_changed_file_reaches_its_table_when_the_round_is_over(database: str) -> None:
    """Chips stay where they are; a round goes on by the rules that it was begun with."""
    with House.open(database, [game(FILE)]) as house:
        tables.open_tables(house)
        assert house.deposit("d", SAM, "ann", "100").ok
        for by, body in (
            (DEE, {"do": "buy_in", "player": "ann", "amount": "100"}),
            (ANN, {"do": "sit", "box": 1}),
            (DEE, {"do": "new_shoe"}),
            (DEE, {"do": "open_bets"}),
            (ANN, {"do": "place_bet", "box": 1, "bet": "tie", "amount": "10"}),
        ):
            do(house, body, by)
        assert tables.outdated(house) == ()
    changed = game(CHANGED)
    with House.open(database, [changed]) as house, House.open(database, [changed]) as two:
        tables.open_tables(house)
        assert tables.outdated(house) == (changed,)
        assert not tables.renew(house, changed)
        assert digest(house) == game(FILE).digest
        do(house, {"do": "close_bets"}, DEE)
        while house.live_table("demo-own").table.phase is Phase.DEALING:
            do(house, {"do": "deal"}, DEE)
        do(house, {"do": "settle"}, DEE)
        assert tables.renew(house, changed)
        # Another process of the same server has nothing left to do.
        assert tables.outdated(two) == ()
        assert not tables.renew(two, changed)
        table = house.live_table("demo-own").table
        assert digest(house) == changed.digest
        assert (table.open, table.automatic, dict(table.seats)) == (True, True, {})
        assert table.free("ann") >= 9000
        assert not house.reader.refusals()
    proven(database)


def test_a_server_waits_for_the_end_of_the_round(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The log says that the table keeps its file, and when it has the other one."""
    with House.open(sqlite, [game(FILE)]) as house:
        tables.open_tables(house)
        do(house, {"do": "new_shoe"})
        do(house, {"do": "open_bets"})
    deals = False

    async def evening(house: House) -> None:
        nonlocal deals
        renewal = asyncio.create_task(renew_tables(house, lambda: deals))
        await asyncio.sleep(0.2)
        assert not caplog.messages, "another process deals"
        deals = True
        while not caplog.messages:
            await asyncio.sleep(0.05)
        do(house, {"do": "void_round", "reason": "test"})
        await asyncio.wait_for(renewal, 20)

    with House.open(sqlite, [game(CHANGED)]) as house, caplog.at_level("INFO"):
        asyncio.run(evening(house))
        assert digest(house) == game(CHANGED).digest
    assert caplog.messages == [
        "keeps its game file until the round is over",
        "opened again with the changed game file",
    ]


@pytest.mark.parametrize("steps", [1, 2])
def test_a_process_that_ends_between_the_steps(sqlite: str, steps: int) -> None:
    """Closed and not opened, or opened and without a dealer: the next start goes on from there."""
    with House.open(sqlite, [game(FILE)]) as house:
        tables.open_tables(house)
    with House.open(sqlite, [game(CHANGED)]) as house:
        for body in ({"do": "close_table"}, tables.opening(game(CHANGED)))[:steps]:
            do(house, body, tables.HOUSE)
    # And back and forth: the same file for the second time is opened once more.
    for text in (CHANGED, FILE, CHANGED):
        with House.open(sqlite, [game(text)]) as house:
            tables.open_tables(house)
            table = house.live_table("demo-own").table
            assert (digest(house), table.open, table.automatic) == (game(text).digest, True, True)


@pytest.mark.parametrize("change", ["close_table", "assign_dealer"])
def test_what_the_staff_has_taken_over_stays(sqlite: str, change: str) -> None:
    with House.open(sqlite, [game(FILE)]) as house:
        tables.open_tables(house)
        do(house, {"do": change, **({"automatic": False} if change == "assign_dealer" else {})})
    with House.open(sqlite, [game(CHANGED)]) as house:
        tables.open_tables(house)
        assert tables.outdated(house) == ()
        table = house.live_table("demo-own").table
        assert (digest(house), table.open) == (game(FILE).digest, change == "assign_dealer")
        assert not (table.open and table.automatic)


def test_the_games_of_the_demo_are_inside_the_package() -> None:
    """One copy: the example of the docs is that file."""
    example = Path(__file__).parents[2] / "examples" / "ez-baccarat.toml"
    [shown] = DEMO.games()
    data = tomllib.loads(example.read_text(encoding="utf-8"))
    assert read_game(data, "example", shipped).digest == shown.digest
    package = Path(__file__).parents[2] / "src" / "croupier"
    assert example.resolve().is_relative_to(package)
