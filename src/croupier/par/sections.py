"""The sections of a PAR sheet in their order, and the sheet put together as JSON and as CSV.

A section is one row of `SECTIONS` and two templates, `sections/NAME.typ` and `sections/NAME.html`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO

from croupier.par import cut_card, figures, rules_text, volatility, vulnerability
from croupier.par.contents import Sheet

View = dict[str, object]
Row = dict[str, object]


def _nothing(_: Sheet) -> View:
    return {}


def _no_rows(_: Sheet) -> Iterator[Row]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a sheet, for every format."""

    name: str
    """Of its templates."""
    view: Callable[[Sheet], View | None] = _nothing
    """What its templates show, by names that no other section has; None leaves the section out."""
    written: Callable[[Sheet], View] = _nothing
    """What it adds to the JSON."""
    rows: Callable[[Sheet], Iterator[Row]] = _no_rows
    """What it adds to the CSV."""


def _head(sheet: Sheet) -> View:
    par = sheet.par
    least, most = par.game.decks.least, par.game.decks.most
    return {
        "title": par.game.title,
        "key": par.game.key,
        "source": par.game.source,
        "shoe": f"{rules_text.decks(par.decks)}, {par.found.left.cards} cards",
        "permitted": (
            rules_text.decks(least) if least == most else f"{least} to {rules_text.decks(most)}"
        ),
        "combinations": f"{par.found.left.coups:,}",
        "version": sheet.version,
        "digest": sheet.digest,
        "program": sheet.program,
    }


def _write_head(sheet: Sheet) -> View:
    par, game = sheet.par, sheet.par.game
    return {
        "sheet": "par",
        "croupier": sheet.version,
        **sheet.source,
        "program_digest": f"sha256:{sheet.program}",
        "title": game.title,
        "source": game.source,
        "permitted": [game.decks.least, game.decks.most],
        "cards": par.found.left.cards,
        "combinations": str(par.found.left.coups),
    }


def _head_rows(sheet: Sheet) -> Iterator[Row]:
    head = _write_head(sheet)
    for name in ("game", "title", "source", "digest", "croupier", "program_digest", "combinations"):
        yield {"section": "sheet", "decks": sheet.par.decks, "event": name, "pays": head[name]}


SECTIONS: tuple[Section, ...] = (
    Section("head", _head, _write_head, _head_rows),
    Section("costs", figures.costs, figures.write_bets, figures.decks_rows),
    Section("rules", rules_text.view),
    Section("bets", rows=figures.bet_rows),
    Section("volatility", volatility.view, volatility.write_basis, volatility.rows),
    Section("decks", figures.by_decks, figures.write_by_decks),
    Section("insurance", figures.insurance, figures.write_insurance, figures.insurance_rows),
    Section("removal", figures.removal, figures.write_removal, figures.removal_rows),
    Section("vulnerability", vulnerability.view, vulnerability.write_json, vulnerability.rows),
    Section("cut_card", cut_card.view, cut_card.write_json, cut_card.rows),
    Section("paragraphs", rules_text.view_cited),
)


def view(sheet: Sheet) -> View:
    """Return all texts and written numbers of the sheet; the templates only lay them out."""
    shown: View = {"sections": []}
    names: list[str] = []
    for section in SECTIONS:
        found = section.view(sheet)
        if found is not None:
            names.append(section.name)
            assert not shown.keys() & found.keys(), "a name belongs to one section"
            shown |= found
    return shown | {"sections": names}


def as_json(sheet: Sheet) -> str:
    """Return the sheet as JSON: probabilities are exact ratios, counts are whole numbers."""
    content: View = {}
    for section in SECTIONS:
        content |= section.written(sheet)
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


COLUMNS = (
    *("section", "decks", "bet", "event", "pays", "combinations", "probability", "contribution"),
    *("house_edge", "house_edge_exact", "resolved_edge", "resolved_edge_exact"),
    *("sd", "hit_frequency"),
    *("stage", "player_total", "banker_total", "frequency", "ev", "rank", "change", "rules"),
    *("favours_patron", "variance", "variance_exact", "volatility_index"),
    *("one_in", "share_of_return", "share_of_variance"),
    *("rounds", "level", "low", "high", "without", "with_one", "one_takes", "chance_of_none"),
    "stderr",
    *vulnerability.COLUMNS,
)


def as_csv(sheet: Sheet) -> str:
    """Return the sheet as one table; `section` says what a row is about, unused cells are empty."""
    text = StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    for section in SECTIONS:
        for row in section.rows(sheet):
            rules = row.get("rules")
            joined = {"rules": " ".join(rules)} if isinstance(rules, list | tuple) else {}
            table.writerow(row | joined)
    return text.getvalue()
