"""An evening at a house in Manila, the same each time: what the documentation's pictures show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any

from browser.floor import HOUSE, PIN, SECRET
from croupier.accounts import ALL, CONSOLE, AccountRole, Details, Hasher, People
from croupier.game.model import Role
from croupier.store.cage import CageMove, Tender
from croupier.store.cage_desk import Clerk, Order
from croupier.store.house import House
from croupier.table import Actor, Phase
from croupier.table.events.insurance import offers
from croupier.table.state import Table

SETTINGS = {
    "demo": "false",
    "registration": "open",
    "time_zone": "Asia/Manila",
    "day_starts": "06:00",
    "currency": "PHP",
    "currency_sign": "₱",
    "currency_decimals": "2",
    "helpline": "0800 000 000",
    "staff_idle": "3600",
    "cage_approval": "50000",
    "cage_large": "50000",
}

STAFF = {
    "dee": AccountRole.DEALER,
    "dan": AccountRole.DEALER,
    "max": AccountRole.PIT_SUPERVISOR,
    "sam": AccountRole.SHIFT_MANAGER,
    "tia": AccountRole.SHIFT_MANAGER,
    "cas": AccountRole.CASHIER,
    "ada": AccountRole.ADMINISTRATOR,
}
PATRONS = (
    *("ann", "bob", "cho", "may lin", "eve", "fay", "gil"),
    *("hua", "ivo", "jun", "kim", "lea", "mia", "noa"),
)
WITH_WALLETS = (*PATRONS[:4], "noa")
"""Who has paid in at the cage; the others pay in cash at the table."""

DIFFERENTIAL = {"min": "25", "side_min": "5", "max_differential": "5000"}
TABLES: Mapping[str, Mapping[str, Any]] = {
    "bac-1": {
        "game": "classic",
        "layout": "large",
        "limits": {"min": "25", "side_min": "5", "max": "5000"},
    },
    "bac-2": {"game": "no-commission", "limits": {"min": "25", "side_min": "5", "max": "5000"}},
    "tiger-1": {"game": "tiger", "limits": DIFFERENTIAL},
    "tiger-2": {"game": "tiger", "limits": DIFFERENTIAL},
    "ins-1": {"game": "insurance", "limits": DIFFERENTIAL},
    "ins-2": {"game": "insurance", "shoe": "manual", "limits": DIFFERENTIAL},
    "cup-1": {"game": "tournament", "limits": {"min": "25", "side_min": "5", "max": "5000"}},
    "bank-1": {
        "game": "player-dealer",
        "limits": {"min": "25", "max": "2000"},
        "fees": {"main": "1", "tie": "1", "player_dealer": "2"},
    },
}
"""What is open. At `ins-2` the dealer types the cards of a real shoe."""

SEATED = {"bac-1": 14}
"""How many patrons sit at a table, where it is not four."""

ROUNDS = {"ins-2": 0, "bank-1": 0}
"""How many rounds are over, where it is not thirty-two."""

_numbers = count()


class Evening:
    """What has happened before anybody looks."""

    def __init__(self, house: House) -> None:
        """Open the tables, let patrons in and play."""
        self._house = house
        self._chance = Random(16)
        self._cage(CageMove.OPEN, "200000")
        for name in WITH_WALLETS:
            self._cage(CageMove.DEPOSIT, "15000", name, Tender.CASH)
        for table, opening in TABLES.items():
            self._open(table, opening)
            for _ in range(ROUNDS.get(table, 32)):
                self._round(table)
        self.do("bac-2", "buy_in", player="bob", amount="1500", cash=True)
        self._cage(CageMove.DEPOSIT, "60000", "eve", Tender.CHEQUE)
        self._cage(CageMove.WITHDRAWAL, "450", "ann", Tender.CASH)
        self._cage(CageMove.DEPOSIT, "25", "bob", Tender.ADJUSTMENT, "a taxi was promised")
        self._cage(CageMove.COUNT, "274530", reason="the drawer stuck")
        self._stop("bac-1", lambda held: len(held.cards) == 6 and held.phase is Phase.COMPLETE)
        self._stop("ins-1", lambda held: len(held.cards) == 4 and bool(offers(held)))
        self._bets("tiger-2")

    def do(self, table: str, what: str, **fields: Any) -> None:
        """Give a command that has to succeed."""
        body = {"do": what, **fields}
        dealer = Actor(Role.DEALER, "dan" if table.startswith("tiger") else "dee")
        by = HOUSE if what in ("open_table", "new_shoe") else dealer
        answer = self._house.command(table, f"{table}-{next(_numbers)}", by, body)
        assert answer.ok, answer.data

    def _cage(
        self,
        kind: CageMove,
        amount: str,
        name: str | None = None,
        tender: Tender | None = None,
        reason: str | None = None,
    ) -> None:
        order = Order(kind, amount, name, tender, reason)
        cas = Clerk("cashier", "cas")
        second = Clerk("pit_supervisor", "max") if kind is CageMove.OPEN or name == "eve" else None
        answer = self._house.cage.carry_out(f"slip-{next(_numbers)}", cas, order, second)
        assert answer.ok, answer.data

    def _seated(self, table: str) -> tuple[str, ...]:
        return PATRONS[: SEATED.get(table, 4)]

    def _open(self, table: str, opening: Mapping[str, Any]) -> None:
        self._house.create_table(table)
        self.do(table, "open_table", float="100000", **opening)
        for box, name in enumerate(self._seated(table), 1):
            self.do(table, "buy_in", player=name, amount="1000", **_paid_by(name))
            self.do(table, "sit", player=name, box=box)
        seed = {} if opening.get("shoe") else {"seed": f"{self._chance.getrandbits(256):064x}"}
        self.do(table, "new_shoe", **seed)

    def _round(self, table: str, until: Callable[[Table], bool] = lambda _: False) -> bool:
        """Play a round; return True if it was left where something holds."""
        self._bets(table)
        self.do(table, "close_bets")
        while not (there := until(self._held(table))) and self._held(table).phase is Phase.DEALING:
            self.do(table, "deal")
        if not there:
            self.do(table, "settle")
        return there

    def _stop(self, table: str, until: Callable[[Table], bool]) -> None:
        """Play until something holds."""
        while not self._round(table, until):
            pass

    def _held(self, table: str) -> Table:
        return self._house.live_table(table).table

    def _bets(self, table: str) -> None:
        self.do(table, "open_bets")
        for box, name in enumerate(self._seated(table), 1):
            if self._chance.random() < 0.8:
                hand = self._chance.choice(("player", "banker"))
                amount = self._chance.choice(("25", "50", "75", "100", "250"))
                self._bet(table, name, box, hand, amount)
                if self._chance.random() < 0.2:
                    self._bet(table, name, box, "tie", "25")

    def _bet(self, table: str, name: str, box: int, bet: str, amount: str) -> None:
        if self._held(table).free(name) < 30_000:
            self.do(table, "buy_in", player=name, amount="500", **_paid_by(name))
        self.do(table, "place_bet", player=name, box=box, bet=bet, amount=amount)


def _paid_by(name: str) -> dict[str, bool]:
    return {} if name in WITH_WALLETS else {"cash": True}


def furnish(database: str) -> None:
    """Write such an evening into a new database."""
    with People.open(database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        for name, role in STAFF.items():
            tables = ALL if role.at_table is not None else ()
            people.add(name, role, CONSOLE, password=SECRET, tables=tables)
        for name in ("max", "sam", "tia"):
            people.set_pin(name, PIN, CONSOLE)
        for name in PATRONS:
            people.join(name, SECRET, Details(of_age="2026-01-01"))
    with House.open(database, rehearsal=True) as house:
        Evening(house)
    with People.open(database, hasher=Hasher(time_cost=1, memory_kib=64)) as people:
        people.lock("gil", "ada")
