"""The staff at their screens: errors planted, procedures followed, words given by PIN."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.floor import approve, due, enter, enter_key, keys, open_round, scan, steady


def _deal_out(page: Page) -> None:
    """Deal cards with Enter until the round is to be paid."""
    for card in range(1, 7):
        enter_key(page)
        expect(page.locator(".hands .face:not(.empty)")).to_have_count(card)
        steady(page)
        if page.get_by_role("heading", name="Before you pay").count():
            return


@pytest.mark.rule("insurance", "5.5.3", "5.1")
def test_a_planted_error_is_guided_to_a_void(new_page: NewPage, floor: str, shots: Path) -> None:
    """A third card to a natural: the supervisor cannot put it right, and says so by PIN."""
    page = new_page(1366, 900)
    enter(page, floor, "dee", "/dealer/void")
    open_round(page, ("ann", "banker", "9000"), ("bob", "player", "300"))
    expect(page.get_by_role("alert").filter(has_text="4,000")).to_contain_text("Box 1, ann, Banker")
    page.screenshot(path=shots / "dealer-excess.png")
    page.keyboard.press("x")
    expect(page.get_by_role("alert").filter(has_text="4,000")).to_have_count(0)
    enter_key(page)
    due(page, "Player, first card")
    # What cannot be done now says why, with its paragraph.
    page.get_by_role("button", name="Pay").click(force=True)
    expect(page.locator(".told")).to_contain_text(re.compile(r"First: Deal a card.*§ 3\.10"))
    keys(page, "9s", "2d")
    expect(page.locator("section.banker")).to_contain_text("2")
    # The last card was mistyped, and is put right before the next.
    page.keyboard.press("Backspace")
    page.keyboard.type("3d")
    expect(page.locator("section.banker .total")).to_have_text("3")
    keys(page, "kc", "4h")
    due(page, "Player 9, Banker 7: Player wins")
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Cards concerned").fill("2c")
    page.screenshot(path=shots / "dealer-report.png")
    dialog.get_by_role("button", name="wrong number of cards").click()
    case = page.get_by_role("region", name="A report that waits")
    expect(case).to_contain_text("§ 5.5.3")
    expect(case).to_contain_text("Decision of the pit supervisor")
    expect(case).to_contain_text("left over for the next round")
    case.get_by_role("button", name="Cannot be put right").click()
    approve(page, "max", "111111")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text(re.compile("wrong"))
    page.screenshot(path=shots / "dealer-approve.png")
    approve(page, "max")
    expect(page.get_by_text("The round was void")).to_be_visible()
    expect(page.locator(".void")).to_contain_text("§ 5.5.3")
    expect(page.locator(".free").first).to_have_text("10,000")


@pytest.mark.rule("insurance", "5.8", "5.12")
def test_a_planted_error_is_guided_to_a_reconstruction(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """The first two cards went to the wrong hands; they are put right with the arrow keys."""
    page = new_page(1366, 900)
    enter(page, floor, "dee", "/dealer/mend")
    open_round(page, ("ann", "banker", "500"), ("bob", "player", "300"))
    enter_key(page)
    due(page, "Player, first card")
    keys(page, "2s", "6d")
    expect(page.locator("section.banker .total")).to_have_text("6")
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="wrong hand").click()
    case = page.get_by_role("region", name="A report that waits")
    card = case.get_by_role("button", name=re.compile("^6d, place 2 of 2"))
    # What lies behind a dialog takes no focus.
    expect(page.get_by_role("dialog")).to_have_count(0)
    card.focus()
    page.keyboard.press("ArrowLeft")
    expect(
        case.get_by_role("button", name=re.compile("^6d, place 1 of 2: Player 1"))
    ).to_be_focused()
    expect(case).to_contain_text("Player 6, Banker 2")
    # And once round by hand: dragged back, and forth again.
    first, second = case.locator("li[data-at='0'] button"), case.locator("li[data-at='1'] button")
    first.drag_to(second)
    expect(case).to_contain_text("Player 2, Banker 6")
    case.locator("li[data-at='1'] button").drag_to(case.locator("li[data-at='0'] button"))
    expect(case).to_contain_text("Player 6, Banker 2")
    page.screenshot(path=shots / "dealer-case.png")
    case.get_by_role("button", name="Put the cards right").click()
    approve(page, "max")
    expect(page.locator("section.player .total")).to_have_text("6")
    # No outcome was established yet: patrons may choose, and the dealer ends it.
    expect(page.get_by_text("Patrons choose").first).to_be_visible()
    page.get_by_role("button", name="Continue").first.click()
    due(page, "Close the choice")
    page.locator("h1").click()
    # What cannot be taken back takes a second key, and no second Enter.
    enter_key(page)
    due(page, "Close the choice: this cannot be taken back")
    enter_key(page)
    due(page, "Close the choice: this cannot be taken back")
    page.keyboard.press("y")
    due(page, "Player, second card")
    keys(page, "ac", "5h")
    due(page, "Player 7, Banker 7: Tie")
    enter_key(page)
    expect(page.get_by_role("heading", name="Round 1: Tie")).to_be_visible()
    expect(page.locator("li.return")).to_have_count(2)
    page.screenshot(path=shots / "dealer-paid.png", full_page=True)


def test_a_scanner_types_and_its_enter_pays_nobody(new_page: NewPage, floor: str) -> None:
    page = new_page()
    enter(page, floor, "dee", "/dealer/scan")
    open_round(page, ("ann", "banker", "500"))
    enter_key(page)
    due(page, "Player, first card")
    for number, card in enumerate(("10h", "Kd", "9c", "8s"), 1):
        scan(page, card)
        expect(page.locator(".hands .face:not(.empty)")).to_have_count(number)
    due(page, "Player 9, Banker 8: Player wins")
    # The sheet is there before anything is paid.
    expect(page.get_by_role("heading", name="Before you pay round 1")).to_be_visible()
    expect(page.locator(".before li.collect")).to_contain_text("Collect 500")
    assert page.get_by_role("heading", name=re.compile("^Round 1")).count() == 0
    enter_key(page)
    expect(page.get_by_role("heading", name="Round 1: Player wins")).to_be_visible()
    expect(page.locator("li.collect")).to_contain_text("Collect 500")
    expect(page.locator("li.collect")).to_contain_text("1×500")


@pytest.mark.rule("tiger", "5.10")
def test_the_pit_sees_an_alarm_and_decides(new_page: NewPage, floor: str, shots: Path) -> None:
    dealer, pit = new_page(), new_page(1366, 900)
    enter(pit, floor, "max", "/pit")
    tile = pit.get_by_role("button", name=re.compile("order.*A report waits", re.S))
    expect(pit.get_by_role("button", name=re.compile("^order"))).to_be_visible()
    expect(tile).to_have_count(0)
    enter(dealer, floor, "dee", "/dealer/order")
    open_round(dealer, ("ann", "banker", "500"))
    enter_key(dealer)
    due(dealer, "Player, first card")
    keys(dealer, "2s")
    expect(dealer.locator("section.player .total")).to_have_text("2")
    dealer.keyboard.press("r")
    dialog = dealer.get_by_role("dialog")
    dialog.get_by_label("Cards concerned").fill("6d 9h")
    dialog.get_by_role("button", name="drawn together").click()
    expect(pit.get_by_role("status").first).to_contain_text("order")
    tile.click()
    case = pit.get_by_role("region", name="A report that waits")
    case.get_by_role("button", name=re.compile("^9h")).focus()
    pit.keyboard.press("Home")
    pit.screenshot(path=shots / "pit-case.png")
    case.get_by_role("button", name="Decide the order").click()
    expect(tile).to_have_count(0)
    expect(pit.get_by_role("status").first).not_to_contain_text("order")
    expect(dealer.get_by_text("Patrons choose").first).to_be_visible()


@pytest.mark.rule("tiger", "5.17")
def test_a_ruling_moves_money_and_stands_in_the_journal(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    page = new_page(1366, 900)
    enter(page, floor, "dee", "/dealer/rule")
    open_round(page, ("ann", "banker", "500"))
    enter_key(page)
    due(page, "Player, first card")
    _deal_out(page)
    enter_key(page)
    expect(page.get_by_role("heading", name=re.compile("Round 1"))).to_be_visible()
    pit = new_page(1366, 900)
    enter(pit, floor, "sam", "/pit")
    pit.get_by_role("button", name=re.compile("^rule")).click()
    pit.get_by_text("Ruling, with adjustments").click()
    pit.get_by_label("The ruling, in words").fill("A drink was spilt on the layout")
    pit.get_by_role("button", name="Add an adjustment").click()
    pit.get_by_role("combobox", name="Patron").last.fill("bob")
    pit.get_by_label(re.compile("^Amount .*patron")).fill("120")
    before = pit.locator("header + *").count()
    assert before
    pit.get_by_role("button", name="Give the ruling").click()
    expect(page.locator(".free").nth(1)).to_have_text("8,120")
    pit.get_by_role("link", name="Journal").click()
    expect(pit.get_by_text("A drink was spilt").first).to_be_visible()
    pit.screenshot(path=shots / "pit-journal.png")
    pit.goto(f"{floor}/pit/rounds?table=rule")
    pit.locator(".line").first.click()
    story = pit.get_by_role("region", name="Round 1")
    expect(story).to_contain_text("ann")
    pit.screenshot(path=shots / "pit-rounds.png")
    with pit.expect_download() as saved:
        story.get_by_role("link", name="Dispute file").click()
    file = zipfile.ZipFile(io.BytesIO(Path(saved.value.path()).read_bytes()))
    assert file.namelist()
    pit.goto(f"{floor}/pit/reports")
    expect(pit.get_by_role("row", name=re.compile("All together"))).to_be_visible()
    pit.screenshot(path=shots / "pit-reports.png")


def test_the_pit_opens_changes_fills_hands_over_and_closes_a_table(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    page = new_page(1366, 900)
    enter(page, floor, "sam", "/pit")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the table").fill("new-1")
    dialog.get_by_label("Game").select_option("tournament")
    page.screenshot(path=shots / "pit-opening.png")
    dialog.get_by_role("button", name="Open the table").click()
    station = page.get_by_role("region", name="new-1")
    expect(station).to_be_visible()

    def state() -> dict[str, Any]:
        said = page.context.request.get(f"{floor}/api/tables/new-1").json()
        return dict(said["state"])

    station.get_by_text("Limits", exact=True).click()
    station.get_by_label("Minimum").first.fill("50")
    station.get_by_role("button", name="Change the limits").click()
    confirm = page.get_by_role("dialog")
    confirm.get_by_role("button", name="Change the limits").click()
    expect(confirm).to_have_count(0)
    expect(station.get_by_role("button", name="Change the limits")).to_be_disabled()
    station.get_by_text("Fill and credit").click()
    station.get_by_label("Amount").first.fill("5000")
    station.get_by_role("button", name="Fill", exact=True).click()
    confirm.get_by_role("button", name="Fill", exact=True).click()
    expect(station.get_by_text("105,000").first).to_be_visible()
    assert (state()["limits"]["min"], state()["float"]) == ("50", "105000.00")
    station.get_by_text("Who deals, and how fast").click()
    station.get_by_label("New shoe (s)").fill("600")
    station.get_by_role("button", name="Hand to the automatic dealer").click()
    expect(station.get_by_role("button", name="A person takes over")).to_be_enabled()
    assert state()["dealer"]["pace"]["shoe"] == 600_000
    station.get_by_role("button", name="A person takes over").click()
    expect(station.get_by_role("button", name="A person takes over")).to_be_disabled()
    station.get_by_role("button", name="Close the table").click()
    confirm.get_by_label("Close without a count").check()
    confirm.get_by_label("Why nothing is counted").fill("opened for a test")
    confirm.get_by_role("button", name="Close the table").click()
    expect(station.get_by_text("This table is closed")).to_be_visible()


def test_the_administrator_adds_and_locks_somebody(new_page: NewPage, floor: str) -> None:
    page = new_page()
    enter(page, floor, "ada", "/pit/people")
    page.get_by_label("Name", exact=True).fill("kim")
    page.get_by_label("Password").fill("a new pass phrase")
    page.get_by_role("button", name="Add a person").last.click()
    expect(page.get_by_text("kim: done.")).to_be_visible()
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("kim.*locked", re.S))).to_be_visible()


def test_the_bank_is_offered_taken_and_paid_in_the_order_of_action(
    new_page: NewPage, floor: str
) -> None:
    page = new_page()
    enter(page, floor, "dee", "/dealer/bank")
    due(page, "Ask seat 1: bank or pass")
    page.locator("h1").click()
    enter_key(page)
    page.get_by_label("Wager").fill("400")
    page.get_by_role("button", name="Bank", exact=True).click()
    open_round(page, ("bob", "player", "100"))
    enter_key(page)
    due(page, "Player, first card")
    _deal_out(page)
    enter_key(page)
    expect(page.get_by_text("order of action, from the left of seat 1")).to_be_visible()
