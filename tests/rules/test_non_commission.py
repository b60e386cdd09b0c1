"""Pairs, and half pay on six, as the two documents on non-commission baccarat have them."""

import pytest

from casino import Coups, bet_on, ended, ending
from croupier import Line

BESIDE = {"tournament": ("player",), "insurance": ()}
"""What a patron has to bet on to bet on a pair."""
PAIR = {"tournament": "1-pair", "insurance": "1.15"}


def on_both_pairs(game: str, cards: str) -> dict[str, Line]:
    """Bet on a pair of either hand, and on what has to go with it."""
    lines = bet_on(game, cards, *BESIDE[game], "player_pair", "banker_pair")
    return {kind: lines[kind] for kind in ("player_pair", "banker_pair")}


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.5", "1-pair")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.10", "1.15")),
    ],
)
def test_third_cards_make_no_pair(game: str) -> None:
    """Player 5-K-5 and Banker Q-4-4: the pair bets look at the first four cards alone."""
    for line in on_both_pairs(game, "5s Qd Kc 4h 5d 4c").values():
        assert ended(line) == ("lose", "-100.00")
        assert line.rules == (PAIR[game],)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "1-pair")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "1.15")),
    ],
)
@pytest.mark.parametrize(
    ("one", "two", "pair"),
    [("K", "K", True), ("T", "T", True), ("9", "9", True), ("T", "K", False), ("Q", "J", False)],
)
def test_a_pair_is_of_one_rank(game: str, one: str, two: str, pair: bool) -> None:
    """Kings pair with kings and tens with tens; cards that merely count alike are no pair."""
    # The other hand has 2 and 6, a natural eight: no third cards, and no pair there.
    players = on_both_pairs(game, f"{one}s 2d {two}c 6h")
    bankers = on_both_pairs(game, f"2s {one}d 6c {two}h")
    how = ("win 11:1", "1100.00") if pair else ("lose", "-100.00")
    assert ended(players["player_pair"]) == ended(bankers["banker_pair"]) == how
    assert ended(players["banker_pair"]) == ended(bankers["player_pair"]) == ("lose", "-100.00")
    assert PAIR[game] in players["player_pair"].rules
    assert PAIR[game] in bankers["banker_pair"].rules


@pytest.mark.parametrize(
    ("game", "half"),
    [
        pytest.param(
            "tournament",
            "1-non-commission",
            marks=pytest.mark.rule("tournament", "1-non-commission", "4.1.1"),
        ),
        pytest.param("insurance", "1.11", marks=pytest.mark.rule("insurance", "1.11", "4.1.1")),
    ],
)
@pytest.mark.parametrize("total", range(1, 10))
def test_banker_pays_half_on_six_only(game: str, half: str, total: int) -> None:
    """Banker winning with six pays half the stake, on two cards or three; with all else, 1:1."""
    line = bet_on(game, ending(0, total), "banker")["banker"]
    assert ended(line) == (("win 1:2", "50.00") if total == 6 else ("win 1:1", "100.00"))
    assert (half in line.rules) is (total == 6)
    assert half in bet_on(game, Coups.SIX_ON_TWO, "banker")["banker"].rules
