"""Output for people: the console, progress bars, a settled round as a page."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from croupier.cards import Card
from croupier.coup import Hand, Side, Winner
from croupier.game import Game
from croupier.game.loading import shipped
from croupier.game.model import Paragraph
from croupier.settlement.explaining import Sentence, explain_bet, explain_play, title_of
from croupier.settlement.round import Line, Outcome, Settlement
from croupier.words import ENGLISH, Amount, Name, Value, render, say, series
from croupier.words import Text as By

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


def round_page(
    settlement: Settlement, round_id: str | int | None, width: int, language: str = ENGLISH
) -> Group:
    """Return the page of a settled round: cards, draws, bets with reasons, sums, paragraphs."""
    page = _Page(settlement, language)
    return Group(
        Text(page.title(round_id), "bold"),
        "",
        page.hands(),
        "",
        page.play(),
        "",
        page.bets(width),
        "",
        page.reasons(),
        "",
        page.sums(),
        "",
        page.paragraphs(),
    )


class _Page:
    """A settled round in one language, part by part."""

    def __init__(self, settlement: Settlement, language: str) -> None:
        self._settlement = settlement
        self._game = settlement.round.game
        self._language = language

    def _text(self, said: Value) -> str:
        return printable(render(said, self._language))

    def title(self, round_id: str | int | None) -> str:
        """Return the game's title, after the round if it has an id."""
        game = By(self._game.texts)
        if round_id is None:
            return self._text(game)
        return self._text(say("explaining.page_titled", round=str(round_id), game=game))

    def hands(self) -> Table:
        """Return the cards and totals, and who won."""
        coup = self._settlement.round.coup
        table = Table.grid(padding=(0, 3))
        for side, hand in ((Side.PLAYER, coup.player), (Side.BANKER, coup.banker)):
            notes = [say("explaining.page_natural")] if hand.is_natural else []
            notes += [say("explaining.page_wins")] if coup.winner is side.win else []
            notes += [say("explaining.page_tie")] if coup.winner is Winner.TIE else []
            total = Text(str(hand.total), "bold")
            name = self._text(Name("hand", side.value))
            table.add_row(f"  {name}", cards(hand), total, Text(self._text(series(notes)), "green"))
        return table

    def play(self) -> Table:
        """Return why each hand drew or stood, and the result."""
        table = Table.grid(padding=(0, 2), pad_edge=True)
        table.add_column(ratio=1)
        for sentence in explain_play(self._settlement):
            table.add_row(self._cited(sentence))
        return table

    def _cited(self, sentence: Sentence) -> Text:
        text = Text(self._text(sentence.said))
        cited = self._text(series(title_of(self._game, rule) for rule in sentence.rules))
        return text.append(f" [{cited}]", "dim") if cited else text

    def bets(self, width: int) -> Table | Text:
        """Return the bets with their results: one row each, or several on a narrow page."""
        lines = self._settlement.lines
        if not lines:
            return Text(f"  {self._text(say('explaining.page_no_bets'))}")
        table = Table(box=None, padding=(0, 1), header_style="dim")
        for heading in ("bet", "who", "box", "on"):
            table.add_column(self._heading(heading), no_wrap=heading != "on")
        for heading in NUMBERS:
            table.add_column(self._heading(heading), justify="right", no_wrap=True)
        for line in lines:
            table.add_row(*self._bet(line), *self._numbers(line))
        # Measured on a very wide console: on a narrow one every table seems to fit.
        wide = Console(width=100_000)
        if Measurement.get(wide, wide.options, table).minimum <= width:
            return table
        stacked = Table.grid(padding=(0, 2), pad_edge=True)
        stacked.add_column(overflow="fold")
        for line in lines:
            bet_id, who, box, on = self._bet(line)
            said = say("explaining.page_stacked", id=bet_id, who=who, box=box, bet=on)
            stacked.add_row(self._text(said))
            for heading, number in zip(NUMBERS, self._numbers(line), strict=True):
                if number:
                    stacked.add_row(Text(f"    {self._heading(heading)} ").append(number))
        return stacked

    def _heading(self, name: str) -> str:
        return self._text(say(f"explaining.page_{name}"))

    def _bet(self, line: Line) -> tuple[str, str, str, str]:
        bet = line.bet
        on: Value = self._game.bet_name(bet.kind)
        if bet.stage:
            stage = say(f"explaining.page_{bet.stage}")
            on = say("explaining.page_staged", bet=on, stage=stage)
        return (
            printable(bet.id),
            printable(bet.patron) + ("*" if bet.standing else ""),
            str(bet.box),
            self._text(on),
        )

    def _numbers(self, line: Line) -> tuple[str | Text, ...]:
        money = self._settlement.money
        return (
            money(line.bet.amount),
            money(line.in_action),
            str(line.odds or ""),
            Text(self._signed(line.profit), COLOURS[line.outcome]),
            money(line.back),
        )

    def _signed(self, units: int) -> str:
        return f"{'+' if units > 0 else ''}{self._settlement.money(units)}"

    def reasons(self) -> Table:
        """Return for each bet what happened and why."""
        table = Table.grid(padding=(0, 2))
        table.add_column(overflow="fold", max_width=16)
        table.add_column(ratio=1)
        lines = self._settlement.lines
        if any(line.bet.standing for line in lines):
            table.add_row("  *", Text(self._heading("standing"), "dim"))
        for line in lines:
            why = self._cited(explain_bet(self._settlement, line))
            table.add_row(f"  {printable(line.bet.id)}", why)
        return table

    def sums(self) -> Table:
        """Return what everybody won or lost over the round, and the fees."""
        settlement = self._settlement
        sums: list[tuple[Value, int]] = [*settlement.net.items()]
        sums.append((say("explaining.page_house"), settlement.house))
        won = series(
            say("explaining.page_sum", who=who, won=self._signed(units)) for who, units in sums
        )
        said = say("explaining.page_sums", won=won)
        if settlement.fees:
            fees = Amount(settlement.money(settlement.fees))
            said = say("explaining.page_sums_fees", won=won, fees=fees)
        table = Table.grid(padding=(0, 2), pad_edge=True)
        table.add_row(self._text(said))
        return table

    def paragraphs(self) -> Table:
        """Return the paragraphs that were cited, in our words."""
        cited = [sentence.rules for sentence in explain_play(self._settlement)]
        cited += [line.rules for line in self._settlement.lines]
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, style="dim")
        table.add_column(ratio=1, style="dim")
        for rule in dict.fromkeys(rule for rules in cited for rule in rules):
            gist = render(By(_paragraph(self._game, rule).gists), self._language)
            table.add_row(f"  {self._text(title_of(self._game, rule))}", gist)
        return table


NUMBERS = ("amount", "in_action", "odds", "profit", "back")


def _paragraph(game: Game, rule: str) -> Paragraph:
    """Return a cited paragraph; "tiger 5.12.3" is borrowed from another game's document."""
    own = game.paragraphs.get(rule)
    if own is not None:
        return own
    document, _, borrowed = rule.partition(" ")
    return shipped(document).paragraphs[borrowed]


MANY_BYTES = 2_000_000
"""A file with fewer bytes is read so quickly that it needs no bar."""

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
