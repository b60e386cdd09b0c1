"""A house with its staff: people with passwords and PINs, and tables that persons deal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.casino import _address
from croupier.accounts import ALL, CONSOLE, AccountRole, People
from croupier.game.model import Role
from croupier.store.house import House
from croupier.store.incidents import Kind
from croupier.table import Actor

SECRET = "a long pass phrase"
PIN = "480213"
STAFF = {
    "dee": AccountRole.DEALER,
    "max": AccountRole.PIT_SUPERVISOR,
    "sam": AccountRole.SHIFT_MANAGER,
    "cas": AccountRole.CASHIER,
    "ada": AccountRole.ADMINISTRATOR,
}
HOUSE = Actor(Role.SHIFT_MANAGER, "house:test")
DIFFERENTIAL = {"min": "25", "max_differential": "5000"}
MANUAL: Mapping[str, Any] = {"shoe": "manual", "enforcement": "dealer", "limits": DIFFERENTIAL}
BANKED: Mapping[str, Any] = {"limits": {"min": "10", "max": "1000"}}
TABLES: Mapping[str, Mapping[str, Any]] = {
    "void": {"game": "insurance", **MANUAL},
    "mend": {"game": "insurance", **MANUAL},
    "scan": {"game": "tiger", **MANUAL},
    "order": {"game": "tiger", **MANUAL},
    "rule": {"game": "classic", "limits": {"min": "25", "max": "5000"}},
    "bank": {"game": "player-dealer", **BANKED},
    "stake": {"game": "player-dealer", **BANKED},
    "lapse": {"game": "insurance", **MANUAL},
    "swap": {"game": "tiger", **MANUAL},
    "glance": {"game": "tiger", **MANUAL},
    "brim": {"game": "tiger", **MANUAL},
    "asks": {"game": "tiger", **MANUAL},
    "lean": {"game": "classic", "limits": {"min": "10", "max": "1000"}},
    "hurry": {"game": "insurance", **MANUAL},
    "shut": {"game": "tiger", **MANUAL},
    "shut-small": {"game": "tiger", **MANUAL},
    "shut-bank": {"game": "player-dealer", "limits": {"min": "10", "max": "1000"}},
    "foreign": {"game": "tiger", **MANUAL},
    "pause": {"game": "tiger", **MANUAL},
    "goes-on": {"game": "tiger", **MANUAL},
    "said-between": {"game": "tiger", **MANUAL},
    "why": {"game": "tiger", **MANUAL},
    "beyond": {"game": "tiger", **MANUAL},
    "debt": {"game": "tiger", **MANUAL},
    "told": {"game": "tiger", **MANUAL},
    "listen": {"game": "insurance", **MANUAL},
    "wire": {"game": "tiger", **MANUAL},
    "undo": {"game": "tiger", **MANUAL},
    "touch": {"game": "insurance", **MANUAL},
    "quick": {"game": "classic", "limits": {"min": "25", "max": "5000"}},
    "stray": {"game": "tiger", **MANUAL},
    "twice": {"game": "insurance", **MANUAL},
    "overtaken": {"game": "tiger", **MANUAL},
    "down": {"game": "insurance", **MANUAL, "face_down": True},
    "same": {"game": "insurance", **MANUAL},
    "gather": {
        "game": "player-dealer",
        **BANKED,
        "shoe": "manual",
        "fees": {"main": "1", "player_dealer": "2"},
    },
    "cases": {"game": "insurance", **MANUAL, "face_down": True},
    "thirteen": {"game": "player-dealer", "layout": "baccarat", **BANKED, "shoe": "manual"},
    "silent": {"game": "classic", "limits": {"min": "25", "max": "5000"}},
    "whole": {"game": "tiger", **MANUAL, "limits": {**DIFFERENTIAL, "scope": "table"}},
    "sign-tiger": {"game": "tiger", **MANUAL},
    "sign-insurance": {"game": "insurance", **MANUAL},
    "wall": {"game": "insurance", **MANUAL},
}
"""What each test has to itself."""

PAST = 110
"""How much has happened already, of each sort."""

_numbers = count()


def furnish(database: str, names: Collection[str] = TABLES) -> None:
    """Let the staff in, open the tables, and seat two patrons at each."""
    with House.open(database) as house:
        for name in names:
            body = TABLES[name]
            house.create_table(name)
            do(house, name, {"do": "open_table", "float": "100000", **body})
            # Chips of tables that close go to wallets: those of nobody whom another test looks at.
            ann, bob = ("eva", "gus") if name.startswith("shut") else ("ann", "bob")
            for player, box, amount in ((ann, 1, "10000"), (bob, 3, "8000")):
                house.deposit(f"{name}-{player}", HOUSE, player, amount)
                do(house, name, {"do": "buy_in", "player": player, "amount": amount})
                do(house, name, {"do": "sit", "player": player, "box": box})
            do(house, name, {"do": "new_shoe"})
        for _ in range(PAST if "swap" in names else 0):
            do(house, "swap", {"do": "fill", "amount": "1"})
    people = People.open(database)
    try:
        for person, post in STAFF.items():
            tables = ALL if post.at_table is not None else ()
            people.add(person, post, CONSOLE, password=SECRET, tables=tables)
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=SECRET)
        for person in ("max", "sam"):
            people.set_pin(person, PIN, CONSOLE)
        for _ in range(PAST):
            people.incidents.note(Kind.OUTAGE_ENDED, CONSOLE)
    finally:
        people.close()


def do(house: House, table: str, body: Mapping[str, Any]) -> None:
    """Give a command in the house's own name."""
    answer = house.command(table, f"{table}-{next(_numbers)}", HOUSE, body)
    assert answer.ok, answer.data


@contextmanager
def staffed(folder: Path, names: Collection[str] = TABLES, **settings: str) -> Iterator[str]:
    """Serve such a house with settings such as STAFF_IDLE; gives its address."""
    database = str(folder / "house.db")
    furnish(database, names)
    environment = {
        **os.environ,
        "CROUPIER_DATABASE": database,
        "CROUPIER_DEMO": "false",
        "CROUPIER_SIGN_INS_PER_MINUTE": "1000",
        **{f"CROUPIER_{name}": value for name, value in settings.items()},
    }
    told = folder / "server.log"
    with told.open("w") as log:
        command = [sys.executable, "-m", "croupier", "serve", "--port", "0"]
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield _address(told)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=30)


def enter(page: Page, address: str, name: str, path: str) -> None:
    """Sign in as somebody and go to a page."""
    answer = page.context.request.post(
        f"{address}/api/sign-in",
        data={"name": name, "password": SECRET},
        headers={"origin": address},
    )
    assert answer.ok, answer.text()
    page.goto(f"{address}{path}")


def place(page: Page, player: str, bet: str, amount: str) -> None:
    """Place a bet for a patron at the dealer's console."""
    details = page.locator("details", has_text="For a patron")
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    form = page.locator("form", has=page.get_by_role("combobox", name="Bet", exact=True))
    form.get_by_role("combobox", name="Patron").fill(player)
    form.get_by_role("combobox", name="Bet", exact=True).select_option(bet)
    form.get_by_label("Amount").fill(amount)
    form.get_by_role("button", name="Place a bet").click()
    expect(form.get_by_label("Amount")).to_have_value("")


def keys(page: Page, *cards: str) -> None:
    """Type cards as a dealer does, two keys each, with nothing else in focus."""
    page.locator("h1").click()
    for card in cards:
        page.keyboard.type(card, delay=15)


def steady(page: Page) -> None:
    """Wait until the console listens to Enter: a card or an act that has just come is over."""
    expect(page.locator(".due")).to_have_attribute("aria-busy", "false")


def enter_key(page: Page) -> None:
    """Press Enter as the dealer's word, once the console listens to it."""
    steady(page)
    page.keyboard.press("Enter")


def scan(page: Page, text: str) -> None:
    """Type as a scanner does, Enter included: all at once, however slow the machine is."""
    page.evaluate(
        """text => {
            const at = document.activeElement ?? document.body;
            for (const key of [...text, "Enter"]) {
                const how = { key, bubbles: true, cancelable: true };
                at.dispatchEvent(new KeyboardEvent("keydown", how));
            }
        }""",
        text,
    )


def drawn(page: Page) -> None:
    """Wait until what has changed is on the screen and nothing moves any more."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    still = "each => each.playState !== 'running'"
    page.wait_for_function(f"() => document.getAnimations().every({still})")


def due(page: Page, act: str) -> None:
    """Wait until something is what the dealer does next."""
    expect(page.locator(".due")).to_contain_text(act)


def approve(page: Page, name: str, pin: str = PIN) -> None:
    """Give a supervisor's word."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("PIN").fill(pin)
    dialog.get_by_role("button", name="Approve").click()


def open_round(page: Page, *bets: tuple[str, str, str]) -> None:
    """Open bets with Enter, place some, be about to close them."""
    due(page, "Open bets")
    page.locator("h1").click()
    enter_key(page)
    due(page, "Close bets")
    for player, bet, amount in bets:
        place(page, player, bet, amount)
    page.locator("h1").click()
