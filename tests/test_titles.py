"""Sections without numbers are shown to people by their titles; their keys stay in JSON."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main
from croupier.game import read_game
from croupier.game.loading import keys, load, shipped
from croupier.game.read_game import NUMBER, title_of
from croupier.par import sheet_text as pages
from croupier.reports.dispute import write_text
from game_bases import FULL, put

UNNUMBERED = ("classic", "no-commission", "player-dealer", "tournament")
BANK = {"player_dealer": {"seat": 3, "player": "pat", "wager": "20"}, "fees": {"main": "1"}}
CARDS = ["3s", "2c", "3d", "5h"]
BETS = [
    {"id": "a", "player": "ann", "box": 1, "bet": "banker", "amount": "50"},
    {"id": "b", "player": "ann", "box": 1, "bet": "tie", "amount": "5"},
]


def shows_a_key(text: str, game: str) -> list[str]:
    """Find the keys of a game's sections in a text; those that are a plain word are no keys."""
    sections = [key for key in shipped(game).section_titles if "-" in key]
    return [key for key in sections if re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text)]


def round_of(game: str, cards: list[str]) -> dict[str, Any]:
    banked = BANK if game == "player-dealer" else {}
    return {"id": "r", "game": game, "cards": cards, "bets": BETS, **banked}


@pytest.mark.parametrize("game", keys())
def test_every_section_without_a_number_has_a_title(game: str) -> None:
    """One that no other section of the game has, and that is no key."""
    paragraphs = load(game).paragraphs
    titles = [each.title for each in paragraphs.values()]
    assert len(set(titles)) == len(titles)
    for each in paragraphs.values():
        if NUMBER.fullmatch(each.id):
            assert each.title == each.id
        else:
            assert "title" in load(game).data["paragraphs"][each.id]  # type: ignore[index]
            assert re.fullmatch(r"[A-Z][A-Za-z ,'-]+(: [A-Za-z][A-Za-z ,'-]+)?", each.title)


def test_titles_as_the_rules_name_them() -> None:
    assert load("classic").titled("payout-bank") == "Payouts: Banker"
    assert load("player-dealer").titled("action-order") == "Player-dealer: order of action"
    assert load("tiger").titled("5.12.3") == "5.12.3"
    assert load("classic").titled("tiger 5.12.3") == "tiger 5.12.3"


@pytest.mark.parametrize(
    ("key", "title"),
    [("4.1", "4.1"), ("2.1.1a", "2.1.1a"), ("payout-bank", "Payout bank"), ("deck", "Deck")],
)
def test_an_older_file_without_titles_is_shown_in_words(key: str, title: str) -> None:
    assert title_of(key) == title
    data = tomllib.loads(FULL)
    put(f"paragraphs/{key}", {"kind": "definition", "gist": "What it says."})(data)
    assert read_game(data, "own.toml", shipped).titled(key) == title
    put(f"paragraphs/{key}/title", "Something")(data)
    assert read_game(data, "own.toml", shipped).titled(key) == "Something"


@pytest.mark.parametrize("game", UNNUMBERED)
@pytest.mark.parametrize("cards", [CARDS, CARDS[:3], ["9s", "2c", "Kd", "5h"]])
def test_explain_shows_titles_and_answers_keys(
    game: str, cards: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(round_of(game, cards)))
    status = main(["explain", str(file)])
    shown = capsys.readouterr().out
    assert shows_a_key(shown, game) == []
    assert main(["explain", str(file), "--json"]) == status
    assert shows_a_key(capsys.readouterr().out, game) or game == "tournament"


@pytest.mark.parametrize("game", UNNUMBERED)
def test_replay_shows_titles_and_answers_keys(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = (("ann", 1), ("pat", 3))
    banked = game == "player-dealer"
    lines: list[dict[str, Any]] = [
        {"do": "open_table", "game": game, "by": {"role": "shift_manager", "name": "sam"}},
        {"do": "new_shoe", "cards": CARDS},
        *({"do": "buy_in", "player": name, "amount": "100"} for name, _ in people),
        *({"do": "sit", "player": name, "box": box} for name, box in people),
        *([{"do": "offer_player_dealer", "seat": 3}] if banked else []),
        *([{"do": "accept_player_dealer", "seat": 3, "wager": "20"}] if banked else []),
        {"do": "open_bets"},
        *({"do": "place_bet", **bet} for bet in BETS),
        {"do": "close_bets"},
        *[{"do": "deal"}] * 4,
        {"do": "settle"},
    ]
    dealer = {"by": {"role": "dealer", "name": "dee"}}
    script, log = tmp_path / "script", tmp_path / "log"
    script.write_text("".join(json.dumps({**dealer, **line}) + "\n" for line in lines))
    assert main(["table", str(script), "--log", str(log)]) == 0
    capsys.readouterr()
    assert main(["replay", str(log)]) == 0
    shown = capsys.readouterr().out
    assert shows_a_key(shown, game) == []
    if game != "tournament":
        assert load(game).paragraphs[load(game).play.deal[0]].title in " ".join(shown.split())
    assert main(["replay", str(log), "--json"]) == 0
    assert shows_a_key(capsys.readouterr().out, game)


def test_the_tour_shows_no_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tour"]) == 0
    shown = capsys.readouterr().out
    assert [key for game in UNNUMBERED for key in shows_a_key(shown, game)] == []


@pytest.mark.parametrize("game", UNNUMBERED)
def test_a_dispute_is_told_with_titles(game: str) -> None:
    """The text for people; the same round as JSON has the keys beside their titles."""
    rules = list(load(game).section_titles)[:3]
    details = {
        "table": "t1",
        "round": 1,
        "state": "settled",
        "game": {"title": load(game).title, "titles": load(game).section_titles},
        "decks": 8,
        "times": {"first": "now", "last": "then"},
        "hands": {"player": {"cards": []}, "banker": {"cards": []}},
        "play": [{"text": "Banker wins.", "rules": rules}],
        "bets": [],
        "balances": {},
        "house": {"before": "0", "after": "0"},
        "fees": {"before": "0", "after": "0"},
        "events": [
            {"n": 1, "at": "now", "by": None, "says": "x", "event": {"type": "y", "rule": rules[0]}}
        ],
    }
    text = write_text(details)
    assert shows_a_key(text, game) == []
    assert text.count(load(game).titled(rules[0])) == 2


@pytest.mark.parametrize("game", UNNUMBERED)
def test_a_par_sheet_cites_titles(game: str) -> None:
    found = load(game)
    every = tuple(found.paragraphs)
    assert shows_a_key(pages.cite(found, every), game) == []
