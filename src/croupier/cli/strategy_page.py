"""What came of a strategy as a page for people."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cli.strategy import Played
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.strategy.results import SURE, Fortune, Spread

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def page(made: Played) -> Group:
    """Lay out edge and swings, then how results fall, then ruin and the exact edges."""
    found = made.found
    sitting = found.sitting
    plan, game = sitting.house.plan, sitting.house.game
    decks = f"{plan.decks} deck{'' if plan.decks == 1 else 's'}"
    how = ", as casinos deal" if sitting.casino else ""
    name = sitting.system.name
    head = f"{game.title}: {name}, {decks}, cut at {plan.cut}{how}, seed {plan.seed}"
    parts: list[RenderableType] = [Text(head, "bold"), "", _sums(found), "", _spreads(found)]
    if sitting.limits.bankroll is not None:
        parts += ["", _ruin(found)]
    if found.batteries:
        parts += ["", _exact(found)]
    speed = f"  {made.seconds:.2f} s, {found.rounds / made.seconds:,.0f} rounds/s"
    note = "  results in chips; ± is 1.96 standard errors, by shoes"
    return Group(*parts, "", speed, Text(note, "dim"))


def _sums(found: Fortune) -> Table:
    table = Table.grid(padding=(0, 2), pad_edge=True)
    sessions = f"{found.sessions:,} session{'' if found.sessions == 1 else 's'}"
    shoes = f"{found.shoes.many:,} shoes, {sessions}"
    table.add_row("rounds", f"{found.rounds:,} in {shoes}")
    table.add_row("bet on", f"{found.bets:,}, {found.bets / found.rounds:.3%} of the rounds")
    table.add_row("wagered", f"{found.wagered:,} chips")
    table.add_row("brought", f"{found.net / found.unit:+,.2f} chips")
    edge = _off(found.edge.value, found.edge.stderr)
    table.add_row("per chip", edge)
    table.add_row("fresh shoe", _fresh(found))
    table.add_row("per round", f"{found.net / found.unit / found.rounds:+.5f} chips")
    table.add_row("sd of a round", f"{found.sd_per_round:.4f} chips")
    return table


def _fresh(found: Fortune) -> str:
    """Say what the bets bring in a fresh shoe."""
    house = found.sitting.house
    left = Composition.of_decks(house.plan.decks)
    kinds = [house.game.bets[bet] for bet in house.bets[:3]]
    evs = [f"{kind.name} {float(bet_odds(kind, *weigh(kind, left)).ev):+.4%}" for kind in kinds]
    return f"{', '.join(evs)}{' …' if len(house.bets) > 3 else ''}, exact"


def _off(value: float | None, error: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:+.3%}" + (f" ± {SURE * error:.3%}" if error is not None else "")


def _spreads(found: Fortune) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("", no_wrap=True)
    shares = [f"{share:.0%}" for share in SHARES]
    for heading in ("mean", "sd", "least", *shares, "most"):
        table.add_column(heading, justify="right", no_wrap=True)
    rows: list[tuple[str, Spread, int]] = [("a shoe", found.shoes, found.unit)]
    if found.sitting.session > 1:
        rows.append(("a session", found.sums, found.unit))
    rows.append(("drawdown", found.depths, found.unit))
    rows.append(("in rounds", found.lengths, 1))
    for name, spread, unit in rows:
        ordered = min(spread.counts), *spread.quantiles(*SHARES), max(spread.counts)
        numbers = [_short(number / unit) for number in ordered]
        table.add_row(name, _short(spread.mean / unit), _short(spread.sd / unit), *numbers)
    return table


def _short(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def _ruin(found: Fortune) -> Table:
    chance, low, high = found.risk
    shoes = found.sitting.session
    table = Table.grid(padding=(0, 2), pad_edge=True)
    table.add_row("ruined", f"{found.ruined:,} of {found.sessions:,} sessions")
    length = "one shoe" if shoes == 1 else f"{shoes:,} shoes"
    table.add_row("risk", f"{chance:.3%} ({low:.3%} to {high:.3%}) in {length}")
    return table


def _exact(found: Fortune) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("exact odds", no_wrap=True)
    for heading in ("bet on", "edge then", "per 100 rounds"):
        table.add_column(heading, justify="right", no_wrap=True)
    for battery in found.batteries:
        often, edge = battery.frequency, battery.edge
        won = 100 * (edge.value or 0) * (often.value or 0)
        name = found.sitting.house.game.names[battery.bet]
        shares = _off(often.value, often.stderr).lstrip("+"), _off(edge.value, edge.stderr)
        table.add_row(name, *shares, f"{won:+.4f}")
    return table
