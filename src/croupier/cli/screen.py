"""Output for people: the console, progress bars, a list of games, a settled round as a page."""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedReader
from time import perf_counter

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from croupier.cards import Card
from croupier.coup import Hand
from croupier.game import Game, Stage
from croupier.game.loading import shipped
from croupier.settlement.explaining import Sentence, explain_bet, explain_play
from croupier.settlement.round import Line, Outcome, Settlement

STAGES = {Stage.FOUR_CARDS: "four cards", Stage.PLAYER_THIRD: "Player's third"}
COLOURS = {
    Outcome.WIN: "green",
    Outcome.LOSE: "red",
    Outcome.PUSH: "cyan",
    Outcome.RETURNED: "yellow",
}


def console() -> Console:
    """Return a console for standard output; it prints plain text where that is no terminal."""
    return Console(highlight=False, markup=False, emoji=False)


def show(*parts: RenderableType) -> None:
    """Print to standard output, without the spaces that pad a page to its width."""
    screen = console()
    with screen.capture() as captured:
        screen.print(*parts, sep="\n")
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def printable(text: object) -> str:
    """Return a text with "?" for each character that could control a terminal."""
    return "".join(char if char.isprintable() else "?" for char in str(text))


def cards(hand: Hand) -> Text:
    """Return the cards of a hand with their suits, red ones in red."""
    return Text("  ").join(_card(card) for card in hand.cards)


def _card(card: Card) -> Text:
    return Text(f"{card.face:>3}", style="bold red" if card.is_red else "bold")


def game_list(games: Iterable[Game]) -> Table:
    """Return a list of games with their decks, boxes and bets."""
    table = Table.grid(padding=(0, 2), pad_edge=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(ratio=1)
    for game in games:
        least, most = game.decks.least, game.decks.most
        decks = f"{most} decks" if least == most else f"{least} to {most} decks"
        boxes = ", ".join(f"{layout.key} {layout.boxes}" for layout in game.layouts)
        about = Text(f"{game.title}\n").append(f"{decks}; boxes: {boxes}\n", "dim")
        table.add_row(game.key, about.append(" ".join(game.bet_keys) + "\n"))
    return table


def round_page(settlement: Settlement, round_id: str | int | None, width: int) -> Group:
    """Return the page of a settled round: cards, draws, bets with reasons, sums, paragraphs."""
    game = settlement.round.game
    title = Text(
        game.title if round_id is None else f"Round {printable(round_id)} · {game.title}", "bold"
    )
    return Group(
        title,
        "",
        _hands(settlement),
        "",
        _play(settlement),
        "",
        _bets(settlement, width),
        "",
        _reasons(settlement),
        "",
        _sums(settlement),
        "",
        _paragraphs(settlement),
    )


def _hands(settlement: Settlement) -> Table:
    coup = settlement.round.coup
    table = Table.grid(padding=(0, 3))
    for name, hand in (("Player", coup.player), ("Banker", coup.banker)):
        notes = ["natural"] if hand.is_natural else []
        notes += ["wins"] if coup.winner == name.lower() else []
        notes += ["tie"] if coup.winner == "tie" else []
        total = Text(str(hand.total), "bold")
        table.add_row(f"  {name}", cards(hand), total, Text(", ".join(notes), "green"))
    return table


def _play(settlement: Settlement) -> Table:
    table = Table.grid(padding=(0, 2), pad_edge=True)
    table.add_column(ratio=1)
    for sentence in explain_play(settlement):
        table.add_row(_with_rules(settlement, sentence))
    return table


def _with_rules(settlement: Settlement, sentence: Sentence) -> Text:
    text = Text(printable(sentence.text))
    cited = printable(settlement.round.game.titles(sentence.rules))
    return text.append(f" [{cited}]", "dim") if cited else text


def _bets(settlement: Settlement, width: int) -> Table | Text:
    """Return the bets with their results: one row each, or several if the page is too narrow."""
    if not settlement.lines:
        return Text("  No bets were placed.")
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in ("bet", "who", "box", "on"):
        table.add_column(heading, no_wrap=heading != "on")
    for heading in NUMBERS:
        table.add_column(heading, justify="right", no_wrap=True)
    for line in settlement.lines:
        table.add_row(*_bet(settlement, line), *_numbers(settlement, line))
    # Measured on a very wide console: on a narrow one every table seems to fit.
    wide = Console(width=100_000)
    if Measurement.get(wide, wide.options, table).minimum <= width:
        return table
    stacked = Table.grid(padding=(0, 2), pad_edge=True)
    stacked.add_column(overflow="fold")
    for line in settlement.lines:
        bet_id, who, box, on = _bet(settlement, line)
        stacked.add_row(f"{bet_id}: {who}, box {box}, {on}")
        for name, number in zip(NUMBERS, _numbers(settlement, line), strict=True):
            if number:
                stacked.add_row(Text(f"    {name} ").append(number))
    return stacked


NUMBERS = ("amount", "in action", "odds", "profit", "back")


def _bet(settlement: Settlement, line: Line) -> tuple[str, str, str, str]:
    bet = line.bet
    name = settlement.round.game.names[bet.kind]
    return (
        printable(bet.id),
        printable(bet.patron) + ("*" if bet.standing else ""),
        str(bet.box),
        f"{name} ({STAGES[bet.stage]})" if bet.stage else name,
    )


def _numbers(settlement: Settlement, line: Line) -> tuple[str | Text, ...]:
    return (
        settlement.money(line.bet.amount),
        settlement.money(line.in_action),
        str(line.odds or ""),
        Text(_signed(settlement, line.profit), COLOURS[line.outcome]),
        settlement.money(line.back),
    )


def _reasons(settlement: Settlement) -> Table:
    """Return for each bet what happened and why."""
    table = Table.grid(padding=(0, 2))
    table.add_column(overflow="fold", max_width=16)
    table.add_column(ratio=1)
    if any(line.bet.standing for line in settlement.lines):
        table.add_row("  *", Text("standing at the box of a seated player", "dim"))
    for line in settlement.lines:
        table.add_row(
            f"  {printable(line.bet.id)}", _with_rules(settlement, explain_bet(settlement, line))
        )
    return table


def _sums(settlement: Settlement) -> Table:
    sums = [*settlement.net.items(), ("the house", settlement.house)]
    won = [f"{printable(who)} {_signed(settlement, units)}" for who, units in sums]
    fees = f"; fees taken {settlement.money(settlement.fees)}" if settlement.fees else ""
    table = Table.grid(padding=(0, 2), pad_edge=True)
    table.add_row(f"Over the round: {', '.join(won)}{fees}.")
    return table


def _signed(settlement: Settlement, units: int) -> str:
    return f"{'+' if units > 0 else ''}{settlement.money(units)}"


def _paragraphs(settlement: Settlement) -> Table:
    """Return the paragraphs that were cited, in our words."""
    cited = [sentence.rules for sentence in explain_play(settlement)]
    cited += [line.rules for line in settlement.lines]
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(ratio=1, style="dim")
    game = settlement.round.game
    for paragraph in dict.fromkeys(rule for rules in cited for rule in rules):
        table.add_row(f"  {printable(game.titled(paragraph))}", _gist(game, paragraph))
    return table


def _gist(game: Game, paragraph: str) -> str:
    """Return what a paragraph says; "tiger 5.12.3" is borrowed from another game's document."""
    own = game.paragraphs.get(paragraph)
    if own is not None:
        return own.gist
    document, _, borrowed = paragraph.partition(" ")
    return shipped(document).paragraphs[borrowed].gist


MANY_BYTES = 2_000_000
"""A file with fewer bytes is read so quickly that it needs no bar."""

TRUSTED_SECONDS, LONG_SECONDS, VERY_LONG_SECONDS = 1.5, 60.0, 3_600.0
"""After how long a speed can be trusted; from when on a run is announced as long; and from when
on it should have a checkpoint."""

Advance = Callable[[int], None]


@contextmanager
def reading_progress(file: BufferedReader, what: str = "settling") -> Iterator[Callable[[], None]]:
    """Yield a function to call after each step of reading a file; it updates a bar if one is shown.

    A bar is shown only if standard error is a terminal and standard output is not.
    """
    size = _size(file)
    if size < MANY_BYTES or not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=size)
        yield lambda: bar.update(task, completed=file.tell())


def _size(file: BufferedReader) -> int:
    """Return the length of a file; 0 for a pipe, whose length is not known."""
    found = os.fstat(file.fileno())
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


@contextmanager
def checking_progress() -> Iterator[Advance]:
    """Yield a function to call with the number of entries just checked; it shows their sum."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    columns = (TextColumn("checking: {task.completed:,} entries"),)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("checking", total=None)
        yield lambda count: bar.update(task, advance=count)


@contextmanager
def dealing_progress(
    rounds: int, before: int = 0, *, advice: str = "", command: str = "simulate"
) -> Iterator[Advance]:
    """Yield a function to call with all rounds dealt so far, `before` of them in an earlier run.

    The advice is added to the announcement of a run that takes hours.
    """
    if not sys.stderr.isatty():
        yield _estimate(rounds, before, partial(_say, command), advice)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("dealing"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]} rounds/s, left"),
        TimeRemainingColumn(),
    )
    began, console = perf_counter(), Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=rounds, completed=min(before, rounds), rate="…")

        def say(text: str) -> None:
            console.print(text, highlight=False, soft_wrap=True)

        estimate = _estimate(rounds, before, say, advice)

        def advance(done: int) -> None:
            rate = (done - before) / max(perf_counter() - began, 1e-9)
            bar.update(task, completed=min(done, rounds), rate=f"{rate:,.0f}")
            estimate(done)

        yield advance


def _say(command: str, text: str) -> None:
    print(f"croupier {command}: {text}", file=sys.stderr, flush=True)


def _estimate(rounds: int, before: int, say: Callable[[str], None], advice: str) -> Advance:
    """Return a function that says once how long a long run will take, as soon as that is known."""
    began, announced = perf_counter(), False

    def advance(done: int) -> None:
        nonlocal announced
        seconds = perf_counter() - began
        if announced or seconds < TRUSTED_SECONDS:
            return
        announced = True
        rate = (done - before) / seconds
        left = (rounds - done) / rate
        if left > LONG_SECONDS:
            hint = f"; {advice}" if advice and left > VERY_LONG_SECONDS else ""
            say(f"about {duration(left)} at {rate:,.0f} rounds/s{hint}")

    return advance


def duration(seconds: float) -> str:
    """Return a time in the largest unit of which there are two or more: "9 minutes"."""
    for unit, name in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} seconds"


@contextmanager
def catch_interrupt() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns True once Ctrl-C was pressed; a second Ctrl-C ends the process.

    Outside the main thread signals cannot be caught: there the function returns False.
    """
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return
    before = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: object) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
