"""Sheets of paper: what stands on a report and on a hand-over, in both languages, and the PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from croupier.accounts import CONSOLE, AccountRole, PeopleRefused
from croupier.cli import main
from croupier.game.loading import shipped
from croupier.reports import paper as papers
from croupier.reports.currency import Currency
from croupier.reports.figures import Span
from croupier.reports.gaming_days import GamingDays
from croupier.reports.hand_over import begin_of_shift, read_hand_over
from croupier.reports.hand_over_paper import hand_over_paper
from croupier.reports.paper import NoFont, Paper, Style, as_pdf
from croupier.reports.report import report
from croupier.reports.report_paper import report_paper
from croupier.store.cage import CageMove
from croupier.store.cage_desk import Clerk, Order
from croupier.store.house import House
from floors import Floor, rehearsed
from folk import people_of

MACAU = GamingDays.parse("Asia/Macau", "06:00")
MONEY = Currency("MOP", "MOP", 2)
BANKER_NINE = "Ks 9d 3c Kh"


@pytest.fixture
def house(database: str) -> Iterator[House]:
    with rehearsed(database) as made:
        yield made


def style(language: str = "en", page: str = "a4") -> Style:
    return Style(language, MONEY, MACAU, page)


def cells(paper: Paper) -> list[str]:
    return [cell for grid in paper.grids for row in grid.rows for cell in row]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_report_on_paper(house: House, language: str) -> None:
    Floor(house, "t1", "classic", BANKER_NINE).settled(("ann", 1, "player", "900"))
    found = report(house.reader, Span(days=MACAU))
    games = {"classic": shipped("classic")}
    paper = report_paper(found, games, style(language), "made")
    told = cells(paper)
    assert {"MOP\u00a0900.00", "MOP\u00a02,000.00"} <= set(told)
    assert "t1" in told
    assert any("百家乐" in cell or "Baccarat" in cell for cell in told)
    assert paper.lead[0][1] in ("… – …", "2026-03-02")
    assert "06:00" in paper.lead[1][1]
    assert as_pdf(paper).startswith(b"%PDF")


def test_counts_are_told_and_not_added_up(
    house: House, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cash that was counted twice is no sum of money; what was counted at a table is told."""
    floor = Floor(house, "t1", "classic", BANKER_NINE)
    floor.settled(("ann", 1, "player", "900"))
    cas = Clerk("cashier", "cas")
    for id, move, amount in (
        ("open", CageMove.OPEN, "5000"),
        ("first", CageMove.COUNT, "5000"),
        ("second", CageMove.COUNT, "4990"),
    ):
        assert house.cage.carry_out(id, cas, Order(move, amount)).ok
    found = report(house.reader, Span(days=MACAU))
    paper = report_paper(found, {}, style(), "made")
    assert ("cash counted", "2", "") in [row for grid in paper.grids for row in grid.rows]
    assert "Trays counted" not in cells(paper)
    floor.do("close_table", "pit_manager", count="1000", reason="one is missing", witness="sam")
    found = report(house.reader, Span(days=MACAU))
    told = cells(report_paper(found, {}, style(), "made"))
    assert told[told.index("Trays counted") + 1] == "MOP\u00a01,000.00"
    assert main(["report", database]) == 0
    text = capsys.readouterr().out
    assert re.search(r"cage count +2 slips", text)
    assert re.search(r"cage open +5000.00, 1 slip\n", text)


@pytest.mark.parametrize(("language", "page"), [("en", "us-letter"), ("zh", "a4")])
def test_a_hand_over_on_paper(house: House, language: str, page: str) -> None:
    floor = Floor(house, "t1", "tiger", f"{BANKER_NINE} {BANKER_NINE}", float="1000")
    since = house.now()
    floor.settled(("ann", 1, "player", "100"))
    floor.do("report", kind="not_shuffled")
    until = house.now()
    floor.do("fill", "pit_manager", amount="300")
    found = read_hand_over(house.reader, MACAU, since, until, 10_000)
    (line,) = found["tables"]
    assert (line["won"], line["float"], line["case"]) == ("100.00", "1100.00", "not_shuffled")
    assert (found["won"], found["agrees"], found["day"]) == ("100.00", True, "2026-03-01")
    later = read_hand_over(house.reader, MACAU, until, house.now(), 10_000)
    assert (later["tables"][0]["float"], later["won"]) == ("1400.00", "0.00")
    people = {"staff": [{"role": "dealer", "name": "dee"}], "outgoing": "sam", "incoming": None}
    started = {"kind": "server_started", "at": since, "table": None, "round": None, "name": None}
    happened = [*found["happened"], {**started, "what": None, "by": "house:steward"}]
    sheet = {**found, **people, "remark": "slow", "happened": happened}
    paper = hand_over_paper(sheet, style(language, page), "made")
    told = cells(paper)
    assert {"t1", "MOP\u00a01,100.00", "MOP\u00a0100.00"} <= set(told)
    # What the house does itself is called by a name, not by a key.
    assert ("the house" if language == "en" else "本场") in told
    assert not [text for text in told if "house:" in text]
    assert len(paper.signatures) == 2
    assert "sam" in paper.signatures[0]
    assert ("The cards were not shuffled" in told) == (language == "en")
    assert as_pdf(paper).startswith(b"%PDF")


def test_a_variance_is_on_the_sheet_however_many_pins_were_wrong(
    house: House, database: str
) -> None:
    floor = Floor(house, "t1", "classic", BANKER_NINE, float="1000")
    since = house.now()
    shut = {"count": "900", "drop_count": "0", "reason": "a rack is missing", "witness": "sam"}
    floor.do("close_table", "pit_manager", **shut)
    with people_of(database) as people:
        people.add("sue", AccountRole.PIT_SUPERVISOR, CONSOLE, password="a long walk at night")
        people.set_pin("sue", "836190", CONSOLE)
        for _ in range(15):
            with pytest.raises(PeopleRefused):
                people.approve("sue", "111222", "t1", "dee")
    found = read_hand_over(house.reader, MACAU, since, "2100-01-01T00:00:00.000", 10_000)
    lines = {each["kind"]: each for each in found["happened"]}
    assert len(lines) == len(found["happened"]), "a line each"
    assert (lines["approval_refused"]["name"], lines["approval_refused"]["by"]) == ("sue", "dee")
    assert lines["variance"]["table"] == "t1"
    assert lines["variance"]["what"] == "-100.00 · 0.00 · a rack is missing"
    assert found["more"] == 14, "the journal has all"


def test_a_shift_begins_where_the_last_was_given_over_else_with_the_day() -> None:
    now = "2026-03-01T23:30:00.000+00:00"
    assert begin_of_shift(MACAU, None, now) == "2026-03-01T22:00:00.000+00:00"
    last = "2026-03-01T14:00:00.000+00:00"
    assert begin_of_shift(MACAU, last, now) == last


def test_a_machine_without_chinese_fonts_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class OnlyLatin:
        def families(self) -> list[str]:
            return ["Libertinus Serif"]

    monkeypatch.setattr(papers, "_fonts", OnlyLatin)
    with pytest.raises(NoFont):
        as_pdf(Paper("题", [], [], "", "zh"))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("page", ["a4", "us-letter"])
def test_the_sheet_of_a_large_floor_is_one_page(language: str, page: str) -> None:
    at = "2026-03-01T14:00:00.000+00:00"
    line = {"open": True, "phase": "idle", "automatic": False, "dealer": "dee", "won": "-12000.50"}
    line |= {"float": "1250000.00", "drop": "78000.00"}
    line |= {"shoe": {"number": 4, "left": 211, "fault": "foreign_card"}}
    what = {"at": at, "kind": "void", "what": "report_confirmed", "table": "t1", "round": 3}
    count = {"slip": 12, "at": at, "by": "cas", "counted": "5120000.00", "variance": "-100.00"}
    large = {"name": "ann", "direction": "in", "amount": "500000.00", "slips": [3, 4]}
    cage = {"open": True, "before": "5.00", "cash": "7.00", "variance": "-100.00"}
    cases = ["foreign_card"] * 3 + [None] * 15
    sheet = {
        "day": "2026-03-01",
        "since": at,
        "until": at,
        "time_zone": "Asia/Macau",
        "won": "1.00",
        "drop": "0.00",
        "remark": "slow",
        "tables": [
            {"table": f"bac-{number}", "case": case, **line} for number, case in enumerate(cases)
        ],
        "cage": {**cage, "counts": [count], "large_transactions": [large]},
        "owed": [],
        "locked": ["eve"],
        "excluded": [{"name": "joe", "until": "9999-12-31T00:00:00.000+00:00"}],
        "happened": [{**what, "name": None, "by": "sue"}] * 12,
        "more": 3,
        "staff": [{"name": f"person{number}", "role": "dealer"} for number in range(25)],
        "outgoing": "sam",
        "incoming": "tia",
    }
    made = as_pdf(hand_over_paper(sheet, style(language, page), "made"))
    assert len(re.findall(rb"/Type\s*/Page\b", made)) == 1
