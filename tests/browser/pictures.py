"""Makes the documentation's pictures of the pages, as the product is now: `./run pictures`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from PIL.Image import Resampling
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.conftest import FLAGS, _missing, chromium
from browser.dealer import Dealer
from browser.evening import SETTINGS, furnish
from browser.floor import SECRET, drawn, due, enter, enter_key, keys, place
from croupier.game.loading import load
from croupier.par import Sheet, par
from croupier.par.sheet_text import as_png
from croupier.par.vulnerability import measure
from served import served

DOCS = Path(__file__).parents[2] / "docs"

MOST = 300_000
"""Bytes that a picture may have."""

COLOURS, GAP = 256, 14
SHOWN_PAGES = (0, 2, 4)
"""The pages of a PAR sheet that are shown."""


class Studio:
    """A browser before a house in the middle of an evening."""

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        """Take pictures of the house at an address, into a folder."""
        self.address = address
        self._browser = browser
        self._folder = folder

    @contextmanager
    def page(self, width: int, height: int, **looks: Any) -> Iterator[Page]:
        """Open a page in a browser of its own, as somebody sees it in the house's own time zone."""
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=looks.get("theme", "dark"),
            locale=looks.get("language", "en-GB"),
            timezone_id=SETTINGS["time_zone"],
            has_touch=looks.get("touch", False),
            base_url=self.address,
        )
        page = context.new_page()
        try:
            yield page
        finally:
            context.close()

    def dealer(self, table: str, name: str = "dee") -> Dealer:
        """Return somebody of the staff at a table, who works by programs."""
        return Dealer(self.address, table, SECRET, name)

    def take(self, page: Page, name: str, **how: Any) -> None:
        """Write what a page shows, once nothing moves."""
        page.wait_for_load_state("networkidle")
        drawn(page)
        self.keep(Image.open(BytesIO(page.screenshot(**how))), name)

    def keep(self, shot: Image.Image, name: str) -> None:
        """Write a picture with few enough colours to be light."""
        keep(shot, self._folder / f"{name}.png")


def keep(shot: Image.Image, path: Path) -> None:
    """Write a picture with few enough colours to be light."""
    light = shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    light.save(path, optimize=True)
    size = path.stat().st_size
    assert size < MOST, f"{path.name} has {size:,} bytes, more than {MOST:,}"
    print(f"{path.name}: {light.width}×{light.height}, {size:,} bytes", flush=True)


def table(studio: Studio) -> None:
    """A patron's table: cards on the felt, everybody's bets, my own box."""
    with studio.page(1280, 800) as page:
        enter(page, studio.address, "noa", "/tables/bac-1")
        page.wait_for_selector("[data-ready=true]")
        studio.take(page, "table")


def hero(studio: Studio) -> None:
    """The documentation's first picture: the felt alone, with all cards and everybody's bets."""
    with studio.page(1600, 900) as page:
        enter(page, studio.address, "noa", "/tables/bac-1")
        page.wait_for_selector("[data-ready=true]")
        felt = page.locator(".felt").bounding_box()
        assert felt is not None
        studio.take(page, "hero", clip=felt)


def paying(studio: Studio) -> None:
    """The same while it is paid: losers are gone, and winners are paid one after the other."""
    dealer = studio.dealer("bac-1")
    with studio.page(1280, 800) as page:
        enter(page, studio.address, "noa", "/tables/bac-1")
        page.wait_for_selector("[data-ready=true]")
        while dealer.see()["phase"] == "dealing":
            dealer.do("deal")
        dealer.do("settle")
        page.wait_for_selector("[data-paying=moves]")
        page.evaluate(
            """() => document.getAnimations().forEach((each) => {
                each.pause();
                each.currentTime = 2300;
            })"""
        )
        studio.take(page, "paying")
    dealer.leave()


def phone(studio: Studio) -> None:
    """The same on a phone, in the light theme."""
    with studio.page(390, 844, theme="light", touch=True) as page:
        enter(page, studio.address, "ann", "/tables/tiger-2")
        page.wait_for_selector("[data-ready=true]")
        studio.take(page, "phone")


def sideways(studio: Studio) -> None:
    """The same on a phone that is held sideways: felt at the left, places at the right."""
    with studio.page(844, 390, theme="light", touch=True) as page:
        enter(page, studio.address, "ann", "/tables/tiger-2")
        page.wait_for_selector("[data-ready=true]")
        studio.take(page, "sideways")


def howto(studio: Studio) -> None:
    """How to play, beside the felt: the case of the cards that lie there is lit."""
    with studio.page(1280, 720) as page:
        enter(page, studio.address, "noa", "/tables/bac-1#how-to-play")
        page.get_by_role("button", name="Third card").click()
        expect(page.locator(".howto td[aria-current]")).to_be_visible()
        studio.take(page, "howto")


def board(studio: Studio) -> None:
    """The board for a wall, in Chinese, with insurance on offer."""
    with studio.page(1280, 720, language="zh-CN") as page:
        page.goto("/tables/ins-1/board")
        expect(page.locator(".call .offer")).to_be_visible()
        studio.take(page, "board")


def proof(studio: Studio) -> None:
    """A shuffle that the browser has checked: of a shoe that has ended."""
    sam = studio.dealer("cup-1", "sam")
    if sam.see()["shoe"]["number"] == 1:
        sam.do("new_shoe")
    sam.leave()
    with studio.page(1280, 720) as page:
        page.goto("/tables/cup-1/proof")
        page.get_by_role("button", name="Check").first.click()
        studio.take(page, "proof")


def _opened(page: Page) -> None:
    """Open bets at the console that types its cards, and lay some; deal two cards."""
    due(page, "Open bets")
    page.locator("h1").click()
    enter_key(page)
    due(page, "Close bets")
    for player, bet, amount in (("ann", "banker", "500"), ("bob", "player", "300")):
        place(page, player, bet, amount)
    page.locator("h1").click()
    enter_key(page)
    due(page, "Player, first card")


def dealing(studio: Studio) -> None:
    """The dealer's console: insurance is on offer, and Enter ends it."""
    with studio.page(1366, 768) as page:
        enter(page, studio.address, "dee", "/dealer/ins-2")
        _opened(page)
        keys(page, "Ks", "Qh", "6c", "5d")
        due(page, "Insurance")
        page.get_by_role("button", name="Box 2: bob").click()
        studio.take(page, "dealing")
        page.locator("h1").click()
        enter_key(page)
        due(page, "Banker, third card")
        keys(page, "9d")
        due(page, "wins")
        studio.take(page, "payments")
        enter_key(page)
        due(page, "Open bets")


def consoles(studio: Studio) -> None:
    """The dealer's console: a card went to the wrong hand."""
    with studio.page(1366, 768) as page:
        enter(page, studio.address, "dee", "/dealer/ins-2")
        _opened(page)
        keys(page, "2s", "6d")
        due(page, "Player, second card")
        page.keyboard.press("r")
        page.get_by_role("dialog").get_by_role("button", name="wrong hand").click()
        expect(page.get_by_role("region", name="A report that waits")).to_be_visible()
        studio.take(page, "consoles")


def pit(studio: Studio) -> None:
    """The pit: a case that waits, with its facts."""
    dan = studio.dealer("tiger-2", "dan")
    if dan.see()["phase"] == "betting":
        dan.do("close_bets")
        for _ in range(3):
            dan.do("deal")
        dan.do("report", kind="foreign_card", text="a blue back among the red")
    dan.leave()
    with studio.page(1366, 900) as page:
        enter(page, studio.address, "sam", "/pit")
        page.get_by_role("button", name="tiger-2").first.click()
        expect(page.get_by_role("region", name="A report that waits")).to_be_visible()
        studio.take(page, "pit")


def cage(studio: Studio) -> None:
    """The cage: a patron who was found, the day's slips and sums."""
    with studio.page(1366, 900) as page:
        enter(page, studio.address, "cas", "/cage")
        page.get_by_label("Name, or part of it").fill("ann")
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="Patron")).to_contain_text("Wallet")
        studio.take(page, "cage")


def account(studio: Studio) -> None:
    """A patron's account: limits, of which one is to be raised, and the history."""
    with studio.page(1280, 900) as page:
        enter(page, studio.address, "may lin", "/account")
        for limit, amount in (("Losses a day", "500"), ("Deposits a week", "15000")):
            page.get_by_label(limit).fill(amount)
        page.get_by_role("button", name="Set the limits").click()
        expect(page.get_by_text("Set.", exact=True)).to_be_visible()
        page.get_by_label("Losses a day").fill("1000")
        page.get_by_role("button", name="Set the limits").click()
        expect(page.get_by_text("1,000.00 from")).to_be_visible()
        studio.take(page, "account")


def handover(studio: Studio) -> None:
    """The sheet of the shift, with a case that waits."""
    with studio.page(1366, 900) as page:
        enter(page, studio.address, "sam", "/pit/handover")
        expect(page.get_by_role("heading", name="Shift hand-over")).to_be_visible()
        studio.take(page, "handover", full_page=True)


def reports(studio: Studio) -> None:
    """A day's report by table."""
    with studio.page(1366, 900) as page:
        enter(page, studio.address, "sam", "/pit/reports")
        expect(page.get_by_text("Ledger and events agree.")).to_be_visible()
        studio.take(page, "reports")


def odds(studio: Studio) -> None:
    """What every bet costs, worked out by the page."""
    with studio.page(1366, 1500) as page:
        page.goto("/odds")
        page.get_by_label("Game").select_option("insurance")
        expect(page.locator("td.good[data-offer]").first).to_be_visible()
        studio.take(page, "odds-page")


def sheets() -> Image.Image:
    """Return three pages of a PAR sheet, side by side."""
    game = load("insurance")
    made = Sheet(par(game, 8), game.digest, version("croupier"), counted=measure(game, 8))
    pages = as_png(made)
    shown = [Image.open(BytesIO(pages[at])) for at in SHOWN_PAGES]
    width, height = shown[0].size
    desk = Image.new("RGB", (3 * (width + GAP) + GAP, height + 2 * GAP), "#8a929a")
    for at, each in enumerate(shown):
        desk.paste(each, (GAP + at * (width + GAP), GAP))
    return desk.resize((1841, desk.height * 1841 // desk.width), Resampling.LANCZOS)


MAKERS: dict[str, Callable[[Studio], None]] = {
    **{each.__name__: each for each in (hero, table, phone, sideways)},
    **{each.__name__: each for each in (howto, board, proof, dealing)},
    **{each.__name__: each for each in (consoles, pit, cage, account, handover, reports, paying)},
    "odds-page": odds,
}
PAPERS: dict[str, Callable[[], Image.Image]] = {"par": sheets}
"""Pictures of what is printed: no house and no browser are needed for them."""
PICTURES = frozenset({*MAKERS, *PAPERS, "payments"})
"""Every picture that is made here: of dealing there are two."""

BEFORE = frozenset({f"before-{name}" for name in ("table", "paying", "phone", "sideways")})
"""What an earlier version looked like: these are never made anew."""


def main(wanted: list[str], folder: Path = DOCS) -> None:
    """Make the pictures that are named, or all."""
    known = (*MAKERS, *PAPERS)
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        sys.exit(f"There is no {', '.join(unknown)}. There are: {', '.join(known)}.")
    chosen = wanted or known
    for name in PAPERS.keys() & chosen:
        keep(PAPERS[name](), folder / f"{name}.png")
    shots = [name for name in chosen if name in MAKERS]
    if not shots:
        return
    why = _missing()
    if why is not None:
        sys.exit(f"No pictures were made: {why}.")
    with served(furnish, **SETTINGS) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        studio = Studio(browser, server.address, folder)
        for name in shots:
            MAKERS[name](studio)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
