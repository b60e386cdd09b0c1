"""PAR sheets: every figure of a game, exact; a file to be printed and signed, or for a program.

`croupier.par("tiger")` makes one: it is `croupier.lab.par`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path

from croupier.cards import Rank
from croupier.game.model import Game
from croupier.odds import BetOdds, OfferOdds
from croupier.odds.bet_odds import GameOdds, Outcome, odds, write_edge, write_insured
from croupier.odds.composition import Composition
from croupier.odds.removal import effects_of_removal
from croupier.par import vulnerability


@dataclass(frozen=True, slots=True)
class Par:
    """The odds of a game for each permitted number of decks, one of which the sheet is for."""

    game: Game
    decks: int
    by_decks: Mapping[int, GameOdds]
    removal: Mapping[str, Mapping[Rank, Fraction]]

    @property
    def found(self) -> GameOdds:
        """The odds for the number of decks that the sheet is for."""
        return self.by_decks[self.decks]

    def combinations(self, end: Outcome) -> int:
        """Return the number of orders of six cards in which a bet ends this way."""
        count = end.probability * self.found.left.coups
        assert count.denominator == 1, "a probability is a number of orders over all of them"
        return count.numerator


def contribution(end: Outcome) -> Fraction:
    """Return how much of a unit staked comes back this way: stake and profit, times the chance."""
    return (1 + end.pays) * end.probability


def par(game: Game, decks: int) -> Par:
    """Return the odds of a game for a sheet with this number of decks."""
    permitted = range(game.decks.least, game.decks.most + 1)
    return Par(
        game=game,
        decks=decks,
        by_decks={number: odds(game, Composition.of_decks(number)) for number in permitted},
        removal=effects_of_removal(game, Composition.of_decks(decks)),
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures of a game, the digest of its file, and the version that computed them."""

    par: Par
    digest: str
    """SHA-256 of the game's file, in hexadecimal."""
    version: str
    counted: vulnerability.Vulnerability | None = None
    """What counting cards is worth, if it was measured."""


def rules_of(sheet: Sheet, bet: str, place: int) -> tuple[str, ...]:
    """Return the paragraphs that decide one outcome of a bet, by the place of its pay line."""
    kind = sheet.par.game.bets[bet]
    return kind.pays[place].rules if place < len(kind.pays) else kind.loses


COLUMNS = (
    *("section", "decks", "bet", "event", "pays", "combinations", "probability", "contribution"),
    *("house_edge", "house_edge_exact", "resolved_edge", "resolved_edge_exact"),
    *("sd", "hit_frequency"),
    *("stage", "player_total", "banker_total", "frequency", "ev", "rank", "change", "rules"),
    *vulnerability.COLUMNS,
)


def as_json(sheet: Sheet) -> str:
    """Return the sheet as JSON: probabilities are exact ratios, counts are whole numbers."""
    par = sheet.par
    found, game = par.found, par.game
    content = {
        "sheet": "par",
        "croupier": sheet.version,
        "version": sheet.version,
        "game": game.key,
        "title": game.title,
        "source": game.source,
        "digest": f"sha256:{sheet.digest}",
        "decks": par.decks,
        "permitted": [game.decks.least, game.decks.most],
        "cards": found.left.cards,
        "combinations": str(found.left.coups),
        "bets": {
            key: {
                "name": game.names[key],
                **_figures(bet),
                "outcomes": [
                    {
                        "when": end.when,
                        "pays": str(end.pays),
                        "combinations": str(par.combinations(end)),
                        "probability": str(end.probability),
                        "contribution": str(contribution(end)),
                        "rules": list(rules_of(sheet, key, place)),
                    }
                    for place, end in enumerate(bet.outcomes)
                ],
            }
            for key, bet in found.bets.items()
        },
        "by_decks": {
            str(decks): {key: _figures(bet) for key, bet in other.bets.items()}
            for decks, other in par.by_decks.items()
        },
        "insurance": [
            {key: value for key, value in _offer(row).items() if key != "bet"}
            | {"bet": row.kind.key}
            for row in found.insurance
        ],
        "with_insurance": {key: write_insured(one) for key, one in found.insured.items()},
        "removal": {
            key: {str(rank): str(change) for rank, change in row.items()}
            for key, row in par.removal.items()
        },
        "vulnerability": sheet.counted and vulnerability.write(sheet.counted),
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _figures(bet: BetOdds) -> dict[str, object]:
    return {
        "ev": str(bet.ev),
        **write_edge(bet.house_edge),
        "resolved_edge": float(bet.resolved_edge),
        "resolved_edge_exact": str(bet.resolved_edge),
        "hit_frequency": str(bet.hit_frequency),
        "sd": bet.sd,
    }


def _offer(row: OfferOdds) -> dict[str, object]:
    return {
        "bet": row.kind.key,
        "stage": str(row.offer.stage),
        "player_total": row.offer.player_total,
        "banker_total": row.offer.banker_total,
        "pays": str(row.offer.odds.ratio),
        "frequency": str(row.frequency),
        "ev": None if row.ev is None else str(row.ev),
        "rules": list(row.offer.rules),
    }


def as_csv(sheet: Sheet) -> str:
    """Return the sheet as one table; `section` says what a row is about, unused cells are empty."""
    text = StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    for row in _rows(sheet):
        rules = row.get("rules")
        joined = {"rules": " ".join(rules)} if isinstance(rules, list | tuple) else {}
        table.writerow(row | joined)
    return text.getvalue()


def _rows(sheet: Sheet) -> Iterator[dict[str, object]]:
    par = sheet.par
    for name, value in (
        ("game", par.game.key),
        ("title", par.game.title),
        ("source", par.game.source),
        ("digest", f"sha256:{sheet.digest}"),
        ("croupier", sheet.version),
        ("combinations", str(par.found.left.coups)),
    ):
        yield {"section": "sheet", "decks": par.decks, "event": name, "pays": value}
    for decks, other in par.by_decks.items():
        for key, bet in other.bets.items():
            yield {"section": "bet", "decks": decks, "bet": key, **_figures(bet)}
    for key, bet in par.found.bets.items():
        for place, end in enumerate(bet.outcomes):
            yield {
                "section": "outcome",
                "decks": par.decks,
                "bet": key,
                "event": end.when,
                "pays": str(end.pays),
                "combinations": par.combinations(end),
                "probability": str(end.probability),
                "contribution": str(contribution(end)),
                "rules": rules_of(sheet, key, place),
            }
    for offer in par.found.insurance:
        yield {"section": "insurance", "decks": par.decks, **_offer(offer)}
    for key, insured in par.found.insured.items():
        for name, ev in (("by_totals", insured.by_totals), ("by_cards", insured.by_cards)):
            row = {"bet": key, "event": name, **write_edge(-ev), "ev": str(ev)}
            yield {"section": "with_insurance", "decks": par.decks, **row}
    for key, changes in par.removal.items():
        for rank, change in changes.items():
            row = {"bet": key, "rank": str(rank), "change": str(change)}
            yield {"section": "removal", "decks": par.decks, **row}
    if sheet.counted is not None:
        yield from vulnerability.rows(sheet.counted)


FORMATS = ("pdf", "html", "json", "csv")


def write(sheet: Sheet, kind: str) -> bytes:
    """Return the sheet as a file in one of the formats."""
    match kind:
        case "json":
            return as_json(sheet).encode()
        case "csv":
            return as_csv(sheet).encode()
        case "html":
            from croupier.par.sheet_text import as_html

            return as_html(sheet).encode()
        case _:
            from croupier.par.sheet_text import as_pdf

            return as_pdf(sheet)


def format_of(path: Path) -> str | None:
    """Return the format that a file's name ends with; None if it is none of ours."""
    kind = path.suffix.removeprefix(".").lower()
    return kind if kind in FORMATS else None
