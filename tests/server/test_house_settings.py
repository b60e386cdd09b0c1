"""The house's days and money: settings, and that the server's reports and the command's agree."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier.accounts import AccountRole
from croupier.cli import main
from croupier.money import CENT, Unit
from croupier.reports.gaming_days import GamingDays, write_moment
from croupier.server.config import BadConfig, Config, read_config
from croupier.store.house import House
from floors import Floor
from server.people import POSTS, add_people
from server.process import Served
from server.running import Running

MANAGERS = (
    *(AccountRole.PIT_MANAGER, AccountRole.SHIFT_MANAGER),
    *(AccountRole.AUDITOR, AccountRole.ADMINISTRATOR),
)
BANKER_NINE = "Ks 9d 3c Kh"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("time_zone", "Asia/Maccau", 'time zone like "Asia/Macau" (did you mean Asia/Macau?), not'),
        ("time_zone", "Middle Earth", 'the name of a time zone like "Asia/Macau"'),
        ("day_starts", "6", "day_starts is a time of the day like \"06:00\", not '6'"),
        ("currency_decimals", "nine", "currency_decimals is a whole number from 0 to 8"),
        ("currency_sign", "x" * 13, "currency_sign is a text of at most 12 signs"),
        ("currency", "\n", "currency is a text of at most 12 signs"),
        ("paper", "a5", "paper is a4 or us-letter, not 'a5'"),
    ],
)
def test_a_mistake_is_told_with_its_variable(name: str, value: str, told: str) -> None:
    variable = f"CROUPIER_{name.upper()}"
    with pytest.raises(BadConfig) as wrong:
        read_config(None, {variable: value})
    assert told in str(wrong.value)
    assert str(wrong.value).startswith(variable)


def test_usual_settings_change_nothing() -> None:
    usual = Config()
    assert usual.gaming_days == GamingDays()
    assert usual.money.show("1234.50") == "1,234.50"
    assert usual.money.show("1234.00") == "1,234"


def test_decimals_fit_the_unit() -> None:
    config = read_config(None, {"CROUPIER_CURRENCY_DECIMALS": "2"})
    config.check_currency(CENT)
    with pytest.raises(BadConfig, match=r"currency_decimals is at most 0: .* unit is 5, not 2"):
        config.check_currency(Unit.parse("5"))


def test_the_server_does_not_start_with_decimals_that_its_money_has_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_CURRENCY_DECIMALS", "3")
    asked = ["serve", "--no-demo", "--port", "0", "--database", str(tmp_path / "h.db")]
    assert main(asked) == 2
    assert "currency_decimals is at most 2" in capsys.readouterr().err


def test_the_server_and_the_command_agree(
    database: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three rounds around the beginning of a day in Manila, which is 22:00 in UTC."""

    class At:
        now = datetime(2026, 3, 1, 12, tzinfo=UTC)

        def __call__(self) -> str:
            self.now += timedelta(milliseconds=1)
            return self.now.isoformat(timespec="milliseconds")

    clock = At()
    with House.open(database, rehearsal=True, now=clock) as house:
        floor = Floor(house, "t1", "classic", f"{BANKER_NINE} {BANKER_NINE} {BANKER_NINE}")
        for hour, minute, second in ((21, 59, 58), (22, 0, 0), (23, 0, 0)):
            clock.now = datetime(2026, 3, 1, hour, minute, second, tzinfo=UTC)
            floor.settled(("ann", 1, "player", "100"))
    token = add_people(database, "sam", "aud")["aud"]
    settings = {"TIME_ZONE": "Asia/Manila", "DAY_STARTS": "06:00", "CURRENCY": "PHP"}
    with Served(database, tmp_path, **settings, CURRENCY_SIGN="₱") as served:
        api = Running(served, database, {"aud": token}).api("aud")
        with api:
            house_told = api.get("/api/house")
            told = api.get("/api/reports?from=2026-03-01&to=2026-03-02")
            one = api.get("/api/reports?from=2026-03-02&to=2026-03-02")
            sheet = api.ask("GET", "/api/reports/csv?by=day").text
    days = GamingDays.parse("Asia/Manila", "06:00")
    assert house_told["today"] in {
        days.day_of(write_moment(datetime.now(UTC) - ago)).name
        for ago in (timedelta(0), timedelta(minutes=1))
    }
    assert house_told["currency"] == {"name": "PHP", "sign": "₱", "decimals": 0}
    assert [(row["name"], row["rounds"]["settled"]) for row in told["by_day"]] == [
        ("2026-03-01", 1),
        ("2026-03-02", 2),
    ]
    assert one["total"]["rounds"]["settled"] == 2
    assert (one["first_day"], one["last_day"]) == ("2026-03-02", "2026-03-02")
    # The command, by the same variables, by a file, and by options.
    asked = ["report", database, "--from", "2026-03-01", "--to", "2026-03-02", "--json"]
    file = tmp_path / "house.toml"
    file.write_text('time_zone = "Asia/Manila"\nday_starts = "06:00"\ncurrency = "PHP"\n')

    def by_command(*more: str) -> Any:
        assert main([*asked, *more]) == 0
        return json.loads(capsys.readouterr().out)

    assert by_command("--config", str(file)) == told
    for name, value in settings.items():
        monkeypatch.setenv(f"CROUPIER_{name}", value)
    assert by_command() == told
    assert main(["report", database, "--csv", "--by", "day"]) == 0
    assert capsys.readouterr().out == sheet
    rows = list(csv.DictReader(sheet.splitlines()))
    assert {row["currency"] for row in rows} == {"PHP"}
    assert [row["name"] for row in rows] == ["2026-03-01", "2026-03-02", "total"]
    other = by_command("--time-zone", "UTC", "--day-starts", "00:00")
    assert [row["name"] for row in other["by_day"]] == ["2026-03-01"]
    assert main(["report", database, "--time-zone", "Asia/Manilla"]) == 2
    assert "did you mean Asia/Manila?" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(POSTS))
def test_who_may_have_a_report_as_a_file(running: Running, name: str) -> None:
    allowed = POSTS[name] in MANAGERS
    with running.api(name) as api:
        for path, kind, begins in (
            ("csv", "text/csv; charset=utf-8", b"by,name,"),
            ("pdf", "application/pdf", b"%PDF"),
            ("pdf?lang=zh", "application/pdf", b"%PDF"),
            ("pdf?lang=xx", "application/pdf", b"%PDF"),
        ):
            answer = api.ask("GET", f"/api/reports/{path}")
            assert answer.status_code == (200 if allowed else 403), path
            if allowed:
                assert answer.headers["content-type"] == kind
                assert answer.content.startswith(begins)
        if allowed:
            assert api.ask("GET", "/api/reports/csv?table=nowhere").status_code == 404
            assert api.ask("GET", "/api/reports/csv?by=week").status_code == 400
            far = api.ask("GET", "/api/reports?from=0001-01-01&to=9999-12-31")
            assert far.status_code == 200
            for ends in ("from=9999-12-31", "from=0001-01-01&to=0001-01-01", "to=0001-01-01"):
                assert api.ask("GET", f"/api/reports/pdf?{ends}").status_code == 200, ends
                assert api.ask("GET", f"/api/reports?{ends}").status_code == 200, ends
            turned = api.ask("GET", "/api/reports/csv?from=2026-03-02&to=2026-03-01")
            assert turned.status_code == 400
            assert "before the first" in turned.json()["error"]["message"]
    with running.api(None) as api:
        assert api.ask("GET", "/api/reports/pdf").status_code == 401
