"""Whatever happened at a table: `round_settled` is what `croupier settle` prints for the round.

`Rounds` writes the line from the events, bet by bet; nothing of the table's state goes into it.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

import table_commands as commands
from croupier.game.loading import load
from croupier.table import Actor, Event, Phase, Table, write_event
from croupier.table.events.insurance import offers
from simulation_rounds import Rounds
from table_commands import PATRONS
from table_run import Run
from table_world import GAMES, due

# Many ways through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

SEEDS = 30
ROUNDS = 4
STEPS = 60


class Held(Rounds):
    """Holds every paid round of a table against its line, and counts what they had in them."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def listen(self, events: tuple[Event, ...], _: Actor, table: Table) -> None:
        for event in events:
            said = json.loads(json.dumps(write_event(event, table.rules.unit)))
            self.follow(said)
            if said["type"] == "round_settled":
                self._count(said)

    def _count(self, said: dict[str, Any]) -> None:
        bets, scope = self.bets.values(), self.opened["limits"].get("scope", "box")
        gone = {bet["id"] for bet in bets if "returned" in bet}
        stays = [bet for bet in bets if bet["id"] not in gone]
        seated = {bet["box"] for bet in stays if not bet["standing"]}
        cut = any("5.1.1" in line["rules"] for line in said["bets"])
        self.counts["settled"] += 1
        self.counts["refunded"] += bool(gone)
        self.counts[f"refunded and cut, by {scope}"] += bool(gone) and cut
        self.counts["stood alone"] += any(bet["box"] not in seated for bet in stays)
        self.counts["insurance refunded"] += any(b["id"] in gone and "stage" in b for b in bets)
        self.counts["given back for neglect"] += bool(self.returned)


def play(game: str, seed: int) -> Counter[str]:
    """Play some rounds with many errors of dealing; every paid round is held against its line."""
    held, random = Held(), Random(seed)
    run, pick = Run(seed, held.listen), random.choice
    opening = {**commands.opening(game, pick), "enforcement": "dealer", "decks": 8}
    if load(game).limits.between is not None:
        scope = ("box", "table")[seed % 2]
        opening["limits"] = {"min": "5", "max_differential": "100", "scope": scope}
    if load(game).insurance is not None:
        opening["insurance"] = True
    assert run.say("open_table", "shift_manager", **opening)["ok"]
    for box, name in enumerate(PATRONS, start=1):
        run.say("buy_in", "dealer", player=name, amount="3000")
        run.say("sit", name, box=box)
    for _ in range(ROUNDS):
        if run.table.shoe is None or run.table.shoe.left < 60:
            run.say("new_shoe", "dealer")
        if run.table.position is None:
            run.say("offer_player_dealer", "dealer", seat=4)
            run.say("accept_player_dealer", "dan", seat=4, wager=pick(("50", "300")))
        if run.say("open_bets", "dealer")["ok"]:
            _one_round(run, random)
    run.proved()
    return held.counts


def _one_round(run: Run, random: Random) -> None:
    pick = random.choice
    for fields in commands.bets(run.table, pick):
        run.say("place_bet", fields["player"], **fields)
    if run.table.game.betting.standing.allowed:
        for name in PATRONS:
            box, hand = random.randint(1, 3), pick(commands.HANDS)
            fields = {"box": box, "bet": hand, "amount": pick(("60", "250", "330"))}
            run.say("place_bet", name, **fields, standing=run.table.seats.get(box) != name)
    if random.random() < 0.1:
        _mishap(run, random)
    if run.table.phase is Phase.BETTING:
        run.say("close_bets", "dealer")
    neglected = random.random() < 0.4
    for step in range(STEPS):
        table = run.table
        if table.phase is Phase.IDLE:
            return
        if table.phase is Phase.OPTIONS and random.random() < 0.8:
            waiting = [name for name, option in table.choices.items() if option is None]
            run.say("choose", pick(waiting), option=pick(("continue", "refund")))
        elif table.case is not None and random.random() < 0.5:
            run.send(commands.proper(pick(commands.DECISIONS), table, pick, _coming(run)))
        elif offers(table) and not neglected and random.random() < 0.5:
            _insure(run, pick)
        elif table.game.insurance and table.phase is Phase.COMPLETE and random.random() < 0.8:
            _neglect(run)
        elif table.phase is Phase.DEALING and random.random() < _risk(table, neglected):
            _mishap(run, random)
        else:
            run.carry_out(*due(table, step * 7))
    run.to_the_end()


def _risk(table: Table, neglected: bool) -> float:
    """Return how often something goes wrong: mostly once insurance was taken."""
    if not offers(table):
        return 0.2
    return 0.0 if neglected else 0.6


def _insure(run: Run, pick: commands.Pick) -> None:
    originals = [bet for bet in run.table.bets if f"{bet.kind}_insurance" in offers(run.table)]
    if originals:
        bet = pick(originals)
        fields = {"box": bet.box, "bet": f"{bet.kind}_insurance", "amount": pick(("1", "5", "20"))}
        run.say("place_insurance", bet.patron, **fields)


def _neglect(run: Run) -> None:
    for bet, stage in product(run.table.bets, ("four_cards", "player_third")):
        if bet.kind in commands.HANDS:
            fields = {"player": bet.patron, "box": bet.box, "hand": bet.kind, "stage": stage}
            run.say("return_uninsured", "pit_manager", **fields, amount="1")


def _coming(run: Run) -> list[str]:
    return commands.coming(run.table, run.vault.peek, 2)


def _mishap(run: Run, random: Random) -> None:
    """Report an error of dealing that patrons may take their bets back for."""
    kind = random.choice(("exposed_card", "excess_card", "simultaneous_cards", "wrong_hand"))
    if any(bet.stage is not None for bet in run.table.bets):
        # The one error after which insurance can still be taken back by choice.
        kind = "simultaneous_cards"
    cards = [] if kind == "wrong_hand" else _coming(run)[: 1 + (kind == "simultaneous_cards")]
    run.say("report", "pit_supervisor", kind=kind, **({"cards": cards} if cards else {}))


@pytest.mark.parametrize("game", GAMES)
def test_round_settled_is_the_answer_to_the_line_of_the_round(game: str) -> None:
    counts: Counter[str] = Counter()
    rules = load(game)
    for seed in range(SEEDS if rules.insurance is None else 2 * SEEDS):
        counts += play(game, seed)
    wanted = ["settled", "refunded"]
    if rules.limits.between is not None:
        wanted += ["refunded and cut, by box", "refunded and cut, by table", "stood alone"]
    if rules.insurance is not None:
        wanted += ["insurance refunded", "given back for neglect"]
    short = [what for what in wanted if counts[what] < 2]
    assert not short, f"too few to show anything: {dict(counts)}"
