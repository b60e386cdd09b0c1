"""A client for programs: the table server's protocol, typed, with and without an event loop.

Commands have their id before they are sent, so that one whose answer was lost is sent again and
counts once. The socket comes back by itself, with no event missing and none twice.
"""

from croupier.client.ask import Approval
from croupier.client.asynchronous import AsyncClient
from croupier.client.blocking import Client
from croupier.client.blocking_live import Live
from croupier.client.call import new_id
from croupier.client.live import AsyncLive
from croupier.client.refusal import ClientError, Refused, SignedOut, Unanswered
from croupier.client.result import (
    Answer,
    Event,
    Events,
    Notice,
    Person,
    Step,
    TableInfo,
    View,
    Wallet,
)
from croupier.client.retry import Retry
from croupier.client.state import Command, Json, Own, State

__all__ = [
    "Answer",
    "Approval",
    "AsyncClient",
    "AsyncLive",
    "Client",
    "ClientError",
    "Command",
    "Event",
    "Events",
    "Json",
    "Live",
    "Notice",
    "Own",
    "Person",
    "Refused",
    "Retry",
    "SignedOut",
    "State",
    "Step",
    "TableInfo",
    "Unanswered",
    "View",
    "Wallet",
    "new_id",
]
