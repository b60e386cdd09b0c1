"""A card is peeled by hand: by the mouse, and by a finger."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron

DOWN = ".felt .player [aria-label='a card face down']"
Hand = Callable[[str, float, float], None]
"""Presses, moves or lets go at a place of the page."""


def _mouse(page: Page) -> Hand:
    def act(what: str, x: float, y: float) -> None:
        page.mouse.move(x, y)
        if what != "move":
            (page.mouse.down if what == "press" else page.mouse.up)()

    return act


def _finger(page: Page) -> Hand:
    line = page.context.new_cdp_session(page)
    kinds = {"press": "touchStart", "move": "touchMove", "let go": "touchEnd"}

    def act(what: str, x: float, y: float) -> None:
        points = [] if what == "let go" else [{"x": x, "y": y}]
        line.send("Input.dispatchTouchEvent", {"type": kinds[what], "touchPoints": points})

    return act


@pytest.mark.parametrize(("by", "width"), [("mouse", 1280), ("finger", 390)])
def test_a_card_is_peeled_by_hand(new_page: NewPage, address: str, by: str, width: int) -> None:
    """Who drags turns one card at a time; until then everybody sees its back."""
    ann, bob = Patron(new_page(width, touch=by == "finger"), by), Patron(new_page(), by)
    page, dee = ann.page, Dealer(address, by)
    ann.sit(1)
    name = ann.name
    dee.sell(name, "1000")
    dee.do("open_bets")
    expect(page.locator("button[data-kind=player]")).to_be_enabled()
    ann.bet("player")
    page.get_by_role("button", name="Ask to squeeze Player").click()
    expect(page.get_by_text("You asked to squeeze Player")).to_be_visible()
    dee.do("close_bets")
    dee.do("grant_squeeze", player=name, hand="player")
    for _ in range(4):
        dee.do("deal")
    lift = page.locator(".question .lift")
    expect(lift).to_be_visible()
    expect(bob.page.locator(DOWN)).to_have_count(2)

    act = _finger(page) if by == "finger" else _mouse(page)
    lift.scroll_into_view_if_needed()
    place = page.locator(".question .card").bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] - 20
    act("press", x, y)
    for up in (20, 40, 60):
        act("move", x, y - up)
    # Peeled a little: it bends here, and is still face down for everybody.
    expect(lift).to_have_attribute("style", re.compile(r"rotateX\((2[0-9]|1[0-9])"))
    expect(page.locator(DOWN)).to_have_count(2)
    expect(bob.page.locator(DOWN)).to_have_count(2)
    for up in (80, 110, 140):
        act("move", x, y - up)
    expect(bob.page.locator(DOWN)).to_have_count(1)
    expect(bob.page.get_by_role("img", name="king of spades")).to_be_visible()
    # The hand goes on moving: the second card is not turned by that.
    expect(page.locator(DOWN)).to_have_count(1)
    act("move", x, y - 150)
    act("let go", x, y - 150)
    expect(lift).to_have_attribute("style", re.compile(r"rotateX\(0"))
    page.get_by_role("button", name="Turn Player").click()
    expect(bob.page.locator(DOWN)).to_have_count(0)
    dee.do("deal")
    dee.do("settle")
    dee.leave()
    assert ann.settled() == "-10.00"
