"""What people see: one console, cards with their suits, a settled round as a page."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from croupier.cards import Card, Suit
from croupier.coup import Hand
from croupier.game import Game
from croupier.settlement.explaining import Sentence, explain_bet, explain_play
from croupier.settlement.round import Outcome, Settlement

SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
COLOURS = {
    Outcome.WIN: "green",
    Outcome.LOSE: "red",
    Outcome.PUSH: "cyan",
    Outcome.RETURNED: "yellow",
}


def console() -> Console:
    """Give the console that prints to standard output, plain where that is no terminal."""
    return Console(highlight=False, markup=False, emoji=False)


def printable(text: object) -> str:
    """Show somebody's text without what could steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(text))


def cards(hand: Hand) -> Text:
    """Draw the cards of a hand with their suits."""
    return Text("  ").join(_card(card) for card in hand.cards)


def _card(card: Card) -> Text:
    rank = "10" if card.rank == "T" else str(card.rank)
    return Text(f"{rank:>2}{SIGNS[card.suit]}", style="bold red" if card.is_red else "bold")


def shelf(games: Iterable[Game]) -> Table:
    """List games with their decks, boxes and bets."""
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


def page(settlement: Settlement, round_id: str | int | None) -> Group:
    """Lay a settled round out: cards, draws, bets with reasons, sums, paragraphs."""
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
        _bets(settlement),
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
        table.add_row(_said(sentence))
    return table


def _said(sentence: Sentence) -> Text:
    said = Text(printable(sentence.text))
    return said.append(f" [{', '.join(sentence.rules)}]", "dim") if sentence.rules else said


def _bets(settlement: Settlement) -> Table:
    """List the bets with what they brought."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in ("bet", "who", "box", "on"):
        table.add_column(heading, overflow="fold")
    for heading in ("amount", "in action", "odds", "profit", "back"):
        table.add_column(heading, justify="right", no_wrap=True)
    names = settlement.round.game.names
    for line in settlement.lines:
        bet = line.bet
        table.add_row(
            printable(bet.id),
            printable(bet.patron) + ("*" if bet.standing else ""),
            str(bet.box),
            names[bet.kind],
            settlement.money(bet.amount),
            settlement.money(line.in_action),
            str(line.odds or ""),
            Text(_signed(settlement, line.profit), COLOURS[line.outcome]),
            settlement.money(line.back),
        )
    return table


def _reasons(settlement: Settlement) -> Table:
    """Say of each bet what happened and why."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    if any(line.bet.standing for line in settlement.lines):
        table.add_row("  *", Text("standing at the box of a seated player", "dim"))
    for line in settlement.lines:
        table.add_row(f"  {printable(line.bet.id)}", _said(explain_bet(settlement, line)))
    return table


def _sums(settlement: Settlement) -> Table:
    sums = {**settlement.net, "the house": settlement.house}
    won = [f"{printable(who)} {_signed(settlement, units)}" for who, units in sums.items()]
    fees = f"; fees taken {settlement.money(settlement.fees)}" if settlement.fees else ""
    table = Table.grid(padding=(0, 2), pad_edge=True)
    table.add_row(f"Over the round: {', '.join(won)}{fees}.")
    return table


def _signed(settlement: Settlement, units: int) -> str:
    return f"{'+' if units > 0 else ''}{settlement.money(units)}"


def _paragraphs(settlement: Settlement) -> Table:
    """List the paragraphs that were cited, in our words."""
    said = [sentence.rules for sentence in explain_play(settlement)]
    said += [line.rules for line in settlement.lines]
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(ratio=1, style="dim")
    listed = settlement.round.game.paragraphs
    for paragraph in dict.fromkeys(rule for rules in said for rule in rules):
        table.add_row(f"  {paragraph}", listed[paragraph].gist)
    return table
