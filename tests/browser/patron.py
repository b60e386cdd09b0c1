"""A person at a table, in a browser."""

from __future__ import annotations

from decimal import Decimal

from playwright.sync_api import Page, expect


class Patron:
    """Comes as a guest, sits down, buys chips and bets, all by the page."""

    def __init__(self, page: Page, table: str) -> None:
        """Go to a table."""
        self.page = page
        page.goto(f"/tables/{table}")
        page.wait_for_selector("[data-ready=true]")

    def sit(self, box: int) -> None:
        """Take a box; who is not signed in becomes a guest by that."""
        self.page.click(f"button[data-box='{box}']")
        expect(self.page.locator(f"button[data-box='{box}']")).to_have_class(_class("mine"))

    def buy(self) -> None:
        """Buy a thousand in chips."""
        self.page.get_by_role("button", name="Buy or cash chips").click()
        self.page.get_by_role("button", name="Buy 1,000").click()
        expect(self.page.locator("[data-balance]")).not_to_have_attribute("data-balance", "0.00")

    @property
    def balance(self) -> Decimal:
        """Free chips, as the page shows them."""
        return Decimal(self.page.locator("[data-balance]").get_attribute("data-balance") or "0")

    def wait_for_bets(self, kind: str = "player") -> None:
        """Wait until bets have just been opened."""
        place = self.page.locator(f"button[data-kind={kind}]")
        if place.is_enabled():
            expect(place).to_be_disabled(timeout=30_000)
        expect(place).to_be_enabled(timeout=40_000)

    def bet(self, kind: str, times: int = 1) -> None:
        """Put the chosen chip on a place."""
        for _ in range(times):
            self.page.click(f"button[data-kind={kind}]")

    def settled(self) -> str:
        """Wait for the result of a round that I was in, and give my net."""
        self.page.wait_for_selector("[data-net]", timeout=40_000)
        return self.page.locator("[data-net]").get_attribute("data-net") or ""


def _class(name: str):  # type: ignore[no-untyped-def]
    import re

    return re.compile(rf"\b{name}\b")
