"""A person without secrets, their role and name, and why people are refused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

from croupier.accounts.look_alikes import check_signs
from croupier.errors import Code, InvalidInput, brief
from croupier.game.model import Role
from croupier.store.wallets import NO_ACCOUNT, has_wallet
from croupier.words import Message, say

HOUSE_PREFIX: Final = "house:"
"""How names of the house itself begin; no person's name does."""
CONSOLE: Final = "house:console"
"""The command line on the server's machine."""
SERVER: Final = "house:door"
"""The server itself: it locks accounts, and adds patrons and guests who register."""

MOST_NAME: Final = 64
_TABLE_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


class Every(Enum):
    """All tables, present and future, instead of a list."""

    TABLE = "all"


ALL: Final = Every.TABLE
Tables = tuple[str, ...] | Every


class AccountRole(StrEnum):
    """The role of an account: the roles at a table, and three that never act at one."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    CASHIER = "cashier"
    """Works at the cage: pays patrons' money in and out."""
    AUDITOR = "auditor"
    """Reads everything and changes nothing."""
    ADMINISTRATOR = "administrator"
    """Manages people and gives no command at a table."""

    @property
    def at_table(self) -> Role | None:
        """The role at a table; None for those that may not act there."""
        if self in (AccountRole.CASHIER, AccountRole.AUDITOR, AccountRole.ADMINISTRATOR):
            return None
        return Role(self.value)

    @property
    def staff(self) -> bool:
        """Whether this is not a patron."""
        return self is not AccountRole.PLAYER

    @property
    def approves(self) -> bool:
        """Whether this role may approve what a dealer may not do alone, and so have a PIN."""
        return self in (
            AccountRole.PIT_SUPERVISOR,
            AccountRole.PIT_MANAGER,
            AccountRole.SHIFT_MANAGER,
        )


@dataclass(frozen=True, slots=True)
class Person:
    """A person, without any secret."""

    name: str
    role: AccountRole
    tables: Tables
    locked: bool
    guest: bool
    made: str


def may_act(person: Person, table_id: str) -> bool:
    """Return True if a person may give commands at a table.

    Patrons may at every table, staff at the tables they are assigned to, cashiers, auditors
    and administrators at none. The table decides what a role may do there.
    """
    if person.locked or person.role.at_table is None:
        return False
    if not person.role.staff or person.tables is ALL:
        return True
    return table_id in person.tables


def _malformed(said: Message) -> InvalidInput:
    return InvalidInput(Code.MALFORMED, said)


def checked_name(name: object) -> str:
    """Return a name as it is stored; raise `InvalidInput` for one that is not allowed."""
    if not isinstance(name, str) or not name:
        raise _malformed(say("accounts.name_text", given=brief(name)))
    kept = unicodedata.normalize("NFC", name[: 4 * MOST_NAME])
    if len(kept) > MOST_NAME:
        raise _malformed(say("accounts.name_too_long", most=MOST_NAME, length=len(name)))
    if kept != kept.strip():
        raise _malformed(say("accounts.name_spaces"))
    # This refuses control and format characters too, with which two names could look the same.
    if not kept.isprintable():
        raise _malformed(say("accounts.name_signs"))
    check_signs(kept)
    # A name is part of addresses, where "/", "." and ".." lead elsewhere.
    if "/" in kept or not kept.strip("."):
        raise _malformed(say("accounts.name_address"))
    if key_of(kept).startswith(HOUSE_PREFIX):
        raise _malformed(say("accounts.name_house", prefix=HOUSE_PREFIX))
    if not has_wallet(kept):
        raise _malformed(say("accounts.name_without_account", prefix=NO_ACCOUNT))
    return kept


def key_of(name: str) -> str:
    """Return the key of a name; names that differ only in case have the same."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", folded)


def checked_tables(tables: Iterable[str] | Every) -> Tables:
    """Return tables sorted, each once; raise `InvalidInput` for a name that is not allowed."""
    if isinstance(tables, Every):
        return tables
    listed = tuple(sorted({str(table_id) for table_id in tables}))
    for table_id in listed:
        if not _TABLE_ID.fullmatch(table_id):
            raise _malformed(say("accounts.table_name", given=brief(table_id)))
    return listed


def tables_as_json(tables: Tables) -> list[str] | str:
    """Return tables as an incident has them."""
    return "all" if isinstance(tables, Every) else list(tables)


_ADJECTIVES: Final = (
    "amber bold brave bright calm clever coral cosmic crimson dapper eager early gentle golden "
    "happy humble ivory jade jolly keen kind lively lucky mellow merry misty noble opal patient "
    "plucky polite proud quick quiet rapid ruby silent silver smart snowy spry steady sunny swift "
    "tidy velvet warm witty zesty"
)
_ANIMALS: Final = (
    "badger bear beaver bison crane dolphin eagle egret falcon finch fox gecko hare hawk hedgehog "
    "heron ibis jaguar kestrel koala lark lemur lion lynx magpie marten mole moose otter owl panda "
    "parrot pelican penguin puffin quail raven robin seal sparrow stoat stork swallow swan tiger "
    "toucan turtle walrus wren yak"
)
_HOW, _WHO = _ADJECTIVES.split(), _ANIMALS.split()


def guest_name(entropy: bytes, digits: int = 2) -> str:
    """Return a name such as "lucky heron 42", made from eight random bytes."""
    drawn = int.from_bytes(entropy, "big")
    drawn, how = divmod(drawn, len(_HOW))
    drawn, who = divmod(drawn, len(_WHO))
    number = drawn % 10**digits
    return f"{_HOW[how]} {_WHO[who]} {number:0{digits}}"


class Reason(StrEnum):
    """Why a person is refused."""

    BAD_CREDENTIALS = "bad_credentials"
    """The name or the secret is wrong; which of them is not revealed."""
    LOCKED = "locked"
    """The password was right, and the account is locked."""
    THROTTLED = "throttled"
    """It comes too soon after wrong ones; nothing was checked."""
    SECOND_FACTOR = "second_factor"
    """The password was right; the code of the second factor is missing or wrong."""
    ENROL = "enrol_second_factor"
    """The password was right, and the house asks for a second factor that is not set up yet."""
    PIN_LOCKED = "pin_locked"
    """The PIN was right, and is locked after wrong ones."""
    NAME_TAKEN = "name_taken"
    LOOK_ALIKE = "look_alike"
    """The name looks like somebody else's."""
    NO_SUCH_PERSON = "no_such_person"
    NO_SUCH_SESSION = "no_such_session"
    WEAK_PASSWORD = "weak_password"
    WEAK_PIN = "weak_pin"
    BAD_INVITATION = "bad_invitation"
    """It is not the open one, was used, or has expired."""
    NOT_OF_AGE = "not_of_age"
    """The tick that somebody is old enough is missing."""
    NOT_SETTLED = "not_settled"
    """There is money in the wallet, or there are chips at a table."""
    CANNOT_LIFT = "cannot_lift"
    """A break or an exclusion does not end early."""
    HANDED_OVER = "handed_over"
    """The shift was given over since the sheet was made."""
    LAST_ADMINISTRATOR = "last_administrator"
    """Nobody could manage people any more."""
    GUEST = "guest"
    """A guest has no password and no other role."""


class PeopleRefused(Exception):
    """A person is refused: the reason, and a sentence for them."""

    def __init__(self, reason: Reason, said: Message) -> None:
        super().__init__(reason, said)
        self.reason = reason
        self.said = said

    @property
    def message(self) -> str:
        """The sentence in English."""
        return str(self.said)

    def __str__(self) -> str:
        return f"{self.reason}: {self.message}"
