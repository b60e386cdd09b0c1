"""How a coup can still end, card by card: what `settlement/established.py` is held against.

It is the way that statuses were found before they were found quickly. Every card that lies face
down is tried, and for each of them every way the coup can end, with the facts of all bets at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from croupier.cards import DECK, POINTS, Card, Rank
from croupier.coup import Hand
from croupier.facts import FACTS, Finish, Value, start
from croupier.game import Game
from croupier.game.coup_endings import scores
from croupier.hand_traits import BLACK, MIXED, RED, Level, Start
from croupier.settlement.established import Status
from croupier.settlement.verdicts import Verdict, verdicts

_ANY = Start(pair=None, suited=False, colour=MIXED)
_SUITS = ((True, RED), (True, BLACK), (False, RED), (False, BLACK), (False, MIXED))


def slow_statuses(
    game: Game, player: tuple[Card, ...], banker: tuple[Card, ...], thirds: tuple[int, ...] = ()
) -> Mapping[str, Status]:
    """Return the status of each bet on offer, given the known first cards and third points."""
    seen: dict[str, Status] = {}
    for values in _endings(game.facts, player, banker, thirds):
        for key, verdict in verdicts(game, values).items():
            status = _status(verdict)
            if seen.setdefault(key, status) is not status:
                seen[key] = Status.OPEN
        if all(status is Status.OPEN for status in seen.values()):
            break
    return seen


def slow_established(
    game: Game,
    player: tuple[Card | None, ...],
    banker: tuple[Card | None, ...],
    thirds: tuple[int | None, ...] = (),
) -> bool:
    """Return True if some bet is decided, for every card that can lie face down (None)."""
    suits = any(FACTS[name].level is Level.SUITS for name in game.facts)
    any_card = DECK if suits else tuple(card for card in DECK if card.suit is DECK[0].suit)
    first = [any_card if card is None else (card,) for card in player + banker]
    third = [tuple(range(10)) if point is None else (point,) for point in thirds]
    return all(
        any(
            status in (Status.WON, Status.LOST)
            for status in slow_statuses(
                game, cards[: len(player)], cards[len(player) :], points
            ).values()
        )
        for cards in product(*first)
        for points in product(*third)
    )


def _status(verdict: Verdict) -> Status:
    if verdict.odds is None:
        return Status.LOST
    return Status.RETURNED if verdict.odds.is_push else Status.WON


def _endings(
    names: tuple[str, ...],
    player: tuple[Card, ...],
    banker: tuple[Card, ...],
    thirds: tuple[int, ...],
) -> Iterator[tuple[Value, ...]]:
    """Yield the values of these facts for every way a coup can still end."""
    facts = [FACTS[name] for name in names]
    early = [fact for fact in facts if fact.level is not Level.POINTS]
    late = [fact for fact in facts if fact.level is Level.POINTS]
    order = [(early + late).index(fact) for fact in facts]
    level = max((fact.level for fact in facts), default=Level.POINTS)
    of_player = _starts(player, level, all_ranks=bool(banker))
    of_banker = _starts(banker, level, all_ranks=bool(player))
    for one, two in product(of_player, of_banker):
        begun = {
            tuple([fact.of(Finish(0, 0, 2, 2, *both)) for fact in early])
            for both in product(of_player[one], of_banker[two])
        }
        over = {
            tuple([fact.of(Finish(*score, _ANY, _ANY)) for fact in late])
            for score in scores(one, two, thirds)
        }
        for start_values, end_values in product(begun, over):
            both_values = start_values + end_values
            yield tuple([both_values[place] for place in order])


@cache
def _starts(
    known: tuple[Card, ...], level: Level, *, all_ranks: bool
) -> Mapping[int, frozenset[Start]]:
    """Return the first two cards that a hand can still have, by their total."""
    if not known:
        return {total: frozenset(_unseen(total, level, all_ranks)) for total in range(10)}
    found: dict[int, set[Start]] = {}
    for more in product(DECK, repeat=2 - len(known)):
        two = Hand((*known, *more))
        found.setdefault(two.total, set()).add(start(two))
    return {total: frozenset(some) for total, some in found.items()}


def _unseen(total: int, level: Level, all_ranks: bool) -> Iterator[Start]:
    """Yield one of each sort of two cards of this total.

    Two ranks that pair are enough where none is known: equal ones make a twin pair, others do not.
    """
    pairing = [rank for rank in Rank if 2 * POINTS[rank] % 10 == total]
    if not all_ranks:
        pairing = pairing[:2]
    pairs: tuple[Rank | None, ...] = (None, *pairing) if level >= Level.RANKS else (None,)
    suits = _SUITS if level is Level.SUITS else ((False, MIXED),)
    for pair, (suited, colour) in product(pairs, suits):
        yield Start(pair, suited, colour)
