"""Exact results: odds, PAR sheets, what removing a card changes. Nothing here needs numpy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier.cards import Rank
from croupier.errors import Code, InvalidInput, brief, did_you_mean
from croupier.game.model import Game
from croupier.lab.results import Result, Row, not_installed, percent
from croupier.odds.bet_odds import BetOdds, GameOdds, bet_odds, odds, weigh, write_edge, write_odds
from croupier.odds.composition import Composition
from croupier.odds.removal import effects_of_removal, write_removal
from croupier.par import FORMATS, Sheet, as_json, format_of, par, write
from croupier.provenance import provenance, version

_MOST_NAMED = 3


def shoe_words(decks: int | None, cards: int) -> str:
    """Return a shoe in words: whole decks, or so many cards."""
    return f"{cards} cards" if decks is None else f"{decks} deck{'' if decks == 1 else 's'}"


def edges_in_words(edges: Mapping[str, float]) -> str:
    """Return the edges of the first few bets."""
    shown = [f"{bet} {percent(edge)}" for bet, edge in list(edges.items())[:_MOST_NAMED]]
    more = len(edges) - len(shown)
    return ", ".join(shown) + (f", {more} more" if more else "")


@dataclass(frozen=True, repr=False)
class ExactOdds(Result, Mapping[str, BetOdds]):
    """The exact odds of a game's bets; `odds["tie"].house_edge` is an exact `Fraction`."""

    found: GameOdds
    decks: int | None
    """None where cards left were given."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.found.game

    @property
    def provenance(self) -> Mapping[str, object]:
        """Version, digest of the game and decks."""
        return provenance(self.game, decks=self.decks)

    def __getitem__(self, bet: str) -> BetOdds:
        return self.found.bets[bet]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found.bets)

    def __len__(self) -> int:
        return len(self.found.bets)

    def to_dict(self) -> dict[str, Any]:
        """Return what `croupier odds --json` prints."""
        return write_odds(self.found, self.decks)

    def to_rows(self) -> Sequence[Row]:
        """Return a row for each bet."""
        return bet_rows(self.game, self.found.bets)

    def _headline(self) -> str:
        edges = {key: float(bet.house_edge) for key, bet in self.found.bets.items()}
        shoe = shoe_words(self.decks, self.found.left.cards)
        return f"{self.game.key}, {shoe}: {edges_in_words(edges)}"


def bet_rows(game: Game, bets: Mapping[str, BetOdds]) -> Sequence[Row]:
    """Return a row for each bet."""
    return [
        {
            "bet": key,
            "name": game.names[key],
            **write_edge(bet.house_edge),
            "resolved_edge": float(bet.resolved_edge),
            "hit_frequency": float(bet.hit_frequency),
            "sd": bet.sd,
        }
        for key, bet in bets.items()
    ]


def game_odds(game: Game, decks: int, cards_left: Sequence[int] | None) -> ExactOdds:
    """Return the odds for whole decks, or for the cards left of each rank."""
    if cards_left is not None:
        left = Composition.of_ranks([int(count) for count in cards_left])
        return ExactOdds(odds(game, left), None)
    return ExactOdds(odds(game, Composition.of_decks(decks)), decks)


@dataclass(frozen=True, repr=False)
class ParSheet(Result):
    """A PAR sheet: the odds for every permitted number of decks; `write` makes the file."""

    sheet: Sheet

    @property
    def game(self) -> Game:
        """The game."""
        return self.sheet.par.game

    @property
    def provenance(self) -> Mapping[str, object]:
        """Version, digest of the game and decks."""
        return provenance(self.game, decks=self.sheet.par.decks)

    def write(self, path: str | Path) -> Path:
        """Write the sheet as its name ends: .pdf, .html, .json or .csv; return the path."""
        path = Path(path)
        kind = format_of(path)
        if kind is None:
            ends = ", .".join(FORMATS)
            raise ValueError(f"a sheet is a file that ends in .{ends}, not {path.name!r}")
        try:
            path.write_bytes(write(self.sheet, kind))
        except ModuleNotFoundError as missing:
            raise not_installed(f"a .{kind}", missing.name, "par") from None
        return path

    def to_dict(self) -> dict[str, Any]:
        """Return what the sheet has as JSON."""
        found: dict[str, Any] = json.loads(as_json(self.sheet))
        return found

    def to_rows(self) -> Sequence[Row]:
        """Return a row for each bet and number of decks."""
        return [
            {"decks": decks, **row}
            for decks, found in self.sheet.par.by_decks.items()
            for row in bet_rows(self.game, found)
        ]

    def _headline(self) -> str:
        found = self.sheet.par
        permitted = f"{self.game.decks.least} to {self.game.decks.most}"
        shoe = f"{shoe_words(found.decks, 0)} of {permitted}"
        return f"{self.game.key}, {shoe}: {len(found.found.bets)} bets"


def par_sheet(game: Game, decks: int) -> ParSheet:
    """Return the PAR sheet of a game."""
    return ParSheet(Sheet(par(game, decks), game.digest, version()))


@dataclass(frozen=True, slots=True)
class BetCount:
    """What can be won by counting on a bet: its result in a full shoe, and what a card changes."""

    ev: Fraction
    """The expected result of a unit in the full shoe."""
    effects: Mapping[Rank, Fraction]
    """How much that changes when a card of the rank is removed; exact."""


@dataclass(frozen=True, repr=False)
class Counting(Result, Mapping[str, BetCount]):
    """What removing cards changes, by bet: `counting["tie"].effects` are exact."""

    game: Game
    decks: int
    bets: Mapping[str, BetCount]

    @property
    def provenance(self) -> Mapping[str, object]:
        """Version, digest of the game and decks."""
        return provenance(self.game, decks=self.decks)

    def __getitem__(self, bet: str) -> BetCount:
        return self.bets[bet]

    def __iter__(self) -> Iterator[str]:
        return iter(self.bets)

    def __len__(self) -> int:
        return len(self.bets)

    def to_dict(self) -> dict[str, Any]:
        """Return everything, effects as exact ratios and as numbers."""
        exact = write_removal({key: bet.effects for key, bet in self.bets.items()})
        return {
            "game": self.game.key,
            "bets": {
                key: {
                    "ev": str(bet.ev),
                    **write_edge(-bet.ev),
                    "effects": {str(rank): float(change) for rank, change in bet.effects.items()},
                    "effects_exact": exact[key],
                }
                for key, bet in self.bets.items()
            },
            **self.provenance,
        }

    def to_rows(self) -> Sequence[Row]:
        """Return a row for each bet and rank."""
        return [
            {
                "bet": key,
                "rank": str(rank),
                "effect": float(change),
                "effect_exact": str(change),
            }
            for key, bet in self.bets.items()
            for rank, change in bet.effects.items()
        ]

    def _headline(self) -> str:
        strongest = {
            key: max(bet.effects.values(), key=abs, default=Fraction(0))
            for key, bet in self.bets.items()
        }
        shown = [f"{key} {float(most):+.6f}" for key, most in list(strongest.items())[:_MOST_NAMED]]
        more = f", {len(strongest) - len(shown)} more" if len(strongest) > len(shown) else ""
        shoe = shoe_words(self.decks, 0)
        return f"{self.game.key}, {shoe}: most by one card {', '.join(shown)}{more}"


def count_game(game: Game, decks: int, bets: Sequence[str]) -> Counting:
    """Return what removing a card changes, for these bets or, without any, for all of them."""
    for bet in bets:
        if bet not in game.bets:
            near = did_you_mean(bet, game.bets)
            known = ", ".join(game.bets)
            raise InvalidInput(
                Code.UNKNOWN_BET, f"{game.key} has no bet {brief(bet)}{near}; it has {known}"
            )
    some = replace(game, bets={key: game.bets[key] for key in bets or game.bets})
    left = Composition.of_decks(decks)
    effects = effects_of_removal(some, left)
    counts = {
        key: BetCount(bet_odds(kind, *weigh(kind, left)).ev, effects[key])
        for key, kind in some.bets.items()
    }
    return Counting(game, decks, counts)
