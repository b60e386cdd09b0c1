"""A card is peeled by hand: by the mouse, by a finger, by a pen, by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron

pytestmark = pytest.mark.motion

DOWN = ".felt .hand.{hand} [aria-label='a card face down']"
LIFTED = re.compile(r"0\.(0[1-9]|[1-9]\d)|1\.00")
FLAT = "0.00"

By = Literal["mouse", "finger", "pen"]
Place = tuple[float, float]
"""A place on the card, from 0 to 1 across and down the page."""


class Hand:
    """Presses, moves and lets go on the card that is peeled."""

    def __init__(self, page: Page, by: By) -> None:
        """Take hold of a page."""
        self.page, self._by = page, by
        self.card = page.locator(".squeeze .card")
        self._line = page.context.new_cdp_session(page)

    def at(self, place: Place) -> tuple[float, float]:
        """Return where a place of the card is by now."""
        box = self.card.bounding_box()
        assert box is not None
        return box["x"] + place[0] * box["width"], box["y"] + place[1] * box["height"]

    def press(self, place: Place) -> None:
        """Press the card."""
        x, y = self.at(place)
        if self._by == "mouse":
            self.page.mouse.move(x, y)
            self.page.mouse.down()
        elif self._by == "pen":
            self._pen("mousePressed", x, y)
        else:
            self.touch("touchStart", (x, y))

    def move(self, place: Place) -> None:
        """Move what is held."""
        x, y = self.at(place)
        if self._by == "mouse":
            self.page.mouse.move(x, y)
        elif self._by == "pen":
            self._pen("mouseMoved", x, y)
        else:
            self.touch("touchMove", (x, y))

    def let_go(self, place: Place) -> None:
        """Let the card go."""
        x, y = self.at(place)
        if self._by == "mouse":
            self.page.mouse.up()
        elif self._by == "pen":
            self._pen("mouseReleased", x, y)
        else:
            self.touch("touchEnd")

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Touch the screen at points: fingers keep their order."""
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def _pen(self, kind: str, x: float, y: float) -> None:
        body: dict[str, Any] = {"type": kind, "x": x, "y": y, "pointerType": "pen"}
        held = {"button": "left", "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1}
        self._line.send("Input.dispatchMouseEvent", body | held)

    @contextmanager
    def pull(self, *way: Place) -> Iterator[None]:
        """Pull along a way, hold what came up there, and let it go in the end."""
        self.press(way[0])
        for place in way[1:]:
            self.move(place)
        yield
        self.let_go(way[-1])

    @property
    def lifted(self) -> float:
        """How much of the card is lifted."""
        return float(self.card.get_attribute("data-lifted") or "")


def listen(page: Page, frames: list[str]) -> None:
    """Note what comes to a page."""

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: frames.append(str(text)))

    page.on("websocket", opened)


def squeeze(ann: Patron, dee: Dealer, *hands: str) -> None:
    """Ann bets on Player, asks for hands, is granted them, and four cards are dealt."""
    dee.do("open_bets")
    expect(ann.page.locator("button[data-kind=player]")).to_be_enabled()
    ann.bet("player")
    ann.page.get_by_role("button", name="Ask to squeeze Player").click()
    expect(ann.page.get_by_text("You asked to squeeze Player")).to_be_visible()
    dee.do("close_bets")
    for hand in hands:
        dee.do("grant_squeeze", player=ann.name, hand=hand)
    for _ in range(4):
        dee.do("deal")
    expect(ann.page.locator(".squeeze .card")).to_have_attribute("data-lifted", FLAT)


def card_on(page: Page) -> Locator:
    """Return the card that is peeled, with its hand and number."""
    return page.locator(".squeeze")


def down(page: Page, hand: str = "player") -> Locator:
    """Return the cards of a hand that lie face down on the felt."""
    return page.locator(DOWN.format(hand=hand))


CORNER = (0.97, 0.98)
FOOT = (0.5, 0.98)
SIDE = (0.02, 0.6)


@pytest.mark.parametrize(
    ("by", "width", "height"),
    [("mouse", 1280, 800), ("finger", 390, 844), ("pen", 932, 430)],
)
def test_a_card_is_peeled_by_hand(
    new_page: NewPage, address: str, by: By, width: int, height: int
) -> None:
    """Bare paper comes first and can be let go; what shows the face turns it for everybody."""
    pages = [new_page(width, height, touch=by == "finger"), new_page()]
    frames: list[str] = []
    for each in pages:
        listen(each, frames)
    ann, bob = (Patron(page, by) for page in pages)
    page, dee = ann.page, Dealer(address, by)
    ann.sit(1)
    dee.sell(ann.name, "1000")
    squeeze(ann, dee, "player")
    hand = Hand(page, by)
    expect(down(bob.page)).to_have_count(2)
    # Nobody has to scroll for the card or for what turns it.
    for shown in (hand.card, page.get_by_role("button", name="Turn Player's card 2")):
        expect(shown).to_be_in_viewport(ratio=1)

    # Twice, from two sides: so far there is only paper, and no browser could show more.
    for way in ([FOOT, (0.5, 0.93), (0.5, 0.88)], [CORNER, (0.9, 0.93), (0.8, 0.88)]):
        with hand.pull(*way):
            expect(hand.card).to_have_attribute("data-lifted", LIFTED)
            expect(page.get_by_role("slider")).to_have_attribute(
                "aria-valuetext", "lifted: bare paper, nothing is seen"
            )
            expect(page.locator(".squeeze .face")).to_have_count(0)
        expect(hand.card).to_have_attribute("data-lifted", FLAT)
    expect(down(bob.page)).to_have_count(2)
    assert frames
    assert not [text for text in frames if '"Ks"' in text or '"6c"' in text]

    with hand.pull(FOOT, (0.5, 0.7), (0.5, 0.55)):
        expect(bob.page.get_by_role("img", name="king of spades")).to_be_visible()
        expect(page.locator(".squeeze .face")).to_have_count(1)
        expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "lifted: a picture")
        # My own felt does not tell what I have not seen.
        expect(down(page)).to_have_count(2)
        shares = [hand.lifted]
        for foot in (0.4, 0.3, 0.25):
            hand.move((0.5, foot))
            expect(hand.card).not_to_have_attribute("data-lifted", f"{shares[-1]:.2f}")
            shares.append(hand.lifted)
        assert shares == sorted(shares)
        hand.move((0.5, 0.8))
    # It was let go before it was over: it springs back, and any later drag peels it again.
    expect(hand.card).to_have_attribute("data-lifted", FLAT)
    page.get_by_role("button", name="Sideways").click()
    with hand.pull(FOOT, (0.5, 0.6), (0.55, 0.15), (0.55, 0.0)):
        expect(card_on(page)).to_have_attribute("data-card", "player 1")
    # The hand is empty again: the second card is not turned by that drag.
    expect(card_on(page)).to_have_attribute("data-card", "player 2")
    expect(down(page)).to_have_count(1)
    expect(down(bob.page)).to_have_count(1)
    with hand.pull(SIDE, (0.3, 0.6), (0.6, 0.6), (1.1, 0.6)):
        expect(down(bob.page)).to_have_count(0)
    expect(card_on(page)).to_have_count(0)
    expect(down(page)).to_have_count(0)
    dee.do("deal")
    dee.do("settle")
    dee.leave()
    assert ann.settled() == "-10.00"


def test_the_table_moves_on_while_a_card_is_peeled(new_page: NewPage, address: str) -> None:
    """The dealer turns it, the window changes, the round is paid, another begins: it goes on."""
    ann = Patron(new_page(), "mouse")
    page, dee = ann.page, Dealer(address, "mouse")
    ann.sit(2)
    dee.sell(ann.name, "1000")
    squeeze(ann, dee, "player", "banker")
    hand = Hand(page, "mouse")
    value = page.get_by_role("slider")
    with hand.pull(CORNER, (0.8, 0.88)):
        expect(hand.card).to_have_attribute("data-lifted", LIFTED)
        # Other cards are turned meanwhile, and the window has another size.
        dee.do("turn", hand="banker", number=1)
        expect(down(page, "banker")).to_have_count(1)
        page.set_viewport_size({"width": 1000, "height": 700})
        hand.move((0.78, 0.87))
        expect(hand.card).to_have_attribute("data-lifted", LIFTED)
        # The dealer turns this one too: it is still mine to look at.
        dee.do("turn", hand="player", number=1)
        hand.move((0.3, 0.3))
        expect(value).to_have_attribute("aria-valuetext", re.compile("pip|picture"))
        expect(down(page)).to_have_count(2)
        hand.move((0.9, 0.9))
    page.get_by_role("button", name="Turn Player's card 1").click()
    expect(card_on(page)).to_have_attribute("data-card", "player 2")

    # A reload in the middle: the card lies there as it did.
    with hand.pull(FOOT, (0.5, 0.9)):
        expect(hand.card).to_have_attribute("data-lifted", LIFTED)
        page.reload()
    expect(card_on(page)).to_have_attribute("data-card", "player 2")
    expect(hand.card).to_have_attribute("data-lifted", FLAT)
    # By keys: the slider lifts, Enter turns over.
    value.press("ArrowRight")
    expect(value).to_have_attribute("aria-valuetext", "lifted: bare paper, nothing is seen")
    for _ in range(5):
        value.press("ArrowRight")
    expect(value).to_have_attribute("aria-valuetext", re.compile("pip|picture"))
    expect(down(page)).to_have_count(1)
    value.press("Enter")
    expect(down(page)).to_have_count(0)
    expect(card_on(page)).to_have_attribute("data-card", "banker 2")

    # Paid while it is held: what the felt tells is told, and the card goes when it is let go.
    with hand.pull(FOOT, (0.5, 0.6), (0.5, 0.5)):
        expect(page.locator(".squeeze .face")).to_have_count(1)
        while dee.see()["phase"] == "dealing":
            dee.do("deal")
        dee.do("settle")
        expect(page.locator(".felt .flag")).to_be_visible()
        hand.move((0.5, 0.45))
        expect(card_on(page)).to_have_attribute("data-card", "banker 2")
    expect(card_on(page)).to_have_count(0)

    # The next round's squeeze begins anew.
    squeeze(ann, dee, "player", "player")
    with hand.pull(CORNER, (0.5, 0.5), (0.1, 0.1), (-0.6, -0.6)):
        expect(down(page)).to_have_count(1)
    expect(card_on(page)).to_have_attribute("data-card", "player 2")
    dee.do("settle")
    expect(card_on(page)).to_have_count(0)
    dee.leave()


def test_fingers_come_and_go_on_a_phone_that_is_turned(new_page: NewPage, address: str) -> None:
    """A cancelled touch lets go, a second finger holds nothing, and a turned phone goes on."""
    ann = Patron(new_page(390, 844, touch=True), "finger")
    page, dee = ann.page, Dealer(address, "finger")
    ann.sit(3)
    dee.sell(ann.name, "1000")
    squeeze(ann, dee, "player")
    hand = Hand(page, "finger")
    number = card_on(page).get_attribute("data-card")
    hand.press(FOOT)
    hand.move((0.5, 0.9))
    expect(hand.card).to_have_attribute("data-lifted", LIFTED)
    hand.touch("touchCancel")
    expect(hand.card).to_have_attribute("data-lifted", FLAT)
    hand.press(FOOT)
    hand.move((0.5, 0.9))
    before = hand.lifted
    # The other thumb comes to lie on the card too, and wanders: the first one holds it.
    hand.touch("touchStart", hand.at((0.5, 0.9)), hand.at((0.3, 0.2)))
    hand.touch("touchMove", hand.at((0.5, 0.9)), hand.at((0.3, 0.7)))
    assert hand.lifted == before
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".play.sideways")).to_be_visible()
    hand.move((0.5, 0.5))
    expect(page.locator(".squeeze .face")).to_have_count(1)
    hand.move((0.5, -0.5))
    hand.touch("touchEnd")
    expect(card_on(page)).not_to_have_attribute("data-card", number or "")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Turn Player's card 2").click()
    expect(card_on(page)).to_have_count(0)
    while dee.see()["phase"] == "dealing":
        dee.do("deal")
    dee.do("settle")
    dee.leave()
