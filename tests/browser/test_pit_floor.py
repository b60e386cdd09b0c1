"""The pit at a glance, and what it does with care: money before and after, closing, templates."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import MANUAL, PIN, SECRET, approve, enter

LARGE, SMALL = (1366, 900), (390, 844)


def station_of(page: Page, floor: str, name: str, table: str) -> Locator:
    enter(page, floor, name, "/pit")
    page.locator(".tile", has=page.get_by_text(table, exact=True)).click()
    return page.get_by_role("region", name=table, exact=True)


def round_of(dee: Dealer, *bets: tuple[str, int, str, str], cards: tuple[str, ...] = ()) -> None:
    """Open a round with bets; close them and deal, if cards are named."""
    dee.do("open_bets")
    for player, box, bet, amount in bets:
        dee.do("place_bet", player=player, box=box, bet=bet, amount=amount)
    if cards:
        dee.do("close_bets")
    for card in cards:
        dee.do("deal", card=card)


def figure(station: Locator, name: str) -> Locator:
    return station.locator("dl > div", has_text=name).locator("dd")


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_a_table_shows_bets_cards_case_and_tray_at_once(
    new_page: NewPage, floor: str, shots: Path, size: tuple[int, int]
) -> None:
    dee = Dealer(floor, "glance", SECRET)
    if dee.see()["phase"] == "idle" and dee.see()["round"] == 0:
        dee.do("buy_in", player="*cap", amount="300", cash=True)
        bets = (("ann", 1, "banker", "100"), ("bob", 3, "player", "75"), ("bob", 3, "tie", "25"))
        round_of(dee, *bets, cards=("2s", "6d"))
        dee.do("report", kind="other", text="a spilt drink")
    page = new_page(*size)
    station = station_of(page, floor, "sam", "glance")
    expect(station.get_by_role("region", name="A report that waits")).to_contain_text("spilt")
    bets_shown = station.get_by_role("list", name="Bets")
    expect(bets_shown.get_by_role("listitem")).to_have_count(2)
    first, third = bets_shown.get_by_role("listitem").all()
    expect(first).to_contain_text("Box 1")
    expect(first).to_contain_text("ann")
    expect(first).to_contain_text("100")
    expect(third).to_contain_text("75")
    expect(third).to_contain_text("25")
    expect(station).to_contain_text("3 bets, 200 in all")
    expect(station.locator(".hands")).to_contain_text("2")
    expect(figure(station, "Put in")).to_have_text("99,700")
    expect(figure(station, "Should hold now")).to_have_text("99,700")
    expect(figure(station, "Drop")).to_have_text("300")
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing is cut off at the side"
    page.screenshot(path=shots / f"pit-glance-{size[0]}.png", full_page=True)
    assert not barriers(page, "glance")
    dee.leave()


def test_a_fill_and_a_credit_show_the_tray_before_and_after(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    dee, page = Dealer(floor, "brim", SECRET), new_page(*LARGE)
    station = station_of(page, floor, "sam", "brim")
    station.get_by_text("Fill and credit").click()
    amount = station.get_by_label("Amount")
    amount.fill("2500")
    station.get_by_role("button", name="Fill", exact=True).click()
    dialog = page.get_by_role("dialog")
    row = dialog.get_by_role("row", name="Tray")
    expect(row).to_contain_text("100,000")
    expect(row).to_contain_text("102,500")
    page.screenshot(path=shots / "pit-fill.png")
    assert not barriers(page, "fill")
    assert dee.see()["float"] == "100000.00", "nothing has happened yet"
    dialog.get_by_role("button", name="Cancel").click()
    assert dee.see()["float"] == "100000.00"
    station.get_by_role("button", name="Fill", exact=True).click()
    # A second click does not fill twice.
    dialog.get_by_role("button", name="Fill", exact=True).dblclick()
    expect(dialog).to_have_count(0)
    expect(amount).to_have_value("")
    expect(figure(station, "Should hold now")).to_have_text("102,500")
    amount.fill("999999")
    station.get_by_role("button", name="Credit", exact=True).click()
    dialog.get_by_role("button", name="Credit", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("the tray has 102,500")
    page.keyboard.press("Escape")
    amount.fill("2500")
    station.get_by_role("button", name="Credit", exact=True).click()
    expect(dialog.get_by_role("row", name="Tray")).to_contain_text("100,000")
    dialog.get_by_role("button", name="Credit", exact=True).click()
    expect(figure(station, "Should hold now")).to_have_text("100,000")
    dee.leave()


def test_who_approves_reads_who_what_and_how_much(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """A supervisor asks, a shift manager gives the PIN; the journal has both ways."""
    page = new_page(*LARGE)
    station = station_of(page, floor, "max", "asks")
    station.get_by_text("Fill and credit").click()
    station.get_by_label("Amount").fill("400")
    station.get_by_role("button", name="Fill", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("max asks, at asks")
    expect(dialog.get_by_role("row", name="Tray")).to_contain_text("100,400")
    page.screenshot(path=shots / "pit-approve.png")
    approve(page, "sam", "111111")
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    approve(page, "sam")
    expect(dialog).to_have_count(0)
    expect(figure(station, "Should hold now")).to_have_text("100,400")
    station.get_by_text("Limits", exact=True).click()
    station.get_by_label("Minimum", exact=True).fill("40")
    station.get_by_role("button", name="Change the limits").click()
    row = dialog.get_by_role("row", name="Minimum")
    expect(row).to_contain_text("25")
    expect(row).to_contain_text("40")
    approve(page, "sam")
    expect(dialog).to_have_count(0)
    page = new_page(*LARGE)
    enter(page, floor, "sam", "/pit/journal")
    house = page.locator(".two > section").nth(1)
    for kind in ("approval refused", "approval given"):
        entry = house.locator("li", has_text=kind).filter(has_text="command: Fill")
        expect(entry.first).to_contain_text("amount: 400")
        expect(entry.first).to_contain_text("asked by: max" if "given" in kind else "wrong")
    entry = house.locator("li", has_text="approval given").filter(has_text="limits: min 40")
    expect(entry.first).to_be_visible()
    tables = page.locator(".two > section").first
    expect(tables.locator("li", has_text="Limits").first).to_contain_text("Minimum 25 → 40")


def test_limits_show_old_and_new_before_they_change(new_page: NewPage, floor: str) -> None:
    page = new_page(*LARGE)
    station = station_of(page, floor, "sam", "lean")
    station.get_by_text("Limits", exact=True).click()
    change = station.get_by_role("button", name="Change the limits")
    least = station.get_by_label("Minimum", exact=True)
    least.fill("11")
    least.fill("10")
    expect(change).to_be_disabled()
    least.fill("20")
    change.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("row", name="Minimum")).to_contain_text("20")
    expect(dialog.get_by_role("row", name="Maximum")).to_have_count(0)
    dialog.get_by_role("button", name="Change the limits").click()
    expect(dialog).to_have_count(0)
    expect(least).to_have_value("20")


@pytest.mark.rule("insurance", "5.13")
def test_neglected_insurance_waits_and_is_given_back(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """Dealt past at once: it is listed by itself, and picked instead of typed."""
    dee, page = Dealer(floor, "hurry", SECRET), new_page(*LARGE)
    enter(page, floor, "sam", "/pit")
    waiting = page.locator(".waiting")
    round_of(dee, ("ann", 1, "player", "100"), cards=("Ks", "Qh", "6c", "5d", "2h"))
    waits = waiting.get_by_role("button", name="hurry: Insurance neglected")
    waits.click()
    station = page.get_by_role("region", name="hurry", exact=True)
    case = station.get_by_role("region", name="Insurance neglected")
    expect(case).to_contain_text("ann")
    expect(case).to_contain_text("before anybody could answer")
    page.screenshot(path=shots / "pit-neglected.png", full_page=True)
    assert not barriers(page, "neglected")
    case.get_by_role("button", name="They meant to insure").click()
    case.get_by_label("Insurance they meant").fill("30")
    case.get_by_role("button", name="Return an uninsured bet").click()
    expect(case).to_have_count(0)
    expect(waits).to_have_count(0)
    dee.do("settle")
    assert dee.see()["balances"]["ann"] == "10000.00"
    dee.leave()


@pytest.mark.parametrize(("size", "table"), [(LARGE, "shut"), (SMALL, "shut-small")])
def test_a_table_is_closed_with_care(
    new_page: NewPage, floor: str, shots: Path, size: tuple[int, int], table: str
) -> None:
    dee, page = Dealer(floor, table, SECRET), new_page(*size)
    dee.do("buy_in", player="*cap", amount="300", cash=True)
    station = station_of(page, floor, "sam", table)
    station.get_by_role("button", name="Close the table").click()
    dialog = page.get_by_role("dialog", name=re.compile("Close table"))
    closes = dialog.get_by_role("button", name="Close the table")
    expect(dialog).to_contain_text("*cap")
    expect(dialog).to_contain_text("chips in the hand")
    dialog.get_by_label("Counted in the tray").fill("99690")
    dialog.get_by_label("Counted in the drop").fill("300")
    dialog.get_by_label("Second person").fill("max")
    dialog.get_by_label("PIN").fill(PIN)
    expect(closes).to_be_disabled()
    dialog.get_by_role("button", name="Move all chips").dblclick()
    expect(dialog).to_contain_text("Nobody holds chips here.")
    balances = dee.see()["balances"]
    assert set(balances.values()) == {"0.00"}, balances
    row = dialog.get_by_role("row", name="Tray")
    expect(row).to_contain_text("99,700")
    expect(row).to_contain_text("-10")
    expect(closes).to_be_disabled()
    dialog.get_by_label("Reason for the variance").fill("a chip is gone")
    page.screenshot(path=shots / f"pit-closing-{size[0]}.png")
    assert not barriers(page, "closing")
    # Nobody signs twice, and a wrong PIN closes nothing.
    dialog.get_by_label("Second person").fill("sam")
    closes.click()
    expect(dialog.get_by_role("alert")).to_contain_text("somebody else")
    dialog.get_by_label("Second person").fill("max")
    dialog.get_by_label("PIN").fill("111111")
    closes.click()
    expect(dialog.get_by_role("alert")).to_contain_text("PIN")
    assert dee.see()["open"] is True
    # By denomination: the sum is the count.
    dialog.get_by_label("Count by denomination").check()
    dialog.get_by_label("Tray: worth").fill("1000×99 100x6 10*9")
    expect(row).to_contain_text("99,690")
    dialog.get_by_label("PIN").fill(PIN)
    closes.click()
    expect(dialog).to_have_count(0)
    expect(station).to_contain_text("This table is closed")
    page.goto(f"{floor}/pit/journal")
    house = page.locator(".two > section").nth(1)
    entry = house.locator("li", has_text="variance").filter(has_text=table).first
    expect(entry).to_contain_text("a chip is gone")
    expect(entry).to_contain_text("max")
    tables = page.locator(".two > section").first
    page.screenshot(path=shots / f"pit-journal-closing-{size[0]}.png")
    told = tables.locator("li", has_text="Closing").filter(has_text=table).first
    expect(told).to_contain_text("variance -10")
    dee.leave()


def test_a_bank_comes_down_and_no_count_takes_a_reason(new_page: NewPage, floor: str) -> None:
    dee, page = Dealer(floor, "shut-bank", SECRET), new_page(*LARGE)
    dee.do("offer_player_dealer", seat=1)
    dee.do("accept_player_dealer", seat=1, wager="400", player="eva")
    station = station_of(page, floor, "sam", "shut-bank")
    station.get_by_role("button", name="Close the table").click()
    dialog = page.get_by_role("dialog", name=re.compile("Close table"))
    expect(dialog).to_contain_text("wager")
    dialog.get_by_label("Close with their chips here").check()
    dialog.get_by_label("Close without a count").check()
    closes = dialog.get_by_role("button", name="Close the table")
    expect(closes).to_be_disabled()
    dialog.get_by_label("Why nothing is counted").fill("an exercise")
    closes.click()
    expect(dialog).to_have_count(0)
    # What stayed is moved at the closed table.
    station.get_by_role("button", name="Move all chips").click()
    expect(station.get_by_role("button", name="Move all chips")).to_have_count(0)
    assert set(dee.see()["balances"].values()) == {"0.00"}
    dee.leave()


def tables_of(page: Page, floor: str) -> list[dict[str, Any]]:
    return list(page.context.request.get(f"{floor}/api/tables").json())


def test_ten_tables_are_opened_by_a_template(new_page: NewPage, floor: str, shots: Path) -> None:
    page = new_page(*LARGE)
    station = station_of(page, floor, "sam", "quick")
    station.get_by_role("link", name="Save as a template").click()
    form = page.get_by_role("dialog", name="A table template")
    expect(form.get_by_label("Chips in the tray")).to_have_value("100000.00")
    expect(form.get_by_label("Game")).to_have_value("classic")
    form.get_by_label("Name of the template").fill("Main floor")
    form.get_by_label("Minimum", exact=True).fill("50")
    form.get_by_label("The automatic dealer runs it").check()
    form.get_by_label("Bets (s)").fill("600")
    page.screenshot(path=shots / "pit-template.png")
    assert not barriers(page, "template")
    form.get_by_role("button", name="Keep the template").click()
    expect(form).to_have_count(0)
    line = page.locator("li", has_text="Main floor")
    expect(line).to_contain_text("50")
    line.get_by_role("button", name="Open tables").click()
    dialog = page.get_by_role("dialog", name=re.compile("Open tables"))
    dialog.get_by_label("Names begin with").fill("main-")
    expect(dialog.get_by_label("Names of the tables")).to_have_value(
        " ".join(f"main-{number}" for number in range(1, 11))
    )
    opens = dialog.get_by_role("button", name="Open 10 tables")
    opens.dblclick()
    results = dialog.get_by_role("status").get_by_role("listitem")
    expect(results).to_have_count(10)
    for each in results.all():
        expect(each).to_contain_text("is open")
    page.screenshot(path=shots / "pit-ten-tables.png")
    # The same names again: the same answers, and no table is opened twice.
    opens.click()
    expect(results.first).to_contain_text("✓")
    opened = [each for each in tables_of(page, floor) if each["id"].startswith("main-")]
    assert len(opened) == 10
    assert all(each["open"] and each["dealer"]["automatic"] for each in opened)
    # By other names beside one that is open: who is refused says why.
    dialog.get_by_label("Names of the tables").fill("main-1 main-extra")
    dialog.get_by_role("button", name="Open 2 tables").click()
    expect(results).to_have_count(11)
    again = results.filter(has_text=re.compile(r"main-1\b(?!\d)"))
    expect(again).to_contain_text("✕")
    expect(again).to_contain_text("open already")
    expect(results.filter(has_text="main-extra")).to_contain_text("is open")
    # Only the refused one is offered to be tried again.
    expect(dialog.get_by_label("Names of the tables")).to_have_value("main-1")
    dialog.get_by_label("Names of the tables").fill("Not A Name")
    expect(dialog).to_contain_text("Not the name of a table")
    page.keyboard.press("Escape")
    # Changed, then deleted: twice pressed.
    line.get_by_role("button", name="Change").click()
    expect(form.get_by_label("The automatic dealer runs it")).to_be_checked()
    form.get_by_label("Minimum", exact=True).fill("9000")
    form.get_by_role("button", name="Keep the template").click()
    expect(form.get_by_role("alert")).to_contain_text("the minimum lies above the maximum")
    form.get_by_label("Minimum", exact=True).fill("75")
    form.get_by_role("button", name="Keep the template").click()
    expect(line).to_contain_text("75")
    line.get_by_role("button", name="Delete").click()
    line.get_by_role("button", name="Delete for good?").click()
    expect(line).to_have_count(0)
    for table in [*(each["id"] for each in opened), "main-extra"]:
        body = {"id": f"stop-{table}", "command": {"do": "assign_dealer", "automatic": False}}
        path, headers = f"{floor}/api/tables/{table}/commands", {"origin": floor}
        # A quick machine is told to wait a moment: so many commands a second are taken from one.
        while (done := page.context.request.post(path, data=body, headers=headers)).status == 429:
            page.wait_for_timeout(200)
        assert done.ok


def test_templates_on_a_small_screen_and_in_chinese(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    page = new_page(*SMALL, language="zh-CN", touch=True)
    enter(page, floor, "sam", "/pit/templates")
    page.get_by_role("button", name="新模板").click()
    form = page.get_by_role("dialog", name="开桌模板")
    form.get_by_label("模板名称").fill("小厅")
    page.screenshot(path=shots / "pit-template-zh.png")
    form.get_by_role("button", name="保存模板").click()
    line = page.locator("li", has_text="小厅")
    expect(line).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not barriers(page, "templates-zh")
    page.screenshot(path=shots / "pit-templates-zh.png")
    line.get_by_role("button", name="删除").click()
    line.get_by_role("button", name="确定删除").click()
    expect(line).to_have_count(0)


def test_supervisors_keep_no_templates(new_page: NewPage, floor: str) -> None:
    page = new_page(*LARGE)
    enter(page, floor, "max", "/pit")
    expect(page.locator(".tile").first).to_be_visible()
    expect(page.get_by_role("link", name="Templates")).to_have_count(0)
    assert page.context.request.get(f"{floor}/api/templates").ok
    body = {"name": "x", "opening": {"game": "classic"}}
    headers = {"origin": floor}
    answer = page.context.request.post(f"{floor}/api/templates", data=body, headers=headers)
    assert answer.status == 403


def test_a_screen_that_watches_shows_what_others_do(new_page: NewPage, floor: str) -> None:
    """A table that somebody else opens, and what happens there, come without a reload."""
    watching, journal, rounds = (new_page(*LARGE) for _ in range(3))
    enter(watching, floor, "max", "/pit")
    expect(watching.locator(".tile").first).to_be_visible()
    enter(journal, floor, "sam", "/pit/journal")
    expect(journal.locator(".two li").first).to_be_visible()
    sam = Dealer(floor, "watched", SECRET, "sam")
    sam.make()
    sam.do("open_table", game="tiger", **MANUAL, float="5000")
    tile = watching.locator(".tile", has=watching.get_by_text("watched", exact=True))
    expect(tile).to_contain_text("5,000")
    sam.do("fill", amount="250")
    expect(tile).to_contain_text("5,250")
    tables = journal.locator(".two > section").first
    expect(tables.locator("li", has_text="watched").first).to_contain_text("amount 250")
    house = journal.locator(".two > section").nth(1)
    with httpx.Client(base_url=floor) as stranger:
        stranger.post("/api/sign-in", json={"name": "cas", "password": "a wrong guess"})
    expect(house.locator("li", has_text="sign in failed").first).to_contain_text("cas")
    enter(rounds, floor, "sam", "/pit/rounds?table=watched")
    expect(rounds.get_by_text("No rounds")).to_be_visible()
    sam.do("new_shoe")
    sam.do("open_bets")
    sam.do("close_bets")
    for card in ("9s", "3d", "Kc", "Qd"):
        sam.do("deal", card=card)
    sam.do("settle")
    expect(rounds.locator("button.line")).to_have_count(1)
    sam.leave()


def test_the_chosen_table_stays_in_sight_beside_many(new_page: NewPage, floor: str) -> None:
    """Kills a detail that lies far above the tile that was clicked at the end of a long floor."""
    page = new_page(*LARGE)
    enter(page, floor, "sam", "/pit")
    last = page.locator(".tile").last
    expect(page.locator(".tile")).not_to_have_count(0)
    last.scroll_into_view_if_needed()
    last.click()
    assert page.evaluate("scrollY") > 100, "the floor is longer than the screen"
    name = last.locator("b").first.inner_text()
    station = page.get_by_role("region", name=name, exact=True)
    expect(station.get_by_role("heading", name=name)).to_be_in_viewport()
