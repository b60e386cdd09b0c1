"""What settlement and game files say: conditions in words, sentences in Chinese, no plain text."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier import Coup, Round, explain_bet, load, settle
from croupier.conditions import Condition, say_all, say_any, simplest
from croupier.errors import CroupierError
from croupier.facts import FACTS, Terms, Value
from croupier.game import BadGame
from croupier.game.coup_endings import combinations
from croupier.game.loading import keys
from croupier.settlement.explaining import explained
from croupier.settlement.settle_json import try_settle, write_refusal
from croupier.words import languages, render
from shoes import own_game

ROOT = Path(__file__).parent.parent
ROUNDS = [
    json.loads(line)["in"] for line in (ROOT / "tests/data/settle.jsonl").read_text().splitlines()
]


def terms(**facts: Value | list[Value]) -> Terms:
    return tuple(
        (name, frozenset(value if isinstance(value, list) else [value]))
        for name, value in facts.items()
    )


DRAGON = [
    terms(winner="banker", banker_natural=True),
    *(terms(winner="banker", margin=margin) for margin in (9, 8, 7, 6, 5, 4)),
]
"""How Dragon Bonus on Banker wins: each margin pays other odds."""


@pytest.mark.parametrize(
    ("condition", "said", "chinese"),
    [
        (terms(), "always", "任何情况"),
        (terms(winner="banker"), "Banker wins", "庄赢"),
        (
            terms(winner="banker", banker_total=6, banker_cards=2),
            "Banker wins with 6 on two cards",
            "庄以两张牌 6 点赢",
        ),
        (
            terms(winner="banker", margin=[4, 5, 6, 7, 8, 9], banker_natural=True),
            "Banker wins by 4 to 9 points with a natural",
            "庄以领先 4–9 点、例牌赢",
        ),
        (terms(winner="player", margin=1), "Player wins by 1 point", "闲以领先 1 点赢"),
        (terms(winner="player", player_cards=3), "Player wins on three cards", "闲以三张牌赢"),
        (terms(winner="tie", player_total=6), "the hands tie at 6", "双方以总分 6 点和局"),
        (
            terms(winner="tie", player_total=6, banker_total=6, natural=False),
            "the hands tie at 6 without a natural",
            "双方以总分 6 点、非例牌和局",
        ),
        (
            terms(winner=["player", "banker"], margin=9),
            "either hand wins by 9 points",
            "庄或闲以领先 9 点赢",
        ),
        (
            terms(winner=["player", "tie"], cards=6),
            "Banker does not win and 6 cards are dealt",
            "庄不赢，且共派 6 张牌",
        ),
        (
            terms(winner="banker", banker_total=[6, 7], player_cards=3, player_pair=False),
            "Banker wins with 6 or 7 and Player has 3 cards and "
            "Player's first two cards are no pair",
            "庄以总分 6或7 点赢，且闲家有 3 张牌，且闲家前两张不成对",
        ),
        (
            terms(colour=["red", "black"], pairs=[0, 1, 2]),
            "the first four cards are red or black",
            "前四张牌为红色或黑色",
        ),
    ],
)
def test_what_must_hold_together_is_one_clause(condition: Terms, said: str, chinese: str) -> None:
    assert str(Condition.of(condition).said()) == said
    assert render(say_all(condition), "zh") == chinese


def test_of_several_conditions_one_is_enough() -> None:
    assert str(say_any(simplest(DRAGON))) == "Banker wins with a natural, or by 4 to 9 points"
    assert render(say_any(simplest(DRAGON)), "zh") == "庄以例牌，或以领先 4–9 点赢"
    mixed = [terms(winner="tie"), terms(player_pair=True, cards=4), terms(winner="tie", cards=6)]
    assert str(say_any(simplest(mixed))) == (
        "Player's first two cards are a pair and 4 cards are dealt, or the hands tie"
    )


@pytest.mark.parametrize(
    "conditions",
    [
        DRAGON,
        [terms(winner="banker", banker_total=6), terms(winner="banker"), terms(winner="tie")],
        [terms(margin=1, cards=4), terms(margin=2, cards=5), terms(margin=1, cards=5)],
        [terms(natural=True), terms(cards=4), terms(natural=True, cards=4)],
    ],
)
def test_the_simplest_conditions_are_met_by_the_same_coups(conditions: list[Terms]) -> None:
    shorter = simplest(conditions)
    assert len(shorter) < len(conditions)
    names = tuple(dict.fromkeys(name for each in conditions for name, _ in each))
    for facts in combinations(names):
        before = any(Condition.of(each).holds(facts) for each in conditions)
        assert before is any(Condition.of(each).holds(facts) for each in shorter)


def test_every_fact_has_words_in_every_language() -> None:
    for fact in FACTS.values():
        for language in languages():
            assert render(fact.means, language)
            for value in fact.values:
                others = frozenset(fact.values) - {value}
                for allowed in (frozenset([value]), others):
                    for winner in ([], [("winner", frozenset(["tie"]))]):
                        both = dict([*winner, (fact.name, allowed)])
                        assert render(say_all(tuple(both.items())), language)


PAYS = ", ".join(
    f'{{ when = {{ winner = "banker", {fact} }}, odds = "{odds}:1" }}'
    for fact, odds in (("banker_natural = true", 1), ("margin = 9", 30), ("margin = 8", 10))
)


def why(pays: str, language: str = "en") -> str:
    """Explain a bet that is lost: Player wins 9 to 7."""
    settled = settle(Round(own_game(pays), Coup.of("9s 4d Kc 3h")).bet("ann", 1, "x", "5"))
    return render(explain_bet(settled, settled["1"]).said, language)


@pytest.mark.parametrize(
    ("pays", "said"),
    [
        (PAYS, "X wins when Banker wins with a natural, or by 8 or 9 points: 5.00 is lost."),
        (
            '{ when = { winner = "banker", cards = 4 }, odds = "1:1" }, '
            '{ when = { winner = "tie" }, odds = "1:1", says = "nobody wins" }',
            "X wins when nobody wins, or Banker wins and 4 cards are dealt: 5.00 is lost.",
        ),
        (
            '{ when = { winner = "banker" }, odds = "1:1" }, '
            '{ when = { winner = "tie" }, odds = "2:1" }',
            "X wins only if Player does not win: 5.00 is lost.",
        ),
        (
            '{ when = { winner = "tie" }, odds = "1:1", says = "nobody wins" }, '
            '{ when = { winner = "banker" }, odds = "1:1", says = "Banker does" }',
            "X wins only if nobody wins or Banker does: 5.00 is lost.",
        ),
        (
            '{ when = { winner = "tie" }, odds = "1:1", says = "both have 1 or 2" }, '
            '{ when = { winner = "banker" }, odds = "1:1", says = "Banker wins" }',
            "X wins when both have 1 or 2, or Banker wins: 5.00 is lost.",
        ),
    ],
)
def test_and_is_told_from_or(pays: str, said: str) -> None:
    assert why(pays) == said


def test_a_bet_without_chinese_is_explained_in_chinese_all_the_same() -> None:
    assert why(PAYS, "zh") == "X在庄以例牌，或以领先 8或9 点赢时赢：输 5.00。"


def strings(value: Any) -> Iterator[str]:
    """Yield every sentence of an explained round."""
    yield from (each["text"] for each in value.get("play", ()))
    yield from (each["why"] for each in value.get("bets", ()))
    yield value.get("error", {}).get("message", "")


def test_every_round_of_the_examples_is_explained_in_chinese() -> None:
    """Names, ids of bets, cards and the keys of a file are as they were typed."""
    games = set()
    for round_ in ROUNDS:
        round_id, came = try_settle(round_, load)
        if isinstance(came, CroupierError):
            told = write_refusal(came, round_id, "zh")
        else:
            told = explained(came, round_id, "zh")
            games.add(round_["game"])
        dealer = round_.get("player_dealer") or {}
        typed = {dealer.get("player", "pat"), *round_["cards"], round_["game"], *keys()}
        typed |= {bet[key] for bet in round_["bets"] for key in ("id", "player", "bet")}
        for said in strings(told):
            rest = re.sub(r"[AJQK0-9]+[♠♥♦♣]", "", said)
            for word in sorted(typed, key=len, reverse=True):
                rest = re.sub(rf"\b{re.escape(word)}\b", "", rest, flags=re.ASCII)
            assert not re.search(r"[A-Za-z]{2,}", rest), said
            assert not said or re.search(r"[\u4e00-\u9fff]", said), said
    assert len(games) == 6


def test_a_bad_file_is_told_in_chinese() -> None:
    with pytest.raises(BadGame) as wrong:
        own_game('{ when = { winer = "tie" }, odds = "8" }')
    assert render(wrong.value.said, "zh") == (
        'own.toml：bets.x.pays[0].when.winer：没有这个事实；是否指 "winner"？'
        "（另有 1 处：croupier check 显示全部）"
    )


CORE = ("settlement", "game", "odds")
MODULES = ("money", "cards", "coup", "shoe", "strict_json", "facts")
SPEAKING = {"InvalidInput", "Refused", "CroupierError", "ValueError", "malformed", "Fault"}


def test_no_refusal_of_the_core_is_a_plain_text() -> None:
    """Each is a key with parameters, so that it can be said in every language."""
    source = ROOT / "src/croupier"
    files = [source / f"{name}.py" for name in MODULES]
    files += [file for room in CORE for file in sorted((source / room).glob("*.py"))]
    plain = []
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            method = isinstance(called, ast.Attribute) and name in ("fault", "expected")
            if name not in SPEAKING and not method:
                continue
            # The first argument of `fault`, `expected` and `Fault` is a key of the file.
            given = node.args[1:2] if method or name == "Fault" else node.args
            if any(
                isinstance(each, ast.JoinedStr)
                or (isinstance(each, ast.Constant) and isinstance(each.value, str))
                for each in given
            ):
                plain.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert not plain
