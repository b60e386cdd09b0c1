"""Whatever a table accepts, `verify` accepts, and backup and restore carry."""

from __future__ import annotations

from pathlib import Path

from croupier.cli import main
from croupier.store.house import House
from croupier.table import EVENTS, Actor
from houses import ANN, DEE, SAM, Body, proven


def played(database: str, lines: list[tuple[Actor, Body]]) -> None:
    """Play commands at a table, each of which must be accepted."""
    with House.open(database, rehearsal=True) as house:
        house.create_table("t1")
        assert house.deposit("d", SAM, "ann", "5000").ok
        for number, (by, body) in enumerate(lines):
            answer = house.command("t1", f"c{number}", by, body)
            assert answer.ok, answer


RAISED: list[tuple[Actor, Body]] = [
    (SAM, {"do": "open_table", "game": "insurance", "float": "1000"}),
    (DEE, {"do": "buy_in", "player": "ann", "amount": "1000"}),
    (ANN, {"do": "sit", "box": 1}),
    (DEE, {"do": "new_shoe", "cards": ["2s", "6d", "3c", "Kh", "9c", "4d"]}),
    (DEE, {"do": "open_bets"}),
    (ANN, {"do": "place_bet", "box": 1, "bet": "banker", "amount": "100"}),
    (DEE, {"do": "close_bets"}),
    *[(DEE, {"do": "deal"})] * 4,
    (
        ANN,
        {"do": "place_insurance", "box": 1, "bet": "banker_insurance", "amount": "10", "id": "i"},
    ),
    (ANN, {"do": "increase_bet", "bet": "i", "amount": "5"}),
]
"""Insurance that is raised in its window; two more commands end the round."""


def test_insurance_raised_in_its_window_is_proven_and_carried(database: str, folder: Path) -> None:
    played(database, [*RAISED, (DEE, {"do": "deal"}), (DEE, {"do": "settle"})])
    assert proven(database).tables["t1"].settled == 1
    assert main(["verify", database]) == 0
    file, copy = str(folder / "b"), str(folder / "copy.db")
    assert main(["backup", database, file]) == 0
    assert main(["restore", file, copy]) == 0
    assert proven(copy).states == proven(database).states


def test_every_event_says_where_it_can_happen() -> None:
    assert all(kind.phases for kind in EVENTS.values())
