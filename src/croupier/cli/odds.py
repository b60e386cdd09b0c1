"""What each bet of a game costs: exact odds for whole decks or for any cards left."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from croupier.cards import parse_cards
from croupier.cli import DONE, WrongCall
from croupier.cli.arguments import KnownGames, add_shoe_options, read_shoe
from croupier.coup import Coup
from croupier.game import Game
from croupier.odds import Composition, MidRound, effects_of_removal, mid_round, odds
from croupier.odds.bet_odds import write_odds, write_outcomes
from croupier.odds.removal import write_removal
from croupier.provenance import provenance


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="a game's key, or the path of a game file")
    add_shoe_options(parser)
    parser.add_argument(
        "--seen", metavar="CARDS", help='cards on the table ("2s 6d 3c Kh"): what can still come'
    )
    parser.add_argument(
        "--removal", action="store_true", help="also what one card fewer of each rank changes"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object with exact ratios")


def run(arguments: Namespace) -> int:
    """Print the odds."""
    game = KnownGames().find(arguments.game)
    decks, left = read_shoe(game, arguments)
    if arguments.seen is not None:
        return _run_seen(game, arguments, decks, left)
    found = odds(game, left)
    effects = effects_of_removal(game, left) if arguments.removal else None
    if arguments.json:
        written = write_odds(found, decks)
        if effects is not None:
            written["removal"] = write_removal(effects)
        print(json.dumps(written))
    else:
        from croupier.cli.pages import odds_page, removal_page
        from croupier.cli.screen import show

        show(odds_page(found, decks))
        if effects is not None:
            show("", removal_page(game, effects))
    return DONE


def _run_seen(game: Game, arguments: Namespace, decks: int | None, left: Composition) -> int:
    """Print what can still come, and what each bet is worth from here."""
    if arguments.removal:
        raise WrongCall("--removal is of a whole shoe: it does not go with --seen")
    cards = parse_cards(arguments.seen)
    if not cards:
        raise WrongCall("--seen names the cards on the table, one or more")
    coup = Coup(cards)
    if decks is not None:
        left = left.without(cards)
    found = mid_round(game, coup, left)
    if arguments.json:
        print(json.dumps(write_mid_round(game, found, decks, left)))
    else:
        from croupier.cli.pages import mid_round_page
        from croupier.cli.screen import show

        show(mid_round_page(game, found, left))
    return DONE


def write_mid_round(
    game: Game, found: MidRound, decks: int | None, left: Composition
) -> dict[str, object]:
    """Return what can still come as an object with exact ratios."""
    return {
        "game": game.key,
        "decks": decks,
        "cards": left.cards,
        "seen": [str(card) for card in found.coup.cards],
        "next": found.coup.next,
        "results": {winner: str(chance) for winner, chance in found.results.items()},
        "totals": [
            {"player_total": player, "banker_total": banker, "probability": str(chance)}
            for (player, banker), chance in found.totals.items()
        ],
        "bets": {
            key: {"status": found.statuses[key], "ev": str(bet.ev), "outcomes": write_outcomes(bet)}
            for key, bet in found.bets.items()
        },
        "insurance": [
            {
                "stage": row.offer.stage,
                "insures": row.kind.insures,
                "odds": str(row.offer.odds),
                "ev": str(row.ev),
            }
            for row in found.insurance
        ],
        **provenance(game),
    }
