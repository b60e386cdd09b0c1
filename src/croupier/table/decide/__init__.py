"""The one door: a table, a command and who gives it in; events out, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.errors import Code, Refused
from croupier.table import authority
from croupier.table import commands as c
from croupier.table.card_source import NoSource, Source
from croupier.table.decide import (
    betting,
    confirming,
    deadlines,
    dealing,
    ending,
    floor,
    insurance,
    interruption,
    options,
    player_dealer,
    reports,
)
from croupier.table.decide.draft import Draft
from croupier.table.events import Event
from croupier.table.state import Table
from croupier.table.vocabulary import Actor, Phase


def _settle(draft: Draft, _: c.Settle) -> None:
    """Settle a coup that is complete, turning what still lies face down."""
    draft.in_phase(Phase.COMPLETE, Phase.DEALING)
    if len(draft.table.cards) >= 4 and draft.table.hidden:
        dealing.turn_all(draft)
    draft.in_phase(Phase.COMPLETE)
    ending.finish(draft)


def _rule(draft: Draft, command: c.Rule) -> None:
    """Rule; where a report waited for it the round goes on, and so does what was on offer."""
    waiting = draft.table.case is not None
    floor.rule(draft, command)
    if waiting:
        insurance.announce(draft)


def _increase(draft: Draft, command: c.IncreaseBet) -> None:
    """Raise a bet while bets are open, or insurance while it is on offer."""
    # First of all: a bet of another round may have had the same id.
    draft.in_round(command.round, "late_bet")
    bet = draft.table.bet(command.bet)
    insured = bet is not None and bet.stage is not None
    raise_it = insurance.increase_insurance if insured else betting.increase_bet
    raise_it(draft, command)


_DECIDERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = {
    c.CloseTable: floor.close_table,
    c.Fill: floor.fill,
    c.Credit: floor.credit,
    c.ChangeTable: floor.change_table,
    c.BuyIn: floor.buy_in,
    c.CashOut: floor.cash_out,
    c.Sit: floor.sit,
    c.Leave: floor.leave,
    c.NewShoe: floor.new_shoe,
    c.AddEntropy: floor.add_entropy,
    c.OfferPlayerDealer: player_dealer.offer,
    c.AcceptPlayerDealer: player_dealer.accept,
    c.DeclinePlayerDealer: player_dealer.decline,
    c.ChangeWager: player_dealer.change_wager,
    c.GiveUpPlayerDealer: player_dealer.give_up,
    c.OpenBets: betting.open_bets,
    c.CloseBets: betting.close_bets,
    c.PlaceBet: betting.place_bet,
    c.IncreaseBet: _increase,
    c.WithdrawBet: betting.withdraw_bet,
    c.RejectExcess: betting.reject_excess,
    c.Deal: dealing.deal,
    c.CorrectCard: dealing.correct_card,
    c.Turn: dealing.turn,
    c.PlaceInsurance: insurance.place_insurance,
    c.RequestSqueeze: dealing.request_squeeze,
    c.GrantSqueeze: dealing.grant_squeeze,
    c.ExposeBankerFirst: dealing.expose_banker_first,
    c.Settle: _settle,
    c.Report: reports.report,
    c.Reconstruct: reports.reconstruct,
    c.CannotReconstruct: reports.cannot_reconstruct,
    c.DecideOrder: reports.decide_order,
    c.ReplaceShoe: floor.replace_shoe,
    c.VoidRound: confirming.void_round,
    c.DismissReport: confirming.dismiss_report,
    c.Choose: options.choose,
    c.CloseOptions: options.close_options,
    c.Interrupt: interruption.interrupt,
    c.Resume: interruption.resume,
    c.ReturnUninsured: insurance.return_uninsured,
    c.Rule: _rule,
    c.SetDeadline: deadlines.set_deadline,
    c.AssignDealer: deadlines.assign_dealer,
}

_HELD_UP = frozenset(
    {
        c.OpenBets,
        c.CloseBets,
        c.PlaceBet,
        c.IncreaseBet,
        c.WithdrawBet,
        c.RejectExcess,
        c.Deal,
        c.CorrectCard,
        c.Turn,
        c.PlaceInsurance,
        c.RequestSqueeze,
        c.GrantSqueeze,
        c.ExposeBankerFirst,
        c.Settle,
        c.Choose,
        c.CloseOptions,
        c.Resume,
        c.CloseTable,
        c.ChangeTable,
    }
)
"""What waits while a report does: play stands still until the House has decided."""

_AFTER_CLOSING = (c.CashOut, c.Rule)
"""What is still done at a table that has closed: chips are its guests', and so are their rights."""


def carry_out(
    table: Table, command: c.Command, by: Actor, source: Source | None = None
) -> tuple[tuple[Event, ...], Table]:
    """Decide a command and give the table after it; the one that was handed in is not touched."""
    setup = table.setup
    authority.require(setup.game if setup else None, by, command)
    draft = Draft(table, by, source or NoSource())
    if isinstance(command, c.OpenTable):
        floor.open_table(draft, command)
    elif setup is None or not (table.open or isinstance(command, _AFTER_CLOSING)):
        raise Refused(Code.WRONG_PHASE, "the table is not open")
    else:
        if type(command) in _HELD_UP and not interruption.after_crash(command, by):
            draft.decided()
        _DECIDERS[type(command)](draft, command)
    return tuple(draft.events), draft.table


def decide(
    table: Table, command: c.Command, by: Actor, source: Source | None = None
) -> tuple[Event, ...]:
    """Say what happens, or raise; the table itself is not touched."""
    return carry_out(table, command, by, source)[0]
