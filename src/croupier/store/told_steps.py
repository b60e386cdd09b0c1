"""What a person reads of a step of a log: the bets of a settled round, and both hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.coup import Side
from croupier.settlement.explaining import title_of
from croupier.table import Event, Table
from croupier.table import events as e
from croupier.words import ENGLISH, Message, Name, render, say, series


def told_bets(before: Table, event: Event, language: str = ENGLISH) -> Iterator[str]:
    """Yield a line for each bet: its outcome, and the paragraphs for it."""
    for said in bets_said(before, event):
        yield f"  {render(said, language)}"


def bets_said(before: Table, event: Event) -> Iterator[Message]:
    """Yield for each bet of a settled round its outcome, and the paragraphs for it."""
    if not isinstance(event, e.RoundSettled):
        return
    bets = {bet.id: bet for bet in before.round_bets}
    for line in event.settlement["bets"]:
        bet = bets[line["id"]]
        sign = "" if line["profit"].startswith("-") else "+"
        yield say(
            "explaining.replay_bet",
            patron=bet.patron,
            bet=before.game.bet_name(bet.kind),
            outcome=Name("outcome", line["outcome"]),
            profit=f"{sign}{line['profit']}",
            rules=series(title_of(before.game, rule) for rule in line["rules"]),
        )


def told_hands(before: Table, after: Table, language: str = ENGLISH) -> str:
    """Return both hands as text if a card was added or moved, else an empty text."""
    if not after.cards or after.cards == before.cards:
        return ""
    return "   ".join(_hand(after, side, language) for side in Side)


def _hand(table: Table, side: Side, language: str) -> str:
    cards = [dealt.card for dealt in table.cards if dealt.hand is side]
    faces: Iterable[str] = ("??" if card is None else card.face for card in cards)
    seen = [card.points for card in cards if card is not None]
    total = f" = {sum(seen) % 10}" if cards and len(seen) == len(cards) else ""
    name = render(Name("hand", side.value), language)
    return f"{name} {' '.join(faces) or '-'}{total}"
