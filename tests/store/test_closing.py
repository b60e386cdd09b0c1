"""Closing in a house: a variance is an incident, proven with the log; reports count it twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import text

from croupier.cli import main
from croupier.reports.exports import write_report
from croupier.reports.figures import Counted
from croupier.reports.report import report
from croupier.store.address import Address
from croupier.store.failures import BadStore
from croupier.store.house import House
from croupier.store.incidents import Incidents, Kind, engine_for
from croupier.store.queries import engine_of
from houses import DEE, MAX, Body, opened, proven, said

SHORT: Body = {"do": "close_table", "count": "990", "reason": "a chip is gone", "witness": "sue"}


def close(house: House, table_id: str = "t1", body: Body = SHORT, id: str = "close") -> None:
    answer = house.command(table_id, id, MAX, body)
    assert answer.ok, said(answer)


def variances(database: str) -> list[dict[str, object]]:
    engine = engine_for(database)
    try:
        found = Incidents(engine).after(0, kind=Kind.VARIANCE)
    finally:
        engine.dispose()
    return [
        {"actor": each.actor, "table": each.table_id, "before": each.before}
        | {"after": each.after, "detail": each.detail}
        for each in found
    ]


def alter(database: str, statement: str) -> None:
    """Change rows that are kept for ever, as somebody with the file could."""
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            query = text("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for name in list(connection.execute(query).scalars()):
                connection.execute(text(f"DROP TRIGGER {name}"))
        else:
            connection.execute(text("SET session_replication_role = replica"))
        connection.execute(text(statement))
    engine.dispose()


def test_a_variance_is_in_the_journal_once(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        close(house)
        again = house.command("t1", "close", MAX, SHORT)
        assert (again.ok, again.again) == (True, True)
    (found,) = variances(database)
    assert (found["actor"], found["table"]) == ("max", "t1")
    assert found["before"] == {"tray": "1000.00", "drop": "0.00"}
    assert found["after"] == {"tray": "990.00"}
    detail = found["detail"]
    assert isinstance(detail, dict)
    assert detail["variance"] == "-10.00"
    assert (detail["reason"], detail["witness"]) == ("a chip is gone", "sue")
    assert proven(database).incidents == 1


def test_a_right_count_is_no_incident(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        close(
            house, body={"do": "close_table", "count": "1000", "drop_count": "0", "witness": "sue"}
        )
    assert variances(database) == []
    proven(database)


def test_a_refused_closing_leaves_nothing(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        body = {key: value for key, value in SHORT.items() if key != "reason"}
        assert not house.command("t1", "close", MAX, body).ok
        assert not house.command("t1", "alone", MAX, {"do": "close_table", "count": "1000"}).ok
        assert house.live_table("t1").table.open
    assert variances(database) == []


def test_the_incident_and_other_incidents_share_one_chain(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        engine = engine_for(database)
        journal = Incidents(engine)
        journal.note(Kind.SERVER_STARTED, "house:test")
        close(house)
        journal.note(Kind.SERVER_STOPPED, "house:test")
        numbers = [each.number for each in journal.after(0)]
        engine.dispose()
    assert numbers == [1, 2, 3]
    assert proven(database).incidents == 3


def test_an_incident_that_is_missing_or_made_up_is_named(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        close(house)
    alter(database, "UPDATE incidents SET kind = 'outage_began'")
    with pytest.raises(BadStore, match="hash"):
        proven(database)
    alter(database, "DELETE FROM incidents")
    with pytest.raises(BadStore, match="the journal is at"):
        proven(database)


def test_a_journal_without_the_variance_is_named(database: str) -> None:
    """Even one whose own chain holds: the log says what must be there."""
    from croupier.store.hash_chain import incident_genesis

    with House.open(database) as house:
        opened(house)
        close(house)
    alter(database, "DELETE FROM incidents")
    alter(database, f"UPDATE journal SET number = 0, head = '{incident_genesis()}'")
    with pytest.raises(BadStore, match="no incident of its variance"):
        proven(database)


def test_reports_count_what_was_counted_twice(database: str) -> None:
    with House.open(database) as house:
        opened(house)
        opened(house, "t2", unit="0.05")
        body: Body = {"do": "buy_in", "player": "*cap", "amount": "50", "cash": True}
        assert house.command("t1", "cash", DEE, body).ok
        close(house, body={**SHORT, "count": "940", "drop_count": "55"})
        close(house, "t2", {**SHORT, "count": "1000.05"}, "close-t2")
        found = report(house.reader)
        assert found.agrees
        assert found.total.counted == {
            Counted.TRAY: 194005,
            Counted.TRAY_VARIANCE: -1000 + 5,
            Counted.DROP: 5500,
            Counted.DROP_VARIANCE: 500,
        }
        named = {row.name: row.counted[Counted.TRAY_VARIANCE] for row in found.by_table}
        assert named == {"t1": -1000, "t2": 5}
        written = write_report(found)["total"]["counted"]
        assert written["tray_variance"] == "-9.95"
        checks = {(each.table_id, each.what): each for each in found.checks}
        check = checks["t1", Counted.TRAY_VARIANCE]
        assert (check.ledger, check.events) == (-1000, -1000)


def test_a_forged_transfer_shows_in_the_variance(database: str) -> None:
    """The two figures are worked out apart: one from the transfers, one from the events."""
    with House.open(database) as house:
        opened(house)
        close(house)
    alter(database, "UPDATE transfers SET amount = amount + 100 WHERE target = 'float'")
    with House.open(database) as house:
        found = report(house.reader)
    assert not found.agrees
    wrong = {each.what for each in found.checks if each.difference}
    assert Counted.TRAY_VARIANCE in wrong


def test_a_backup_carries_counts_and_incident(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with House.open(database) as house:
        opened(house)
        close(house)
    file, other = str(tmp_path / "house.backup"), str(tmp_path / "other.db")
    assert main(["backup", database, file]) == 0
    assert main(["restore", file, other]) == 0
    assert variances(other) == variances(database)
    assert proven(other).incidents == 1
    capsys.readouterr()
    assert main(["replay", other, "--table", "t1"]) == 0
    assert "990.00, 10.00 short" in capsys.readouterr().out
    assert main(["report", other, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["total"]["counted"]["tray_variance"] == "-10.00"
