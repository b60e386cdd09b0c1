"""A simulation as a page for people: every edge beside the exact one."""

from __future__ import annotations

from rich.console import Group
from rich.table import Table
from rich.text import Text

from croupier.cli.simulation import Simulation
from croupier.odds import Composition
from croupier.odds.table import bet_odds, weigh


def page(made: Simulation) -> Group:
    """Lay out the bets with edge, error and the exact edge, then what was dealt and how fast."""
    game, plan, tally = made.game, made.plan, made.tally
    decks = f"{plan.decks} deck{'' if plan.decks == 1 else 's'}"
    head = Text(f"{game.title}: {decks}, cut at {plan.cut}, seed {plan.seed}", "bold")
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("bet", no_wrap=True)
    for heading in ("wins", "edge", "std. error", "exact", "off by"):
        table.add_column(heading, justify="right", no_wrap=True)
    fresh = Composition.of_decks(plan.decks)
    for key, bet in made.found.items():
        kind = game.bets[key]
        exact = float(bet_odds(kind, *weigh(kind, fresh)).house_edge)
        wins = sum(count for pays, count in bet.outcomes.items() if pays > 0) / bet.rounds
        off = f"{(-bet.ev - exact) / bet.stderr:+.1f} se" if bet.stderr else "-"
        edges = f"{-bet.ev:.4%}", f"{bet.stderr:.4%}", f"{exact:.4%}"
        table.add_row(kind.name, f"{wins:.4%}", *edges, off)
    dealt = f"  {tally.rounds:,} rounds in {tally.shoes:,} shoes"
    speed = f"  {made.seconds:.2f} s, {made.speed:,.0f} rounds/s"
    note = "  exact: the first coup of a fresh shoe; se: standard errors (docs/cut-card.md)"
    return Group(head, "", table, "", dealt, speed, Text(note, "dim"))
