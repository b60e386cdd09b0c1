"""The page of side bets: find them, tick them, take the file of the game, offer it at the house."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.floor import enter
from croupier.cli import main
from croupier.game.catalogue import side_bets
from croupier.odds.side_bets import computed


def _edge(page: Page, key: str) -> str | None:
    return page.locator(f"[data-side-bet='{key}']").get_attribute("data-edge")


def _tick(page: Page, name: str) -> None:
    page.get_by_role("checkbox", name=name, exact=True).check()


def test_a_game_is_mixed_taken_home_and_offered(
    new_page: NewPage,
    floor: str,
    shots: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = new_page(1280, 900)
    enter(page, floor, "ada", "/odds")
    page.get_by_role("link", name="Side bets that casinos offer").click()
    page.get_by_role("combobox", name="Game", exact=True).select_option("tiger")
    # A bet that the game has is marked, and cannot be added to it.
    expect(page.get_by_role("checkbox", name="Tiger", exact=True)).to_be_disabled()
    expect(page.get_by_role("status").filter(has_text=f"{len(side_bets())} bets")).to_be_visible()
    page.get_by_label("Search").fill("dragon bonus")
    expect(page.locator("[data-side-bet]")).to_have_count(2)
    _tick(page, "Dragon Bonus, Player")
    page.get_by_label("Search").fill("熊猫")
    _tick(page, "Panda 8")
    page.get_by_label("Search").fill("")
    _tick(page, "Quik, misprinted")
    expect(page.get_by_text("Quik, misprinted favours the patron.")).to_be_visible()
    page.get_by_role("button", name="Leave out Quik, misprinted").click()
    expect(page.get_by_text("Quik, misprinted favours the patron.")).to_have_count(0)
    assert _edge(page, "panda-8") == str(computed(side_bets()["panda-8"], 8).edge)
    panda = page.locator("[data-side-bet='panda-8']")
    panda.locator("summary").click()
    expect(panda).to_contain_text("Wizard of Odds, EZ Baccarat")
    assert barriers(page, "side bets") == []
    page.screenshot(path=shots / "side-bets.png")
    # With other decks every edge is another.
    page.get_by_role("combobox", name="Decks").select_option("6")
    six = str(computed(side_bets()["panda-8"], 6).edge)
    expect(page.locator("[data-side-bet='panda-8']")).to_have_attribute("data-edge", six)
    page.get_by_label("Name of the new game").fill("Panda Night")
    expect(page.locator("[data-mixed='panda-night']")).to_be_attached()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the game file").click()
    file = tmp_path / saved.value.suggested_filename
    assert file.name == "panda-night.toml"
    saved.value.save_as(file)
    capsys.readouterr()
    assert main(["odds", str(file), "--decks", "6", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["bets"]
    assert Fraction(told["panda_8"]["ev"]) == -Fraction(six)
    assert list(told)[-2:] == ["dragon_bonus_player", "panda_8"]
    page.get_by_role("button", name="Offer it at this house").click()
    expect(page.get_by_text("Panda Night is offered", exact=False)).to_be_visible()
    keys = [each["key"] for each in page.context.request.get(f"{floor}/api/games").json()]
    assert "panda-night" in keys
    gone = page.context.request.delete(f"{floor}/api/games/panda-night", headers={"origin": floor})
    assert gone.ok


def test_anybody_finds_the_bets_on_a_phone_in_chinese(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    page = new_page(360, 740, language="zh-CN", touch=True)
    page.goto(f"{floor}/bets")
    page.get_by_label("搜索").fill("龙宝")
    expect(page.locator("[data-side-bet]")).to_have_count(2)
    page.get_by_label("庄龙宝").tap()
    expect(page.locator("[data-mixed='classic-mix']")).to_be_attached()
    expect(page.get_by_role("button", name="在本场提供")).to_have_count(0)
    page.locator("[data-side-bet='dragon-bonus-banker'] summary").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert barriers(page, "side bets on a phone") == []
    page.screenshot(path=shots / "side-bets-phone.png", full_page=True)
