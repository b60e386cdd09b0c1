"""`croupier table` as a script meets it: the example of the contract, bad lines, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main

ROOT = Path(__file__).parent.parent
SAM = {"role": "shift_manager", "name": "sam"}
DEE = {"role": "dealer", "name": "dee"}
ANN = {"role": "player", "name": "ann"}


def table(*lines: object, words: tuple[str, ...] = ("--state",)) -> tuple[int, list[Any]]:
    """Run lines, given as objects or as raw bytes, in a process of its own."""
    given = b"".join(
        (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines
    )
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "table", *words],
        input=given,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


CARDS = ["2s", "6d", "3c", "Kh", "9c", "4d", "5h", "7s", "8c", "9h", "Ks", "Qd"]
OPEN = {
    "do": "open_table",
    "by": SAM,
    "game": "insurance",
    "decks": 8,
    "limits": {"min": "25", "max_differential": "5000"},
    "enforcement": "automatic",
    "shoe": "digital",
}
ROUND: list[dict[str, Any]] = [
    OPEN,
    {"do": "buy_in", "by": DEE, "player": "ann", "amount": "1000"},
    {"do": "sit", "by": ANN, "player": "ann", "box": 1},
    {
        "do": "new_shoe",
        "by": DEE,
        "cards": ["2s", "6d", "3c", "Kh", "9c", "4d", "5h", "7s", "8c", "9h", "Ks", "Qd"],
    },
    {"do": "open_bets", "by": DEE},
    {"do": "place_bet", "by": ANN, "player": "ann", "box": 1, "bet": "banker", "amount": "100"},
    {"do": "place_bet", "by": ANN, "player": "ann", "box": 1, "bet": "player", "amount": "10"},
    {"do": "close_bets", "by": DEE},
    {"do": "place_bet", "by": ANN, "player": "ann", "box": 1, "bet": "tie", "amount": "25"},
    *[{"do": "deal", "by": DEE}] * 4,
    *[
        {
            "do": "place_insurance",
            "by": ANN,
            "player": "ann",
            "box": 1,
            "bet": "banker_insurance",
            "amount": amount,
        }
        for amount in ("33.34", "30")
    ],
    {"do": "deal", "by": DEE},
    {"do": "settle", "by": DEE},
]


def test_the_example_of_the_contract() -> None:
    status, answers = table(*ROUND)
    assert status == 1
    refused = {n: a["error"]["code"] for n, a in enumerate(answers, start=1) if not a.get("ok", 1)}
    assert refused == {7: "below_minimum", 9: "wrong_phase", 14: "insurance_over_cap"}
    state = answers[-1]["state"]
    assert (state["phase"], state["round"], state["bets"]) == ("idle", 1, [])
    assert (state["balances"], state["house"], state["fees"]) == (
        {"ann": "1020.00"},
        "-20.00",
        "0.00",
    )


def test_what_is_paid_is_what_settle_prints(capsys: pytest.CaptureFixture[str]) -> None:
    _, answers = table(*ROUND)
    (event,) = answers[-2]["events"]
    assert event.pop("type") == "round_settled"
    given = {
        "id": 1,
        "game": "insurance",
        "limits": {"min": "25", "max_differential": "5000"},
        "cards": ["2s", "6d", "3c", "Kh", "9c"],
        "bets": [
            {"id": "b1", "player": "ann", "box": 1, "bet": "banker", "amount": "100"},
            {
                "id": "b2",
                "player": "ann",
                "box": 1,
                "bet": "banker_insurance",
                "stage": "four_cards",
                "amount": "30",
            },
        ],
    }
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "settle"],
        input=json.dumps(given).encode(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout) == event


def test_no_line_and_no_refusal_is_no_error() -> None:
    assert table(words=()) == (0, [])
    status, answers = table(OPEN)
    assert status == 0
    assert [answer.get("ok") for answer in answers] == [True, None]


BAD: list[tuple[object, str]] = [
    (b"{", "malformed"),
    (b"[]", "malformed"),
    (b"7", "malformed"),
    (b'{"do": "deal", "do": "settle"}', "malformed"),
    (b'\xff{"do": "deal"}', "malformed"),
    ({}, "malformed"),
    ({"do": "deal"}, "malformed"),
    ({"do": 7, "by": DEE}, "malformed"),
    ({"do": "dance", "by": DEE}, "unknown_command"),
    ({"do": "deal", "by": "dee"}, "malformed"),
    ({"do": "deal", "by": {"role": "king", "name": "dee"}}, "malformed"),
    ({"do": "deal", "by": {"role": "dealer"}}, "malformed"),
    ({"do": "deal", "by": {"role": "dealer", "name": ""}}, "malformed"),
    ({"do": "deal", "by": {"role": "dealer", "name": 7}}, "malformed"),
    ({"do": "deal", "by": DEE, "speed": "high"}, "malformed"),
    ({"do": "deal", "by": DEE, "card": "9x"}, "bad_card"),
    ({"do": "sit", "by": ANN, "box": "1"}, "malformed"),
    ({"do": "sit", "by": ANN, "box": True}, "malformed"),
    ({"do": "sit", "by": ANN, "box": 10}, "no_box"),
    ({"do": "buy_in", "by": DEE, "player": "ann", "amount": 5}, "bad_amount"),
    ({"do": "buy_in", "by": DEE, "player": "ann", "amount": "-5"}, "bad_amount"),
    ({"do": "buy_in", "by": DEE, "player": "ann", "amount": "1e3"}, "bad_amount"),
    ({"do": "buy_in", "by": DEE, "player": "ann", "amount": "0"}, "bad_amount"),
    ({"do": "buy_in", "by": DEE, "player": "ann", "amount": "0.001"}, "bad_amount"),
    ({"do": "buy_in", "by": DEE, "player": "ann", "amount": "１００"}, "bad_amount"),
    ({"do": "buy_in", "by": DEE, "player": "x" * 3000, "amount": "5"}, "malformed"),
    ({"do": "buy_in", "by": DEE, "amount": "5"}, "malformed"),
    ({"do": "open_table", "by": SAM, "game": "whist"}, "unknown_game"),
    ({"do": "choose", "by": ANN, "option": "perhaps"}, "malformed"),
    ({"do": "report", "by": DEE, "kind": "boredom"}, "malformed"),
    ({"do": "report", "by": DEE, "kind": "other", "round": 99}, "malformed"),
    (
        {"do": "rule", "by": SAM, "text": "so be it", "adjustments": [{"player": "ann"}]},
        "malformed",
    ),
]


def test_bad_lines_are_answered_and_do_not_stop_it() -> None:
    status, answers = table(OPEN, *(line for line, _ in BAD), b"", b"  ", ROUND[1])
    assert status == 1
    codes = [answer["error"]["code"] for answer in answers[1 : len(BAD) + 1]]
    assert codes == [code for _, code in BAD]
    assert all(set(a["error"]) == {"code", "message", "rule"} for a in answers[1 : len(BAD) + 1])
    assert answers[-2]["ok"]
    assert answers[-1]["state"]["balances"] == {"ann": "1000.00"}


def test_nothing_is_played_at_a_table_that_is_not_open() -> None:
    status, answers = table(*(line for line in ROUND if line["do"] != "open_table"))
    assert status == 1
    assert {answer["error"]["code"] for answer in answers[:-1]} == {"wrong_phase"}
    assert answers[-1]["state"] == {
        "phase": "idle",
        "open": False,
        "round": 0,
        "bets": [],
        "balances": {},
        "house": "0.00",
        "fees": "0.00",
        "owed": {},
    }


def test_each_line_is_answered_before_the_next_is_read() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "croupier", "table"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in ROUND[:3]:
            process.stdin.write(json.dumps(line).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait() == 0


def test_a_wrong_call_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", str(tmp_path / "none.jsonl")]) == 2
    assert main(["table", str(ROOT / "examples" / "table.jsonl"), "--log", str(tmp_path)]) == 2
    assert main(["table", "--game", str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_a_game_of_ones_own_is_played_by_its_file() -> None:
    own = ROOT / "examples" / "ez-baccarat.toml"
    status, answers = table(
        {"do": "open_table", "by": SAM, "game": "ez-baccarat"},
        words=("--state", "--game", str(own)),
    )
    assert status == 0
    assert answers[-1]["state"]["game"] == "ez-baccarat"


def test_a_log_is_whole_though_nobody_reads_the_answers(tmp_path: Path) -> None:
    """As after `croupier table … --log FILE | head -1`: the status and the log are as ever."""
    script, logs = tmp_path / "script.jsonl", [tmp_path / "read.log", tmp_path / "unread.log"]
    script.write_text("".join(json.dumps(line) + "\n" for line in ROUND))
    statuses = []
    for log in logs:
        reader, writer = os.pipe()
        words = [sys.executable, "-m", "croupier", "table", str(script), "--log", str(log)]
        with subprocess.Popen(words, stdout=writer, stderr=subprocess.PIPE) as running:
            os.close(writer)
            if log is logs[0]:
                with os.fdopen(reader) as answers:
                    assert len(answers.readlines()) == len(ROUND)
            else:
                os.close(reader)
            assert running.communicate()[1] == b""
        statuses.append(running.returncode)
    assert statuses == [1, 1]
    whole = [log.read_text().count("\n") for log in logs]
    assert whole[0] == whole[1] > 10
