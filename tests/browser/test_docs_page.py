"""The page of all routes, frames and schemas: there where the house says so, and it tries them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from browser.conftest import NewPage
from postgres import scratch
from server.process import Served


def test_every_door_is_shown_and_can_be_tried(new_page: NewPage) -> None:
    folder = Path(scratch())
    with Served(str(folder / "docs.db"), folder, API_DOCS="true") as house:
        page = new_page()
        page.goto(f"{house.base}/docs")
        expect(page.get_by_role("status")).to_be_empty()
        expect(page.locator("#http details")).to_have_count(operations(house.base))
        page.get_by_placeholder("tables, sendCommand").fill("listTables")
        page.locator("summary", has_text="listTables").click()
        opened = page.locator("#http details[open]")
        opened.get_by_role("button", name="Send").click()
        expect(page.locator("pre.answer")).to_have_text("200 OK\n\n[]")
        page.get_by_placeholder("tables, sendCommand").fill("")
        page.get_by_role("button", name="Connect").click()
        expect(page.locator("#frames")).to_contain_text("connected")
        page.get_by_label("Frame").fill('{"ping": 5}')
        page.locator("#say").get_by_role("button", name="Send").click()
        expect(page.locator("#frames")).to_contain_text('"pong":5')
        page.locator("summary", has_text="BetPlacedEvent").click()
        expect(page.locator("#schema-BetPlacedEvent pre")).to_contain_text("bet_placed")


def operations(base: str) -> int:
    document = httpx.get(f"{base}/openapi.json", trust_env=False).json()
    return sum(map(len, document["paths"].values()))


@pytest.mark.parametrize("path", ["docs", "pages/docs.html", "pages/docs.js"])
def test_elsewhere_there_is_no_such_page(address: str, path: str) -> None:
    assert httpx.get(f"{address}/{path}", trust_env=False).status_code == 404
