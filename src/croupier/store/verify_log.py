"""Verify a log: the chain, every settlement and balance worked out again, every shoe re-dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import BufferedReader
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.coup import Side
from croupier.errors import CroupierError
from croupier.game import read_game
from croupier.game.checked_mapping import BadGame
from croupier.game.digest import digest_of
from croupier.game.loading import shipped
from croupier.game.model import Game
from croupier.ledger import InvalidTransfer, Overdrawn
from croupier.money import CENT
from croupier.settlement.settle_json import read_coup, write_settlement
from croupier.shoe import Entropy, Shuffle, seal
from croupier.store.log_file import END, BadLog, Entry, read_entries
from croupier.table import Change, Context, Event, Table, read_event
from croupier.table import events as e
from croupier.table.decide.endings_and_rulings import answer_of, settled_again
from croupier.table.events import Impossible, change, check_event
from croupier.table.vocabulary import Json


@dataclass(frozen=True, slots=True)
class VerifiedEntry:
    """An entry that was checked, the table before it, and what it changed."""

    entry: Entry
    before: Table
    change: Change

    @property
    def event(self) -> Event:
        """The event of the entry."""
        return self.change.event

    @property
    def after(self) -> Table:
        """The table after it."""
        return self.change.table


@dataclass(slots=True)
class Findings:
    """What was checked, and how much there was."""

    entries: int = 0
    settled: int = 0
    void: int = 0
    cards: int = 0
    sealed: int = 0
    proven: int = 0
    unproven: int = 0
    """Shoes whose order was given or entered by hand: there is no shuffle to check."""
    running: int = 0
    """Shoes that have not ended: their seeds are still secret."""
    changed: list[int] = field(default_factory=list)
    """Rounds that today's game file would settle differently."""
    head: str = ""
    table: Table = field(default_factory=Table)


@dataclass(slots=True)
class _Shoe:
    """What left a shoe: single cards in order, and groups of cards in any order."""

    started: e.ShoeStarted
    decks: int
    entropy: list[e.EntropyAdded] = field(default_factory=list)
    drawn: list[list[Card | None]] = field(default_factory=list)


def read_verified(file: BufferedReader, find: Callable[[str], Game]) -> Iterator[VerifiedEntry]:
    """Yield the entries of a log, each checked against the chain and the rules."""
    yield from verified_entries(read_entries(file), find, Findings())


def verify_log(
    file: BufferedReader,
    find: Callable[[str], Game],
    advance: Callable[[], None] = lambda: None,
) -> Findings:
    """Check a whole log; raise `BadLog` at the first entry that is wrong."""
    findings = Findings()
    for _ in verified_entries(read_entries(file), find, findings):
        advance()
    return findings


_NONSENSE = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(RecursionError, StopIteration, TypeError, ValueError),
)
"""What an event raises that no table could have had: its values are not of their kind."""


def verified_entries(
    entries: Iterable[tuple[Entry, str]],
    find: Callable[[str], Game],
    findings: Findings,
    stored: Callable[[str], Game] | None = None,
    start: Table | None = None,
) -> Iterator[VerifiedEntry]:
    """Yield entries, each checked against the rules, from an empty table or from `start`.

    The game is the one in the entry, or the one that `stored` returns by its digest.
    """
    table, checker = start or Table(), _Checker(findings, find)
    for entry, head in entries:
        findings.entries, findings.head = entry.n, head
        if entry.event.get("type") == END:
            continue
        unit = table.setup.unit if table.setup else CENT
        try:
            event = read_event(entry.event, Context(unit, _finder(entry, find, stored)))
            checker.before(table, event)
            made = change(table, event)
            checker.after(made.table, event)
        except CroupierError as wrong:
            raise BadLog(entry.n, wrong.message) from None
        except (Impossible, _Wrong) as wrong:
            raise BadLog(entry.n, str(wrong)) from None
        except (InvalidTransfer, Overdrawn) as wrong:
            raise BadLog(entry.n, f"the money does not add up: {wrong}") from None
        except _NONSENSE as wrong:
            raise BadLog(entry.n, f"it cannot have happened here: {wrong or 'no'}") from None
        yield VerifiedEntry(entry, table, made)
        table = made.table
    findings.table = table
    if checker.shoe is not None:
        shuffled = checker.shoe.started.commitment is not None
        findings.running += shuffled
        findings.unproven += not shuffled


def _finder(
    entry: Entry, find: Callable[[str], Game], stored: Callable[[str], Game] | None
) -> Callable[[str], Game]:
    """Return a function that finds the game of the log or the database, else today's."""
    data = entry.game
    if stored is not None:
        return lambda _: stored(str(entry.event.get("digest")))
    if data is None:
        return find

    def carried(key: str) -> Game:
        with suppress(CroupierError):
            known = find(key)
            if known.digest == digest_of(data):
                return known
        try:
            return read_game(data, "the game in the log", shipped)
        except BadGame as wrong:
            raise _Wrong(str(wrong)) from None

    return carried


class _Wrong(Exception):
    """An entry does not follow from those before it."""


def _same(said: object, found: object, what: str) -> None:
    if said != found:
        raise _Wrong(f"{what} was {_brief(said)}, and it works out as {_brief(found)}")


def _brief(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 120 else f"{text[:116]} ..."


def _plain(value: object) -> Any:
    """Return a value as it is after writing and reading it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _sums(settlement: Json) -> Any:
    """Return a settlement as it is read back, without the paragraphs that its lines cite.

    They explain, and move no money: a better citation later on does not make an old log wrong.
    """
    plain = _plain(settlement)
    for line in plain["bets"]:
        line.pop("rules", None)
    return plain


class _Checker:
    """Works out again what an event says."""

    def __init__(self, findings: Findings, find: Callable[[str], Game]) -> None:
        self.findings = findings
        self._find = find
        self.shoe: _Shoe | None = None
        self._seals: dict[tuple[Side, int], tuple[str, int]] = {}

    def before(self, table: Table, event: Event) -> None:
        """Check an event against the table before it."""
        check_event(table, event)
        match event:
            case e.BetsOpened():
                self._seals.clear()
            case e.RoundSettled():
                _same(_sums(event.settlement), _sums(answer_of(table)), "the settlement")
                self.findings.settled += 1
                if self._differs(table, event):
                    self.findings.changed.append(table.round)
            case e.RoundCorrected(settlement=settlement) if settlement and table.ended:
                cards = read_coup(settlement)
                back = event.handed_back or ()
                found = settled_again(table.ended, cards, back)
                again = write_settlement(found, table.ended.number)
                _same(_sums(settlement), _sums(again), "the settlement")
            case e.RoundVoided():
                self.findings.void += 1
            case e.CardTurned():
                self._open(event)
            case e.ShoeEnded():
                self._prove(event)
            case _:
                pass

    def _differs(self, table: Table, event: e.RoundSettled) -> bool:
        """Return True if today's game file would settle the round differently."""
        setup = table.rules
        try:
            game = self._find(setup.game.key)
            if game.digest == setup.game.digest:
                return False
            today = answer_of(replace(table, setup=replace(setup, game=game)))
        except (CroupierError, KeyError):
            return False
        return bool(_plain(event.settlement)["net"] != _plain(today)["net"])

    def after(self, table: Table, event: Event) -> None:
        """Check the table after an event, and follow the shoe."""
        if table.book.total:
            raise _Wrong(f"the accounts sum to {table.book.total}, not to nothing")
        match event:
            case e.ShoeStarted():
                self.shoe = _Shoe(event, table.rules.decks)
            case e.EntropyAdded() if self.shoe:
                self.shoe.entropy.append(event)
            case e.CardDealt():
                self._dealt(event)
            case e.IrregularityReported() if event.ready and self.shoe:
                self.shoe.drawn.append(list(event.ready))
            case _:
                pass

    def _dealt(self, event: e.CardDealt) -> None:
        self.findings.cards += 1
        if event.ready or self.shoe is None:
            return
        self.shoe.drawn.append([event.card])
        if event.seal is not None:
            self._seals[event.hand, event.number] = (event.seal, len(self.shoe.drawn) - 1)

    def _open(self, event: e.CardTurned) -> None:
        """Check the seal of a card that lay face down, and note it where it left the shoe."""
        sealed = self._seals.pop((event.hand, event.number), None)
        if sealed is None or self.shoe is None:
            return
        _same(seal(event.card, event.salt or ""), sealed[0], "the seal of the card")
        self.shoe.drawn[sealed[1]] = [event.card]
        self.findings.sealed += 1

    def _prove(self, event: e.ShoeEnded) -> None:
        """Check the cards of a shoe against its seed; an order that was given has none."""
        shoe, self.shoe = self.shoe, None
        if shoe is None or shoe.started.commitment is None:
            self.findings.unproven += 1
            return
        if event.seed is None:
            raise _Wrong("the seed of a shuffled shoe is missing")
        added = tuple(Entropy(each.player, each.text) for each in shoe.entropy)
        shuffle = Shuffle(shoe.decks, bytes.fromhex(event.seed), added)
        _same(shoe.started.commitment, shuffle.commitment, "the commitment of the shoe")
        order, place = shuffle.order(), shoe.started.burned
        for cards in shoe.drawn:
            there = order[place : place + len(cards)]
            place += len(cards)
            if None in cards:
                continue
            if Counter(cards) != Counter(there):
                shown = " ".join(card.text for card in cards if card)
                found = " ".join(card.text for card in there)
                raise _Wrong(f"card {place} of the shoe was {shown}, and its seed gives {found}")
        self.findings.proven += 1
