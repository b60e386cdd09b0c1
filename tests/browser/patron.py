"""A person at a table, in a browser."""

from __future__ import annotations

import re
from decimal import Decimal

from playwright.sync_api import Page, expect

MINE = re.compile(r"\bmine\b")


class Patron:
    """Comes as a guest, sits down, buys chips and bets, all by the page."""

    def __init__(self, page: Page, table: str, at: str = "") -> None:
        """Go to a table, by the house's own address unless another leads there."""
        self.page = page
        self._round = ""
        page.goto(f"{at}/tables/{table}")
        page.wait_for_selector("[data-ready=true]")

    def sit(self, box: int) -> None:
        """Take a box; who is not signed in becomes a guest by that. Chips are bought apart."""
        self.page.click(f"button[data-box='{box}']")
        mine = self.page.locator(f"button.mine[data-box='{box}']")
        without = self.page.get_by_role("button", name="Sit without chips")
        without = without.or_(self.page.get_by_role("button", name="不买筹码入座"))
        expect(mine.or_(without)).to_be_visible()
        if without.count():
            without.click()
        expect(self.page.locator(f"button[data-box='{box}']")).to_have_class(MINE)

    def buy(self) -> None:
        """Buy a thousand in chips."""
        self.page.get_by_role("button", name="Buy or cash chips").click()
        self.page.get_by_role("button", name="Buy 1,000").click()
        expect(self.page.locator("[data-balance]")).not_to_have_attribute("data-balance", "0.00")

    @property
    def name(self) -> str:
        """What the house calls me."""
        return self.page.locator("header b").first.inner_text()

    @property
    def balance(self) -> Decimal:
        """Free chips, as the page shows them."""
        return Decimal(self.page.locator("[data-balance]").get_attribute("data-balance") or "0")

    def wait_for_bets(self, kind: str = "player", least: int = 4) -> None:
        """Wait until bets are open, for so many seconds at least."""
        place = self.page.locator(f"button[data-kind={kind}]")
        left = self.page.locator(".felt [role=timer] b")
        if place.is_enabled() and left.count() and int(left.inner_text()) >= least:
            return
        if place.is_enabled():
            expect(place).to_be_disabled(timeout=30_000)
        expect(place).to_be_enabled(timeout=40_000)

    def bet(self, kind: str, times: int = 1) -> None:
        """Put the chosen chip on a place."""
        for _ in range(times):
            self.page.click(f"button[data-kind={kind}]")

    def settled(self) -> str:
        """Wait for the result of the next round that I was in, and give my net."""
        # The latest stays on show until there is another: only its number tells them apart.
        found = self.page.locator("[data-net]")
        if self._round:
            expect(found).not_to_have_attribute("data-round", self._round, timeout=40_000)
        else:
            # On a phone it lies in the sheet, which need not be pulled up.
            expect(found).to_be_attached(timeout=40_000)
        self._round = found.get_attribute("data-round") or ""
        return found.get_attribute("data-net") or ""
