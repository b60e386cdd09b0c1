"""Whose squeeze it is, and of which cards: the highest seated bettor's, of cards to come."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.coup import Side
from croupier.game.model import Game
from croupier.settlement import Bet
from croupier.table.state import Table
from croupier.table.vocabulary import Phase


def highest_of(game: Game, bets: Iterable[Bet]) -> Bet | None:
    """Return the largest bet on a hand that was not placed standing, the earlier among equals."""
    seated = [bet for bet in bets if not bet.standing and bet.stage is None]
    mains = [bet for bet in seated if game.bets[bet.kind].main]
    return max(mains, key=lambda bet: bet.amount, default=None)


def highest(table: Table) -> str | None:
    """Return the seated patron with the largest single bet on a hand; None if there is none.

    A patron who has left the box of the bet is not seated; the next highest bettor counts.
    """
    here = [bet for bet in table.bets if table.seats.get(bet.box) == bet.patron]
    bet = highest_of(table.game, here)
    return None if bet is None else bet.patron


def to_come(table: Table, hand: Side) -> bool:
    """Return True if the hand may still get a card; Banker's third card is not worked out."""
    coup = table.coup
    if coup is None or len(coup.cards) < 4:
        return sum(dealt.hand is hand for dealt in table.cards) < 3
    if coup.is_complete:
        return False
    return hand is Side.BANKER or coup.next is Side.PLAYER


def only_dealer_turns(table: Table) -> tuple[int, ...]:
    """Return the places of cards that lie face down and that no patron may turn any more."""
    return tuple(place for place in table.hidden if table.cards[place].hand not in table.squeezes)


def may_squeeze(table: Table, name: str, hand: Side) -> bool:
    """Return True if somebody could get the squeeze of a hand now, and does not have it yet."""
    if not table.rules.face_down or table.squeezes.get(hand) == name or table.case is not None:
        return False
    if table.phase not in (Phase.BETTING, Phase.DEALING) or highest(table) != name:
        return False
    return to_come(table, hand) and not lying(table, hand)


def lying(table: Table, hand: Side) -> bool:
    """Return True if cards of a hand lie face down."""
    return any(table.cards[place].hand is hand for place in table.hidden)
