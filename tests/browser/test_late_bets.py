"""A click belongs to the round that the page showed: in a later one it stakes nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.line import line_to
from browser.patron import Patron


def _next_round(dee: Dealer) -> None:
    """Play the round to its end, and open the next."""
    dee.do("close_bets")
    while dee.see()["phase"] == "dealing":
        dee.do("deal")
    dee.do("settle")
    dee.do("open_bets")


def _sit(page: Page, table: str, dee: Dealer, at: str) -> Patron:
    ann = Patron(page, table, at=at)
    ann.sit(1)
    dee.sell(ann.name, "1000")
    dee.do("open_bets")
    expect(page.locator("button[data-kind=tie]")).to_be_enabled()
    return ann


@pytest.mark.parametrize(
    ("table", "language", "said"),
    [
        ("late", "en-GB", "Too late: bets on round 1 were closed; nothing was staked"),
        ("late-zh", "zh-CN", "太迟了：第 1 局已停止下注；没有下注，筹码未动"),
    ],
)
def test_a_bet_that_was_clicked_in_a_round_that_is_over_is_not_staked(
    new_page: NewPage, address: str, table: str, language: str, said: str
) -> None:
    """Nothing passes any more, the guest clicks, the next round opens, the line is back."""
    dee = Dealer(address, table)
    with line_to(address) as line:
        page = new_page(language=language)
        ann = _sit(page, table, dee, line.address)
        line.hold()
        line.swallow()
        ann.bet("player", 2)
        ann.bet("tie")
        pending = page.locator("button[data-kind] .pending")
        expect(pending).to_have_count(2)
        _next_round(dee)
        line.cut()
        # Known to be down: nothing more is taken, and that is said where it would lie.
        expect(page.locator(".spots .down")).to_be_visible()
        expect(page.locator("button[data-kind=banker]")).to_be_disabled()
        line.mend()
        expect(page.locator(".spots .down")).to_have_count(0)
        expect(page.locator(".refusal")).to_contain_text(said)
        expect(pending).to_have_count(0)
        assert (dee.see()["round"], dee.see()["bets"]) == (2, [])
        expect(page.locator("[data-balance]")).to_have_attribute("data-balance", "1000.00")
        expect(page.locator("button[data-box='1']")).not_to_have_attribute(
            "title", re.compile("10")
        )
        # What is clicked now is seen now, and counts.
        expect(page.locator("button[data-kind=player]")).to_be_enabled()
        ann.bet("player")
        expect(page.locator("button[data-box='1']")).to_have_attribute("title", re.compile("10"))
        assert [bet["amount"] for bet in dee.see()["bets"]] == ["10.00"]
    dee.leave()


def test_what_is_taken_back_or_doubled_in_a_later_round_touches_no_bet_of_it(
    new_page: NewPage, address: str
) -> None:
    """The answers are lost: what arrived in time counts there, what comes late changes nothing."""
    dee = Dealer(address, "late-undo")
    with line_to(address) as line:
        page = new_page()
        ann = _sit(page, "late-undo", dee, line.address)
        name = ann.name
        ann.bet("player")
        box = page.locator("button[data-box='1']")
        expect(box).to_have_attribute("title", re.compile("Player 10"))
        line.hold()
        line.swallow()
        page.keyboard.press("d")
        page.locator("button[data-kind=player]").press("u")
        expect(page.locator("button[data-kind=player] .pending")).to_have_count(1)
        _next_round(dee)
        dee.do("place_bet", player=name, box=1, bet="player", amount="40")
        line.cut()
        line.mend()
        expect(page.locator(".refusal")).to_contain_text(
            "bets on round 1 were closed; nothing was taken back"
        )
        expect(page.locator("button[data-kind] .pending")).to_have_count(0)
        expect(box).to_have_attribute("title", re.compile("Player 40"))
        assert [bet["amount"] for bet in dee.see()["bets"]] == ["40.00"]
    dee.leave()
