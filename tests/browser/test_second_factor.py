"""The staff's entrance where the house asks for a second factor: set up, asked for, removed."""

from __future__ import annotations

from base64 import b32decode
from time import time

from playwright.sync_api import Page, expect

from browser.axe import barriers
from browser.conftest import NewPage
from croupier.accounts import CONSOLE, AccountRole, Hasher, People
from croupier.accounts.totp import code_at
from served import served

WORD = "a long pass phrase"


def furnish(database: str) -> None:
    """Add a shift manager."""
    with People.open(database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        people.add("sam", AccountRole.SHIFT_MANAGER, CONSOLE, password=WORD)


def enter(page: Page, code: str | None = None) -> None:
    """Fill in the form that the staff sees."""
    if code is None:
        page.get_by_label("Name").fill("sam")
        page.get_by_label("Password").fill(WORD)
    else:
        page.get_by_label("Code of your authenticator app").fill(code)
    page.get_by_role("button", name="Sign in").last.click()


def test_it_is_set_up_asked_for_and_removed(new_page: NewPage) -> None:
    with served(furnish, demo="false", second_factor="true") as server:
        page = new_page(1024, 900)
        page.goto(f"{server.address}/pit")
        enter(page)
        secret = page.locator("code").first.inner_text().replace(" ", "")
        link = page.get_by_role("link", name="Open it in an app")
        expect(link).to_have_attribute(
            "href",
            f"otpauth://totp/croupier:sam?secret={secret}"
            "&issuer=croupier&algorithm=SHA1&digits=6&period=30",
        )
        assert not barriers(page, "enrolment")
        enter(page, "000000")
        expect(page.get_by_role("alert")).to_contain_text("wrong, or was used before")
        enter(page, code_at(b32decode(secret), int(time() // 30)))
        codes = page.locator("li code")
        expect(codes).to_have_count(10)
        recovery = codes.all_inner_texts()
        page.get_by_role("button", name="I have kept them").click()
        expect(page.locator("li code")).to_have_count(0)
        page.get_by_role("button", name="Sign out").click()
        enter(page)
        expect(page.get_by_label("Code of your authenticator app")).to_be_visible()
        expect(page.locator("code")).to_have_count(0)
        enter(page, recovery[0])
        page.get_by_role("button", name="Second factor").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Password").fill(WORD)
        dialog.get_by_label("Code of your authenticator app").fill(recovery[1])
        dialog.get_by_role("button", name="Remove the old one").click()
        enter(page)
        expect(page.locator("code").first).not_to_have_text(secret)
