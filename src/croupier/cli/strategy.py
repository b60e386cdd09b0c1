"""Play a betting system, a count or a strategy of your own for many shoes."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from croupier.cli import DONE, INTERRUPTED, WrongCall, not_installed
from croupier.cli.arguments import (
    KnownGames,
    deck_number,
    decks_for,
    file_format,
    large_number,
    picture_path,
    read_tags,
    read_trigger,
    whole_number,
    write_file,
)
from croupier.lab.own_strategy import StrategyFailed
from croupier.lab.playing import PLAYS, Asked, StrategyRun, play_sessions
from croupier.lab.results import NotInstalled
from croupier.simulation import CUT, Plan
from croupier.simulation.random_stream import MOST_SEED
from croupier.strategy.payoffs import MOST_STAKE, Limits

MOST_SHOES, MOST_SESSION, MOST_WORKERS = 10**8, 10**5, 1024


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("game", metavar="GAME", help="a game's key, or the path of a game file")
    add("--play", required=True, metavar="NAME", help=f"{', '.join(PLAYS)}, or FILE.py:CLASS")
    add("--bet", action="append", metavar="BET", help="what to bet on; else Banker")
    add("--tags", action="append", metavar="TAGS", help="of a count: A:0,2:0,3:-1 … 9:2,10:0")
    add("--trigger", action="append", metavar="T", help="the true count from which on to bet")
    add("--base", metavar="CHIPS", help="the stake; else 1")
    add("--bankroll", metavar="CHIPS", help="what each session begins with; else nobody asks")
    add("--least", metavar="CHIPS", help="the lowest stake that is taken; else 1")
    add("--most", metavar="CHIPS", help="the highest stake that is taken; else 10000000")
    add("--shoes", default="10000", metavar="N", help="shoes to play, 10000 or 1e4")
    add("--session", metavar="N", help="shoes that make a session; else 1")
    add("--seed", metavar="S", help="0 to 2^64 - 1; else one is drawn and shown")
    add("--decks", type=deck_number, metavar="N", help="decks; else the usual number")
    add("--cut", metavar="K", help=f"a coup starts while more than K cards are left; else {CUT}")
    add("--casino", action="store_true", help="burn cards, and deal a coup after the cut card")
    add("--workers", metavar="W", help="threads; else one for each core")
    add("--json", action="store_true", help="print a JSON object")
    add("--plot", metavar="FILE", help="draw results, purses, drawdowns: a .svg or a .png")


def run(arguments: Namespace) -> int:
    """Play, and print the results."""
    shoes = large_number("shoes", arguments.shoes, MOST_SHOES)
    session = whole_number("a session", arguments.session, 1, 1, MOST_SESSION)
    seed = whole_number("a seed", arguments.seed, secrets.randbits(32), 0, MOST_SEED)
    cut = whole_number("the cut", arguments.cut, CUT, 0, 10**6)
    workers = whole_number("workers", arguments.workers, 0, 1, MOST_WORKERS)
    plot = picture_path(arguments.plot)
    game = KnownGames().find(arguments.game)
    plan = Plan.of(game, seed, decks_for(game, arguments.decks), cut)
    limits = _limits(arguments)
    try:
        made = play_sessions(
            game,
            plan,
            limits,
            _asked(arguments),
            shoes=shoes,
            session=session,
            casino=arguments.casino,
            workers=workers,
            progress=True,
            name="croupier strategy",
        )
    except (StrategyFailed, NotInstalled) as wrong:
        raise WrongCall(str(wrong)) from None
    if made.stopped:
        done, asked = made.results.sessions, made.sessions_asked
        print(f"croupier strategy: stopped after {done:,} of {asked:,} sessions", file=sys.stderr)
    if plot is not None:
        _write_plot(made, plot)
    if arguments.json:
        print(json.dumps(made.to_dict()))
    else:
        from croupier.cli.pages import strategy_page
        from croupier.cli.screen import show

        show(strategy_page(made))
    return INTERRUPTED if made.stopped else DONE


def _limits(arguments: Namespace) -> Limits:
    bankroll = None
    if arguments.bankroll is not None:
        bankroll = whole_number("a bankroll", arguments.bankroll, 0, 1, 10**12)
    least = whole_number("the least stake", arguments.least, 1, 1, MOST_STAKE)
    return Limits(
        bankroll, least, whole_number("the most stake", arguments.most, MOST_STAKE, 1, MOST_STAKE)
    )


def _asked(arguments: Namespace) -> Asked:
    """Return what is to be played, read from the options."""
    base = arguments.base
    return Asked(
        play=str(arguments.play),
        bets=tuple(arguments.bet or ()),
        base=None if base is None else whole_number("the base", base, 1, 1, MOST_STAKE),
        tags=tuple(read_tags(text) for text in arguments.tags or ()),
        triggers=tuple(read_trigger(text) for text in arguments.trigger or ()),
    )


def _write_plot(made: StrategyRun, path: Path) -> None:
    try:
        from croupier.par import plots
    except ModuleNotFoundError as missing:
        raise WrongCall(not_installed("--plot", missing, "par")) from None
    write_file(path, plots.picture(made.results, file_format(path), made.provenance))
