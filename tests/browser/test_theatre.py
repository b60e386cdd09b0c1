"""What moves at a table tells the truth: no card, no total and no payment before its time."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino import NEIGHBOURS
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron
from browser.recorder import record, recorded, set_off, too_early

pytestmark = pytest.mark.motion


def _deal(page: Page, dee: Dealer, at_once: int = 1) -> int:
    """Deal a coup, so many cards before the page is waited for, and return how many it has."""
    dee.do("close_bets")
    cards = 0
    while dee.see()["phase"] == "dealing":
        dee.do("deal")
        cards += 1
        if cards % at_once == 0:
            expect(page.locator(".felt .hand [role=img]")).to_have_count(cards)
    return cards


def _all_seen(page: Page, cards: int) -> None:
    seen = page.locator(".felt .hand [role=img]:not([aria-label='a card face down'])")
    expect(seen).to_have_count(cards)


def test_nothing_is_shown_before_its_card_is_seen(new_page: NewPage, address: str) -> None:
    """Card by card, and dealt and settled faster than cards fly."""
    page, dee = new_page(), Dealer(address, "stage")
    record(page)
    ann = Patron(page, "stage")
    ann.sit(1)
    dee.sell(ann.name, "1000")
    for at_once in (1, 9):
        dee.do("open_bets")
        expect(page.locator("button[data-kind=banker]")).to_be_enabled()
        ann.bet("banker", 2)
        expect(page.locator("button[data-kind=banker] .pending")).to_have_count(0)
        cards = _deal(page, dee, at_once)
        dee.do("settle")
        ann.settled()
        _all_seen(page, cards)
    entries = recorded(page)
    assert not too_early(entries)
    # The session was recorded: cards on their way, turned, counted, and called.
    scenes = [entry["scene"] for entry in entries if "scene" in entry]
    facing = [card["facing"] for scene in scenes for card in scene["player"]["cards"]]
    assert any(-0.9 < each < 0.9 for each in facing), "no card was seen while it is turned"
    assert {"6", "–"} <= {scene["player"]["total"] for scene in scenes}
    assert any("king of spades" in scene["said"] for scene in scenes)
    for planted in _planted(entries):
        assert too_early(planted), "a mistake that was planted is not seen"
    dee.leave()


def _planted(entries: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the session with a mistake in each: shown one message of the house too early."""
    found = []
    for at, entry in enumerate(entries):
        kinds = {event["type"] for event in entry.get("frame", {}).get("events", ())}
        if "card_dealt" not in kinds:
            continue
        after = next(
            each
            for each in entries[at:]
            if "scene" in each and _total(each) != _before(entries, at)
        )
        found.append([*entries[:at], after, *entries[at:]])
    assert len(found) > 5
    return found


def _total(entry: dict[str, Any]) -> tuple[str, str]:
    return entry["scene"]["player"]["total"], entry["scene"]["banker"]["total"]


def _before(entries: list[dict[str, Any]], at: int) -> tuple[str, str]:
    return _total(next(each for each in reversed(entries[:at]) if "scene" in each))


def test_a_round_is_paid_in_order_and_comes_out_as_the_house_says(
    new_page: NewPage, address: str
) -> None:
    """A tie that pushes, then winners and losers; beside it the same for who asked for calm."""
    page, calm, dee = new_page(), new_page(), Dealer(address, "paid")
    calm.emulate_media(reduced_motion="reduce")
    record(page)
    ann, cal = Patron(page, "paid"), Patron(calm, "paid")
    for box, patron in ((1, ann), (4, cal)):
        patron.sit(box)
        dee.sell(patron.name, "1000")
    for number, (winner, others) in enumerate((("tie", 2), ("banker", 2)), 1):
        start = len(recorded(page))
        _bet(ann, cal, dee)
        _deal(page, dee)
        had = ann.balance
        dee.do("settle")
        expect(calm.locator("[data-paying=over]")).to_be_attached()
        assert calm.evaluate("() => document.getAnimations().length") == 0
        expect(page.locator("[data-paying=over]")).to_be_attached()
        assert ann.settled() == cal.settled()
        assert ann.balance == cal.balance
        for place in (f"[data-won='{winner}']", "[data-won^=box]"):
            expect(page.locator(place).first).to_be_visible()
            shown = page.locator(place).all_inner_texts()
            assert shown == calm.locator(place).all_inner_texts(), number
        assert page.locator("[data-won^=box]").count() == 2 + others
        entries = recorded(page)[start:]
        _paid_as_told(entries, winner, had)
    assert not too_early(recorded(page))
    _told_line_by_line(page)
    _goes_on(ann, dee)
    dee.leave()


def _bet(ann: Patron, cal: Patron, dee: Dealer) -> None:
    """Everybody bets: the later boxes first, for that is not the order in which they are paid."""
    dee.do("open_bets")
    dee.do("place_bet", player=NEIGHBOURS[1], box=3, bet="tie", amount="10")
    dee.do("place_bet", player=NEIGHBOURS[1], box=3, bet="banker", amount="40")
    dee.do("place_bet", player=NEIGHBOURS[0], box=2, bet="banker", amount="30")
    dee.do("place_bet", player=NEIGHBOURS[0], box=2, bet="tie", amount="20")
    for patron in (cal, ann):
        expect(patron.page.locator("button[data-kind=tie]")).to_be_enabled()
        for kind in ("player", "banker", "banker", "tie"):
            patron.bet(kind)
        expect(patron.page.locator("[data-total]")).to_have_text("40")
        expect(patron.page.locator("button[data-kind] .pending")).to_have_count(0)


def _paid_as_told(entries: list[dict[str, Any]], winner: str, had: Decimal) -> None:
    """The order, the amounts and the balance, by what the house sent."""
    frames = [entry["frame"] for entry in entries if "frame" in entry]
    told = next(
        event
        for frame in frames
        for event in frame.get("events", ())
        if event["type"] == "round_settled"
    )
    bets = {
        event["id"]: event
        for frame in frames
        for event in frame.get("events", ())
        if event["type"] == "bet_placed"
    }
    act = {"lose": 0, "win": 1, "push": 2}
    order = sorted(
        told["bets"],
        key=lambda line: (
            act[line["outcome"]],
            bets[line["id"]]["box"],
            # The bets on a hand and the tie are main bets all alike: then as they came.
            told["bets"].index(line),
        ),
    )
    scenes = [entry["scene"] for entry in entries if "scene" in entry]
    moving = [scene for scene in scenes if scene["stage"] == "moves"]
    assert set_off(moving) == [line["id"] for line in order]
    mine = next(key for key, bet in bets.items() if (bet["box"], bet["bet"]) == (1, winner))
    lies = False
    for scene in moving:
        win = next(c for c in scene["chips"] if (c["bet"], c["what"]) == (mine, "win"))
        lies |= abs(win["x"]) < 3 and abs(win["y"]) < 3
        # Nothing is promised before it lies there, and it counts once it has come home.
        assert lies or not _tag(scene, winner)["opacity"], "told before it lies there"
        assert Decimal(scene["balance"]) == had
    assert lies
    last = scenes[-1]
    own = [line for line in order if bets[line["id"]]["box"] == 1]
    won = sum(Decimal(line["profit"]) for line in own if line["outcome"] == "win")
    assert _tag(last, winner)["text"] == f"+{won:,.2f}".removesuffix(".00")
    assert _tag(last, "box 1")["text"] == _tag(last, winner)["text"]
    assert Decimal(last["balance"]) == had + sum(Decimal(line["back"]) for line in own)
    assert not last["chips"]


def _tag(scene: dict[str, Any], place: str) -> dict[str, Any]:
    """Return what is told to be won at a place."""
    return next(each for each in scene["won"] if each["place"] == place)


STAKED = """async (kind) => {
    const place = document.querySelector(`button[data-kind=${kind}]`);
    while (place.disabled) await new Promise((done) => requestAnimationFrame(done));
    const stage = document.querySelector('[data-paying]')?.dataset.paying;
    place.click();
    return stage;
}"""


def _told_line_by_line(page: Page) -> None:
    """The result: what each bet brought, at which odds and why; a page loaded anew has it again."""
    lines = page.locator(".outcome summary")
    won = lines.nth(1)
    for _ in range(2):
        expect(lines).to_have_count(3)
        expect(won).to_contain_text(re.compile(r"Bank(er)?.*\+19.*0\.95 to 1"))
        won.click()
        expect(page.locator(".outcome details[open]")).to_contain_text("staked 20")
        expect(page.locator(".outcome details[open]")).to_contain_text("19:20")
        before = page.locator("[data-net]").get_attribute("data-net")
        page.reload()
        page.wait_for_selector("[data-ready=true]")
        expect(page.locator("[data-net]")).to_have_attribute("data-net", before or "")


def _goes_on(ann: Patron, dee: Dealer) -> None:
    """The next round is bet on while chips still move; a tap on the felt puts them all home."""
    page = ann.page
    dee.do("open_bets")
    expect(page.locator("button[data-kind=player]")).to_be_enabled()
    ann.bet("player")
    expect(page.locator("button[data-kind] .pending")).to_have_count(0)
    _deal(page, dee)
    dee.do("settle")
    expect(page.locator("[data-paying=moves]")).to_be_attached()
    dee.do("open_bets")
    assert page.evaluate(STAKED, "tie") == "moves"
    expect(page.locator("[data-total]")).to_have_text("10")
    page.locator(".status").click(position={"x": 5, "y": 5}, force=True)
    expect(page.locator("[data-move]")).to_have_count(0, timeout=1000)
    mine = dee.see()["balances"][ann.name]
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", mine)


SAMPLES = """() => new Promise((done) => {
    const found = [];
    const look = () => {
        const bar = document.querySelector('.felt [role=timer] .bar');
        if (!bar || found.length >= 200) return done(found);
        const { a } = new DOMMatrix(getComputedStyle(bar.firstElementChild).transform);
        const number = Number(bar.parentElement.querySelector('b').textContent);
        found.push([number, a * Number(bar.dataset.seconds)]);
        // After everything that a frame does, so that both are of the same one.
        requestAnimationFrame(() => setTimeout(look));
    };
    look();
})"""


def test_the_bar_and_the_number_agree_to_a_tenth_of_a_second(new_page: NewPage) -> None:
    """In every frame: a second that is begun is shown until it is over."""
    page = new_page()
    page.goto("/tables/classic")
    page.wait_for_selector("[data-ready=true]")
    page.locator(".felt [role=timer]").wait_for(timeout=40_000)
    samples = page.evaluate(SAMPLES)
    apart = [(number, left) for number, left in samples if not number - 1.1 <= left <= number + 0.1]
    assert not apart
    assert len({number for number, _ in samples}) >= 2
