"""The cage at work: a lost answer, another cashier, accounts, paper, and cash at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import PIN, SECRET, approve, enter, staffed


@pytest.fixture(scope="module")
def house(equipped: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house of its own: other tests open and close the cage of theirs."""
    settings = {"AGE_LIMIT": "21", "TIME_ZONE": "Asia/Manila"}
    with staffed(tmp_path_factory.mktemp("cage"), ("quick",), **settings) as where:
        yield where


def at_the_cage(page: Page, house: str, name: str = "cas") -> None:
    """Sign in at the cage, and open it if it is closed."""
    enter(page, house, name, "/cage")
    expect(page.get_by_role("status").first).to_contain_text("Cash")
    cash = page.get_by_role("region", name="Cash and chips of the cage")
    opening = cash.get_by_role("button", name="Open the cage")
    if opening.count():
        cash.get_by_label("Amount").fill("5000")
        opening.click()
        away(page)


def find(page: Page, name: str) -> None:
    page.get_by_label("Name, or part of it").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Patron").locator("p.who")).to_contain_text(name)


def pay_in(page: Page, amount: str) -> None:
    patron = page.get_by_role("region", name="Patron")
    patron.get_by_label("Amount").fill(amount)
    patron.get_by_role("button", name="Deposit").click()


def away(page: Page) -> None:
    """Close the slip on show."""
    slip = page.get_by_role("dialog")
    slip.get_by_role("button", name="Close", exact=True).click()
    expect(slip).to_have_count(0)


def test_an_order_whose_answer_was_lost_is_done_once(new_page: NewPage, house: str) -> None:
    page = new_page()
    at_the_cage(page, house)
    find(page, "ann")
    wallet = page.locator("p.who")
    before = wallet.inner_text()

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/api/cage/slips*", lose)
    pay_in(page, "70")
    expect(page.get_by_role("alert").first).to_contain_text("nobody knows yet")
    page.unroute("**/api/cage/slips*")
    # It was stored: within seconds the list has it, and pressing again does nothing twice.
    expect(page.get_by_role("row").nth(1)).to_contain_text("70")
    number = page.get_by_role("row").nth(1).get_by_role("button").inner_text()
    page.get_by_role("region", name="Patron").get_by_role("button", name="Deposit").click()
    expect(page.get_by_role("dialog")).to_contain_text(f"Slip {number}")
    away(page)
    assert wallet.inner_text() != before
    pay_in(page, "70")
    expect(page.get_by_role("dialog")).to_contain_text(f"Slip {int(number) + 1}")
    # By the house's clocks, wherever the browser is.
    now = datetime.now(ZoneInfo("Asia/Manila"))
    clocks = {f"{now - timedelta(minutes=ago):%H:%M}" for ago in (0, 1)}
    dialog = page.get_by_role("dialog").inner_text()
    assert any(clock in dialog for clock in clocks), dialog
    away(page)
    told = page.get_by_role("row").nth(1).inner_text()
    assert any(clock in told for clock in clocks), told


def test_what_another_cashier_does_appears(new_page: NewPage, house: str) -> None:
    page, other = new_page(), new_page()
    at_the_cage(page, house)
    at_the_cage(other, house, "sam")
    find(page, "ann")
    find(other, "ann")
    pay_in(other, "31.50")
    expect(other.get_by_role("dialog")).to_contain_text("31.5")
    expect(page.get_by_role("row").nth(1)).to_contain_text("31.5")
    away(other)
    expect(page.locator("p.who")).to_have_text(other.locator("p.who").inner_text())
    # A payout is of the sum on show; if that has changed since, it is refused and shown anew.
    shown = page.locator("p.who").inner_text()
    page.get_by_text("payout on closing").click()
    page.route("**/api/cage", lambda route: route.abort())
    pay_in(other, "1")
    expect(other.get_by_role("dialog")).to_be_visible()
    page.get_by_role("region", name="Patron").get_by_role("button", name="Pay out").click()
    expect(page.get_by_role("alert").first).to_contain_text("look again")
    expect(page.locator("p.who")).not_to_have_text(shown)
    page.unroute("**/api/cage")


def test_the_cage_opens_an_account_limits_and_closes_it(
    new_page: NewPage, house: str, shots: Path
) -> None:
    page, patron = new_page(), new_page(390, 844)
    at_the_cage(page, house)
    page.get_by_text("Open an account for a patron").click()
    page.get_by_label("Name", exact=True).fill("may")
    page.get_by_label("Your own name (for the house only)").fill("May of the Mill")
    page.get_by_label("Seen: 21 or older").check()
    page.get_by_role("button", name="Open the account").click()
    link = page.get_by_label("This link works once").input_value()
    patron.goto(link)
    patron.get_by_label("New password").fill(SECRET)
    patron.get_by_label("Once more").fill(SECRET)
    patron.get_by_role("button", name="Set the password").click()
    expect(patron.get_by_text("The password is set")).to_be_visible()
    expect(page.locator("p.who")).to_contain_text("may")
    page.get_by_text("Account: password, limits, statement").click()
    expect(page.get_by_text("May of the Mill")).to_be_visible()
    page.get_by_label("Deposits a day").fill("50")
    page.get_by_role("button", name="Set the limits").click()
    expect(page.get_by_text("Set.", exact=True)).to_be_visible()
    page.screenshot(path=shots / "cage-account.png", full_page=True)
    assert not barriers(page, "cage-account")
    pay_in(page, "50.01")
    expect(page.get_by_role("alert").first).to_contain_text("50.01")
    page.get_by_role("button", name="Close the account").click()
    page.get_by_role("dialog").get_by_role("button", name="Close the account").click()
    expect(page.get_by_text("The account is closed.")).to_be_visible()


def test_a_slip_is_one_sheet_of_paper(new_page: NewPage, house: str) -> None:
    page = new_page()
    at_the_cage(page, house)
    cash = page.get_by_role("region", name="Cash and chips of the cage")
    for number in range(30):
        body = {"id": f"many-{number}", "kind": "fill", "amount": "1"}
        headers = {"origin": house}
        assert page.request.post(f"{house}/api/cage/slips", data=body, headers=headers).ok
    cash.get_by_label("What").select_option("count")
    cash.get_by_label("Counted in all").fill("4990")
    cash.get_by_label("Note").fill("a torn note")
    cash.get_by_role("button", name="Note the count").click()
    expect(page.get_by_role("dialog")).to_contain_text("a torn note")
    paper = page.pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="The cage", exact=True)).to_be_hidden()
    expect(page.get_by_text("a torn note").first).to_be_visible()


def test_a_dealer_is_asked_for_a_pin_from_an_amount_of_cash_on(
    new_page: NewPage, house: str
) -> None:
    page = new_page(1366, 900)
    enter(page, house, "dee", "/dealer/quick")
    details = page.locator("details", has_text="For a patron")
    details.locator("summary").click()
    form = details.locator("form")
    form.get_by_role("combobox").first.select_option("buy_in")
    form.get_by_label("Patron").fill("cap")
    form.get_by_label("no account").check()
    form.get_by_label("Amount").fill("10000")
    form.get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("*cap")
    expect(dialog).to_contain_text("10,000")
    approve(page, "max", PIN)
    expect(dialog).to_have_count(0)
    dealer = Dealer(house, "quick", SECRET)
    assert dealer.see()["balances"]["*cap"] == "10000.00"
    # A name beside "no account" is read as a word, not sign under sign.
    dealer.do("buy_in", player="*red hat", amount="497.50", cash=True)
    dealer.do("sit", player="*red hat", box=7)
    page.set_viewport_size({"width": 1280, "height": 800})
    name = page.get_by_role("heading", name="*red hat").locator(".name")
    expect(name).to_be_visible()
    drawn = name.bounding_box()
    assert drawn is not None
    assert drawn["height"] < 60, drawn
    dealer.leave()


def test_the_journal_names_what_the_cage_was_refused(new_page: NewPage, house: str) -> None:
    page, journal = new_page(), new_page()
    at_the_cage(page, house)
    body = {"id": "alone", "kind": "fill", "amount": "20000"}
    asked = page.request.post(f"{house}/api/cage/slips", data=body, headers={"origin": house})
    assert asked.status == 403
    enter(journal, house, "sam", "/pit/journal")
    refused = journal.get_by_role("listitem").filter(has_text="a second person approves")
    expect(refused.first).to_contain_text("Take cash from the safe")
    # What is done at the cage is there too, as it happens, back to the first slip.
    slips = journal.get_by_role("region", name="The cage")
    expect(slips.get_by_role("listitem").last).to_contain_text("Slip 1 cage opened 5,000 cas")
    body = {"id": "as it happens", "kind": "tips", "name": "dee", "amount": "3.50"}
    asked = page.request.post(f"{house}/api/cage/slips", data=body, headers={"origin": house})
    assert asked.ok
    expect(slips.get_by_role("listitem").first).to_contain_text("dealers' tips dee 3.50 cas")
    enter(journal, house, "max", "/pit/journal")
    expect(journal.get_by_role("heading", name="At the tables")).to_be_visible()
    expect(slips).to_have_count(0)


def test_who_was_signed_out_meanwhile_is_asked_to_sign_in(new_page: NewPage, house: str) -> None:
    page = new_page()
    at_the_cage(page, house)
    headers = {"origin": house}
    assert page.request.post(f"{house}/api/sign-out", headers=headers).ok
    # Without a socket the page learns it from what it asks for.
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    page.get_by_label("Name").fill("cas")
    page.get_by_label("Password").fill(SECRET)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The cage", exact=True)).to_be_visible()


def test_on_a_phone_amounts_are_whole_and_pauses_end_by_the_houses_time(
    new_page: NewPage, house: str
) -> None:
    page = new_page(390, 844)
    at_the_cage(page, house)
    find(page, "ann")
    pay_in(page, "1234.50")
    away(page)
    # Whatever was counted before: nothing lies beyond the edge, no variance either.
    slips = page.get_by_role("region", name="Slips today")
    expect(slips.get_by_role("columnheader", name="Amount")).to_be_visible()
    assert slips.locator(".scroll").evaluate("box => box.scrollWidth <= box.clientWidth")
    page.get_by_text("Account: password, limits, statement").click()
    chosen = page.get_by_label("Take a pause")
    chosen.select_option("break 1")
    label = chosen.locator("xpath=ancestor::label")
    fits = "box => box.querySelector('select').clientWidth <= box.clientWidth"
    assert label.evaluate(fits)
    with page.expect_response("**/api/people/ann/limits") as answered:
        page.get_by_role("button", name="Set the pause").click()
    until = datetime.fromisoformat(answered.value.json()["break_until"])
    there = until.astimezone(ZoneInfo("Asia/Manila")).strftime("%H:%M")
    expect(page.get_by_text("Takes no part in play until")).to_contain_text(there)
    page.get_by_label("Take a pause").select_option("lift -1")
    page.get_by_role("button", name="Set the pause").click()
    expect(page.get_by_text("Takes no part in play until")).to_have_count(0)
