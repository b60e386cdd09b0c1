"""The report on counting: what removing a card changes, tags, and what a counter wins with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.errors import Code, InvalidInput, brief, did_you_mean
from croupier.game.model import Game
from croupier.lab.exact import shoe_words
from croupier.lab.playing import CARDS_A_ROUND
from croupier.lab.progress import catch_interrupt
from croupier.lab.results import Result, Row, frame, not_installed
from croupier.lab.simulating import Progress, shown_progress
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.odds.composition import Composition
from croupier.odds.removal import MOST_TAG, effects_of_removal
from croupier.provenance import provenance
from croupier.simulation import Plan
from croupier.strategy.count_figures import (
    BetCounting,
    Count,
    Play,
    of_effects,
    tags_in_words,
    write_bet_counting,
)

if TYPE_CHECKING:
    # Sums of shoes load the compiler, which a wrong call need not wait for.
    from croupier.strategy.counting import CountingSums

PERFECT, IDEAL, WHOLE = "perfect", "ideal tags", "whole tags"
SHOES = 10_000
"""The shoes that are dealt unless said otherwise."""
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class CountingAsked:
    """What is asked: bets, none for all; tags and triggers, one for each bet or one for all."""

    bets: tuple[str, ...] = ()
    tags: tuple[tuple[int, ...], ...] = ()
    triggers: tuple[Fraction, ...] = ()
    most_tag: int = MOST_TAG
    casino: bool = False


@dataclass(frozen=True, repr=False)
class Counting(Result, Mapping[str, BetCounting]):
    """What counting is worth, by bet: `counting["tie"].effects` are exact."""

    game: Game
    plan: Plan
    bets: Mapping[str, BetCounting]
    shoes_asked: int
    shoes: int
    """How many shoes were dealt."""
    rounds: int
    casino: bool = False

    @property
    def decks(self) -> int:
        """How many decks a shoe has."""
        return self.plan.decks

    @property
    def stopped(self) -> bool:
        """Whether it ended before all shoes were dealt."""
        return self.shoes < self.shoes_asked

    @property
    def provenance(self) -> Mapping[str, object]:
        """Version, digest, shoe, seed, shoes asked and done, whether it was stopped."""
        if not self.shoes_asked:
            return provenance(self.game, decks=self.decks)
        return provenance(
            self.game,
            decks=self.decks,
            cut=self.plan.cut,
            seed=self.plan.seed,
            shoes_asked=self.shoes_asked,
            shoes=self.shoes,
            rounds=self.rounds,
            stopped=self.stopped,
        )

    def __getitem__(self, bet: str) -> BetCounting:
        return self.bets[bet]

    def __iter__(self) -> Iterator[str]:
        return iter(self.bets)

    def __len__(self) -> int:
        return len(self.bets)

    def to_dict(self) -> dict[str, Any]:
        """Return what `croupier counting --json` prints."""
        return {
            "game": self.game.key,
            "casino": self.casino,
            "bets": {key: write_bet_counting(bet) for key, bet in self.bets.items()},
            **self.provenance,
        }

    def to_rows(self) -> Sequence[Row]:
        """Return a row for each bet and player: who knows the exact odds, who counts by tags."""
        return [row for key, bet in self.bets.items() for row in _rows(key, bet)]

    def effects_to_frame(self, library: str | None = None) -> Any:
        """Return the effects of removal as a data frame: a row for each bet and rank."""
        rows = [
            (key, str(rank), float(change), str(change))
            for key, bet in self.bets.items()
            for rank, change in bet.effects.items()
        ]
        names = ("bet", "rank", "effect", "effect_exact")
        columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
        return frame(columns, library)

    def _headline(self) -> str:
        shoe = shoe_words(self.decks, 0)
        dealt = f", {self.shoes:,} shoes" if self.shoes_asked else ""
        if self.stopped:
            dealt += f", stopped before {self.shoes_asked:,}"
        worth = [f"{key} {_worth(bet)}" for key, bet in list(self.bets.items())[:_MOST_NAMED]]
        more = f", {len(self.bets) - len(worth)} more" if len(self.bets) > len(worth) else ""
        what = "for 100 rounds" if self.shoes else "most by one card"
        return f"{self.game.key}, {shoe}{dealt}; {what} {', '.join(worth)}{more}"


def _worth(bet: BetCounting) -> str:
    if bet.perfect is not None:
        return f"{bet.perfect.per_100:+.4f}"
    return f"{float(max(bet.effects.values(), key=abs, default=Fraction(0))):+.6f}"


def _rows(key: str, bet: BetCounting) -> Iterator[Row]:
    counts: tuple[tuple[str, Count | None], ...] = ((IDEAL, bet.ideal), (WHOLE, bet.whole))
    players: list[tuple[str, Count | None, Play | None]] = [(PERFECT, None, bet.perfect)]
    players += [(name, count, count.play) for name, count in counts if count is not None]
    for name, count, play in players:
        tags = bet.tags if name == WHOLE else None
        yield {
            "bet": key,
            "name": bet.kind.name,
            "house_edge": float(-bet.ev),
            "player": name,
            "tags": tags_in_words(tags) if tags is not None and len(tags) == 13 else None,
            "with_effects": None if count is None else count.with_effects,
            "with_edge": None if count is None else count.with_edge,
            "trigger": None if play is None or play.trigger is None else float(play.trigger),
            "frequency": play and play.frequency,
            "edge": play and play.edge,
            "per_100": play and play.per_100,
            "per_100_stderr": play and play.per_100_stderr,
            "per_shoe": play and play.per_shoe,
            "sd": play and play.sd,
            "desirability": play and play.desirability,
            "n0": play and play.n0,
            "kelly": play and play.kelly,
            "skipped": bet.skipped,
        }


def count_game(
    game: Game,
    plan: Plan,
    asked: CountingAsked,
    *,
    shoes: int,
    progress: Progress,
    name: str = "croupier",
) -> Counting:
    """Return the report over so many shoes, or without any; Ctrl-C ends it after a part."""
    for bet in asked.bets:
        if bet not in game.bets:
            near = did_you_mean(bet, game.bets)
            known = ", ".join(game.bets)
            raise InvalidInput(
                Code.UNKNOWN_BET, f"{game.key} has no bet {brief(bet)}{near}; it has {known}"
            )
    some = replace(game, bets={key: game.bets[key] for key in asked.bets or game.bets})
    tags, triggers = _each(asked, some, "tags"), _each(asked, some, "triggers")
    if not shoes:
        if tags or triggers:
            raise InvalidInput(Code.MALFORMED, "tags and triggers are tried on shoes: give some")
        return Counting(game, plan, _by_effects(some, plan.decks, asked.most_tag), 0, 0, 0)
    with catch_interrupt() as interrupted:
        try:
            from croupier.strategy.counting import PART_SHOES, CountingPlan, CountingSums
        except ModuleNotFoundError as missing:
            raise not_installed("this", missing.name, "fast") from None
        sums = CountingSums(CountingPlan(some, plan, asked.casino, asked.most_tag, tags, triggers))
        rounds = int(shoes * (plan.cards - plan.stop) / CARDS_A_ROUND)
        with shown_progress(progress, max(rounds, 1), name) as advance:
            while sums.shoes < shoes and not interrupted():
                sums.deal(min(PART_SHOES, shoes - sums.shoes))
                advance(sums.rounds)
        return _made(game, plan, sums, shoes)


def _made(game: Game, plan: Plan, sums: CountingSums, shoes: int) -> Counting:
    casino = sums.asked.casino
    return Counting(game, plan, sums.found(), shoes, sums.shoes, sums.rounds, casino)


def _each(asked: CountingAsked, game: Game, what: str) -> dict[str, Any]:
    """Return tags or triggers by bet; those given once are for all bets."""
    given = asked.tags if what == "tags" else asked.triggers
    if len(given) > 1 and len(given) != len(game.bets):
        raise InvalidInput(
            Code.MALFORMED,
            f"{what} are given once for all bets or once for each of {len(game.bets)}, "
            f"not {len(given)} times",
        )
    if not given:
        return {}
    return dict(zip(game.bets, given * (len(game.bets) if len(given) == 1 else 1), strict=True))


def _by_effects(game: Game, decks: int, most_tag: int) -> dict[str, BetCounting]:
    full = Composition.of_decks(decks)
    effects = effects_of_removal(game, full)
    return {
        key: of_effects(kind, bet_odds(kind, *weigh(kind, full)).ev, effects[key], decks, most_tag)
        for key, kind in game.bets.items()
    }
