"""Layouts at a live table: each has its own number of boxes, and no other layout is played on."""

import tomllib
from typing import Any

import pytest

from casino import Coups, refusal
from croupier import Code, Coup, Round, load
from croupier.game import read_game
from croupier.game.loading import shipped
from tables import Play, error_of, only, open_table

RULES = {"tournament": "2.1.2", "tiger": "2.1.1", "insurance": "2.1.1"}
LAYOUTS = [
    pytest.param(game, layout.key, layout.boxes, id=f"{game} {layout.key}")
    for game in RULES
    for layout in load(game).layouts
]


@pytest.mark.rule("tournament", "2.1.1", "2.1.2")
@pytest.mark.rule("tiger", "2.1.1")
@pytest.mark.rule("insurance", "2.1.1")
@pytest.mark.parametrize(("game", "layout", "boxes"), LAYOUTS)
def test_a_table_has_the_boxes_of_its_own_layout_and_no_more(
    game: str, layout: str, boxes: int
) -> None:
    """Every box of it is sat and bet at; the next one is not, though a larger layout has it."""
    play = open_table(game, layout=layout)
    for box in range(1, boxes + 1):
        play.do("buy_in", player=f"p{box}", amount="100")
        play.do("sit", by=f"p{box}", box=box)
    play.do("new_shoe", cards=Coups.PLAYER_WINS)
    play.do("open_bets")
    for box in range(1, boxes + 1):
        play.bet(f"p{box}", box, "player", "10")
    bet: dict[str, Any] = {"bet": "player", "amount": "10"}
    for box in (0, boxes + 1):
        assert error_of(play.refused("sit", by="p1", box=box)) == ("no_box", RULES[game])
        for standing in (False, True):
            wrong = play.refused("place_bet", by="p1", box=box, standing=standing, **bet)
            assert error_of(wrong) == ("no_box", RULES[game])
    play.do("close_bets")
    play.deal(4)
    assert len(only(play.do("settle"), "round_settled")["net"]) == boxes


@pytest.mark.rule("tournament", "2.1.1")
@pytest.mark.rule("tiger", "2.1.1")
@pytest.mark.rule("insurance", "2.1.1")
@pytest.mark.parametrize("game", RULES)
def test_no_other_layout_is_played_on(game: str) -> None:
    """Another game's is none of this one's, nor is one that nobody drew."""
    own = {layout.key for layout in load(game).layouts}
    everywhere = {layout.key for other in RULES for layout in load(other).layouts}
    for layout in (everywhere | {"bean-10", "large"}) - own:
        wrong = Play().refused("open_table", by="shift_manager", game=game, layout=layout)
        assert wrong["code"] == "malformed"


@pytest.mark.rule("tiger", "2.1.1")
@pytest.mark.rule("insurance", "2.1.1")
@pytest.mark.parametrize(("game", "most"), [("tiger", 9), ("insurance", 9)])
def test_a_layout_that_is_not_named_is_the_largest(game: str, most: int) -> None:
    play = open_table(game)
    play.do("sit", by="ann", box=most)
    assert error_of(play.refused("sit", by="ann", box=most + 1)) == ("no_box", "2.1.1")


def test_a_round_without_a_table_is_held_to_the_first_layouts_paragraph() -> None:
    """It does not say which layout it was played on: the largest counts, the first is cited."""
    text = """
        key = "own"
        title = "Own"
        decks = [1, 8]
        [layouts]
        mini = { name = "Mini", boxes = 5, rule = "L1" }
        big  = { name = "Big", boxes = 12, rule = "L2" }
        [bets.even]
        pays = [{ when = { player_total = 0 }, odds = "1:1" }]
        [paragraphs]
        L1 = { kind = "layout", gist = "Five boxes." }
        L2 = { kind = "layout", gist = "Twelve boxes." }
    """
    game = read_game(tomllib.loads(text), "own.toml", shipped)
    wrong = refusal(Round(game, Coup.of(Coups.PLAYER_WINS)).bet("ann", 13, "even", "10"))
    assert (wrong.code, wrong.rule) == (Code.NO_BOX, "L1")
    assert "1 to 12" in wrong.message
