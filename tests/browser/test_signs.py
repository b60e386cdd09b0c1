"""What the documents want on show: limits, fees, help, and that a screen only informs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.casino import HELPLINE
from browser.conftest import NewPage


@pytest.mark.rule("tiger", "3.4")
@pytest.mark.rule("insurance", "3.4")
@pytest.mark.parametrize("table", ["tiger", "insurance"])
@pytest.mark.parametrize("page_of", ["/tables/{}", "/tables/{}/board"])
def test_the_minimum_and_the_differential_are_on_show(
    new_page: NewPage, table: str, page_of: str
) -> None:
    page = new_page()
    page.goto(page_of.format(table))
    sign = page.locator("dl.number").first
    expect(sign).to_contain_text("Min")
    expect(sign).to_contain_text("Max differential")
    expect(sign.locator("dd").first).to_have_text("10")


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
        for fee in ("main", "tie", "player dealer"):
            expect(page.get_by_text(f"Fee ({fee})")).to_be_visible()


@pytest.mark.rule("classic", "responsible-gambling")
@pytest.mark.rule("no-commission", "responsible-gambling")
@pytest.mark.parametrize("place", ["/", "/tables/classic", "/tables/no-commission"])
def test_age_and_help_are_on_every_page(new_page: NewPage, place: str) -> None:
    page = new_page()
    page.goto(place)
    foot = page.locator("footer", has_text="18+")
    expect(foot).to_contain_text(HELPLINE)
