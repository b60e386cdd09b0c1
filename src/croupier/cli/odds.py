"""What each bet of a game costs: exact odds for whole decks or for any cards left."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from fractions import Fraction

from croupier.cli import DONE, WrongCall
from croupier.cli.shelf import Shelf
from croupier.odds import Composition, GameOdds, OfferOdds, effects_of_removal, odds
from croupier.settlement.admission import check_decks


def configure(parser: ArgumentParser) -> None:
    """Say what can be given."""
    parser.add_argument("game", metavar="GAME", help="a game's key, or the path of a game file")
    shoe = parser.add_mutually_exclusive_group()
    shoe.add_argument(
        "--decks", type=_whole, metavar="N", help="whole decks; the usual number if not"
    )
    shoe.add_argument(
        "--cards-left",
        metavar="COUNTS",
        help="cards left of A,2,3,4,5,6,7,8,9,10,J,Q,K: thirteen numbers joined by commas",
    )
    parser.add_argument(
        "--removal", action="store_true", help="also what one card fewer of each rank changes"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object with exact ratios")


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise WrongCall(f"decks are a whole number, not {text[:40]!r}")
    return int(text)


def run(arguments: Namespace) -> int:
    """Print the odds."""
    game = Shelf().find(arguments.game)
    decks: int | None = None
    if arguments.cards_left is None:
        decks = game.decks.default if arguments.decks is None else arguments.decks
        check_decks(game, decks)
        left = Composition.of_decks(decks)
    else:
        left = Composition.of_ranks(_counts(arguments.cards_left))
    found = odds(game, left)
    effects = effects_of_removal(game, left) if arguments.removal else None
    if arguments.json:
        said = written(found, decks)
        if effects is not None:
            said["removal"] = {
                bet: {str(rank): str(change) for rank, change in row.items()}
                for bet, row in effects.items()
            }
        print(json.dumps(said))
    else:
        from croupier.cli.figures import removal, sheet
        from croupier.cli.screen import show

        show(sheet(found, decks))
        if effects is not None:
            show("", removal(game, effects))
    return DONE


def _counts(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    # A negative count is read, so that it can be named as one.
    if not all(re.fullmatch(r"-?[0-9]{1,6}", word) for word in words):
        raise WrongCall(f"cards left are whole numbers joined by commas, not {text[:60]!r}")
    return [int(word) for word in words]


def written(found: GameOdds, decks: int | None) -> dict[str, object]:
    """Write odds as the contract has them."""
    return {
        "game": found.game.key,
        "decks": decks,
        "cards": found.left.cards,
        "bets": {
            key: {
                "ev": str(bet.ev),
                "house_edge": float(bet.house_edge),
                "resolved_edge": float(bet.resolved_edge),
                "hit_frequency": str(bet.hit_frequency),
                "sd": bet.sd,
                "outcomes": [
                    {
                        "when": end.when,
                        "pays": str(end.pays),
                        "probability": str(end.probability),
                    }
                    for end in bet.outcomes
                ],
            }
            for key, bet in found.bets.items()
        },
        "insurance": [_offer(row) for row in found.insurance],
    }


def _offer(row: OfferOdds) -> dict[str, object]:
    offer = row.offer
    return {
        "stage": offer.stage,
        "insures": row.kind.insures,
        "player_total": offer.player_total,
        "banker_total": offer.banker_total,
        "odds": str(offer.odds),
        "frequency": str(row.frequency),
        "ev": _ratio(row.ev),
    }


def _ratio(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
