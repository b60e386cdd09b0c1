"""The odds page shows what the console prints, for whole decks, cards left, and a bet designed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from croupier.cli import main


def _console(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["odds", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def _shown(page: Page, what: str) -> dict[str, str]:
    """Read exact ratios off the page, by what they are of."""
    found: dict[str, str] = page.evaluate(
        "what => Object.fromEntries([...document.querySelectorAll(`[data-${what}]`)]"
        ".map(each => [each.dataset[what], each.dataset.ev]))",
        what,
    )
    return found


def _agrees(page: Page, said: dict[str, Any]) -> None:
    bets = {key: bet["ev"] for key, bet in said["bets"].items()}
    for _ in range(100):
        if _shown(page, "bet") == bets:
            break
        page.wait_for_timeout(100)
    assert _shown(page, "bet") == bets
    offers = {
        f"{row['stage']} {row['insures']} {row['player_total']} {row['banker_total']}": row["ev"]
        for row in said["insurance"]
    }
    assert {key: ev for key, ev in _shown(page, "offer").items() if ev} == {
        key: ev for key, ev in offers.items() if ev
    }


def test_the_explorer_shows_what_the_console_prints(
    new_page: NewPage, shots: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = new_page(1366, 900)
    page.goto("/odds")
    page.get_by_label("Game").select_option("insurance")
    _agrees(page, _console(capsys, "insurance", "--decks", "8"))
    removal = _console(capsys, "insurance", "--removal")["removal"]
    shown = _shown(page, "removal")
    for bet, row in removal.items():
        for rank, change in row.items():
            assert shown[f"{bet} {rank.replace('10', 'T')}"] == change
    favourable = page.locator("td.good[data-offer]")
    assert favourable.count() == sum(
        1
        for row in _console(capsys, "insurance")["insurance"]
        if row["ev"] and not row["ev"].startswith("-") and row["ev"] != "0"
    )
    page.screenshot(path=shots / "odds.png", full_page=True)
    page.get_by_label("Decks: 8").first.fill("6")
    _agrees(page, _console(capsys, "insurance", "--decks", "6"))
    page.get_by_role("button", name="Cards left").click()
    page.get_by_label("Cards left of rank 9").fill("3")
    _agrees(
        page,
        _console(capsys, "insurance", "--cards-left", ",".join(["24"] * 8 + ["3"] + ["24"] * 4)),
    )


def test_the_designer_costs_what_its_file_costs(
    new_page: NewPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = new_page(1366, 900)
    page.goto("/odds")
    page.get_by_label("Name", exact=True).fill("Lucky 6")
    first = page.locator("section[aria-label='Design a side bet'] ol > li").first
    first.get_by_label("Pays").fill("30:1")
    first.get_by_label("when also").select_option("banker_natural")
    first.get_by_role("group", name="Banker natural").get_by_role("button", name="no").click()
    first.get_by_role("group", name="Banker natural").get_by_role("button", name="yes").click()
    edge = page.locator("[data-design='lucky_6'][data-fresh='true']")
    expect(edge).to_be_visible()
    page.wait_for_timeout(800)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the game file").click()
    file = tmp_path / saved.value.suggested_filename
    assert file.name == "with-lucky-6.toml"
    saved.value.save_as(file)
    said = _console(capsys, str(file))
    assert _shown(page, "design")["lucky_6"] == said["bets"]["lucky_6"]["ev"]
    # A line that can never hold is named as the checker of game files names it.
    second = page.locator("section[aria-label='Design a side bet'] ol > li").nth(1)
    second.get_by_label("when also").select_option("player_total")
    second.get_by_role("group", name="Player’s total").get_by_role("button", name="5").click()
    second.get_by_role("group", name="Player’s total").get_by_role("button", name="9").click()
    expect(page.get_by_text("can never hold")).to_be_visible()
