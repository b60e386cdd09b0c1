"""The crowd of the load tool: processes that watch a table, and processes that bet."""

from __future__ import annotations

import gc
import json
import re
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from multiprocessing.connection import Connection
from random import Random
from time import monotonic, sleep

from benchmarks.lines import Line, Lines, number_of

_ROUND = re.compile(rb'(?:"open":\w+|"type":"bets_opened"),"round":(\d+)')
"""Where a state or a step shows the table's round; reading frames whole would cost too much."""

PATIENCE = 120.0
"""Seconds after which something that does not happen is a failure."""


@dataclass(slots=True)
class Seen:
    """What watchers saw: by number of the event, when each socket had it."""

    arrivals: dict[int, list[float]] = field(default_factory=dict)
    lags: list[float] = field(default_factory=list)
    """From when the kernel had something to when it was read: the measuring side's own time."""


def watch(pipe: Connection, place: tuple[str, int], table: str, count: int) -> None:
    """Watch one table with many sockets; does what it is told through the pipe."""
    seen, last = Seen(), [0] * count
    whole = [False] * count
    kept: list[list[bytes]] | None = None

    def heard(line: Line, frame: bytes, now: float, woken: float) -> None:
        number = number_of(frame)
        last[line.number] = number
        if b'"whole":true' in frame[:200]:
            whole[line.number] = True
        elif kept is None:
            seen.arrivals.setdefault(number, []).append(now)
            seen.lags.append(now - woken)
        if kept is not None:
            kept[line.number].append(frame)

    lines = Lines(place, [None] * count, heard)
    for line in lines.lines:
        line.first = json.dumps({"watch": table}).encode()
    lines.dial()
    lines.until(lambda: all(whole), PATIENCE)
    gc.disable()
    pipe.send("ready")
    while True:
        lines.turn(0.02)
        if not pipe.poll():
            continue
        match pipe.recv():
            case "seen":
                pipe.send(seen)
                seen = Seen()
            case "storm":
                kept = [[] for _ in range(count)]
                before = list(last)
                whole[:] = [False] * count
                lines.drop()
                # Those who were cut off notice at once; meanwhile the table goes on.
                sleep(0.3)
                began = monotonic()
                for line in lines.lines:
                    asked = {"watch": table, "after": before[line.number]}
                    line.first = json.dumps(asked).encode()
                lines.dial()
                lines.until(lambda: all(whole), PATIENCE)
                pipe.send(monotonic() - began)
                while not pipe.poll():
                    lines.turn(0.02)
                final = int(pipe.recv())
                lines.until(partial(_reached, last, final), PATIENCE)
                told = zip(before, kept, strict=True)
                pipe.send([_faults(range(first + 1, final + 1), each) for first, each in told])
                kept = None
            case "end":
                lines.close()
                return


def _reached(last: list[int], final: int) -> bool:
    return min(last) >= final


def _faults(wanted: range, frames: list[bytes]) -> tuple[int, int, int]:
    """Count the events of a socket since its break: all, missing, repeated."""
    numbers = [event["n"] for each in frames for event in json.loads(each).get("events", ())]
    missing = len(set(wanted) - set(numbers))
    return len(numbers), missing, len(numbers) - len(set(numbers))


@dataclass(frozen=True, slots=True)
class Patron:
    """Somebody who bets: who, where, and at which box."""

    token: str
    table: str
    box: int


@dataclass(frozen=True, slots=True)
class Bets:
    """What became of the bets of a while: when each was due, and how long its answer took."""

    seconds: float
    answered: int
    delays: list[float]
    """From when each was due; one that was not answered in the end took at least so long."""
    sent: list[float]
    """The same from when it was sent: without the time it had to wait for the one before."""
    refused: int
    lags: list[float]


class Bettor:
    """Bets with many sockets; each patron puts a bet on the felt and takes it off, in turn."""

    def __init__(self, place: tuple[str, int], patrons: list[Patron], mark: str) -> None:
        """Come in."""
        self.patrons = patrons
        self._mark = mark
        self._rng = Random(mark)
        self._turn = [0] * len(patrons)
        self._free = [True] * len(patrons)
        self._due: list[list[float]] = [[] for _ in patrons]
        self._sent = [(0.0, 0.0)] * len(patrons)
        self._whole = [False] * len(patrons)
        self._round = [0] * len(patrons)
        self._closed = False
        self._told = b""
        self._clear()
        tokens: list[str | None] = [patron.token for patron in patrons]
        self._lines = Lines(place, tokens, self._heard)
        for line, patron in zip(self._lines.lines, patrons, strict=True):
            line.first = json.dumps({"watch": patron.table}).encode()
        self._lines.dial()
        self._lines.until(lambda: all(self._whole), PATIENCE)

    def _clear(self) -> None:
        self._delays: list[float] = []
        self._since: list[float] = []
        self._lags: list[float] = []
        self._refused = 0

    def _heard(self, line: Line, frame: bytes, now: float, woken: float) -> None:
        number = line.number
        if not frame.startswith(b'{"answer"'):
            found = _ROUND.search(frame)
            if found is not None:
                self._round[number] = int(found[1])
            self._whole[number] = True
            return
        due, sent = self._sent[number]
        self._delays.append(now - due)
        self._since.append(now - sent)
        self._lags.append(now - woken)
        self._refused += b'"ok":true' not in frame
        self._free[number] = True
        self._told = frame
        if self._closed:
            self._bet(number, now)
        elif self._due[number]:
            self._bet(number, self._due[number].pop(0))

    def _bet(self, number: int, due: float) -> None:
        patron, turn = self.patrons[number], self._turn[number]
        self._turn[number] += 1
        bet = f"{self._mark}-{number}-{turn // 2}"
        command: dict[str, object] = {"do": "withdraw_bet", "bet": bet}
        if turn % 2 == 0:
            spot = {"box": patron.box, "bet": "banker", "amount": "5"}
            command = {"do": "place_bet", **spot, "id": bet}
        command["round"] = self._round[number]
        said = {"command": command, "table": patron.table, "id": f"{bet}-{turn}"}
        self._free[number] = False
        self._sent[number] = (due, monotonic())
        self._lines.lines[number].say(json.dumps(said, separators=(",", ":")).encode())

    def once(self) -> int:
        """Bet with the first of them, and wait for the answer; gives the number of its event."""
        self._bet(0, monotonic())
        self._lines.until(lambda: self._free[0], PATIENCE)
        return number_of(self._told)

    def closed(self, seconds: float) -> Bets:
        """Bet again as soon as the answer is there, everybody."""
        self._clear()
        self._closed = True
        began = monotonic()
        for number in range(len(self.patrons)):
            self._bet(number, monotonic())
        while monotonic() < began + seconds:
            self._lines.turn(0.02)
        return self._settled(began)

    def open(self, seconds: float, rate: float) -> Bets:
        """Bet at a rate, whatever the answers take: a bet that has to wait counts from its due."""
        self._clear()
        began = monotonic()
        heap: list[tuple[float, int]] = []
        pause = len(self.patrons) / rate
        for number in range(len(self.patrons)):
            heappush(heap, (began + self._rng.expovariate(1 / pause), number))
        while (now := monotonic()) < began + seconds:
            while heap and heap[0][0] <= now:
                due, number = heappop(heap)
                heappush(heap, (due + self._rng.expovariate(1 / pause), number))
                if self._free[number]:
                    self._bet(number, due)
                else:
                    self._due[number].append(due)
            self._lines.turn(min(heap[0][0] - monotonic(), 0.02))
        return self._settled(began)

    def _settled(self, began: float) -> Bets:
        """Count what was answered in time, then let the rest be answered and the felt be clear."""
        now = monotonic()
        delays, since, lags, refused = self._delays, self._since, self._lags, self._refused
        self._closed = False
        late = [now - due for waiting in self._due for due in waiting]
        late += [now - self._sent[n][0] for n, free in enumerate(self._free) if not free]
        for waiting in self._due:
            waiting.clear()
        self._clear()
        self._lines.until(lambda: all(self._free), PATIENCE)
        return Bets(now - began, len(delays), delays + late, since, refused, lags)

    def drop(self) -> None:
        """Go."""
        self._lines.close()


def bet(pipe: Connection, place: tuple[str, int], patrons: list[Patron], mark: str) -> None:
    """Bet as it is told through the pipe."""
    bettor = Bettor(place, patrons, mark)
    gc.disable()
    pipe.send("ready")
    while True:
        match pipe.recv():
            case ("closed", float(seconds)):
                pipe.send(bettor.closed(seconds))
            case ("open", float(seconds), float(rate)):
                pipe.send(bettor.open(seconds, rate))
            case _:
                bettor.drop()
                return
        gc.collect()
