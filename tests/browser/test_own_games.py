"""Games that the house has from files of its own: their bets have places, keys and names."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import barriers
from browser.casino import OWN
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import enter
from browser.patron import Patron

FINGER = 44
"""Pixels that a place takes at least for a finger, either way."""

ROUNDS: tuple[tuple[int, set[str]], ...] = (
    (4, {"player_pair", "either_pair", "perfect_pair", "small", "banker_natural", "banker_bonus"}),
    (5, {"dragon_7", "big"}),
)
"""Cards of each coup, and the side bets that win on it."""


def _sides() -> dict[str, dict[str, str]]:
    """Give the names of the side bets by language, of one without a name from its key."""
    bets: dict[str, Any] = tomllib.loads(OWN[0].read_text())["bets"]
    sides = [key for key in bets if key not in {"player", "banker", "tie"}]
    named = {key: bets[key].get("name", {"en": key.capitalize()}) for key in sides}
    return {
        key: {"en": names["en"], "zh": names.get("zh", names["en"])} for key, names in named.items()
    }


SIDES = _sides()


def _place(page: Page, kind: str) -> Any:
    return page.locator(f"button[data-kind={kind}]")


def _touch(page: Page) -> None:
    for kind in SIDES:
        place = _place(page, kind)
        place.scroll_into_view_if_needed()
        size = place.bounding_box()
        assert size is not None
        assert size["width"] >= FINGER, (kind, size)
        assert size["height"] >= FINGER, (kind, size)
        place.tap()


def _press(page: Page) -> None:
    keys = {kind: _place(page, kind).get_attribute("aria-keyshortcuts") or "" for kind in SIDES}
    assert len(set(keys.values())) == len(SIDES)
    page.locator("button[data-box='1']").focus()
    for key in keys.values():
        page.keyboard.press(key)


@pytest.mark.parametrize(
    ("table", "width", "height", "language", "put"),
    [
        ("thirteen-phone", 360, 640, "en-GB", _touch),
        ("thirteen-aside", 640, 360, "zh-CN", _touch),
        ("thirteen-desk", 1280, 720, "en-GB", _press),
    ],
)
def test_thirteen_side_bets_are_played(
    new_page: NewPage,
    address: str,
    table: str,
    width: int,
    height: int,
    language: str,
    put: Callable[[Page], None],
) -> None:
    """A chip on each, in two rounds: each is told by its name, won or lost, in two languages."""
    assert len(SIDES) == 13
    ann = Patron(new_page(width, height, language=language, touch=put is _touch), table)
    dee = Dealer(address, table)
    page = ann.page
    ann.sit(1)
    dee.sell(ann.name, "1000")
    # Nothing is wider than the screen.
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for cards, wins in ROUNDS:
        dee.do("open_bets")
        expect(_place(page, "big")).to_be_enabled()
        page.get_by_role("radio").first.click()
        put(page)
        for kind in SIDES:
            expect(_place(page, kind).locator(".pile:not(.pending)")).to_have_count(1)
        dee.do("close_bets")
        for _ in range(cards):
            dee.do("deal")
        dee.do("settle")
        ann.settled()
        _told(page, wins, language[:2])
    dee.leave()


def _told(page: Page, wins: set[str], language: str) -> None:
    outcome = page.locator(".outcome li")
    expect(outcome).to_have_count(len(SIDES))
    won, lost = {"en": ("won", "lost"), "zh": ("赢", "输")}[language]
    for kind, names in SIDES.items():
        line = outcome.filter(has=page.get_by_text(names[language], exact=True))
        expect(line.locator(".sum")).to_contain_text(won if kind in wins else lost)


def test_a_game_of_ones_own_is_in_the_lobby_and_is_played(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    expect(page.get_by_role("link", name="EZ Baccarat", exact=True).first).to_be_visible()
    ann = Patron(page, "ez-baccarat")
    ann.sit(3)
    ann.buy()
    ann.wait_for_bets()
    ann.bet("dragon_7")
    ann.bet("panda_8")
    ann.bet("banker")
    ann.settled()
    outcome = page.locator(".outcome")
    for name in ("Dragon 7", "Panda 8", "Banker"):
        expect(outcome.get_by_text(name, exact=True)).to_be_visible()


def test_its_odds_are_explored(new_page: NewPage) -> None:
    page = new_page(language="zh-CN")
    page.goto("/odds?game=thirteen")
    for names in SIDES.values():
        expect(page.locator("summary b").filter(has_text=names["zh"]).first).to_be_visible()


def test_an_administrator_offers_a_game_and_withdraws_it(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """Mistakes stand beside their lines; what is in order is shown with its odds, and offered."""
    page = new_page(1280, 900)
    enter(page, floor, "ada", "/pit/games")
    text = OWN[0].read_text().replace('key    = "thirteen"', 'key    = "of-ada"')
    wrong = text.replace('odds = "40:1"', 'odds = "forty"').replace("margin = 9", "margin = 12")
    field, check = page.get_by_label("The file"), page.get_by_role("button", name="Check")
    field.fill(wrong)
    check.click()
    expect(page.get_by_text("nothing can be offered yet")).to_be_visible()
    mistakes = page.locator(".mistakes li")
    for part in ("forty", "margin = 12"):
        line = 1 + wrong[: wrong.index(part)].count("\n")
        mistake = mistakes.filter(has=page.get_by_role("button", name=f"Line {line}", exact=True))
        expect(mistake.first).to_contain_text(part)
    page.screenshot(path=shots / "game-mistakes.png", full_page=True)
    expect(page.get_by_role("button", name="Offer")).to_have_count(0)
    field.fill(text)
    # What was checked is not what stands there now.
    expect(mistakes).to_have_count(0)
    check.click()
    expect(page.get_by_text("is in order")).to_be_visible(timeout=60_000)
    for names in SIDES.values():
        expect(page.locator("summary b").filter(has_text=names["en"]).first).to_be_visible()
    assert not barriers(page, "games")
    page.screenshot(path=shots / "game-checked.png", full_page=True)
    page.get_by_role("button", name="Offer").click()
    expect(page.get_by_text("is offered. Tables can be opened with it.")).to_be_visible()
    own = page.get_by_role("listitem").filter(has_text="of-ada")
    expect(own.get_by_role("link", name="PAR sheet")).to_be_visible()
    own.get_by_role("button", name="Open for editing").click()
    expect(field).to_have_value(text)
    own.get_by_role("button", name="Withdraw").click()
    own.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_text("is offered no more")).to_be_visible()
    expect(own).to_have_count(0)
