"""Figures of the catalogue that are written once and held by tests: of usual decks, and the docs.

`python tests/catalogue_figures.py` writes them anew after a bet was added or changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from croupier.game.catalogue import Published, SideBet, side_bets
from croupier.odds.side_bets import KEPT_DECKS, USUAL_DECKS, Cost, computed, kept, write_cost

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "src" / "croupier" / "game" / "side_bets" / "figures.json"
PAGE = ROOT / "docs" / "side-bets.md"
BEGIN, END = "<!-- bets: begin -->\n", "<!-- bets: end -->\n"


def written(figures: dict[int, dict[str, Cost]]) -> str:
    """Return the text of the file of figures."""
    rows = {
        str(decks): {key: write_cost(found[key]) for key in sorted(found)}
        for decks, found in figures.items()
    }
    return json.dumps(rows, indent=1) + "\n"


def table() -> str:
    """Return the table of the docs: every bet, its edge, and what is published of it."""
    return "".join(_rows(list(side_bets().values())))


def _rows(bets: list[SideBet]) -> Iterator[str]:
    yield "| bet | name | edge, 8 decks | published | where |\n|---|---|---|---|---|\n"
    kin = ""
    for bet in bets:
        if bet.kin != kin:
            kin = bet.kin
            yield f"| **{kin}** | | | | |\n"
        edge = f"{float(100 * kept(USUAL_DECKS)[bet.key].edge):.4f}%"
        told = "; ".join(map(_published, bet.published)) or "–"
        where = "; ".join(dict.fromkeys(each.source for each in bet.published))
        yield f"| `{bet.key}` | {bet.name} | {edge} | {told} | {where} |\n"


def _published(row: Published) -> str:
    decks = "" if row.decks == USUAL_DECKS else f" ({row.decks} decks)"
    return f"{row.edge}{decks}{'*' if row.differs else ''}"


def paged(text: str) -> str:
    """Return the docs page with its table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


def main() -> None:
    """Write both anew."""
    bets = side_bets().values()
    figures = {decks: {b.key: computed(b, decks) for b in bets} for decks in KEPT_DECKS}
    KEPT.write_text(written(figures), "utf-8")
    kept.cache_clear()
    PAGE.write_text(paged(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
