"""The figures of the bets on a sheet: what each costs, its pay lines, other decks, insurance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.game import Banker, Stage
from croupier.odds import BetOdds, OfferOdds
from croupier.odds.bet_odds import Outcome, write_edge, write_insured
from croupier.par import drawings
from croupier.par.contents import Sheet, contribution, rules_of
from croupier.par.rules_text import cite
from croupier.par.volatility import volatility_index, write_hold, write_top_award

View = dict[str, object]
"""Texts and written numbers for a page's template."""
Row = dict[str, object]
"""A row of the CSV."""

STAGES = {Stage.FOUR_CARDS: "after four cards", Stage.PLAYER_THIRD: "after Player's third card"}


def percent(value: Fraction | float, digits: int = 4) -> str:
    """Return a part of one as a percentage for people."""
    return f"{float(value) * 100:.{digits}f}%".replace("-", "\N{MINUS SIGN}")


def one_in(chance: Fraction) -> str:
    """Return how many times something is tried for each time it comes, for people."""
    if not chance:
        return "never"
    rare = float(1 / chance)
    return f"{rare:,.2f}" if rare < 1_000 else f"{rare:,.0f}"


def costs(sheet: Sheet) -> View:
    """Return what each bet costs, and each with its pay lines."""
    par = sheet.par
    bank = "the player-dealer" if par.game.bank.by is Banker.PLAYER_DEALER else "the house"
    bets = par.found.bets
    return {
        "bank": bank,
        "bets": [_bet(sheet, key, bet) for key, bet in bets.items()],
        "favoured_bets": [par.game.names[key] for key, bet in bets.items() if bet.ev > 0],
    }


def _pays(end: Outcome) -> str:
    if end.pays == -1:
        return "lost"
    return "returned" if end.pays == 0 else end.odds


def _bet(sheet: Sheet, key: str, bet: BetOdds) -> View:
    par = sheet.par
    returned = sum((contribution(end) for end in bet.outcomes), Fraction(0))
    return {
        "name": par.game.names[key],
        "favours": bet.ev > 0,
        "edge": percent(bet.house_edge),
        "resolved": percent(bet.resolved_edge),
        "sd": f"{bet.sd:.4f}",
        "hits": percent(bet.hit_frequency),
        "one_in": one_in(bet.hit_frequency),
        "return": percent(returned),
        "exact": f"{bet.house_edge.numerator:,} / {bet.house_edge.denominator:,}".replace(
            "-", "\N{MINUS SIGN}"
        ),
        "ends": [
            {
                "when": end.when[:1].upper() + end.when[1:],
                "pays": _pays(end),
                "combinations": f"{par.combinations(end):,}",
                "probability": percent(end.probability, 6),
                "one_in": one_in(end.probability),
                "contribution": percent(contribution(end), 6),
                "cites": cite(par.game, rules_of(sheet, key, place)),
            }
            for place, end in enumerate(bet.outcomes)
        ],
        "total": {
            "combinations": f"{par.found.left.coups:,}",
            "probability": percent(Fraction(1), 6),
            "contribution": percent(returned, 6),
        },
    }


def write_bets(sheet: Sheet) -> dict[str, object]:
    """Return the bets as JSON: probabilities are exact ratios, counts are whole numbers."""
    par = sheet.par
    return {
        "bets": {
            key: {
                "name": par.game.names[key],
                **_figures(bet),
                "hold": write_hold(bet),
                "top_award": write_top_award(bet),
                "outcomes": [
                    {
                        "when": end.when,
                        "pays": str(end.pays),
                        "combinations": str(par.combinations(end)),
                        "probability": str(end.probability),
                        **_shares(bet, end),
                        "rules": list(rules_of(sheet, key, place)),
                    }
                    for place, end in enumerate(bet.outcomes)
                ],
            }
            for key, bet in par.found.bets.items()
        }
    }


def _figures(bet: BetOdds) -> dict[str, object]:
    return {
        "ev": str(bet.ev),
        **write_edge(bet.house_edge),
        "resolved_edge": float(bet.resolved_edge),
        "resolved_edge_exact": str(bet.resolved_edge),
        "favours_patron": bet.ev > 0,
        "hit_frequency": str(bet.hit_frequency),
        "sd": bet.sd,
        "variance": float(bet.variance),
        "variance_exact": str(bet.variance),
        "volatility_index": volatility_index(bet),
    }


def _shares(bet: BetOdds, end: Outcome) -> dict[str, object]:
    """Return what one outcome contributes: to the return, and to the variance."""
    returned, apart = contribution(end), (end.pays - bet.ev) ** 2 * end.probability
    everything = 1 + bet.ev
    return {
        "one_in": float(1 / end.probability) if end.probability else None,
        "contribution": str(returned),
        "share_of_return": float(returned / everything) if everything else None,
        "share_of_variance": float(apart / bet.variance) if bet.variance else None,
    }


def bet_rows(sheet: Sheet) -> Iterator[Row]:
    """Yield a row for each outcome of each bet."""
    par = sheet.par
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
                **_shares(bet, end),
                "rules": rules_of(sheet, key, place),
            }


def by_decks(sheet: Sheet) -> View | None:
    """Return both edges of each bet with every number of decks; None if one alone is permitted."""
    par = sheet.par
    drawn = drawings.edge_by_decks(sheet)
    if drawn is None:
        return None
    bets = par.by_decks.values()
    return {
        "decks": [str(number) for number in par.by_decks],
        "by_decks": [
            {
                "name": par.game.names[key],
                "placed": [percent(each[key].house_edge) for each in bets],
                "resolved": [percent(each[key].resolved_edge) for each in bets],
                "chosen": [number == par.decks for number in par.by_decks],
                "favours": [each[key].ev > 0 for each in bets],
            }
            for key in par.found.bets
        ],
        "edge_by_decks": drawn,
    }


def write_by_decks(sheet: Sheet) -> dict[str, object]:
    """Return the bets with every permitted number of decks as JSON."""
    return {
        "by_decks": {
            str(decks): {key: _figures(bet) for key, bet in bets.items()}
            for decks, bets in sheet.par.by_decks.items()
        }
    }


def decks_rows(sheet: Sheet) -> Iterator[Row]:
    """Yield a row for each bet and number of decks."""
    for decks, bets in sheet.par.by_decks.items():
        for key, bet in bets.items():
            yield {"section": "bet", "decks": decks, "bet": key, **_figures(bet)}


def insurance(sheet: Sheet) -> View | None:
    """Return the offers of insurance, and what it makes of a bet; None without any."""
    game, found = sheet.par.game, sheet.par.found
    if game.insurance is None:
        return None
    return {
        "insurance": list(_offer_tables(found.insurance)),
        "favoured": sum(row.ev is not None and row.ev > 0 for row in found.insurance),
        "insured": [
            {
                "name": game.names[key],
                "edges": [
                    percent(-ev) for ev in (found.bets[key].ev, insured.by_totals, insured.by_cards)
                ],
            }
            for key, insured in found.insured.items()
        ],
        "insurance_rules": cite(game, (*game.insurance.offered, *game.insurance.cap)),
    }


def _offer_tables(rows: tuple[OfferOdds, ...]) -> Iterator[View]:
    """Yield a table for each hand and stage: a row a Player total, a column a Banker total."""
    for stage in Stage:
        for name in dict.fromkeys(row.kind.name for row in rows):
            here = [row for row in rows if row.kind.name == name and row.offer.stage is stage]
            if not here:
                continue
            cells = {(row.offer.player_total, row.offer.banker_total): row for row in here}
            bankers = sorted({banker for _, banker in cells})
            yield {
                "name": f"{name}, {STAGES[stage]}",
                "bankers": [str(banker) for banker in bankers],
                "rows": [
                    {
                        "player": str(player),
                        "cells": [_cell(cells.get((player, banker))) for banker in bankers],
                    }
                    for player in sorted({player for player, _ in cells})
                ],
            }


def _cell(row: OfferOdds | None) -> View:
    if row is None:
        return {"odds": "", "ev": "", "often": "", "favours": False}
    if row.ev is None:
        return {"odds": str(row.odds), "ev": "never", "often": "", "favours": False}
    sign = "+" if row.ev > 0 else ""
    return {
        "odds": str(row.odds),
        "ev": f"{sign}{percent(row.ev, 2)}",
        "often": percent(row.frequency, 3),
        "favours": row.ev > 0,
    }


def write_insurance(sheet: Sheet) -> dict[str, object]:
    """Return the offers of insurance as JSON."""
    found = sheet.par.found
    return {
        "insurance": [_offer(row) for row in found.insurance],
        "with_insurance": {key: write_insured(one) for key, one in found.insured.items()},
    }


def _offer(row: OfferOdds) -> dict[str, object]:
    return {
        "stage": str(row.offer.stage),
        "player_total": row.offer.player_total,
        "banker_total": row.offer.banker_total,
        "pays": str(row.offer.odds.ratio),
        "frequency": str(row.frequency),
        "ev": None if row.ev is None else str(row.ev),
        "rules": list(row.offer.rules),
        "bet": row.kind.key,
    }


def insurance_rows(sheet: Sheet) -> Iterator[Row]:
    """Yield a row for each offer of insurance, and for each bet with it."""
    found, decks = sheet.par.found, sheet.par.decks
    for offer in found.insurance:
        yield {"section": "insurance", "decks": decks, **_offer(offer)}
    for key, insured in found.insured.items():
        for name, ev in (("by_totals", insured.by_totals), ("by_cards", insured.by_cards)):
            row = {"bet": key, "event": name, **write_edge(-ev), "ev": str(ev)}
            yield {"section": "with_insurance", "decks": decks, **row}


def removal(sheet: Sheet) -> View:
    """Return what removing a card changes, drawn."""
    return {"removal": drawings.removal(sheet)}


def write_removal(sheet: Sheet) -> dict[str, object]:
    """Return what removing a card changes as JSON."""
    return {
        "removal": {
            key: {str(rank): str(change) for rank, change in row.items()}
            for key, row in sheet.par.removal.items()
        }
    }


def removal_rows(sheet: Sheet) -> Iterator[Row]:
    """Yield a row for each bet and rank."""
    for key, changes in sheet.par.removal.items():
        for rank, change in changes.items():
            row = {"bet": key, "rank": str(rank), "change": str(change)}
            yield {"section": "removal", "decks": sheet.par.decks, **row}
