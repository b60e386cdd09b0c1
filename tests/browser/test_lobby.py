"""The lobby: each table tells what it is, from its game and its state, not six alike."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from croupier.game.loading import keys

FEATURES = {
    "classic": ["5% commission"],
    "no-commission": ["No commission", "Banker wins with 6: 1:2"],
    "tournament": ["No commission", "Banker wins with 6: 1:2"],
    "tiger": ["5% commission", "Differential limits", "Bets behind others"],
    "player-dealer": [
        *("Players bank", "No commission"),
        *("Banker wins with 6: 1:2", "Fees for bets"),
    ],
    "insurance": [
        *("Insurance", "No commission", "Banker wins with 6: 1:2"),
        *("Differential limits", "Bets behind others"),
    ],
    "squeeze": [
        *("Insurance", "Squeeze", "No commission", "Banker wins with 6: 1:2"),
        *("Differential limits", "Bets behind others"),
    ],
}
"""What is special about each table, in English."""
FREE = {"en": "{free} of {boxes} boxes free", "zh": "{boxes} 个座位，空 {free} 个"}


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [
        pytest.param(360, 640, "en", marks=pytest.mark.soak),
        (360, 640, "zh"),
        (1280, 720, "en"),
        pytest.param(1280, 720, "zh", marks=pytest.mark.soak),
    ],
)
def test_each_table_tells_what_it_is(
    new_page: NewPage, address: str, shots: Path, width: int, height: int, language: str
) -> None:
    """Name, features, side bets, limits, the road of its shoe, its boxes; nothing sticks out."""
    page = new_page(width, height, language={"en": "en-GB", "zh": "zh-CN"}[language])
    page.goto("/")
    all_tables = httpx.get(f"{address}/api/tables").json()
    cloths, looks = set(), set()
    for table, features in FEATURES.items():
        tile = page.locator(f"[data-table='{table}']")
        said = next(each for each in all_tables if each["id"] == table)
        asked = f"/api/games/{said['game']}?digest={said['digest']}"
        game = httpx.get(f"{address}{asked}").json()["game"]
        title = game["titles"][language] if language != "en" else game["title"]
        expect(tile.get_by_role("heading", name=title, exact=True)).to_be_visible()
        listed = tile.locator(".features li")
        expect(listed).to_have_count(len(features))
        if language == "en":
            expect(listed).to_have_text(features)
        for bet in game["bets"]:
            if bet["limits"] == "side" and bet["backs"] is None:
                expect(tile.locator(".sides")).to_contain_text(
                    bet["names"].get(language, bet["name"])
                )
        most = said["limits"].get("max") or said["limits"]["max_differential"]
        expect(tile.locator("dl")).to_contain_text(f"{int(most):,}")
        free = FREE[language].format(free=said["boxes"] - said["taken"], boxes=said["boxes"])
        felt = tile.get_by_role("img", name=free)
        expect(felt).to_be_visible()
        boxes = felt.locator(".box > rect")
        expect(boxes).to_have_count(said["boxes"])
        expect(felt.locator(".taken")).to_have_count(said["taken"])
        edges = [each.bounding_box() for each in boxes.all()]
        spans = sorted((edge["x"], edge["x"] + edge["width"]) for edge in edges if edge)
        assert all(left[1] <= right[0] + 0.5 for left, right in pairwise(spans))
        link = tile.get_by_role(
            "link", name=f"{'How to play' if language == 'en' else '玩法'}: {title}"
        )
        expect(link).to_have_attribute("href", f"/tables/{table}#how-to-play")
        if table in keys():
            cloths.add(tile.locator("header").evaluate("e => getComputedStyle(e).backgroundImage"))
            looks.add((title, *features))
    assert len(cloths) == len(keys())
    assert len(looks) == len(keys())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not barriers(page, "lobby")
    page.screenshot(path=shots / f"lobby-{width}-{language}.png")


def test_a_tile_goes_with_its_table(new_page: NewPage, address: str) -> None:
    """A round that is dealt is on the tile's road by itself, and so is a patron's box."""
    page, dee = new_page(), Dealer(address, "lobby")
    page.goto("/")
    tile = page.locator("[data-table='lobby']")
    expect(tile).to_contain_text("A new shoe: no round yet")
    expect(tile).to_contain_text("dealt by a person")
    dee.do("open_bets")
    expect(tile.locator(".phase")).to_have_text("bets open")
    dee.do("close_bets")
    for _ in range(4):
        dee.do("deal")
    dee.do("close_insurance")
    dee.do("deal")
    dee.do("settle")
    expect(tile.locator(".road .bed")).to_have_count(1)
    expect(tile.locator(".counts")).to_contain_text("Banker 1")
    guest = new_page()
    guest.goto("/tables/lobby")
    guest.get_by_role("button", name="Box 4, free").click()
    expect(tile.get_by_role("img", name="8 of 9 boxes free")).to_be_visible()
    dee.leave()
