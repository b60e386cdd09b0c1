"""Where each event can happen: declared once, for the table that lets it happen and for `verify`.

`Draft.emit` holds every event to this before it is folded in, and the audit of a log holds it to
the same, so that nothing is accepted which `verify` refuses afterwards. Only what follows from the
table as it stands is looked at: phases, numbers, sums. Whether the rules allowed an act is decided
once, by `decide`; old logs were played by older readings of them, and still hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.game.model import Offer, Stage
from croupier.table import event as e
from croupier.table.booking import all_fees
from croupier.table.offering import stage_of
from croupier.table.state import Table
from croupier.table.words import Phase

_ANY = frozenset(Phase)
_IDLE = frozenset({Phase.IDLE})
_BETTING = frozenset({Phase.BETTING})
_DEALING = frozenset({Phase.DEALING})
_CARDS = frozenset({Phase.DEALING, Phase.COMPLETE})
_FELT = frozenset({Phase.BETTING, Phase.DEALING, Phase.COMPLETE})
_ROUND = _ANY - _IDLE

PHASES: Mapping[type[e.Event], frozenset[Phase]] = {
    e.TableOpened: _IDLE,
    e.TableClosed: _IDLE,
    e.TableChanged: _IDLE,
    e.FloatFilled: _ANY,
    e.FloatCredited: _ANY,
    e.ChipsBought: _ANY,
    e.ChipsCashed: _ANY,
    e.SeatTaken: _ANY,
    e.SeatLeft: _ANY,
    # A shoe that was replaced in a round may be followed by another one whatever goes on.
    e.ShoeStarted: _ANY,
    e.ShoeEnded: _ANY,
    e.EntropyAdded: _ANY,
    e.PlayerDealerOffered: _IDLE,
    e.PlayerDealerDeclined: _IDLE,
    e.PlayerDealerMissing: _IDLE,
    e.PlayerDealerAccepted: _IDLE,
    e.PlayerDealerVacated: _IDLE,
    e.WagerChanged: _IDLE,
    e.WagerPosted: _IDLE,
    e.DealerAssigned: _ANY,
    e.DeadlineSet: _ANY - {Phase.INTERRUPTED},
    e.BetsOpened: _IDLE,
    e.BetPlaced: _BETTING,
    # Insurance is raised while it is on offer.
    e.BetIncreased: _BETTING | _DEALING,
    e.BetWithdrawn: _BETTING,
    e.BetReturned: _FELT,
    e.BetsClosed: _BETTING,
    e.CardDealt: _DEALING,
    e.CardTurned: _CARDS,
    e.CardCorrected: _CARDS,
    e.SqueezeRequested: _FELT,
    e.SqueezeGranted: _FELT,
    e.InsuranceOffered: _DEALING,
    e.InsuranceClosed: _DEALING,
    e.InsuranceWaived: _DEALING,
    e.InsurancePlaced: _DEALING,
    e.OriginalReturned: frozenset({Phase.COMPLETE, Phase.IDLE}),
    e.IrregularityReported: _ANY,
    e.CardsReconstructed: _CARDS | _IDLE,
    e.ReconstructionRefused: _CARDS,
    e.OrderDecided: _FELT,
    e.OptionsOffered: _FELT,
    e.OptionChosen: frozenset({Phase.OPTIONS}),
    e.OptionsClosed: frozenset({Phase.OPTIONS}),
    e.RoundInterrupted: _ROUND - {Phase.INTERRUPTED},
    e.RoundResumed: frozenset({Phase.INTERRUPTED}),
    e.RulingMade: _ANY,
    e.RoundVoided: _ROUND,
    e.RoundSettled: frozenset({Phase.COMPLETE}),
    e.RoundCorrected: _IDLE,
}
"""The phases that each event can come about in."""


class Impossible(AssertionError):
    """An event that cannot happen at the table as it stands: a bug here, a forgery in a log."""


def check_event(table: Table, event: e.Event) -> None:
    """Raise `Impossible` for an event that does not fit the table it is to happen at."""
    phases = PHASES[type(event)]
    if table.phase not in phases:
        wanted = " or ".join(phase for phase in Phase if phase in phases)
        raise Impossible(f"it belongs to phase {wanted}, and the table was {table.phase}")
    check = _CHECKS.get(type(event))
    if check is not None:
        check(table, event)


def _same(said: object, found: object, what: str) -> None:
    if said != found:
        raise Impossible(f"{what} was {said}, and it works out as {found}")


def _bets_opened(table: Table, event: e.BetsOpened) -> None:
    _same(event.round, table.round + 1, "the round")


def _increased(table: Table, event: e.BetIncreased) -> None:
    bet = table.bet(event.bet)
    insured = bet is not None and bet.stage is not None
    wanted = Phase.DEALING if insured else Phase.BETTING
    _same(table.phase, wanted, "the phase that the bet was raised in")


def _bets_closed(table: Table, event: e.BetsClosed) -> None:
    _same(dict(event.fees), all_fees(table), "the fees")


def _dealt(table: Table, event: e.CardDealt) -> None:
    _same(event.hand, table.next_hand, "the hand that the card went to")
    number = 1 + sum(dealt.hand is event.hand for dealt in table.cards)
    _same(event.number, number, "the place of the card")


def _offer(table: Table, key: str, stage: Stage) -> Offer | None:
    """Return what the cards on the felt pay for an insurance at a stage; None for nothing."""
    insurance, coup = table.game.insurance, table.coup
    if insurance is None or coup is None or stage_of(coup) is not stage:
        return None
    kind = insurance.kinds.get(key)
    return kind.offers.get((stage, coup.player.total, coup.banker.total)) if kind else None


def _insured(table: Table, event: e.InsurancePlaced) -> None:
    offer = _offer(table, event.bet, event.stage)
    _same(event.odds, str(offer.odds) if offer else None, "the odds of insurance")


def _resumed(table: Table, event: e.RoundResumed) -> None:
    _same(event.phase, table.before, "the phase that play goes on in")


_CHECKS: Mapping[type[e.Event], Callable[[Table, Any], None]] = {
    e.BetsOpened: _bets_opened,
    e.BetIncreased: _increased,
    e.BetsClosed: _bets_closed,
    e.CardDealt: _dealt,
    e.InsurancePlaced: _insured,
    e.RoundResumed: _resumed,
}
