"""Who may do what: a matrix of commands and least roles, and where each is written."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.errors import Code, Refused
from croupier.game.model import Game, Role
from croupier.table import commands as c
from croupier.table.vocabulary import Actor, snake

LEAST: Mapping[type[c.Command], Role] = {
    c.OpenTable: Role.SHIFT_MANAGER,
    c.CloseTable: Role.PIT_MANAGER,
    c.Fill: Role.PIT_MANAGER,
    c.Credit: Role.PIT_MANAGER,
    c.ChangeTable: Role.PIT_MANAGER,
    c.BuyIn: Role.DEALER,
    c.CashOut: Role.DEALER,
    c.Sit: Role.PLAYER,
    c.Leave: Role.PLAYER,
    c.NewShoe: Role.DEALER,
    c.AddEntropy: Role.PLAYER,
    c.OfferPlayerDealer: Role.DEALER,
    c.AcceptPlayerDealer: Role.PLAYER,
    c.DeclinePlayerDealer: Role.PLAYER,
    c.ChangeWager: Role.PLAYER,
    c.GiveUpPlayerDealer: Role.PLAYER,
    c.OpenBets: Role.DEALER,
    c.CloseBets: Role.DEALER,
    c.PlaceBet: Role.PLAYER,
    c.IncreaseBet: Role.PLAYER,
    c.WithdrawBet: Role.PLAYER,
    c.RejectExcess: Role.DEALER,
    c.Deal: Role.DEALER,
    c.CorrectCard: Role.DEALER,
    c.Turn: Role.PLAYER,
    c.PlaceInsurance: Role.PLAYER,
    c.RequestSqueeze: Role.PLAYER,
    c.GrantSqueeze: Role.DEALER,
    c.ExposeBankerFirst: Role.DEALER,
    c.Settle: Role.DEALER,
    c.Report: Role.DEALER,
    c.Reconstruct: Role.PIT_SUPERVISOR,
    c.CannotReconstruct: Role.PIT_SUPERVISOR,
    c.DecideOrder: Role.PIT_SUPERVISOR,
    c.ReplaceShoe: Role.PIT_SUPERVISOR,
    c.VoidRound: Role.PIT_SUPERVISOR,
    c.DismissReport: Role.PIT_SUPERVISOR,
    c.Choose: Role.PLAYER,
    c.CloseOptions: Role.DEALER,
    c.Interrupt: Role.DEALER,
    c.Resume: Role.DEALER,
    c.ReturnUninsured: Role.PIT_MANAGER,
    c.Rule: Role.SHIFT_MANAGER,
    c.SetDeadline: Role.DEALER,
    c.AssignDealer: Role.PIT_SUPERVISOR,
}

TOPICS: Mapping[type[c.Command], str] = {
    c.OpenBets: "open_bets",
    c.CloseBets: "close_bets",
    c.RejectExcess: "reject_excess",
    c.GrantSqueeze: "squeeze",
    c.ExposeBankerFirst: "banker_first",
    c.Reconstruct: "reconstruct",
    c.CannotReconstruct: "reconstruct",
    c.ReplaceShoe: "replace_shoe",
    c.Rule: "ruling",
}
"""What the paragraph is about that gives a command to the dealer, the house or a manager."""

PROCEDURES: Mapping[type[c.Command], str] = {
    c.DecideOrder: "simultaneous_cards",
    c.ReturnUninsured: "insurance_not_offered",
}
"""Commands that a procedure of the game gives to a role."""

RANK: Mapping[Role, int] = {role: rank for rank, role in enumerate(Role)}


def may(role: Role, command: type[c.Command]) -> bool:
    """Say whether a role is high enough for a command."""
    return RANK[role] >= RANK[LEAST[command]]


def is_house(role: Role) -> bool:
    """Return True if a role may void a round: a pit supervisor or above."""
    return may(role, c.VoidRound)


def why(game: Game, command: type[c.Command]) -> str | None:
    """Return the paragraph that gives a command to a role; None where no paragraph says so."""
    if command in PROCEDURES:
        return game.cite_procedure(PROCEDURES[command])
    return game.cite(TOPICS[command]) if command in TOPICS else None


def require(game: Game | None, by: Actor, command: c.Command) -> None:
    """Refuse what somebody's role does not allow."""
    kind = type(command)
    if may(by.role, kind):
        return
    least = LEAST[kind].replace("_", " ")
    raise Refused(
        Code.NOT_ALLOWED,
        f"{snake(kind.__name__)} takes a {least} or above, not a {by.role.replace('_', ' ')}",
        why(game, kind) if game else None,
    )
