"""The middle of a round: against dealing on, every order of a small shoe."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from croupier import Coup, InvalidInput, Refused, load
from croupier.cli import main
from croupier.coup import Winner
from croupier.game import Stage
from croupier.odds import Composition, mid_round
from croupier.settlement.established import Status
from shoes import EIGHT, left, own_game, small_shoe


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["insurance", "tiger", "suits"])
def test_mid_round_is_what_dealing_on_shows(seed: int, game: str) -> None:
    """From one card on the table to a complete coup, every order of a small shoe."""
    suits = '{ when = { colour = "red", winner = "tie" }, odds = "9:1" }'
    rules = own_game(suits) if game == "suits" else load(game)
    cards = small_shoe(seed + 20, 7)
    rng = Random(seed)
    coup = Coup()
    for count in range(1, 7):
        rng.shuffle(cards)
        coup = Coup()
        while len(coup.cards) < count and not coup.is_complete:
            coup = coup.deal(cards[len(coup.cards)])
        rest = cards[len(coup.cards) :]
        ends: Counter[Coup] = Counter()
        for order in permutations(rest, 6 - len(coup.cards)):
            end = coup
            for card in order:
                if not end.is_complete:
                    end = end.deal(card)
            ends[end] += 1
        found = mid_round(rules, coup, left(rest))
        total = sum(ends.values())
        for winner in Winner:
            dealt = sum(n for end, n in ends.items() if end.winner is winner)
            assert found.results[winner] == Fraction(dealt, total)
        for key, kind in rules.bets.items():
            brought = Fraction(0)
            for end, n in ends.items():
                line = kind.line(dict(zip(rules.facts, rules.facts_of(end), strict=True)))
                brought += n * (line.odds.ratio if line else -1)
            assert found.bets[key].ev == brought / total
        assert sum(found.totals.values()) == 1


def test_mid_round_knows_what_is_decided_and_on_offer() -> None:
    seen = Coup.of("2s 6d 3c Kh")
    found = mid_round(load("insurance"), seen, EIGHT.without(seen.cards))
    assert found.statuses["player_pair"] is Status.LOST
    assert found.statuses["banker"] is Status.OPEN
    (offer,) = found.insurance
    assert (offer.kind.key, str(offer.offer.odds)) == ("banker_insurance", "3:1")
    # Over all first cards with these totals an eight-deck shoe brings 8.4397%; these bring less.
    assert 0.06 < float(offer.ev) < 0.09
    later = Coup.of("2s 6d 3c Kh 6c")
    (second,) = mid_round(load("insurance"), later, EIGHT.without(later.cards)).insurance
    assert second.offer.stage is Stage.PLAYER_THIRD
    done = Coup.of("9s 4d Kc 3h")
    assert mid_round(load("insurance"), done, EIGHT.without(done.cards)).insurance == ()
    early = mid_round(load("insurance"), Coup.of("2s 6d"), EIGHT)
    assert early.insurance == ()
    red = own_game('{ when = { colour = "red" }, odds = "9:1" }')
    with pytest.raises(InvalidInput, match="asks for suits"):
        mid_round(red, Coup.of("2s"), Composition.of_ranks([32] * 13))


def test_no_more_cards_are_asked_for_than_can_come() -> None:
    kings = Composition.of_ranks([0] * 12 + [2])
    seen = Coup.of("2s 6d 3c Kh")
    assert mid_round(load("classic"), seen, kings).results[Winner.BANKER] == 1
    with pytest.raises(InvalidInput, match="takes 2 cards or more; 1 are left"):
        mid_round(load("classic"), seen, Composition.of_ranks([0] * 12 + [1]))
    nothing = Composition.of_ranks([0] * 13)
    assert mid_round(load("classic"), Coup.of("9s 4d Kc 3h"), nothing).results[Winner.PLAYER] == 1


def test_cards_on_the_table_are_not_left() -> None:
    fewer = Composition.of_decks(1).without(Coup.of("2s 6d").cards)
    assert (fewer.cards, fewer.ranks[1]) == (50, 3)
    assert Composition.of_ranks([4] * 13).without(Coup.of("2s").cards).ranks[1] == 3
    for shoe in (fewer, Composition.of_ranks([4, 0] + [4] * 11)):
        with pytest.raises(Refused, match="2s came up more often"):
            shoe.without(Coup.of("2s").cards)


def test_the_command_shows_the_middle_of_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "insurance", "--seen", "2s 6d 3c Kh", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["cards"], said["next"], said["seen"][0]) == (412, "player", "2s")
    assert sum(Fraction(chance) for chance in said["results"].values()) == 1
    assert said["bets"]["player_pair"]["status"] == "lost"
    assert said["insurance"][0]["odds"] == "3:1"
    assert main(["odds", "insurance", "--seen", "2s 6d 3c Kh"]) == 0
    shown = capsys.readouterr().out
    for words in ("next card to Player", "Banker Insurance", "on offer at 3:1", "lost", "open"):
        assert words in shown
    for wrong in (["1s"], ["9s 4d Kc 3h 2s"], ["2s " * 9], [""], ["2s", "--removal"]):
        assert main(["odds", "classic", "--seen", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1
