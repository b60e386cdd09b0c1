"""What each bet of a game costs: exact odds for whole decks or for any cards left."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace

from croupier.cards import parse_cards
from croupier.cli import DONE, WrongCall
from croupier.cli.lines import Shelf
from croupier.coup import Coup
from croupier.game import Game
from croupier.odds import Composition, MidRound, effects_of_removal, mid_round, odds
from croupier.odds.writing import write_odds, write_outcomes, write_removal
from croupier.settlement.admission import check_decks


def configure(parser: ArgumentParser) -> None:
    """Say what can be given."""
    parser.add_argument("game", metavar="GAME", help="a game's key, or the path of a game file")
    add_shoe(parser)
    parser.add_argument(
        "--seen", metavar="CARDS", help='cards on the table ("2s 6d 3c Kh"): what can still come'
    )
    parser.add_argument(
        "--removal", action="store_true", help="also what one card fewer of each rank changes"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object with exact ratios")


def add_shoe(parser: ArgumentParser) -> None:
    """Let the shoe be given as whole decks or as cards left."""
    shoe = parser.add_mutually_exclusive_group()
    shoe.add_argument("--decks", type=whole, metavar="N", help="whole decks; else the usual number")
    shoe.add_argument(
        "--cards-left",
        metavar="COUNTS",
        help="cards left of A,2,3,4,5,6,7,8,9,10,J,Q,K: thirteen numbers joined by commas",
    )


def whole(text: str) -> int:
    """Read a number of decks."""
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise WrongCall(f"decks are a whole number, not {text[:40]!r}")
    return int(text)


def run(arguments: Namespace) -> int:
    """Print the odds."""
    game = Shelf().find(arguments.game)
    decks, left = shoe_of(game, arguments)
    if arguments.seen is not None:
        return _run_seen(game, arguments, decks, left)
    found = odds(game, left)
    effects = effects_of_removal(game, left) if arguments.removal else None
    if arguments.json:
        said = write_odds(found, decks)
        if effects is not None:
            said["removal"] = write_removal(effects)
        print(json.dumps(said))
    else:
        from croupier.cli.odds_page import removal, sheet
        from croupier.cli.screen import show

        show(sheet(found, decks))
        if effects is not None:
            show("", removal(game, effects))
    return DONE


def shoe_of(game: Game, arguments: Namespace) -> tuple[int | None, Composition]:
    """Take whole decks, or the cards left that were given."""
    if arguments.cards_left is not None:
        return None, Composition.of_ranks(_counts(arguments.cards_left))
    decks = game.decks.default if arguments.decks is None else arguments.decks
    check_decks(game, decks)
    return decks, Composition.of_decks(decks)


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
        print(json.dumps(written_seen(game, found, decks, left)))
    else:
        from croupier.cli.odds_page import middle
        from croupier.cli.screen import show

        show(middle(game, found, left))
    return DONE


def written_seen(
    game: Game, found: MidRound, decks: int | None, left: Composition
) -> dict[str, object]:
    """Write what can still come as exact ratios."""
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
    }


def _counts(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    # A negative count is read, so that it can be named as one.
    if not all(re.fullmatch(r"-?[0-9]{1,6}", word) for word in words):
        raise WrongCall(f"cards left are whole numbers joined by commas, not {text[:60]!r}")
    return [int(word) for word in words]
