"""The board for a wall: whole on every screen, whatever is on it, and in the house's money."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import SECRET, drawn
from browser.line import line_to

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
LANGUAGES = ["en-GB", "zh-CN"]
LONG = "a card of another deck with a blue back lay in the shoe between two red ones; " * 3


def cut_off(page: Page) -> list[str]:
    """Return what does not lie wholly on the screen; with a scroll bar, that too."""
    page.wait_for_load_state("networkidle")
    drawn(page)
    found: list[str] = page.evaluate(
        """() => {
            const { scrollWidth, scrollHeight } = document.documentElement;
            const out = scrollWidth > innerWidth || scrollHeight > innerHeight ? ["scrolls"] : [];
            for (const each of document.querySelectorAll("body *")) {
                const { right, bottom, width } = each.getBoundingClientRect();
                if (width && (right > innerWidth + 1 || bottom > innerHeight + 1))
                    out.push(each.tagName + "." + each.getAttribute("class"));
            }
            return out.slice(0, 5);
        }"""
    )
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("table", ["insurance", "player-dealer", "board"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_is_whole_on_every_screen(
    new_page: NewPage, shots: Path, size: tuple[int, int], table: str, language: str
) -> None:
    """Nothing is cut at the foot or the side, whatever is on the board."""
    page = new_page(*size, language=language)
    page.goto(f"/tables/{table}/board")
    expect(page.locator(".board")).to_be_visible()
    if table == "board":
        expect(page.locator(".call .offer")).to_contain_text("3:1")
    assert cut_off(page) == []
    page.screenshot(path=shots / f"board-{table}-{size[0]}-{language[:2]}.png")


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_whole_while_the_line_is_down(
    new_page: NewPage, address: str, shots: Path, size: tuple[int, int]
) -> None:
    """Kills a board that is pushed off its screen by the words about the line."""
    page = new_page(*size)
    with line_to(address) as line:
        page.goto(f"{line.address}/tables/board/board")
        expect(page.locator(".call .offer")).to_contain_text("3:1")
        line.cut()
        expect(page.locator("p.line")).to_be_visible()
        assert cut_off(page) == []
        page.screenshot(path=shots / f"board-down-{size[0]}.png")


def test_the_board_is_whole_with_a_long_word_of_the_house(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """A void with a reason as long as it may be: both hands stay side by side."""
    sam = Dealer(floor, "wall", SECRET, "sam")
    sam.do("open_bets")
    sam.do("close_bets")
    for card in ("Ks", "Qh", "6c", "5d"):
        sam.do("deal", card=card)
    sam.do("void_round", reason=LONG[:200].strip())
    for size in SIZES:
        for language in LANGUAGES:
            page = new_page(*size, language=language)
            page.goto(f"{floor}/tables/wall/board")
            expect(page.locator(".notice")).to_contain_text("blue back")
            assert cut_off(page) == []
            tops = [hand.bounding_box() for hand in page.locator(".hands > .hand").all()]
            assert len({round(box["y"]) for box in tops if box}) == 1, "side by side"
            page.screenshot(path=shots / f"board-void-{size[0]}-{language[:2]}.png")
    sam.leave()
