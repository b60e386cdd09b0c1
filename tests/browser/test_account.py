"""A patron comes in by themselves, limits themselves, sees their history and leaves for good."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from croupier.accounts import CONSOLE, AccountRole, Hasher, People
from croupier.store.house import House
from houses import opened
from served import served

WORD = "a long pass phrase"


def furnish(database: str) -> None:
    """Add an administrator."""
    with People.open(database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        people.add("ada", AccountRole.ADMINISTRATOR, CONSOLE, password=WORD)


def register(page: Page, name: str = "may") -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(WORD)
    page.get_by_label("I am 21 or older").check()
    page.get_by_role("button", name="Open the account").click()


def test_a_patron_opens_limits_and_closes_an_account(new_page: NewPage, tmp_path: Path) -> None:
    settings = {
        "demo": "false",
        "registration": "open",
        "age_limit": "21",
        "currency_sign": "₱",
        "currency_decimals": "2",
    }
    with served(furnish, **settings) as server:
        page = new_page(1024, 900)
        page.goto(server.address)
        # There are no guests here, and the lobby does not offer them.
        page.get_by_role("link", name="Open an account").click()
        expect(page.get_by_role("button", name="Play as a guest")).to_have_count(0)
        assert not barriers(page, "register")
        page.get_by_label("Name", exact=True).fill("may")
        page.get_by_label("Password").fill(WORD)
        page.get_by_role("button", name="Open the account").click()
        # The tick is required.
        expect(page.get_by_role("heading", name="Open an account")).to_be_visible()
        register(page)
        page.get_by_role("link", name="may").click()
        expect(page.get_by_role("heading", name="My limits")).to_be_visible()
        page.get_by_label("Losses a day").fill("50")
        page.get_by_role("button", name="Set the limits").click()
        expect(page.get_by_text("Set.", exact=True)).to_be_visible()
        page.get_by_label("Losses a day").fill("500")
        page.get_by_role("button", name="Set the limits").click()
        # Higher counts later, and the page says when.
        expect(page.get_by_text("₱500.00 from")).to_be_visible()
        expect(page.get_by_label("Losses a day")).to_have_value("50.00")
        page.get_by_label("Take a pause").select_option("break 7")
        page.get_by_label("I know that nobody can end it early").check()
        page.get_by_role("button", name="Stop play").click()
        expect(page.get_by_text("You take no part in play until")).to_be_visible()
        page.get_by_label("Take a pause").select_option("break 1")
        page.get_by_label("I know that nobody can end it early").check()
        page.get_by_role("button", name="Stop play").click()
        expect(page.get_by_text("cannot end earlier")).to_be_visible()
        assert not barriers(page, "account")
        page.set_viewport_size({"width": 390, "height": 800})
        page.locator("header select").select_option("zh")
        expect(page.get_by_role("heading", name="我的限额")).to_be_visible()
        page.locator("header select").select_option("en")
        page.set_viewport_size({"width": 1024, "height": 900})
        with page.expect_download() as download:
            page.get_by_role("link", name="Statement as CSV").click()
        download.value.save_as(tmp_path / "statement.csv")
        with (tmp_path / "statement.csv").open(encoding="utf-8", newline="") as file:
            assert next(csv.reader(file)) == ["at", "kind", "amount", "wallet", "table", "round"]
        page.get_by_label("Password until now").fill(WORD)
        page.get_by_label("New password").fill("another pass phrase")
        page.get_by_role("button", name="Change it").click()
        expect(page.get_by_text("The password is changed")).to_be_visible()
        expect(page.get_by_role("link", name="may")).to_be_visible()
        page.get_by_label("Password", exact=True).fill("another pass phrase")
        page.get_by_role("button", name="Close my account").click()
        expect(page.get_by_text("The account is closed.")).to_be_visible()
        expect(page.get_by_role("link", name="may")).to_have_count(0)


def with_a_table(database: str) -> None:
    """Add a patron beside the administrator, and a table without anybody at it."""
    furnish(database)
    with People.open(database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        people.add("may", AccountRole.PLAYER, CONSOLE, password=WORD)
    with House.open(database) as house:
        opened(house)


def test_at_the_table_the_time_is_told_over_the_page_until_it_is_heard(
    new_page: NewPage, shots: Path
) -> None:
    with served(with_a_table, demo="false") as server:
        page = new_page(390, 844)
        page.clock.install()
        page.goto(f"{server.address}/tables/t1")
        # There are no guests here: nobody is offered a seat before they have signed in.
        expect(page.get_by_label("Name")).to_be_visible()
        expect(page.locator("button[data-box='2']")).to_be_disabled()
        page.get_by_label("Name").fill("may")
        page.get_by_label("Password").fill(WORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator("button[data-box='2']")).to_be_enabled()
        limits = {"reminder_minutes": 20, "session_minutes": 60}
        headers = {"origin": server.address}
        own = f"{server.address}/api/me/limits"
        assert page.request.patch(own, data=limits, headers=headers).ok
        with page.expect_response("**/api/me/limits"):
            page.reload()
        expect(page.locator("button[data-box='2']")).to_be_enabled()
        told = page.get_by_role("button", name="All right")
        page.clock.fast_forward("19:00")
        expect(told).to_have_count(0)
        page.clock.fast_forward("01:30")
        expect(page.get_by_text("You have been here for 20 minutes")).to_be_in_viewport()
        page.screenshot(path=shots / "reminder.png")
        # A minute later it is still there: only the patron ends it.
        page.clock.fast_forward("02:00")
        told.click()
        expect(told).to_have_count(0)
        page.clock.fast_forward("18:00")
        told.click()
        page.clock.fast_forward("15:00")
        expect(page.get_by_text("Your session ends in 5 minutes")).to_be_in_viewport()


def test_an_invitation_and_a_reset_link_are_made_and_taken_up(new_page: NewPage) -> None:
    settings = {"demo": "false", "registration": "invitation", "age_limit": "21"}
    with served(furnish, **settings) as server:
        page, other = new_page(1024, 900), new_page(1024, 900)
        other.goto(f"{server.address}/register")
        expect(other.get_by_text("An account takes an invitation")).to_be_visible()
        page.goto(f"{server.address}/pit/people")
        page.get_by_label("Name").fill("ada")
        page.get_by_label("Password").fill(WORD)
        page.get_by_role("button", name="Sign in").last.click()
        page.get_by_role("button", name="Invite a patron").click()
        link = page.get_by_label("This link works once").input_value()
        other.goto(link)
        other.reload()
        register(other)
        expect(other.get_by_role("link", name="may")).to_be_visible()
        page.reload()
        page.get_by_role("button", name="may player").click()
        page.get_by_role("button", name="Link for a new password").click()
        expect(page.get_by_label("This link works once")).to_have_value(re.compile("/reset#"))
        assert not barriers(page, "people")
        other.goto(page.get_by_label("This link works once").input_value())
        other.get_by_label("New password").fill("another pass phrase")
        other.get_by_label("Once more").fill("another pass phrase")
        other.get_by_role("button", name="Set the password").click()
        expect(other.get_by_text("The password is set")).to_be_visible()
