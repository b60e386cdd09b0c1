"""Logs from before the rules were read more strictly: they hold, and fold into the same tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.game.loading import load
from croupier.game.model import Role
from croupier.money import CENT
from croupier.store.verify_log import read_verified, verify_log
from croupier.table import (
    Actor,
    Context,
    Table,
    decide,
    evolve,
    read_event,
    write_event,
    write_state,
)
from croupier.table.commands import Settle
from tables import seated_table

DATA = Path(__file__).parent / "data"
BANKED = DATA / "table-v1-player-dealer.log"
"""Cards face down where a player-dealer banks, a wager under the minimum, money of the house."""
SQUEEZED = DATA / "table-v1-squeeze.log"
"""Squeezes of patrons who had left."""


def _tables(path: Path) -> dict[int, Table]:
    """Play a log again; the table after each entry."""
    with path.open("rb") as file:
        return {step.entry.n: step.after for step in read_verified(file, load)}


def _bank(table: Table) -> tuple[str, int, int] | None:
    position = table.position
    return None if position is None else (position.patron, position.wager, position.hands)


def _squeezes(table: Table) -> dict[str, str]:
    return {hand.value: name for hand, name in table.squeezes.items()}


def _ends(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return write_state(verify_log(file, load).table)


def test_a_player_dealers_table_that_dealt_face_down_still_holds() -> None:
    """So do a wager of 10 under a minimum of 25, and a ruling that took 7 from the house."""
    ends = _ends(BANKED)
    assert (ends["house"], ends["fees"]) == ("-7.00", "7.00")
    assert ends["balances"] == {"pat": "927.00", "ann": "774.00", "bob": "999.00"}
    tables = _tables(BANKED)
    assert tables[1].rules.face_down
    assert _bank(tables[10]) == ("pat", 1000, 0)
    assert _squeezes(tables[22]) == {"player": "ann"}


def test_a_hand_that_was_undone_then_leaves_the_position_where_it_was() -> None:
    """Ann had taken it from pat before his hand was undone, and kept it; her own came off later."""
    tables = _tables(BANKED)
    assert [_bank(tables[n]) for n in (38, 40, 48, 51)] == [
        ("ann", 30000, 0),
        ("ann", 30000, 0),
        ("ann", 30000, 1),
        ("ann", 30000, 0),
    ]


def test_who_had_left_still_squeezes_in_them() -> None:
    """Ann leaves before bets are closed and keeps it; what bob outbids her for is lost to him."""
    tables = _tables(SQUEEZED)
    assert [_squeezes(tables[n]) for n in (10, 12, 24)] == [{"player": "ann"}] * 3
    assert tables[24].waived
    assert [_squeezes(tables[n]) for n in (30, 33, 46)] == [
        {"banker": "ann"},
        {},
        {"player": "bob"},
    ]
    assert _ends(SQUEEZED)["balances"] == {"ann": "1000.00", "bob": "1200.00"}


def test_a_box_that_nobody_seated_bets_at_any_more_is_settled_all_the_same() -> None:
    """Then a bet that was taken back was gone from the round, and those who stood there were not.

    Bob stood behind ann, who took the refund; at the next box di stands behind cy.
    """
    play = seated_table("tiger", players=("ann", "cy"), cards="Ks Qd 2c 3h 9s 2d")
    for name in ("bob", "di"):
        play.do("buy_in", player=name, amount="1000")
    play.do("open_bets")
    play.bet("ann", 1, "banker", "100")
    play.bet("bob", 1, "player", "50", standing=True)
    play.bet("cy", 2, "player", "30")
    play.bet("di", 2, "banker", "20", standing=True)
    play.do("close_bets")
    play.deal(1)
    play.do("report", kind="exposed_card", cards="Qd")
    play.do("choose", by="ann", option="refund")
    play.do("close_options")
    play.deal(5)
    table = Table()
    for event in play.events:
        event.pop("returned", None)  # what a log has said of a refund since
        table = evolve(table, read_event(event, Context(CENT, load)))
    settled = decide(table, Settle(), Actor(Role.DEALER, "dealer"))[0]
    net = {"bob": "-50.00", "cy": "-30.00", "di": "19.00"}
    assert write_event(settled, CENT)["net"] == net
