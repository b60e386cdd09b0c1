"""The naive settlement gives the worked answers, and the generators reach what they are for."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naive.breakages import BREAKAGES, Breakage
from naive.rounds import CELL_POOLS, Round, good_round
from naive.rounds_broken import bad_round, broken_by, broken_round
from naive.settlement import CARDS, GAMES, INSURANCE, MAIN, PAYS, deal, offer, ratio, settle, total

pytestmark = pytest.mark.no_cover  # nothing of src runs here

EXAMPLES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "settle.jsonl").read_text("utf-8").splitlines()
    if line.strip()
]
GOOD, BAD = 6_000, 3_000
CODES = {
    *("unknown_game", "unknown_bet", "bad_card", "bad_amount", "decks_out_of_range"),
    *("wrong_cards", "foreign_card", "both_sides", "side_needs_main", "no_standing", "no_box"),
    *("box_taken", "above_maximum", "insurance_not_offered", "insurance_without_original"),
    *("insurance_over_cap", "duplicate_bet", "player_dealer_bets", "player_dealer_missing"),
    "malformed",
}
AMOUNTS = ("in_action", "profit", "back", "house", "fees")

Settled = list[tuple[Round, dict[str, Any]]]


def as_numbers(answer: Any) -> Any:
    """The answer with its amounts as numbers, and without `rounding`, which examples leave out."""
    if isinstance(answer, list):
        return [as_numbers(part) for part in answer]
    if not isinstance(answer, dict):
        return answer
    plain: dict[str, Any] = {}
    for key, value in answer.items():
        if key in AMOUNTS:
            plain[key] = Fraction(value)
        elif key == "net":
            plain[key] = {player: Fraction(won) for player, won in value.items()}
        elif key != "rounding":
            plain[key] = as_numbers(value)
    return plain


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["in"]["id"]))
def test_worked_example(example: dict[str, Any]) -> None:
    answer = settle(example["in"])
    assert answer["id"] == example["in"]["id"]
    if "errors" in example:
        assert answer["error"]["code"] in example["errors"]
    else:
        assert as_numbers(answer) == as_numbers(example["out"])


@pytest.mark.parametrize(
    ("bet", "profit", "rounding"), [("25.25", "12.62", "1/200"), ("25", "12.50", None)]
)
def test_rounding_is_the_money_lost(bet: str, profit: str, rounding: str | None) -> None:
    line = {"id": "a", "player": "ann", "box": 1, "bet": "banker", "amount": bet}
    cards = ["Ks", "2d", "5c", "4h", "Td"]
    (shown,) = settle({"game": "no-commission", "cards": cards, "bets": [line]})["bets"]
    assert (shown["profit"], shown.get("rounding")) == (profit, rounding)


@pytest.mark.parametrize(
    ("amounts", "least", "allowed", "parts"),
    [
        ((100, 100, 100), 0, 100, (34, 33, 33)),  # equal remainders: the earlier bet
        ((1000, 30, 30), 25, 100, (50, 25, 25)),  # pinned at the minimum, the rest shares again
        ((1000, 20, 30), 25, 100, (55, 20, 25)),  # below the minimum in full
        ((100, 90, 40), 30, 80, (30, 30, 30)),  # not even the minimum for each
        ((7, 5, 3), 0, 8, (4, 3, 1)),  # 3.73, 2.67 and 1.6
        ((7, 5), 0, 0, (0, 0)),
    ],
)
def test_pro_rata_by_hand(
    amounts: tuple[int, ...], least: int, allowed: int, parts: tuple[int, ...]
) -> None:
    bets = [
        {"id": f"{i}", "player": f"p{i}", "box": 1, "bet": "player", "amount": f"{amount}"}
        for i, amount in enumerate(amounts)
    ]
    for bet in bets[1:]:
        bet["standing"] = True
    limits = {"min": f"{least}", "max_differential": f"{allowed}"}
    line = {"game": "tiger", "unit": "1", "limits": limits, "bets": bets}
    out = settle(line | {"cards": ["9s", "4d", "Kc", "3h"]})
    assert tuple(int(shown["in_action"]) for shown in out["bets"]) == parts


def test_what_was_taken_back_by_hand() -> None:
    """300 against nothing with 100 allowed: 34, 33 and 33; the second of them took it back."""
    bets = [
        {"id": f"{i}", "player": f"p{i}", "box": 1, "bet": "banker", "amount": "100"}
        for i in range(3)
    ]
    bets[1] |= {"standing": True, "returned": True}
    bets[2] |= {"standing": True}
    limits = {"min": "0", "max_differential": "100"}
    line = {"game": "tiger", "unit": "1", "limits": limits, "bets": bets}
    out = settle(line | {"cards": ["9s", "4d", "Kc", "3h"]})
    assert [shown["in_action"] for shown in out["bets"]] == ["34", "0", "33"]
    assert [shown["back"] for shown in out["bets"]] == ["66", "100", "67"]
    assert out["net"] == {"p0": "-34", "p1": "0", "p2": "-33"}


def test_who_took_a_bet_back_pays_no_fee_and_is_passed_over() -> None:
    """The player-dealer's 50 reach the second winner, because the first has left the bet."""
    bets = [
        {"id": "a", "player": "ann", "box": 2, "bet": "player", "amount": "50", "returned": True},
        {"id": "b", "player": "bob", "box": 3, "bet": "player", "amount": "50"},
    ]
    bank = {"player_dealer": {"seat": 1, "player": "pat", "wager": "50"}, "fees": {"main": "2"}}
    line = {"game": "player-dealer", "unit": "1", "bets": bets} | bank
    out = settle(line | {"cards": ["9s", "4d", "Kc", "3h"]})
    assert out["net"] == {"ann": "0", "bob": "48", "pat": "-50"}
    assert out["fees"] == "2"


@pytest.mark.parametrize("line", [None, 5, "round", [], [{}], True, 1.5, {}])
def test_what_is_no_round_is_malformed(line: object) -> None:
    answer = settle(line)
    assert (answer["id"], answer["error"]["code"]) == (None, "malformed")


@pytest.fixture(scope="module")
def settled() -> Settled:
    """Good rounds with their answers; they go through JSON as they would on a command line."""
    rng = Random(20191116)
    rounds = [json.loads(json.dumps(good_round(rng))) for _ in range(GOOD)]
    return [(line, settle(line)) for line in rounds]


def test_good_rounds_are_settled(settled: Settled) -> None:
    assert [(line, out["error"]) for line, out in settled if "error" in out] == []
    assert {line["game"] for line, _ in settled} == set(GAMES)


def test_money_is_conserved(settled: Settled) -> None:
    for line, out in settled:
        net = sum(Fraction(won) for won in out["net"].values())
        assert net + Fraction(out["house"]) + Fraction(out["fees"]) == 0
        players = {bet["player"] for bet in line["bets"]}
        if line["game"] == "player-dealer":
            players.add(line["player_dealer"]["player"])
            assert Fraction(out["house"]) == 0
        assert set(out["net"]) == players
        for bet, shown in zip(line["bets"], out["bets"], strict=True):
            amount, in_action = Fraction(bet["amount"]), Fraction(shown["in_action"])
            profit = Fraction(shown["profit"])
            assert bet["id"] == shown["id"]
            assert 0 <= in_action <= amount
            assert Fraction(shown["back"]) == amount + profit
            assert (shown["outcome"] == "returned") == (in_action == 0)
            assert (shown["outcome"] == "win") == (shown["odds"] is not None)
            if shown["outcome"] == "lose":
                assert profit == -in_action
            if shown["outcome"] in ("push", "returned"):
                assert profit == 0
            if shown["outcome"] == "win" and line["game"] != "player-dealer":
                lost = in_action * ratio(shown["odds"]) - profit
                assert lost == Fraction(shown.get("rounding", "0"))
                assert 0 <= lost < Fraction(line.get("unit") or "0.01")


def test_the_player_dealer_stays_within_the_wager(settled: Settled) -> None:
    ends = Counter[str]()
    for line, out in settled:
        if line["game"] != "player-dealer":
            continue
        taken = -sum((Fraction(shown["profit"]) for shown in out["bets"]), Fraction())
        wager = Fraction(line["player_dealer"]["wager"])
        assert abs(taken) <= wager
        for bet, shown in zip(line["bets"], out["bets"], strict=True):
            part = Fraction(shown["in_action"]) < Fraction(bet["amount"])
            ends[f"{bet['bet']} {shown['outcome']}{' in part' if part else ''}"] += 1
            if part and shown["outcome"] != "returned":
                assert abs(taken) == wager
    wanted = {f"{kind} {how} in part" for kind in (*MAIN, "tie") for how in ("win", "lose")}
    wanted |= {f"{kind} returned in part" for kind in (*MAIN, "tie")} | {"player push"}
    assert {end for end in wanted if ends[end] < 5} == set()


def test_every_pay_line_occurs(settled: Settled) -> None:
    seen = Counter[tuple[str, str, str | None]]()
    for line, out in settled:
        for bet, shown in zip(line["bets"], out["bets"], strict=True):
            seen[line["game"], bet["bet"], shown["odds"] or shown["outcome"]] += 1
    wanted = [(g, k, odds) for g, pays in PAYS.items() for k in pays for odds in pays[k].values()]
    wanted += [(game, kind, "lose") for game, pays in PAYS.items() for kind in pays]
    wanted += [(game, kind, "push") for game in GAMES for kind in MAIN]
    assert [line for line in wanted if seen[line] < 5] == []


def test_every_insurance_cell_occurs(settled: Settled) -> None:
    """Each cell with every outcome that can follow it (4.1.2, 4.2.1)."""
    seen = Counter[tuple[str, str, int, int, str]]()
    for line, out in settled:
        coup = deal([CARDS[card] for card in line["cards"]])
        for bet, shown in zip(line["bets"], out["bets"], strict=True):
            if bet["bet"] not in INSURANCE:
                continue
            hand, stage = INSURANCE[bet["bet"]], bet["stage"]
            points = total(coup.player if stage == "player_third" else coup.player[:2])
            against = total(coup.banker[:2])
            assert shown["odds"] in (None, offer(coup, stage, hand))
            seen[stage, hand, points, against, shown["outcome"]] += 1
    wanted = []
    for cell, shapes in CELL_POOLS.items():
        stage, hand, points, _ = cell
        for result in {shape.result for shape in shapes}:
            nine = (stage, hand, points) == ("player_third", "player", 9)
            tie = "win" if nine else "push"
            how = tie if result == "tie" else "lose" if result == hand else "win"
            wanted.append((*cell, how))
    assert len({cell[:4] for cell in wanted}) == 17 + 13 + 11 + 32
    assert [cell for cell in wanted if not seen[cell]] == []


def if_nothing_were_taken_back(line: Round) -> dict[str, Any]:
    """The answer to a round in which every bet stands."""
    return settle(line | {"bets": [{**bet, "returned": False} for bet in line["bets"]]})


def test_the_differential_is_kept(settled: Settled) -> None:
    """Without a minimum the parts in action differ by exactly what is allowed (5.1.1)."""
    cut = Counter[str]()
    for line, out in settled:
        limits = line.get("limits") or {}
        allowed = limits.get("max_differential")
        if allowed is None:
            continue
        if any(bet.get("returned") for bet in line["bets"]):
            out = if_nothing_were_taken_back(line)  # which is what the shares are worked out from
        scope, least = limits.get("scope") or "box", Fraction(limits.get("min") or 0)
        sums: dict[tuple[int, str], list[Fraction]] = {}
        for bet, shown in zip(line["bets"], out["bets"], strict=True):
            if bet["bet"] not in MAIN:
                continue
            amount, part = Fraction(bet["amount"]), Fraction(shown["in_action"])
            assert part >= min(amount, least)
            both = sums.setdefault((bet["box"] if scope == "box" else 0, bet["bet"]), [])
            both += [amount, part]
            if amount < least:
                assert part == amount
                cut[f"{scope}, below the minimum"] += 1
            elif part < amount:
                cut[f"{scope}, {'pinned' if part == least else 'cut'}"] += 1
        for box in {key[0] for key in sums}:
            player, banker = sums.get((box, "player"), []), sums.get((box, "banker"), [])
            gap = abs(sum(player[::2], Fraction()) - sum(banker[::2], Fraction()))
            kept = abs(sum(player[1::2], Fraction()) - sum(banker[1::2], Fraction()))
            if gap <= Fraction(allowed):
                assert (player[::2], banker[::2]) == (player[1::2], banker[1::2])
            elif least == 0:
                assert kept == Fraction(allowed)
            else:
                assert kept <= gap
    wanted = {
        f"{s}, {how}" for s in ("box", "table") for how in ("below the minimum", "pinned", "cut")
    }
    assert {how for how in wanted if cut[how] < 20} == set()


def test_a_bet_taken_back_is_answered_returned_and_changes_no_other(settled: Settled) -> None:
    """But for a player-dealer's order of action everybody else fares as before (5.12.3)."""
    seen = Counter[str]()
    for line, out in settled:
        gone = [bet.get("returned") for bet in line["bets"]]
        if not any(gone):
            continue
        stood = if_nothing_were_taken_back(line)
        for bet, shown, other in zip(line["bets"], out["bets"], stood["bets"], strict=True):
            if not bet.get("returned"):
                assert line["game"] == "player-dealer" or shown == other
                seen["stood beside one"] += 1
                continue
            assert (shown["outcome"], shown["odds"]) == ("returned", None)
            assert Fraction(shown["profit"]) == Fraction(shown["in_action"]) == 0
            assert Fraction(shown["back"]) == Fraction(bet["amount"])
            seen[f"{line['game']} {bet['bet']}"] += 1
            mine = [b.get("returned") for b in line["bets"] if b["player"] == bet["player"]]
            if all(mine):
                assert Fraction(out["net"][bet["player"]]) == 0
                seen["everything of a player's"] += 1
    wanted = {f"{game} {kind}" for game, pays in PAYS.items() for kind in pays}
    wanted |= {f"insurance {kind}" for kind in INSURANCE}
    wanted |= {"stood beside one", "everything of a player's"}
    assert {what for what in wanted if seen[what] < 5} == set()


def test_bad_rounds_are_refused() -> None:
    rng = Random(20130922)
    seen = Counter[str]()
    for _ in range(BAD):
        line, codes = broken_round(rng)
        answer = settle(json.loads(json.dumps(line)))
        assert set(answer) == {"id", "error"}, (line, codes)
        assert answer["error"]["code"] in codes, (line, answer)
        seen[answer["error"]["code"]] += 1
    assert set(seen) == CODES


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.breaker.__name__)
def test_every_breakage_breaks(breakage: Breakage) -> None:
    rng = Random(5)
    for _ in range(5):
        line = broken_by(rng, breakage)
        assert settle(line).get("error", {}).get("code") in breakage.codes, line


def test_the_same_seed_gives_the_same_rounds() -> None:
    for make in (good_round, bad_round):
        assert [make(Random(n)) for n in range(50)] == [make(Random(n)) for n in range(50)]
