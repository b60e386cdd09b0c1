"""What a table asks its patrons: insurance, and what to do after a mishap."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron


def _seated(new_page: NewPage, address: str, table: str) -> tuple[Patron, Dealer]:
    ann = Patron(new_page(), table)
    dee = Dealer(address, table)
    ann.sit(1)
    name = ann.name
    dee.sell(name, "1000")
    dee.do("open_bets")
    expect(ann.page.locator("button[data-kind=player]")).to_be_enabled()
    ann.page.get_by_role("radio", name="Chip of 100", exact=True).click()
    ann.bet("player")
    return ann, dee


def test_insurance_shows_its_price_and_its_cap_and_takes_one_tap(
    new_page: NewPage, address: str
) -> None:
    """Player has 6 against 5: 3:1, and 33.33 covers the bet of 100."""
    ann, dee = _seated(new_page, address, "lammer")
    dee.do("close_bets")
    for _ in range(4):
        dee.do("deal")
    page = ann.page
    expect(page.get_by_role("region", name="Insurance")).to_contain_text("3:1")
    expect(page.get_by_role("region", name="Insurance")).to_contain_text("33.33 at most")
    expect(page.get_by_role("region", name="Insurance")).to_contain_text("§ 3.12.2")
    # A chip a tap, as far as chips go; the exact rest lies beside.
    expect(page.get_by_role("button", name="Insure with a chip of 100")).to_have_count(0)
    page.get_by_role("button", name="Insure with a chip of 25").click()
    expect(page.get_by_text("Insured with 25.")).to_be_visible()
    expect(page.get_by_role("button", name="Insure with a chip of 10")).to_have_count(0)
    page.get_by_role("button", name="Insure with a chip of 5").click()
    expect(page.get_by_text("Insured with 30.")).to_be_visible()
    page.get_by_role("button", name="Insure with 3.33").click()
    expect(page.get_by_text("Insured with 33.33: the most there is.")).to_be_visible()
    dee.do("deal")
    dee.do("settle")
    dee.leave()
    assert ann.settled() == "-0.01"
    expect(page.get_by_text("won +99.99")).to_be_visible()


def test_after_a_mishap_the_choice_is_explained(new_page: NewPage, address: str) -> None:
    ann, dee = _seated(new_page, address, "mishap")
    dee.do("close_bets")
    dee.do("deal")
    dee.do("report", kind="dealt_face_up")
    dee.leave()
    page = ann.page
    asked = page.get_by_role("region", name="Play on, or take your bets back?")
    expect(asked).to_contain_text("A card was dealt face up")
    expect(asked).to_contain_text("§ 5.12.3: Choice: stake returned")
    page.get_by_role("button", name="Take the bets back").click()
    # Everybody has the refund: the round is void, and the page says so.
    expect(page.get_by_text("The round is void").first).to_be_visible()
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", "1000.00")
