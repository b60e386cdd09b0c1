"""Money and chance are the patron's too: chips for money and back, and a say in the shuffle."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron


def _wallet(patron: Patron) -> Locator:
    return patron.page.locator("header .who .number")


def test_chips_are_bought_and_cashed_to_the_cent(new_page: NewPage) -> None:
    ann = Patron(new_page(), "tournament")
    page = ann.page
    ann.sit(6)
    wallet = _wallet(ann)
    expect(wallet).to_have_text(re.compile(r"Wallet [\d,]+"))
    whole = int(wallet.inner_text().removeprefix("Wallet ").replace(",", ""))
    ann.buy()
    expect(wallet).to_have_text(f"Wallet {whole - 1000:,}")
    page.get_by_role("button", name="Buy or cash chips").click()
    dialog = page.get_by_role("dialog")
    other = dialog.get_by_label("Another amount")
    # More than there is: refused where the patron looks, and nothing has moved.
    other.fill("99999999")
    dialog.get_by_role("button", name="Buy", exact=True).click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", "1000.00")
    other.fill("250.50")
    dialog.get_by_role("button", name="Buy", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", "1250.50")
    expect(wallet).to_have_text(f"Wallet {whole - 1250.5:,.2f}")
    page.get_by_role("button", name="Buy or cash chips").click()
    expect(dialog.get_by_role("alert")).to_have_count(0)
    dialog.get_by_role("button", name="Cash out 1,250.50").click()
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", "0.00")
    expect(wallet).to_have_text(f"Wallet {whole:,}")


def test_a_patron_has_a_say_in_the_shuffle_until_bets_open(new_page: NewPage, address: str) -> None:
    """What was said is in the proof of the shoe, which the browser works out itself."""
    ann, dee = Patron(new_page(), "blend"), Dealer(address, "blend")
    page = ann.page
    ann.sit(1)
    # Chips are sold by the person who deals, and nothing here pretends otherwise.
    page.get_by_role("button", name="Buy or cash chips").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("A person deals here")
    expect(dialog.get_by_role("button")).to_have_count(1)
    dialog.get_by_role("button", name="Close").click()
    page.get_by_label("Have a say in the shuffle").fill("seven swans 天鹅")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Mixed in: “seven swans 天鹅”")).to_be_visible()
    name = ann.name
    dee.do("open_bets")
    expect(page.get_by_label("Have a say in the shuffle")).to_have_count(0)
    dee.do("close_bets")
    for _ in range(4):
        dee.do("deal")
    while dee.see()["phase"] == "dealing":
        dee.do("deal")
    dee.do("settle")
    dee.do("new_shoe")
    dee.leave()
    page.goto("/tables/blend/proof#1")
    expect(page.locator("[data-proof]")).to_have_attribute("data-proof", "holds")
    said = page.get_by_text(re.compile(rf"{re.escape(name)}: “seven swans 天鹅”"))
    expect(said).to_be_visible()
