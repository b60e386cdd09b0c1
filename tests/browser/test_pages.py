"""Pages of patrons, at every size: seen and measured."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.floor import enter

PAGES = {
    "lobby": "/",
    "table": "/tables/insurance",
    "large": "/tables/classic",
    "rules": "/tables/insurance#how-to-play",
    "board": "/tables/tiger/board",
    "history": "/tables/past/history",
    "round": "/tables/past/rounds/3",
    "proof": "/tables/past/proof",
    "first": "/first",
    "nowhere": "/no/such/page",
    "no-table": "/tables/none-of-this-name",
}
READY = {
    "lobby": ".tile",
    "table": "[data-ready=true]",
    "large": "[data-ready=true]",
    "rules": ".howto [data-topic=insurance]",
    "board": ".board .roads",
    "history": "tbody tr",
    "round": ".events li",
    "proof": "[data-proof]",
    "first": "form",
    "nowhere": ".nowhere",
    "no-table": ".nowhere",
}


def _open(page: Page, name: str) -> None:
    page.goto(PAGES[name])
    page.wait_for_selector(READY[name])


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


def test_an_unknown_address_is_a_page_with_a_way_back(new_page: NewPage) -> None:
    page = new_page()
    answer = page.goto("/no/such/page")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    page.get_by_role("link", name="All tables", exact=True).click()
    page.wait_for_selector(".tile")
    page.goto("/tables/none-of-this-name")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()
    # Not even an address that is not written as addresses are.
    page.goto("/%E0%A4%A")
    expect(page.get_by_role("link", name="All tables", exact=True)).to_be_visible()


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


CUT = """[...document.querySelectorAll("h1, h2, button, a, dt, th, label")]
  .filter((at) => at.clientWidth > 0 && at.scrollWidth > at.clientWidth + 1)
  .map((at) => at.textContent)"""


def test_traditional_chinese(new_page: NewPage, floor: str, shots: Path) -> None:
    """A browser from Taiwan gets it by itself; on a small phone nothing of it is cut."""
    page = new_page(360, 640, language="zh-TW")
    for name in ("lobby", "table"):
        _open(page, name)
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
        page.evaluate("document.fonts.ready")
        assert page.evaluate("document.fonts.check('16px \"Croupier Hant\"', '籌碼投注')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate(CUT) == []
        page.screenshot(path=shots / f"{name}-zh-hant.png")
    expect(page.get_by_role("heading", name="保險百家樂")).to_be_visible()
    choice = page.locator("header select")
    # Whoever chooses reads that no native speaker has read it.
    assert "尚未由母語人士校讀" in choice.locator("option[value=zh-Hant]").inner_text()
    choice.select_option("zh")
    expect(page.get_by_role("heading", name="保险百家乐")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    staff = new_page(360, 640, language="zh-HK")
    enter(staff, floor, "sam", "/pit")
    expect(staff.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(staff.locator(".tile").first).to_be_visible()
    assert staff.evaluate("document.documentElement.scrollWidth") <= 360
    assert staff.evaluate(CUT) == []
    staff.screenshot(path=shots / "pit-zh-hant.png")


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
