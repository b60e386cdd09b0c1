"""A client for programs: the table server's protocol, typed, with and without an event loop.

Commands have their id before they are sent, so that one whose answer was lost is sent again and
counts once. The socket comes back by itself, with no event missing and none twice.
"""

from croupier.client.asynchronous import AsyncClient
from croupier.client.blocking import Client
from croupier.client.blocking_socket import Live
from croupier.client.call import new_id
from croupier.client.requests import Approval
from croupier.client.results import (
    Answer,
    ClientError,
    Event,
    Events,
    Notice,
    Person,
    Refused,
    SignedOut,
    Step,
    TableInfo,
    Unanswered,
    View,
    Wallet,
)
from croupier.client.retry import Retry
from croupier.client.socket import AsyncLive
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
