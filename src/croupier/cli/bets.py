"""The catalogue of side bets that casinos offer: list them, search them, look at one.

`croupier bets` lists all, `croupier bets tie pair` those that mention both words, and
`croupier bets show dragon-7` shows one: its pay table, its odds, where its edge is published.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import add_language, deck_number
from croupier.game.catalogue import Published, SideBet, chosen, search
from croupier.game.read_game import MOST_DECKS
from croupier.odds.side_bets import USUAL_DECKS, costs, side_bet_odds, write_side_bet
from croupier.words import Text, render

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

SHOW = "show"


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help='words that a bet mentions; or "show" and the keys of bets',
    )
    parser.add_argument(
        "--decks", type=deck_number, default=USUAL_DECKS, metavar="N", help="whole decks; 8 if none"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Print the bets."""
    words, decks = arguments.words, arguments.decks
    if not 1 <= decks <= MOST_DECKS:
        raise WrongCall(f"decks are a whole number from 1 to {MOST_DECKS}, not {decks}")
    showing = words[:1] == [SHOW]
    if showing and not words[1:]:
        raise WrongCall("name the bets to show, like: croupier bets show dragon-7")
    bets = chosen(words[1:]) if showing else search(words)
    if not bets:
        raise WrongCall(f"no bet mentions {' and '.join(words)[:60]!r}; croupier bets lists all")
    if arguments.json:
        found = costs(bets, decks)
        print(json.dumps([write_side_bet(bet, found[bet.key], decks) for bet in bets]))
        return DONE
    from croupier.cli.screen import show

    if showing:
        for bet in bets:
            show(_page(bet, decks, arguments.lang), "")
    else:
        show(_list(bets, decks, arguments.lang))
        told = f"{len(bets)} bets, {decks} decks." if len(bets) > 1 else f"1 bet, {decks} decks."
        show("", f"{told} croupier bets show KEY says more; croupier mix adds them to a game.")
    return DONE


def _list(bets: Iterable[SideBet], decks: int, language: str) -> Table:
    """Return a row for each bet: key, name, exact edge, published edge, tags."""
    from rich.table import Table

    bets = tuple(bets)
    found = costs(bets, decks)
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("key", no_wrap=True, style="bold")
    table.add_column("name")
    for heading in ("edge", "published"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("tags", style="dim")
    for bet in bets:
        edge = f"{float(found[bet.key].edge):.4%}"
        name = render(Text(bet.kind.texts), language)
        table.add_row(bet.key, name, edge, _nearest(bet, decks), " ".join((bet.kin, *bet.tags)))
    return table


def _nearest(bet: SideBet, decks: int) -> str:
    """Return what is published of a bet with these decks; else with others, and which."""
    for row in bet.published:
        if row.decks == decks:
            return _told(row)
    return f"{_told(bet.published[0])} ({bet.published[0].decks})" if bet.published else "–"


def _told(row: Published) -> str:
    return f"{row.edge}*" if row.differs else row.edge


def _page(bet: SideBet, decks: int, language: str) -> Group:
    """Return everything about one bet."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text as Styled

    found = side_bet_odds(bet, decks)
    lines = Table(box=None, padding=(0, 1), header_style="dim")
    lines.add_column("when")
    for heading in ("pays", "chance"):
        lines.add_column(heading, justify="right", no_wrap=True)
    for place, end in enumerate(found.outcomes):
        line = bet.kind.pays[place] if place < len(bet.kind.pays) else None
        when = render(line.said, language) if line else end.when
        pays = "lost" if end.pays == -1 else end.odds if end.pays else "push"
        lines.add_row(when, pays, f"{float(end.probability):.4%}")
    about = [
        f"{', '.join((bet.kin, *bet.tags))}; dealt from {_series(bet.decks)} decks",
        f"edge {float(found.house_edge):.4%} with {decks} decks, "
        f"wins {float(found.hit_frequency):.4%}, sd {found.sd:.3f}",
        f"exact edge {found.house_edge}",
    ]
    if bet.kind.needs:
        about.append(f"needs a bet on {' or '.join(bet.kind.needs)} on the same box")
    for row in bet.published:
        about.append(f"published {row.edge}, {row.decks} decks: {row.source} ({row.where})")
        about += [f"  {row.differs}"] if row.differs else []
    if not bet.published:
        about.append("no published edge was found")
    notes = [render(Text(bet.notes), language)] if bet.notes else []
    name = render(Text(bet.kind.texts), language)
    return Group(Styled(f"{name} ({bet.key})", "bold"), "", lines, "", *about, *notes)


def _series(numbers: Iterable[int]) -> str:
    *some, last = map(str, numbers)
    return f"{', '.join(some)} or {last}" if some else last
