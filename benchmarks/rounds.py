"""Six-bet rounds for the benchmarks, the same ones in every run."""

from __future__ import annotations

import json
from random import Random

from croupier import Coup, load
from croupier.cards import DECK

CHIPS = ("5", "25", "50", "75", "100", "150", "200", "500", "1000", "2.50")
KINDS = {
    "tiger": ("player", "banker", "tie", "tiger", "small_tiger", "tiger_pair"),
    "insurance": ("player", "banker", "tie", "super_six_plus", "player_pair", "banker_pair"),
}


def six_bet_rounds(count: int, seed: int = 2026, *, hard: bool = False) -> list[str]:
    """Write rounds as lines of JSON: two games in turn, limits, six bets of four patrons.

    Hard ones never have the same amount twice, and the differential cuts nearly every round.
    """
    rng = Random(seed)
    games = list(KINDS)
    lines: list[str] = []
    for number in range(count):
        game = games[number % len(games)]
        assert set(KINDS[game]) <= set(load(game).bets)
        bets = [
            {
                "id": f"b{place}",
                "player": f"patron-{place % 4}",
                "box": place % 4 + 1,
                "bet": kind,
                "amount": f"{rng.randint(500, 50_000) / 100:.2f}" if hard else rng.choice(CHIPS),
            }
            for place, kind in enumerate(KINDS[game])
        ]
        round_ = {
            "id": f"r{number}",
            "game": game,
            "limits": {"min": "5", "max_differential": "10" if hard else "5000"},
            "cards": _deal(rng),
            "bets": bets,
        }
        lines.append(json.dumps(round_))
    return lines


def _deal(rng: Random) -> list[str]:
    coup = Coup()
    while not coup.is_complete:
        coup = coup.deal(rng.choice(DECK))
    return [str(card) for card in coup.cards]
