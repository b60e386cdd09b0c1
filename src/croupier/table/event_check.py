"""Where each event can happen: declared once, for the table that lets it happen and for `verify`.

`Draft.emit` holds every event to this before it is folded in, and the audit of a log holds it to
the same, so that nothing is accepted which `verify` refuses afterwards. Only what follows from the
table as it stands is looked at: phases, numbers, sums. Whether the rules allowed an act is decided
once, by `decide`; old logs were played by older readings of them, and still hold.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.table import event as e
from croupier.table.checks import felt, house, mishap
from croupier.table.checks.base import Checks, Impossible, need
from croupier.table.state import Table
from croupier.table.vocabulary import Phase

__all__ = ["PHASES", "Impossible", "check_event"]

_ANY = frozenset(Phase)
_IDLE = frozenset({Phase.IDLE})
_BETTING = frozenset({Phase.BETTING})
_DEALING = frozenset({Phase.DEALING})
_CARDS = frozenset({Phase.DEALING, Phase.COMPLETE})
_FELT = frozenset({Phase.BETTING, Phase.DEALING, Phase.COMPLETE})
_ROUND = _ANY - _IDLE
_PAUSED = frozenset({Phase.INTERRUPTED})

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
    e.PlayerDealerRestored: _IDLE,
    e.WagerChanged: _IDLE,
    e.WagerPosted: _IDLE,
    e.DealerAssigned: _ANY,
    e.DeadlineSet: _ANY - {Phase.INTERRUPTED},
    e.BetsOpened: _IDLE,
    e.BetPlaced: _BETTING,
    # Insurance is raised while it is on offer.
    e.BetIncreased: _BETTING | _DEALING,
    e.BetWithdrawn: _BETTING,
    e.BetReturned: _FELT | _PAUSED,
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
    # What was reported before an interruption, or in it, is decided while it lasts.
    e.CardsReconstructed: _CARDS | _IDLE | _PAUSED,
    e.ReportDismissed: _ANY,
    # A card exposed while bets are open, or while patrons choose, may be beyond repair.
    e.ReconstructionRefused: _FELT | _PAUSED | {Phase.OPTIONS},
    e.OrderDecided: _FELT | _PAUSED,
    e.OptionsOffered: _FELT | _PAUSED,
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


_CLOSED: frozenset[type[e.Event]] = frozenset({e.TableOpened, e.ChipsCashed, e.RulingMade})
"""What can happen at a table that is closed: its guests still have their chips and rights."""

_CHECKS: Checks = {**house.CHECKS, **felt.CHECKS, **mishap.CHECKS}


def check_event(table: Table, event: e.Event) -> None:
    """Raise `Impossible` for an event that does not fit the table it is to happen at."""
    kind = type(event)
    need(table.open or kind in _CLOSED, "the table was closed")
    phases = PHASES[kind]
    if table.phase not in phases:
        wanted = " or ".join(phase for phase in Phase if phase in phases)
        raise Impossible(f"it belongs to phase {wanted}, and the table was {table.phase}")
    check = _CHECKS.get(kind)
    if check is not None:
        check(table, event)
