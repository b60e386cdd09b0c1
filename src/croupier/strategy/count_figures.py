"""The figures of a report on counting: tags, what a player wins with them, the Kelly stake.

Nothing here needs numpy; `croupier.strategy.counting` deals the shoes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import Card, Rank
from croupier.game.model import BetKind
from croupier.odds.bet_odds import write_edge
from croupier.odds.removal import CARDS_A_DECK, correlation, ideal_tags, whole_tags

RANKS = tuple(Rank)
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Play:
    """What a player wins who bets one unit in some of the rounds, and nothing in the others."""

    shoes: int
    rounds: int
    trigger: Fraction | None
    """The true count from which on the player bets; None if the player does not go by a count."""
    frequency: float
    """In which part of the rounds the player bets."""
    frequency_stderr: float | None
    edge: float | None
    """What a unit brings when it is bet, by the exact odds; None if it never is."""
    edge_stderr: float | None
    per_100: float
    """Units won in 100 rounds, those without a bet included."""
    per_100_stderr: float | None
    per_shoe: float
    sd: float
    """The standard deviation of a round, those without a bet included."""
    kelly: float
    """The part of a bankroll that makes it grow fastest if it is staked each time."""

    @property
    def bets_per_shoe(self) -> float:
        """How often the player bets in a shoe."""
        return self.frequency * self.rounds / self.shoes

    @property
    def desirability(self) -> float:
        """A thousand times what a round wins, in standard deviations of a round."""
        return 1000 * self.per_100 / HUNDRED / self.sd if self.sd else 0.0

    @property
    def n0(self) -> float | None:
        """The rounds until what is won is as large as its standard deviation; None if never."""
        won = self.per_100 / HUNDRED
        return (self.sd / won) ** 2 if won > 0 else None


@dataclass(frozen=True, slots=True)
class Count:
    """A count of cards for a bet: its tags, how well it follows the exact odds, what it wins."""

    tags: tuple[float, ...]
    """Of the ranks, ace to king; of the cards, by rank and suit, where the suits differ."""
    with_effects: float
    """The correlation of the tags with the effects of removal."""
    with_edge: float | None = None
    """The correlation of the true count with the exact expectation before a round."""
    slope: float | None = None
    """By how much the expectation rises if the true count rises by one."""
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class BetCounting:
    """What counting is worth on a bet."""

    kind: BetKind
    ev: Fraction
    """The expected result of a unit in the full shoe."""
    effects: Mapping[Rank, Fraction]
    """How much that changes when a card of the rank is removed; exact."""
    by_card: Mapping[Card, Fraction] | None = None
    """The same by card, where the suits of a rank differ."""
    perfect: Play | None = None
    """The player who knows the exact odds: nobody can win more."""
    ideal: Count | None = None
    whole: Count | None = None
    skipped: str | None = None
    """Why there are no figures of shoes."""

    @property
    def tags(self) -> tuple[int, ...] | None:
        """The tags in whole numbers."""
        return None if self.whole is None else tuple(int(tag) for tag in self.whole.tags)

    def labelled(self, tags: tuple[float, ...]) -> Mapping[Rank | Card, float]:
        """Return tags by rank, or by card where there is one for each card."""
        if len(tags) == len(RANKS):
            return dict(zip(RANKS, tags, strict=True))
        assert self.by_card is not None, "only where suits differ are there tags for cards"
        return dict(zip(self.by_card, tags, strict=True))


def of_effects(
    kind: BetKind,
    ev: Fraction,
    effects: Mapping[Rank, Fraction],
    decks: int,
    most_tag: int,
    skipped: str | None = None,
) -> BetCounting:
    """Return what follows from the effects of removal alone, without any shoe."""
    row = list(effects.values())
    exact = [float(effect) for effect in row]
    ideal = ideal_tags(row, CARDS_A_DECK * decks) if any(row) else None
    whole = whole_tags(row, most_tag)
    return BetCounting(
        kind,
        ev,
        effects,
        ideal=None if ideal is None else Count(ideal, correlation(ideal, exact)),
        whole=None if whole is None else Count(whole, correlation(whole, exact)),
        skipped=skipped,
    )


def kelly(chances: Sequence[float], pays: Sequence[float]) -> float:
    """Return the part of a bankroll that makes it grow fastest, staked on a bet with these chances.

    The chances need not add up to one. It is 0 where the bet does not favour the patron.
    """
    total = sum(chances)
    if not total or sum(chance * pay for chance, pay in zip(chances, pays, strict=True)) <= 0:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        slope = sum(
            chance * pay / (1 + middle * pay)
            for chance, pay in zip(chances, pays, strict=True)
            if chance
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return low


def write_bet_counting(bet: BetCounting) -> dict[str, Any]:
    """Return what counting is worth on a bet as JSON; effects as exact ratios and as numbers."""
    found: dict[str, Any] = {
        "ev": str(bet.ev),
        **write_edge(-bet.ev),
        "effects": {str(rank): float(change) for rank, change in bet.effects.items()},
        "effects_exact": {str(rank): str(change) for rank, change in bet.effects.items()},
    }
    if bet.by_card is not None:
        found["effects_by_card"] = {str(card): str(one) for card, one in bet.by_card.items()}
    return found | {
        "ideal": bet.ideal and _write_count(bet, bet.ideal),
        "whole": bet.whole and _write_count(bet, bet.whole),
        "perfect": bet.perfect and write_play(bet.perfect),
        "skipped": bet.skipped,
    }


def _write_count(bet: BetCounting, count: Count) -> dict[str, Any]:
    return {
        "tags": {str(label): tag for label, tag in bet.labelled(count.tags).items()},
        "with_effects": count.with_effects,
        "with_edge": count.with_edge,
        "slope": count.slope,
        "play": count.play and write_play(count.play),
    }


def write_play(play: Play) -> dict[str, Any]:
    """Return what a player wins as JSON."""
    return {
        "shoes": play.shoes,
        "rounds": play.rounds,
        "trigger": None if play.trigger is None else float(play.trigger),
        "frequency": play.frequency,
        "frequency_stderr": play.frequency_stderr,
        "bets_per_shoe": play.bets_per_shoe,
        "edge": play.edge,
        "edge_stderr": play.edge_stderr,
        "per_100": play.per_100,
        "per_100_stderr": play.per_100_stderr,
        "per_shoe": play.per_shoe,
        "sd": play.sd,
        "desirability": play.desirability,
        "n0": play.n0,
        "kelly": play.kelly,
    }


def tags_in_words(tags: Sequence[int]) -> str:
    """Return thirteen tags as `croupier strategy --tags` reads them: "A:0,2:1 … 10:-2"."""
    names = [str(rank) for rank in RANKS]
    if len(set(tags[9:])) == 1:
        names, tags = [*names[:9], "10"], tags[:10]
    return ",".join(f"{name}:{tag}" for name, tag in zip(names, tags, strict=True))
