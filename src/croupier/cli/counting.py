"""What counting cards is worth on each bet: tags, trigger, what it wins, by exact odds."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace

from croupier.cli import DONE, INTERRUPTED, WrongCall
from croupier.cli.arguments import (
    KnownGames,
    deck_number,
    decks_for,
    large_number,
    read_tags,
    read_trigger,
    whole_number,
)
from croupier.lab.count_report import SHOES, CountingAsked, count_game
from croupier.lab.results import NotInstalled
from croupier.odds.removal import MOST_TAG
from croupier.simulation import CUT, Plan
from croupier.simulation.random_stream import MOST_SEED

MOST_SHOES, MOST_TAG_ASKED = 10**8, 30


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("game", metavar="GAME", help="a game's key, or the path of a game file")
    add("--bet", action="append", metavar="BET", help="a bet to report on; else all of them")
    add("--tags", action="append", metavar="TAGS", help="measure these: A:0,2:0,3:-1 … 9:2,10:0")
    add("--trigger", action="append", metavar="T", help="bet from this true count; else the best")
    add("--most-tag", metavar="N", help=f"the largest tag in whole numbers; else {MOST_TAG}")
    add("--shoes", default=str(SHOES), metavar="N", help=f"shoes to deal; else {SHOES}; 0: none")
    add("--seed", metavar="S", help="0 to 2^64 - 1; else one is drawn and shown")
    add("--decks", type=deck_number, metavar="N", help="decks; else the usual number")
    add("--cut", metavar="K", help=f"a coup starts while more than K cards are left; else {CUT}")
    add("--casino", action="store_true", help="burn cards, and deal a coup after the cut card")
    add("--json", action="store_true", help="print a JSON object")


def run(arguments: Namespace) -> int:
    """Deal, and print the report."""
    asked = arguments.shoes
    shoes = 0 if asked.strip("0") == "" and asked else large_number("shoes", asked, MOST_SHOES)
    seed = whole_number("a seed", arguments.seed, secrets.randbits(32), 0, MOST_SEED)
    cut = whole_number("the cut", arguments.cut, CUT, 0, 10**6)
    most = whole_number("the largest tag", arguments.most_tag, MOST_TAG, 1, MOST_TAG_ASKED)
    game = KnownGames().find(arguments.game)
    plan = Plan(seed, decks_for(game, arguments.decks), cut)
    wanted = CountingAsked(
        bets=tuple(arguments.bet or ()),
        tags=tuple(read_tags(text) for text in arguments.tags or ()),
        triggers=tuple(read_trigger(text) for text in arguments.trigger or ()),
        most_tag=most,
        casino=arguments.casino,
    )
    try:
        made = count_game(game, plan, wanted, shoes=shoes, progress=True, name="croupier counting")
    except NotInstalled as wrong:
        raise WrongCall(str(wrong)) from None
    if made.stopped:
        done = f"stopped after {made.shoes:,} of {made.shoes_asked:,} shoes"
        print(f"croupier counting: {done}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(made.to_dict()))
    else:
        from croupier.cli.pages import counting_page
        from croupier.cli.screen import show

        show(counting_page(made))
    return INTERRUPTED if made.stopped else DONE
