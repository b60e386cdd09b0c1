"""What only the pit does: bets given back, shoes replaced, another wager, tables opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import PAST, PIN, SECRET, enter, staffed


def _station(page: Page, floor: str, name: str, table: str) -> Locator:
    enter(page, floor, name, "/pit")
    page.locator(".tile", has_text=table).click()
    return page.get_by_role("region", name=table, exact=True)


@pytest.mark.rule("insurance", "5.13")
def test_an_uninsured_bet_is_given_back(new_page: NewPage, floor: str) -> None:
    """Player 6 against 5 was to be insured at 3:1, and Banker won: the bet goes back whole."""
    dee = Dealer(floor, "lapse", SECRET)
    dee.do("open_bets")
    dee.do("place_bet", player="ann", box=1, bet="player", amount="100")
    dee.do("close_bets")
    for card in ("Ks", "Qh", "6c", "5d", "2h"):
        dee.do("deal", card=card)
    dee.do("settle")
    assert dee.see()["balances"]["ann"] == "9900.00"
    page = new_page(1366, 900)
    station = _station(page, floor, "sam", "lapse")
    station.get_by_text("Return an uninsured bet").first.click()
    station.get_by_role("combobox", name="Patron").last.fill("ann")
    station.get_by_label("Hand").select_option("player")
    amount = station.get_by_label("Insurance they meant")
    give = station.get_by_role("button", name="Return an uninsured bet")
    # More than the cap allows is refused, with its paragraph, and nothing has changed.
    amount.fill("90")
    give.click()
    expect(station.get_by_role("alert")).to_contain_text("§")
    assert dee.see()["balances"]["ann"] == "9900.00"
    amount.fill("33")
    give.click()
    expect(amount).to_have_value("")
    assert dee.see()["balances"]["ann"] == "10000.00"
    dee.leave()


@pytest.mark.rule("tiger", "5.10.2")
def test_the_shoe_is_replaced_between_rounds_and_in_one(new_page: NewPage, floor: str) -> None:
    """In a round only where cards were drawn together; the supervisor may then have new cards."""
    dee, page = Dealer(floor, "swap", SECRET), new_page(1366, 900)
    station = _station(page, floor, "max", "swap")
    replace = station.get_by_role("button", name="Replace the shoe")
    expect(station).to_contain_text("shoe 1,")
    replace.click()
    expect(station).to_contain_text("shoe 2,")
    dee.do("open_bets")
    dee.do("place_bet", player="ann", box=1, bet="banker", amount="100")
    dee.do("close_bets")
    dee.do("deal", card="2s")
    expect(replace).to_be_disabled()
    dee.do("report", kind="simultaneous_cards", cards=["6d", "9h"])
    case = station.get_by_role("region", name="A report that waits")
    case.get_by_role("button", name="Replace the shoe").click()
    expect(station).to_contain_text("shoe 3,")
    dee.leave()


def test_a_screen_that_watches_stays_live_and_asks_for_the_pin_once(
    equipped: None, new_page: NewPage, tmp_path: Path
) -> None:
    """Past the limit a case still shows by itself; the first act asks once, and is then done."""
    with staffed(tmp_path, ("swap", "order"), STAFF_IDLE="10") as house:
        page = new_page(1366, 900)
        station = _station(page, house, "sam", "swap")
        expect(station).to_contain_text("shoe 1,")
        page.wait_for_timeout(11_000)
        dee = Dealer(house, "swap", SECRET)
        for act in ("open_bets", "close_bets"):
            dee.do(act)
        dee.do("deal", card="2s")
        dee.do("report", kind="simultaneous_cards", cards=["6d", "9h"])
        case = station.get_by_role("region", name="A report that waits")
        expect(case).to_be_visible()
        expect(page.get_by_role("heading", name="For the staff")).to_have_count(0)
        case.get_by_role("button", name="Replace the shoe").click()
        asked = page.get_by_role("dialog", name="Who is acting?")
        expect(asked).to_contain_text("sam")
        assert not barriers(page, "resume")
        asked.get_by_label("PIN").fill("999999")
        page.keyboard.press("Enter")
        expect(asked.get_by_role("alert")).not_to_be_empty()
        expect(station).to_contain_text("shoe 1,")
        asked.get_by_label("PIN").fill(PIN)
        page.keyboard.press("Enter")
        expect(station).to_contain_text("shoe 2,")
        expect(asked).to_have_count(0)
        # Given up, it is refused in words; a page that loads anew watches as before.
        page.reload()
        page.wait_for_timeout(11_000)
        page.locator(".tile", has_text="order").click()
        other = page.get_by_role("region", name="order", exact=True)
        other.get_by_role("button", name="Replace the shoe").click()
        page.screenshot(path=tmp_path / "asked.png")
        asked.get_by_role("button", name="Cancel").click()
        expect(other.get_by_role("alert").first).to_contain_text("PIN")
        expect(other).to_contain_text("shoe 1,")
        dee.leave()


def test_the_bank_puts_up_another_wager_between_hands(new_page: NewPage, floor: str) -> None:
    page = new_page(1366, 900)
    station = _station(page, floor, "sam", "stake")
    station.get_by_role("button", name="Seat 1").click()
    station.get_by_label("Wager").fill("400")
    station.get_by_role("button", name="Bank", exact=True).click()
    expect(station).to_contain_text("wager 400")
    station.get_by_label("Wager").fill("99999")
    station.get_by_role("button", name="Change the wager").click()
    expect(station.get_by_role("alert")).to_be_visible()
    station.get_by_label("Wager").fill("650")
    station.get_by_role("button", name="Change the wager").click()
    expect(station).to_contain_text("wager 650")


PAID_FOR = (("Player or Banker bet", "1"), ("Tie Bet", "0.50"), ("the bank, a hand", "2"))


@pytest.mark.rule("player-dealer", "fees-posted")
def test_a_table_is_opened_with_fees_and_limits_of_its_own(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """What is wrong is said in the form; what is right stands on every sign of the table."""
    page = new_page(1366, 900)
    enter(page, floor, "sam", "/pit")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the table").fill("own-1")
    dialog.get_by_label("Game").select_option("player-dealer")
    dialog.get_by_text("Unit, cut card, fees and further limits").click()
    dialog.get_by_label("Smallest unit").fill("0.50")
    dialog.get_by_label("Cards behind the cut card").fill("20")
    for fee, amount in PAID_FOR:
        dialog.get_by_label(f"Fee ({fee})").fill(amount)
    for legend, of in (("Limits of single bets", "tie"), ("Limits of single boxes", "3")):
        group = dialog.get_by_role("group", name=legend)
        group.get_by_role("button", name="Add a limit").click()
        group.get_by_label("For").select_option(of)
        group.get_by_label("Minimum").fill("500")
        group.get_by_label("Maximum").fill("100")
    opens = dialog.get_by_role("button", name="Open the table")
    opens.click()
    expect(dialog.get_by_role("alert").first).to_contain_text("the minimum lies above the maximum")
    expect(dialog.locator("[aria-invalid=true]")).to_have_count(6)
    page.screenshot(path=shots / "pit-opening-more.png")
    assert not barriers(page, "opening")
    dialog.get_by_role("group", name="Limits of single bets").get_by_label("Minimum").fill("5")
    dialog.get_by_role("group", name="Limits of single boxes").get_by_label("Minimum").fill("50.25")
    opens.click()
    expect(dialog.get_by_role("alert").first).to_contain_text("Box 3: an amount in whole units")
    dialog.get_by_role("group", name="Limits of single boxes").get_by_label("Minimum").fill("50")
    opens.click()
    expect(page.get_by_role("region", name="own-1")).to_be_visible()
    said = page.context.request.get(f"{floor}/api/tables/own-1").json()["state"]
    assert said["unit"] == "0.5"
    assert said["fee_schedule"] == {"main": "1", "tie": "0.50", "player_dealer": "2"}
    for path in ("/tables/own-1/board", "/tables/own-1"):
        page.goto(f"{floor}{path}")
        sign = page.locator("dl.number").first
        expect(sign).to_contain_text("Tie Bet5 to 100")
        expect(sign).to_contain_text("Box 350 to 100")


def test_the_journal_is_read_back_to_its_beginning(new_page: NewPage, floor: str) -> None:
    """Fifty at a time, the latest first; a filter begins anew."""
    page = new_page(1366, 900)
    enter(page, floor, "sam", "/pit/journal")
    expect(page.locator(".two > section")).to_have_count(3)
    tables, house, _ = page.locator(".two > section").all()
    with page.expect_response(lambda answer: "kind=fill" in answer.url):
        tables.get_by_label("Kind").select_option("fill")
    expect(tables.locator("li")).to_have_count(50)
    older = tables.get_by_role("button", name="Older")
    older.click()
    expect(tables.locator("li")).to_have_count(100)
    older.click()
    expect(tables.locator("li").nth(PAST - 1)).to_be_attached()
    expect(older).to_have_count(0)
    tables.get_by_label("Kind").select_option("opening")
    expect(tables.locator("li", has_text="Fill")).to_have_count(0)
    expect(tables.locator("li", has_text="Opening").first).to_be_visible()
    expect(house.locator("li")).to_have_count(50)
    latest = house.locator("li").first.inner_text()
    for _ in range(2):
        seen = house.locator("li").count()
        house.get_by_role("button", name="Older").click()
        expect(house.locator("li")).not_to_have_count(seen)
    assert house.locator("li").first.inner_text() == latest
    assert house.locator("li").count() > PAST
    # What the house does itself is called by a name, not by a key. It did so first, and how much
    # came after depends on the tests before this one.
    by_house = house.locator("li", has_text="the command line")
    while not by_house.count():
        seen = house.locator("li").count()
        house.get_by_role("button", name="Older").click()
        expect(house.locator("li")).not_to_have_count(seen)
    expect(by_house.first).to_be_visible()
    assert "house:" not in page.locator("main").inner_text()


def test_the_journal_says_why_in_the_language_of_the_page(new_page: NewPage, floor: str) -> None:
    """A refusal's reason is data: in Chinese it is Chinese, not the English of the record."""
    dee = Dealer(floor, "why", SECRET)
    told = dee.refused("resume")
    page = new_page(1366, 900, language="zh-CN")
    page.goto(f"{floor}/pit/journal")
    page.get_by_label("名称").fill("sam")
    page.get_by_label("密码").fill(SECRET)
    page.get_by_role("button", name="登录").last.click()
    tables = page.locator(".two > section").first
    tables.locator("select").nth(1).select_option("refusal")
    with page.expect_response(lambda answer: "table=why" in answer.url):
        tables.locator("select").first.select_option("why")
    expect(tables.locator("li").first).to_contain_text("此操作须在")
    expect(tables.locator("li").first).not_to_contain_text(told)
    dee.leave()
