"""Every page, at every size and in both themes: seen, measured, and fit for everybody."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.axe import barriers
from browser.conftest import NewPage

PAGES = {
    "lobby": "/",
    "table": "/tables/insurance",
    "large": "/tables/classic",
    "board": "/tables/tiger/board",
    "history": "/tables/past/history",
    "round": "/tables/past/rounds/3",
    "proof": "/tables/past/proof",
    "first": "/first",
}
READY = {
    "lobby": ".tile",
    "table": "[data-ready=true]",
    "large": "[data-ready=true]",
    "board": ".board .roads",
    "history": "tbody tr",
    "round": ".events li",
    "proof": "[data-proof]",
    "first": "form",
}


def _open(page: Page, name: str) -> None:
    page.goto(PAGES[name])
    page.wait_for_selector(READY[name])


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_page_has_a_barrier(new_page: NewPage, theme: str) -> None:
    """axe-core finds nothing, contrast included."""
    page = new_page(theme=theme)
    found = []
    for name in PAGES:
        _open(page, name)
        # What still fades in has the contrast of what is half there.
        page.wait_for_timeout(700)
        found += barriers(page, name)
    assert not found, found


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800), (3840, 2160)])
def test_pages_fit_their_screen(new_page: NewPage, shots: Path, width: int, height: int) -> None:
    """Nothing sticks out at the side; a picture of each is kept."""
    page = new_page(width, height)
    for name in PAGES:
        _open(page, name)
        page.wait_for_timeout(300)
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= width, name
        page.screenshot(path=shots / f"{name}-{width}.png")


def test_chinese(new_page: NewPage, shots: Path) -> None:
    page = new_page(language="zh-CN")
    _open(page, "table")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("heading", name="保险百家乐")).to_be_visible()
    expect(page.locator("button[data-kind=player] b")).to_have_text("閒")
    # What is printed on the felt is Chinese already, and is not said twice.
    expect(page.locator("button[data-kind=player] .name")).to_have_count(0)
    expect(page.locator("svg .letter.han").first).to_have_text(re.compile("[庄闲和]"))
    page.screenshot(path=shots / "table-zh.png")


def test_a_shuffle_is_checked_by_the_browser_itself(new_page: NewPage) -> None:
    page = new_page()
    _open(page, "proof")
    expect(page.locator("[data-proof]")).to_have_attribute("data-proof", "holds")
    heads = page.locator("[data-heads]")
    heads.locator("summary").click()
    expect(heads).to_contain_text(re.compile("[0-9a-f]{64}.*[0-9a-f]{64}", re.DOTALL))
    page.get_by_label("The promise you wrote down").fill("00" * 32)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("It is not the promise you wrote down.")).to_be_visible()


def test_a_table_is_there_in_two_seconds_and_nothing_comes_from_elsewhere(
    new_page: NewPage, address: str
) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    began = time.monotonic()
    _open(page, "table")
    took = time.monotonic() - began
    assert took < 2, took
    assert all(url.startswith(address) for url in asked), asked


def test_who_asks_for_calm_gets_it(new_page: NewPage) -> None:
    page = new_page()
    page.emulate_media(reduced_motion="reduce")
    _open(page, "table")
    moving = page.evaluate("() => document.getAnimations().length")
    assert moving == 0


def test_only_transform_and_opacity_move(new_page: NewPage) -> None:
    """Whatever else were animated would be laid out or painted anew in every frame."""
    page = new_page()
    _open(page, "table")
    seen: set[str] = set()
    for _ in range(25):
        seen |= set(
            page.evaluate(
                "() => document.getAnimations().flatMap(a => a.effect.getKeyframes()"
                ".flatMap(Object.keys))"
            )
        )
        page.wait_for_timeout(300)
    assert seen <= {"transform", "opacity", "offset", "computedOffset", "easing", "composite"}, seen


def test_roads_are_explained_cell_by_cell(new_page: NewPage) -> None:
    page = new_page()
    _open(page, "table")
    road = page.get_by_role("img", name="Bead plate")
    road.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("figcaption", has_text="Bead plate")).to_contain_text("Round")
