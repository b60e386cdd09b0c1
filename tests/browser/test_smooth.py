"""Nothing that is dealt makes a page stumble."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from browser.casino import CROWD
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron
from browser.trace import MOST, traced

pytestmark = pytest.mark.motion

KINDS = ("player", "banker", "tie")

MARKS = """() => {
    // From the first frame that is drawn of a payment until what was moving is taken away.
    const payment = document.querySelector('[data-paying], .payment');
    const later = (what) => requestAnimationFrame(() => requestAnimationFrame(what));
    new MutationObserver(() => {
        const stage = payment.dataset.paying;
        if (stage === 'moves') window.moved = payment.querySelectorAll('[data-move]').length;
        if (stage === 'moves') later(() => performance.mark('sets off'));
        else performance.mark('is over');
    }).observe(payment, { attributeFilter: ['data-paying'] });
}"""


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
        page.evaluate(MARKS)
        dee.do("settle")
        # Nothing is asked of the page meanwhile: to look for roles lays out what is folded away.
        page.wait_for_function("() => document.querySelector('[data-paying=over]')")
        assert page.evaluate("() => window.moved") == 38
        ann.settled()
        expect(page.locator("[data-won]")).to_have_count(11)
        # The last chip has been taken away or paid, and nothing moves any more.
        expect(page.locator(".box .bet")).to_have_count(0)
        page.wait_for_function("() => document.getAnimations().length === 0")
    dee.leave()
    assert len(tasks.took) > 100, "the trace is not of this page"
    assert tasks.longest < MOST, sorted(tasks.took)[-5:]
    # Seconds of chips on their way, and nothing is laid out anew for them.
    assert tasks.marks["is over"] - tasks.marks["sets off"] > 3e6
    assert tasks.laid_out("sets off", "is over") == 0
    print(f"longest task {tasks.longest:.1f} ms of {len(tasks.took)}")


GROW = """async (to) => {
    const [what, size] = to.split(': ');
    const tile = document.createElement('div');
    document.querySelector('main').append(tile);
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    const moving = tile.animate([{}, { [what]: size }], 1500);
    await frame();
    await frame();
    performance.mark(`${what} begins`);
    await moving.finished;
    performance.mark(`${what} ends`);
}"""


def test_a_long_task_and_a_layout_are_seen(new_page: NewPage, browser: Browser) -> None:
    """The measure itself: work without a pause and a width that is animated are noticed."""
    page = new_page()
    # A page on which nothing changes by itself.
    page.goto("/reset")
    page.wait_for_selector("main h1")
    with traced(browser, page) as tasks:
        page.evaluate(
            """() => new Promise((done) => setTimeout(() => {
                // Work and not time: a busy machine gives a page little of a second.
                let sum = 0;
                for (let at = 0; at < 3e8; at += 1) sum += at % 7;
                done(sum);
            }))"""
        )
        for animated in ("transform: scale(0.5)", "width: 10px"):
            page.evaluate(GROW, animated)
    assert tasks.longest > MOST, sorted(tasks.took)[-5:]
    assert tasks.laid_out("transform begins", "transform ends") == 0
    assert tasks.laid_out("width begins", "width ends") > 0
