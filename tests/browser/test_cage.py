"""The cage in a browser: opened, a patron found and paid, a second person, counted, closed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.floor import PIN, enter


def _close_slip(page: Page, *texts: str) -> None:
    slip = page.get_by_role("dialog")
    for text in texts:
        expect(slip).to_contain_text(text)
    slip.get_by_role("button", name="Close", exact=True).click()
    expect(slip).to_have_count(0)


def _cash(page: Page) -> Locator:
    return page.get_by_role("region", name="Cash and chips of the cage")


def test_a_day_at_the_cage(new_page: NewPage, floor: str, shots: Path) -> None:
    page = new_page(1366, 900)
    enter(page, floor, "cas", "/cage")
    expect(page.get_by_role("status").first).to_contain_text("Closed.")
    expect(page.get_by_role("link", name="Pit")).to_have_count(0)
    cash = _cash(page)
    cash.get_by_label("Pieces").fill("100×150 50x100")
    cash.get_by_role("button", name="Open the cage").click()
    expect(page.get_by_role("dialog")).to_contain_text("20,000")
    page.keyboard.press("Escape")
    cash.get_by_label("Pieces").fill("100×40 50x100")
    cash.get_by_role("button", name="Open the cage").click()
    _close_slip(page, "Slip 1", "cage opened", "9,000", "100 × 40")
    expect(page.get_by_role("status").first).to_contain_text("Cash 9,000")

    # By keys alone: find, choose, pay in.
    page.get_by_label("Name, or part of it").focus()
    page.keyboard.type("an")
    page.keyboard.press("Enter")
    patron = page.get_by_role("region", name="Patron")
    expect(patron).to_contain_text("Wallet 0")
    patron.get_by_label("Amount").fill("500")
    page.keyboard.press("Enter")
    _close_slip(page, "Slip 2", "deposit", "ann", "cash", "500")
    expect(patron).to_contain_text("Wallet 500")

    # An adjustment has a reason, or cannot be sent.
    patron.get_by_label("Paid by").select_option("adjustment")
    patron.get_by_label("Amount").fill("25")
    send = patron.get_by_role("button", name="Deposit")
    expect(send).to_be_disabled()
    patron.get_by_label("Reason").fill("a late bus")
    send.click()
    _close_slip(page, "Slip 3", "a late bus")

    # From 10,000 on a second person; the wrong PIN first.
    patron.get_by_label("Paid by").select_option("cheque")
    patron.get_by_label("Amount").fill("10000")
    send.click()
    second = page.get_by_role("dialog")
    expect(second).to_contain_text("A second person approves")
    expect(second).to_contain_text("10,000")
    page.screenshot(path=shots / "cage-second.png")
    second.get_by_label("Name").fill("max")
    second.get_by_label("PIN").fill("999998")
    second.get_by_role("button", name="Approve").click()
    expect(second.get_by_role("alert")).to_contain_text("wrong")
    second.get_by_label("PIN").fill(PIN)
    second.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("dialog")).to_contain_text("Approved by")
    page.screenshot(path=shots / "cage-slip.png")
    page.emulate_media(media="print")
    page.screenshot(path=shots / "cage-print.png")
    page.emulate_media(media="screen")
    assert not barriers(page, "slip")
    _close_slip(page, "Slip 4", "max")

    # A count that is short, and what is refused says why.
    cash.get_by_label("What").select_option("count")
    cash.get_by_label("Counted in all").fill("9490")
    cash.get_by_role("button", name="Note the count").click()
    _close_slip(page, "Slip 5", "-10")
    patron.get_by_text("payout on closing").click()
    patron.get_by_label("Paid by").select_option("cash")
    patron.get_by_role("button", name="Pay out").click()
    expect(page.get_by_role("alert").first).to_contain_text("9,490 in cash, not 10,525")
    patron.get_by_label("Paid by").select_option("cheque")
    patron.get_by_role("button", name="Pay out").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("10,525")
    dialog.get_by_role("button", name="Cancel").click()
    patron.get_by_text("withdrawal").click()
    patron.get_by_label("Paid by").select_option("cash")
    patron.get_by_label("Amount").fill("99999")
    patron.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("alert").first).to_contain_text("ann's wallet has")
    patron.get_by_label("Amount").fill("525")
    patron.get_by_role("button", name="Withdraw").click()
    _close_slip(page, "Slip 6", "525")
    expect(page.get_by_role("alert").first).to_be_empty()
    page.screenshot(path=shots / "cage.png", full_page=True)
    assert not barriers(page, "cage")
    cash.get_by_label("What").select_option("close")
    cash.get_by_label("Counted in all").fill("8965")
    cash.get_by_role("button", name="Close the cage").click()
    _close_slip(page, "Slip 7", "cage closed")
    expect(page.get_by_role("status").first).to_contain_text("Closed.")
    expect(page.get_by_role("row")).to_have_count(8)
    page.get_by_role("button", name="Show slip 2").click()
    _close_slip(page, "deposit", "500")


def test_on_a_phone_in_chinese_and_for_those_who_only_read(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    page = new_page(390, 844, theme="light", language="zh-CN", touch=True)
    enter(page, floor, "cas", "/cage")
    expect(page.get_by_role("heading", name="账房", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The page clips what is too wide, so each panel is measured too.
    wide = "[...document.querySelectorAll('main section')].map(each => each.offsetWidth)"
    assert max(page.evaluate(wide)) <= 390
    page.screenshot(path=shots / "cage-zh-phone.png", full_page=True)
    assert not barriers(page, "cage-zh")
    dealer = new_page(1280, 800)
    enter(dealer, floor, "dee", "/cage")
    expect(dealer.get_by_role("button", name="Find")).to_have_count(0)
