"""Cards, the coup dealt one card at a time, and the shoe as a value."""

from __future__ import annotations

import pytest

from croupier import Card, Code, Coup, CroupierError, InvalidInput, Refused, Shoe, Side, Winner
from croupier.cards import DECK, Rank, parse_cards
from croupier.errors import brief


def test_a_deck_has_52_cards_that_read_what_they_write() -> None:
    assert len(set(DECK)) == 52
    assert all(Card.parse(str(card)) is card for card in DECK)


@pytest.mark.parametrize("text", ["Th", "TH", "th", "tH", "10h", "10H"])
def test_a_ten_may_be_written_in_several_ways(text: str) -> None:
    assert str(Card.parse(text)) == "Th"


@pytest.mark.parametrize(
    "text", ["", "1s", "11s", "9", "s9", "9x", "9 s", "９s", "Kſ", "\u212as", None, 9, ["9s"], True]
)
def test_what_is_no_card_is_refused(text: object) -> None:
    with pytest.raises(InvalidInput) as wrong:
        Card.parse(text)
    assert wrong.value.code is Code.BAD_CARD


def test_a_huge_card_is_not_printed_back() -> None:
    with pytest.raises(InvalidInput) as wrong:
        Card.parse("9" * 100_000)
    assert len(wrong.value.message) < 200


def test_a_coup_knows_whose_card_is_next() -> None:
    coup = Coup()
    turns: list[Side | None] = []
    for card in parse_cards("2s 6d 3c Kh 6c 5d"):
        turns.append(coup.next)
        assert not coup.is_complete
        coup = coup.deal(card)
    assert turns == [
        Side.PLAYER,
        Side.BANKER,
        Side.PLAYER,
        Side.BANKER,
        Side.PLAYER,
        Side.BANKER,
    ]
    assert coup.is_complete
    assert (coup.player.total, coup.banker.total) == (1, 1)
    assert coup.winner is Winner.TIE
    assert coup.result == "Tie at 1"


def test_a_complete_coup_takes_no_card() -> None:
    with pytest.raises(Refused, match="complete with 4 cards") as wrong:
        Coup.of("9s 4d Kc 3h").deal(Card.parse("2s"))
    assert wrong.value.code is Code.WRONG_CARDS


def test_coups_are_values() -> None:
    assert Coup.of("9s 4d Kc 3h") == Coup.of(["9S", "4D", "kc", "3h"])
    assert len({Coup.of("9s 4d Kc 3h"), Coup.of("9s 4d Kc 3h")}) == 1


def test_a_shoe_knows_what_is_left() -> None:
    shoe = Shoe.sorted(8)
    assert shoe.left == 416
    card, rest = shoe.draw()
    assert str(card) == "Ac"
    assert (shoe.left, rest.left, rest.position) == (416, 415, 1)
    left = rest.cards[rest.position :]
    assert len(left) == 415
    assert sum(card.rank is Rank.ACE for card in left) == 31


def test_an_empty_shoe_gives_no_card() -> None:
    shoe = Shoe.of(8, parse_cards("9s"))
    _, empty = shoe.draw()
    with pytest.raises(Refused, match="empty"):
        empty.draw()


def test_a_shoe_does_not_show_the_cards_to_come() -> None:
    assert "Ac" not in repr(Shoe.sorted(8))
    assert "Rank" not in repr(Shoe.sorted(8))


def test_a_huge_number_is_shown_briefly() -> None:
    assert str(brief(10**5000)) == "a huge number"
    assert str(brief(None)) == "nothing"
    assert brief("x" * 100) == '"' + "x" * 35 + " ..."


def test_a_shoe_holds_no_foreign_card() -> None:
    with pytest.raises(Refused) as wrong:
        Shoe.of(1, parse_cards("9s 4d 9s"))
    assert wrong.value.code is Code.FOREIGN_CARD


def test_an_error_says_its_code_and_its_rule() -> None:
    wrong = CroupierError(Code.NO_BOX, "there is no box 12", "2.1.1")
    assert str(wrong) == "no_box: there is no box 12 (rule 2.1.1)"
    assert str(CroupierError(Code.NO_BOX, "no")) == "no_box: no"
