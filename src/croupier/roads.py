"""The roads: the results of a shoe so far, in the five drawings shown above a table.

They show past results only; they say nothing about the cards to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from typing import Generic, TypeVar

from croupier.coup import Coup, Side, Winner, compare
from croupier.tableau import is_natural

ROWS = 6
"""How deep every road is drawn."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spot(Generic[T]):
    """Where something is drawn; columns count from the left and rows from the top, both from 0."""

    column: int
    row: int
    item: T


@dataclass(frozen=True, slots=True)
class Grid(Generic[T]):
    """A road as it is drawn, in the order in which it was filled."""

    spots: tuple[Spot[T], ...] = ()

    @property
    def width(self) -> int:
        """How many columns the drawing takes."""
        return 1 + max((spot.column for spot in self.spots), default=-1)

    @property
    def rows(self) -> tuple[tuple[T | None, ...], ...]:
        """The six rows from top to bottom; None where nothing is drawn."""
        drawn = {(spot.column, spot.row): spot.item for spot in self.spots}
        columns = range(self.width)
        return tuple(tuple(drawn.get((column, row)) for column in columns) for row in range(ROWS))

    def __str__(self) -> str:
        """Return it as text, a line for each row, with a dot where nothing is."""
        wide = max((len(str(spot.item)) for spot in self.spots), default=0)
        lines = (
            " ".join(("·" if item is None else str(item)).ljust(wide) for item in row)
            for row in self.rows
        )
        return "\n".join(line.rstrip() for line in lines)


@dataclass(frozen=True, slots=True)
class Road(Generic[T]):
    """Streaks side by side, each a logical column of any length."""

    columns: tuple[tuple[T, ...], ...] = ()

    @property
    def items(self) -> tuple[T, ...]:
        """Everything on the road, in the order in which it came."""
        return tuple(chain.from_iterable(self.columns))

    @property
    def last(self) -> T | None:
        """What came last, if anything did."""
        return self.columns[-1][-1] if self.columns else None

    def below(self, item: T) -> Road[T]:
        """Return the road with an item added to the last column."""
        return Road((*self.columns[:-1], (*self.columns[-1], item)))

    def beside(self, item: T) -> Road[T]:
        """Return the road with an item in a new column."""
        return Road((*self.columns, (item,)))

    def amended(self, item: T) -> Road[T]:
        """Return the road with its last item replaced."""
        return Road((*self.columns[:-1], (*self.columns[-1][:-1], item)))

    @property
    def grid(self) -> Grid[T]:
        """The road as it is drawn, with its dragon tails."""
        return Grid(tuple(self._spots()))

    def _spots(self) -> Iterator[Spot[T]]:
        """Yield the drawn places, column by column.

        A column starts at the first free place of the top row. It goes down until the last row or
        until the tail of an earlier column is in its way. There it turns right, and stays in that
        row even where the way down is free again: a tail is one straight line. So a tail never
        meets another one, because a line to its right would have crossed its own column.
        """
        taken = set[tuple[int, int]]()
        start = 0
        for streak in self.columns:
            while (start, 0) in taken:
                start += 1
            column, row, turned = start, -1, False
            for item in streak:
                turned = turned or row + 1 == ROWS or (column, row + 1) in taken
                column, row = (column + 1, row) if turned else (column, row + 1)
                taken.add((column, row))
                yield Spot(column, row, item)


class Colour(StrEnum):
    """The colour of a mark on a derived road; it does not mean Banker or Player."""

    RED = "red"
    """The big road keeps its pattern."""
    BLUE = "blue"
    """The big road breaks its pattern."""


class Style(StrEnum):
    """The shape of the marks, different for each derived road."""

    HOLLOW = "hollow"
    SOLID = "solid"
    SLASH = "slash"


_SIGNS = {
    Style.HOLLOW: {Colour.RED: "○", Colour.BLUE: "□"},
    Style.SOLID: {Colour.RED: "●", Colour.BLUE: "■"},
    Style.SLASH: {Colour.RED: "/", Colour.BLUE: "\\"},
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a derived road."""

    colour: Colour
    style: Style

    def __str__(self) -> str:
        """Return a sign that shows the colour by its shape: red is round or rises."""
        return _SIGNS[self.style][self.colour]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The result of one round, as the roads need it; a void round has no entry."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    player_pair: bool
    banker_pair: bool

    @classmethod
    def of(cls, coup: Coup) -> Entry:
        """Return the entry of a complete coup."""
        assert coup.is_complete, "an incomplete coup has no place on the roads"
        player, banker = coup.player, coup.banker
        return cls(
            player_total=player.total,
            banker_total=banker.total,
            player_cards=len(player.cards),
            banker_cards=len(banker.cards),
            player_pair=player.pair is not None,
            banker_pair=banker.pair is not None,
        )

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or a tie."""
        return compare(self.player_total, self.banker_total)

    @property
    def player_natural(self) -> bool:
        """Whether Player had eight or nine on two cards."""
        return is_natural(self.player_total, self.player_cards)

    @property
    def banker_natural(self) -> bool:
        """Whether Banker had eight or nine on two cards."""
        return is_natural(self.banker_total, self.banker_cards)

    @property
    def natural(self) -> bool:
        """Whether either hand, or both, had a natural."""
        return self.player_natural or self.banker_natural

    def __str__(self) -> str:
        """Return B, P or T and the dots of the pairs: ' for Banker's, . for Player's."""
        high, low = "'" * self.banker_pair, "." * self.player_pair
        return f"{self.winner[0].upper()}{high}{low}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """The results of a shoe so far, counted in rounds."""

    rounds: int = 0
    banker: int = 0
    player: int = 0
    tie: int = 0
    banker_pair: int = 0
    player_pair: int = 0
    both_pairs: int = 0
    """Rounds in which both hands started with a pair; they count in the two lines above as well."""
    banker_natural: int = 0
    player_natural: int = 0
    natural: int = 0
    """Rounds with a natural of either hand; with both, it is one round."""
    banker_six: int = 0
    """Rounds that Banker won with six."""
    banker_six_of_three: int = 0
    """Those of them in which Banker had three cards."""
    tie_six: int = 0
    """Ties at six."""

    def add(self, entry: Entry) -> Statistics:
        """Return the statistics with one more round."""
        winner = entry.winner
        six = entry.banker_total == 6
        banker_six = six and winner is Winner.BANKER
        return Statistics(
            rounds=self.rounds + 1,
            banker=self.banker + (winner is Winner.BANKER),
            player=self.player + (winner is Winner.PLAYER),
            tie=self.tie + (winner is Winner.TIE),
            banker_pair=self.banker_pair + entry.banker_pair,
            player_pair=self.player_pair + entry.player_pair,
            both_pairs=self.both_pairs + (entry.banker_pair and entry.player_pair),
            banker_natural=self.banker_natural + entry.banker_natural,
            player_natural=self.player_natural + entry.player_natural,
            natural=self.natural + entry.natural,
            banker_six=self.banker_six + banker_six,
            banker_six_of_three=self.banker_six_of_three + (banker_six and entry.banker_cards == 3),
            tie_six=self.tie_six + (six and winner is Winner.TIE),
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on the big road: a result, and the ties that are marked on it.

    A tie is marked on the result before it. Ties at the start of a shoe have none: they get a cell
    of their own, which the first result then takes.
    """

    result: Entry | None
    """The round that was won; None while the shoe has seen nothing but ties."""
    ties: tuple[Entry, ...] = ()

    @property
    def winner(self) -> Winner:
        """The hand that won here; a tie while there are only ties."""
        return self.result.winner if self.result else Winner.TIE

    def __str__(self) -> str:
        """Return the result, a slash if there are ties, and their number if there are several."""
        count = len(self.ties)
        return f"{self.result or ''}{'/' * bool(count)}{count if count > 1 else ''}"


@dataclass(frozen=True, slots=True)
class Forecast:
    """The marks that the derived roads get if a certain hand wins next; None for no mark."""

    big_eye_boy: Mark | None
    small_road: Mark | None
    cockroach_pig: Mark | None


@dataclass(frozen=True, slots=True)
class Roads:
    """All roads of a shoe: start with `Roads()` and add the entries of its rounds."""

    entries: tuple[Entry, ...] = ()
    big_road: Road[Cell] = field(default_factory=Road)
    big_eye_boy: Road[Mark] = field(default_factory=Road)
    small_road: Road[Mark] = field(default_factory=Road)
    cockroach_pig: Road[Mark] = field(default_factory=Road)
    statistics: Statistics = field(default_factory=Statistics)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Roads:
        """Return the roads of a whole shoe, for example without a round that was voided late."""
        roads = cls()
        for entry in entries:
            roads = roads.add(entry)
        return roads

    def add(self, entry: Entry) -> Roads:
        """Return the roads with one more round; a tie does not change the derived roads."""
        told = replace(
            self,
            entries=(*self.entries, entry),
            big_road=_followed(self.big_road, entry),
            statistics=self.statistics.add(entry),
        )
        if entry.winner is Winner.TIE:
            return told
        came = self.forecast(Side(entry.winner))
        return replace(
            told,
            big_eye_boy=_marked(self.big_eye_boy, came.big_eye_boy),
            small_road=_marked(self.small_road, came.small_road),
            cockroach_pig=_marked(self.cockroach_pig, came.cockroach_pig),
        )

    def forecast(self, side: Side) -> Forecast:
        """Return the marks of the derived roads if this hand wins next."""
        return Forecast(
            big_eye_boy=self._mark(side, 1, Style.HOLLOW),
            small_road=self._mark(side, 2, Style.SOLID),
            cockroach_pig=self._mark(side, 3, Style.SLASH),
        )

    @property
    def bead_plate(self) -> Grid[Entry]:
        """Every round, ties too, six to a column."""
        return Grid(
            tuple(Spot(*divmod(number, ROWS), entry) for number, entry in enumerate(self.entries))
        )

    def _mark(self, side: Side, back: int, style: Style) -> Mark | None:
        """Return the mark from comparing the last column with the one so many columns back.

        As the rule is usually given, for a result in row m of column n: from the second row on,
        blue if m is one more than the depth of column n − back, else red; in the first row, red if
        column n − 1 is as deep as column n − 1 − back, else blue. Both mean: if the last column is
        as deep as the other one, a new column keeps the pattern and a longer one breaks it; if not,
        the reverse. So the two hands always forecast opposite marks.
        """
        columns = self.big_road.columns
        if len(columns) <= back:
            return None
        last, earlier = columns[-1], columns[-1 - back]
        level = len(last) == len(earlier)
        goes_on = last[0].winner is side.win
        return Mark(Colour.BLUE if level is goes_on else Colour.RED, style)


def _followed(road: Road[Cell], entry: Entry) -> Road[Cell]:
    """Return the big road with a round: a tie on the last cell, a result below or beside it."""
    last = road.last
    if entry.winner is Winner.TIE:
        if last is None:
            return road.beside(Cell(None, (entry,)))
        return road.amended(Cell(last.result, (*last.ties, entry)))
    if last is None:
        return road.beside(Cell(entry))
    if last.result is None:
        return road.amended(Cell(entry, last.ties))
    return road.below(Cell(entry)) if last.winner is entry.winner else road.beside(Cell(entry))


def _marked(road: Road[Mark], mark: Mark | None) -> Road[Mark]:
    """Return a derived road with a mark: the same colour goes down, the other starts a column."""
    if mark is None:
        return road
    return road.below(mark) if road.last == mark else road.beside(mark)
