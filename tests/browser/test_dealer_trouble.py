"""The dealer's console when things go otherwise: stray cards, two screens, words too late."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import (
    SECRET,
    approve,
    drawn,
    due,
    enter,
    enter_key,
    keys,
    open_round,
    scan,
    steady,
)
from browser.line import line_to

HEIGHT = 768


def _fits(page: Page, what: str) -> None:
    """Nothing lies below the fold."""
    drawn(page)
    high = page.evaluate("() => document.documentElement.scrollHeight")
    assert high <= HEIGHT, f"{what}: {high}"


@pytest.mark.rule("tiger", "5.7")
def test_a_card_scanned_where_none_is_due_presses_nothing_and_is_reported_by_name(
    new_page: NewPage, floor: str
) -> None:
    """While bets are open its Enter does not close them; over a complete coup it does not pay."""
    page, dee = new_page(1366, HEIGHT), Dealer(floor, "stray", SECRET)
    enter(page, floor, "dee", "/dealer/stray")
    open_round(page)
    scan(page, "9s")
    due(page, "is not taken: no card is due")
    assert dee.see()["phase"] == "betting"
    # Enter is a word again a moment later, and the note goes with the point that it was about.
    enter_key(page)
    due(page, "Player, first card")
    expect(page.locator(".note")).not_to_contain_text("is not taken")
    for number, card in enumerate(("9h", "2d", "Kc", "3h"), 1):
        scan(page, card)
        expect(page.locator(".hands .face:not(.empty)")).to_have_count(number)
    due(page, "Player 9, Banker 5: Player wins")
    scan(page, "4c")
    due(page, "is not taken: no card is due")
    assert dee.see()["phase"] == "complete"
    steady(page)
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog")
    named = dialog.get_by_label("Cards concerned")
    expect(named).to_have_value("4c")
    # A scanner names more of them there, and its Enter neither sends nor closes the window.
    named.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("5c")
    expect(named).to_have_value("4c 5c")
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="A card too many was drawn").click()
    expect(dialog).to_have_count(0)
    assert dee.see()["ready"] == ["4c", "5c"]
    dee.leave()


def _enter_as_soon_as(page: Page, text: str) -> None:
    """Have Enter pressed in the very moment in which something becomes due."""
    page.evaluate(
        """text => new MutationObserver((_, watcher) => {
             if (!document.querySelector(".due").textContent.includes(text)) return;
             watcher.disconnect();
             const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
             document.body.dispatchEvent(enter);
             window.pressedAtOnce = true;
           }).observe(document.body, { subtree: true, childList: true, characterData: true })""",
        text,
    )


@pytest.mark.rule("insurance", "5.3")
def test_insurance_ends_for_everybody_on_every_screen(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """One console closes it; the other, the patron and the board have no offer any more."""
    one, two = new_page(1366, HEIGHT), new_page(1366, HEIGHT, language="zh-CN")
    ann, board = new_page(), new_page(1280, 720)
    enter(one, floor, "dee", "/dealer/twice")
    enter(two, floor, "max", "/dealer/twice")
    enter(ann, floor, "ann", "/tables/twice")
    board.goto(f"{floor}/tables/twice/board")
    open_round(one, ("ann", "player", "100"))
    enter_key(one)
    due(one, "Player, first card")
    keys(one, "ks", "qh", "6c", "5d")
    due(one, "Insurance? Player Insurance 3:1")
    due(two, "保险")
    expect(ann.get_by_role("region", name="Insurance")).to_contain_text("3:1")
    expect(board.locator(".call .offer")).to_contain_text("3:1")
    enter_key(one)
    due(one, "Banker, third card")
    due(two, "庄，第三张")
    expect(ann.get_by_role("region", name="Insurance")).to_have_count(0)
    expect(board.locator(".call .offer")).to_have_count(0)
    # Loaded anew it stays closed, and a card is taken at either screen.
    one.reload()
    due(one, "Banker, third card")
    keys(two, "2h")
    due(one, "Player 6, Banker 7: Banker wins")
    # Both press Pay: it is paid once. The second press comes just as the first one's work is shown
    # there, and opens no bets: it was meant for what was due before.
    steady(one)
    steady(two)
    _enter_as_soon_as(two, "开始下注")
    one.keyboard.press("Enter")
    due(one, "Open bets")
    expect(one.get_by_role("heading", name="Round 1: Banker wins")).to_be_visible()
    due(two, "开始下注")
    assert two.evaluate("window.pressedAtOnce")
    steady(two)
    due(two, "开始下注")
    enter_key(two)
    due(one, "No more bets")


@pytest.mark.rule("tiger", "5.5")
def test_a_word_that_was_overtaken_is_not_taken(new_page: NewPage, floor: str) -> None:
    """The pit dismisses while the dealer's window asks for the PIN: nothing is void by it."""
    page, max_ = new_page(1366, HEIGHT), Dealer(floor, "overtaken", SECRET, "max")
    enter(page, floor, "dee", "/dealer/overtaken")
    open_round(page, ("ann", "banker", "500"))
    enter_key(page)
    due(page, "Player, first card")
    dialog = page.get_by_role("dialog")
    page.keyboard.press("r")
    dialog.get_by_role("button", name="does not belong").click()
    case = page.get_by_role("region", name="A report that waits")
    case.get_by_label("Reason").fill("its back is red")
    case.get_by_role("button", name="Confirm: void the round").click()
    expect(dialog).to_contain_text("ann +500")
    expect(dialog).to_contain_text("its back is red")
    max_.do("dismiss_report", reason="a smudge")
    expect(dialog).to_contain_text("This is not due any more")
    expect(dialog.get_by_role("button", name="Approve")).to_be_disabled()
    dialog.get_by_role("button", name="Cancel").click()
    due(page, "Player, first card")
    assert max_.see()["phase"] == "dealing"
    # The window that voids a round is about that round: the next one is not meant.
    page.get_by_role("button", name="Void the round").click()
    expect(dialog).to_contain_text("ann · Box 1 · Banker 500")
    dialog.get_by_label("Why is the round void?").fill("a spilt drink")
    max_.do("void_round", reason="a fire alarm")
    max_.do("open_bets")
    expect(dialog).to_contain_text("Round 1 is over")
    expect(dialog.get_by_role("button", name="Void the round")).to_be_disabled()
    page.keyboard.press("Escape")
    due(page, "Close bets")
    max_.leave()


def test_what_a_silent_line_swallowed_is_not_done_later(new_page: NewPage, floor: str) -> None:
    """The dealer closed bets, the line was dead; another round is open when it is back."""
    dee = Dealer(floor, "silent", SECRET, "max")
    dee.do("open_bets")
    with line_to(floor) as line:
        page = new_page(1366, HEIGHT)
        enter(page, line.address, "dee", "/dealer/silent")
        due(page, "Close bets")
        steady(page)
        line.swallow()
        line.hold()
        page.keyboard.press("Enter")
        expect(page.locator(".due")).to_have_attribute("aria-busy", "true")
        dee.do("void_round", reason="a test")
        dee.do("open_bets")
        line.cut()
        due(page, "No line")
        line.mend()
        expect(page.get_by_role("alert").filter(has_text="not sent again")).to_be_visible()
        due(page, "Close bets")
        assert (dee.see()["phase"], dee.see()["round"]) == ("betting", 2)
    dee.leave()


@pytest.mark.rule("insurance", "3.9")
def test_a_squeezed_card_of_a_real_shoe_is_dealt_face_down_with_enter(
    new_page: NewPage, floor: str
) -> None:
    page, dee = new_page(1366, HEIGHT), Dealer(floor, "down", SECRET)
    enter(page, floor, "dee", "/dealer/down")
    dee.do("open_bets")
    dee.do("place_bet", player="ann", box=1, bet="player", amount="500")
    dee.do("request_squeeze", player="ann", hand="player")
    due(page, "Close bets")
    enter_key(page)
    page.get_by_role("button", name="Grant").click()
    expect(page.get_by_text("ann turns the Player hand")).to_be_visible()
    due(page, "Deal face down")
    enter_key(page)
    due(page, "Banker, first card")
    # Not where nobody turns the hand: Enter waits for a card there.
    expect(page.get_by_role("button", name="Deal face down")).to_have_count(0)
    enter_key(page)
    keys(page, "6d")
    due(page, "Deal face down")
    enter_key(page)
    keys(page, "kh")
    due(page, "Turn the card")
    keys(page, "2s", "3c")
    expect(page.locator("section.player .total")).to_have_text("5")
    dee.leave()


@pytest.mark.rule("tiger", "5.5", "5.11")
def test_the_reports_window_says_what_follows_now(new_page: NewPage, floor: str) -> None:
    """Between rounds nothing is void, and what is only noted is answered."""
    page = new_page(1366, HEIGHT)
    enter(page, floor, "dee", "/dealer/said-between")
    due(page, "Open bets")
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog")
    foreign = dialog.get_by_role("button", name="does not belong")
    expect(foreign).to_contain_text("No round is void; the shoe is replaced")
    wrong = dialog.get_by_role("button", name="went to the wrong hand")
    expect(wrong).to_contain_text("Noted; nothing changes")
    wrong.click()
    expect(dialog.locator("[data-report-answer]")).to_contain_text("Nothing changes by it")


KINDS = {
    "foreign_card": (),
    "wrong_number_of_cards": (),
    "insufficient_cards": (),
    "wrong_hand": (),
    "simultaneous_cards": ("Td", "4c"),
    "exposed_card": ("Td",),
    "other": (),
}


@pytest.mark.parametrize("language", ["en-GB", "zh-CN"])
def test_a_decision_and_its_facts_are_on_one_screen(
    new_page: NewPage, floor: str, shots: Path, language: str
) -> None:
    """Every kind of report within a round: nothing below the fold, no key on the screen."""
    page = new_page(1366, HEIGHT, language=language)
    dee, sam = Dealer(floor, "cases", SECRET), Dealer(floor, "cases", SECRET, "sam")
    enter(page, floor, "dee", "/dealer/cases")
    for kind, cards in KINDS.items():
        dee.do("new_shoe")
        dee.do("open_bets")
        for player, box, bet in (("ann", 1, "banker"), ("bob", 3, "player"), ("ann", 1, "tie")):
            dee.do("place_bet", player=player, box=box, bet=bet, amount="500")
        dee.do("close_bets")
        dee.do("deal", card="9s")
        dee.do("deal", card="2d")
        expect(page.locator(".hands .face:not(.empty)")).to_have_count(2)
        dee.do("report", kind=kind, cards=list(cards), text="as it was seen")
        if dee.see()["report"]:
            expect(page.locator("[data-case-facts]")).to_contain_text("as it was seen")
        else:
            expect(page.locator(".many button")).to_have_count(4)
        page.screenshot(path=shots / f"case-{kind}-{language[:2]}.png")
        _fits(page, kind)
        raw = re.findall(
            r"[{}]|\b[a-z]+_[a-z_]+\b|undefined|NaN", page.locator("body").inner_text()
        )
        assert not raw, (kind, raw)
        sam.do("void_round", reason="a test")
        due(page, "")
    dee.leave()
    sam.leave()


@pytest.mark.rule("tiger", "5.8")
def test_cards_played_as_they_lie_are_named_hand_by_hand(new_page: NewPage, floor: str) -> None:
    """The first card lies at Banker's place: the House leaves it there, and the next make up."""
    page, dee = new_page(1366, HEIGHT), Dealer(floor, "whole", SECRET)
    enter(page, floor, "dee", "/dealer/whole")
    open_round(page, ("ann", "banker", "500"), ("bob", "player", "300"))
    # The differential of this table is that of all boxes together.
    expect(page.get_by_text("Differential of the table: 200 of 5,000")).to_be_visible()
    enter_key(page)
    due(page, "Player, first card")
    keys(page, "2s")
    due(page, "Banker, first card")
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="went to the wrong hand").click()
    case = page.get_by_role("region", name="A report that waits")
    case.get_by_role("button", name="2♠ lies at Player").click()
    case.get_by_role("button", name="Cannot be put right").click()
    approve(page, "max")
    expect(page.locator("section.banker .total")).to_have_text("2")
    page.get_by_role("button", name="Continue").first.click()
    page.get_by_role("button", name="Continue").first.click()
    due(page, "Player, first card")
    assert dee.see()["cards"] == {"player": [], "banker": ["2s"]}
    dee.leave()


def test_a_full_table_of_a_player_dealer_fits(new_page: NewPage, floor: str, shots: Path) -> None:
    """Fourteen seats, the bank, the sheet before paying; the wager is typed at once."""
    page, dee = new_page(1366, HEIGHT, language="en-GB"), Dealer(floor, "thirteen", SECRET)
    enter(page, floor, "dee", "/dealer/thirteen")
    due(page, "Ask seat 1: bank or pass")
    _fits(page, "nobody banks")
    enter_key(page)
    due(page, "seat 1 may bank")
    page.keyboard.type("400")
    page.keyboard.press("Enter")
    due(page, "Open bets")
    _fits(page, "banked")
    enter_key(page)
    due(page, "Close bets")
    dee.do("place_bet", player="bob", box=3, bet="player", amount="100")
    expect(page.locator(".bet")).to_have_count(1)
    _fits(page, "betting")
    # However little room there is beside the clock, no letter of the table's name is cut off.
    for width in (1366, 1280, 1100):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        lacks = page.locator("h1").evaluate(
            """name => {
                const letters = document.createRange();
                letters.selectNodeContents(name);
                const [wanted, given] = [letters, name].map((each) => each.getBoundingClientRect());
                return wanted.width - given.width;
            }"""
        )
        assert lacks < 0.01, (width, lacks)
    page.set_viewport_size({"width": 1366, "height": HEIGHT})
    enter_key(page)
    due(page, "Player, first card")
    # What the wager was typed into is gone: no note says that a form has the keys.
    expect(page.locator(".note")).to_have_text("")
    keys(page, "9s", "2d", "kc", "3h")
    due(page, "Player 9, Banker 5")
    expect(page.get_by_text("In the order of action, from the left of seat 1")).to_be_visible()
    page.screenshot(path=shots / "dealer-thirteen.png")
    _fits(page, "complete")
    dee.leave()
