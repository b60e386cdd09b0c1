"""The second time, at a second screen: what was seen to last the first time only."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import SECRET, drawn, due, enter, open_round, scan


@pytest.mark.rule("insurance", "5.5")
def test_a_window_of_another_screens_report_takes_no_second_one(
    new_page: NewPage, floor: str
) -> None:
    """Two open the window; one reports. Insured in full is said so; a scanner voids nothing."""
    dee = Dealer(floor, "same", SECRET)
    one, two, ann = new_page(1366, 768), new_page(1366, 768), new_page(390, 844)
    enter(one, floor, "dee", "/dealer/same")
    enter(two, floor, "max", "/dealer/same")
    enter(ann, floor, "ann", "/tables/same")
    open_round(one, ("ann", "player", "400"))
    dee.do("close_bets")
    for card in ("Ks", "Qh", "6c", "5d"):
        dee.do("deal", card=card)
    # Who is insured for as much as may be is offered nothing of nothing.
    offer = ann.get_by_role("region", name="Insurance")
    offer.get_by_role("button", name="Insure with 133.33").click()
    expect(offer).to_contain_text("Insured with 133.33: the most there is.")
    expect(offer.get_by_role("button", name=re.compile("Insure|Half"))).to_have_count(0)
    for page in (one, two):
        due(page, "Close insurance")
        page.locator("h1").click()
        page.keyboard.press("r")
        expect(page.get_by_role("dialog")).to_be_visible()
    one.get_by_role("dialog").get_by_role("button", name="does not belong").click()
    window = two.get_by_role("dialog")
    expect(window).to_contain_text("A report waits for its decision")
    expect(window.get_by_role("button", name="Cards are missing")).to_be_disabled()
    two.keyboard.press("Escape")
    case = two.get_by_role("region", name="A report that waits")
    case.get_by_role("button", name="Dismiss").click()
    due(two, "Close insurance")
    # A scanner in the window that voids ends nothing, for a supervisor neither.
    two.get_by_role("button", name="Void the round").click()
    reason = two.get_by_role("dialog").get_by_label("Why is the round void?")
    reason.fill("9s")
    reason.focus()
    scan(two, "2h")
    reason.press("Enter")
    expect(two.get_by_role("dialog")).to_be_visible()
    assert dee.see()["phase"] == "dealing"
    dee.leave()


@pytest.mark.rule("player-dealer", "fees-posted")
def test_fees_are_named_taken_and_no_news_once_the_round_is_undone(
    new_page: NewPage, floor: str
) -> None:
    """On the small screen of a dealer too nothing lies below the fold."""
    dee, max_ = Dealer(floor, "gather", SECRET), Dealer(floor, "gather", SECRET, "max")
    page, ann = new_page(1280, 720), new_page(390, 844)
    enter(page, floor, "dee", "/dealer/gather")
    enter(ann, floor, "ann", "/tables/gather")
    dee.do("offer_player_dealer", seat=1)
    dee.do("accept_player_dealer", player="ann", seat=1, wager="300")
    dee.do("open_bets")
    for bet, amount in (("player", "200"), ("banker", "300"), ("tie", "20")):
        dee.do("place_bet", player="bob", box=3, bet=bet, amount=amount)
    dee.do("close_bets")
    expect(page.locator("[data-fees-taken]")).to_contain_text("bob 2")
    expect(ann.locator("[data-fees]")).to_contain_text("the bank, a hand 2")
    expect(ann.locator("section.bank")).to_contain_text("You bank at seat 1.")
    told = ann.locator("[data-told=now]")
    expect(told).to_contain_text("A fee of 2 was taken")
    for card in ("Ks", "Qh", "6c", "5d", "2h"):
        dee.do("deal", card=card)
    due(page, "Player 6, Banker 7")
    drawn(page)
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 720
    dee.do("settle")
    # Bob has won, and takes it away before the round is undone.
    dee.do("cash_out", player="bob")
    dee.do("report", kind="wrong_number_of_cards")
    expect(page.locator("[data-case-facts]")).to_contain_text("Banker line 300 · won 300")
    max_.do("cannot_reconstruct")
    expect(ann.locator(".notice")).to_contain_text("Round 1, already paid, was undone")
    expect(told).not_to_contain_text("A fee of")
    sheet = page.get_by_role("region", name="Round 1 is undone")
    expect(sheet).to_contain_text("owes")
    expect(sheet).not_to_contain_text("give 0")
    dee.leave()
    max_.leave()
