"""The documentation site, as it was built: it can be searched, and nothing comes from elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPage

SITE = Path(__file__).parents[2] / "build" / "site"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    """Where the site is served."""
    if not (SITE / "index.html").is_file():
        why = "the site is not built: ./run docs"
        if os.environ.get("CROUPIER_CI"):
            pytest.fail(why)
        pytest.skip(why)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_site_finds_what_is_searched_for(site: str, new_page: NewPage, width: int) -> None:
    page = new_page(width, 800)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/index.html")
    expect(page.get_by_role("img", name="A round at a table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width < 600:
        page.locator("label[for=__search]").first.click()
    page.get_by_role("textbox", name="Search").fill("drawdown")
    found = page.locator(".md-search-result a", has_text="Glossary").first
    # All pages are indexed in the browser first, which takes its time on a busy machine.
    found.wait_for(timeout=60_000)
    found.click()
    expect(page.get_by_role("heading", name="Glossary")).to_be_visible()
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []
