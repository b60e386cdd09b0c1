"""What every event of a table is booked into: figures by day, the tray, and the rules of play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.game.model import Banker, Game
from croupier.ledger import FEES, FLOAT, HOUSE
from croupier.money import Unit
from croupier.reports.figures import Figure, effect
from croupier.reports.settlements import general_kinds
from croupier.reports.tally import Rules, Tally
from croupier.store.rows import factor
from croupier.table import Table
from croupier.table.vocabulary import signed

Data = Mapping[str, Any]
Find = Callable[[str], Game]
_TRAY = (("float", FLOAT), ("house", HOUSE), ("fees", FEES))


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a table's life under one game, number of decks and unit; numbers of its events."""

    first: int
    last: int
    game: Game
    decks: int
    unit: Unit


class Purse:
    """Books figures of one table, for the stretch and the day that they belong to."""

    def __init__(
        self,
        table_id: str,
        number: int,
        table: Table,
        house: Unit,
        find: Find,
        counts: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """Begin at a table as it stood after an event; amounts are counted in the house's unit.

        `counts` says of a moment whether what happens then belongs to the report.
        """
        self.table_id = table_id
        self.stretches: list[Stretch] = []
        self.tallies: defaultdict[tuple[int, str], Tally] = defaultdict(Tally)
        """By the place of the stretch, and the day."""
        self.outside = Tally()
        """What happened at a moment that does not count: a clock that went back."""
        self.tray = {name: table.book.balance(account) for name, account in _TRAY}
        self._house, self._find, self._counts = house, find, counts
        self._tally = Tally()
        self._fees: Mapping[str, int] = {}
        if table.setup is not None:
            setup = table.setup
            self._begin(Stretch(number + 1, number, setup.game, setup.decks, setup.unit))
            self._fees = setup.fees

    def _begin(self, stretch: Stretch) -> None:
        self.stretches.append(stretch)
        game = self._game = stretch.game
        self._unit, self._rules = stretch.unit, Rules(game.digest, stretch.decks)
        self._factor = factor(stretch.unit, self._house)
        self._general = general_kinds(game)
        self._by_house = game.bank.by is Banker.HOUSE

    @property
    def drawer(self) -> int:
        """What lies in the tray, in the house's unit."""
        return sum(self.tray.values()) * self._factor if self.stretches else 0

    def _at(self, at: str) -> Tally:
        if not self._counts(at):
            return self.outside
        return self.tallies[len(self.stretches) - 1, at[:10]]

    def _opened_again(self, number: int, at: str, event: Data) -> None:
        """Begin a stretch: what the table had goes to the cage, and a new float comes."""
        game, unit = self._find(event["digest"]), Unit.parse(event["unit"])
        self._begin(Stretch(number, number, game, event["decks"], unit))
        self._tally = self._at(at)
        self._charge_by(event)
        self._book(Figure.HOUSE_CARRIED, self.tray["house"])
        self._book(Figure.FEES_CARRIED, self.tray["fees"])
        self._book(Figure.FLOAT_OPENED, unit.count(event["float"]) - self.tray["float"])

    def _charge_by(self, event: Data) -> None:
        """Take the schedule of fees that the sign shows from now on."""
        self._fees = {key: self._unit.count(fee) for key, fee in event["fees"].items()}

    def _book(self, figure: Figure, amount: int) -> None:
        self._tally.figures[figure] += amount * self._factor
        for name in self.tray:
            self.tray[name] += effect(figure, name) * amount

    def _read(self, amount: object) -> int:
        return signed(amount, self._unit)
