"""Few steps to a bet and to the next ones; what goes on by itself says so, and stops by itself."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import MINE, Patron


def test_three_clicks_lead_from_the_lobby_to_a_bet(new_page: NewPage) -> None:
    """Who has chips already is asked nothing, also after leaving; keys need no focus."""
    page = new_page()
    page.goto("/")
    tile = page.locator("[data-table=tiger]")
    tile.get_by_role("link", name="Sit down: Da Hu Ying Xiong (Commission Baccarat)").click()
    page.get_by_role("button", name="Sit down with 500").click()
    mine = page.locator("button.mine[data-box]")
    expect(mine).to_have_count(1)
    place = page.locator("button[data-kind=player]")
    expect(place).to_be_enabled(timeout=40_000)
    place.click()
    expect(mine).to_have_attribute("title", re.compile("Player 10"))
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", "490.00")
    # The address does not ask again, whenever the page is loaded anew.
    assert page.url.endswith("/tables/tiger")
    page.reload()
    page.wait_for_selector("[data-ready=true]")
    expect(mine).to_have_attribute("title", re.compile("Player"))
    first = mine.get_attribute("data-box")
    page.locator("button[data-box='6']").click()
    expect(page.locator("button[data-box='6']")).to_have_class(MINE)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Leave box 6").click()
    expect(mine).to_have_count(1)
    assert mine.get_attribute("data-box") == first
    # Nothing has the focus: a letter bets all the same, and not while a window asks for something.
    page.evaluate("() => document.activeElement.blur()")
    expect(place).to_be_disabled(timeout=40_000)
    expect(place).to_be_enabled(timeout=40_000)
    page.keyboard.press("t")
    expect(mine).to_have_attribute("title", re.compile("Tie 10"))
    page.get_by_role("button", name="Buy or cash chips").click()
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    expect(page.locator("button[data-kind] .pending")).to_have_count(0)
    expect(mine).to_have_attribute("title", re.compile("Tie 10"))
    # Others sit down at this table too.
    page.get_by_role("button", name=f"Leave box {first}").click()
    expect(mine).to_have_count(0)


def _round(dee: Dealer) -> None:
    dee.do("close_bets")
    while dee.see()["phase"] == "dealing":
        dee.do("deal")
    dee.do("settle")


def test_the_same_bets_lie_by_themselves_until_something_is_refused(
    new_page: NewPage, address: str
) -> None:
    """For as many rounds as asked; a refusal, leaving and a tap end it, and it always shows."""
    ann, dee = Patron(new_page(), "again"), Dealer(address, "again")
    page = ann.page
    ann.sit(1)
    name = ann.name
    dee.sell(name, "1000")
    auto, box = page.locator("[data-act=auto]"), page.locator("button[data-box='1']")

    def begin(rounds: int, left: int) -> None:
        page.get_by_role("button", name="Auto: bet the same by itself").click()
        page.get_by_role("button", name=f"Bet the same in the next {rounds} rounds").click()
        expect(auto).to_have_text(str(left))

    dee.do("open_bets")
    expect(page.locator("button[data-kind=player]")).to_be_enabled()
    ann.bet("player")
    ann.bet("tie")
    expect(box).to_have_attribute("title", re.compile("Player 10, Tie 10"))
    # It begins with the next round where bets lie already; void, it is bet again all the same.
    begin(5, 5)
    dee.do("close_bets")
    dee.do("deal")
    dee.do("report", kind="dealt_face_up")
    page.get_by_role("button", name="Take the bets back").click()
    expect(page.get_by_text("The round is void").first).to_be_visible()
    dee.do("open_bets")
    expect(box).to_have_attribute("title", re.compile("Player 10, Tie 10"))
    expect(auto).to_have_accessible_name(re.compile("4 rounds are left"))
    assert {(bet["bet"], bet["amount"]) for bet in dee.see()["bets"]} == {
        ("player", "10.00"),
        ("tie", "10.00"),
    }
    _round(dee)
    # A tap ends it; what lay is there for one more tap, a reload later too.
    auto.click()
    expect(auto).to_have_accessible_name("Auto: bet the same by itself")
    page.reload()
    page.wait_for_selector("[data-ready=true]")
    dee.do("open_bets")
    page.get_by_role("button", name="Rebet", exact=True).click()
    expect(box).to_have_attribute("title", re.compile("Player 10, Tie 10"))
    begin(10, 10)
    _round(dee)
    # There is nothing left to bet with: it says so, and tries no more.
    dee.do("cash_out", player=name)
    dee.do("open_bets")
    expect(page.get_by_text("Betting by itself has stopped: a bet was refused")).to_be_visible()
    expect(page.locator(".refusal")).to_contain_text("You have 0 to bet: 10 is more than that")
    expect(auto).to_have_accessible_name("Auto: bet the same by itself")
    assert dee.see()["bets"] == []
    dee.sell(name, "100")
    begin(25, 24)
    expect(box).to_have_attribute("title", re.compile("Player 10, Tie 10"))
    _round(dee)
    page.get_by_role("button", name="Leave box 1").click()
    expect(page.get_by_text("Betting by itself has stopped: you have left")).to_be_visible()
    dee.do("open_bets")
    dee.do("close_bets")
    assert dee.see()["bets"] == []
    dee.leave()
