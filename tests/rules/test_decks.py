"""How many decks, and what is in one, for the three documents that say it in the same way."""

import pytest

from casino import Coups, played, refusal
from croupier import Code, settle
from croupier.cards import DECK

three_games = pytest.mark.parametrize(
    ("game", "most", "foreign"),
    [
        pytest.param("tournament", 8, "5.1.1", marks=pytest.mark.rule("tournament", "2.2.1")),
        pytest.param("tiger", 10, "5.5.1", marks=pytest.mark.rule("tiger", "2.2.1")),
        pytest.param("insurance", 8, "5.5.1", marks=pytest.mark.rule("insurance", "2.2.1")),
    ],
)
"""Each with the most decks it allows, and with what it says of a card from another deck."""


@three_games
@pytest.mark.parametrize("decks", range(12))
def test_four_decks_up_to_eight_or_ten(game: str, most: int, foreign: str, decks: int) -> None:
    """Any number of decks from four to the most will do; neither fewer nor more."""
    round_ = played(game, Coups.TIE_AT_7, decks=decks)
    if 4 <= decks <= most:
        assert settle(round_)
    else:
        wrong = refusal(round_)
        assert (wrong.code, wrong.rule) == (Code.DECKS_OUT_OF_RANGE, "2.2.1")


@three_games
def test_a_deck_has_each_of_52_cards_once(game: str, most: int, foreign: str) -> None:
    """Six kings of spades come out of six decks, and cannot come out of five."""
    assert len(set(DECK)) == len(DECK) == 52
    kings = " ".join(["Ks"] * 6)
    assert settle(played(game, kings, decks=6))
    wrong = refusal(played(game, kings, decks=5))
    assert (wrong.code, wrong.rule) == (Code.FOREIGN_CARD, foreign)
