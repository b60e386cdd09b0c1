"""What events about mishaps, decisions and the end of rounds are held to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from croupier.cards import Card
from croupier.table import event as e
from croupier.table.booking import bet_hold
from croupier.table.checks.base import Checks, Impossible, met, need, same
from croupier.table.state import Table
from croupier.table.vocabulary import Option, Phase
from croupier.table.wire import signed


def _reported(table: Table, event: e.IrregularityReported) -> None:
    need(0 <= event.round <= table.round, f"there was no round {event.round} yet")
    strangers = Counter(event.ready) - Counter(event.cards)
    need(not strangers, "a card lies ready that the report does not name")
    lying = len(event.cards) - len(event.ready)
    need(0 <= event.behind <= min(lying, len(table.cards)), "there are no such cards on the felt")
    if event.ready:
        shoe = table.shoe
        need(shoe is not None and shoe.left >= len(event.ready), "the shoe had no such cards")


def _felt(table: Table) -> tuple[Card | None, ...]:
    """Return the cards on the felt, or those of the round that was paid last."""
    if table.phase is Phase.IDLE and table.ended is not None:
        return table.ended.round.coup.cards
    return tuple(dealt.card for dealt in table.cards)


def _same_cards(found: Iterable[Card | None], said: Iterable[Card | None]) -> None:
    need(Counter(found) == Counter(said), "they are not the cards that were there")


def _rearranged(table: Table, event: e.CardsReconstructed | e.OrderDecided) -> None:
    need(table.case is not None, "nothing waited to be decided")
    felt = () if event.cards is None else _felt(table)
    _same_cards((*felt, *table.ready), (*(event.cards or ()), *event.ready))


def _as_they_lie(table: Table, event: e.ReconstructionRefused) -> None:
    same(event.player is None, event.banker is None, "that Player's hand was left as dealt")
    if event.player is not None and event.banker is not None:
        _same_cards(_felt(table), (*event.player, *event.banker))


def _options(table: Table, event: e.OptionsOffered) -> None:
    need(event.players, "nobody may choose")
    bettors = table.bettors
    for name in event.players:
        need(name in bettors, f"{name} had no bet in the round")


def _chose(table: Table, event: e.OptionChosen) -> None:
    need(event.player in table.choices, f"{event.player} had nothing to choose")
    same(None, table.choices[event.player], f"what {event.player} had chosen")


def _options_closed(table: Table, event: e.OptionsClosed) -> None:
    refunded = {name for name, chosen in table.choices.items() if chosen is Option.REFUND}
    same(set(event.refunded), refunded, "who took the refund")
    same(set(event.continued), set(table.choices) - refunded, "who continued")
    if event.returned is not None:
        # An older log names none; with them gone from the round, its shares were worked out anew.
        bets = {bet.id for bet in table.bets if table.charged and bet.patron in refunded}
        same(set(event.returned), bets, "the bets that were taken back")
    for hand in event.squeezes or ():
        need(table.squeezes.get(hand) in refunded, f"the squeeze of {hand} was not theirs")


def _interrupted(table: Table, event: e.RoundInterrupted) -> None:
    same(event.phase, table.phase, "the phase that was interrupted")


def _resumed(table: Table, event: e.RoundResumed) -> None:
    same(event.phase, table.before, "the phase that play goes on in")


def _ruled(table: Table, event: e.RulingMade) -> None:
    for each in event.adjustments:
        met(table, each.player)


def _voided(table: Table, event: e.RoundVoided) -> None:
    same(event.round, table.round, "the round")
    held: dict[str, int] = {}
    for bet in table.bets:
        hold = table.book.holds.get(bet_hold(bet.id))
        if hold is not None:
            held[bet.patron] = held.get(bet.patron, 0) + hold.amount
    same(dict(event.returned), held, "what goes back")


def _put_right(table: Table, event: e.RoundCorrected) -> None:
    """Hold each change to what the round cost, or to what the new settlement makes of it.

    Who has not got what they would have to give back owes the rest; where a player-dealer banked,
    the others then get less than they are due, never more.
    """
    ended = table.ended
    if ended is None:
        raise Impossible("no round was paid that could be put right")
    same(event.round, ended.number, "the round")
    due = {name: -net for name, net in ended.net.items()}
    if event.settlement is not None:
        unit = table.rules.unit
        same(event.settlement["id"], ended.number, "the round that was settled again")
        for name, net in event.settlement["net"].items():
            due[name] = due.get(name, 0) + signed(net, unit)
    for bet in ended.round.bets:
        if bet.id in ended.returned:
            due[bet.patron] += min(ended.profits[bet.id], 0)
    missing = event.owed or {}
    for name in due.keys() | event.changes.keys() | missing.keys():
        change, wanted = event.changes.get(name, 0), due.get(name, 0) + missing.get(name, 0)
        short = bool(missing) and table.rules.banked_by_player and 0 <= change < wanted
        need(change == wanted or short, f"{name} gets {change}, and {wanted} is due")


def _dismissed(table: Table, event: e.ReportDismissed) -> None:
    kind = None if table.case is None else table.case.kind
    same(event.kind, kind, "the report that waited")


CHECKS: Checks = {
    e.IrregularityReported: _reported,
    e.ReportDismissed: _dismissed,
    e.CardsReconstructed: _rearranged,
    e.ReconstructionRefused: _as_they_lie,
    e.OrderDecided: _rearranged,
    e.OptionsOffered: _options,
    e.OptionChosen: _chose,
    e.OptionsClosed: _options_closed,
    e.RoundInterrupted: _interrupted,
    e.RoundResumed: _resumed,
    e.RulingMade: _ruled,
    e.RoundVoided: _voided,
    e.RoundCorrected: _put_right,
}
