"""A game of one's own, from its file to the money: facts only, no code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import Coup, Outcome, Round, Settlement, explain_bet, settle
from croupier.cli.arguments import KnownGames
from croupier.settlement.settle_json import settle_json

ROOT = Path(__file__).parent.parent
EZ = ROOT / "examples" / "ez-baccarat.toml"

DRAGON = "2s Kd 3c 2h Tc 5d"
"""Player 5 draws a ten and keeps 5; Banker 2 draws a five: 7 on three cards."""
PANDA = "2s Kd 3c 7h 3h"
"""Player 5 draws a three: 8 on three cards; Banker stands on 7."""
SEVEN_ON_TWO = "Ts Kd 6c 7h"
"""Player stands on 6, Banker on 7: a Banker win on two cards."""
EIGHT_ON_TWO = "5s Kd 3c 7h"
"""Player has a natural 8 against 7."""
TIE_AT_SEVEN = "Ts Qd 7c 2h 5h"
"""Player stands on 7; Banker draws to 7 on three cards, and nobody wins."""
EIGHT_LOSES = "2s Kd 3c 3h 3h 6d"
"""Player draws to 8, Banker to 9: a three-card 8 that does not win."""


def all_bets(cards: str) -> Settlement:
    """One patron with 10 on each bet of the table."""
    round_ = Round(croupier.load(EZ), Coup.of(cards))
    for bet in round_.game.bets:
        round_ = round_.bet("ann", 1, bet, "10", id=bet)
    return settle(round_)


def outcomes(settlement: Settlement) -> dict[str, tuple[str, str]]:
    return {
        line.bet.id: (line.outcome.value, settlement.money(line.profit))
        for line in settlement.lines
    }


LOST, PUSHED = ("lose", "-10.00"), ("push", "0.00")


@pytest.mark.parametrize(
    ("cards", "player", "banker", "tie", "dragon", "panda"),
    [
        pytest.param(DRAGON, LOST, PUSHED, LOST, ("win", "400.00"), LOST, id="dragon"),
        pytest.param(PANDA, ("win", "10.00"), LOST, LOST, LOST, ("win", "250.00"), id="panda"),
        pytest.param(SEVEN_ON_TWO, LOST, ("win", "10.00"), LOST, LOST, LOST, id="seven-on-two"),
        pytest.param(EIGHT_ON_TWO, ("win", "10.00"), LOST, LOST, LOST, LOST, id="eight-on-two"),
        pytest.param(TIE_AT_SEVEN, PUSHED, PUSHED, ("win", "80.00"), LOST, LOST, id="tie-at-seven"),
        pytest.param(EIGHT_LOSES, LOST, ("win", "10.00"), LOST, LOST, LOST, id="eight-loses"),
    ],
)
def test_ez_baccarat(
    cards: str,
    player: tuple[str, str],
    banker: tuple[str, str],
    tie: tuple[str, str],
    dragon: tuple[str, str],
    panda: tuple[str, str],
) -> None:
    settlement = all_bets(cards)
    assert outcomes(settlement) == {
        "player": player,
        "banker": banker,
        "tie": tie,
        "dragon_7": dragon,
        "panda_8": panda,
    }
    assert sum(settlement.net.values()) + settlement.house + settlement.fees == 0


def test_a_banker_win_with_a_three_card_seven_says_why_it_pushes() -> None:
    settlement = all_bets(DRAGON)
    said = explain_bet(settlement, settlement["banker"])
    assert said.text == "Banker wins with a three-card 7: the bet is returned."
    assert said.rules == ("banker-push",)
    assert settlement["dragon_7"].rules == ("dragon-7",)


def test_ez_baccarat_in_lines_of_json() -> None:
    """As `croupier settle --game examples/ez-baccarat.toml` has it: named by key."""
    bets = [
        {"id": bet, "player": "ann", "box": 1, "bet": bet, "amount": "25"}
        for bet in ("banker", "dragon_7")
    ]
    data = {"id": "r1", "game": "ez-baccarat", "cards": DRAGON.split(), "bets": bets}
    answered = settle_json(data, KnownGames([str(EZ)]).find)
    banker, dragon = answered["bets"]
    assert (banker["outcome"], banker["profit"], banker["back"]) == ("push", "0.00", "25.00")
    assert (dragon["outcome"], dragon["odds"], dragon["back"]) == ("win", "40:1", "1025.00")
    assert (answered["net"], answered["house"]) == ({"ann": "1000.00"}, "-1000.00")


def refused(bet: dict[str, Any], **more: Any) -> str:
    data = {"game": str(EZ), "cards": DRAGON.split(), "bets": [bet], **more}
    code = settle_json(data, KnownGames().find)["error"]["code"]
    assert isinstance(code, str)
    return code


def test_ez_baccarat_is_held_to_its_own_rules() -> None:
    """By the path to its file, as a round may also name it."""
    bet = {"id": "a", "player": "ann", "box": 1, "bet": "dragon_7", "amount": "5"}
    assert refused(bet, decks=9) == "decks_out_of_range"
    assert refused(bet | {"box": 15}) == "no_box"
    assert refused(bet | {"standing": True}) == "no_standing"
    assert refused(bet | {"bet": "tiger"}) == "unknown_bet"
    assert refused(bet, limits={"min": "1", "max": "4"}) == "above_maximum"


SIDE_BET = """
[bets.red_or_black]
name = "Red or Black"
pays = [
  { when = { colour = ["red", "black"] }, odds = "6:1" },
]
"""


@pytest.mark.parametrize(
    ("cards", "outcome", "profit"),
    [
        ("2h Kd 3d 2h Tc 5d", Outcome.WIN, 6_000),
        ("2s Kc 3c 2s Tc 5d", Outcome.WIN, 6_000),
        ("2s Kd 3c 2h Tc 5d", Outcome.LOSE, -1_000),
    ],
)
def test_a_side_bet_of_five_lines_is_settled_with_no_code(
    tmp_path: Path, cards: str, outcome: Outcome, profit: int
) -> None:
    """Added to a copy of a shipped game, it stands beside the bets that were there."""
    assert len(SIDE_BET.strip().splitlines()) == 5
    shipped = (ROOT / "src" / "croupier" / "game" / "files" / "tiger.toml").read_text("utf-8")
    path = tmp_path / "tiger-red.toml"
    path.write_text(shipped.replace('"tiger"', '"tiger-red"', 1) + SIDE_BET, "utf-8")
    game = croupier.load(path)
    assert game.key == "tiger-red"
    assert game.bet_keys == (*croupier.load("tiger").bet_keys, "red_or_black")
    round_ = Round(game, Coup.of(cards)).bet("ann", 1, "red_or_black", "10", id="side")
    settlement = settle(round_.bet("ann", 1, "banker", "20", id="main"))
    side = settlement["side"]
    assert (side.outcome, side.profit) == (outcome, profit)
    assert settlement["main"].outcome is Outcome.WIN
    if outcome is Outcome.WIN:
        assert side.says == "the first four cards are red or black"
