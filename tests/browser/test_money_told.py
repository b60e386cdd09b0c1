"""What others do to a patron's chips is told on that patron's page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import SECRET, enter


def test_what_the_dealer_and_the_house_do_is_told(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """The dealer hands the excess back, the house rules, a round is void: each with its amount."""
    dee, sam = Dealer(floor, "told", SECRET), Dealer(floor, "told", SECRET, "sam")
    page, chinese = new_page(), new_page(390, 844, language="zh-CN")
    enter(page, floor, "ann", "/tables/told")
    enter(chinese, floor, "ann", "/tables/told")
    dee.do("open_bets")
    dee.do("place_bet", player="ann", box=1, bet="banker", amount="6000")
    dee.do("reject_excess")
    told = page.locator("[data-told=now]")
    expect(told).to_contain_text("The dealer handed 1,000 of your Banker back")
    expect(told).to_contain_text("5,000 stays")
    expect(chinese.locator("[data-told=now]")).to_contain_text("超过限额")
    dee.do("close_bets")
    sam.do("rule", text="ann was kept waiting", adjustments=[{"player": "ann", "amount": "25"}])
    expect(told).to_contain_text("“ann was kept waiting”. For you: +25")
    dee.do("report", kind="exposed_card", cards=["6d"])
    expect(page.locator("[data-ready-cards]")).to_contain_text("6♦")
    expect(page.get_by_text("6♦ lies ready and is dealt next.")).to_be_visible()
    page.screenshot(path=shots / "patron-told.png", full_page=True)
    assert not barriers(page, "told")
    sam.do("void_round", reason="the shoe fell")
    page.locator("[data-told=list] summary").click()
    expect(page.locator("[data-told=list]")).to_contain_text(
        "Round 1 is void (the shoe fell): 5,000 came back to you."
    )
    dee.leave()
    sam.leave()
