"""Exact results: odds and PAR sheets. Nothing here needs numpy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.game.model import Game
from croupier.lab.results import Result, Row, not_installed, percent
from croupier.odds.bet_odds import BetOdds, GameOdds, odds, write_edge, write_odds
from croupier.odds.composition import Composition
from croupier.par import FORMATS, Sheet, as_json, format_of, par, write
from croupier.par.vulnerability import measure
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
    return ParSheet(Sheet(par(game, decks), game.digest, version(), counted=measure(game, decks)))
