"""Lines of a script that cannot be read: each is answered, none of them changes anything."""

from __future__ import annotations

from typing import Any

import pytest

from casino import Coups
from croupier import InvalidInput, load
from croupier.money import CENT
from croupier.table import COMMANDS, Context, read_event
from tables import Play, betting_table, dealt_table

DEALER = {"role": "dealer", "name": "dee"}
ANN = {"role": "player", "name": "ann"}
BET: dict[str, Any] = {"do": "place_bet", "by": ANN, "box": 1, "bet": "player", "amount": "10"}


def _table() -> Play:
    return betting_table("tiger", ("bob", 2, "player", "10"), cards=Coups.PLAYER_WINS)


def _code(play: Play, line: object) -> str:
    before = play.state
    answer = play.live.answer(line)
    assert set(answer) == {"ok", "error"}
    assert answer["ok"] is False
    assert set(answer["error"]) == {"code", "message", "rule"}
    assert answer["error"]["message"]
    assert play.state == before
    return str(answer["error"]["code"])


@pytest.mark.parametrize(
    "line", [None, [], "deal", 5, True, {}, {"by": DEALER}, {"do": None, "by": DEALER}, [BET]]
)
def test_a_line_is_an_object_that_says_what_to_do(line: object) -> None:
    assert _code(_table(), line) == "malformed"


@pytest.mark.parametrize("name", ["", "dance", "PlaceBet", "place bet", "deal "])
def test_a_command_that_nobody_knows(name: str) -> None:
    assert _code(_table(), {"do": name, "by": DEALER}) == "unknown_command"


@pytest.mark.parametrize(
    "by",
    [
        None,
        "dealer",
        {},
        {"role": "dealer"},
        {"name": "dee"},
        {"role": "croupier", "name": "dee"},
        {"role": "Dealer", "name": "dee"},
        {"role": "dealer", "name": ""},
        {"role": "dealer", "name": 5},
        {"role": ["dealer"], "name": "dee"},
        {"role": "dealer", "name": "dee", "badge": 7},
    ],
)
def test_who_acts_is_a_role_and_a_name(by: object) -> None:
    assert _code(_table(), {"do": "close_bets", "by": by}) == "malformed"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("box", "1", "malformed"),
        ("box", 1.0, "malformed"),
        ("box", True, "malformed"),
        ("box", None, "malformed"),
        ("box", 10**30, "no_box"),
        ("box", -1, "no_box"),
        ("bet", None, "malformed"),
        ("bet", 7, "malformed"),
        ("bet", "", "malformed"),
        ("bet", "lion", "unknown_bet"),
        ("standing", "yes", "malformed"),
        ("standing", 1, "malformed"),
        ("player", 5, "malformed"),
        ("colour", "red", "malformed"),
        ("amount", None, "malformed"),
        *(
            ("amount", amount, "bad_amount")
            for amount in (
                *(
                    10,
                    10.5,
                    True,
                    "0",
                    "0.00",
                    "-1",
                    "+1",
                    "1e3",
                    " 1",
                    "1 ",
                    "",
                    ".5",
                    "1.",
                    "NaN",
                ),
                *("0.001", "1,000", "10000000000000.01", "９", "٣", ["1"], {"amount": "1"}, "-0"),
            )
        ),
    ],
)
def test_a_field_that_cannot_be_read(field: str, value: object, code: str) -> None:
    assert _code(_table(), {**BET, field: value}) == code


@pytest.mark.parametrize("field", ["box", "bet", "amount"])
def test_a_field_that_is_missing(field: str) -> None:
    line = {key: value for key, value in BET.items() if key != field}
    assert _code(_table(), line) == "malformed"


def test_a_field_that_is_null_is_left_out() -> None:
    play = _table()
    answer = play.live.answer({**BET, "player": None, "standing": None, "id": None})
    assert answer["ok"] is True


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_no_command_has_a_field_that_it_does_not_know(name: str) -> None:
    """Whoever gives it, in whatever phase: a stranger among the fields is named at once."""
    by = {"role": "shift_manager", "name": "sam"}
    for play in (Play(), _table()):
        assert _code(play, {"do": name, "by": by, "colour": "red"}) == "malformed"


def test_a_stranger_among_the_fields_is_told_which_there_are() -> None:
    """The first of several is named, by the alphabet."""
    more = {"zeal": 1, "box": 1, "colour": "red"}
    said = _table().live.answer({**BET, **more})["error"]["message"]
    assert said == (
        'place_bet has no "colour"; it has amount, bet, box, id, player, round, standing'
    )
    said = _table().live.answer({"do": "close_bets", "by": DEALER, **more})["error"]["message"]
    assert said == 'close_bets has no "box"; it has no fields'


def test_a_text_and_a_list_have_their_most() -> None:
    """2,000 characters and 2,000 cards are read; what is wrong with them is another matter."""
    play = betting_table("tiger", cards=Coups.PLAYER_WINS)
    void = {"do": "void_round", "by": {"role": "pit_supervisor", "name": "p"}}
    assert _code(play, {**void, "reason": "x" * 2001}) == "malformed"
    assert play.live.answer({**void, "reason": "x" * 2000})["ok"] is True
    shoe = {"do": "new_shoe", "by": DEALER}
    assert _code(play, {**shoe, "cards": ["Ks"] * 2001}) == "malformed"
    assert _code(play, {**shoe, "cards": ["Ks"] * 2000}) == "foreign_card"


@pytest.mark.parametrize("name", [None, 5, "dance", ["bets_opened"], {}])
def test_an_event_that_nobody_knows_is_not_read(name: object) -> None:
    """As in a log that was written by something else."""
    with pytest.raises(InvalidInput, match="there is no event"):
        read_event({"type": name}, Context(CENT, load))


def test_a_text_has_an_end() -> None:
    play = _table()
    assert _code(play, {**BET, "by": {"role": "player", "name": "x" * 5000}}) == "malformed"
    line = {"do": "void_round", "by": {"role": "pit_supervisor", "name": "p"}, "reason": "\ud800"}
    assert _code(play, line) == "malformed"


def test_before_a_table_is_open_nothing_goes() -> None:
    by = {"role": "shift_manager", "name": "sam"}
    for name in ("open_bets", "deal", "settle", "close_table", "new_shoe", "resume"):
        assert _code(Play(), {"do": name, "by": by}) == "wrong_phase"
    # Without a game there is no paragraph either that keeps a command to the house.
    for name in ("open_bets", "close_bets", "reconstruct", "replace_shoe", "cannot_reconstruct"):
        answer = Play().live.answer({"do": name, "by": ANN})
        assert (answer["error"]["code"], answer["error"]["rule"]) == ("not_allowed", None)


def test_hands_and_numbers_of_a_turn() -> None:
    play = dealt_table("tiger", ("bob", 2, "player", "10"), cards=Coups.PLAYER_WINS, face_down=True)
    turn = {"do": "turn", "by": DEALER}
    assert _code(play, {**turn, "hand": "left", "number": 1}) == "malformed"
    assert _code(play, {**turn, "hand": "player"}) == "malformed"
    assert _code(play, {**turn, "hand": "player", "number": "1"}) == "malformed"
    assert _code(play, {**turn, "hand": "player", "number": 1}) == "wrong_phase"
