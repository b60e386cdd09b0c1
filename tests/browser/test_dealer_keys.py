"""The dealer's hands: how many keys a round takes, what is heard, what waits, what is tapped."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import SECRET, due, enter, enter_key, keys, open_round, scan, steady
from browser.line import line_to

HEIGHT = 768


class Keys:
    """A keyboard that counts."""

    def __init__(self, page: Page) -> None:
        self._page, self.count = page, 0

    def press(self, *pressed: str) -> None:
        """Press some keys; Enter once the console listens to it."""
        for key in pressed:
            if key == "Enter":
                steady(self._page)
            self._page.keyboard.press(key)
            self.count += 1


def _fits(page: Page) -> None:
    """Nothing lies below the fold."""
    high = page.evaluate("() => document.documentElement.scrollHeight")
    assert high <= HEIGHT, high


@pytest.mark.rule("insurance", "3.12")
def test_insurance_is_a_step_and_a_round_keeps_its_keys(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """Two keys a card and three, one more for a stage of insurance; no ready card is typed."""
    page, dee = new_page(1366, HEIGHT), Dealer(floor, "listen", SECRET)
    enter(page, floor, "dee", "/dealer/listen")
    due(page, "Open bets")
    _fits(page)
    hand = Keys(page)
    hand.press("Enter")
    due(page, "Close bets")
    dee.do("place_bet", player="ann", box=1, bet="player", amount="100")
    expect(page.locator(".bet")).to_have_count(1)
    _fits(page)
    hand.press("Enter")
    due(page, "Player, first card")
    # Whatever has the focus: a link, or a button that was pressed.
    page.get_by_role("link", name="Deal", exact=True).focus()
    hand.press(*"ks", *"qh", *"6c", *"5d")
    due(page, "Insurance? Player Insurance 3:1, Banker Insurance –")
    _fits(page)
    # What can be tapped covers a bet that lies in that box.
    taps = page.get_by_role("region", name="Bets by touch")
    expect(taps.get_by_role("button", name="Player Insurance")).to_be_visible()
    page.get_by_role("button", name="Box 3: bob").click()
    expect(taps.get_by_role("button", name="Player Insurance")).to_have_count(0)
    page.screenshot(path=shots / "dealer-insurance.png")
    # A card is not taken while it is open.
    page.keyboard.type("2h", delay=30)
    due(page, "Insurance is open: close it first")
    assert len(dee.see()["cards"]["banker"]) == 2
    # A scanner's Enter does not close it either.
    scan(page, "2h")
    due(page, "Insurance is open: close it first")
    page.locator("h1").click()
    hand.press("Enter")
    due(page, "Banker, third card")
    hand.press(*"2h")
    due(page, "Player 6, Banker 7: Banker wins")
    expect(page.get_by_role("heading", name="Before you pay round 1")).to_be_visible()
    _fits(page)
    page.screenshot(path=shots / "dealer-sheet.png")
    hand.press("Enter")
    due(page, "Open bets")
    assert hand.count == 2 * 5 + 3 + 1
    # A card that came out too early lies ready: Enter deals it.
    dee.do("report", kind="exposed_card", cards=["9s"])
    enter_key(page)
    due(page, "Close bets")
    enter_key(page)
    expect(page.locator(".due .primary")).to_contain_text("Deal a card")
    enter_key(page)
    expect(page.locator("section.player .total")).to_have_text("9")
    due(page, "Banker, first card")
    # In a form the console says that cards are not taken, and Esc leaves it.
    page.locator("summary", has_text="For a patron").click()
    page.get_by_role("combobox", name="Patron").focus()
    due(page, "You are typing in a form")
    page.keyboard.press("Escape")
    dee.leave()


def test_a_card_typed_without_a_line_waits_and_is_sent_once_if_still_due(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """The second of two cards is no longer due: somebody dealt it meanwhile."""
    dee = Dealer(floor, "wire", SECRET)
    dee.do("open_bets")
    dee.do("close_bets")
    with line_to(floor) as line:
        page = new_page(1366, HEIGHT)
        enter(page, line.address, "dee", "/dealer/wire")
        due(page, "Player, first card")
        line.cut()
        due(page, "No line: cards wait")
        keys(page, "9s")
        due(page, "to be sent once if still due")
        expect(page.locator(".note .face")).to_have_count(1)
        page.screenshot(path=shots / "dealer-line.png")
        line.mend()
        due(page, "Banker, first card")
        assert dee.see()["cards"] == {"player": ["9s"], "banker": []}
        line.cut()
        due(page, "No line: cards wait")
        keys(page, "2d")
        due(page, "to be sent once if still due")
        dee.do("deal", card="4h")
        line.mend()
        due(page, "was not dealt")
        assert dee.see()["cards"] == {"player": ["9s"], "banker": ["4h"]}
    dee.leave()


@pytest.mark.rule("tiger", "5.5.3")
def test_a_scanner_with_a_map_and_a_round_undone(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """What the scanner writes becomes cards; chips that go back are a sheet."""
    page, max_ = new_page(1366, HEIGHT), Dealer(floor, "undo", SECRET, "max")
    enter(page, floor, "dee", "/dealer/undo")
    due(page, "Open bets")
    page.get_by_role("button", name="Scanner").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Patterns").fill("x(10|[A2-9JQK])([CDHS])! = $1$2")
    dialog.get_by_label("Try it").fill("x10h!")
    expect(dialog.get_by_role("img")).to_have_attribute("aria-label", "ten hearts")
    page.screenshot(path=shots / "dealer-scanner.png")
    dialog.get_by_role("button", name="Keep").click()
    enter_key(page)
    due(page, "Close bets")
    max_.do("place_bet", player="ann", box=1, bet="player", amount="400")
    enter_key(page)
    due(page, "Player, first card")
    for number, scanned in enumerate(("x9s!", "x2d!", "xKc!", "x3h!"), 1):
        scan(page, scanned)
        expect(page.locator(".hands .face:not(.empty)")).to_have_count(number)
    due(page, "Player 9, Banker 5: Player wins")
    expect(page.locator(".before li.pay")).to_contain_text("Pay 400")
    enter_key(page)
    due(page, "Open bets")
    max_.do("report", kind="wrong_number_of_cards")
    max_.do("cannot_reconstruct")
    sheet = page.get_by_role("region", name="Round 1 is undone")
    expect(sheet).to_contain_text("take 400")
    page.screenshot(path=shots / "dealer-reversal.png")
    max_.leave()


def test_a_digital_round_takes_seven_to_nine_keys(new_page: NewPage, floor: str) -> None:
    page = new_page(1366, HEIGHT)
    enter(page, floor, "dee", "/dealer/quick")
    due(page, "Open bets")
    hand = Keys(page)
    hand.press("Enter")
    due(page, "Close bets")
    expect(page.locator(".due .primary")).to_be_enabled()
    hand.press("Enter")
    due(page, "Player, first card")
    act = page.locator(".due .primary")
    expect(act).to_be_enabled()
    for card in range(1, 7):
        hand.press("Enter")
        expect(page.locator(".hands .face:not(.empty)")).to_have_count(card)
        # While an act is on its way a second key is none.
        expect(act).to_be_enabled()
        if page.get_by_role("heading", name="Before you pay round 1").count():
            break
    hand.press("Enter")
    due(page, "Open bets")
    assert 7 <= hand.count <= 9


@pytest.mark.rule("insurance", "5.2")
def test_bets_are_tapped_and_one_below_the_minimum_is_flagged(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    page = new_page(1366, HEIGHT, touch=True)
    enter(page, floor, "dee", "/dealer/touch")
    open_round(page)
    page.get_by_role("button", name="Box 3: bob").click()
    taps = page.get_by_role("region", name="Bets by touch")
    taps.get_by_role("button", name="Player", exact=True).click()
    taps.get_by_role("button", name="25", exact=True).click()
    bet = page.locator(".bet", has_text="Player")
    expect(bet).to_contain_text("25")
    taps.get_by_role("button", name="100", exact=True).click()
    expect(bet).to_contain_text("125")
    dee = Dealer(floor, "touch", SECRET)
    dee.do("place_bet", player="ann", box=1, bet="banker", amount="10")
    expect(page.locator(".above")).to_contain_text("15 below the minimum")
    _fits(page)
    page.screenshot(path=shots / "dealer-touch.png")
    dee.leave()
