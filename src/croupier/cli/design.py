"""Find the odds of a pay line for a wanted house edge; the file leaves them open: odds = "?"."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from fractions import Fraction
from typing import Any

from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import add_shoe_options, read_shoe
from croupier.game import BetKind
from croupier.game.loading import make_game, read_toml
from croupier.game.read_pay_lines import OPEN
from croupier.odds import Design, Proposal, design
from croupier.odds.bet_odds import write_edge
from croupier.provenance import provenance


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="a game file with one pay line left open")
    parser.add_argument("--bet", required=True, metavar="NAME", help="the bet with the open line")
    parser.add_argument("--edge", required=True, type=_edge, help="the house edge wanted, like 5%%")
    add_shoe_options(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object with exact ratios")


def _edge(text: str) -> Fraction:
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)%", text)
    edge = Fraction(match[1]) / 100 if match else Fraction(0)
    if not 0 < edge < 1:
        raise WrongCall(f"an edge is more than nothing and less than all, like 5%, not {text[:40]}")
    return edge


def run(arguments: Namespace) -> int:
    """Print the odds that give the edge."""
    data = read_toml(arguments.file)
    line = _fill_open_line(data, arguments.bet)
    game = make_game(data, arguments.file)
    decks, left = read_shoe(game, arguments)
    try:
        found = design(game.bets[arguments.bet], line, arguments.edge, left)
    except ValueError as wrong:
        raise WrongCall(str(wrong)) from None
    if arguments.json:
        print(json.dumps({**write_design(found), **provenance(game, decks=decks)}))
    else:
        _show(game.bets[arguments.bet], found, arguments.edge)
    return DONE


def _fill_open_line(data: dict[str, Any], bet: str) -> int:
    """Put odds into the open pay line, so that the game can be read; return its place."""
    bets = data.get("bets")
    table = bets.get(bet) if isinstance(bets, dict) else None
    rows = table.get("pays") if isinstance(table, dict) else None
    if not isinstance(rows, list):
        raise WrongCall(f'the file has no bet "{bet[:40]}" with pay lines')
    lines = [n for n, row in enumerate(rows) if isinstance(row, dict) and row.get("odds") == OPEN]
    if len(lines) != 1:
        raise WrongCall(
            f'leave one pay line of "{bet[:40]}" open, odds = "{OPEN}"; {len(lines)} are'
        )
    rows[lines[0]]["odds"] = "1:1"
    return lines[0]


def write_design(found: Design) -> dict[str, object]:
    """Return a design as an object with exact ratios."""
    return {
        "line": found.line,
        "exact": _write_proposal(found.exact),
        "lower": None if found.lower is None else _write_proposal(found.lower),
        "upper": _write_proposal(found.upper),
    }


def _write_proposal(proposal: Proposal) -> dict[str, object]:
    pays, bet = proposal.pays, proposal.bet
    return {
        "odds": f"{pays.numerator}:{pays.denominator}",
        "ev": str(bet.ev),
        **write_edge(bet.house_edge),
        "hit_frequency": str(bet.hit_frequency),
        "sd": bet.sd,
    }


def _show(kind: BetKind, found: Design, edge: Fraction) -> None:
    from rich.table import Table

    from croupier.cli.screen import show

    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in ("", "odds", "house edge", "sd"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, proposal in (
        ("dearer for the patron", found.lower),
        ("exact", found.exact),
        ("cheaper for the patron", found.upper),
    ):
        if proposal is not None:
            pays, bet = proposal.pays, proposal.bet
            shown = f"{float(pays):.4f}:1" if pays.denominator > 1 else f"{pays}:1"
            table.add_row(name, shown, f"{float(bet.house_edge):.4%}", f"{bet.sd:.3f}")
    says = kind.pays[found.line].says
    show(f"{kind.name}, when {says}: odds for a house edge of {float(edge):.4%}", "", table)
