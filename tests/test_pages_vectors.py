"""What the pages know of the rules is held to ours: the vectors that Vitest reads are written here.

`CROUPIER_WRITE_VECTORS=1 ./run test tests/test_pages_vectors.py` writes them anew.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from croupier import tableau
from croupier.accounts.person import Reason
from croupier.cards import Card, Rank, Suit
from croupier.coup import Coup
from croupier.errors import Code, CroupierError
from croupier.game.loading import keys, load
from croupier.game.model import Banker, Game, Stage
from croupier.reports.events import USES
from croupier.reports.notable_events import ALWAYS_LISTED, LARGE_BET, LISTED_IF_LARGE, REFUSAL
from croupier.server.http.status import roles
from croupier.server.problems import OUR_MISTAKE, ProblemCode
from croupier.settlement.explaining import explained
from croupier.settlement.settle_json import try_settle
from croupier.store.incidents import Kind
from croupier.table.events import EVENTS
from tables import betting_table

FILE = Path(__file__).parent.parent / "web" / "test" / "vectors.json"


def _decision(decision: tableau.Decision) -> str:
    return ("draw " if decision.draws else "stand ") + decision.ground.value


def _walk(random: Random) -> dict[str, Any]:
    deck = [Card(rank, suit) for rank in Rank for suit in Suit]
    cards = random.sample(deck, random.randint(3, 7))
    coup, taken = Coup(), 0
    while taken < len(cards) and coup.next is not None:
        coup = coup.deal(cards[taken])
        taken += 1
    return {
        "cards": [card.text for card in cards],
        "player": [card.text for card in coup.player.cards],
        "banker": [card.text for card in coup.banker.cards],
        "next": None if coup.next is None else coup.next.value,
        "over": [card.text for card in cards[taken:]],
        "result": str(coup.winner) if coup.is_complete else None,
    }


def _rounds(game: Game, random: Random) -> Iterator[dict[str, Any]]:
    """Make rounds of a game, with one main bet at a time and all others, some of it insured."""
    mains = [key for key, kind in game.bets.items() if kind.main]
    sides = [key for key in game.bets if key not in mains]
    for walk in (_walk(random) for _ in range(300)):
        if walk["result"] is None:
            continue
        main, amount = random.choice(mains), random.choice(["33", "100"])
        bet = {"player": "ann", "box": 1, "amount": amount}
        bets = [{"id": f"b{at}", "bet": key, **bet} for at, key in enumerate((main, *sides))]
        stage = random.choice(list(Stage))
        insured = [] if game.insurance is None else [f"{main}_insurance"]
        more = [{**bet, "id": "i", "bet": key, "amount": "5", "stage": stage} for key in insured]
        drawn = [*walk["player"][:1], *walk["banker"][:1], *walk["player"][1:2]]
        cards = [*drawn, *walk["banker"][1:2], *walk["player"][2:], *walk["banker"][2:]]
        round_: dict[str, Any] = {"game": game.key, "unit": "1", "cards": cards}
        if game.bank.by is Banker.PLAYER_DEALER:
            wager = random.choice(["50", "900"])
            round_["player_dealer"] = {"seat": 3, "player": "pat", "wager": wager}
            round_["fees"] = {"main": "1", "tie": "1", "player_dealer": "2"}
        if game.limits.between is not None:
            least = random.choice(["1", "25", "50"])
            round_["limits"] = {"min": least, "max_differential": "40"}
        yield {**round_, "bets": bets}
        yield {**round_, "bets": bets + more}


def _whys(games: list[Game]) -> list[str]:
    """Explain rounds; of sentences that differ in their figures only, one is enough."""
    random, found = Random(6), dict[str, str]()
    for game in games:
        for round_ in _rounds(game, random):
            came = try_settle(round_, load)[1]
            if isinstance(came, CroupierError):
                continue
            told = explained(came, None)
            for text in (*(p["text"] for p in told["play"]), *(b["why"] for b in told["bets"])):
                found.setdefault(re.sub(r"[0-9AJQK]+[♣♦♥♠]|[0-9.]+", "#", text), text)
    return sorted(found.values())


def _late() -> list[str]:
    """Say of bets and of one that is taken back that they were meant for another round."""
    play = betting_table("tiger", ("ann", 1, "player", "25"), cards="Ks Qd 7c 6h Ks Qd 7c 6h")
    bet: dict[str, Any] = {"box": 1, "bet": "tie", "amount": "5"}
    acts: list[tuple[str, dict[str, Any]]] = [("place_bet", bet), ("withdraw_bet", {"bet": "b1"})]
    refusals = (
        play.refused(do, by="ann", round=round_, **fields)
        for do, fields in acts
        for round_ in (0, 2)
    )
    return sorted({str(each["message"]) for each in refusals})


def _held() -> list[str]:
    """Say why play stands still, and who may let it go on."""
    play = betting_table("tiger", ("ann", 1, "player", "25"), cards="Ks Qd 7c 6h Ks Qd 7c 6h")
    said = [play.refused("dismiss_report", by="pit_supervisor")]
    play.do("interrupt")
    said.append(play.refused("resume"))
    play.do("report", kind="foreign_card")
    said.append(play.refused("resume"))
    play.do("void_round", by="pit_supervisor")
    said.append(play.refused("open_bets"))
    play.do("report", kind="other")
    said.append(play.refused("open_bets"))
    again = betting_table("tiger", ("ann", 1, "player", "25"), ("bob", 2, "player", "25"))
    again.do("report", kind="exposed_card")
    again.do("choose", by="ann", option="refund")
    again.do("choose", by="bob", option="continue")
    said.append(again.refused("place_bet", by="ann", box=1, bet="tie", amount="25"))
    return sorted(str(each["message"]) for each in said)


def _said() -> dict[str, list[str]]:
    """List all that the server says in English, which the pages say in Chinese."""
    games = [load(key) for key in keys()]
    lines = [line for game in games for bet in game.bets.values() for line in bet.pays]
    return {
        "codes": sorted({*Code, *ProblemCode, *Reason, OUR_MISTAKE}),
        "gists": sorted({each.gist for game in games for each in game.paragraphs.values()}),
        "titles": sorted({title for game in games for title in game.section_titles.values()}),
        "pays": sorted({line.says for line in lines}),
        "events": sorted(EVENTS),
        "incidents": sorted(Kind),
        "happened": sorted({*ALWAYS_LISTED, *LISTED_IF_LARGE}),
        "whys": _whys(games),
        "late": _late(),
        "held": _held(),
        "kinds": sorted(
            {use.notable for use in USES.values() if use.notable} | {LARGE_BET, REFUSAL}
        ),
    }


def vectors() -> dict[str, Any]:
    """Write every decision of the table of play, coups at random, who may do what, and words."""
    random = Random(2019)
    totals, thirds = range(10), [None, *range(10)]
    return {
        "player": [[_decision(tableau.player(p, b)) for b in totals] for p in totals],
        "banker": [
            [[_decision(tableau.banker(p, b, third)) for third in thirds] for b in totals]
            for p in totals
        ],
        "walks": [_walk(random) for _ in range(400)],
        "roles": json.loads(bytes(asyncio.run(roles()).body)),
        "said": _said(),
    }


def test_the_pages_are_tested_against_these_rules() -> None:
    text = json.dumps(vectors(), separators=(",", ":")) + "\n"
    if os.environ.get("CROUPIER_WRITE_VECTORS"):
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text
