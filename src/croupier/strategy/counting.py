"""What counting cards is worth on a bet: the exact edge before every round of simulated shoes.

Three players bet a unit whenever they like the shoe: one who knows the exact odds, one who counts
by ideal tags, and one who counts by tags in whole numbers. How the cards then fall is left out, so
the figures are those of the exact odds and their errors are small. A trigger is chosen on the
shoes of even numbers and the figures are of the others, so that no figure is flattered by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank, Suit
from croupier.facts import level_of
from croupier.game.model import BetKind, Game
from croupier.hand_traits import Level
from croupier.odds import batch
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.odds.composition import Composition
from croupier.odds.removal import (
    CARDS_A_DECK,
    MOST_TAG,
    correlation,
    effects_of_removal,
    ideal_tags,
    whole_tags,
)
from croupier.simulation import CUT, Plan, dealing
from croupier.simulation.card_columns import cards_before
from croupier.strategy.count_figures import (
    HUNDRED,
    RANKS,
    BetCounting,
    Count,
    Play,
    kelly,
    of_effects,
)
from croupier.strategy.results_and_ruin import Ratio, width

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Tags = tuple[int, ...]

CARDS = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
PART_SHOES = 512
"""Shoes that are dealt at a time; a fixed number, so that sums come out the same."""
STEPS_A_TAG, MOST_STEPS = 3, 120
"""Triggers are tried in steps of about this part of a usual tag, so many steps up and down."""


@dataclass(frozen=True)
class CountingPlan:
    """What is counted: bets of a game, over which shoes; tags and triggers if they are given."""

    game: Game
    """With these bets only."""
    plan: Plan
    casino: bool = False
    """Whether cards are burnt and one more coup follows the cut card."""
    most_tag: int = MOST_TAG
    tags: Mapping[str, Tags] = field(default_factory=dict)
    """By bet thirteen tags, ace to king, instead of those that follow from the effects."""
    triggers: Mapping[str, Fraction] = field(default_factory=dict)
    """By bet the true count from which on to bet, instead of the one that wins most."""


class CountingSums:
    """Sums over shoes that are dealt part by part; `found` has the figures so far."""

    def __init__(self, asked: CountingPlan) -> None:
        self.asked = asked
        self.shoes = self.rounds = 0
        self.skipped = {key: batch.why_not(kind) for key, kind in asked.game.bets.items()}
        """Why a bet has no figures of shoes; None if it has."""
        bets = {key: kind for key, kind in asked.game.bets.items() if not self.skipped[key]}
        self._game = replace(asked.game, bets=bets)
        self.suited = any(level_of(kind.facts) is Level.SUITS for kind in bets.values())
        self._effects = _effects(self._game, asked.plan.decks, suited=self.suited)
        self._bets = {key: _Bet(asked, key, self._effects[key]) for key in bets}

    def deal(self, shoes: int) -> None:
        """Deal so many more shoes and add them."""
        first, plan = self.shoes, self.asked.plan
        shoe, left = _before_rounds(plan, first, shoes, self.suited, self.asked.casino)
        weights = batch.outcomes(self._game, left)
        orders = batch.coups(left).astype(np.float64)
        for key, bet in self._bets.items():
            bet.add(_Part(first, shoes, shoe, left, weights[key] / orders[:, None]))
        self.shoes += shoes
        self.rounds += len(shoe)

    def found(self, *, slowly: bool = True) -> Mapping[str, BetCounting]:
        """Return the figures of each bet, over the shoes that were dealt.

        A bet that cannot be done by the million has its effects of removal only if they are wanted:
        they may take a minute.
        """
        return {
            key: self._bets[key].found()
            if key in self._bets
            else self._skipped(key, kind, slowly=slowly)
            for key, kind in self.asked.game.bets.items()
        }

    def _skipped(self, key: str, kind: BetKind, *, slowly: bool) -> BetCounting:
        """Return what follows from the effects of removal of a bet that has no figures of shoes."""
        decks = self.asked.plan.decks
        full = Composition.of_decks(decks)
        alone = replace(self.asked.game, bets={key: kind})
        effects = effects_of_removal(alone, full)[key] if slowly else {}
        ev, why = bet_odds(kind, *weigh(kind, full)).ev, self.skipped[key]
        return of_effects(kind, ev, effects, decks, self.asked.most_tag, why)


def vulnerability(
    game: Game, decks: int, *, shoes: int = 1000, seed: int = 0, cut: int = CUT
) -> Mapping[str, BetCounting]:
    """Return what counting is worth on every bet of a game, for a sheet; it deals so many shoes.

    A bet that cannot be done by the million is named with the reason, and has no effects.
    """
    sums = CountingSums(CountingPlan(game, Plan(seed, decks, cut)))
    for first in range(0, shoes, PART_SHOES):
        sums.deal(min(PART_SHOES, shoes - first))
    return sums.found(slowly=False)


def _before_rounds(
    plan: Plan, first: int, shoes: int, suited: bool, casino: bool
) -> tuple[Ints, Ints]:
    """Return for each round its shoe, from 0, and the cards left before it: by rank, or by card."""
    record = dealing.record_as_casino if casino else dealing.record
    dealt = record(plan, first, shoes)
    left = cards_before(dealt) if suited else dealt.left[dealt.played].astype(np.int64)
    return dealt.played.nonzero()[0], left


def _effects(game: Game, decks: int, *, suited: bool) -> Mapping[str, tuple[Fraction, ...]]:
    """Return the expectation of each bet in a full shoe, then its change without each card.

    The cards are those of thirteen ranks or, where suits are told apart, all 52.
    """
    full = np.full(52 if suited else 13, decks if suited else 4 * decks)
    shoes = np.vstack([full, full - np.eye(len(full), dtype=np.int64)])
    orders = [int(coups) for coups in batch.coups(shoes)]
    found: dict[str, tuple[Fraction, ...]] = {}
    for key, weights in batch.outcomes(game, shoes).items():
        pays = _pays(game.bets[key])
        evs = [
            sum((pay * int(n) for pay, n in zip(pays, row, strict=True)), Fraction(0)) / coups
            for row, coups in zip(weights, orders, strict=True)
        ]
        found[key] = evs[0], *(ev - evs[0] for ev in evs[1:])
    return found


def _pays(kind: BetKind) -> tuple[Fraction, ...]:
    return (*(line.odds.ratio for line in kind.pays), Fraction(-1))


@dataclass(frozen=True)
class _Part:
    """Some shoes: for each round its shoe, the cards left before it, and what it can bring."""

    first: int
    shoes: int
    shoe: Ints
    left: Ints
    chances: Floats
    """Of each pay line, and last of the loss."""

    @cached_property
    def cards(self) -> Ints:
        """How many cards were left before each round."""
        cards: Ints = self.left.sum(axis=1)
        return cards

    @cached_property
    def halves(self) -> Ints:
        """For each shoe whether its number is odd."""
        return (self.first + np.arange(self.shoes)) % 2

    def by_rank(self, wide: int) -> Ints:
        """Return the cards left by rank, or as they are if that many columns are wanted."""
        if self.left.shape[1] == wide:
            return self.left
        found: Ints = self.left.reshape(len(self.left), wide, self.left.shape[1] // wide).sum(
            axis=2
        )
        return found


class _Bet:
    """The sums of one bet: of the perfect player and of two counts."""

    def __init__(self, asked: CountingPlan, key: str, effects: tuple[Fraction, ...]) -> None:
        self._kind = asked.game.bets[key]
        self._pays = np.array([float(pay) for pay in _pays(self._kind)])
        self._ev, per_card = effects[0], effects[1:]
        cards = asked.plan.cards
        self._by_card: Mapping[Card, Fraction] | None = None
        if len(per_card) > len(RANKS):
            rows = [per_card[place : place + 4] for place in range(0, len(per_card), 4)]
            if all(len(set(row)) == 1 for row in rows):
                per_card = tuple([row[0] for row in rows])
            else:
                self._by_card = dict(zip(CARDS, per_card, strict=True))
        self._effects = per_card
        self._perfect = _Sums(len(self._pays), 2)
        given, trigger = asked.tags.get(key), asked.triggers.get(key)
        if given is None:
            whole = whole_tags(per_card, asked.most_tag)
        else:
            many = len(per_card) // len(given)
            whole = tuple([tag for tag in given for _ in range(many)])
        ideal = ideal_tags(per_card, cards) if any(per_card) else None
        lines = len(self._pays)
        self._ideal = None if ideal is None else _Counted(ideal, None, cards, lines)
        self._whole = None if whole is None else _Counted(whole, trigger, cards, lines)

    def add(self, part: _Part) -> None:
        """Add some shoes."""
        edges = np.einsum("rl,l->r", part.chances, self._pays)
        self._perfect.add(part, (edges > 0).astype(np.int64), edges)
        for count in (self._ideal, self._whole):
            if count is not None:
                count.add(part, edges)

    def found(self) -> BetCounting:
        """Return the figures."""
        by_rank: Mapping[Rank, Fraction]
        if self._by_card is None:
            by_rank = dict(zip(RANKS, self._effects, strict=True))
        else:
            # With as many cards of every suit, each is as likely to be the one removed.
            by_rank = {
                rank: sum(self._effects[4 * place : 4 * place + 4], Fraction(0)) / 4
                for place, rank in enumerate(RANKS)
            }
        exact = [float(effect) for effect in self._effects]
        pays = self._pays
        return BetCounting(
            self._kind,
            self._ev,
            by_rank,
            self._by_card,
            self._perfect.play(1, None, (0, 1), pays),
            None if self._ideal is None else self._ideal.found(exact, pays),
            None if self._whole is None else self._whole.found(exact, pays),
        )


class _Counted:
    """The sums of a count of cards, for every trigger that is tried."""

    def __init__(
        self, tags: Sequence[float], trigger: Fraction | None, cards: int, lines: int
    ) -> None:
        self._tags = tuple(tags)
        self._whole = all(isinstance(tag, int) for tag in tags)
        self._fresh = sum(tags) * cards // len(tags) if self._whole else 0.0
        usual = sqrt(sum(tag * tag for tag in tags) / len(tags))
        self._step = Fraction(str(width(usual / STEPS_A_TAG)))
        self._trigger = trigger
        self._sums = _Sums(lines, 2 if trigger is not None else 2 * MOST_STEPS + 1)
        self._many = 0
        self._moments = np.zeros(5)

    def add(self, part: _Part, edges: Floats) -> None:
        """Add some shoes."""
        left = part.by_rank(len(self._tags))
        # Not by `@`: threads of a library for large matrices would cost more than the work.
        seen = self._fresh - np.einsum("rc,c->r", left, np.array(self._tags))
        counts = CARDS_A_DECK * seen / part.cards
        self._sums.add(part, self._places(seen, part.cards), edges)
        self._many += len(edges)
        squares = (counts * counts).sum(), (edges * edges).sum(), (counts * edges).sum()
        self._moments += [counts.sum(), edges.sum(), *squares]

    def _places(self, seen: NDArray[Any], cards: Ints) -> Ints:
        """Return the last trigger that each true count reaches, by its number."""
        step = self._step if self._trigger is None else self._trigger
        above, below = step.as_integer_ratio()
        # Exact in whole numbers, as `compiled_systems.call` compares.
        count, unit = CARDS_A_DECK * seen * below, above * cards
        if self._trigger is not None:
            reached: Ints = (count >= unit).astype(np.int64)
            return reached
        steps: Ints = np.floor_divide(count, unit).astype(np.int64)
        return steps.clip(-MOST_STEPS, MOST_STEPS) + MOST_STEPS

    def found(self, effects: Sequence[float], pays: Floats) -> Count:
        """Return the figures: with the trigger that was given, or with the one that wins most."""
        halves: tuple[int, ...] = (0, 1)
        trigger, place = self._trigger, self._sums.best() if self._trigger is None else 1
        if trigger is None:
            halves = (1,)
            trigger = None if place is None else self._step * (place - MOST_STEPS)
        x, y, xx, yy, xy = (self._moments / max(self._many, 1)).tolist()
        spread, swing, both = xx - x * x, yy - y * y, xy - x * y
        return Count(
            self._tags,
            correlation(self._tags, effects),
            both / sqrt(spread * swing) if spread > 0 and swing > 0 else 0.0,
            both / spread if spread > 0 else 0.0,
            self._sums.play(place, trigger, halves, pays),
        )


class _Sums:
    """Sums of the rounds in which a player bets, for each trigger, by halves of the shoes.

    Rounds of a shoe depend on each other and shoes do not: products are summed up by shoes.
    """

    def __init__(self, lines: int, triggers: int) -> None:
        self._triggers = triggers
        self._shoes, self._rounds, self._squares = (np.zeros(2) for _ in range(3))
        self._sums = np.zeros((7, 2, triggers))
        """Bets and edges; their squares and product; their products with rounds."""
        self._chances = np.zeros((2, triggers, lines))

    def add(self, part: _Part, places: Ints, edges: Floats) -> None:
        """Add rounds: a player bets with every trigger up to the place of a round."""
        wide = part.shoes * self._triggers
        cells = part.shoe * self._triggers + places
        bets = _upwards(np.bincount(cells, minlength=wide), self._triggers)
        won = _upwards(np.bincount(cells, edges, minlength=wide), self._triggers)
        rounds = np.bincount(part.shoe, minlength=part.shoes).astype(np.float64)
        odd = part.halves[part.shoe]
        for half in (0, 1):
            here = part.halves == half
            one, two, many = bets[here], won[here], rounds[here, None]
            sums = one, two, one * one, two * two, one * two, one * many, two * many
            self._sums[:, half] += [each.sum(axis=0) for each in sums]
            self._shoes[half] += here.sum()
            self._rounds[half] += many.sum()
            self._squares[half] += (many * many).sum()
            met = places[odd == half]
            for line, chances in enumerate(part.chances[odd == half].T):
                added = np.bincount(met, chances, minlength=self._triggers)
                self._chances[half, :, line] += added[::-1].cumsum()[::-1]

    def best(self) -> int | None:
        """Return the trigger that wins most in the first half of the shoes; None if none wins."""
        won = self._sums[1, 0]
        return int(won.argmax()) if won.max() > 0 else None

    def play(
        self, place: int | None, trigger: Fraction | None, halves: tuple[int, ...], pays: Floats
    ) -> Play:
        """Return what a player wins with one of the triggers, or with none, in these halves."""
        which = list(halves)
        shoes, rounds = int(self._shoes[which].sum()), float(self._rounds[which].sum())
        squares = float(self._squares[which].sum())
        bets, won, bets2, won2, both, bet_rounds, won_rounds = (
            [0.0] * 7 if place is None else self._sums[:, which, place].sum(axis=1).tolist()
        )
        share, per_round, edge = Ratio(), Ratio(), Ratio()
        share.add(shoes, (bets, rounds), (bets2, squares, bet_rounds))
        per_round.add(shoes, (won, rounds), (won2, squares, won_rounds))
        edge.add(shoes, (won, bets), (won2, bets2, both))
        chances = np.zeros(len(pays)) if place is None else self._chances[which, place].sum(axis=0)
        mean = won / rounds if rounds else 0.0
        spread = float(chances @ (pays * pays)) / rounds - mean * mean if rounds else 0.0
        error = per_round.stderr
        return Play(
            shoes,
            int(rounds),
            trigger,
            share.value or 0.0,
            share.stderr,
            edge.value,
            edge.stderr,
            HUNDRED * mean,
            None if error is None else HUNDRED * error,
            won / shoes if shoes else 0.0,
            sqrt(max(spread, 0.0)),
            kelly(chances.tolist(), pays.tolist()),
        )


def _upwards(counts: NDArray[np.generic], triggers: int) -> Floats:
    """Return sums by shoe and trigger, given those by shoe and place: a place reaches all below."""
    table = counts.astype(np.float64).reshape(-1, triggers)
    found: Floats = table[:, ::-1].cumsum(axis=1)[:, ::-1]
    return found
