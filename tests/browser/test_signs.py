"""What the documents want on show: limits, fees, help, and that a screen only informs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.casino import HELPLINE
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import SECRET


def _sign(page: Page) -> dict[str, str]:
    """Read the sign of a table, line by line."""
    sign = page.locator("dl.number").first
    expect(sign).to_be_visible()
    lines = sign.locator("div")
    return {
        line.locator("dt").inner_text(): line.locator("dd").inner_text() for line in lines.all()
    }


@pytest.mark.rule("tiger", "3.4")
@pytest.mark.rule("insurance", "3.4")
@pytest.mark.parametrize("table", ["tiger", "insurance"])
@pytest.mark.parametrize("page_of", ["/tables/{}", "/tables/{}/board"])
def test_the_minimum_and_the_differential_are_on_show(
    new_page: NewPage, table: str, page_of: str
) -> None:
    """Each figure stands on its own line of the sign, as the table was opened with it."""
    page = new_page()
    page.goto(page_of.format(table))
    limits = page.context.request.get(f"/api/tables/{table}").json()["state"]["limits"]
    assert (limits["min"], limits["max_differential"]) == ("10", "2000")
    assert _sign(page) == {"Min": "10", "Max differential": "2,000", "Side min": "5"}


@pytest.mark.rule("tiger", "3.4")
@pytest.mark.rule("insurance", "3.4")
@pytest.mark.parametrize("game", ["tiger", "insurance"])
def test_a_changed_minimum_and_differential_are_on_show_at_once(
    new_page: NewPage, floor: str, game: str
) -> None:
    """Kills a sign that shows other figures, the two of them swapped, or those of yesterday."""
    sam = Dealer(floor, f"sign-{game}", SECRET, "sam")
    table, board = new_page(), new_page()
    table.goto(f"{floor}/tables/sign-{game}")
    board.goto(f"{floor}/tables/sign-{game}/board")
    for least, most in (("25", "5000"), ("40", "1250.50"), ("300", "400")):
        sam.do("change_table", limits={"min": least, "max_differential": most})
        for page in (table, board):
            values = page.locator("dl.number").first.locator("dd")
            expect(values).to_have_text(
                [f"{float(n):,.2f}".removesuffix(".00") for n in (least, most)]
            )
            assert list(_sign(page)) == ["Min", "Max differential"]
    sam.leave()


@pytest.mark.rule("tiger", "5.14")
@pytest.mark.rule("insurance", "5.15")
@pytest.mark.parametrize("table", ["tiger", "insurance"])
def test_a_screen_says_that_it_only_informs(new_page: NewPage, table: str) -> None:
    page = new_page()
    page.goto(f"/tables/{table}/board")
    expect(page.locator(".board footer")).to_contain_text(
        "the actual outcome at the table prevails"
    )
    page.goto(f"/tables/{table}")
    foot = page.locator("footer", has_text="18+")
    expect(foot).to_contain_text("the outcome at the table prevails")


@pytest.mark.rule("player-dealer", "fees-posted")
def test_fees_are_posted_before_anybody_plays(new_page: NewPage) -> None:
    page = new_page()
    for address in ("/tables/player-dealer", "/tables/player-dealer/board"):
        page.goto(address)
        for fee in ("Player or Banker bet", "Tie Bet", "the bank, a hand"):
            expect(page.get_by_text(f"Fee ({fee})")).to_be_visible()


@pytest.mark.rule("classic", "responsible-gambling")
@pytest.mark.rule("no-commission", "responsible-gambling")
@pytest.mark.parametrize("place", ["/", "/tables/classic", "/tables/no-commission"])
def test_age_and_help_are_on_every_page(new_page: NewPage, place: str) -> None:
    page = new_page()
    page.goto(place)
    foot = page.locator("footer", has_text="18+")
    expect(foot).to_contain_text(HELPLINE)
