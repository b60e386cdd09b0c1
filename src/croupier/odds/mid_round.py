"""In the middle of a coup: what can still come, and what each bet is worth from here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup, Hand, Winner, compare
from croupier.errors import Code, InvalidInput
from croupier.facts import Finish, Value, fact, finish, is_deep, level_of, start
from croupier.game.model import BetKind, Game, InsuranceKind, Offer, Stage
from croupier.hand_traits import Level, Start
from croupier.odds import hand_counting
from croupier.odds.bet_odds import BetOdds, Weighed, bet_odds
from croupier.odds.composition import Composition
from croupier.odds.distribution import Ending, endings, score
from croupier.odds.insurance import expectation
from croupier.settlement.established import Status, statuses
from croupier.words import say


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """Insurance that is on offer now."""

    kind: InsuranceKind
    offer: Offer
    ev: Fraction


@dataclass(frozen=True, slots=True)
class MidRound:
    """An unfinished coup, and how it can end."""

    coup: Coup
    results: Mapping[Winner, Fraction]
    totals: Mapping[tuple[int, int], Fraction]
    """The chance of each pair of final totals, Player's first."""
    bets: Mapping[str, BetOdds]
    statuses: Mapping[str, Status]
    insurance: tuple[OpenOffer, ...]


def mid_round(game: Game, coup: Coup, left: Composition) -> MidRound:
    """Return what can still come, given the cards left after those on the table."""
    left.require(0 if coup.is_complete else 6 - len(coup.cards))
    results: defaultdict[Winner, int] = defaultdict(int)
    totals: defaultdict[tuple[int, int], int] = defaultdict(int)
    facts: defaultdict[tuple[Value, ...], int] = defaultdict(int)
    # Each bet is asked about by itself where the cards count: all together would take long.
    deep = {key: kind for key, kind in game.bets.items() if is_deep(kind.facts)}
    others = [kind for key, kind in game.bets.items() if key not in deep]
    names = tuple(dict.fromkeys(name for kind in others for name in kind.facts))
    for end, weight in _finishes(names, coup, left):
        results[compare(end.player_total, end.banker_total)] += weight
        totals[end.player_total, end.banker_total] += weight
        facts[tuple([fact(name).of(end) for name in names])] += weight
    total = sum(results.values())
    weighed = [(dict(zip(names, values, strict=True)), n) for values, n in facts.items()]
    bets = {
        key: bet_odds(kind, *_weigh(kind, coup, left))
        if key in deep
        else bet_odds(kind, weighed, total)
        for key, kind in game.bets.items()
    }
    return MidRound(
        coup=coup,
        results={winner: Fraction(results[winner], total) for winner in Winner},
        totals={pair: Fraction(weight, total) for pair, weight in sorted(totals.items())},
        bets=bets,
        statuses=statuses(game, coup),
        insurance=tuple(_offers(game, coup, results)),
    )


def _offers(game: Game, coup: Coup, results: Mapping[Winner, int]) -> Iterator[OpenOffer]:
    """Yield the insurance that can be taken before the next card."""
    if game.insurance is None or coup.is_complete or len(coup.cards) < 4:
        return
    stage = Stage.FOUR_CARDS if len(coup.cards) == 4 else Stage.PLAYER_THIRD
    for kind in game.insurance.kinds.values():
        offer = kind.offers.get((stage, coup.player.total, coup.banker.total))
        if offer is not None:
            ev = expectation(kind, offer, results)
            assert ev is not None, "a coup that goes on has an end"
            yield OpenOffer(kind, offer, ev)


def _weigh(kind: BetKind, coup: Coup, left: Composition) -> tuple[Weighed, int]:
    """Return the weights of the facts of a bet that takes the cards, and their sum."""
    names = kind.facts
    if coup.is_complete:
        end = finish(coup)
        return [({name: fact(name).of(end) for name in names}, 1)], 1
    known = coup.player.cards[:2], coup.banker.cards[:2], coup.cards[4:]
    weights = hand_counting.distribution(names, left, known)
    facts = [(dict(zip(names, values, strict=True)), n) for values, n in weights.items()]
    return facts, sum(weights.values())


def _finishes(
    names: tuple[str, ...], coup: Coup, left: Composition
) -> Iterator[tuple[Finish, int]]:
    """Yield every ending that can still come, with its weight."""
    if coup.is_complete:
        yield finish(coup), 1
        return
    seen = tuple(card.points for card in coup.cards[4:])
    for hands, weight in _first_four(coup.cards[:4], _counts(names, coup, left)).items():
        player, banker, one, two, gone = hands
        points = list(left.points)
        for point in gone:
            points[point] -= 1
        for third, last, orders in _thirds(player, banker, seen, tuple(points)):
            yield Finish(*score(player, banker, third, last), one, two), weight * orders


def _counts(names: tuple[str, ...], coup: Coup, left: Composition) -> dict[Card, int]:
    """Return the cards left, by suit where a bet asks for it and first cards are still to come."""
    suited = level_of(names) is Level.SUITS
    if not suited or len(coup.cards) >= 4:
        return {Card(rank, Suit.SPADES): n for rank, n in zip(Rank, left.ranks, strict=True) if n}
    if left.suits is None:
        raise InvalidInput(Code.MALFORMED, say("settlement.asks_for_suits"))
    return {
        Card(rank, suit): n
        for rank, row in zip(Rank, left.suits, strict=True)
        for suit, n in zip(Suit, row, strict=True)
        if n
    }


First = tuple[int, int, Start, Start, tuple[int, ...]]
"""First hands: both totals, how they start, and the points of the cards added to them."""


def _first_four(cards: tuple[Card, ...], counts: dict[Card, int]) -> Mapping[First, int]:
    """Return the first four cards completed in every way, equal ones added up."""
    found: defaultdict[First, int] = defaultdict(int)
    lying = list(cards)

    def deal(weight: int) -> None:
        if len(lying) == 4:
            player, banker = Hand(tuple(lying[0::2])), Hand(tuple(lying[1::2]))
            gone = tuple(sorted(card.points for card in lying[len(cards) :]))
            found[player.total, banker.total, start(player), start(banker), gone] += weight
            return
        for card, count in counts.items():
            if count:
                counts[card] = count - 1
                lying.append(card)
                deal(weight * count)
                lying.pop()
                counts[card] = count

    deal(1)
    return found


def _thirds(
    player: int, banker: int, seen: tuple[int, ...], rest: tuple[int, ...]
) -> Iterator[Ending]:
    """Yield the third cards; if Player's is on the table, Banker is about to draw."""
    if not seen:
        yield from endings(player, banker, rest)
        return
    (third,) = seen
    for last, count in enumerate(rest):
        if count:
            yield third, last, count
