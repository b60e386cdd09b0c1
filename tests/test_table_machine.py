"""Random commands by everybody at every kind of table: nothing breaks what always holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

import table_commands as commands
from croupier.table import COMMANDS, Option, Phase
from croupier.table.events.insurance import offers
from table_commands import BANKING, DECISIONS, PATRONS, USUAL
from table_run import Run
from table_world import GAMES, due, name_of

T = TypeVar("T")
STEADY = settings(
    max_examples=40, stateful_step_count=50, deadline=None, derandomize=True, database=None
)
CALLS = tuple(COMMANDS)


class TableMachine(RuleBasedStateMachine):
    """A table of one game; which one a subclass says."""

    game: str

    def __init__(self) -> None:
        super().__init__()
        self.run = Run(0)

    def next_cards(self) -> list[str]:
        return commands.coming(self.run.table, self.run.vault.peek, 2)

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def open(self, data: st.DataObject, seed: int) -> None:
        pick = picking(data)
        self.run = run = Run(seed)
        said = run.say("open_table", "shift_manager", **commands.opening(self.game, pick))
        assert said["ok"], said
        run.say("new_shoe", "dealer")
        for box, name in enumerate(PATRONS, start=1):
            run.say("buy_in", "dealer", player=name, amount=pick(("30", "3000")))
            run.say("sit", name, box=box)
        run.say("offer_player_dealer", "dealer", seat=4)
        run.say("accept_player_dealer", "dan", seat=4, wager="20")

    @rule(option=st.sampled_from([None, *Option]), skip=st.integers(0, 51))
    @precondition(lambda self: self.run.table.phase is not Phase.IDLE)
    def what_is_due(self, option: Option | None, skip: int) -> None:
        """The step that the guide calls due is never refused while a round runs."""
        command, by = due(self.run.table, skip, option)
        assert self.run.carry_out(command, by), name_of(command)

    @rule(data=st.data())
    @precondition(lambda self: self.run.table.phase is Phase.IDLE)
    def a_round_begins(self, data: st.DataObject) -> None:
        if self.run.say("open_bets", "dealer")["ok"]:
            for fields in commands.bets(self.run.table, picking(data)):
                self.run.say("place_bet", fields["player"], **fields)

    @rule(data=st.data())
    @precondition(lambda self: self.run.table.open)
    def what_is_usual(self, data: st.DataObject) -> None:
        self._send(data, *USUAL[self.run.table.phase])

    @rule(data=st.data())
    @precondition(lambda self: self.run.table.open and bool(offers(self.run.table)))
    def insurance(self, data: st.DataObject) -> None:
        self._send(data, "place_insurance", "place_insurance", "increase_bet")

    @rule(data=st.data())
    @precondition(lambda self: self.run.table.case is not None)
    def a_decision(self, data: st.DataObject) -> None:
        self._send(data, *DECISIONS)

    @rule(data=st.data())
    @precondition(lambda self: self.run.table.open and self.run.table.rules.banked_by_player)
    def the_bank(self, data: st.DataObject) -> None:
        self._send(data, *BANKING)

    def _send(self, data: st.DataObject, *calls: str) -> None:
        pick, table = picking(data), self.run.table
        self.run.send(commands.proper(pick(calls), table, pick, self.next_cards()))

    @rule(data=st.data())
    def anything(self, data: st.DataObject) -> None:
        """Any command by anybody, allowed or not, sensible or not."""
        pick, table = picking(data), self.run.table
        if table.setup is not None:
            self.run.send(commands.command(pick(CALLS), table, pick, self.next_cards()))

    def teardown(self) -> None:
        self.run.to_the_end()
        if self.run.table.setup is not None:
            # Every run as a log, and of them some in a database, and of these some restored.
            count = len(self.run.given)
            self.run.proved(stored=count % 8 == 0, carry=count % 24 == 0)


def picking(data: st.DataObject) -> commands.Pick:
    """Let Hypothesis choose."""

    def pick(several: Sequence[T], /) -> T:
        return data.draw(st.sampled_from(several))

    return pick


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_nothing_breaks_what_always_holds(game: str) -> None:
    machine: Any = type("Machine", (TableMachine,), {"game": game})
    run_machine(machine, settings=STEADY)


def test_a_refused_shoe_is_not_dealt_from_later() -> None:
    """A shuffler starts a shoe after every round: never the order that somebody was refused."""
    run = Run(1)
    run.say("open_table", "shift_manager", game="classic", shoe="shuffler")
    run.say("new_shoe", "dealer")
    run.say("open_bets", "dealer")
    assert not run.say("new_shoe", "dealer", cards=["9s", "8s", "7s", "6s"])["ok"]
    run.to_the_end()
    shoe = run.table.shoe
    assert shoe is not None
    assert not shoe.fixed


def test_an_outcome_is_established_by_the_places_of_the_cards_not_by_their_order() -> None:
    """Hands played as they lie are laid down one after the other; third cards stay thirds."""
    run = Run(1)
    run.say("open_table", "shift_manager", game="classic")
    run.say("new_shoe", "dealer", cards=["2s", "6d", "3c", "Kh", "6c", "4d"])
    run.say("buy_in", "dealer", player="ann", amount="100")
    run.say("sit", "ann", box=1)
    run.say("open_bets", "dealer")
    run.say("place_bet", "ann", box=1, bet="banker", amount="50")
    run.say("close_bets", "dealer")
    for _ in range(5):
        run.say("deal", "dealer")
    before = run.table
    run.say("report", "dealer", kind="wrong_hand")
    hands = {"player_cards": ["2s", "3c", "6c"], "banker_cards": ["6d", "Kh"]}
    assert run.say("cannot_reconstruct", "pit_supervisor", **hands)["ok"]
    assert run.table.coup == before.coup
    assert run.table.established == before.established


def test_a_report_without_a_shoe_is_noted() -> None:
    run = Run(1)
    run.say("open_table", "shift_manager", game="classic")
    assert run.say("report", "dealer", kind="other")["ok"]


def test_a_seed_is_not_told_while_its_cards_lie_face_down() -> None:
    """A shoe replaced in a round keeps its secret until its last card is turned."""
    run = Run(1)
    run.say("open_table", "shift_manager", game="classic", face_down=True)
    run.say("new_shoe", "dealer")
    run.say("buy_in", "dealer", player="ann", amount="100")
    run.say("sit", "ann", box=1)
    run.say("open_bets", "dealer")
    run.say("place_bet", "ann", box=1, bet="banker", amount="50")
    run.say("grant_squeeze", "dealer", player="ann", hand="player")
    run.say("close_bets", "dealer")
    run.say("deal", "dealer")
    cards = [card.text for card in run.vault.peek(2)]
    assert run.say("report", "dealer", kind="simultaneous_cards", cards=cards)["ok"]
    assert run.say("decide_order", "pit_supervisor", cards=cards)["ok"]
    run.say("replace_shoe", "pit_supervisor")
    run.to_the_end()
    run.proved()
