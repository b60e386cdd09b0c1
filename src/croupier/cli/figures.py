"""Odds as a page for people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cards import Rank
from croupier.cli.screen import STAGES
from croupier.game import Game, Stage
from croupier.odds import BetOdds, GameOdds


def sheet(found: GameOdds, decks: int | None) -> Group:
    """Lay out every bet, its outcomes and what it costs, then the insurance offers."""
    shoe = f"{decks} decks, " if decks else ""
    head = Text(f"{found.game.title}: {shoe}{found.left.cards} cards", "bold")
    parts: list[RenderableType] = [head, "", _bets(found)]
    if found.insurance:
        parts += ["", *_insurance(found)]
    return Group(*parts)


def _bets(found: GameOdds) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("bet", no_wrap=True)
    table.add_column("when")
    for heading in ("pays", "chance", "edge", "resolved", "sd"):
        table.add_column(heading, justify="right", no_wrap=True)
    for key, bet in found.bets.items():
        for place, end in enumerate(bet.outcomes):
            own = _costs(bet) if place == 0 else ("", "", "")
            name = found.game.names[key] if place == 0 else ""
            pays = f"{end.pays.numerator}:{end.pays.denominator}"
            shown = {0: "push", -1: "lost"}.get(end.pays.numerator, pays)
            chance = f"{float(end.probability):.4%}"
            table.add_row(name, end.when, pays if end.pays > 0 else shown, chance, *own)
        table.add_row()
    return table


def _costs(bet: BetOdds) -> tuple[str, str, str]:
    return f"{float(bet.house_edge):.4%}", f"{float(bet.resolved_edge):.4%}", f"{bet.sd:.3f}"


def removal(game: Game, effects: Mapping[str, Mapping[Rank, Fraction]]) -> Group:
    """Draw the effects of removal: a bet a column, a rank a row, in hundredths of a percent."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("gone", no_wrap=True)
    for key in effects:
        table.add_column(game.names[key], justify="right")
    for rank in Rank:
        cells = [
            f"{float(row[rank]) * 10_000:+.2f}" if rank in row else "" for row in effects.values()
        ]
        table.add_row("10" if rank is Rank.TEN else str(rank), *cells)
    head = Text("What one card fewer changes, in hundredths of a percent of the stake", "bold")
    return Group(head, "", table)


def _insurance(found: GameOdds) -> list[RenderableType]:
    """Draw a table for each hand and stage: Player's total down, Banker's across."""
    parts: list[RenderableType] = [
        Text("Insurance: what a unit brings on average; * favours the bettor", "bold")
    ]
    for stage in Stage:
        for key in dict.fromkeys(row.kind.key for row in found.insurance):
            rows = [r for r in found.insurance if r.kind.key == key and r.offer.stage is stage]
            if not rows:
                continue
            bankers = sorted({row.offer.banker_total for row in rows})
            table = Table(box=None, padding=(0, 1), header_style="dim")
            table.add_column("Player")
            for banker in bankers:
                table.add_column(f"Banker {banker}", justify="right", no_wrap=True)
            for player in sorted({row.offer.player_total for row in rows}):
                cells = {r.offer.banker_total: r for r in rows if r.offer.player_total == player}
                shown = []
                for banker in bankers:
                    ev = cells[banker].ev if banker in cells else None
                    mark = "*" if ev is not None and ev > 0 else ""
                    shown.append("" if ev is None else f"{float(ev):+.2%}{mark}")
                table.add_row(str(player), *shown)
            parts += ["", f"{found.game.names[key]}, {STAGES[stage]}", table]
    return parts
