"""People and their posts: who may come in, who is in, and who may act where."""

from croupier.accounts.passwords import Hasher, Hashing
from croupier.accounts.people import People
from croupier.accounts.person import ALL, CONSOLE, DOOR, Every, Person, Post, Tables, may_act
from croupier.accounts.refusals import PeopleRefused, Reason
from croupier.accounts.sessions import Limits, Session, SignedIn

__all__ = [
    "ALL",
    "CONSOLE",
    "DOOR",
    "Every",
    "Hasher",
    "Hashing",
    "Limits",
    "People",
    "PeopleRefused",
    "Person",
    "Post",
    "Reason",
    "Session",
    "SignedIn",
    "Tables",
    "may_act",
]
