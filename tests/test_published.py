"""A published game: what a file leaves out is filled in, whatever the file is."""

from __future__ import annotations

import json
import re
import tomllib
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from croupier import tableau
from croupier.cards import Card, Rank
from croupier.game import Game, read_game
from croupier.game.digest import hashed_text
from croupier.game.felt import OWN, Felt, Shape, draw, strip
from croupier.game.loading import keys, read_file, shipped
from croupier.game.published import publish, reading
from croupier.money import Odds
from croupier.words import render
from game_bases import BANKED, FULL, PLAIN, Data

ROOT = Path(__file__).parent.parent
EZ = ROOT / "examples" / "ez-baccarat.toml"
FELTS = json.loads((Path(__file__).parent / "data" / "felt.json").read_text("utf-8"))


def table(**properties: Any) -> Data:
    """The schema of a table that has just these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def rows(items: Data) -> Data:
    return {"type": "array", "items": items}


def maybe(schema: Data) -> Data:
    return {"anyOf": [{"type": "null"}, schema]}


TEXT: Data = {"type": "string", "pattern": r"\S"}
NUMBER: Data = {"type": "number", "minimum": 0}
WHOLE: Data = {"type": "integer", "minimum": 0}
YES: Data = {"type": "boolean"}
RULES = rows(TEXT)
TEXTS: Data = {
    "type": "object",
    "properties": {"zh": TEXT, "zh-Hant": TEXT},
    "additionalProperties": False,
}
ODDS: Data = {"type": "string", "pattern": "^[0-9]+:[1-9][0-9]*$"}
LINE_ODDS: Data = {"type": "string", "pattern": "^-?[0-9]+:[1-9][0-9]*$"}
READS: Data = {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)? to [0-9]+$"}
ALLOWED = table(allowed=YES, rules=RULES)
FELT = table(
    ratio=NUMBER,
    size=NUMBER,
    high=NUMBER,
    rim=TEXT,
    lane=TEXT,
    own=maybe(table(x=NUMBER, y=NUMBER, width=NUMBER, height=NUMBER)),
    spots=rows(table(box=WHOLE, x=NUMBER, y=NUMBER)),
)
NAMED: Data = {"key": TEXT, "name": TEXT, "names": TEXTS, "short": TEXT, "shorts": TEXTS}


def cited(*names: str) -> Data:
    return table(**dict.fromkeys(names, RULES))


SCHEMA = table(
    key=TEXT,
    title=TEXT,
    titles=TEXTS,
    source=TEXT,
    sourced=YES,
    digest={"type": "string", "pattern": "^[0-9a-f]{64}$"},
    decks=table(least=WHOLE, most=WHOLE, default=WHOLE, rules=RULES),
    layouts=rows(
        table(
            key=TEXT,
            name=TEXT,
            names=TEXTS,
            boxes=WHOLE,
            shape={"enum": list(Shape)},
            rules=RULES,
            felt=table(wide=FELT, strip=FELT),
        )
    ),
    bets=rows(
        table(
            **NAMED,
            main=YES,
            backs={"enum": ["player", "banker", "tie", None]},
            fee=maybe(TEXT),
            limits={"enum": ["main", "side"]},
            pays=rows(
                table(
                    when={"type": "object"},
                    says=TEXT,
                    said={"type": "object"},
                    odds=LINE_ODDS,
                    reads=READS,
                    push=YES,
                    commission=maybe({"type": "string", "pattern": "%$"}),
                    gross=maybe(ODDS),
                    rules=RULES,
                )
            ),
            loses=RULES,
            needs={"type": "array", "items": TEXT},
            cap=maybe({"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"}),
            rounds_up=YES,
        )
    ),
    insurance=maybe(
        table(
            bets=rows(
                table(
                    **NAMED,
                    insures={"enum": ["player", "banker"]},
                    original=TEXT,
                    offers=rows(
                        table(
                            stage={"enum": ["four_cards", "player_third"]},
                            player_total=WHOLE,
                            banker_total=WHOLE,
                            odds=ODDS,
                            reads=READS,
                            pays_on_tie=YES,
                            rules=RULES,
                        )
                    ),
                )
            ),
            stages=rows({"enum": ["four_cards", "player_third"]}),
            rules=cited("offered", "needs_original", "cap", "wins", "loses", "tie"),
        )
    ),
    bank=table(
        by={"enum": ["house", "player-dealer"]},
        order=rows(TEXT),
        fees=rows(TEXT),
        hands=maybe(WHOLE),
        rules=cited("order", "coverage", "exhausted", "position", "fees", "house"),
    ),
    betting=table(both_sides=ALLOWED, side_alone=ALLOWED, standing=ALLOWED, own_box=RULES),
    limits=table(
        assessed={"enum": ["maximum", "differential"]},
        between=maybe(rows(TEXT)),
        rules=cited("duty", "below", "excess", "pro_rata", "pro_rata_below"),
    ),
    play=table(
        face_down=ALLOWED,
        points=rows(table(rank=TEXT, points=WHOLE)),
        third_card=table(
            naturals=rows(WHOLE),
            player=rows(WHOLE),
            banker_alone=rows(WHOLE),
            banker=rows(rows(WHOLE)),
        ),
        rules=cited(
            *("deal", "natural", "player", "banker_alone", "banker"),
            *("player_natural", "banker_natural", "winner", "tie"),
        ),
    ),
    procedures={
        "type": "object",
        "additionalProperties": table(
            does=TEXT, otherwise=maybe(TEXT), options=TEXT, decides=TEXT, rule=maybe(TEXT)
        ),
    },
    borrows=maybe(TEXT),
    paragraphs=rows(
        table(id=TEXT, kind=TEXT, title=TEXT, titles=TEXTS, gist=TEXT, gists=TEXTS, numbered=YES)
    ),
)
"""The shape of every published game, whatever its file leaves out."""
VALIDATOR = Draft202012Validator(SCHEMA)


def read(text: str) -> Game:
    return read_game(tomllib.loads(text), "own.toml", shipped)


MANY = PLAIN + "\n".join(
    f"""
[bets.side_{number}]
name = "Side Bet Number {number}"
pays = [{{ when = {{ sum = {number} }}, odds = "{number + 2}:3" }}]"""
    for number in range(12)
)
"""A game with thirteen side bets, and no main bet."""
CARDS = Path(__file__).parent / "data" / "cards.toml"
GAMES = {
    **{key: shipped(key) for key in keys()},
    "ez": read_file(EZ),
    "plain": read(PLAIN),
    "full": read(FULL),
    "banked": read(BANKED),
    "many": read(MANY),
    "cards": read_file(CARDS),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_published_in_one_shape(game: Game) -> None:
    published = publish(game)
    VALIDATOR.validate(published)
    assert json.loads(json.dumps(published)) == published
    assert [bet["key"] for bet in published["bets"]] == list(game.bets)
    shorts = [bet["short"] for bet in published["bets"]]
    shorts += [bet["short"] for bet in (published["insurance"] or {"bets": []})["bets"]]
    assert len({short.casefold() for short in shorts}) == len(shorts)
    for layout in published["layouts"]:
        for felt in layout["felt"].values():
            assert [spot["box"] for spot in felt["spots"]] == list(range(1, layout["boxes"] + 1))
            assert all(0 < spot["x"] < 100 and 0 < spot["y"] < 100 for spot in felt["spots"])


def test_the_smallest_file_has_everything() -> None:
    published = publish(GAMES["plain"])
    assert published["decks"] == {"least": 6, "most": 8, "default": 8, "rules": []}
    (layout,) = published["layouts"]
    assert (layout["key"], layout["boxes"], layout["shape"]) == ("table", 14, "bean")
    (bet,) = published["bets"]
    assert (bet["name"], bet["short"], bet["names"]) == ("Tie", "Tie", {})
    assert (bet["main"], bet["backs"], bet["limits"], bet["fee"]) == (False, "tie", "side", None)
    (line,) = bet["pays"]
    assert line["when"] == {"winner": "tie"}
    assert (line["odds"], line["reads"], line["push"]) == ("8:1", "8 to 1", False)
    assert (line["commission"], line["gross"]) == (None, None)
    assert published["insurance"] is None
    assert published["bank"]["by"] == "house"
    assert published["bank"]["fees"] == []
    assert published["betting"]["both_sides"] == {"allowed": True, "rules": []}
    assert published["betting"]["standing"] == {"allowed": False, "rules": []}
    assert published["limits"]["between"] is None
    assert published["play"]["face_down"] == {"allowed": True, "rules": []}
    assert (published["procedures"], published["borrows"]) == ({}, None)
    assert published["paragraphs"] == []


def test_a_full_file_is_published_as_it_is() -> None:
    published = publish(GAMES["full"])
    assert published["limits"]["between"] == ["banker", "player"]
    assert published["play"]["rules"]["winner"] == ["1.1", "1.2"]
    assert published["play"]["face_down"] == {"allowed": False, "rules": ["1.1"]}
    tie = published["bets"][2]
    assert tie["pays"][0]["when"] == {"winner": "tie", "margin": 0, "natural": True}
    assert tie["backs"] is None
    insurance = published["insurance"]
    assert insurance["stages"] == ["four_cards", "player_third"]
    (bet,) = insurance["bets"]
    assert (bet["insures"], bet["original"], bet["short"]) == ("player", "player", "PI")
    assert len(bet["offers"]) == 7
    assert bet["offers"][-1]["pays_on_tie"]
    wrong_hand = published["procedures"]["wrong_hand"]
    assert wrong_hand["rule"] == "1.1"
    assert published["procedures"]["foreign_card"]["rule"] == "tiger 5.5.1"
    assert published["borrows"] == "tiger"
    assert [each["numbered"] for each in published["paragraphs"]] == [True, True]


def test_a_range_is_published_as_the_values_in_it() -> None:
    banker = publish(GAMES["full"])["bets"][1]
    assert banker["pays"][0]["when"] == {
        "winner": "banker",
        "banker_total": [1, 2, 3, 4, 5, 6, 7, 8, 9],
    }


def test_fees_are_those_of_the_bets_and_of_the_position() -> None:
    bank = publish(shipped("player-dealer"))["bank"]
    assert bank["fees"] == ["main", "tie", "player_dealer"]
    assert bank["order"] == ["player", "banker", "tie"]


@pytest.mark.parametrize(
    ("game", "backs"),
    [
        ("tiger", ["player", "banker", "tie", None, None, None, None, None]),
        ("ez", ["player", "banker", "tie", None, None]),
        ("no-commission", ["player", "banker", "tie"]),
    ],
)
def test_a_bet_backs_a_result_if_it_wins_on_it_alone(game: str, backs: list[str | None]) -> None:
    assert [bet["backs"] for bet in publish(GAMES[game])["bets"]] == backs


@pytest.mark.parametrize(
    ("odds", "reads"),
    [
        *(("19:20", "0.95 to 1"), ("1:2", "0.5 to 1"), ("3:2", "1.5 to 1"), ("12:1", "12 to 1")),
        *(("100:1", "100 to 1"), ("1:3", "1 to 3"), ("5:6", "5 to 6"), ("0:1", "0 to 1")),
    ],
)
def test_odds_are_read_to_one(odds: str, reads: str) -> None:
    assert reading(Odds.parse(odds)) == reads


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_table_of_play_and_the_values_of_cards_are_those_of_the_core(game: Game) -> None:
    """Whoever shows who draws, and on what, needs nothing but the published game."""
    play = publish(game)["play"]
    points = {each["rank"]: each["points"] for each in play["points"]}
    assert points == {rank.value: Card.parse(f"{rank.value}s").points for rank in Rank}
    shown = play["third_card"]
    for own, other in product(range(10), repeat=2):
        natural = own in shown["naturals"] or other in shown["naturals"]
        draws = not natural and own in shown["player"]
        assert tableau.player(own, other).draws == draws
        alone = not natural and own in shown["banker_alone"]
        assert tableau.banker(other, own, None).draws == alone
        for third in range(10):
            draws = not natural and third in shown["banker"][own]
            assert tableau.banker(other, own, third).draws == draws


def test_long_names_are_shortened_each_to_its_own() -> None:
    named = "".join(
        f"""
[bets.bet_{at}]
name = "{name}"
{"short = " + json.dumps(short) if short else ""}
pays = [{{ when = {{ sum = {at} }}, odds = "5:1" }}]"""
        for at, (name, short) in enumerate(
            [
                ("Dragon 7", ""),
                ("Dragon Bonus", ""),
                ("Perfect Pair", ""),
                ("Player Pair", ""),
                ("Lucky Number 13", ""),
                ("Supercalifragilistic", ""),
                ("big win", ""),
                ("Deluxe Bet", "DB"),
            ]
        )
    )
    shorts = [bet["short"] for bet in publish(read(PLAIN + named))["bets"][1:]]
    assert shorts == ["Dragon 7", "DrBo", "PP", "PlPa", "LN13", "Supercal", "big win", "DB"]


SPOKEN = """
key   = "spoken"
title = { en = "Spoken", zh = "有声" }
decks = [8, 8]
[layouts]
one = { name = { en = "One table", zh = "一号台" }, boxes = 1 }
[bets.banker]
main = true
name = { en = "Banker", zh = "庄" }
pays = [
  { when = {winner = "banker"}, odds = "1:1", commission = "2.5%", says.en = "B", says.zh = "庄" },
  { when = { winner = "tie" }, odds = "0:1", says = "a tie" },
]
[bets.lucky_number_13]
short = { en = "L13" }
pays  = [{ when = { sum = 13 }, odds = "5:1" }]
[bets.dragon_bonus]
name = { en = "Dragon Bonus", zh = "龙宝" }
pays = [{ when = { margin = 9 }, odds = "30:1" }]
[paragraphs]
"1" = { kind = "draw", gist = { en = "It says.", zh = "其意。" } }
two = { kind = "draw", title = { en = "Two", zh = "二" }, gist = "Only English." }
"""


def test_languages_are_published_as_far_as_the_file_has_them() -> None:
    game = read(SPOKEN)
    published = publish(game)
    VALIDATOR.validate(published)
    assert (published["title"], published["titles"]) == ("Spoken", {"zh": "有声"})
    assert published["layouts"][0]["names"] == {"zh": "一号台"}
    banker, lucky, dragon = published["bets"]
    assert (banker["name"], banker["names"], banker["shorts"]) == (
        "Banker",
        {"zh": "庄"},
        {"zh": "庄"},
    )
    assert (lucky["name"], lucky["names"]) == ("Lucky Number 13", {})
    assert (lucky["short"], lucky["shorts"]) == ("L13", {})
    assert (dragon["short"], dragon["shorts"]) == ("DB", {"zh": "龙宝"})
    won, tied = banker["pays"]
    assert (won["says"], won["said"]) == ("B", {"in": {"en": "B", "zh": "庄"}})
    assert (tied["says"], tied["said"]) == ("a tie", {"in": {"en": "a tie"}})
    one, two = published["paragraphs"]
    assert (one["title"], one["titles"], one["gists"]) == ("1", {}, {"zh": "其意。"})
    assert (two["title"], two["titles"], two["gists"]) == ("Two", {"zh": "二"}, {})
    assert (one["numbered"], two["numbered"]) == (True, False)


def test_a_bet_is_named_in_every_language() -> None:
    game = read(SPOKEN)
    assert render(game.bet_name("banker"), "zh") == "庄"
    assert render(game.bet_name("banker")) == "Banker"
    assert render(game.bet_name("lucky_number_13"), "zh") == "Lucky Number 13"
    insured = shipped("insurance").bet_name("player_insurance")
    assert render(insured, "zh") == "闲保险"
    with pytest.raises(KeyError):
        game.bet_name("nothing")


def test_a_condition_without_a_text_is_said_in_every_language() -> None:
    (line,) = read(PLAIN).bets["tie"].pays
    assert str(line.said) == line.says
    assert render(line.said, "zh") != line.says


@pytest.mark.parametrize("key", keys())
def test_a_shipped_game_is_whole_in_chinese(key: str) -> None:
    published = publish(shipped(key))
    texts = [published["titles"], *(layout["names"] for layout in published["layouts"])]
    for bet in published["bets"]:
        texts += [bet["names"], bet["shorts"], *(line["said"]["in"] for line in bet["pays"])]
    for bet in (published["insurance"] or {"bets": []})["bets"]:
        texts += [bet["names"], bet["shorts"]]
    for each in published["paragraphs"]:
        texts += [each["gists"]] if each["numbered"] else [each["gists"], each["titles"]]
    assert all(text.get("zh") and text.get("zh-Hant") for text in texts)


def test_a_translation_leaves_the_digest_as_it_is() -> None:
    english = re.sub(r"\{ en = (\"[^\"]*\"), zh = \"[^\"]*\" \}", r"\1", SPOKEN)
    english = english.replace('says.en = "B", says.zh = "庄"', 'says = "B"')
    english = english.replace('{ en = "L13" }', '"L13"')
    assert "zh" not in english
    assert read(english).digest == read(SPOKEN).digest
    assert read(english.replace("Dragon", "Dragons")).digest != read(SPOKEN).digest
    data = tomllib.loads(SPOKEN)
    assert sha256(hashed_text(data)).hexdigest() == read(SPOKEN).digest


def test_a_commission_is_off_the_odds() -> None:
    line = read(SPOKEN).bets["banker"].pays[0]
    assert (str(line.odds), str(line.gross), line.commission) == ("39:40", "1:1", "2.5%")
    won = publish(read(SPOKEN))["bets"][0]["pays"][0]
    assert (won["odds"], won["gross"], won["commission"]) == ("39:40", "1:1", "2.5%")
    assert won["reads"] == "0.975 to 1"


@pytest.mark.parametrize("key", keys())
def test_commission_is_where_the_documents_take_one(key: str) -> None:
    kinds = shipped(key).bets.items()
    found = {bet: line.commission for bet, kind in kinds for line in kind.pays if line.commission}
    assert found == ({"banker": "5%"} if key in ("classic", "tiger") else {})


@pytest.mark.parametrize("known", FELTS, ids=lambda known: f"{known['shape']}{known['boxes']}")
def test_a_felt_is_drawn_as_it_was(known: Data) -> None:
    """Kills a change that moves boxes unseen: who means to draw otherwise writes the file anew."""
    shape = known["shape"]
    felt = strip(known["boxes"]) if shape == "strip" else draw(known["boxes"], Shape(shape))
    assert (felt.ratio, felt.size, felt.high) == (known["ratio"], known["size"], known["high"])
    assert sha256((felt.rim + felt.lane).encode()).hexdigest() == known["lines"]
    assert [[spot.x, spot.y] for spot in felt.spots] == known["spots"]


@pytest.mark.parametrize("boxes", [1, 2, 5, 7, 8, 9, 12, 14, 30])
@pytest.mark.parametrize("shape", [*Shape, None])
def test_boxes_have_room_beside_each_other_and_above_ones_own(
    boxes: int, shape: Shape | None
) -> None:
    """No two of them overlap, none leaves the felt, and none covers the places."""
    felt: Felt = strip(boxes) if shape is None else draw(boxes, shape)
    wide, high = felt.size, felt.size * felt.high * felt.ratio
    for spot in felt.spots:
        assert wide / 2 <= spot.x <= 100 - wide / 2
        assert high / 2 <= spot.y <= (OWN.y if felt.own else 100) - high / 2
    for at, one in enumerate(felt.spots):
        for other in felt.spots[at + 1 :]:
            beside = abs(one.x - other.x) >= 0.9 * wide
            below = abs(one.y - other.y) >= 0.9 * high
            corner = abs(one.x - other.x) / wide + abs(one.y - other.y) / high >= 1
            assert beside or below or corner
