"""Checkpoints: a run that was stopped anywhere and continued counts what one run counts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cli import main, simulate
from croupier.engines.checkpoint import BadCheckpoint, Checkpoint, read, write
from croupier.engines.runner import RunTotal, deal_rounds, has_extra_shoe, thread_engine
from croupier.lab import progress
from croupier.simulation import Plan
from croupier.simulation.dealing import deal_with_rounds
from croupier.simulation.tally import Tally

pytestmark = pytest.mark.no_cover

PLAN = Plan(5, 8)


def counted(
    plan: Plan, rounds: int, since: RunTotal | None = None, stop: int | None = None
) -> RunTotal:
    """Deal, and stop as soon as there are so many rounds, if that comes first."""
    found = since or RunTotal(plan)
    with thread_engine(2) as engine:
        for _ in deal_rounds(plan, rounds, engine, found):
            if stop is not None and found.rounds >= stop:
                break
    return found


def assert_same(one: RunTotal, two: RunTotal) -> None:
    assert (one.shoes, one.rounds) == (two.shoes, two.rounds)
    assert np.array_equal(one.counts, two.counts)


@settings(max_examples=30, deadline=None)
@given(
    rounds=st.integers(1, 400_000),
    stops=st.lists(st.integers(0, 400_000), max_size=3),
    before=st.lists(st.integers(1, 400_000), max_size=2),
    suits=st.booleans(),
)
def test_a_run_in_pieces_counts_what_a_whole_one_counts(
    tmp_path_factory: pytest.TempPathFactory,
    rounds: int,
    stops: list[int],
    before: list[int],
    suits: bool,
) -> None:
    """Stopped at any shard, or finished with fewer rounds first, through a file each time."""
    plan = Plan(5, 8, suits=suits)
    file = tmp_path_factory.getbasetemp() / "run.json"
    since = RunTotal(plan)
    for wanted, stop in [(n, None) for n in sorted(before)] + [(rounds, n) for n in sorted(stops)]:
        if wanted <= rounds:
            since = counted(plan, wanted, since, stop)
            write(file, Checkpoint("tiger", plan, since.tally(), 1.5))
            since = RunTotal.of(plan, read(file).tally)
    assert_same(counted(plan, rounds, since), counted(plan, rounds))


def test_a_checkpoint_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    at = Checkpoint("tiger", Plan(2**64 - 1, 6, 30, suits=True), Tally(True, 1, {49_999: 60}), 2.5)
    write(file, at)
    assert read(file) == at
    write(file, Checkpoint("tiger", PLAN, Tally(False, 0, {}), 0.0, done=True))
    assert read(file).done
    assert list(tmp_path.iterdir()) == [file]


def test_a_run_with_an_extra_shoe_is_told_from_one_without() -> None:
    _, lengths = deal_with_rounds(PLAN, 0, 3)
    found = counted(PLAN, int(lengths.sum()))
    assert found.shoes == 3
    assert not has_extra_shoe(found, int(lengths.sum()) + 1)
    assert not has_extra_shoe(found, int(lengths[:2].sum()) + 1)
    assert has_extra_shoe(found, int(lengths[:2].sum()))


def content(**changes: object) -> dict[str, object]:
    plain = {"format": 1, "game": "tiger", "seed": 1, "decks": 8, "cut": 14, "suits": False}
    return {
        **plain,
        "done": False,
        "seconds": 1.0,
        "shoes": 1,
        "rounds": 80,
        "counts": {"40": 80},
    } | (changes)


def with_checksum(what: dict[str, object]) -> str:
    text = json.dumps(what)
    return f'{{"content": {text}, "sha256": "{sha256(text.encode()).hexdigest()}"}}'


def test_a_file_with_a_correct_checksum_is_read(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(with_checksum(content()))
    assert read(file).tally == Tally(False, 1, {40: 80})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no checkpoint"),
        ("\x00\xff", "no checkpoint"),
        ("[1, 2]", "no checkpoint"),
        (with_checksum(content())[:-9], "no checkpoint"),
        (with_checksum(content()).replace('"40": 80', '"40": 81'), "checksum"),
        (with_checksum(content(format=2)), "has the format 2"),
        (with_checksum(content(rounds=81)), "add up"),
        (with_checksum(content(counts={"2000": 80})), "add up"),
        (with_checksum(content(counts={"-1": 80})), "add up"),
        (with_checksum(content(counts={"40": 90, "41": -10})), "no checkpoint"),
        (with_checksum(content(shoes=2)), "add up"),
        (with_checksum(content(shoes=0)), "add up"),
        (with_checksum(content(cut=416)), "no coup can start"),
        (with_checksum(content(seed=-1)), "a seed"),
        (with_checksum(content(seconds=-1.0)), "no checkpoint"),
        (with_checksum(content(more=1)), "no checkpoint"),
    ],
)
def test_a_damaged_file_is_refused(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(BadCheckpoint, match=why):
        read(file)


def simulate_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["simulate", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command_goes_on_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seed, decks and cut come from the file; the time of both parts is added up."""
    file = tmp_path / "run.json"
    shoe = ("--seed", "8", "--decks", "6", "--cut", "40")
    first = simulate_json(capsys, "tiger", "--rounds", "1e5", *shoe, "--checkpoint", str(file))
    assert read(file).done
    again = simulate_json(capsys, "tiger", "--rounds", "1e5", "--resume", str(file))
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    more = simulate_json(capsys, "tiger", "--rounds", "3e5", "--seed", "8", "--resume", str(file))
    assert more["seconds"] > first["seconds"]
    assert more["rounds_per_second"] == pytest.approx(more["rounds"] / more["seconds"])
    whole = simulate_json(capsys, "tiger", "--rounds", "3e5", *shoe)
    for key in ("game", "rounds", "shoes", "seed", "bets"):
        assert more[key] == whole[key]
    picture = tmp_path / "edges.svg"
    simulate_json(capsys, "tiger", "--rounds", "3e5", "--resume", str(file), "--plot", str(picture))
    assert picture.stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("tiger --rounds 1e5 --resume no.json", "cannot read no.json"),
        ("tiger --rounds 1e5 --checkpoint run.json", "there already"),
        ("tiger --rounds 1e5 --checkpoint a.json --resume run.json", "not allowed with"),
        ("tiger --rounds 1e5 --checkpoint no/such/run.json", "cannot write"),
        ("classic --rounds 1e5 --resume run.json", "has the game tiger, not classic"),
        ("tiger --rounds 1e5 --resume run.json --seed 2", "has the seed 1, not 2"),
        ("tiger --rounds 1e5 --resume run.json --decks 6", "has the decks 8, not 6"),
        ("tiger --rounds 1e5 --resume run.json --cut 20", "has the cut 14, not 20"),
        ("tiger --rounds 2000 --resume run.json", "rounds already: ask for more"),
        ("own.toml --rounds 1e5 --resume own.json", "own.json was dealt without suits"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    words: str,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "run.json"
    write(file, Checkpoint("tiger", Plan(1, 8), counted(Plan(1, 8), 3_000).tally(), 1.0))
    before = file.read_bytes()
    write(tmp_path / "own.json", Checkpoint("mine", Plan(1, 8), Tally(False, 0, {}), 0.0))
    own = 'key = "mine"\ntitle = "Mine"\ndecks = [1, 8]\n[bets.same]\n'
    own += 'pays = [{ when = { player_perfect_pair = true }, odds = "25:1" }]\n'
    (tmp_path / "own.toml").write_text(own)
    assert main(["simulate", *words.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert why in printed.err
    assert printed.err.count("\n") == 1
    assert file.read_bytes() == before


OFTEN = (
    "import sys; from croupier.cli import main, simulate as run; "
    "run.CHECKPOINT_SECONDS = 0.05; sys.exit(main())"
)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_process_that_is_killed_loses_little(
    how: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.json"
    words = ["simulate", "tiger", "--rounds", "1e14", "--seed", "3", "--workers", "1"]
    with subprocess.Popen(
        [sys.executable, "-c", OFTEN, *words, "--checkpoint", str(file)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        until = monotonic() + 60
        while not (file.exists() and read(file).tally.rounds > 10**6) and monotonic() < until:
            sleep(0.01)
        running.send_signal(how)
        message = running.communicate()[1]
    checkpoint = read(file)
    assert (checkpoint.done, checkpoint.plan) == (False, Plan(3, 8))
    assert checkpoint.tally.rounds > 10**6
    if how is signal.SIGINT:
        assert running.returncode == 130
        assert f"--rounds {10**14} --resume {file}" in message
    rounds = str(checkpoint.tally.rounds + 10**6)
    by_two = simulate_json(capsys, "tiger", "--rounds", rounds, "--resume", str(file))
    by_one = simulate_json(capsys, "tiger", "--rounds", rounds, "--seed", "3")
    for key in ("rounds", "shoes", "bets"):
        assert by_two[key] == by_one[key]


def test_a_full_disk_ends_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:

    written = 0

    def full(path: Path, checkpoint: Checkpoint) -> None:
        nonlocal written
        written += 1
        if written > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(simulate, "write", full)
    words = ["--rounds", "5000", "--seed", "3", "--checkpoint", str(tmp_path / "run.json")]
    assert main(["simulate", "tiger", *words, "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["rounds"] >= 5000
    assert "No space left" in printed.err


@pytest.mark.parametrize(
    ("rounds", "advice", "hint"),
    [(10**6, "keep it", ""), (10**9, "", ""), (10**9, "keep it", "; keep it")],
)
def test_a_long_run_is_told_beforehand(
    rounds: int,
    advice: str,
    hint: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thousand rounds a second, of which a million were dealt in another run."""
    now = 0.0
    monkeypatch.setattr(progress, "perf_counter", lambda: now)
    with progress.dealing_progress(10**6 + rounds, 10**6, advice=advice) as tell:
        for second in range(5):
            now = float(second)
            tell(10**6 + 1000 * second)
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "at 1,000 rounds/s" in message
    assert ("17 minutes" if rounds == 10**6 else "12 days") in message
    assert message.rstrip().endswith(f"rounds/s{hint}")
