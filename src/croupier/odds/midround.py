"""In the middle of a coup: what can still come, and what each bet is worth from here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier import tableau
from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup, Hand, Winner, compare
from croupier.errors import Code, InvalidInput
from croupier.facts import FACTS, Finish, Level, Value, start
from croupier.game.model import Game, InsuranceKind, Offer, Stage
from croupier.odds.composition import Composition
from croupier.odds.insurance import expectation
from croupier.odds.play import Ending, endings, score
from croupier.odds.table import BetOdds, bet_odds
from croupier.settlement.established import Status, statuses


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """Insurance that is on offer now."""

    kind: InsuranceKind
    offer: Offer
    ev: Fraction


@dataclass(frozen=True, slots=True)
class MidRound:
    """A coup as it lies, and how it can go on."""

    coup: Coup
    results: Mapping[Winner, Fraction]
    totals: Mapping[tuple[int, int], Fraction]
    """The chance of each pair of final totals, Player's first."""
    bets: Mapping[str, BetOdds]
    statuses: Mapping[str, Status]
    insurance: tuple[OpenOffer, ...]


def mid_round(game: Game, coup: Coup, left: Composition) -> MidRound:
    """Work out what can still come, from the cards that are left after those on the table."""
    results: defaultdict[Winner, int] = defaultdict(int)
    totals: defaultdict[tuple[int, int], int] = defaultdict(int)
    facts: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    for finish, weight in _finishes(game, coup, left):
        results[compare(finish.player_total, finish.banker_total)] += weight
        totals[finish.player_total, finish.banker_total] += weight
        facts[tuple([FACTS[name].of(finish) for name in game.facts])] += weight
    total = sum(results.values())
    weighed = [(dict(zip(game.facts, values, strict=True)), n) for values, n in facts.items()]
    return MidRound(
        coup=coup,
        results={winner: Fraction(results[winner], total) for winner in Winner},
        totals={pair: Fraction(weight, total) for pair, weight in sorted(totals.items())},
        bets={key: bet_odds(kind, weighed, total) for key, kind in game.bets.items()},
        statuses=statuses(game, coup),
        insurance=tuple(_offers(game, coup, results)),
    )


def _offers(game: Game, coup: Coup, results: Mapping[Winner, int]) -> Iterator[OpenOffer]:
    """Find the insurance that can be taken before the next card."""
    if game.insurance is None or coup.is_complete or len(coup.cards) < 4:
        return
    stage = Stage.FOUR_CARDS if len(coup.cards) == 4 else Stage.PLAYER_THIRD
    for kind in game.insurance.kinds.values():
        offer = kind.offers.get((stage, coup.player.total, coup.banker.total))
        if offer is not None:
            ev = expectation(kind, offer, results)
            assert ev is not None, "a coup that goes on has an end"
            yield OpenOffer(kind, offer, ev)


def _finishes(game: Game, coup: Coup, left: Composition) -> Iterator[tuple[Finish, int]]:
    """Give every end that can still come, with its weight."""
    seen = tuple(card.points for card in coup.cards[4:])
    for cards, weight, rest in _first_four(coup.cards[:4], _counts(game, coup, left), 1):
        player, banker = Hand(cards[0::2]), Hand(cards[1::2])
        points = [0] * 10
        for card, count in rest.items():
            points[card.points] += count
        for third, last, orders in _thirds(player.total, banker.total, seen, tuple(points)):
            end = score(player.total, banker.total, third, last)
            yield Finish(*end, start(player), start(banker)), weight * orders


def _counts(game: Game, coup: Coup, left: Composition) -> dict[Card, int]:
    """Count what is left: by suit where a bet asks for it and first cards are still to come."""
    suited = any(FACTS[name].level is Level.SUITS for name in game.facts)
    if not suited or len(coup.cards) >= 4:
        return {Card(rank, Suit.SPADES): n for rank, n in zip(Rank, left.ranks, strict=True) if n}
    if left.suits is None:
        raise InvalidInput(Code.MALFORMED, "a bet of this game asks for suits: give decks")
    return {
        Card(rank, suit): n
        for rank, row in zip(Rank, left.suits, strict=True)
        for suit, n in zip(Suit, row, strict=True)
        if n
    }


def _first_four(
    cards: tuple[Card, ...], counts: dict[Card, int], weight: int
) -> Iterator[tuple[tuple[Card, ...], int, dict[Card, int]]]:
    """Deal what is missing of the first four cards, in every way."""
    if len(cards) == 4:
        yield cards, weight, counts
        return
    for card, count in counts.items():
        if count:
            fewer = {**counts, card: count - 1}
            yield from _first_four((*cards, card), fewer, weight * count)


def _thirds(
    player: int, banker: int, seen: tuple[int, ...], rest: tuple[int, ...]
) -> Iterator[Ending]:
    """Go through third cards, those that lie on the table first."""
    if not seen:
        yield from endings(player, banker, rest)
        return
    if not tableau.player(player, banker).draws:
        yield None, seen[0], 1
        return
    third = seen[0]
    if len(seen) == 2:
        yield third, seen[1], 1
    elif tableau.banker(player, banker, third).draws:
        for last, count in enumerate(rest):
            if count:
                yield third, last, count
    else:
        yield third, None, 1
