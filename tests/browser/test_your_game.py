"""docs/your-game.md, followed from an empty folder to a bet that is settled in a browser."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error, Page, expect

from browser.casino import _address
from browser.conftest import NewPage
from browser.patron import Patron

GUIDE = Path(__file__).parent.parent.parent / "docs" / "your-game.md"
PASSWORD = "a long walk at night"


def blocks(language: str) -> list[list[str]]:
    """Return the lines of each block of a language in the guide."""
    text = GUIDE.read_text(encoding="utf-8")
    found = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return [block.splitlines() for block in found]


def words(line: str, folder: Path) -> list[str]:
    """Return a command of the guide as this Python runs it."""
    name, *rest = shlex.split(line)
    assert name == "croupier", "the guide's commands are croupier's"
    return [sys.executable, "-m", "croupier", *rest]


def run(line: str, folder: Path, typed: str = "") -> str:
    done = subprocess.run(
        words(line, folder), cwd=folder, input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def serving(line: str, folder: Path) -> Iterator[str]:
    """Run the guide's server in its folder, at a free port; yields its address."""
    told = folder / "server.log"
    with told.open("w") as log:
        server = subprocess.Popen(
            [*words(line, folder), "--port", "0"],
            cwd=folder,
            env={**os.environ, "CROUPIER_SIGN_INS_PER_MINUTE": "1000"},
            stdout=log,
            stderr=log,
        )
    try:
        yield _address(told)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=30)


def open_table(page: Page, at: str) -> None:
    page.goto(f"{at}/pit")
    page.get_by_label("Name").fill("sam")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").last.click()
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the table").fill("night-1")
    dialog.get_by_label("Game").select_option("night")
    dialog.get_by_role("button", name="Open the table").click()
    panel = page.get_by_role("region", name="night-1", exact=True)
    panel.get_by_text("Who deals").first.click()
    panel.get_by_role("button", name="Hand to the automatic dealer").click()
    expect(panel).to_contain_text("automatic dealer")


def test_the_guide_leads_from_an_empty_folder_to_a_settled_bet(
    new_page: NewPage, tmp_path: Path, shots: Path
) -> None:
    [game] = blocks("toml")
    (tmp_path / "night.toml").write_text("\n".join(game) + "\n", encoding="utf-8")
    (check, odds), (demo,), (add, serve), (verify,) = blocks("sh")
    assert "Night Baccarat is in order" in run(check, tmp_path)
    printed = run(odds, tmp_path)
    assert "31.7687%" in printed
    assert "4.6938%" in printed
    with serving(demo, tmp_path) as at:
        page = new_page(1280, 800)
        bet(page, "demo-night", at)
        page.screenshot(path=shots / "your-game.png")
        expect(page.locator(".outcome")).to_contain_text("Long Night")
        page.locator("header select").select_option("zh")
        expect(page.locator(".outcome")).to_contain_text("长夜")
    assert "shift manager" in run(add, tmp_path, PASSWORD + "\n")
    with serving(serve, tmp_path) as at:
        page = new_page(1366, 900)
        open_table(page, at)
        page.goto(f"{at}/")
        expect(page.locator("a[href='/tables/night-1']").first).to_be_visible()
    run(verify, tmp_path)


def bet(page: Page, table: str, at: str) -> None:
    """Sit down, bet on both hands' third cards and on Player, and wait for the result."""
    patron = Patron(page, table, at)
    for _ in range(4):
        box = page.locator("button[data-box]:not([disabled])").last.get_attribute("data-box")
        try:
            patron.sit(int(box or "7"))
            break
        except (AssertionError, Error):
            # A patron of the demo was faster.
            page.reload()
    patron.buy()
    patron.wait_for_bets()
    patron.bet("long_night")
    patron.bet("player")
    patron.settled()
