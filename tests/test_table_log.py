"""The event log: chained, proven, told again; whatever is changed in it is found and named."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cli import main
from croupier.game.loading import load
from croupier.store.log_file import GENESIS, BadLog, LogWriter, chained
from croupier.store.memory_table import MemoryTable
from croupier.store.verify_log import Findings, verify_log
from croupier.table import write_state

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "data" / "table-v1.log"
OPEN_HANDED = ROOT / "tests" / "data" / "insurance-v1.log"
SAM = {"role": "shift_manager", "name": "sam"}
DEE = {"role": "dealer", "name": "dee"}
ANN = {"role": "player", "name": "ann"}


def script(rounds: int = 3, **table: object) -> list[dict[str, Any]]:
    """Play rounds from a shoe shuffled here, with a patron's entropy, to the end of the shoe."""
    lines: list[dict[str, Any]] = [
        {"do": "open_table", "by": SAM, "game": "tiger", "float": "1000", **table},
        {"do": "buy_in", "by": DEE, "player": "ann", "amount": "5000"},
        {"do": "sit", "by": ANN, "box": 1},
        # Always the same shoe: a round that happens to be a tie would hide some of the forgeries.
        {"do": "new_shoe", "by": DEE, "seed": "the shoe of these tests"},
        {"do": "add_entropy", "by": ANN, "text": "seven horses"},
    ]
    for _ in range(rounds):
        lines += [
            {"do": "open_bets", "by": DEE},
            {"do": "place_bet", "by": ANN, "box": 1, "bet": "banker", "amount": "100"},
            {"do": "grant_squeeze", "by": DEE, "player": "ann", "hand": "player"},
            {"do": "close_bets", "by": DEE},
            *[{"do": "deal", "by": DEE}] * 6,
            {"do": "settle", "by": DEE},
        ]
    return [*lines, {"do": "close_table", "by": {"role": "pit_manager", "name": "max"}}]


def played(path: Path, lines: list[dict[str, Any]]) -> MemoryTable:
    with LogWriter.create(str(path)) as journal:
        live = MemoryTable(load, listen=journal.write)
        for line in lines:
            live.answer(line)
    return live


def found(content: bytes) -> Findings:
    return verify_log(BufferedReader(BytesIO(content)), load)


def broken(content: bytes) -> BadLog:
    with pytest.raises(BadLog) as caught:
        found(content)
    return caught.value


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("log") / "table.log"
    played(path, script(face_down=True))
    return path.read_bytes()


def test_a_log_holds_and_gives_the_same_state(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    live = played(path, script(5, face_down=True))
    findings = found(path.read_bytes())
    assert findings.table == live.table
    assert write_state(findings.table) == write_state(live.table)
    assert (findings.settled, findings.void) == (5, 0)
    assert (findings.proven, findings.unproven, findings.running) == (1, 0, 0)
    assert findings.sealed >= 10


@pytest.mark.parametrize("burn", [0, 7])
def test_a_continuous_shuffler_proves_every_round(tmp_path: Path, burn: int) -> None:
    path = tmp_path / "table.log"
    played(path, script(4, shoe="shuffler", burn=burn))
    assert found(path.read_bytes()).proven == 5


def test_a_shoe_that_has_not_ended_keeps_its_secret(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    played(path, script(2)[:-1])
    findings = found(path.read_bytes())
    assert (findings.proven, findings.running) == (0, 1)
    assert b'"seed"' not in path.read_bytes()


def rechained(lines: list[bytes], change: Callable[[int, dict[str, Any]], None]) -> bytes:
    """Forge a log: change entries and work every hash out anew, as a thorough forger would."""
    head, forged = GENESIS, list[bytes]()
    for number, line in enumerate(lines, start=1):
        entry = json.loads(line)["entry"]
        change(number, entry)
        stored = msgspec.json.encode(entry)
        head = chained(head, stored)
        forged.append(b'{"hash":"%s","entry":%s}\n' % (head.encode(), stored))
    return b"".join(forged)


def test_a_log_that_is_only_written_anew_still_holds(log: bytes) -> None:
    assert found(rechained(log.splitlines(), lambda _, __: None)).proven == 1


def test_every_changed_byte_is_found(log: bytes) -> None:
    """A digit here, a letter there: the entry is named, or the one after it."""
    lines = log.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        for place in range(80, len(line) - 3, max(1, len(line) // 7)):
            if line[place : place + 1].isalnum():
                changed = line[:place] + (b"1" if line[place] != 49 else b"2") + line[place + 1 :]
                wrong = broken(b"".join([*lines[: number - 1], changed, *lines[number:]]))
                assert wrong.number == number


def test_deleting_swapping_doubling_and_cutting_are_found(log: bytes) -> None:
    lines = log.splitlines(keepends=True)
    for number in range(1, len(lines) + 1):
        without = [*lines[: number - 1], *lines[number:]]
        assert broken(b"".join(without)).number == min(number, len(lines) - 1)
        assert broken(b"".join([*lines[:number], *lines[number - 1 :]])).number == number + 1
        if number < len(lines):
            assert "cut off" in str(broken(b"".join(lines[:number])))
            swapped = [*lines[: number - 1], lines[number], lines[number - 1], *lines[number + 1 :]]
            assert broken(b"".join(swapped)).number == number


def event_of(kind: str, **values: object) -> Callable[[int, dict[str, Any]], None]:
    """Change the first event of a kind."""
    done: list[int] = []

    def change(number: int, entry: dict[str, Any]) -> None:
        if entry["event"]["type"] == kind and not done:
            done.append(number)
            entry["event"].update(values)

    return change


@pytest.mark.parametrize(
    ("kind", "values", "reason"),
    [
        ("round_settled", {"house": "0.00"}, "the settlement was"),
        ("round_settled", {"result": "tie"}, "the settlement was"),
        ("shoe_started", {"commitment": "0" * 64}, "the commitment of the shoe"),
        ("shoe_ended", {"seed": "0" * 64}, "the commitment of the shoe"),
        ("shoe_ended", {"seed": None}, "the seed of a shuffled shoe is missing"),
        ("card_turned", {"salt": "0" * 32}, "the seal of the card"),
        ("chips_bought", {"amount": "50.00"}, "the money does not add up"),
        ("bets_closed", {"fees": {"ann": "1.00"}}, "the fees was"),
        ("entropy_added", {"text": "eight horses"}, "of the shoe was"),
        ("table_opened", {"digest": "0" * 64}, "another version"),
        ("bet_placed", {"amount": "-5"}, "plain digits"),
        ("seat_taken", {"type": "seat_stolen"}, "there is no event"),
        ("bets_opened", {"round": 7}, "the round was 7"),
    ],
)
def test_a_forger_who_works_the_chain_out_anew_is_found(
    log: bytes, kind: str, values: dict[str, Any], reason: str
) -> None:
    assert reason in str(broken(rechained(log.splitlines(), event_of(kind, **values))))


def test_a_card_that_another_shuffle_dealt_is_found(tmp_path: Path) -> None:
    path = tmp_path / "table.log"
    played(path, script(1))
    lines = path.read_bytes().splitlines()
    first = next(
        json.loads(line)["entry"]["event"]["card"] for line in lines if b"card_dealt" in line
    )
    # Another suit: the round is settled alike, and only the shuffle tells.
    forged = first[0] + ("c" if first[1] != "c" else "d")

    def change(_: int, entry: dict[str, Any]) -> None:
        event = entry["event"]
        if event["type"] == "card_dealt" and event["hand"] == "player" and event["number"] == 1:
            event["card"] = forged
        if event["type"] == "round_settled":
            event["player"]["cards"][0] = forged

    assert "its seed gives" in str(broken(rechained(lines, change)))


def test_the_golden_log_of_version_1_can_be_read() -> None:
    """Written once and kept: reading old entries goes on working when the code changes."""
    findings = found(GOLDEN.read_bytes())
    assert (findings.entries, findings.settled) == (27, 1)
    assert write_state(findings.table)["balances"] == {"ann": "1020.00", "bob": "500.00"}


def test_insurance_that_an_older_version_sold_too_late_is_still_proven() -> None:
    """With the next card known, named and unnamed, to who had left, and in a deal that went on.

    It was the law of that program: what was paid is proven, and is not judged by a later reading.
    """
    findings = found(OPEN_HANDED.read_bytes())
    assert (findings.entries, findings.settled, findings.changed) == (65, 3, [])
    balances = {"ann": "1300.00", "bob": "879.00"}
    assert write_state(findings.table)["balances"] == balances


def test_a_refund_of_version_1_is_read_as_it_was_paid() -> None:
    """Then those who played on shared anew; the log holds, and nobody is paid otherwise for it."""
    findings = found((ROOT / "tests" / "data" / "refund-v1.log").read_bytes())
    assert (findings.entries, findings.settled, findings.changed) == (25, 1, [])
    balances = {"ann": "1000.00", "bob": "1038.00", "cat": "1057.00"}
    assert write_state(findings.table)["balances"] == balances


def test_bets_taken_back_are_those_of_who_took_the_refund(tmp_path: Path) -> None:
    """With other bets named, or fewer, those who played on would have other shares."""
    path, bob = tmp_path / "table.log", {"role": "player", "name": "bob"}
    lines = script(0)[:-1]
    lines[3] = {"do": "new_shoe", "by": DEE, "cards": ["Ks", "Qd", "2c", "3h", "9s", "2d"]}
    lines[4:] = [
        {"do": "buy_in", "by": DEE, "player": "bob", "amount": "500"},
        {"do": "sit", "by": bob, "box": 2},
        {"do": "open_bets", "by": DEE},
        {"do": "place_bet", "by": ANN, "box": 1, "bet": "banker", "amount": "100", "id": "a"},
        {"do": "place_bet", "by": bob, "box": 2, "bet": "banker", "amount": "100", "id": "b"},
        {"do": "close_bets", "by": DEE},
        {"do": "report", "by": DEE, "kind": "exposed_card", "cards": ["Ks"]},
        {"do": "choose", "by": bob, "option": "refund"},
        {"do": "close_options", "by": DEE},
    ]
    played(path, lines)
    content = path.read_bytes().splitlines()
    assert found(rechained(content, lambda _, __: None)).entries == len(content)
    for forged in (["a"], ["a", "b"], []):

        def change(_: int, entry: dict[str, Any], forged: list[str] = forged) -> None:
            if entry["event"]["type"] == "options_closed":
                assert entry["event"]["returned"] == ["b"]
                entry["event"]["returned"] = forged

        assert "the bets that were taken back" in str(broken(rechained(content, change)))


def test_a_round_is_proven_by_the_rules_it_was_played_by(log: bytes) -> None:
    """The log carries its game file: a newer one changes nothing, but is told of."""

    def generous(_: int, entry: dict[str, Any]) -> None:
        if entry["event"]["type"] == "table_opened":
            entry["game"]["title"] = "Tiger as it was"

    content = rechained(log.splitlines(), generous)
    assert "another version" in str(broken(content))


def test_an_entry_of_a_later_version_is_refused(log: bytes) -> None:
    def later(_: int, entry: dict[str, Any]) -> None:
        entry["v"] = 2

    assert "version 2" in str(broken(rechained(log.splitlines(), later)))


def test_verify_names_the_entry_and_ends_with_1(
    tmp_path: Path, log: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.log"
    path.write_bytes(log)
    assert main(["verify", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"]
    assert told["rounds"] == {"settled": 3, "void": 0}
    assert main(["verify", str(path), "--head", told["head"]]) == 0
    assert "The log holds." in capsys.readouterr().out
    assert main(["verify", str(path), "--head", "0" * 64]) == 1
    path.write_bytes(log.replace(b"banker", b"player", 1))
    assert main(["verify", str(path)]) == 1
    assert "does not hold. Entry" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "none.log")]) == 2
    path.write_bytes(b"")
    assert main(["verify", str(path)]) == 1


def test_replay_tells_the_rounds(
    tmp_path: Path, log: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.log"
    path.write_bytes(log)
    assert main(["replay", str(path), "--round", "2"]) == 0
    told = capsys.readouterr().out
    assert "Round 2" in told
    assert "Round 3" not in told
    assert "Player's first card: face down" in told
    assert main(["replay", str(path), "--json"]) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [step["n"] for step in steps] == list(range(1, len(log.splitlines())))
    assert all(step["says"] for step in steps)
    assert main(["replay", str(path), "--round", "9"]) == 2
    path.write_bytes(log[:-400])
    assert main(["replay", str(path)]) == 1
