"""A browser and a house for it, once for all tests of a worker."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from browser.casino import served
from browser.floor import staffed

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# Chromium without what only a screen needs computes a fifth less.
BROWSERS = ("chromium-headless-shell", "chromium")

# A browser is where no house is: a time that is not the house's own shows.
ELSEWHERE = "America/St_Johns"

NewPage = Callable[..., Page]

# A machine that does other things besides takes its time; what never comes is noticed all the same.
expect.set_options(timeout=15_000)


def chromium() -> str | None:
    """Return the file of a browser; None if there is none."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def _missing() -> str | None:
    if chromium() is None:
        return "there is no chromium on this machine"
    if not files("croupier.server").joinpath("pages", "app", "index.html").is_file():
        return "the pages are not built: ./run pages"
    return None


@pytest.fixture(scope="session")
def equipped() -> None:
    """Skip where there is no browser or no page; where tests have to run, fail."""
    why = _missing()
    if why is not None:
        if os.environ.get("CROUPIER_CI"):
            pytest.fail(why)
        pytest.skip(why)


@pytest.fixture(scope="session")
def address(equipped: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the house is."""
    with served(tmp_path_factory.mktemp("house")) as where:
        yield where


@pytest.fixture(scope="session")
def floor(equipped: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the house with its staff is."""
    with staffed(tmp_path_factory.mktemp("floor")) as where:
        yield where


@pytest.fixture(scope="module")
def browser(address: str) -> Iterator[Browser]:
    """Debian's Chromium.

    For a module at a time: while it is open its event loop runs, and nobody else could run one.
    """
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def new_page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Open pages, each in a browser of its own; nothing may fail in any of them unseen.

    They ask for calm, which tells the same at once, unless the test is marked `motion`.
    """
    moving = request.node.get_closest_marker("motion") is not None
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def make(
        width: int = 1280,
        height: int = 800,
        theme: str = "dark",
        language: str = "en-GB",
        touch: bool = False,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="light" if theme == "light" else "dark",
            locale=language,
            timezone_id=ELSEWHERE,
            has_touch=touch,
            reduced_motion="no-preference" if moving else "reduce",
            base_url=address,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda said: wrong.append(said.text) if "Content Security" in said.text else None,
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert not wrong, wrong


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that pictures go to: CROUPIER_SHOTS, or one that is thrown away."""
    wanted = os.environ.get("CROUPIER_SHOTS")
    folder = Path(wanted) if wanted else tmp_path_factory.mktemp("shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
