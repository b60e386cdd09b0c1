"""People play in real browsers against the real server."""

from __future__ import annotations

import json
import re
import time
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from browser.conftest import NewPage
from browser.line import line_to
from browser.patron import Patron

GAMES = ("classic", "no-commission", "tournament", "tiger", "insurance")


@pytest.mark.parametrize(
    "games", [("tiger", "insurance"), pytest.param(GAMES, marks=pytest.mark.soak)]
)
def test_a_guest_plays_every_game_that_the_house_banks(
    new_page: NewPage, games: tuple[str, ...]
) -> None:
    """Side by side, so that one wait serves all; every round comes out to the cent."""
    patrons = [Patron(new_page(), game) for game in games]
    for patron in patrons:
        patron.sit(1)
        patron.buy()
    for again in (False, True):
        before = {}
        for patron in patrons:
            patron.wait_for_bets()
            before[patron] = patron.balance
            if again:
                patron.page.get_by_role("button", name="Rebet").click()
            else:
                patron.bet("banker", 2)
            expect(patron.page.locator("button[data-box='1']")).to_have_attribute(
                "title", re.compile(r"Bank(er)? 20")
            )
        for patron in patrons:
            # A chip on its way is drawn otherwise; all of them are confirmed in the end.
            expect(patron.page.locator("button[data-kind=banker] .pending")).to_have_count(0)
        for patron in patrons:
            net = Decimal(patron.settled())
            expect(patron.page.locator("[data-balance]")).to_have_attribute(
                "data-balance", str(before[patron] + net)
            )


def test_a_patron_banks_and_another_bets(new_page: NewPage) -> None:
    pat, ann = (Patron(new_page(), "player-dealer") for _ in range(2))
    pat.sit(1)
    pat.buy()
    expect(pat.page.get_by_role("button", name="Bank", exact=True)).to_be_visible(timeout=30_000)
    pat.page.get_by_label("Wager").fill("300")
    pat.page.get_by_role("button", name="Bank", exact=True).click()
    ann.sit(2)
    ann.buy()
    expect(ann.page.get_by_text("banks at seat 1").first).to_be_visible()
    ann.wait_for_bets()
    ann.bet("player", 2)
    # What the bank stands to pay is shown to everybody while bets lie there.
    expect(pat.page.get_by_text("Settled clockwise").first).to_be_visible()
    net = Decimal(ann.settled())
    pat.page.wait_for_selector("[data-net]")
    assert abs(net) <= 300
    expect(pat.page.get_by_text("Round 1", exact=True)).to_be_visible()


def test_two_browsers_see_the_same(new_page: NewPage) -> None:
    ann, bob = Patron(new_page(), "tiger"), Patron(new_page(720, 900), "tiger")
    ann.sit(5)
    ann.buy()
    ann.wait_for_bets()
    ann.bet("player", 3)
    box = bob.page.locator("button[data-box='5']")
    expect(box).to_have_attribute("title", re.compile("Player 30"))
    ann.settled()
    bob.page.wait_for_selector(".hand.won, .hand.tie", timeout=30_000)
    assert _hands(ann.page) == _hands(bob.page)


def test_a_standing_patron_bets_behind_a_seated_one(new_page: NewPage) -> None:
    """Where the game allows it (1.19): on the box of somebody who has a bet there."""
    ann, bob = Patron(new_page(), "tiger"), Patron(new_page(), "tiger")
    ann.sit(8)
    ann.buy()
    bob.page.get_by_role("button", name="Play as a guest").click()
    bob.buy()
    ann.wait_for_bets()
    ann.bet("player")
    box = bob.page.locator("button[data-box='8']")
    expect(box).to_have_attribute("title", re.compile("Player 10"))
    box.click()
    expect(bob.page.get_by_role("group", name="Standing bets on box 8")).to_be_visible()
    expect(bob.page.locator("[data-behind='8']")).to_have_text(
        f"You stand behind {ann.name} at box 8: your bets lie beside theirs."
    )
    bob.bet("banker")
    expect(box).to_have_attribute("title", re.compile(r"Bank(er)? 10"))
    bob.settled()
    assert Decimal(ann.settled()) <= 10


def _hands(page: Page) -> list[str]:
    cards = page.locator(".felt .hand [role=img]").all()
    return [card.get_attribute("aria-label") or "" for card in cards]


def test_a_bet_survives_a_broken_line(new_page: NewPage, address: str) -> None:
    """The answer to a bet is lost with the line; it is sent again under its id, and counts once."""
    with line_to(address) as line:
        page = new_page()
        ann = Patron(page, "line", at=line.address)
        ann.sit(7)
        ann.buy()
        ann.wait_for_bets(least=15)
        line.swallow()
        ann.bet("banker")
        expect(page.locator("button[data-kind=banker] .pending")).to_have_count(1)
        time.sleep(0.3)
        line.cut()
        expect(page.get_by_text("The line is broken")).to_be_visible()
        line.mend()
        expect(page.locator("button[data-kind=banker] .pending")).to_have_count(0, timeout=15_000)
        expect(page.locator("button[data-box='7']")).to_have_attribute(
            "title", re.compile(r"Bank(er)? 10")
        )
        net = Decimal(ann.settled())
        expect(page.locator("[data-balance]")).to_have_attribute("data-balance", str(1000 + net))


def test_keys_alone_lead_from_the_lobby_to_a_settled_bet(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()
    _tab_to(page, "Play as a guest")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    _tab_to(page, "Watch: No Commission Baccarat")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ready=true]")
    _tab_to(page, "Box 4, free")
    page.keyboard.press("Enter")
    # The amount that is suggested has the focus.
    expect(page.get_by_role("button", name="Sit down with 500")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", "500.00")
    # From the first moment of a round: what follows takes a while, and bets may close before it.
    expect(page.locator("button[data-kind=player]")).to_be_disabled(timeout=40_000)
    expect(page.locator("button[data-kind=player]")).to_be_enabled(timeout=40_000)
    page.keyboard.press("3")
    page.keyboard.press("b")
    expect(page.locator("button[data-box='4']")).to_have_attribute(
        "title", re.compile(r"Bank(er)? 25")
    )
    page.keyboard.press("u")
    expect(page.locator("button[data-box='4']")).not_to_have_attribute("title", re.compile("Bank"))
    page.keyboard.press("p")
    page.wait_for_selector("[data-net]", timeout=40_000)


def _tab_to(page: Page, name: str) -> None:
    """Press Tab until something of this name has the focus."""
    for _ in range(240):
        page.keyboard.press("Tab")
        said = page.evaluate(
            "() => (document.activeElement.getAttribute('aria-label')"
            " || document.activeElement.textContent || '').trim()"
        )
        if str(said).startswith(name):
            return
    pytest.fail(f"no Tab leads to {name}")


def test_a_hidden_card_is_in_no_frame(new_page: NewPage) -> None:
    """The patron who squeezes and one who looks on get null for the card until it is turned."""
    frames: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: frames.append(json.loads(text)))

    pages = [new_page(), new_page()]
    for page in pages:
        page.on("websocket", listen)
    ann, bob = (Patron(page, "squeeze") for page in pages)
    ann.sit(2)
    ann.buy()
    ann.wait_for_bets()
    frames.clear()
    ann.bet("player", 2)
    ann.page.get_by_role("button", name="Ask to squeeze Player").click()
    slider = ann.page.get_by_role("slider")
    expect(slider).to_be_visible(timeout=30_000)
    state = bob.page.request.get("/api/tables/squeeze").json()["state"]
    down = bob.page.locator(".felt .player [aria-label='a card face down']")
    expect(down).to_have_count(2)
    for frame in frames:
        for event in frame.get("events", ()):
            if event["type"] == "card_dealt" and event["hand"] == "player":
                assert event.get("card") is None, event
        held = (frame.get("state") or {}).get("cards", {}).get("player", ())
        assert not any(held), frame
    # Each key goes to the slider itself: the page may draw it anew in between.
    for _ in range(60):
        slider.press("ArrowRight")
        if down.count() < 2:
            break
    expect(down).to_have_count(1)
    ann.settled()
    # The cards are turned: any browser opens their seals now, long before the seed is known.
    bob.page.goto(f"{bob.page.url.rstrip('/')}/proof#{state['shoe']['number']}")
    expect(bob.page.locator("[data-seals]")).to_have_attribute("data-seals", "holds")
