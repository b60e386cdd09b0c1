"""People and their posts: who may come in, who is in, and who may act where."""

from croupier.store.people.people import People
from croupier.store.people.person import ALL, CONSOLE, DOOR, Every, Person, Tables, may_act
from croupier.store.people.post import Post
from croupier.store.people.refusal import PeopleRefused, Reason
from croupier.store.people.secret import Hasher, Hashing
from croupier.store.people.session import Limits, Session, SignedIn

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
