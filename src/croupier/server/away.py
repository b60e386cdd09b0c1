"""Patrons who are gone: after some rounds they stand up, and their chips go to their wallets."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.accounts import SERVER, People, Person
from croupier.game.model import Role
from croupier.store.house import House
from croupier.store.wallets import has_wallet
from croupier.table import Actor, Phase, Table

GONE = 30.0
"""Seconds without an open socket and without a request after which somebody counts as gone."""

_HOUSE = Actor(Role.SHIFT_MANAGER, SERVER)


class AwayPatrons:
    """Watches the seats of the tables that this process has loaded.

    Guests come by a page everywhere; patrons with an account do so at the tables of the automatic
    dealer. At a table with a dealer they may sit there without any screen, and stay.
    """

    def __init__(self, house: House, people: People, rounds: int) -> None:
        """Let patrons stand up who are gone for so many rounds; 0 for never."""
        self._house = house
        self._people = people
        self._rounds = rounds
        self._gone: dict[tuple[str, str], int] = {}
        self._persons: dict[str, Person] = {}

    def check(self) -> None:
        """Look at all seats once, and let those stand up who are gone long enough.

        Whose limits let them bank no other hand gives the position up: the next seat is asked.
        """
        for table_id in self._house.tables():
            if self._house.is_loaded(table_id):
                self._pass_bank(table_id, self._house.live_table(table_id).current())
        if not self._rounds:
            return
        idle: dict[tuple[str, str], Table] = {}
        for table_id in self._house.tables():
            if self._house.is_loaded(table_id):
                table = self._house.live_table(table_id).current()
                idle.update({(table_id, name): table for name in self._idle(table)})
        present = self._people.present({name for _, name in idle}, GONE)
        gone = {key: table for key, table in idle.items() if key[1] not in present}
        self._gone = {key: self._gone.get(key, table.round) for key, table in gone.items()}
        for (table_id, name), table in gone.items():
            long_enough = table.round - self._gone[table_id, name] >= self._rounds
            if long_enough and table.phase in (Phase.IDLE, Phase.BETTING):
                self._stand_up(table_id, name, table)

    def _pass_bank(self, table_id: str, table: Table) -> None:
        bank = table.position
        if bank is None or table.phase is not Phase.IDLE or not has_wallet(bank.patron):
            return
        if self._house.may_bank(table_id, bank.patron):
            return

        def decide(version: int, now: Table) -> tuple[str, Mapping[str, object]] | None:
            if now.position != bank or now.phase is not Phase.IDLE:
                return None
            body = {"do": "give_up_player_dealer", "player": bank.patron, "seat": bank.seat}
            return f"bank:{version}", body

        self._house.react(table_id, _HOUSE, decide)

    def _idle(self, table: Table) -> set[str]:
        """Return who sits there with no bet on the layout, not banking, having come by a page."""
        if not table.open or table.setup is None:
            return set()
        banks = {table.position.patron} if table.position else set()
        idle = set(table.seats.values()) - set(table.bettors) - banks
        return {name for name in idle if self._by_page(name, automatic=bool(table.automatic))}

    def _by_page(self, name: str, *, automatic: bool) -> bool:
        person = self._persons.get(name)
        if person is None and has_wallet(name):
            # Who is not there yet may register while they sit: only who is found is remembered.
            person = self._people.find(name)
        if person is None or person.role.staff or person.name != name:
            return False
        self._persons[name] = person
        return automatic or person.guest

    def _stand_up(self, table_id: str, name: str, table: Table) -> None:
        boxes = [box for box, who in table.seats.items() if who == name]
        commands: list[Mapping[str, object]] = [
            {"do": "leave", "player": name, "box": box} for box in boxes
        ]
        if table.available(name) > 0:
            commands.append({"do": "cash_out", "player": name})
        for body in commands:
            # One id a round and seat: another process that finds the same does nothing twice.
            id = f"away:{name}:{body.get('box', 'chips')}:{table.round}"

            def decide(
                _: int, now: Table, id: str = id, body: Mapping[str, object] = body
            ) -> tuple[str, Mapping[str, object]] | None:
                same = now.round == table.round and name not in now.bettors
                return (id, body) if same else None

            self._house.react(table_id, _HOUSE, decide)
