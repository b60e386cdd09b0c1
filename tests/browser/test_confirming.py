"""A dealer's report stops the round: what everybody sees of it, and how the House ends it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import SECRET, approve, drawn, due, enter, enter_key, keys, open_round

PLAY = ("Open bets", "Close bets", "Deal a card", "Pay", "Place a bet", "New shoe")
"""What is refused while a report waits."""

PHONE = {"width": 390, "height": 844}


def _report(page: Page, kind: str, text: str = "") -> Locator:
    """Report something at the dealer's console; gives the report that waits."""
    page.locator("h1").click()
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("In words").fill(text)
    dialog.get_by_role("button", name=kind).click()
    case = page.get_by_role("region", name="A report that waits")
    expect(case).to_contain_text("Play stands still: the pit supervisor decides.")
    return case


def _looked_at(page: Page, shots: Path, name: str) -> None:
    """Keep pictures of a page on a desk and on a phone; nothing sticks out, axe finds nothing."""
    page.screenshot(path=shots / f"{name}.png", full_page=True)
    before = page.viewport_size
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    drawn(page)
    page.screenshot(path=shots / f"{name}-phone.png", full_page=True)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"], name
    assert not barriers(page, name)
    assert before is not None
    page.set_viewport_size(before)


def _no_play(page: Page) -> None:
    """See that nothing is offered that would be refused."""
    for act in PLAY:
        expect(page.get_by_role("button", name=act, exact=True)).to_have_count(0)
    expect(page.locator(".due")).to_have_count(0)


@pytest.mark.rule("tiger", "5.5", "5.5.1", "5.15")
def test_a_foreign_card_waits_is_dismissed_and_the_second_time_voids(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """The dealer cannot end it, the pit can: once there was nothing, once the round is void."""
    page, pit, ann = new_page(1280, 800), new_page(1280, 800), new_page(1280, 800)
    enter(page, floor, "dee", "/dealer/foreign")
    enter(pit, floor, "max", "/pit")
    enter(ann, floor, "ann", "/tables/foreign")
    open_round(page, ("ann", "banker", "500"))
    enter_key(page)
    due(page, "Player, first card")
    keys(page, "2s")
    due(page, "Banker, first card")
    case = _report(page, "does not belong", "its back is red")
    expect(case).to_contain_text("§ 5.5.1")
    expect(case).to_contain_text("you will be asked for a name and a PIN")
    _no_play(page)
    # A card that is typed goes nowhere.
    keys(page, "6d")
    expect(page.locator("[data-case-facts] .face")).to_have_count(1)
    _looked_at(page, shots, "dealer-waits")
    felt = ann.locator(".felt")
    told = ann.locator(".notice")
    expect(felt).to_contain_text("Play waits for a supervisor")
    expect(told).to_contain_text(
        "A card that does not belong there was found. A supervisor decides"
    )
    _looked_at(ann, shots, "patron-waits")
    # The dealer alone gets no further than the question for a supervisor's word.
    case.get_by_role("button", name="Confirm: void the round").click()
    expect(page.get_by_role("dialog")).to_contain_text("pit supervisor or above")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(case).to_be_visible()

    expect(pit.get_by_role("status").first).to_contain_text("foreign: A card that does not belong")
    tile = pit.get_by_role("button", name=re.compile("foreign.*play stands still", re.S))
    tile.click()
    decided = pit.get_by_role("region", name="A report that waits")
    expect(decided).to_contain_text("its back is red")
    expect(decided).to_contain_text("Reported by dee")
    expect(decided).not_to_contain_text("PIN")
    _looked_at(pit, shots, "pit-waits")
    decided.get_by_label("Reason").fill("a smudge")
    decided.get_by_role("button", name="Dismiss: play goes on").click()
    expect(tile).to_have_count(0)
    expect(told).to_contain_text("The report is dismissed")
    expect(told).to_contain_text("a smudge): play goes on")
    expect(felt).to_contain_text("No more bets")
    expect(page.get_by_text("a smudge): play goes on")).to_be_visible()
    due(page, "Banker, first card")
    keys(page, "6d")
    expect(page.locator("section.banker .total")).to_have_text("6")
    expect(told).to_have_count(0)

    _report(page, "does not belong")
    tile.click()
    decided.get_by_label("Reason").fill("a tarot card")
    decided.get_by_role("button", name="Confirm: void the round").click()
    void = "The round is void: A card that does not belong there was found (a tarot card)"
    expect(felt).to_contain_text("The round is void")
    expect(told).to_contain_text(void)
    expect(told).to_contain_text("500 came back to you. The shoe is out of play")
    ann.screenshot(path=shots / "patron-void.png")
    expect(page.locator(".void")).to_contain_text("(a tarot card) § 5.5.1")
    expect(page.locator(".top")).to_contain_text("shoe 1 is out of play")
    station = pit.get_by_role("region", name="foreign", exact=True)
    expect(station).to_contain_text("shoe 1 is out of play")
    _looked_at(page, shots, "dealer-shoe-out")
    due(page, "New shoe")
    page.locator("h1").click()
    enter_key(page)
    due(page, "New shoe: this cannot be taken back")
    page.keyboard.press("y")
    due(page, "Open bets")
    expect(page.locator(".top")).to_contain_text("shoe 2,")

    # Between rounds it is about the shoe alone, and confirmed by another one.
    case = _report(page, "were not shuffled")
    expect(felt).to_contain_text("The next round waits for a supervisor")
    expect(told).to_contain_text("The cards were not shuffled")
    expect(case).to_contain_text("rounds already paid stand")
    _no_play(page)
    case.get_by_role("button", name="Confirm: replace the shoe").click()
    approve(page, "max")
    expect(page.locator(".top")).to_contain_text("shoe 3,")
    due(page, "Open bets")


@pytest.mark.rule("tiger", "5.4.2")
def test_a_resumption_that_voids_takes_a_supervisors_word(new_page: NewPage, floor: str) -> None:
    """No outcome: the console says that it voids, and asks for a PIN; the patron reads why."""
    page, ann = new_page(), new_page(390, 844, language="zh-CN")
    enter(page, floor, "dee", "/dealer/pause")
    enter(ann, floor, "ann", "/tables/pause")
    open_round(page, ("ann", "banker", "500"))
    page.get_by_role("button", name="Interrupt").click()
    page.keyboard.press("y")
    due(page, "Void the round: no outcome")
    due(page, "“The round is void. All bets go back.”")
    due(page, "Takes a pit supervisor")
    expect(page.get_by_role("button", name="Resume")).to_have_count(0)
    page.locator("h1").click()
    enter_key(page)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Void the round: no outcome: a supervisor’s word")
    dialog.get_by_role("button", name="Cancel").click()
    expect(ann.locator(".felt")).to_contain_text("牌局中断")
    page.locator("h1").click()
    enter_key(page)
    approve(page, "max")
    expect(page.locator(".void")).to_contain_text("§ 5.4.2")
    expect(ann.locator(".notice")).to_contain_text("本局作废：技术中断")
    expect(ann.locator(".notice")).to_contain_text("已退还您 500")


@pytest.mark.rule("tiger", "5.4.1")
def test_a_resumption_that_goes_on_is_the_dealers(new_page: NewPage, floor: str) -> None:
    dee, page = Dealer(floor, "goes-on", SECRET), new_page()
    enter(page, floor, "dee", "/dealer/goes-on")
    due(page, "Open bets")
    dee.do("open_bets")
    dee.do("close_bets")
    for card in ("9s", "2d", "Kc", "3h"):
        dee.do("deal", card=card)
    due(page, "Player 9, Banker 5: Player wins")
    dee.do("interrupt")
    due(page, "“We go on.”")
    page.locator("h1").click()
    enter_key(page)
    due(page, "Player 9, Banker 5: Player wins")
    dee.leave()


@pytest.mark.rule("tiger", "5.7", "5.12.1")
def test_a_card_beyond_repair_is_declared_so_by_the_pit(new_page: NewPage, floor: str) -> None:
    """After a card too many, before anybody has chosen: options are offered anew."""
    dee, page = Dealer(floor, "beyond", SECRET), new_page()
    dee.do("open_bets")
    dee.do("place_bet", player="ann", box=1, bet="banker", amount="100")
    dee.do("close_bets")
    dee.do("deal", card="2s")
    enter(page, floor, "max", "/pit")
    page.locator(".tile", has_text="beyond").click()
    station = page.get_by_role("region", name="beyond", exact=True)
    beyond = station.get_by_role("button", name="Cannot be put right")
    expect(station).to_contain_text("dealing")
    expect(beyond).to_have_count(0)
    dee.do("report", kind="excess_card", cards=["6d"])
    expect(station).to_contain_text("If the card is beyond repair")
    station.get_by_label("Reason").fill("it fell on the floor")
    beyond.click()
    expect(beyond).to_have_count(0)
    expect(station.get_by_role("button", name="Bets back")).to_have_count(1)
    assert dee.see()["options"] == {"ann": None}
    dee.leave()


@pytest.mark.rule("tiger", "5.5.3", "5.15")
def test_what_is_owed_is_shown_to_the_pit_and_to_whoever_owes_it(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """Ann cashed out what she had won before the round was undone."""
    dee, page, ann = Dealer(floor, "debt", SECRET), new_page(), new_page(390, 844)
    dee.do("open_bets")
    dee.do("place_bet", player="ann", box=1, bet="player", amount="400")
    dee.do("close_bets")
    for card in ("9s", "2d", "Kc", "3h"):
        dee.do("deal", card=card)
    dee.do("settle")
    dee.do("cash_out", player="ann", amount="10400")
    dee.do("report", kind="wrong_number_of_cards")
    enter(ann, floor, "ann", "/tables/debt")
    expect(ann.locator(".notice")).to_contain_text("A hand has the wrong number of cards")
    expect(ann.locator("[data-net]")).to_have_text("+400")
    expect(ann.locator("[data-owed]")).to_have_count(0)
    enter(page, floor, "max", "/pit")
    page.locator(".tile", has_text="debt").click()
    station = page.get_by_role("region", name="debt", exact=True)
    station.get_by_role("button", name="Cannot be put right: the round is void").click()
    expect(station).to_contain_text("Owed: ann 400")
    expect(page.locator(".tile", has_text="debt")).to_contain_text("owed by ann: 400")
    page.screenshot(path=shots / "pit-owed.png", full_page=True)
    expect(ann.locator("[data-owed]")).to_have_attribute("data-owed", "400.00")
    expect(ann.locator("[data-owed]")).to_have_text("400")
    expect(ann.locator(".notice")).to_contain_text("Round 1, already paid, was undone")
    # The result stays where it was, and says that it does not count any more.
    expect(ann.locator(".outcome")).to_contain_text("This round was undone after it was paid")
    expect(ann.locator("[data-net]")).to_have_attribute("data-net", "0")
    ann.screenshot(path=shots / "patron-owed.png", full_page=True)
    ann.get_by_role("button", name="Buy or cash chips").click()
    expect(ann.get_by_role("dialog")).to_contain_text("You owe 400 at this table")
    books = new_page()
    enter(books, floor, "sam", "/pit/reports")
    expect(books.locator(".owed")).to_contain_text("debt · ann 400")
    dee.leave()
