"""What a PAR sheet is made of: a game's odds, exact, and what computed them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from croupier.cards import Rank
from croupier.game.model import Game
from croupier.odds import BetOdds
from croupier.odds.bet_odds import GameOdds, Outcome, bet_odds, odds, weigh
from croupier.odds.composition import Composition
from croupier.odds.removal import effects_of_removal
from croupier.par.vulnerability import Vulnerability
from croupier.provenance import provenance

Step = Callable[[], None]
"""To be called when a part of the work is done."""


@dataclass(frozen=True, slots=True)
class Par:
    """The odds of a game for each permitted number of decks, one of which the sheet is for."""

    game: Game
    decks: int
    found: GameOdds
    """The odds for the number of decks that the sheet is for."""
    by_decks: Mapping[int, Mapping[str, BetOdds]]
    removal: Mapping[str, Mapping[Rank, Fraction]]

    def combinations(self, end: Outcome) -> int:
        """Return the number of orders of six cards in which a bet ends this way."""
        count = end.probability * self.found.left.coups
        assert count.denominator == 1, "a probability is a number of orders over all of them"
        return count.numerator


def contribution(end: Outcome) -> Fraction:
    """Return how much of a unit staked comes back this way: stake and profit, times the chance."""
    return (1 + end.pays) * end.probability


def par(game: Game, decks: int, step: Step = lambda: None) -> Par:
    """Return the odds of a game for a sheet with this number of decks."""
    return next(pars(game, (decks,), step))


def steps(game: Game, sheets: int) -> int:
    """Return how many steps `pars` takes for so many sheets: one a bet and number of decks."""
    return len(game.bets) * (len(permitted(game)) + sheets)


def permitted(game: Game) -> range:
    """Return the numbers of decks that a game may be played with."""
    return range(game.decks.least, game.decks.most + 1)


def pars(game: Game, decks: Iterable[int], step: Step = lambda: None) -> Iterator[Par]:
    """Yield the odds for a sheet with each of these decks; what all share is worked out once."""
    shoes = {number: Composition.of_decks(number) for number in permitted(game)}
    by_decks: dict[int, dict[str, BetOdds]] = {number: {} for number in shoes}
    for number, left in shoes.items():
        for key, kind in game.bets.items():
            by_decks[number][key] = bet_odds(kind, *weigh(kind, left))
            step()
    for number in decks:
        removal: dict[str, Mapping[Rank, Fraction]] = {}
        for key, kind in game.bets.items():
            removal |= effects_of_removal(replace(game, bets={key: kind}), shoes[number])
            step()
        found = odds(game, shoes[number], by_decks[number])
        yield Par(game, number, found, by_decks, removal)


_BUILT = ("__pycache__", "pages")
"""Folders of what is not the program: its compiled code, and the browser's pages."""


@cache
def program_digest() -> str:
    """Return the SHA-256 of all files that croupier consists of, but the browser's pages."""
    digest = sha256()
    for name, file in sorted(program_files(files("croupier"))):
        data = file.read_bytes()
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def program_files(folder: Traversable, within: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the program's files with their names, in no order."""
    for each in folder.iterdir():
        name = f"{within}{each.name}"
        if each.is_file():
            yield name, each
        elif each.name not in _BUILT:
            yield from program_files(each, f"{name}/")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures of a game, the digest of its file, and the program that computed them."""

    par: Par
    digest: str
    """SHA-256 of the game's file, in hexadecimal."""
    version: str
    program: str = field(default_factory=program_digest)
    """SHA-256 of the program's files."""
    counted: Vulnerability | None = None
    """What counting cards is worth, if it was measured."""

    @property
    def source(self) -> dict[str, object]:
        """Where the sheet's figures come from, as every result says it."""
        known = provenance(self.par.game, decks=self.par.decks)
        return known | {"version": self.version, "digest": f"sha256:{self.digest}"}


def rules_of(sheet: Sheet, bet: str, place: int) -> tuple[str, ...]:
    """Return the paragraphs that decide one outcome of a bet, by the place of its pay line."""
    kind = sheet.par.game.bets[bet]
    return kind.pays[place].rules if place < len(kind.pays) else kind.loses
