"""Nothing on the table moves: every place is measured in every frame of whole rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import barriers, cut
from browser.casino import LONG_COUPS, MEASURED, NEIGHBOUR
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron
from croupier.game.loading import keys, shipped
from croupier.game.model import Banker

pytestmark = pytest.mark.motion

DESK, UPRIGHT, SIDEWAYS, TABLET = (1280, 720), (390, 844), (640, 360), (820, 1180)
SMALLEST = ((195, 422), (320, 180))
ZOOMED = (*SMALLEST, (320, 256), SIDEWAYS)
"""Windows as a reader's zoom of 200% or 400% makes them: a phone's, a laptop's."""
NARROW = 340
"""Where the table is a page that scrolls, up and down only."""
Size = tuple[int, int]

WATCH = """() => {
    const seen = { at: {}, moved: [], frames: 0 };
    window.seen = seen;
    const look = () => {
        if (window.seen !== seen) return;
        for (const each of document.querySelectorAll(
            "[data-kind], [data-box], [data-act], [role=radio]"
        )) {
            const name = each.dataset.kind ?? each.dataset.act ?? each.dataset.box
                ?? each.getAttribute("aria-label");
            const { x, y, width, height } = each.getBoundingClientRect();
            const sides = [x + scrollX, y + scrollY, width, height];
            const now = sides.map((side) => side.toFixed(1)).join(" ");
            const before = (seen.at[name] ??= now);
            if (before !== now) seen.moved.push(`${name}: ${before} -> ${now}`);
            seen.at[name] = now;
        }
        seen.frames += 1;
        requestAnimationFrame(look);
    };
    look();
}"""
"""Note from frame to frame where every place, box, chip and act is, and whatever moves."""

MEASURE = """(open) => {
    const wrong = [];
    const among = (name, found) => {
        if (!found.length) wrong.push(`no ${name}`);
        for (const each of found) {
            const { x, y, right, bottom, width, height } = each.getBoundingClientRect();
            const label = each.dataset.kind ?? each.getAttribute("aria-label") ?? name;
            const inside = x >= -0.5 && y >= -0.5;
            if (width < 8 || !inside || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
                wrong.push(`${label} is not on the screen`);
            if ("kind" in each.dataset && Math.min(width, height) < 44)
                wrong.push(`${label} is ${width} by ${height}`);
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            if (open && each.matches("button") && !each.contains(top))
                wrong.push(`${label} is covered by ${top?.outerHTML.slice(0, 80)}`);
            if (name === "timer" && top?.closest(".over > *"))
                wrong.push(`the timer is covered by ${top.outerHTML.slice(0, 80)}`);
        }
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    among("place", all("button[data-kind]"));
    among("chip", all("[role=radio]"));
    among("act", all("[data-act]"));
    among("hand", all(".felt .hand, .felt .hand [role=img]"));
    among("balance", all("[data-balance]"));
    among("total", all("[data-total]"));
    if (open) among("timer", all(".felt [role=timer]"));
    if (scrollX || scrollY) wrong.push("the page was scrolled");
    return wrong;
}"""
"""Find what a guest cannot see at once, or press."""

REACH = """(open) => {
    const wrong = [];
    const among = (name, found) => {
        if (!found.length) wrong.push(`no ${name}`);
        for (const each of found) {
            each.scrollIntoView({ block: "center" });
            const { x, y, right, bottom, width, height } = each.getBoundingClientRect();
            const label = each.dataset.kind ?? each.getAttribute("aria-label") ?? name;
            const inside = x >= -0.5 && y >= -0.5;
            if (width < 8 || !inside || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
                wrong.push(`${label} cannot be brought on the screen`);
            if (each.matches("button") && Math.min(width, height) < (name === "balance" ? 24 : 44))
                wrong.push(`${label} is ${width} by ${height}`);
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            if (open && each.matches("button:enabled") && !each.contains(top))
                wrong.push(`${label} is covered by ${top?.outerHTML.slice(0, 80)}`);
        }
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    among("place", all("button[data-kind]"));
    among("chip", all("[role=radio]"));
    among("act", all("[data-act]"));
    among("box", all("button[data-box]"));
    among("hand", all(".felt .hand"));
    among("balance", all("[data-balance], [data-zone=purse] button:enabled"));
    among("total", all("[data-total]"));
    among("road", all(".roads svg"));
    if (open) among("timer", all(".felt [role=timer]"));
    if (scrollX) wrong.push("the page was scrolled to the side");
    scrollTo(0, 0);
    return wrong;
}"""
"""Find what cannot be brought on a small screen by scrolling up and down, or pressed there."""


class Measured:
    """A guest whose table is measured at each step of a round."""

    def __init__(self, page: Page, game: str, address: str, shots: Path) -> None:
        """Sit down at box 1."""
        self.page, self.game, self.shots = page, game, shots
        self.rules = shipped(game)
        self.ann = Patron(page, f"{MEASURED}-{game}")
        self.dee = Dealer(address, f"{MEASURED}-{game}")
        self.ann.sit(1)
        self.name = self.ann.name
        self.banked = self.rules.bank.by is Banker.PLAYER_DEALER

    def at(self, size: Size) -> None:
        """Have a window of a size, and watch from then on."""
        self.size = size
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        # Two frames: the first may still have been drawn for the window before.
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        self.page.evaluate(WATCH)

    def look(self, step: str, *, bets_are_open: bool = False) -> None:
        """Measure what is on the screen, and keep a picture of it."""
        narrow = self.size[0] < NARROW
        wrong = self.page.evaluate(REACH if narrow else MEASURE, bets_are_open)
        wrong += cut(self.page) if self.size in ZOOMED else []
        wide, high = self.size
        self.page.screenshot(path=self.shots / f"place-{self.game}-{wide}x{high}-{step}.png")
        assert not wrong, (self.game, self.size, step, wrong)

    def nothing_moved(self) -> None:
        """What was seen in any frame since the window has this size."""
        seen: dict[str, Any] = self.page.evaluate("() => window.seen")
        assert seen["frames"] > 20, "nobody looked"
        assert not seen["moved"], (self.game, self.size, seen["moved"][:6])

    def offer_bank(self) -> None:
        """The position goes round: Ann is asked and declines, her neighbour banks."""
        self.dee.do("offer_player_dealer", seat=1)
        expect(self.page.get_by_role("button", name="Bank", exact=True)).to_be_visible()
        self.look("bank")
        self.page.get_by_role("button", name="Pass").click()
        expect(self.page.get_by_role("button", name="Bank", exact=True)).to_have_count(0)
        self.dee.do("offer_player_dealer", seat=2)
        self.dee.do("accept_player_dealer", player=NEIGHBOUR, seat=2, wager="1000")

    def bet(self) -> None:
        """Chips on every place that takes them, others' chips, a refusal, a wish to squeeze."""
        page, dee = self.page, self.dee
        dee.sell(self.name, "300")
        dee.do("open_bets")
        dee.do("set_deadline", seconds=90)
        expect(page.locator(".felt [role=timer]")).to_be_visible()
        expect(page.locator("button[data-kind=player]")).to_be_enabled()
        self.look("open", bets_are_open=True)
        kinds = [kind for kind in self.rules.bets if kind != "banker"]
        for kind in kinds:
            self.ann.bet(kind)
        page.get_by_role("radio", name="Chip of 100", exact=True).click()
        self.ann.bet("player")
        if not self.banked:
            theirs = [kind for kind in self.rules.bets if kind != "player"]
            for kind in theirs:
                dee.do("place_bet", player=NEIGHBOUR, box=2, bet=kind, amount="50")
            # As many bets, as many piles: none is added to another.
            piles = page.locator("button[data-box='2'] .bet")
            expect(piles).to_have_count(len(theirs))
        expect(page.locator("button[data-kind] [data-lies]")).to_have_count(len(kinds))
        expect(page.locator("button[data-kind] .pending")).to_have_count(0)
        self.look("bets", bets_are_open=True)
        if self.size == SIDEWAYS:
            assert not barriers(page, self.game)
        page.get_by_role("radio", name="Chip of 1,000", exact=True).click()
        self.ann.bet("player")
        expect(page.locator(".refusal")).to_be_visible()
        self.look("refused", bets_are_open=True)
        page.get_by_role("radio", name="Chip of 10", exact=True).click()
        expect(page.locator("[data-total]")).to_have_text(str(100 + 10 * len(kinds)))
        if self.rules.play.face_down.allowed:
            page.get_by_role("button", name="Ask to squeeze Player").click()
            expect(page.get_by_text("You asked to squeeze Player")).to_be_visible()
            self.look("asked", bets_are_open=True)

    def choose(self, next_card: str) -> None:
        """A card is exposed after the first: go on, or take the bets back?"""
        self.dee.do("deal")
        self.dee.do("report", kind="exposed_card", cards=[next_card])
        button = self.page.get_by_role("button", name="Play on")
        expect(button).to_be_visible()
        self.look("options")
        button.click()
        expect(button).to_have_count(0)
        if not self.banked:
            self.dee.do("choose", player=NEIGHBOUR, option="continue")

    def deal(self) -> None:
        """Cards, insurance where there is some, a squeeze where cards lie face down."""
        page, dee = self.page, self.dee
        for dealt in (2, 3, 4):
            dee.do("deal")
            expect(page.locator(".felt .hand [role=img]")).to_have_count(dealt)
        if self.rules.play.face_down.allowed:
            expect(page.locator(".squeeze")).to_be_visible()
            self.look("squeeze")
            down = page.locator(".felt .player [aria-label='a card face down']")
            for number in (1, 2):
                page.get_by_role("button", name=f"Turn Player's card {number}").click()
                expect(down).to_have_count(2 - number)
        if self.rules.insurance:
            offer = page.get_by_role("region", name="Insurance")
            expect(offer).to_be_visible()
            self.look("insurance")
            offer.get_by_role("button").first.click()
            expect(offer).to_contain_text("Insured with")
        expect(page.locator("[aria-label='a card face down']")).to_have_count(0)
        dee.do("deal")
        expect(page.locator(".felt .hand [role=img]")).to_have_count(5)
        self.look("cards")
        dee.do("settle")
        self.ann.settled()
        self.look("result")

    def leave(self) -> None:
        """Sit no more; the next test finds the box free."""
        self.dee.do("leave", player=self.name, box=1)
        self.dee.leave()


def whole_rounds(page: Page, game: str, sizes: list[Size], address: str, shots: Path) -> None:
    """A round at each size; the window is turned and zoomed in the middle of the last."""
    table = Measured(page, game, address, shots)
    begun = table.dee.see()["round"]
    for turn, size in enumerate(sizes, begun):
        table.at(size)
        table.look("idle")
        if table.banked and table.dee.see()["player_dealer"] is None:
            table.offer_bank()
        table.bet()
        if size == sizes[-1]:
            # Turned, zoomed, elsewhere, and turned back: all that lies is still there.
            table.nothing_moved()
            others = [each for each in (DESK, UPRIGHT, SIDEWAYS) if each != size]
            for each in (*others, *SMALLEST, size):
                table.at(each)
                table.look(f"turned-{each[0]}", bets_are_open=True)
        table.dee.do("close_bets")
        if table.rules.play.face_down.allowed:
            table.dee.do("grant_squeeze", player=table.name, hand="player")
        table.choose(LONG_COUPS[5 * turn + 1])
        table.deal()
        table.nothing_moved()
        # Never enough chips for the one that is refused.
        table.dee.do("cash_out", player=table.name)
    table.leave()


GAMES = list(keys())
PLAYED = (DESK, SIDEWAYS, TABLET, UPRIGHT, UPRIGHT, SIDEWAYS)
"""At which size each of them is played to its end; bets are looked at in all of them."""


@pytest.mark.parametrize(("game", "size"), list(zip(GAMES, PLAYED, strict=True)))
def test_no_place_moves_in_a_whole_round(
    new_page: NewPage, address: str, shots: Path, game: str, size: Size
) -> None:
    """All is on one screen, large enough and uncovered while bets are open; nothing moves, ever."""
    theme = "light" if size == SIDEWAYS else "dark"
    whole_rounds(new_page(*size, theme=theme), game, [size], address, shots)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_no_place_moves_at_any_size(
    new_page: NewPage, address: str, shots: Path, game: str
) -> None:
    """Whole rounds of every game at every size, the smallest and the largest among them."""
    sizes = [DESK, UPRIGHT, SIDEWAYS, TABLET, (360, 640), (932, 430), (2560, 1440), *ZOOMED[:3]]
    whole_rounds(new_page(*sizes[0]), game, sizes, address, shots)
