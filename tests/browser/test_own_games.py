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

CARDS = (4, 5)
"""How many cards each coup of a table dealt by a person has."""

WINS: dict[str, tuple[set[str], set[str]]] = {
    "thirteen": (
        {"player_pair", "either_pair", "perfect_pair", "small", "banker_natural", "banker_bonus"},
        {"dragon_7", "big"},
    ),
    "maximal": (
        {"player_pair", "either_pair", "perfect_pair", "small", "banker_natural", "banker_bonus"},
        {"dragon_7", "big", "colours"},
    ),
    "minimal": ({"red_night"}, set()),
}
"""The side bets that win, in each coup."""

MAIN = {"banker"}
"""The main bets that win in both coups."""

Names = dict[str, dict[str, str]]


def _names(game: str, *, main: bool = False) -> Names:
    """Give the names of side bets, or main bets, by language; without a name, from its key."""
    bets: dict[str, Any] = tomllib.loads(OWN[game].read_text(encoding="utf-8"))["bets"]
    chosen = [key for key in bets if bets[key].get("main", False) is main]
    named = {key: bets[key].get("name", {"en": key.replace("_", " ").title()}) for key in chosen}
    return {
        key: {"en": names["en"], "zh": names.get("zh", names["en"])} for key, names in named.items()
    }


def _place(page: Page, kind: str) -> Any:
    return page.locator(f"button[data-kind={kind}]")


def _touch(page: Page, kinds: Names) -> None:
    for kind in kinds:
        place = _place(page, kind)
        place.scroll_into_view_if_needed()
        size = place.bounding_box()
        assert size is not None
        assert size["width"] >= FINGER, (kind, size)
        assert size["height"] >= FINGER, (kind, size)
        place.tap()


def _press(page: Page, kinds: Names) -> None:
    keys = {kind: _place(page, kind).get_attribute("aria-keyshortcuts") or "" for kind in kinds}
    assert len(set(keys.values())) == len(kinds)
    page.locator("button[data-box='1']").focus()
    for key in keys.values():
        page.keyboard.press(key)


@pytest.mark.parametrize(
    ("game", "table", "width", "height", "language", "put"),
    [
        ("maximal", "maximal-phone", 360, 640, "en-GB", _touch),
        ("maximal", "maximal-desk", 1280, 800, "zh-CN", _press),
        ("thirteen", "thirteen-aside", 640, 360, "zh-CN", _touch),
        ("minimal", "minimal-phone", 360, 640, "zh-CN", _touch),
        ("minimal", "minimal-desk", 1280, 800, "en-GB", _press),
    ],
    ids=lambda value: value if isinstance(value, str) and "-" in value else "",
)
def test_every_bet_of_a_file_is_played(
    new_page: NewPage,
    address: str,
    shots: Path,
    game: str,
    table: str,
    width: int,
    height: int,
    language: str,
    put: Callable[[Page, Names], None],
) -> None:
    """A chip on each, in two rounds: each is told by its name, won or lost, in two languages."""
    sides, mains = _names(game), _names(game, main=True)
    assert len(sides) == (1 if game == "minimal" else 14)
    ann = Patron(new_page(width, height, language=language, touch=put is _touch), table)
    dee = Dealer(address, table)
    page = ann.page
    ann.sit(1)
    dee.sell(ann.name, "1000")
    # Nothing is wider than the screen.
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for number, (cards, wins) in enumerate(zip(CARDS, WINS[game], strict=True)):
        dee.do("open_bets")
        expect(_place(page, next(iter(sides)))).to_be_enabled()
        page.get_by_role("radio").nth(0).click()
        put(page, sides)
        page.get_by_role("radio").nth(1).click()
        put(page, mains)
        for kind in (*sides, *mains):
            expect(_place(page, kind).locator(".pile:not(.pending)")).to_have_count(1)
        page.screenshot(path=shots / f"{table}-{number}-bets.png", full_page=True)
        _all_in_sight(page, height)
        dee.do("close_bets")
        for _ in range(cards):
            dee.do("deal")
        page.screenshot(path=shots / f"{table}-{number}-cards.png")
        dee.do("settle")
        ann.settled()
        _told(page, {**sides, **mains}, wins | (MAIN & mains.keys()), language[:2])
        page.screenshot(path=shots / f"{table}-{number}-paid.png", full_page=True)
    other = "en" if language.startswith("zh") else "zh"
    page.locator("header select").select_option(other)
    _told(page, {**sides, **mains}, wins | (MAIN & mains.keys()), other)
    page.screenshot(path=shots / f"{table}-other.png", full_page=True)
    dee.leave()


def _all_in_sight(page: Page, height: int) -> None:
    """On a desk the chips to bet with are in sight, whatever the game has on its felt."""
    if height < 700:
        return
    tray = page.get_by_role("radio").first.bounding_box()
    assert tray is not None
    assert tray["y"] + tray["height"] <= height


def _told(page: Page, names: Names, wins: set[str], language: str) -> None:
    outcome = page.locator(".outcome > ul > li")
    expect(outcome).to_have_count(len(names))
    won, lost = {"en": ("won", "lost"), "zh": ("赢", "输")}[language]
    for kind, called in names.items():
        line = outcome.filter(has=page.get_by_text(called[language], exact=True))
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


@pytest.mark.parametrize(
    ("game", "width", "height", "language"),
    [("maximal", 360, 640, "zh"), ("maximal", 1280, 800, "en"), ("minimal", 360, 640, "en")],
)
def test_its_odds_are_explored(
    new_page: NewPage, shots: Path, game: str, width: int, height: int, language: str
) -> None:
    page = new_page(width, height, language={"en": "en-GB", "zh": "zh-CN"}[language])
    page.goto(f"/odds?game={game}")
    for names in _names(game).values():
        expect(page.locator("summary b").filter(has_text=names[language]).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.screenshot(path=shots / f"odds-{game}-{width}.png", full_page=True)


def test_a_turn_at_the_bank_is_as_long_as_the_file_says(new_page: NewPage, address: str) -> None:
    page = new_page()
    ann, dee = Patron(page, "turns"), Dealer(address, "turns")
    ann.sit(1)
    dee.sell(ann.name, "1000")
    dee.do("offer_player_dealer", seat=1)
    expect(page.get_by_text("for up to 3 hands")).to_be_visible()
    page.locator("header select").select_option("zh")
    expect(page.get_by_text("最多 3 局")).to_be_visible()
    dee.leave()


def test_an_administrator_offers_a_game_and_withdraws_it(
    new_page: NewPage, floor: str, shots: Path
) -> None:
    """Mistakes stand beside their lines; what is in order is shown with its odds, and offered."""
    page = new_page(1280, 900)
    enter(page, floor, "ada", "/pit/games")
    text = OWN["maximal"].read_text(encoding="utf-8").replace('"maximal"', '"of-ada"')
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
    for names in _names("maximal").values():
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
    # The sheet of a small game takes no time.
    field.fill(OWN["minimal"].read_text(encoding="utf-8"))
    check.click()
    expect(page.get_by_text("is in order")).to_be_visible(timeout=60_000)
    with page.expect_download(timeout=60_000) as sheet:
        page.get_by_role("button", name="PAR sheet").click()
    assert "Minimal Baccarat" in sheet.value.path().read_text(encoding="utf-8")
