"""A step of a log as a person reads it: the hands as they lie, and what became of each bet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.coup import Side
from croupier.table import Event, Table
from croupier.table.event import RoundSettled


def told_bets(before: Table, event: Event) -> Iterator[str]:
    """Tell what became of each bet, and by which paragraphs."""
    if not isinstance(event, RoundSettled):
        return
    bets = {bet.id: bet for bet in before.round_bets}
    for line in event.settlement["bets"]:
        bet = bets[line["id"]]
        name = before.game.names[bet.kind]
        sign = "" if line["profit"].startswith("-") else "+"
        rules = before.game.titles(line["rules"])
        yield f"  {bet.patron}, {name}: {line['outcome']} {sign}{line['profit']} [{rules}]"


def told_hands(before: Table, after: Table) -> str:
    """Show both hands whenever a card has come or moved."""
    if not after.cards or after.cards == before.cards:
        return ""
    return "   ".join(_hand(after, side) for side in Side)


def _hand(table: Table, side: Side) -> str:
    cards = [dealt.card for dealt in table.cards if dealt.hand is side]
    faces: Iterable[str] = ("??" if card is None else card.face for card in cards)
    seen = [card.points for card in cards if card is not None]
    total = f" = {sum(seen) % 10}" if cards and len(seen) == len(cards) else ""
    return f"{side.value.capitalize()} {' '.join(faces) or '-'}{total}"
