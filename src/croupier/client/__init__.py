"""A client for programs: the table server's protocol, typed, with and without an event loop.

A command has its id before it is sent: if its answer is lost it is sent again, and counts once. The
socket reconnects by itself; no event is missed, and none comes twice.
"""

from croupier.client.asynchronous import AsyncClient
from croupier.client.blocking import Client, Live
from croupier.client.requests import Approval, new_id
from croupier.client.results import (
    Answer,
    ClientError,
    Command,
    Event,
    Events,
    Json,
    Notice,
    Own,
    Person,
    Refused,
    SignedOut,
    State,
    Step,
    TableInfo,
    Unanswered,
    View,
    Wallet,
)
from croupier.client.socket import AsyncLive
from croupier.client.transport import Retry

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
