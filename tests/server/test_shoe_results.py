"""The results of a shoe as the board shows them, from events alone."""

from __future__ import annotations

from typing import Any

from croupier.cards import parse_cards
from croupier.coup import Hand
from croupier.server.live.feed import ShoeResults


def settled(number: int, player: str, banker: str) -> dict[str, Any]:
    return {"type": "round_settled", "id": number, **hands(player, banker)}


def hands(player: str, banker: str) -> dict[str, Any]:
    def hand(text: str) -> dict[str, Any]:
        total = Hand(parse_cards(text)).total
        return {"cards": text.split(), "total": total}

    return {"player": hand(player), "banker": hand(banker)}


def board(*events: dict[str, Any]) -> dict[str, Any]:
    results = ShoeResults()
    for event in events:
        results = results.after(event)
    return dict(results.board)


def test_each_settled_round_is_on_it() -> None:
    shown = board(
        {"type": "shoe_started", "shoe": 3},
        settled(1, "9s Kd", "2c 3h"),
        settled(2, "2s 2d", "9c Kh"),
        settled(3, "Ts 7d", "7c Kh"),
    )
    assert shown["shoe"] == 3
    assert [each["winner"] for each in shown["results"]] == ["player", "banker", "tie"]
    assert [each["player_pair"] for each in shown["results"]] == [False, True, False]
    assert shown["big_road"] == [["P"], ["B./"]]
    assert (shown["counts"]["rounds"], shown["counts"]["tie"]) == (3, 1)


def test_a_pair_is_two_cards_of_one_rank_among_the_first_two() -> None:
    """As everywhere else: ten and king are no pair, and a third card makes none."""
    shown = board(settled(1, "Ts Kd", "Th Tc"), settled(2, "2s 3d 3c", "10h 10c"))
    assert [each["player_pair"] for each in shown["results"]] == [False, False]
    assert [each["banker_pair"] for each in shown["results"]] == [True, True]
    assert shown["counts"]["banker_pair"] == 2


def test_a_new_shoe_begins_with_an_empty_board() -> None:
    shown = board(settled(1, "9s Kd", "2c 3h"), {"type": "shoe_started", "shoe": 2})
    assert (shown["shoe"], shown["results"], shown["big_road"]) == (2, [], [])


def test_a_correction_takes_the_place_of_what_was_paid() -> None:
    paid = settled(1, "9s Kd", "2c 3h")
    corrected = {"type": "round_corrected", "round": 1, "settlement": hands("2s Kd", "9c Kh")}
    assert [each["winner"] for each in board(paid, corrected)["results"]] == ["banker"]


def test_a_round_that_is_undone_leaves_the_roads() -> None:
    """A paid round found void before the next one began: its correction has no settlement."""
    first, second = settled(1, "9s Kd", "2c 3h"), settled(2, "2s 3d", "9c Kh")
    undone = {"type": "round_corrected", "round": 2, "settlement": None}
    assert [each["round"] for each in board(first, second, undone)["results"]] == [1]


def test_a_void_round_was_never_on_it() -> None:
    void = {"type": "round_voided", "round": 2}
    assert [each["round"] for each in board(settled(1, "9s Kd", "2c 3h"), void)["results"]] == [1]
