"""What moves and what is heard besides a payment: chips from the tray, a void round, sounds."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino import PASSWORD
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron

pytestmark = pytest.mark.motion

LISTEN = """() => {
    // A machine without loudspeakers: what would be heard is noted, with what is on the felt.
    const log = (window.heard = []);
    window.audios = 0;
    const param = () => ({
        value: 0, setValueAtTime() {}, linearRampToValueAtTime() {},
        exponentialRampToValueAtTime() {},
    });
    const part = (more) => ({ connect: (to) => to, ...more });
    const note = (kind, pitch) => log.push({
        kind, pitch: Math.round(pitch),
        cards: document.querySelectorAll('.felt .hand [role=img]').length,
        seen: document.querySelectorAll(
            ".felt .hand [role=img]:not([aria-label='a card face down'])"
        ).length,
        stage: document.querySelector('[data-paying]')?.dataset.paying ?? '',
    });
    window.AudioContext = class {
        constructor() { window.audios += 1; }
        currentTime = 0;
        sampleRate = 8000;
        destination = {};
        resume() { return Promise.resolve(); }
        createOscillator() {
            const voice = part({ frequency: param(), stop() {} });
            voice.start = () => note('tone', voice.frequency.value);
            return voice;
        }
        createGain() { return part({ gain: param() }); }
        createBuffer(channels, length) {
            return { getChannelData: () => new Float32Array(length) };
        }
        createBiquadFilter() { return (this.filter = part({ frequency: param() })); }
        createBufferSource() {
            const source = part({});
            source.connect = (to) => ((source.into = to), to);
            source.start = () => note('rustle', source.into.frequency.value);
            return source;
        }
    };
}"""

BELL, CLOSED, CARD, TURN, CHIP, SWEEP, PAY, WIN = 880, 520, 2600, 3800, 5200, 1500, 5600, 523
"""The first pitch of each sound."""

FOLLOW = """() => {
    window.flew = [];
    const socket = WebSocket.prototype.send;
    WebSocket.prototype.send = function (what) {
        if (String(what).includes('place_bet')) window.flew.push({ sent: performance.now() });
        return socket.call(this, what);
    };
    addEventListener('click', () => window.flew.push({ clicked: performance.now() }), true);
    const middle = (of) => {
        const { x, y, width, height } = of.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const look = () => {
        for (const chip of document.querySelectorAll('[data-flight]'))
            window.flew.push({ at: middle(chip), now: performance.now() });
        requestAnimationFrame(look);
    };
    look();
}"""

MIDDLE = """(of) => {
    const { x, y, width, height } = of.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


def _heard(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("() => window.heard"))


def _count(page: Page, *pitches: int) -> list[int]:
    heard = [each["pitch"] for each in _heard(page)]
    return [heard.count(pitch) for pitch in pitches]


def _apart(one: list[float], other: list[float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _flies(ann: Patron, kind: str) -> None:
    """A chip flies from the tray to its place, and the bet has been sent meanwhile."""
    page = ann.page
    tray = page.locator("[data-chip][aria-checked=true]").evaluate(MIDDLE)
    place = page.locator(f"button[data-kind={kind}]").bounding_box()
    assert place is not None
    page.evaluate("() => { window.flew.length = 0; }")
    ann.bet(kind)
    expect(page.locator(f"button[data-kind={kind}] [data-lies]")).to_be_visible()
    expect(page.locator("[data-flight]")).to_have_count(0)
    flew = page.evaluate("() => window.flew")
    frames = [each for each in flew if "at" in each]
    clicked = next(each["clicked"] for each in flew if "clicked" in each)
    sent = next(each["sent"] for each in flew if "sent" in each)
    # The bet waits for nothing that is drawn.
    assert sent - clicked < frames[0]["now"] - clicked + 20
    assert _apart(frames[0]["at"], tray) < 60, "it does not come from the tray"
    x, y = frames[-1]["at"]
    assert place["x"] - 10 < x < place["x"] + place["width"] + 10
    assert place["y"] - 30 < y < place["y"] + place["height"] + 30
    assert frames[-1]["now"] - frames[0]["now"] < 1000


def test_chips_fly_and_come_back_and_sounds_fit(new_page: NewPage, address: str) -> None:
    """A round that is paid, then void ones; beside it somebody who asked for calm, in silence."""
    page, calm, dee = new_page(), new_page(), Dealer(address, "scenes")
    calm.emulate_media(reduced_motion="reduce")
    for each in (page, calm):
        each.add_init_script(f"({LISTEN})()")
    ann, cal = Patron(page, "scenes"), Patron(calm, "scenes")
    for box, patron in ((1, ann), (4, cal)):
        patron.sit(box)
        dee.sell(patron.name, "1000")
    for each in (page, calm):
        each.evaluate(FOLLOW)
    page.get_by_role("button", name="Sound").click()
    assert _count(page, BELL) == [1], "it is heard that sound is on"
    _a_round_is_heard(ann, cal, dee)
    assert calm.evaluate("() => [window.audios, window.heard.length]") == [0, 0]
    sam = Dealer(address, "scenes", PASSWORD, "sam")
    _void(ann, cal, dee, sam)
    dee.leave()
    sam.leave()


def _a_round_is_heard(ann: Patron, cal: Patron, dee: Dealer) -> None:
    page, calm = ann.page, cal.page
    dee.do("open_bets")
    for each in (page, calm):
        expect(each.locator("button[data-kind=banker]")).to_be_enabled()
    assert _count(page, BELL, CHIP, CLOSED) == [2, 0, 0]
    _flies(ann, "banker")
    assert _count(page, CHIP) == [1]
    cal.bet("player")
    expect(calm.locator("button[data-kind=player] .pending")).to_have_count(0)
    assert not [each for each in calm.evaluate("() => window.flew") if "at" in each]
    expect(page.locator("button[data-box='4'] .bet")).to_have_count(1)
    assert _count(page, CHIP) == [2], "others' chips are heard too"
    dee.do("close_bets")
    expect(page.locator("button[data-kind=banker]")).to_be_disabled()
    assert _count(page, CLOSED, CARD) == [1, 0]
    cards = 0
    while dee.see()["phase"] == "dealing":
        dee.do("deal")
        cards += 1
        up = page.locator(".felt .hand [role=img]:not([aria-label='a card face down'])")
        expect(up).to_have_count(cards)
        assert _count(page, CARD, TURN) == [cards, cards]
    assert _count(page, SWEEP, PAY, WIN) == [0, 0, 0]
    dee.do("settle")
    assert Decimal(ann.settled()) == 10
    expect(page.locator("[data-paying=over]")).to_be_attached()
    assert _count(page, SWEEP, PAY, WIN, BELL, CLOSED) == [1, 1, 1, 2, 1]
    heard = _heard(page)
    for pitch in (SWEEP, PAY, WIN):
        assert next(each for each in heard if each["pitch"] == pitch)["stage"] == "moves"
    # A card is heard as it leaves the shoe, and as it is turned once its face is seen.
    turned = [each["seen"] for each in heard if each["pitch"] == TURN]
    assert turned == list(range(1, cards + 1))


def _void(ann: Patron, cal: Patron, dee: Dealer, sam: Dealer) -> None:
    """Every stake of a void round goes back; at once by a tap, and for who asked for calm."""
    page, calm = ann.page, cal.page
    for skip in (None, "tap", "Escape"):
        dee.do("open_bets")
        for each in (page, calm):
            expect(each.locator("button[data-kind=banker]")).to_be_enabled()
        had = dee.see()["balances"]
        for kind in ("banker", "banker", "tie"):
            ann.bet(kind)
        cal.bet("player")
        for each in (page, calm):
            expect(each.locator("button[data-kind] .pending")).to_have_count(0)
            expect(each.locator("button[data-box='1'] .bet")).to_have_count(2)
        dee.do("close_bets")
        dee.do("deal")
        expect(page.locator(".felt .hand [role=img]")).to_have_count(1)
        before = len(_heard(page))
        assert page.locator("[data-balance]").get_attribute("data-balance") != had[ann.name]
        sam.do("void_round", reason="the lights went out")
        expect(calm.locator("[data-paying=over]")).to_be_attached()
        assert calm.locator("[data-move]").count() == 0
        expect(calm.locator("[data-balance]")).to_have_attribute("data-balance", had[cal.name])
        if skip is None:
            expect(page.locator("[data-move=return]")).to_have_count(3)
            assert page.locator("[data-move]").count() == 3
            # Nothing is counted before it has come home, and nothing is told to be won.
            assert page.locator("[data-balance]").get_attribute("data-balance") != had[ann.name]
            expect(page.locator("[data-paying=over]")).to_be_attached()
            assert [each["pitch"] for each in _heard(page)[before:]].count(PAY) == 3
            assert WIN not in [each["pitch"] for each in _heard(page)[before:]]
        else:
            expect(page.locator("[data-paying=moves]")).to_be_attached()
            if skip == "tap":
                page.locator(".status").click(position={"x": 5, "y": 5}, force=True)
            else:
                page.keyboard.press(skip)
            expect(page.locator("[data-move]")).to_have_count(0, timeout=1000)
        expect(page.locator("[data-won]")).to_have_count(0)
        expect(page.locator("[data-balance]")).to_have_attribute("data-balance", had[ann.name])
        expect(page.get_by_text("the lights went out").first).to_be_visible()
        assert dee.see()["balances"] == had
