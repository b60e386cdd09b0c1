"""Which role may do what at a table: the lowest role for each command, and the check of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar, dataclass_transform

from croupier.errors import Code, Refused
from croupier.game.model import Game, Role
from croupier.table.vocabulary import Actor
from croupier.words import Name, say

_COMMANDS_OF = {
    Role.PLAYER: """
        sit leave add_entropy accept_player_dealer decline_player_dealer change_wager
        give_up_player_dealer place_bet increase_bet withdraw_bet turn place_insurance
        request_squeeze choose
    """,
    Role.DEALER: """
        buy_in cash_out new_shoe offer_player_dealer open_bets close_bets reject_excess deal
        correct_card grant_squeeze expose_banker_first close_insurance settle report
        close_options interrupt resume set_deadline
    """,
    Role.PIT_SUPERVISOR: """
        reconstruct cannot_reconstruct decide_order replace_shoe void_round dismiss_report
        assign_dealer
    """,
    Role.PIT_MANAGER: """
        close_table fill credit change_table return_uninsured
    """,
    Role.SHIFT_MANAGER: """
        open_table rule
    """,
}
"""The commands that a role may give, and every role after it too."""

LEAST: dict[str, Role] = {
    name: role for role, names in _COMMANDS_OF.items() for name in names.split()
}
"""The lowest role for every command, by its wire name."""


class Command:
    """Something that is asked of a table. `command` sets the attributes."""

    __slots__ = ()

    wire_name: ClassVar[str]
    """Its name in scripts and on the network; it never changes."""
    least: ClassVar[Role]
    """The lowest role that may give it."""
    waits: ClassVar[bool]
    """Whether it has to wait while a report waits: play stands still until the House decides."""
    at_closed_table: ClassVar[bool]
    """Whether it can be given after closing, when patrons keep their chips and their rights."""
    topic: ClassVar[str | None]
    """The topic of the paragraph that assigns the command to a role, if a paragraph does."""
    procedure: ClassVar[str | None]
    """The procedure of the game that assigns it to a role, if one does."""


C = TypeVar("C", bound=Command)

COMMANDS: dict[str, type[Command]] = {}
"""Every command by its wire name."""


@dataclass_transform(frozen_default=True)
def command(
    name: str,
    *,
    waits: bool = False,
    at_closed_table: bool = False,
    topic: str | None = None,
    procedure: str | None = None,
) -> Callable[[type[C]], type[C]]:
    """Return a decorator that makes a class a command, known by its wire name."""

    def described(cls: type[C]) -> type[C]:
        assert name in LEAST, f"no role may give {name}"
        assert name not in COMMANDS, f"two commands are called {name}"
        made = dataclass(frozen=True, slots=True)(cls)
        made.wire_name, made.least, made.waits = name, LEAST[name], waits
        made.at_closed_table, made.topic, made.procedure = at_closed_table, topic, procedure
        COMMANDS[name] = made
        return made

    return described


RANK = {role: rank for rank, role in enumerate(Role)}


def may(role: Role, command: type[Command]) -> bool:
    """Return True if a role is high enough for a command."""
    return RANK[role] >= RANK[command.least]


def is_house(role: Role) -> bool:
    """Return True if a role may void a round: a pit supervisor or above."""
    return may(role, COMMANDS["void_round"])


def why(game: Game, command: type[Command]) -> str | None:
    """Return the paragraph that gives a command to a role; None where no paragraph says so."""
    if command.procedure is not None:
        return game.cite_procedure(command.procedure)
    return game.cite(command.topic) if command.topic is not None else None


def require(game: Game | None, by: Actor, command: Command) -> None:
    """Raise Refused for a command that somebody's role does not allow."""
    kind = type(command)
    if may(by.role, kind):
        return
    raise Refused(
        Code.NOT_ALLOWED,
        say(
            "table.not_allowed",
            do=Name("do", kind.wire_name),
            least=Name("role", kind.least.value),
            role=Name("role", by.role.value),
        ),
        why(game, kind) if game else None,
    )
