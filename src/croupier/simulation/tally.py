"""Coups counted by how they ended, and the bets of a game read off the counts.

A finished coup is counted by a small number, its code: cell · 5 + pairs. The cell is the sum of 200
if Player drew, 100 if Banker drew, ten times Player's total, and Banker's total; pairs are 0 for
none, 1 for Player's, 2 for Banker's, 3 for both and 4 for both of one rank. Where suits are dealt,
the code is that number · 25 + 5 · Player's look + Banker's look, a look being a place in `LOOKS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from croupier.cards import Rank
from croupier.facts import Finish, Value, fact, is_deep
from croupier.game.model import BetKind, Game
from croupier.hand_traits import BLACK, MIXED, RED, Start
from croupier.odds.bet_odds import facts_asked, line_of
from croupier.simulation.views import view

PAIRS: tuple[tuple[Rank | None, Rank | None], ...] = (
    (None, None),
    (Rank.ACE, None),
    (None, Rank.ACE),
    (Rank.ACE, Rank.TWO),
    (Rank.ACE, Rank.ACE),
)
"""An example for each way the hands can pair: facts depend only on whether ranks match."""

LOOKS = ((False, MIXED), (False, RED), (False, BLACK), (True, RED), (True, BLACK))
"""How two first cards can look: of one suit or not, and their colours."""

BY_RANK = 400 * len(PAIRS)
BY_SUIT = BY_RANK * len(LOOKS) ** 2


def code_of(finish: Finish, *, suits: bool) -> int:
    """Return the code of a coup."""
    cell = 200 * (finish.player_cards == 3) + 100 * (finish.banker_cards == 3)
    cell += 10 * finish.player_total + finish.banker_total
    player, banker = finish.player_start, finish.banker_start
    pairs = (player.pair is not None) + 2 * (banker.pair is not None)
    if pairs == 3 and player.pair is banker.pair:
        pairs = 4
    code = cell * len(PAIRS) + pairs
    if suits:
        looks = [LOOKS.index((start.suited, start.colour)) for start in (player, banker)]
        code = (code * len(LOOKS) + looks[0]) * len(LOOKS) + looks[1]
    return code


def finish_of(code: int, *, suits: bool) -> Finish:
    """Return a coup with this code."""
    looks = 0
    if suits:
        code, looks = divmod(code, len(LOOKS) ** 2)
    cell, pairs = divmod(code, len(PAIRS))
    one, two = divmod(looks, len(LOOKS))
    return Finish(
        cell // 10 % 10,
        cell % 10,
        2 + cell // 200,
        2 + cell // 100 % 2,
        Start(PAIRS[pairs][0], *LOOKS[one]),
        Start(PAIRS[pairs][1], *LOOKS[two]),
    )


@dataclass(frozen=True, slots=True)
class BetTally:
    """The results of a bet, a unit staked in every round."""

    outcomes: Mapping[Fraction, int]
    """For each net result per unit how often it came: -1 for a loss."""

    @property
    def rounds(self) -> int:
        """In how many rounds it was staked."""
        return sum(self.outcomes.values())

    @property
    def mean(self) -> Fraction:
        """The exact average result of a unit."""
        return sum((pays * n for pays, n in self.outcomes.items()), Fraction(0)) / self.rounds

    @property
    def ev(self) -> float:
        """The average result of a unit."""
        return float(self.mean)

    @property
    def stderr(self) -> float:
        """The standard error of the average, as if rounds were independent."""
        squares = sum((pays**2 * n for pays, n in self.outcomes.items()), Fraction(0))
        return sqrt((squares / self.rounds - self.mean**2) / self.rounds)


@dataclass(frozen=True, slots=True)
class Tally:
    """Coups counted by how they ended."""

    suits: bool
    shoes: int
    counts: Mapping[int, int]
    """How often each code came; codes that never came are left out."""
    views: tuple[tuple[str, ...], ...] = ()
    """The views in which each coup was counted once more."""

    @property
    def rounds(self) -> int:
        """How many coups there were."""
        return sum(self.counts.values()) // (1 + len(self.views))


def bets(game: Game, tally: Tally) -> dict[str, BetTally]:
    """Return the results of every bet; insurance needs decisions and is left out."""
    base = BY_SUIT if tally.suits else BY_RANK
    plain = [
        (finish_of(code, suits=tally.suits), n) for code, n in tally.counts.items() if code < base
    ]
    seen = dict(_seen(tally, base))
    found: dict[str, BetTally] = {}
    for key, kind in game.bets.items():
        facts = [fact(name) for name in facts_asked(kind)]
        weights: Counter[tuple[Value, ...]] = Counter()
        for end, n in seen[tuple(sorted(kind.facts))] if is_deep(kind.facts) else plain:
            weights[tuple([each.of(end) for each in facts])] += n
        found[key] = _read(kind, weights)
    return found


def _seen(tally: Tally, place: int) -> Iterator[tuple[tuple[str, ...], list[tuple[Finish, int]]]]:
    """Yield the facts of each view with the coups that were counted in it."""
    for names in tally.views:
        look = view(names)
        codes = range(place, place + look.codes)
        yield (
            names,
            [(look.finish_of(c - place), n) for c, n in tally.counts.items() if c in codes],
        )
        place += look.codes


def _read(kind: BetKind, weights: Mapping[tuple[Value, ...], int]) -> BetTally:
    pays = [*(line.odds.ratio for line in kind.pays), Fraction(-1)]
    outcomes = dict.fromkeys(pays, 0)
    names = facts_asked(kind)
    for values, n in weights.items():
        outcomes[pays[line_of(kind, dict(zip(names, values, strict=True)))]] += n
    return BetTally(outcomes)
