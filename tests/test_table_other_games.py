"""Tables of games that do not ship: one deck, other deciders, paragraphs that are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

import croupier
from tables import Play, dealt_table, error_of, only, open_table, seated_table, types

ANN = ("ann", 1, "player", "100")
FILES = Path(croupier.__file__).parent / "game" / "files"

PLAIN = """
key   = "plain"
title = "Plain"
decks = [1, 8]
[bets.player]
main = true
pays = [{ when = { winner = "player" }, odds = "1:1" }]
"""
"""A game that cites nothing and foresees nothing."""

RED = """
[bets.red]
pays = [{ when = { player_colour = "red" }, odds = "3:1" }]
"""
"""A bet that Player's first two cards are red."""


def _file(folder: Path, text: str) -> str:
    path = folder / "own.toml"
    path.write_text(text)
    return str(path)


def _like(folder: Path, game: str, **lines: str) -> str:
    """Write a game like one that ships, with some of its lines changed, or left out if empty."""
    text = [f'key = "own"\n{lines.pop("first", "")}']
    for line in (FILES / f"{game}.toml").read_text().splitlines():
        name = line.partition("=")[0].strip()
        if name != "key":
            text.append(lines.pop(name, line))
    assert not lines, f"no such lines: {lines}"
    return _file(folder, "\n".join(text))


def test_a_shoe_of_one_deck_holds_each_card_once(tmp_path: Path) -> None:
    """Every card may come, and none of them twice."""
    play = dealt_table(_file(tmp_path, PLAIN), ANN, shoe="manual", decks=1)
    play.deal(cards="9s")
    assert play.refused("deal", card="9s")["code"] == "foreign_card"
    play.deal(cards="9d")
    play.do("correct_card", card="9h")
    assert play.hand("banker") == "9h"


def _reported(game: str, kind: str) -> Play:
    play = dealt_table(game, ANN, cards="2s 6d 3c Kh 7c 5h", deal=2)
    play.do("report", kind=kind)
    return play


def test_what_a_game_does_not_foresee_waits_for_the_shift_manager(tmp_path: Path) -> None:
    """Whatever is reported: without a procedure there is only a ruling, and no paragraph."""
    game = _file(tmp_path, PLAIN)
    for kind in ("foreign_card", "wrong_hand", "simultaneous_cards", "other"):
        play = _reported(game, kind)
        first = play.state["next"][0]
        assert (first["do"], first["role"], first["rule"]) == ("rule", "shift_manager", None)
        wrong = play.refused("deal")
        assert error_of(wrong) == ("wrong_phase", None)
        assert wrong["message"].endswith("waits for the shift manager to decide")
        play.do("rule", by="shift_manager", text="play goes on")
        play.deal(1)


@pytest.mark.parametrize(
    ("kind", "does", "decides", "waits_for"),
    [
        ("foreign_card", "void", "pit_manager", "pit manager"),
        # No dealer voids a round: games of old logs name one, and the House is waited for.
        ("foreign_card", "void", "dealer", "pit supervisor"),
        ("wrong_hand", "reconstruct", "pit_manager", "pit manager"),
        ("wrong_hand", "reconstruct", "dealer", "dealer"),
    ],
)
def test_a_report_waits_for_who_decides_it(
    kind: str, does: str, decides: str, waits_for: str, tmp_path: Path
) -> None:
    otherwise = ', otherwise = "continue", options = "always"' if does == "reconstruct" else ""
    procedure = f'{kind} = {{ does = "{does}"{otherwise}, decides = "{decides}", rule = "5.5" }}'
    wrong = _reported(_like(tmp_path, "tiger", **{kind: procedure}), kind).refused("deal")
    assert error_of(wrong) == ("wrong_phase", "5.5")
    assert wrong["message"] == f'"{kind}" was reported and waits for the {waits_for} to decide'


def test_a_notice_names_the_paragraph_that_there_is(tmp_path: Path) -> None:
    play = open_table(_like(tmp_path, "insurance", no_insurance=""), insurance=False)
    notices = only(play.events, "table_opened")["notices"]
    assert notices == ["No insurance is offered at this table."]


@pytest.mark.parametrize(
    ("game", "line"), [("insurance", ""), ("tiger", 'walk_away = "5.3"\nbanker_first = "3.9"')]
)
def test_bankers_third_card_is_shown_first_where_the_rules_say_so(
    game: str, line: str, tmp_path: Path
) -> None:
    """It takes insurance that can be waived, and a paragraph about waiving it: not one of them."""
    changed = {"banker_first": ""} if game == "insurance" else {"walk_away": line}
    own = _like(tmp_path, game, **changed)
    play = dealt_table(own, ANN, cards="2s 6d 3c Kh 6c 2d", deal=4, face_down=True)
    wrong = play.refused("expose_banker_first", player="ann")
    assert (wrong["code"], wrong["message"]) == ("not_allowed", "this game has no such request")


@pytest.mark.parametrize(
    ("face_down", "cards", "goes_on"),
    [
        (True, "Ks 2d 3c 2h", False),
        (True, "Kd 2d 3c 2h", False),
        (False, "Ks 2d 3c 2h", True),
        (False, "Kd 2d 3c 2h", False),
    ],
)
def test_a_card_face_down_may_be_of_any_suit(
    face_down: bool, cards: str, goes_on: bool, tmp_path: Path
) -> None:
    """A black card has lost the bet on red, and a red one leaves it open: nobody knows which."""
    game = _file(tmp_path, PLAIN + RED)
    play = dealt_table(game, ANN, cards=cards, face_down=face_down)
    if face_down:
        play.do("grant_squeeze", player="ann", hand="player")
    play.deal(1)
    play.do("interrupt")
    resumed = play.do("resume", by="pit_supervisor")
    assert types(resumed) == ["round_resumed" if goes_on else "round_voided"]


def test_two_cards_that_lie_ready_decide_a_bet_on_colours(tmp_path: Path) -> None:
    """A black card and a red one are seen before bets open: not all four can be of one colour."""
    mixed = '\n[bets.mixed]\npays = [{ when = { colour = "mixed" }, odds = "1:1" }]\n'
    path = Path(_like(tmp_path, "tiger"))
    path.write_text(path.read_text() + mixed)
    play = seated_table(str(path), cards="2s 6d 3c Kh 9c 4d")
    play.do("report", kind="exposed_card", cards="2s 6d")
    play.do("open_bets")
    wrong = play.refused("place_bet", by="ann", box=1, bet="mixed", amount="50")
    assert wrong["code"] == "too_late"
    play.bet("ann", 1, "player", "50")
