"""Every address of the house, those that say no too: axe-core finds nothing, in either theme."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import barriers, cut
from browser.conftest import NewPage
from browser.floor import enter

ROOT = Path(__file__).parents[2]

GUEST = {
    "/": ".tile",
    "/first": "form",
    "/register": "main h1",
    "/reset": "main h1",
    "/account": "main h1, main p",
    "/bets": "main table, main li",
    "/odds": "main table, main summary",
    "/tables/insurance": "[data-ready=true]",
    "/tables/classic": "[data-ready=true]",
    "/tables/player-dealer": "[data-ready=true]",
    "/tables/thirteen": "[data-ready=true]",
    "/tables/insurance#how-to-play": ".howto [data-topic=insurance]",
    "/tables/tiger/board": ".board .roads",
    "/tables/past/history": "tbody tr",
    "/tables/past/rounds/3": ".events li",
    "/tables/past/proof": "[data-proof]",
}
"""What anybody may look at, and what is there once it has been drawn."""

NOTHING = {
    "/nowhere": "main",
    "/tables/past/rounds/3/nowhere": "main",
    "/tables/nowhere": "main [role=alert]",
    "/tables/nowhere/board": "main h1",
    "/tables/nowhere/history": "main",
    "/tables/nowhere/proof": "main",
    "/tables/past/rounds/99999": "main [role=alert]",
    "/dealer": "main",
    "/dealer/tiger": "main",
    "/pit": "main",
    "/cage": "main",
}
"""Addresses where there is nothing, or nothing for a guest."""

STAFF = {
    "dee": ("/dealer", "/dealer/void", "/dealer/mend", "/dealer/bank", "/pit"),
    "sam": (
        *("/pit", "/pit/tables", "/pit/rounds", "/pit/reports", "/pit/handover", "/pit/journal"),
        *("/pit/templates", "/pit/nowhere", "/odds"),
    ),
    "ada": ("/pit/people", "/pit/games"),
    "cas": ("/cage", "/dealer/void"),
    "ann": ("/account", "/cage"),
}
"""Who works where, and where somebody comes who has nothing to do there."""

SIZES = {"dark": (1280, 720), "light": (360, 640)}

ZOOMED = ((195, 422), (320, 256), (640, 360))
"""Windows as a reader's zoom makes them: a phone's at 200%, 320 pixels, a laptop's at 200%."""


def _settle(page: Page) -> None:
    """Wait until what came is drawn: what still fades in has the contrast of what is half there."""
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_function(
        "() => document.getAnimations().every((each) =>"
        " each.playState !== 'running' || each.effect.getComputedTiming().duration > 2000)"
    )


def _found(page: Page, path: str) -> list[object]:
    _settle(page)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*barriers(page, path), *([(path, "wider than the screen", wide)] if wide > 0 else [])]


def _zoomed(page: Page, path: str) -> list[object]:
    """Return what of a page is cut off, or scrolls sideways, where a reader zooms in."""
    found: list[object] = []
    size = page.viewport_size
    for width, height in ZOOMED:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        found += [(path, width, height, each) for each in cut(page)]
    page.set_viewport_size(size or {"width": 1280, "height": 720})
    return found


@pytest.mark.parametrize("theme", SIZES)
@pytest.mark.parametrize("visits", [GUEST, NOTHING], ids=["pages", "nothing there"])
def test_no_page_has_a_barrier(
    new_page: NewPage, shots: Path, theme: str, visits: dict[str, str]
) -> None:
    """Contrast included; nothing sticks out at the side, or is cut off where a reader zooms in."""
    page = new_page(*SIZES[theme], theme=theme)
    found: list[object] = []
    for path, ready in visits.items():
        page.goto("about:blank")
        page.goto(path)
        page.wait_for_selector(ready)
        found += _found(page, path)
        if theme == "light" and not path.endswith("/board"):
            found += _zoomed(page, path)
        page.screenshot(path=shots / f"{theme}{re.sub('[^a-z0-9]', '-', path)}.png")
    assert not found, found


@pytest.mark.parametrize("theme", SIZES)
def test_no_place_of_work_has_a_barrier(
    new_page: NewPage, floor: str, shots: Path, theme: str
) -> None:
    found: list[object] = []
    for name, paths in STAFF.items():
        page = new_page(*SIZES[theme], theme=theme)
        for path in paths:
            enter(page, floor, name, path)
            expect(page.locator("main :is(button, input, table, li, p)")).not_to_have_count(0)
            page.wait_for_load_state("networkidle")
            found += _found(page, path)
            if name == "ann" and theme == "light":
                found += _zoomed(page, path)
            shot = f"{name}{path.replace('/', '-')}-{theme}.png"
            page.screenshot(path=shots / shot, full_page=True)
    assert not found, found


def test_nothing_of_the_staff_is_at_the_patrons_port(new_page: NewPage) -> None:
    """A page of the house says so, and no form to sign in with."""
    page = new_page()

    def patrons(asked: Route) -> None:
        asked.fulfill(json={**asked.fetch().json(), "staff": False})

    page.route("**/api/house", patrons)
    for path in ("/pit", "/dealer/tiger", "/cage", "/first"):
        page.goto(path)
        expect(page.get_by_role("alert")).to_contain_text("There is no such page")
        expect(page.locator("main form")).to_have_count(0)


def test_every_address_is_visited() -> None:
    """A page that is added is added here, or this says which is missing."""
    routes = (ROOT / "web/src/route.svelte.ts").read_text(encoding="utf-8")
    paths = re.findall(r'path: "([^"]+)"', routes)
    assert len(paths) > 10
    names = json.loads((ROOT / "src/croupier/words/en/names.json").read_text(encoding="utf-8"))
    paths += [f"/pit/{key.removeprefix('view.')}" for key in names if key.startswith("view.")]
    visited = [*GUEST, *(path for each in STAFF.values() for path in each)]
    missed = []
    for path in paths:
        pattern = re.sub(r":\w+", r"[^/]+", path)
        if not any(re.fullmatch(pattern, each) for each in visited):
            missed.append(path)
    assert not missed
