"""Reading a settlement for its figures: what was in action, by which odds, how short of even."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from croupier.cards import Card
from croupier.game.model import Game, Stage
from croupier.money import Odds
from croupier.odds.covariance import Wager
from croupier.reports.tally import Stake
from croupier.settlement import settle
from croupier.settlement.answers import write_settlement
from croupier.settlement.round import Outcome
from croupier.table.state import Ended
from croupier.table.vocabulary import signed


class _Bet(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def stage(self) -> Stage | None: ...


def general_kinds(game: Game) -> frozenset[str]:
    """Name the bets on hands that never win even money: what they lack is a commission.

    Where only some wins are short of it, as where Banker wins with six, it is a short pay.
    """
    found = set[str]()
    for key, kind in game.bets.items():
        wins = [line.odds.ratio for line in kind.pays if not line.odds.is_push]
        if kind.main and wins and max(wins) < 1:
            found.add(key)
    return frozenset(found)


def read_stakes(
    game: Game,
    bets: Mapping[str, _Bet],
    settlement: Mapping[str, Any],
    read: Callable[[object], int],
) -> list[Stake]:
    """Read each bet of a settlement; `bets` says what its ids were.

    One that was taken back before the round was paid lies among them no more, and is passed over.
    """
    totals = _totals(settlement)
    stakes: list[Stake] = []
    for line in settlement["bets"]:
        if line["outcome"] == Outcome.RETURNED and line["id"] not in bets:
            continue
        bet = bets[line["id"]]
        in_action, profit = read(line["in_action"]), read(line["profit"])
        won = line["outcome"] == Outcome.WIN
        kind = game.bets.get(bet.kind)
        short = 0
        if won and kind is not None and kind.main and _ratio(line["odds"]) < 1:
            short = in_action - profit
        wager = Wager(bet.kind) if bet.stage is None else _insured(bet, totals)
        stakes.append(Stake(line["id"], wager, in_action, profit, won, short))
    return stakes


def settled_stakes(ended: Ended) -> list[Stake]:
    """Work out the bets of a round that was just paid, as it can still be put right."""
    unit = ended.round.unit
    written = write_settlement(settle(ended.round), ended.number)
    bets = {bet.id: bet for bet in ended.round.bets if not bet.returned}
    stakes = read_stakes(ended.round.game, bets, written, lambda text: signed(text, unit))
    return [
        stake._replace(in_action=0, profit=0, won=False, short=0)
        if stake.id in ended.returned
        else stake
        for stake in stakes
    ]


def _ratio(odds: str) -> Fraction:
    return Odds.parse(odds).ratio


def _totals(settlement: Mapping[str, Any]) -> dict[Stage, tuple[int, int]]:
    """Say what both hands had when insurance was taken at each stage."""
    player, banker = (settlement[side]["cards"] for side in ("player", "banker"))
    first = _total(banker[:2])
    return {
        Stage.FOUR_CARDS: (_total(player[:2]), first),
        Stage.PLAYER_THIRD: (_total(player), first),
    }


def _total(cards: list[str]) -> int:
    return sum(Card.parse(card).points for card in cards) % 10


def _insured(bet: _Bet, totals: Mapping[Stage, tuple[int, int]]) -> Wager:
    assert bet.stage is not None, "insurance has a stage"
    return Wager(bet.kind, bet.stage, *totals[bet.stage])
