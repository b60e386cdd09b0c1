"""How to play: one press from the table, for every game, by what the house publishes of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.patron import Patron

TABLES = (
    *("tournament", "classic", "no-commission", "tiger", "player-dealer", "insurance"),
    *("thirteen", "squeeze"),
)
"""The six games, one of its own with thirteen side bets, and a table that deals face down."""

OPEN = {"en": "How to play", "zh": "玩法"}


def _how_to(page: Page, language: str = "en") -> Any:
    """Open it by one press, and give it."""
    page.get_by_role("button", name=OPEN[language], exact=True).click()
    found = page.locator(".howto")
    expect(found.locator("h3").first).to_be_visible()
    return found


def _shown(table: str, game: dict[str, Any], state: dict[str, Any]) -> list[str]:
    """Give the topics that a table has something to say about."""
    topics = ["aim", "values", "third", "pays", "limits"]
    topics += ["fees"] if state["fee_schedule"] else []
    topics += ["insurance"] if game["insurance"] else []
    faces = state["face_down"] or not game["play"]["face_down"]["allowed"]
    topics += ["squeeze"] if faces else []
    return [*topics, "bank"] if game["bank"]["by"] != "house" else topics


@pytest.mark.parametrize(
    ("width", "height", "language", "theme"),
    [
        pytest.param(640, 360, "en", "dark", marks=pytest.mark.soak),
        pytest.param(844, 390, "zh", "dark", marks=pytest.mark.soak),
        (360, 640, "zh", "light"),
        (1280, 720, "en", "light"),
    ],
)
def test_every_game_says_how_it_is_played(
    new_page: NewPage,
    address: str,
    shots: Path,
    width: int,
    height: int,
    language: str,
    theme: str,
) -> None:
    """All topics of each game, every bet with its odds; nothing sticks out, axe finds nothing."""
    page = new_page(width, height, theme, {"en": "en-GB", "zh": "zh-CN"}[language])
    for table in TABLES:
        page.goto(f"/tables/{table}")
        page.wait_for_selector("[data-ready=true]")
        state = httpx.get(f"{address}/api/tables/{table}").json()["state"]
        answer = httpx.get(f"{address}/api/games/{state['game']}?digest={state['digest']}")
        game = answer.json()["game"]
        found = _how_to(page, language)
        topics = found.locator("section[data-topic]")
        named = [topic.get_attribute("data-topic") for topic in topics.all()]
        assert named == _shown(table, game, state), table
        pays = found.locator("[data-topic=pays]")
        for bet in game["bets"]:
            name = bet["names"].get(language, bet["name"])
            rows = pays.locator("tbody").filter(has=page.get_by_text(name, exact=True))
            for line in bet["pays"]:
                if not line["push"]:
                    profit, stake = line["reads"].split(" to ")
                    reads = f"{profit} to {stake}" if language == "en" else f"{stake} 赔 {profit}"
                    expect(rows.get_by_text(reads, exact=True).first).to_be_visible()
                    expect(rows.get_by_text(line["odds"]).first).to_be_visible()
        assert not re.search(r"[a-z]+-[a-z]+-[a-z]+|\{|undefined|NaN", found.inner_text()), table
        wide = "e => e.scrollWidth - e.clientWidth"
        for part in (found, found.locator(".content")):
            assert part.evaluate(wide) <= 0, table
        page.screenshot(path=shots / f"howto-{table}-{width}-{language}.png")
        for at, topic in enumerate(named):
            found.get_by_role("navigation").get_by_role("button").nth(at).click()
            heading = found.locator(f"[data-topic={topic}] h3")
            expect(heading).to_be_in_viewport()
            expect(heading).to_be_focused()
            if topic in ("third", "pays", "insurance", "bank"):
                page.screenshot(path=shots / f"howto-{table}-{topic}-{width}.png")
        assert not barriers(page, table)
        # The page itself has not moved.
        assert page.evaluate("scrollY") == 0


def test_limits_are_told_with_the_figures_of_the_table(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/tables/tiger#how-to-play")
    limits = page.locator(".howto [data-topic=limits]")
    expect(limits).to_contain_text("Each bet on Player or Banker is at least 10.")
    expect(limits.locator("[data-differential]")).to_have_text(
        "Maximum differential 2,000: at one box, all bets on Banker together and all bets on "
        "Player together may differ by 2,000 at most, whoever made them."
    )
    expect(limits).to_contain_text("with 10 on Banker, no more than 2,010 may lie on Player")
    page.goto("/tables/player-dealer#how-to-play")
    expect(limits).to_contain_text("Each bet on Player line or Banker line is from 10 to 2,000.")
    fees = page.locator(".howto [data-topic=fees]")
    expect(fees.locator("dl div")).to_have_text(
        [
            re.compile(r"Player or Banker bet\s*1"),
            re.compile(r"Tie Bet\s*1"),
            re.compile(r"the bank, a hand\s*2"),
        ]
    )
    # A document without numbers is cited by the titles of its sections.
    expect(fees).to_contain_text("Fees: the schedule")


@pytest.mark.rule("insurance", "3.12.2")
def test_insurance_is_told_with_an_example_that_comes_out(new_page: NewPage, address: str) -> None:
    """What covers the bet whole pays just as much as the bet, at the odds of the offer."""
    page = new_page()
    page.goto("/tables/insurance#how-to-play")
    example = page.locator(".howto [data-example]")
    expect(example).to_contain_text("pays")
    told = re.search(
        r"You have (\d+) on Player\. .* Player has (\d) and Banker (\d): Player Insurance pays "
        r"(\d+) to 1\. You insure with (\d+)",
        example.inner_text(),
    )
    assert told is not None
    bet, player, banker, odds, cover = map(int, told.groups())
    assert cover * odds == bet
    game = httpx.get(f"{address}/api/games/insurance").json()["game"]
    offers = game["insurance"]["bets"][0]["offers"]
    assert {
        "stage": "four_cards",
        "player_total": player,
        "banker_total": banker,
        "odds": f"{odds}:1",
    }.items() <= next(
        each
        for each in offers
        if (each["stage"], each["player_total"], each["banker_total"])
        == ("four_cards", player, banker)
    ).items()
    expect(example).to_contain_text(f"Player loses: you lose {bet} and get {bet}. Nothing is lost.")
    expect(example).to_contain_text(f"you win {bet} and lose {cover}. {bet - cover} is left.")


def test_the_case_on_the_felt_lights_up_in_the_table_of_play(
    new_page: NewPage, address: str, shots: Path
) -> None:
    """Beside the felt it goes with every card, and after the round shows that of the last one."""
    page, dee = new_page(1280, 720), Dealer(address, "howto")
    page.goto("/tables/howto#how-to-play")
    case = page.locator(".howto [data-case]")
    lit = page.locator(".howto td[aria-current]")
    expect(case).to_have_attribute("data-case", "open")
    dee.do("open_bets")
    dee.do("close_bets")
    for _ in range(3):
        dee.do("deal")
    expect(page.locator(".felt .hand [role=img]")).to_have_count(3)
    expect(case).to_have_attribute("data-case", "open")
    expect(lit).to_have_count(0)
    dee.do("deal")
    expect(case).to_have_text("Now: Player stands; Banker has 5 and draws.")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("draws")
    assert lit.evaluate("e => [e.parentElement.rowIndex, e.cellIndex]") == [6, 11]
    page.locator(".howto nav button", has_text="Third card").click()
    page.screenshot(path=shots / "howto-case.png")
    dee.do("close_insurance")
    dee.do("deal")
    dee.do("settle")
    expect(case).to_have_text("Last round: Player stands; Banker has 5 and draws.")
    dee.do("open_bets")
    dee.do("close_bets")
    for _ in range(4):
        dee.do("deal")
    expect(case).to_have_text("Now: Player has a natural 9: nobody draws.")
    expect(lit).to_have_count(0)
    dee.leave()


@pytest.mark.parametrize(("width", "height", "box"), [(1280, 720, 14), (640, 360, 12)])
def test_keys_alone_open_it_lead_through_it_and_back(
    new_page: NewPage, width: int, height: int, box: int
) -> None:
    """And no key of the table bets meanwhile; going back in the browser closes it too."""
    page = new_page(width, height)
    ann = Patron(page, "classic")
    ann.sit(box)
    ann.buy()
    ann.wait_for_bets()
    opener = page.get_by_role("button", name="How to play", exact=True)
    opener.press("Enter")
    expect(page.locator(".howto h2")).to_be_focused()
    expect(page.locator(".howto")).to_have_accessible_name("How to play")
    page.keyboard.press("p")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Back to the table")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.locator(".howto nav button", has_text="Third card")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".howto h3", has_text="Third card")).to_be_focused()
    page.keyboard.press("p")
    page.keyboard.press("Escape")
    expect(page.locator(".howto")).to_have_count(0)
    expect(opener).to_be_focused()
    expect(page.locator("button[data-kind=player] .pile")).to_have_count(0)
    opener.click()
    expect(page.locator(".howto h2")).to_be_visible()
    page.go_back()
    expect(page.locator(".howto")).to_have_count(0)
    expect(page).to_have_url(re.compile("/tables/classic$"))


COVERED = """guide => {
    const [its, found] = [guide.getBoundingClientRect(), []];
    for (const each of document.querySelectorAll("[data-box], [data-kind], [role=radio]")) {
        const at = each.getBoundingClientRect();
        const beside = at.left >= its.right || at.right <= its.left;
        if (!beside && at.top < its.bottom && at.bottom > its.top)
            found.push(each.outerHTML.slice(0, 80));
    }
    return found;
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (640, 360), (360, 640)])
def test_the_steps_cover_nothing_that_is_pressed(
    new_page: NewPage, width: int, height: int
) -> None:
    """On a phone they lie where the cards will be: with thirteen side bets too."""
    page = new_page(width, height)
    for table in ("insurance", "thirteen", "classic"):
        page.goto(f"/tables/{table}")
        guide = page.get_by_role("region", name="Your first round")
        expect(guide).to_be_visible(timeout=40_000)
        assert guide.evaluate(COVERED) == [], table


def test_a_first_visit_is_led_through_three_steps(new_page: NewPage, shots: Path) -> None:
    """They go with what the guest does; put away they stay away, and can be called up again."""
    page = new_page(360, 640)
    ann = Patron(page, "no-commission")
    guide = page.get_by_role("region", name="Your first round")
    expect(guide).to_have_attribute("data-step", "1")
    page.screenshot(path=shots / "guide-360.png")
    guide.get_by_role("button", name="Step 3 of 3").click()
    expect(guide).to_contain_text("Nearer to nine wins")
    ann.sit(13)
    ann.buy()
    expect(guide).to_have_attribute("data-step", "2")
    expect(guide).to_contain_text("Player and Bank are the main ones")
    ann.wait_for_bets()
    ann.bet("player")
    expect(guide).to_have_attribute("data-step", "3")
    ann.settled()
    # Whoever has played a round needs it no more.
    expect(guide).to_have_count(0)
    page.reload()
    page.wait_for_selector("[data-ready=true]")
    expect(guide).to_have_count(0)
    _how_to(page)
    page.get_by_role("button", name="Show the three steps again").click()
    expect(page.locator(".howto")).to_have_count(0)
    expect(guide).to_be_visible()
    guide.get_by_role("button", name="Got it").click()
    expect(guide).to_have_count(0)
    page.goto("/tables/classic")
    page.wait_for_selector("[data-ready=true]")
    expect(guide).to_have_count(0)
