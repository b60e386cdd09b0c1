"""The command line as a script and a person meet it: names, shapes, exit codes, no traceback."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import COMMANDS, arguments, main
from croupier.game.loading import keys

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "tests" / "data" / "settle.jsonl"
EZ = ROOT / "examples" / "ez-baccarat.toml"
GOOD: dict[str, Any] = {
    "id": "r1",
    "game": "classic",
    "cards": ["9s", "4d", "Kc", "3h"],
    "bets": [{"id": "a", "player": "ann", "box": 1, "bet": "player", "amount": "33.33"}],
}


def croupier(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words], input=stdin, capture_output=True, check=False
    )


def settled(stdin: bytes, *words: str) -> tuple[int, list[Any]]:
    done = croupier("settle", *words, stdin=stdin)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_games_lists_the_six() -> None:
    done = croupier("games", "--json")
    games = json.loads(done.stdout)
    assert done.returncode == 0
    assert {game["key"] for game in games} == set(keys())
    assert len(games) == 6
    for game in games:
        assert set(game) == {"key", "title", "decks", "boxes", "bets", "source"}
    tiger = next(game for game in games if game["key"] == "tiger")
    assert tiger["decks"] == [4, 10]
    assert tiger["bets"] == [
        *("player", "banker", "tie", "tiger"),
        *("big_tiger", "small_tiger", "tiger_tie", "tiger_pair"),
    ]
    assert max(tiger["boxes"].values()) == 9


def test_games_shows_people_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "tiger", str(EZ)]) == 0
    shown = capsys.readouterr().out
    assert "Da Hu Ying Xiong" in shown
    assert "dragon_7" in shown


def test_settle_gives_the_answers_of_the_examples() -> None:
    """The rounds that were worked out by hand; amounts are compared as numbers."""
    cases = [json.loads(line) for line in EXAMPLES.read_text().splitlines()]
    status, answers = settled("\n".join(json.dumps(case["in"]) for case in cases).encode())
    assert status == 1
    for case, answer in zip(cases, answers, strict=True):
        if "errors" in case:
            assert answer["error"]["code"] in case["errors"], case["why"]
        else:
            assert numbers(answer) == numbers(case["out"]), case["why"]


def numbers(value: Any) -> Any:
    """Compare amounts by what they are worth, and leave out what the examples leave out."""
    if isinstance(value, dict):
        return {
            key: numbers(part) for key, part in value.items() if key not in ("rules", "rounding")
        }
    if isinstance(value, list):
        return [numbers(part) for part in value]
    try:
        return Fraction(value) if isinstance(value, str) else value
    except ValueError:
        return value


def test_good_rounds_alone_end_with_status_zero() -> None:
    status, answers = settled(json.dumps(GOOD).encode())
    assert status == 0
    assert answers[0]["net"] == {"ann": "33.33"}


def test_bad_lines_are_answered_and_good_ones_unaffected() -> None:
    good = json.dumps(GOOD).encode()
    bad = [
        b"not json",
        b"[1, 2]",
        b"null",
        b'"r1"',
        b'{"id": "open"',
        b"\xff\xfe",
        b'{"id": NaN}',
        b'{"id": Infinity}',
        b'{"id": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"id": "t", "game": "classic", "game": "tiger", "cards": [], "bets": []}',
    ]
    stdin = b"\n \n".join([good, *bad, good]) + b"\n\n"
    status, answers = settled(stdin)
    assert status == 1
    assert len(answers) == len(bad) + 2
    assert answers[0]["result"] == answers[-1]["result"] == "player"
    assert {answer["error"]["code"] for answer in answers[1:-1]} == {"malformed"}
    assert [answer["id"] for answer in answers[1:-1]] == [None] * (len(bad) - 1) + ["t"]
    assert 'the key "game" is given twice' in answers[-2]["error"]["message"]


def test_a_key_given_twice_in_a_bet_is_refused() -> None:
    text = json.dumps(GOOD).replace('"amount"', '"amount": "1", "amount"')
    status, answers = settled(text.encode())
    assert (status, answers[0]["id"]) == (1, "r1")
    assert answers[0]["error"]["code"] == "malformed"


@pytest.mark.parametrize("name", ["Zoë", "安", "\ud800", 'q"uote', "new\nline"])
def test_names_come_back_as_they_went_in(name: str) -> None:
    round_ = {**GOOD, "id": name, "bets": [{**GOOD["bets"][0], "player": name}]}
    _, answers = settled(json.dumps(round_).encode())
    assert answers[0]["id"] == name
    assert answers[0]["net"] == {name: "33.33"}


def test_a_huge_number_is_an_id_too() -> None:
    _, answers = settled(json.dumps({**GOOD, "id": 10**40}).encode())
    assert answers[0]["id"] == 10**40


def test_a_line_that_is_too_long_is_refused_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arguments, "MOST_BYTES", 500)
    good = json.dumps(GOOD).encode()
    stdin = good + b"\n" + b'"' + b"x" * 200_000 + b'"\n' + good + b"\n" + b"y" * 100_000
    found = [
        line for batch in arguments.batches(io.BufferedReader(io.BytesIO(stdin))) for line in batch
    ]
    assert [line.wrong is None for line in found] == [True, False, True, False]
    assert [line.number for line in found] == [1, 2, 3, 4]
    assert found[0].value == found[2].value == GOOD
    assert "bytes long" in str(found[1].wrong)


def test_an_error_names_its_line() -> None:
    """Blank lines count, so that an editor finds it; a round that is settled has no line."""
    good = json.dumps(GOOD).encode()
    stdin = b"\n".join([good, b"", b"{", good, json.dumps({**GOOD, "game": "faro"}).encode()])
    status, answers = settled(stdin)
    assert status == 1
    assert [answer.get("error", {}).get("line") for answer in answers] == [None, 3, None, 5]


def test_each_line_is_answered_while_the_input_is_open() -> None:
    """A program may wait for an answer before it sends the next round."""
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "settle"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(3):
        process.stdin.write(json.dumps({**GOOD, "id": number}).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == number
    process.stdin.close()
    assert process.wait() == 0
    process.stdout.close()


def test_a_reader_that_goes_away_is_no_error() -> None:
    stdin = (json.dumps(GOOD).encode() + b"\n") * 5000
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m croupier settle | head -n 1'],
        input=stdin,
        capture_output=True,
        check=True,
    )
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_settle_takes_a_file_and_a_game_of_ones_own(tmp_path: Path) -> None:
    own = {**GOOD, "bets": [], "game": "ez-baccarat"}
    file = tmp_path / "rounds.jsonl"
    file.write_text(json.dumps(own) + "\n" + json.dumps({**own, "game": str(EZ)}))
    status, answers = settled(b"", str(file), "--game", str(EZ))
    assert status == 0
    assert [answer["game"] for answer in answers] == ["ez-baccarat"] * 2


def test_a_bad_game_file_named_by_a_round_is_an_unknown_game(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("key = 5")
    status, answers = settled((json.dumps({**GOOD, "game": str(bad)}) + "\n").encode() * 2)
    assert status == 1
    for answer in answers:
        assert answer["error"]["code"] == "unknown_game"
        assert "bad.toml: key: expected a text; got 5" in answer["error"]["message"]


@pytest.mark.parametrize(
    "words",
    [
        ["settle", "no-such-file.jsonl"],
        ["settle", "--game", "no-such.toml"],
        ["settle", "--nonsense"],
        ["explain", "no-such-file.jsonl"],
        ["games", "punto"],
        ["games", "no-such.toml"],
        ["check", "no-such.toml"],
        ["check"],
        ["nonsense"],
        ["new", "game.txt"],
        ["new", "Größe.toml"],
    ],
)
def test_a_wrong_call_ends_with_status_two_and_no_traceback(words: list[str]) -> None:
    done = croupier(*words)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        "{} games --json > /dev/full",
        "{} games > /dev/full",
        "echo '{{}}' | {} settle > /dev/full",
        "{} games >&-",
        "{} settle <&-",
        "{} settle /proc/self/mem",
        "{} explain /proc/self/mem",
        "{} check /dev/zero",
    ],
)
def test_trouble_with_a_file_or_a_stream_is_told_in_one_line(command: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", command.format(f"{sys.executable} -m croupier")],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_a_round_cannot_swallow_others_by_the_game_it_names() -> None:
    greedy = json.dumps({**GOOD, "game": "/dev/stdin"}).encode()
    status, answers = settled(greedy + b"\n" + json.dumps(GOOD).encode())
    assert status == 1
    assert [answer.get("result") for answer in answers] == [None, "player"]


def test_explain_reads_files_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    line = json.dumps({**GOOD, "id": "x"}) + "\n"
    path.write_text(line * (4_100_000 // len(line)) + json.dumps(GOOD))
    done = croupier("explain", "--json", "--id", "r1", str(path))
    assert done.returncode == 0
    assert json.loads(done.stdout)["id"] == "r1"


def test_a_comma_too_many_is_one_mistake() -> None:
    text = json.dumps(GOOD, indent=1).replace('33.33"', '33.33",')
    done = croupier("explain", stdin=text.encode())
    assert done.stdout.count(b"was not settled") == 1


@pytest.mark.parametrize("amount", ["33.33", "1000000.00", "10000000000.00"])
def test_explain_loses_nothing_at_eighty_columns(
    amount: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    name, key = "Alexandra the Great", "k" * 83
    bet = {"id": key, "player": name, "box": 1, "bet": "player", "amount": amount}
    shown = croupier("explain", stdin=json.dumps({**GOOD, "bets": [bet]}).encode()).stdout.decode()
    assert "…" not in shown
    assert shown.count(amount) >= 3
    assert name in shown
    assert "".join(shown.split()).count("k" * 16) >= 5
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_explain_keeps_a_patron_called_the_house_apart() -> None:
    bet = {**GOOD["bets"][0], "player": "the house"}
    shown = croupier("explain", stdin=json.dumps({**GOOD, "bets": [bet]}).encode()).stdout.decode()
    assert "the house +33.33, the house -33.33." in shown


def test_one_clear_line_says_what_was_wrong() -> None:
    assert croupier("games", "punto").stderr.decode() == (
        'croupier games: unknown_game: there is no game "punto"; known are classic, insurance, '
        "no-commission, player-dealer, tiger, tournament, or the path to a game file\n"
    )


@pytest.mark.parametrize("words", [[], ["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_is_there(words: list[str]) -> None:
    done = croupier(*words)
    assert done.returncode == 0
    assert b"usage: croupier" in done.stdout


def test_explain_shows_cards_draws_bets_and_paragraphs() -> None:
    round_ = {
        "id": "r9",
        "game": "insurance",
        "limits": {"min": "25", "max_differential": "100"},
        "cards": ["2s", "6d", "3c", "Kh", "9c"],
        "bets": [
            {"id": "a", "player": "ann", "box": 1, "bet": "banker", "amount": "200"},
            {"id": "b", "player": "bob", "box": 2, "bet": "player_pair", "amount": "5"},
        ],
    }
    done = croupier("explain", stdin=json.dumps(round_, indent=2).encode())
    shown = " ".join(done.stdout.decode().split())
    assert done.returncode == 0
    for words in (
        "Round r9",
        "2♠ 3♣ 9♣",
        "Player draws on 5",
        "Banker stands on 6: with 6 it draws when Player's third card counts 6 or 7",
        "Banker wins 6 to 4. [3.16]",
        "Banker wins with 6: 100.00 wins 50.00 at 1:2.",
        "100.00 of 200.00 was in action",
        "[4.1.1, 1.11, 5.1.1]",
        "Player Pair wins only if Player's first two cards are a pair: 5.00 is lost. [1.15]",
        "ann +50.00, bob -5.00, the house -45.00.",
        "5.1.1 Excess left standing",
    ):
        assert words in shown


def test_explain_and_replay_speak_the_language_that_is_asked_for() -> None:
    done = croupier("explain", "--lang", "zh", stdin=json.dumps({**GOOD, "id": "r1"}).encode())
    assert done.returncode == 0
    assert "第 r1 局" in done.stdout.decode()
    refused = croupier("explain", "--lang", "zh", stdin=json.dumps({**GOOD, "cards": []}).encode())
    assert refused.returncode == 1
    assert "未结算。一局以四张牌开始；只给了 0 张" in refused.stdout.decode()
    told = croupier("replay", "--lang", "zh", "--round", "1", "examples/table.log")
    assert "第 1 局" in told.stdout.decode()
    for command in ("explain", "replay"):
        wrong = croupier(command, "--lang", "xx", "examples/table.log")
        assert wrong.returncode == 2
        assert wrong.stderr.decode() == (
            f"croupier {command}: --lang is one of en, zh, zh-Hant, not 'xx'\n"
        )


def test_explain_shows_one_of_several_rounds_and_says_why_one_is_not_settled() -> None:
    stdin = "\n".join(json.dumps({**GOOD, "id": name}) for name in "xyz").encode()
    assert croupier("explain", "--id", "y", stdin=stdin).stdout.count(b"Round") == 1
    assert croupier("explain", stdin=stdin).stdout.count(b"Round ") == 3
    assert croupier("explain", "--id", "w", stdin=stdin).returncode == 2
    bad = croupier("explain", stdin=json.dumps({**GOOD, "cards": ["9s"]}).encode())
    assert bad.returncode == 1
    assert b"Round r1 was not settled. wrong_cards: a coup starts with four cards" in bad.stdout
    assert croupier("explain", stdin=b"nonsense").returncode == 1


def test_explain_writes_json_too() -> None:
    done = croupier("explain", "--json", stdin=json.dumps(GOOD).encode() + b"\n5")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first["play"][0]["text"] == "Player has 9 on two cards, a natural: nobody draws."
    assert first["bets"][0]["why"] == "Player wins: 33.33 wins 33.33 at 1:1."
    assert second["error"]["code"] == "malformed"


def test_explain_does_not_let_names_steer_the_terminal() -> None:
    evil = "\x1b[2J[bold]x"
    round_ = {**GOOD, "id": evil, "bets": [{**GOOD["bets"][0], "player": evil, "id": evil}]}
    shown = croupier("explain", stdin=json.dumps(round_).encode()).stdout
    assert b"\x1b" not in shown
    assert b"[bold]x" in shown


def test_new_writes_a_game_that_check_takes(tmp_path: Path) -> None:
    path = tmp_path / "my-own.toml"
    assert croupier("new", str(path), "--title", "Mine").returncode == 0
    written = tomllib.loads(path.read_text())
    assert (written["key"], written["title"]) == ("my-own", "Mine")
    done = croupier("check", str(path))
    assert done.returncode == 0
    assert b"Mine is in order" in done.stdout
    again = croupier("new", str(path))
    assert again.returncode == 2
    assert b"--force writes over it" in again.stderr
    assert croupier("new", str(path), "--force").returncode == 0


def test_check_names_every_mistake(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('key = "bad"\ntitle = "Bad"\ndecks = [6, 8]\n[bets.x]\npay = []\n')
    done = croupier("check", str(path))
    assert done.returncode == 2
    assert f"{path}: bets.x.pays: expected" in done.stderr.decode()
    assert f'{path}: bets.x.pay: unknown key; did you mean "pays"?' in done.stderr.decode()
    answer = json.loads(croupier("check", "--json", str(path)).stdout)
    assert answer["ok"] is False
    assert {fault["key"] for fault in answer["faults"]} == {"bets.x.pays", "bets.x.pay"}


def test_a_long_file_shows_progress_to_a_person_and_only_there(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    line = json.dumps(GOOD) + "\n"
    path.write_text(line * (2_100_000 // len(line) + 1))
    command = f'"{sys.executable}" -m croupier settle "{path}"'
    ours, theirs = pty.openpty()
    with open(tmp_path / "out", "wb") as out:
        seen = subprocess.Popen(["/bin/sh", "-c", command], stdout=out, stderr=theirs)
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # a terminal ends with an error, not with nothing
            while part := os.read(ours, 4096):
                shown += part
    os.close(ours)
    assert seen.wait() == 0
    assert b"settling" in shown
    assert (tmp_path / "out").read_bytes().count(b"\n") == path.read_text().count("\n")


def test_new_and_tour_speak_json_too(tmp_path: Path) -> None:
    answer = json.loads(croupier("new", "--json", str(tmp_path / "mine.toml")).stdout)
    assert answer["key"] == "mine"
    tour = json.loads(croupier("tour", "--json").stdout)
    assert tour["answer"]["house"] == "-50.00"
    assert len(tour["games"]) == 6


def test_a_game_file_has_a_key_of_its_own(tmp_path: Path) -> None:
    """Else a copy with other odds would quietly pay in the name of the game that ships."""
    path = tmp_path / "classic.toml"
    assert croupier("new", str(path)).returncode == 0
    done = croupier("check", str(path))
    assert done.returncode == 2
    assert b'key: expected a key of its own; "classic" is a game that ships' in done.stderr


def test_no_standard_input_is_a_wrong_call() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m croupier settle <&-'],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"no standard input" in done.stderr


def test_the_tour_shows_the_games_and_a_round() -> None:
    done = croupier("tour")
    assert done.returncode == 0
    for words in ("player-dealer", "Round example", "Banker wins with 6", "croupier serve"):
        assert words in done.stdout.decode()
