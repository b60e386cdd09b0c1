"""Pages of figures for people: odds, a simulation, a strategy; loaded only when one is shown."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cards import Rank
from croupier.cli.screen import cards
from croupier.game import Banker, Game, Stage
from croupier.game.model import BetKind
from croupier.odds import BetOdds, Composition, GameOdds, MidRound
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.words import say

if TYPE_CHECKING:
    # Strategies load the compiler, which a page of odds need not wait for.
    from croupier.lab.count_report import Counting
    from croupier.lab.playing import StrategyRun
    from croupier.lab.simulating import Simulation
    from croupier.strategy.count_figures import BetCounting, Play
    from croupier.strategy.results_and_ruin import Spread, StrategyResult

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_LITTLE = 0.05
"""What is won for 100 rounds has more digits below this."""


def odds_page(found: GameOdds, decks: int | None) -> Group:
    """Return the page with every bet, its outcomes and costs, then the insurance offers."""
    shoe = f"{_decks(decks)}, " if decks else ""
    head = Text(f"{found.game.title}: {shoe}{found.left.cards} cards", "bold")
    parts: list[RenderableType] = [head, "", _odds_rows(found)]
    if found.game.bank.by is Banker.PLAYER_DEALER:
        parts.append("Before fees, and where the player-dealer's wager covers every bet.")
    if found.insurance:
        parts += ["", *_insurance(found), "", *_insured(found)]
    return Group(*parts)


def _odds_rows(found: GameOdds) -> Table:
    table = _table()
    table.add_column("bet", no_wrap=True)
    table.add_column("when", min_width=18)
    for heading in ("pays", "chance", "edge", "resolved", "sd"):
        table.add_column(heading, justify="right", no_wrap=True)
    for key, bet in found.bets.items():
        for place, end in enumerate(bet.outcomes):
            costs = _costs(bet) if place == 0 else ("", "", "")
            name = found.game.names[key] if place == 0 else ""
            pays = "lost" if end.pays == -1 else end.odds if end.pays else "push"
            chance = f"{float(end.probability):.4%}"
            table.add_row(name, end.when, pays, chance, *costs)
        table.add_row()
    return table


def _costs(bet: BetOdds) -> tuple[str, str, str]:
    return f"{float(bet.house_edge):.4%}", f"{float(bet.resolved_edge):.4%}", f"{bet.sd:.3f}"


def mid_round_page(game: Game, found: MidRound, left: Composition) -> Group:
    """Return the page of an unfinished coup: what can still come, what each bet is worth now."""
    coup = found.coup
    next_card = "complete" if coup.next is None else f"next card to {coup.next.capitalize()}"
    head = Text(f"{game.title}\n{left.cards} cards left, {next_card}", "bold")
    hands = Table.grid(padding=(0, 3), pad_edge=True)
    for name, hand in (("Player", coup.player), ("Banker", coup.banker)):
        hands.add_row(name, cards(hand), Text(str(hand.total), "bold"))
    chances = ", ".join(
        f"{name.capitalize()} {float(chance):.4%}" for name, chance in found.results.items()
    )
    bets = _table()
    for heading in ("bet", "now", "wins", "brings"):
        bets.add_column(heading, justify="left" if heading in ("bet", "now") else "right")
    for key, bet in found.bets.items():
        chance, worth = f"{float(bet.hit_frequency):.4%}", f"{float(bet.ev):+.4%}"
        bets.add_row(game.names[key], str(found.statuses[key]), chance, worth)
    for row in found.insurance:
        bets.add_row(row.kind.name, f"on offer at {row.offer.odds}", "", f"{float(row.ev):+.4%}")
    return Group(head, "", hands, "", f"  {chances}", "", bets)


def removal_page(game: Game, effects: Mapping[str, Mapping[Rank, Fraction]]) -> Group:
    """Return the effects of removal: a column a bet, a row a rank, in hundredths of a percent."""
    table = _table()
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
    """Return a table for each hand and stage: a row a Player total, a column a Banker total."""
    parts: list[RenderableType] = [
        Text("Insurance: what a unit brings on average; * favours the bettor", "bold")
    ]
    for stage in Stage:
        for key in dict.fromkeys(row.kind.key for row in found.insurance):
            rows = [r for r in found.insurance if r.kind.key == key and r.offer.stage is stage]
            if not rows:
                continue
            bankers = sorted({row.offer.banker_total for row in rows})
            table = _table()
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
            parts += ["", f"{found.game.names[key]}, {say(f'explaining.page_{stage}')}", table]
    return parts


def _insured(found: GameOdds) -> list[RenderableType]:
    """Return what a bet on a hand costs if insurance is taken whenever it pays."""
    table = _table()
    table.add_column("edge of the bet")
    for heading in ("not insured", "seeing totals", "counting cards"):
        table.add_column(heading, justify="right", no_wrap=True)
    for key, insured in found.insured.items():
        evs = (found.bets[key].ev, insured.by_totals, insured.by_cards)
        table.add_row(found.game.names[key], *(f"{float(-ev):.4%}" for ev in evs))
    head = Text("With insurance whenever it pays, as much as the cap allows", "bold")
    return [head, "", table]


def simulation_page(simulation: Simulation) -> Group:
    """Return the page with each bet's edge, error and exact edge, then rounds, shoes and speed."""
    game, plan, tally = simulation.game, simulation.plan, simulation.tally
    head = Text(f"{game.title}: {_decks(plan.decks)}, cut at {plan.cut}, seed {plan.seed}", "bold")
    table = _table()
    table.add_column("bet", no_wrap=True)
    for heading in ("wins", "edge", "std. error", "exact", "off by"):
        table.add_column(heading, justify="right", no_wrap=True)
    fresh = Composition.of_decks(plan.decks)
    for key, bet in simulation.bets.items():
        kind = game.bets[key]
        exact = float(_exact_odds(kind, fresh).house_edge)
        wins = sum(count for pays, count in bet.outcomes.items() if pays > 0) / bet.rounds
        off = f"{(-bet.ev - exact) / bet.stderr:+.1f} se" if bet.stderr else "-"
        edges = f"{-bet.ev:.4%}", f"{bet.stderr:.4%}", f"{exact:.4%}"
        table.add_row(kind.name, f"{wins:.4%}", *edges, off)
    dealt = f"  {tally.rounds:,} rounds in {tally.shoes:,} shoes"
    speed = f"  {simulation.seconds:.2f} s, {simulation.speed:,.0f} rounds/s"
    note = "  exact: the first coup of a fresh shoe; se: standard errors"
    return Group(head, "", table, "", dealt, speed, Text(note, "dim"))


def strategy_page(run: StrategyRun) -> Group:
    """Return the page with edge and swings, distribution of results, ruin and exact edges."""
    found = run.results
    session_plan = found.session_plan
    plan, game = session_plan.payoffs.plan, session_plan.payoffs.game
    how = ", as casinos deal" if session_plan.casino else ""
    name = session_plan.system.name
    head = f"{game.title}: {name}, {_decks(plan.decks)}, cut at {plan.cut}{how}, seed {plan.seed}"
    parts: list[RenderableType] = [
        Text(head, "bold"),
        "",
        _strategy_totals(found),
        "",
        _distributions(found),
    ]
    if session_plan.limits.bankroll is not None:
        parts += ["", _ruin(found)]
    if found.exact_edges:
        parts += ["", _exact_edges(found)]
    speed = f"  {run.seconds:.2f} s, {found.rounds / run.seconds:,.0f} rounds/s"
    note = "  results in chips; ± is 1.96 standard errors, by shoes"
    return Group(*parts, "", speed, Text(note, "dim"))


def _strategy_totals(found: StrategyResult) -> Table:
    table = Table.grid(padding=(0, 2), pad_edge=True)
    sessions = f"{found.sessions:,} session{'' if found.sessions == 1 else 's'}"
    shoes = f"{found.shoes.many:,} shoes, {sessions}"
    table.add_row("rounds", f"{found.rounds:,} in {shoes}")
    table.add_row("bet on", f"{found.bets:,}, {found.bets / found.rounds:.3%} of the rounds")
    table.add_row("wagered", f"{found.wagered:,} chips")
    table.add_row("brought", f"{found.net / found.unit:+,.2f} chips")
    edge = _with_error(found.edge.value, found.edge.stderr)
    table.add_row("per chip", edge)
    table.add_row("fresh shoe", _fresh(found))
    table.add_row("per round", f"{found.net / found.unit / found.rounds:+.5f} chips")
    table.add_row("sd of a round", f"{found.sd_per_round:.4f} chips")
    return table


def _fresh(found: StrategyResult) -> str:
    """Return the exact result per chip of the first three bets, in a fresh shoe."""
    payoffs = found.session_plan.payoffs
    left = Composition.of_decks(payoffs.plan.decks)
    kinds = [payoffs.game.bets[bet] for bet in payoffs.bets[:3]]
    evs = [f"{kind.name} {float(_exact_odds(kind, left).ev):+.4%}" for kind in kinds]
    return f"{', '.join(evs)}{' …' if len(payoffs.bets) > 3 else ''}, exact"


def _with_error(value: float | None, error: float | None) -> str:
    from croupier.strategy.results_and_ruin import SURE

    if value is None:
        return "-"
    return f"{value:+.3%}" + (f" ± {SURE * error:.3%}" if error is not None else "")


def _distributions(found: StrategyResult) -> Table:
    table = _table()
    table.add_column("", no_wrap=True)
    shares = [f"{share:.0%}" for share in QUANTILES]
    for heading in ("mean", "sd", "least", *shares, "most"):
        table.add_column(heading, justify="right", no_wrap=True)
    rows: list[tuple[str, Spread, int]] = [("a shoe", found.shoes, found.unit)]
    if found.session_plan.session_shoes > 1:
        rows.append(("a session", found.sums, found.unit))
    rows.append(("drawdown", found.depths, found.unit))
    rows.append(("in rounds", found.lengths, 1))
    for name, spread, unit in rows:
        ordered = min(spread.counts), *spread.quantiles(*QUANTILES), max(spread.counts)
        numbers = [_short(number / unit) for number in ordered]
        table.add_row(name, _short(spread.mean / unit), _short(spread.sd / unit), *numbers)
    return table


def _short(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def _ruin(found: StrategyResult) -> Table:
    chance, low, high = found.risk
    shoes = found.session_plan.session_shoes
    table = Table.grid(padding=(0, 2), pad_edge=True)
    table.add_row("ruined", f"{found.ruined:,} of {found.sessions:,} sessions")
    length = "one shoe" if shoes == 1 else f"{shoes:,} shoes"
    table.add_row("risk", f"{chance:.3%} ({low:.3%} to {high:.3%}) in {length}")
    return table


def _exact_edges(found: StrategyResult) -> Table:
    table = _table()
    table.add_column("exact odds", no_wrap=True)
    for heading in ("bet on", "edge then", "per 100 rounds"):
        table.add_column(heading, justify="right", no_wrap=True)
    for exact in found.exact_edges:
        often, edge = exact.frequency, exact.edge
        won = 100 * (edge.value or 0) * (often.value or 0)
        name = found.session_plan.payoffs.game.names[exact.bet]
        share = _with_error(often.value, often.stderr).lstrip("+")
        table.add_row(name, share, _with_error(edge.value, edge.stderr), f"{won:+.4f}")
    return table


def counting_page(made: Counting) -> Group:
    """Return the report on counting: for each bet its tags, and what three players win with it."""
    shoe = f"{made.game.title}: {_decks(made.decks)}"
    if made.shoes_asked:
        how = ", as casinos deal" if made.casino else ""
        shoe += f", cut at {made.plan.cut}{how}, seed {made.plan.seed}"
    parts: list[RenderableType] = [Text(shoe, "bold")]
    for bet in made.bets.values():
        parts += ["", _counted_bet(bet)]
    if made.shoes:
        dealt = f"{made.rounds:,} rounds in {made.shoes:,} shoes, exact odds before each"
        parts += ["", Text(f"  {dealt}", "dim")]
    notes = (
        "ideal tags: a true count of 1 is 1% of the stake; corr.: with effects, edge",
        "per 100: units won in 100 rounds, ± 1.96 standard errors",
    )
    return Group(*parts, *(Text(f"  {note}", "dim") for note in notes))


def _counted_bet(bet: BetCounting) -> Group:
    head = Text(f"{bet.kind.name}: house edge {float(-bet.ev):.4%} in a full shoe", "bold")
    parts: list[RenderableType] = [head]
    if bet.ideal is None:
        parts.append("  no count: no card that leaves changes the edge by itself")
    else:
        parts.append(_tags_table(bet))
    if bet.skipped is not None:
        parts.append(f"  not by shoes: {bet.skipped}")
    if bet.perfect is not None:
        parts.append(_plays_table(bet, bet.perfect))
    return Group(*parts)


def _tags_table(bet: BetCounting) -> Table | str:
    counts = [
        (name, count) for name, count in (("ideal", bet.ideal), ("whole", bet.whole)) if count
    ]
    if any(len(count.tags) > len(Rank) for _, count in counts):
        return "  its tags differ by suit: --json has them all"
    # Tens and court cards are one column where they are the same.
    alike = all(len({*count.tags[9:]}) == 1 for _, count in counts)
    table = Table(box=None, padding=(0, 0, 0, 1), header_style="dim")
    table.add_column("  tags", no_wrap=True)
    names = ["10" if rank is Rank.TEN else str(rank) for rank in Rank][: 10 if alike else 13]
    for heading in (*names, "corr.", ""):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, count in counts:
        tags = count.tags[: len(names)]
        digits = 1 if max(map(abs, tags)) >= 1 else 2
        shown = [f"{tag:+d}" if isinstance(tag, int) else f"{tag:+.{digits}f}" for tag in tags]
        edge = "" if count.with_edge is None else f"{count.with_edge:.3f}"
        table.add_row(f"  {name}", *shown, f"{count.with_effects:.3f}", edge)
    return table


def _plays_table(bet: BetCounting, perfect: Play) -> Table:
    table = Table(box=None, padding=(0, 0, 0, 1), header_style="dim")
    table.add_column("  player", no_wrap=True)
    for heading in ("trigger", "bets", "edge", "per 100", "a shoe", "DI", "N0", "Kelly"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_row("  exact", *_play_cells(perfect))
    for name, count in (("ideal", bet.ideal), ("whole", bet.whole)):
        if count is not None and count.play is not None:
            table.add_row(f"  {name}", *_play_cells(count.play))
    return table


def _play_cells(play: Play) -> list[str]:
    from croupier.strategy.results_and_ruin import SURE

    trigger = "" if play.trigger is None else f"{float(play.trigger):g}"
    if play.edge is None:
        return [trigger, "never"]
    error = 0.0 if play.per_100_stderr is None else SURE * play.per_100_stderr
    digits = 3 if abs(play.per_100) >= _LITTLE else 4
    return [
        trigger,
        f"{play.frequency:.2%}",
        f"{play.edge:+.2%}",
        f"{play.per_100:+.{digits}f} ± {error:.{digits}f}",
        f"{play.per_shoe:+.{digits}f}",
        f"{play.desirability:.2f}",
        "never" if play.n0 is None else _many(play.n0),
        f"{play.kelly:.2%}",
    ]


def _many(number: float) -> str:
    return f"{number / 1e6:,.0f} M" if number >= 1e7 else f"{number:,.0f}"


def _table() -> Table:
    return Table(box=None, padding=(0, 1), header_style="dim")


def _decks(number: int) -> str:
    return f"{number} deck{'' if number == 1 else 's'}"


def _exact_odds(kind: BetKind, left: Composition) -> BetOdds:
    return bet_odds(kind, *weigh(kind, left))
