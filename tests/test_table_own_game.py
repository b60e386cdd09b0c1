"""A table of a game of one's own: what its file does not foresee, and what it decides otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tables import Play, dealt_table, error_of, only, types

BARE = """
key   = "own"
title = "Own"
decks = [6, 8]
[bets.tie]
pays = [{ when = { winner = "tie" }, odds = "8:1" }]
"""
IRREGULAR = """
[irregularities]
exposed_card       = { does = "reconstruct_or_next_round", options = "never", decides = "dealer" }
not_shuffled       = { does = "nothing", decides = "dealer", rule = "1.1" }
foreign_card       = { does = "void", decides = "pit_supervisor" }
simultaneous_cards = { does = "decide_order", otherwise = "void", decides = "pit_supervisor" }
[table]
void = "1.2"
[paragraphs]
"1.1" = { kind = "irregularity", gist = "Cards may lie as they come from the factory." }
"1.2" = { kind = "authority", gist = "The house may void a round." }
"""
CARDS = "Ks Qd 7c 6h 5s 5d"

Dealt = Callable[[str, int], Play]


@pytest.fixture
def dealt(tmp_path: Path) -> Dealt:
    """Ann has 10 on a tie; bets are closed and some cards dealt."""

    def play(text: str, deal: int) -> Play:
        path = tmp_path / "own.toml"
        path.write_text(text, "utf-8")
        return dealt_table(str(path), ("ann", 1, "tie", "10"), cards=CARDS, deal=deal)

    return play


@pytest.mark.parametrize(
    ("kind", "between"),
    [
        ("foreign_card", False),
        ("exposed_card", False),
        ("wrong_hand", False),
        ("wrong_hand", True),
        ("other", False),
        ("other", True),
    ],
)
def test_what_a_game_does_not_foresee_waits_for_the_shift_manager(
    dealt: Dealt, kind: str, between: bool
) -> None:
    """There is no paragraph to cite, and no lesser role decides."""
    play = dealt(BARE, 4)
    if between:
        play.do("settle")
    (told,) = play.do("report", kind=kind)
    assert (told["does"], told.get("rule")) == ("ruling", None)
    blocked = play.refused("open_bets" if between else "settle")
    assert error_of(blocked) == ("wrong_phase", None)
    assert "waits for the shift manager" in blocked["message"]
    assert play.refused("rule", by="pit_manager", text="go on")["code"] == "not_allowed"
    play.do("rule", by="shift_manager", text="go on")
    play.do("open_bets" if between else "settle")


def test_the_house_voids_what_the_game_does_not_foresee(dealt: Dealt) -> None:
    play = dealt(BARE, 2)
    play.do("report", kind="wrong_hand")
    voided = only(play.do("void_round", by="pit_supervisor"), "round_voided")
    assert (voided["reason"], voided["kind"]) == ("wrong_hand", "wrong_hand")
    assert play.balance("ann") == "1000.00"


def test_a_game_may_leave_no_choice_after_a_card_was_exposed(dealt: Dealt) -> None:
    play = dealt(BARE + IRREGULAR, 2)
    assert types(play.do("report", kind="exposed_card", cards="7c")) == ["irregularity_reported"]
    assert (play.phase, play.state["ready"]) == ("dealing", ["7c"])


def test_what_a_game_makes_nothing_of_is_written_down_with_its_paragraph(dealt: Dealt) -> None:
    play = dealt(BARE + IRREGULAR, 2)
    (noted,) = play.do("report", kind="not_shuffled")
    assert (noted["does"], noted["rule"]) == ("nothing", "1.1")
    play.deal(2)


def test_a_void_round_cites_what_voids_rounds_where_the_report_has_no_paragraph(
    dealt: Dealt,
) -> None:
    play = dealt(BARE + IRREGULAR, 2)
    happened = play.do("report", by="pit_supervisor", kind="foreign_card")
    assert only(happened, "round_voided")["rule"] == "1.2"


def test_after_payment_only_the_cards_of_hands_are_put_right(dealt: Dealt) -> None:
    """Cards drawn together, which this game may void, were dealt and paid: they are history."""
    play = dealt(BARE + IRREGULAR, 4)
    play.do("settle")
    (noted,) = play.do("report", kind="simultaneous_cards")
    assert noted["does"] == "nothing"
    play.do("open_bets")
