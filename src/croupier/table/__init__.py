"""The table: a command goes in, events come out; who may do what; what may be done next."""

from croupier.table.commands import COMMANDS, Command
from croupier.table.decide import carry_out, decide, decide_changes
from croupier.table.events import EVENTS, Change, Event, evolve
from croupier.table.roles import LEAST, may
from croupier.table.state import Table
from croupier.table.state_view import write_state
from croupier.table.vocabulary import Actor, Fresh, Opened, Option, Phase, ShoeKind, Source
from croupier.table.what_next import Step, what_next
from croupier.table.wire import Context, read_command, read_event, write_event, write_refusal

__all__ = [
    "COMMANDS",
    "EVENTS",
    "LEAST",
    "Actor",
    "Change",
    "Command",
    "Context",
    "Event",
    "Fresh",
    "Opened",
    "Option",
    "Phase",
    "ShoeKind",
    "Source",
    "Step",
    "Table",
    "carry_out",
    "decide",
    "decide_changes",
    "evolve",
    "may",
    "read_command",
    "read_event",
    "what_next",
    "write_event",
    "write_refusal",
    "write_state",
]
