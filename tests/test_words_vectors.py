"""Pages write a sentence as we do: what Vitest renders again is written here.

`CROUPIER_WRITE_VECTORS=1 ./run test tests/test_words_vectors.py` writes it anew.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup
from croupier.errors import CroupierError
from croupier.game.loading import keys, load
from croupier.game.model import Banker, Game, Stage
from croupier.settlement.explaining import explain_bet, explain_play
from croupier.settlement.settle_json import try_settle
from croupier.table import Context, read_command
from croupier.words import (
    Amount,
    Message,
    Moment,
    Name,
    Text,
    Value,
    as_json,
    catalogue,
    languages,
    render,
    say,
    series,
)
from tables import Play, betting_table
from test_words import ENGLISH, FORMS, entries

FILE = Path(__file__).parent.parent / "web" / "test" / "words-vectors.json"

TIGER = Name("bet", "tiger", {"en": "Tiger", "zh": "老虎"})
SAID: tuple[Value, ...] = (
    "ann",
    12345,
    Amount("1250.50"),
    Moment("2026-11-26T22:30:00.000+00:00"),
    TIGER,
    Name("hand", "banker"),
    Name("moon", "dragon_7"),
    Text({"en": "Six decks.", "zh": "六副牌。"}),
    Text({"en": "Six decks."}),
    *(series(["a", "b", "c"], join) for join in catalogue("en", "lists")),
    series([], "and"),
    series([TIGER]),
    series([TIGER, Amount("1.00")], "or"),
    say("plain.text", text="it's {so}"),
    say("plain.text", text=say("plain.text", text=series([1, Name("hand", "player")], "and"))),
)
"""What a sentence can be made of."""


def _is_plain(pattern: str) -> bool:
    """Say whether nothing but texts go into a pattern."""
    return not re.search(r"\{\s*\w+\s*,|'[{}']|_(key|n|start)\s*[,}]", pattern)


def _base(name: str) -> str:
    return next((name.removesuffix(form) for form in FORMS if name.endswith(form)), name)


def _values(patterns: list[str]) -> Iterator[dict[str, Value]]:
    """Yield parameters that these patterns can take: each option of a choice, one and several."""
    text = " ".join(patterns)
    names = set(re.findall(r"\{\s*(\w+)\s*[,}]", text))
    chosen = set(re.findall(r"\{\s*(\w+)\s*,\s*select", text))
    options = sorted(set(re.findall(r"(\w+)\s*\{", text))) if chosen else ["other"]
    for option in options:
        for count in (1, 3):
            yield {
                _base(name): count
                if f"{_base(name)}_n" in names
                else option
                if name in chosen
                else TIGER
                if f"{_base(name)}_key" in names
                else _base(name)
                for name in sorted(names)
            }


def _rounds(game: Game, random: Random) -> Iterator[dict[str, Any]]:
    """Make rounds of a game, with one main bet at a time and all others, some of it insured."""
    mains = [key for key, kind in game.bets.items() if kind.main]
    sides = [key for key in game.bets if key not in mains]
    deck = [Card(rank, suit) for rank in Rank for suit in Suit]
    for _ in range(150):
        coup, cards = Coup(), list[str]()
        for card in random.sample(deck, 6):
            if coup.next is not None:
                coup = coup.deal(card)
                cards.append(card.text)
        main, amount = random.choice(mains), random.choice(["33", "100"])
        bet = {"player": "ann", "box": 1, "amount": amount}
        bets = [{"id": f"b{at}", "bet": key, **bet} for at, key in enumerate((main, *sides))]
        if game.insurance is not None and random.random() < 0.5:
            stage = random.choice(list(Stage))
            insured = {**bet, "id": "i", "bet": f"{main}_insurance", "amount": "5", "stage": stage}
            bets.append(insured)
        round_: dict[str, Any] = {"game": game.key, "unit": "1", "cards": cards}
        if game.bank.by is Banker.PLAYER_DEALER:
            wager = random.choice(["50", "900"])
            round_["player_dealer"] = {"seat": 3, "player": "pat", "wager": wager}
            round_["fees"] = {"main": "1", "tie": "1", "player_dealer": "2"}
        if game.limits.between is not None:
            least = random.choice(["1", "25", "50"])
            round_["limits"] = {"min": least, "max_differential": "40"}
        yield {**round_, "bets": bets}


def _explained() -> Iterator[Message]:
    """Yield why rounds went so; of sentences that differ in their figures only, one."""
    random, seen = Random(6), set[str]()
    for game in map(load, keys()):
        for round_ in _rounds(game, random):
            came = try_settle(round_, load)[1]
            if isinstance(came, CroupierError):
                continue
            bets = [explain_bet(came, line) for line in came.lines]
            for said, _ in (*explain_play(came), *bets):
                like = re.sub(r"[0-9AJQK]+[♣♦♥♠]|[0-9.]+", "#", str(said))
                if like not in seen:
                    seen.add(like)
                    yield said


def _why_not(play: Play, do: str, by: str = "dealer", **fields: Any) -> Message:
    role = "player" if by == "ann" else by
    line = {"do": do, "by": {"role": role, "name": by}, **fields}
    command, actor = read_command(line, Context(play.live.unit, load))
    with pytest.raises(CroupierError) as refused:
        play.live.do(command, actor)
    return refused.value.said


def _refused() -> Iterator[Message]:
    """Yield why bets of another round were refused, and why play stood still."""
    cards = "Ks Qd 7c 6h Ks Qd 7c 6h"
    play = betting_table("tiger", ("ann", 1, "player", "25"), cards=cards)
    bet: dict[str, Any] = {"box": 1, "bet": "tie", "amount": "5"}
    acts: list[tuple[str, dict[str, Any]]] = [("place_bet", bet), ("withdraw_bet", {"bet": "b1"})]
    for do, fields in acts:
        for round_ in (0, 2):
            yield _why_not(play, do, by="ann", round=round_, **fields)
    yield _why_not(play, "dismiss_report", by="pit_supervisor")
    play.do("interrupt")
    yield _why_not(play, "resume")
    play.do("report", kind="foreign_card")
    yield _why_not(play, "resume")
    play.do("void_round", by="pit_supervisor")
    yield _why_not(play, "open_bets")
    play.do("report", kind="other")
    yield _why_not(play, "open_bets")
    again = betting_table("tiger", ("ann", 1, "player", "25"), ("bob", 2, "player", "25"))
    again.do("report", kind="exposed_card")
    again.do("choose", by="ann", option="refund")
    again.do("choose", by="bob", option="continue")
    yield _why_not(again, "place_bet", by="ann", box=1, bet="tie", amount="25")


def _sentences() -> Iterator[Value]:
    """Yield what is hard to write: sentences with choices, plurals, quotes and capitals."""
    yield from SAID
    yield from _refused()
    yield from _explained()
    books = [entries(language) for language in languages()]
    for key in ENGLISH:
        patterns = [book[key] for book in books]
        if not all(_is_plain(pattern) for pattern in patterns):
            yield from (say(key, **values) for values in _values(patterns))


def vectors() -> list[dict[str, Any]]:
    """Return values as the network has them, and how each language writes them."""
    found = [
        {
            "value": as_json(value),
            **{each: render(value, each, lambda text: f"${text}") for each in languages()},
        }
        for value in _sentences()
    ]
    return [each for at, each in enumerate(found) if each not in found[:at]]


def test_the_pages_are_tested_against_these_sentences() -> None:
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in vectors())
    text = f"[\n{lines}\n]\n"
    if os.environ.get("CROUPIER_WRITE_VECTORS"):
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text


def test_nothing_of_it_is_left_in_english() -> None:
    """What a person called themselves stays, and so do the letters on cards."""
    for said in (*_refused(), *_explained()):
        for language in languages()[1:]:
            text = re.sub(r"\b(ann|pat)\b", "", render(said, language))
            assert not re.search(r"[A-Za-z_]{2}", text), (text, str(said))


def test_rounds_of_every_game_are_explained() -> None:
    assert len(list(_explained())) > 40
