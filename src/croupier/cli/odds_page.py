"""Odds as a page for people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cards import Rank
from croupier.cli.screen import STAGES, cards
from croupier.game import Banker, Game, Stage
from croupier.odds import BetOdds, Composition, GameOdds, MidRound


def sheet(found: GameOdds, decks: int | None) -> Group:
    """Lay out every bet, its outcomes and what it costs, then the insurance offers."""
    shoe = f"{decks} deck{'' if decks == 1 else 's'}, " if decks else ""
    head = Text(f"{found.game.title}: {shoe}{found.left.cards} cards", "bold")
    parts: list[RenderableType] = [head, "", _bets(found)]
    if found.game.bank.by is Banker.PLAYER_DEALER:
        parts.append("Before fees, and where the player-dealer's wager covers every bet.")
    if found.insurance:
        parts += ["", *_insurance(found), "", *_insured(found)]
    return Group(*parts)


def _bets(found: GameOdds) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("bet", no_wrap=True)
    table.add_column("when", min_width=18)
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


def middle(game: Game, found: MidRound, left: Composition) -> Group:
    """Lay out a coup as it lies: what can still come, and what each bet is worth from here."""
    coup = found.coup
    next_card = "complete" if coup.next is None else f"next card to {coup.next.capitalize()}"
    head = Text(f"{game.title}\n{left.cards} cards left, {next_card}", "bold")
    hands = Table.grid(padding=(0, 3), pad_edge=True)
    for name, hand in (("Player", coup.player), ("Banker", coup.banker)):
        hands.add_row(name, cards(hand), Text(str(hand.total), "bold"))
    chances = ", ".join(
        f"{name.capitalize()} {float(chance):.4%}" for name, chance in found.results.items()
    )
    bets = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in ("bet", "now", "wins", "brings"):
        bets.add_column(heading, justify="left" if heading in ("bet", "now") else "right")
    for key, bet in found.bets.items():
        chance, worth = f"{float(bet.hit_frequency):.4%}", f"{float(bet.ev):+.4%}"
        bets.add_row(game.names[key], str(found.statuses[key]), chance, worth)
    for row in found.insurance:
        bets.add_row(row.kind.name, f"on offer at {row.offer.odds}", "", f"{float(row.ev):+.4%}")
    return Group(head, "", hands, "", f"  {chances}", "", bets)


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


def _insured(found: GameOdds) -> list[RenderableType]:
    """Show what a bet on a hand costs with its insurance played as well as it can be."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("edge of the bet")
    for heading in ("not insured", "seeing totals", "counting cards"):
        table.add_column(heading, justify="right", no_wrap=True)
    for key, insured in found.insured.items():
        evs = (found.bets[key].ev, insured.by_totals, insured.by_cards)
        table.add_row(found.game.names[key], *(f"{float(-ev):.4%}" for ev in evs))
    head = Text("With insurance whenever it pays, as much as the cap allows", "bold")
    return [head, "", table]
