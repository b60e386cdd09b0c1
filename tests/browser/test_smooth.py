"""Nothing that is dealt makes a page stumble."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from browser.casino import CROWD
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron
from browser.trace import MOST, traced

KINDS = ("player", "banker", "tie")


def test_no_task_is_long_while_fourteen_boxes_are_dealt_to(
    new_page: NewPage, browser: Browser, address: str
) -> None:
    """A whole round: bets in every box, cards, payment, and chips that go back and forth."""
    ann, dee = Patron(new_page(), "crowd"), Dealer(address, "crowd")
    page = ann.page
    ann.sit(14)
    dee.sell(ann.name, "1000")
    with traced(browser, page) as tasks:
        dee.do("open_bets")
        for box, name in enumerate(CROWD, 1):
            for kind in KINDS[: 1 + box % 3]:
                dee.do("place_bet", player=name, box=box, bet=kind, amount=str(10 * box))
        expect(page.locator("button[data-kind=player]")).to_be_enabled()
        ann.bet("player", 2)
        ann.bet("banker")
        own = page.locator("button[data-box='14']")
        expect(own).to_have_attribute("title", re.compile("Player 20.*Bank(er)? 10"))
        expect(page.locator(".box .bet")).to_have_count(28)
        dee.do("close_bets")
        for dealt in range(1, 6):
            dee.do("deal")
            expect(page.locator(".felt .hand [role=img]")).to_have_count(dealt)
        dee.do("settle")
        ann.settled()
        # The last chip has been taken away or paid, and nothing moves any more.
        expect(page.locator(".box .bet")).to_have_count(0)
        page.wait_for_function("() => document.getAnimations().length === 0")
    dee.leave()
    assert len(tasks.took) > 100, "the trace is not of this page"
    assert tasks.longest < MOST, sorted(tasks.took)[-5:]


def test_a_long_task_is_seen(new_page: NewPage, browser: Browser) -> None:
    """The measure itself: work without a pause in a page does not go unnoticed."""
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".tile")
    with traced(browser, page) as tasks:
        page.evaluate(
            """() => new Promise((done) => setTimeout(() => {
                const end = performance.now() + 300;
                while (performance.now() < end);
                done(null);
            }))"""
        )
    assert tasks.longest > MOST, sorted(tasks.took)[-5:]
