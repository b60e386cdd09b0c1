"""The latest rounds of a table, one line each, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import select

from croupier.money import Unit
from croupier.reports.events import (
    VaultlessLoader,
    bet_after,
    state_after,
    stored_event,
    typed_event,
)
from croupier.store import schema as s
from croupier.store.queries import Reader
from croupier.table import Event
from croupier.table import events as e
from croupier.table.vocabulary import signed

MOST = 100
"""The most rounds in one list."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in brief; amounts are decimal texts in the table's unit."""

    round: int
    began: str
    ended: str | None
    state: str
    """running, settled, corrected, undone, or void."""
    result: str | None
    player: tuple[str | None, ...]
    banker: tuple[str | None, ...]
    """The cards in their places; one that lies face down is None."""
    wagers: str
    house: str
    """What the house won or lost on bets."""
    fees: str
    nets: Mapping[str, str]
    """What each patron with a bet won or lost, as far as the round is settled."""


@dataclass(slots=True)
class FollowedRound:
    """A round while its events are followed."""

    number: int
    began: str
    unit: Unit
    bets: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Patron and amount of each bet, by its id."""
    cards: dict[tuple[str, int], str | None] = field(default_factory=dict)
    ended: str | None = None
    state: str = "running"
    result: str | None = None
    staked: int = 0
    house: int = 0
    fees: int = 0
    nets: dict[str, str] = field(default_factory=dict)
    closed: bool = False
    """Whether the table was opened again: later events do not belong to this round."""

    def follow(self, event: Event, at: str) -> None:
        """Change the round by an event that happened after it began."""
        self.state = state_after(event, self.number, self.state)
        bet = bet_after(event)
        if bet is not None:
            self.bets[bet.id] = (bet.patron, bet.amount)
        match event:
            case e.OptionsClosed():
                for key, (player, _) in list(self.bets.items()):
                    if player in event.refunded:
                        del self.bets[key]
            case e.CardDealt() | e.CardTurned() | e.CardCorrected():
                card = None if event.card is None else event.card.text
                self.cards[event.hand.value, event.number] = card
            case e.RoundVoided():
                self.ended = at
            case e.RoundSettled():
                self._settle(event.settlement, at)
            case e.RoundCorrected() if event.round == self.number:
                if event.settlement is not None:
                    self._settle(event.settlement, at)
                else:
                    self.house = self.fees = 0
                    self.nets, self.ended = {}, at
            case e.OriginalReturned() if event.round == self.number and self.ended:
                self.house -= event.amount
                net = signed(self.nets.get(event.player, "0"), self.unit)
                self.nets[event.player] = self.unit.write(net + event.amount)
            case _:
                pass

    def _settle(self, settlement: Mapping[str, Any], at: str) -> None:
        self.ended, self.result = at, settlement["result"]
        self.cards = {
            (side, place): card
            for side in ("player", "banker")
            for place, card in enumerate(settlement[side]["cards"], start=1)
        }
        self.staked = sum(amount for _, amount in self.bets.values())
        self.house = signed(settlement["house"], self.unit)
        self.fees = signed(settlement["fees"], self.unit)
        self.nets = dict(settlement["net"])

    def line(self) -> RoundLine:
        """Return the round in brief."""
        write = self.unit.write
        staked = self.staked or sum(amount for _, amount in self.bets.values())
        hands = [
            tuple(card for (hand, _), card in sorted(self.cards.items()) if hand == side)
            for side in ("player", "banker")
        ]
        return RoundLine(
            self.number,
            self.began,
            self.ended,
            self.state,
            self.result,
            hands[0],
            hands[1],
            write(staked),
            write(self.house),
            write(self.fees),
            {name: write(0) for name, _ in self.bets.values()} | self.nets,
        )


def latest_rounds(
    reader: Reader, table_id: str, *, before: int | None = None, most: int = 20
) -> tuple[RoundLine, ...]:
    """Return rounds in brief, the latest first; only those before a round, if one is named.

    To get the next part of the list, name the last round of this one; an empty list is the end.
    """
    column = s.rounds.c
    query = (
        select(column.round, column.event)
        .where(column.table_id == table_id)
        .order_by(column.round.desc())
        .limit(max(1, min(most, MOST)))
    )
    if before is not None:
        query = query.where(column.round < before)
    with reader.moment() as connection:
        starts = connection.execute(query).all()
    if not starts:
        return ()
    found = reader.round(table_id, starts[0].round)
    assert found is not None, "a round that is listed has begun"
    playback = VaultlessLoader(reader)
    unit = playback.load(table_id, starts[-1].event - 1).table.rules.unit
    rounds: dict[int, FollowedRound] = {}
    current: FollowedRound | None = None
    for row in reader.events(table_id, starts[-1].event - 1, found[1]):
        event = typed_event(stored_event(row.entry), unit, playback.games.find)
        match event:
            case e.BetsOpened():
                current = rounds[event.round] = FollowedRound(event.round, row.at, unit)
            case e.TableOpened():
                unit = event.unit
                if current is not None:
                    current.closed = True
            case _ if current is not None and not current.closed:
                current.follow(event, row.at)
    return tuple(rounds[start.round].line() for start in starts)


def write_rounds(lines: tuple[RoundLine, ...]) -> list[dict[str, Any]]:
    """Return rounds in brief as objects for programs."""
    return [
        {
            **asdict(replace(line, nets={})),
            "player": list(line.player),
            "banker": list(line.banker),
            "nets": dict(line.nets),
        }
        for line in lines
    ]
