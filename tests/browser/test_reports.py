"""Reports and the hand-over of a shift: by the house's days and money, on paper too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import PIN, SECRET, TABLES, enter, staffed
from croupier.accounts import ALL, CONSOLE, AccountRole, People
from croupier.game.loading import shipped

SETTINGS = {
    "TIME_ZONE": "Asia/Manila",
    "DAY_STARTS": "06:00",
    "CURRENCY": "PHP",
    "CURRENCY_SIGN": "₱",
    "CURRENCY_DECIMALS": "2",
}


FLOOR = tuple(TABLES)[:18]
"""So many fit on one sheet of paper, whatever is added to the tables of other tests."""


@pytest.fixture(scope="module")
def manila(equipped: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a house in Manila is, with two shift managers."""
    folder = tmp_path_factory.mktemp("manila")
    with staffed(folder, FLOOR, **SETTINGS) as where:
        with People.open(str(folder / "house.db")) as people:
            people.add("tia", AccountRole.SHIFT_MANAGER, CONSOLE, password=SECRET, tables=ALL)
            people.set_pin("tia", PIN, CONSOLE)
        yield where


def paper(page: Page, path: Path, size: str) -> int:
    """Print a page, and return how many sheets that takes."""
    made = page.pdf(path=path, format=size)
    return len(re.findall(rb"/Type\s*/Page\b", made))


def test_a_report_is_printed_and_had_as_a_file(new_page: NewPage, manila: str, shots: Path) -> None:
    page = new_page(1366, 900)
    enter(page, manila, "sam", "/pit/reports")
    heading = page.get_by_role("heading", name=re.compile(r"Report \d{4}-\d\d-\d\d"))
    expect(heading).to_be_visible()
    expect(page.get_by_text("Gaming days begin at 06:00, Asia/Manila.")).to_be_visible()
    expect(page.get_by_text("Currency: PHP")).to_be_visible()
    row = page.get_by_role("row", name=re.compile("^All together"))
    expect(row).to_contain_text("₱0.00")
    today = page.get_by_label("From").input_value()
    for name, begins in (("CSV", b"by,name,"), ("PDF", b"%PDF")):
        link = page.get_by_role("link", name=name)
        href = link.get_attribute("href") or ""
        assert f"from={today}" in href
        answer = page.context.request.get(f"{manila}{href}")
        assert answer.ok
        assert answer.body().startswith(begins)
        (shots / f"report-http.{name.lower()}").write_bytes(answer.body())
    page.screenshot(path=shots / "report.png", full_page=True)
    assert not barriers(page, "report")
    for size in ("A4", "Letter"):
        assert paper(page, shots / f"report-print-{size}.pdf", size) == 1
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("navigation")).to_have_count(0)
    # Nothing is cut on the narrower of both, and all is dark on white.
    page.set_viewport_size({"width": 700, "height": 990})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="screen")


def test_a_shift_is_handed_over(new_page: NewPage, manila: str, shots: Path) -> None:
    page = new_page(1366, 900)
    enter(page, manila, "sam", "/pit")
    page.get_by_role("link", name="Hand-over").click()
    sheet = page.get_by_role("article")
    expect(sheet.get_by_role("heading", name="Shift hand-over")).to_be_visible()
    tables = sheet.get_by_role("region", name="Tables")
    expect(tables.get_by_role("row")).to_have_count(1 + len(FLOOR))
    expect(tables.get_by_role("row", name=re.compile("^void"))).to_contain_text("₱100,000.00")
    expect(sheet).to_contain_text("sam (shift manager)")
    expect(sheet).to_contain_text("server started the house")
    # It began with the gaming day, by the house's clocks and not those of the browser.
    expect(sheet).to_contain_text(
        re.compile(r", 06:00 – \d\d/\d\d/\d{4}, \d\d:\d\d \(Asia/Manila\)")
    )
    page.screenshot(path=shots / "handover.png", full_page=True)
    assert not barriers(page, "handover")
    href = page.get_by_role("link", name="PDF").get_attribute("href")
    answer = page.context.request.get(f"{manila}{href}")
    (shots / "handover-http.pdf").write_bytes(answer.body())
    page.get_by_role("button", name="Give the shift over").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Who takes over").fill("tia")
    dialog.get_by_label("PIN").fill("999998")
    dialog.get_by_label("Remark").fill("the shoe of scan jams")
    dialog.get_by_role("button", name="Give the shift over").click()
    expect(dialog.get_by_role("alert")).to_contain_text("wrong")
    page.screenshot(path=shots / "handover-wrong.png")
    dialog.get_by_label("PIN").fill(PIN)
    dialog.get_by_role("button", name="Give the shift over").dblclick()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(sheet.get_by_role("status")).to_contain_text("sam has given the shift to tia")
    expect(sheet).to_contain_text("the shoe of scan jams")
    expect(page.get_by_role("button", name="Give the shift over")).to_have_count(0)
    page.screenshot(path=shots / "handover-given.png", full_page=True)
    for size in ("A4", "Letter"):
        assert paper(page, shots / f"handover-print-{size}.pdf", size) == 1
    # A sheet from before is refused: it was given over since.
    page.get_by_role("button", name="The present shift").click()
    expect(sheet.get_by_role("status")).to_have_count(0)
    other = new_page(1366, 900)
    enter(other, manila, "tia", "/pit/handover")
    other.get_by_role("button", name="Give the shift over").click()
    for each, incoming in ((page, "tia"), (other, "sam")):
        if each is page:
            each.get_by_role("button", name="Give the shift over").click()
        window = each.get_by_role("dialog")
        window.get_by_label("Who takes over").fill(incoming)
        window.get_by_label("PIN").fill(PIN)
        window.get_by_role("button", name="Give the shift over").click()
    expect(other.get_by_role("dialog").get_by_role("alert")).to_contain_text("meanwhile")
    other.keyboard.press("Escape")
    other.goto(f"{manila}/pit/journal")
    expect(other.get_by_text("shift handed over").first).to_be_visible()


def test_in_chinese_on_a_small_screen_and_for_those_who_may_not(
    new_page: NewPage, manila: str, shots: Path
) -> None:
    page = new_page(390, 844, theme="light", language="zh-CN", touch=True)
    enter(page, manila, "sam", "/pit/handover")
    expect(page.get_by_role("heading", name="交班表")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.screenshot(path=shots / "handover-zh-phone.png", full_page=True)
    assert not barriers(page, "handover-zh")
    href = page.get_by_role("link", name="PDF").get_attribute("href") or ""
    assert "lang=zh" in href
    answer = page.context.request.get(f"{manila}{href}")
    (shots / "handover-zh.pdf").write_bytes(answer.body())
    page.goto(f"{manila}/pit/reports")
    expect(page.get_by_text("营业日于 06:00 开始（Asia/Manila）。")).to_be_visible()
    page.screenshot(path=shots / "report-zh-phone.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    supervisor = new_page(1280, 800)
    enter(supervisor, manila, "max", "/pit")
    expect(supervisor.get_by_role("link", name="Journal")).to_be_visible()
    expect(supervisor.get_by_role("link", name="Hand-over")).to_have_count(0)


def test_the_sign_of_the_money_at_the_cage_and_for_patrons(
    new_page: NewPage, manila: str, shots: Path
) -> None:
    page = new_page(1366, 900)
    enter(page, manila, "cas", "/cage")
    expect(page.get_by_role("status").first).to_contain_text("Cash ₱0.00")
    page.get_by_label("Amount").first.fill("9000")
    page.get_by_role("button", name="Open the cage").click()
    expect(page.get_by_role("dialog")).to_contain_text("₱9,000.00")
    page.screenshot(path=shots / "cage-pesos.png")
    for width, height, touch in ((1366, 900, False), (390, 844, True)):
        patron = new_page(width, height, touch=touch)
        enter(patron, manila, "ann", "/")
        expect(patron.get_by_text("₱25.00").filter(visible=True).first).to_be_visible()
        for name, path in (("lobby", "/"), ("table", "/tables/rule"), ("account", "/account")):
            patron.goto(f"{manila}{path}")
            expect(patron.get_by_text("₱").filter(visible=True).first).to_be_visible()
            assert patron.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            patron.screenshot(path=shots / f"{name}-pesos-{width}.png", full_page=True)


def test_a_board_and_past_rounds_are_in_the_houses_money_and_time(
    new_page: NewPage, manila: str
) -> None:
    """Kills a wall screen without the currency, and times by the zone of the browser."""
    board = new_page(1280, 720)
    board.goto(f"{manila}/tables/rule/board")
    expect(board.locator(".sign").first).to_contain_text("₱25.00")
    sam = Dealer(manila, "bank", SECRET, "sam")
    fees = {**dict.fromkeys(shipped("player-dealer").fee_keys, "1500"), "player_dealer": "2"}
    sam.do("change_table", fees=fees)
    sam.leave()
    board.goto(f"{manila}/tables/bank/board")
    expect(board.locator("footer")).to_contain_text("₱1,500.00")
    dee = Dealer(manila, "rule", SECRET)
    for what in ("open_bets", "close_bets", "deal", "deal", "deal", "deal"):
        dee.do(what)
    page = new_page(1366, 900)
    enter(page, manila, "sam", "/pit/rounds?table=rule")
    line = page.locator("button.line").first
    expect(line).to_be_visible()
    answer = page.context.request.get(f"{manila}/api/tables/rule/rounds").json()
    began = datetime.fromisoformat(answer[0]["began"]).astimezone(ZoneInfo("Asia/Manila"))
    expect(line).to_contain_text(f"{began:%H:%M}")
    dee.leave()
