"""A PAR sheet for programs: exact ratios as JSON, or a table of rows as CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import StringIO

from croupier.odds import BetOdds, OfferOdds
from croupier.par.sheet import Sheet, contribution, rules_of

COLUMNS = (
    *("section", "decks", "bet", "event", "pays", "combinations", "probability", "contribution"),
    *("house_edge", "resolved_edge", "sd", "hit_frequency"),
    *("stage", "player_total", "banker_total", "frequency", "ev", "rank", "change", "rules"),
)


def as_json(sheet: Sheet) -> str:
    """Return the sheet as JSON: probabilities are exact ratios, counts are whole numbers."""
    par = sheet.par
    found, game = par.found, par.game
    content = {
        "sheet": "par",
        "croupier": sheet.version,
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
        "with_insurance": {
            key: {"by_totals": str(-one.by_totals), "by_cards": str(-one.by_cards)}
            for key, one in found.insured.items()
        },
        "removal": {
            key: {str(rank): str(change) for rank, change in row.items()}
            for key, row in par.removal.items()
        },
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _figures(bet: BetOdds) -> dict[str, object]:
    return {
        "ev": str(bet.ev),
        "house_edge": str(bet.house_edge),
        "resolved_edge": str(bet.resolved_edge),
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
            row = {"bet": key, "event": name, "house_edge": str(-ev), "ev": str(ev)}
            yield {"section": "with_insurance", "decks": par.decks, **row}
    for key, changes in par.removal.items():
        for rank, change in changes.items():
            row = {"bet": key, "rank": str(rank), "change": str(change)}
            yield {"section": "removal", "decks": par.decks, **row}
