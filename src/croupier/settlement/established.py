"""What each bet already is in mid-coup: won, lost, returned, or still open.

Found by going through every way the coup can still end, not from a list of cases. The cards that
are still to come are taken to be any cards at all, whatever is left in the shoe.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import product

from croupier import tableau
from croupier.cards import DECK, Card
from croupier.coup import Coup, Hand
from croupier.facts import FACTS, MIXED, Finish, Level, Start, Value, start
from croupier.game.model import Game
from croupier.settlement.verdicts import Verdict, verdicts

_ANY = Start(pair=None, suited=False, colour=MIXED)


class Status(StrEnum):
    """What can be said of a bet before the coup is complete."""

    WON = "won"
    """It wins whatever comes; how much may still be open."""
    LOST = "lost"
    RETURNED = "returned"
    OPEN = "open"


def statuses(game: Game, coup: Coup) -> Mapping[str, Status]:
    """Say of every bet that the layout offers, placed or not, what it already is."""
    thirds = tuple(card.points for card in coup.cards[4:])
    return statuses_of(game, coup.player.cards[:2], coup.banker.cards[:2], thirds)


def statuses_of(
    game: Game, player: tuple[Card, ...], banker: tuple[Card, ...], thirds: tuple[int, ...] = ()
) -> Mapping[str, Status]:
    """Say it from the first cards that are known of each hand, and the points of third cards.

    A card that lies face down is none of them.
    """
    seen: dict[str, Status] = {}
    for values in _ends(game, Hand(player), Hand(banker), thirds):
        for key, verdict in verdicts(game, values).items():
            status = _status(verdict)
            if seen.setdefault(key, status) is not status:
                seen[key] = Status.OPEN
        if all(status is Status.OPEN for status in seen.values()):
            break
    return seen


def is_established(statuses: Mapping[str, Status]) -> bool:
    """Say whether some bet on offer is certainly won or certainly lost."""
    return any(status in (Status.WON, Status.LOST) for status in statuses.values())


def _status(verdict: Verdict) -> Status:
    if verdict.odds is None:
        return Status.LOST
    return Status.RETURNED if verdict.odds.is_push else Status.WON


def _ends(
    game: Game, player_hand: Hand, banker_hand: Hand, thirds: tuple[int, ...]
) -> Iterator[tuple[Value, ...]]:
    """Give the facts of the game for every way the coup can still end.

    Facts of the first cards and facts of the end hang together only through the two-card totals,
    so both are gone through apart from each other.
    """
    facts = [FACTS[name] for name in game.facts]
    first = [fact.level is not Level.POINTS for fact in facts]
    players, bankers = _starts(player_hand), _starts(banker_hand)
    for player, banker in product(players, bankers):
        begun = {
            tuple([fact.of(Finish(0, 0, 2, 2, *two)) for fact in facts])
            for two in product(players[player], bankers[banker])
        }
        over = {
            tuple([fact.of(Finish(*score, _ANY, _ANY)) for fact in facts])
            for score in _scores(player, banker, thirds)
        }
        # Of each pair one half is meant: what the first cards decide, and what the end does.
        yield from {_halves(*both, first) for both in product(begun, over)}


def _halves(
    begun: tuple[Value, ...], over: tuple[Value, ...], first: list[bool]
) -> tuple[Value, ...]:
    return tuple(
        [one if early else two for one, two, early in zip(begun, over, first, strict=True)]
    )


def _starts(hand: Hand) -> Mapping[int, set[Start]]:
    """First two cards that a hand can still have, by their total."""
    known = hand.cards[:2]
    found: dict[int, set[Start]] = {}
    for more in product(DECK, repeat=2 - len(known)):
        two = Hand((*known, *more))
        found.setdefault(two.total, set()).add(start(two))
    return found


def _scores(
    player: int, banker: int, thirds: tuple[int, ...]
) -> Iterator[tuple[int, int, int, int]]:
    """Give the final totals and numbers of cards that can follow two-card totals.

    Third cards that are on the table already are given; the others may be any.
    """
    known = iter(thirds)
    player_thirds = _next(known, tableau.player(player, banker).draws)
    rest = tuple(known)
    for third in player_thirds:
        draws = tableau.banker(player, banker, third).draws
        for last in _next(iter(rest), draws):
            yield (
                player if third is None else (player + third) % 10,
                banker if last is None else (banker + last) % 10,
                2 if third is None else 3,
                2 if last is None else 3,
            )


def _next(known: Iterator[int], draws: bool) -> tuple[int | None, ...]:
    if not draws:
        return (None,)
    card = next(known, None)
    return tuple(range(10)) if card is None else (card,)
