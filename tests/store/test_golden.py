"""What an earlier version wrote is opened, proven, carried over, told and played on by this one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from croupier.accounts import People
from croupier.cli import main
from croupier.game.loading import keys, load
from croupier.store.house import House
from croupier.store.verify_log import verify_log
from croupier.table import Phase, write_state
from croupier.table.events import EVENTS
from folk import SECRET
from golden_files import GOLDEN, VERSION, opened_copy, unpacked
from houses import DEE
from postgres import Postgres

EXPECTED: dict[str, Any] = json.loads((GOLDEN / f"{VERSION}.json").read_text("utf-8"))
LOGS: dict[str, dict[str, Any]] = EXPECTED["logs"]
HOUSES: dict[str, dict[str, Any]] = EXPECTED["houses"]

HOUSE, RAISED = ("house.db", "house.sql"), ("raised.db", "raised.sql")


@pytest.fixture(scope="module")
def golden() -> Iterator[Path]:
    """A folder with all the files."""
    folder = unpacked()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def kinds(log: Path) -> set[str]:
    entries = [json.loads(line)["entry"] for line in log.read_bytes().splitlines()]
    return {entry["event"]["type"] for entry in entries} - {"log_ended"}


def within(expected: Any, found: Any, where: str = "") -> None:
    """Hold everything that was recorded to what is found; what was added since may be there."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert key in found, f"{where}: {key} is missing"
            within(value, found[key], f"{where}/{key}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), where
        for place, (value, other) in enumerate(zip(expected, found, strict=True)):
            within(value, other, f"{where}/{place}")
    else:
        assert expected == found, where


# The logs


def test_every_kind_of_event_and_every_game_is_recorded(golden: Path) -> None:
    """None of the events that there were is gone, and the logs hold each of them."""
    found: set[str] = set()
    for name in LOGS:
        found |= kinds(golden / "logs" / f"{name}.log")
    assert sorted(found) == EXPECTED["events"]
    assert found <= EVENTS.keys()
    assert {fact["state"]["game"] for fact in LOGS.values()} == set(keys())


@pytest.mark.parametrize("name", LOGS)
def test_an_old_log_holds_and_is_told(
    golden: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, expected = golden / "logs" / f"{name}.log", LOGS[name]
    assert main(["verify", str(path), "--json", "--head", expected["head"]]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"]
    assert told["rounds"] == expected["rounds"]
    with path.open("rb") as file:
        findings = verify_log(file, load)
    within(expected["state"], write_state(findings.table))
    assert main(["replay", str(path), "--json"]) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(steps) == expected["entries"] - 1
    assert all(step["says"] for step in steps)
    assert main(["replay", str(path)]) == 0


# The houses


def fresh(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """The address of a new, empty database."""
    if kind == "sqlite":
        return str(folder / "fresh.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()


def holds(database: str, expected: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Prove a house, and hold its tables, wallets and people to what was recorded."""
    capsys.readouterr()
    assert main(["verify", database, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    for key in ("head", "commands", "refusals", "transfers", "incidents"):
        assert expected.get(key, told[key]) == told[key], key
    with House.open(database) as house:
        assert set(house.tables()) == set(expected["tables"])
        for name, table in expected["tables"].items():
            counted = {key: value for key, value in table.items() if key != "state"}
            within(counted, told["tables"][name], name)
            within(table["state"], write_state(house.live_table(name).table), name)
        with house.reader.moment() as connection:
            wallets = connection.execute(text("SELECT name, balance FROM wallets"))
            assert {row.name: row.balance for row in wallets} == expected["wallets"]
            people = connection.execute(text("SELECT name, post FROM people ORDER BY key"))
            posts = [list(row) for row in people]
            assert expected.get("people", posts) == posts


def expected_of(file: str) -> dict[str, Any]:
    """What was recorded of a house: of this file, or of the same house in either database."""
    return HOUSES.get(file) or HOUSES[file.partition(".")[0]]


@pytest.mark.parametrize("file", [*HOUSE, *RAISED])
def test_an_old_house_holds(
    golden: Path,
    file: str,
    folder: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database, expected = opened_copy(golden, file, folder, request), expected_of(file)
    holds(database, expected, capsys)
    if file == "house.sql":
        return  # its report would be the same, at the same cost
    assert main(["report", database, "--json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    assert reported["agrees"]
    within(expected.get("report", {}), reported["total"])


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("house.db", "postgresql"),
        ("house.sql", "sqlite"),
        ("raised.db", "sqlite"),
        ("raised.sql", "postgresql"),
    ],
)
def test_an_old_house_is_carried_over(
    golden: Path,
    file: str,
    kind: str,
    folder: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = opened_copy(golden, file, folder, request)
    copy = fresh(kind, folder, request)
    assert main(["backup", database, str(folder / "backup")]) == 0
    assert main(["restore", str(folder / "backup"), copy]) == 0
    holds(copy, expected_of(file), capsys)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_old_backup_is_restored(
    golden: Path,
    kind: str,
    folder: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = fresh(kind, folder, request)
    assert main(["restore", str(golden / "small.backup"), copy]) == 0
    holds(copy, HOUSES["small"], capsys)


@pytest.mark.parametrize("file", HOUSE)
def test_an_old_house_plays_on(
    golden: Path,
    file: str,
    folder: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Rounds that were under way are dealt to their end, from the shoes in the vault."""
    database = opened_copy(golden, file, folder, request)
    under_way = [
        name
        for name, table in HOUSES["house"]["tables"].items()
        if table["state"]["phase"] == "dealing"
    ]
    assert len(under_way) >= 3
    with House.open(database) as house:
        for name in under_way:
            table = house.live_table(name)
            count = 0
            while table.table.phase is Phase.DEALING:
                count += 1
                assert house.command(name, f"on-{name}-{count}", DEE, {"do": "deal"}).ok
            assert house.command(name, f"on-{name}", DEE, {"do": "settle"}).ok
            assert house.recall(name, table.table.round) is not None
    with People.open(database) as people:
        assert people.sign_in("pit_manager", SECRET).token
    assert main(["verify", database]) == 0
    last = HOUSES["house"]["tables"]["tiger"]["state"]["round"]
    for number in (1, last):
        to = str(folder / "dispute.zip")
        assert main(["dispute", database, "tiger", str(number), "--output", to]) == 0
