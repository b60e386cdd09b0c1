"""People of the house: add them, change what they are, lock them out, see who is signed in."""

from __future__ import annotations

import getpass
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from croupier.accounts import ALL, CONSOLE, AccountRole, Every, People, PeopleRefused, Person
from croupier.cli import ANSWERED_WITH_ERROR, DONE, Parser, WrongCall
from croupier.errors import Refused
from croupier.store.address import USUAL, Address
from croupier.store.failures import NotStored, WrongDatabase
from croupier.store.new_database import appearing
from croupier.store.verify_database import table_ids

_POSTS = [post.value for post in AccountRole]


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "Passwords and PINs are asked for without being shown, or read from standard input, one "
        "line; they are never arguments. Roles: " + ", ".join(_POSTS) + "."
    )
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT", parser_class=Parser)

    def act(name: str, about: str, *, person: bool = True) -> ArgumentParser:
        made = acts.add_parser(name, help=about, description=about)
        if person:
            made.add_argument("name", metavar="NAME", help="a person's name")
        made.add_argument(
            "--database",
            default=USUAL,
            metavar="DATABASE",
            help=f"a SQLite file or a postgresql:// address ({USUAL} unless given)",
        )
        return made

    add = act("add", "add a person")
    add.add_argument("--role", required=True, choices=_POSTS, metavar="ROLE", help="their role")
    add.add_argument(
        "--table", action="append", default=[], metavar="ID", help='a table to act at, or "all"'
    )
    role = act("role", "give a person another role")
    role.add_argument("role", choices=_POSTS, metavar="ROLE", help="the new role")
    tables = act("tables", "say at which tables a person acts")
    tables.add_argument("table", nargs="*", metavar="ID", help='tables, or "all"; none for none')
    act("lock", "keep a person out, and end their sessions")
    act("unlock", "let a person in again")
    act("password", "give a person a new password")
    act("pin", "give a person a PIN for approvals")
    act("second-factor", "remove a second factor; the next sign-in sets up another")
    act("erase", "erase a patron's personal data")
    act("sessions", "show where a person is signed in")
    listed = act("list", "show everybody", person=False)
    listed.add_argument("--json", action="store_true", help="print it as JSON, one person a line")


def run(arguments: Namespace) -> int:
    """Carry out one act; the status says whether it was refused."""
    try:
        address = Address.parse(arguments.database)
        if arguments.act != "add" and address.path is not None and not address.path.is_file():
            raise WrongCall(f"cannot read {address}: no such file")
        # A database that is made for the first person appears only if nobody is refused.
        with appearing(address) as place, People.open(str(place.path or place.url)) as people:
            unopened = _unopened_tables(people, arguments)
            _ACTS[arguments.act](people, arguments)
    except (PeopleRefused, Refused) as wrong:
        print(f"croupier user: {wrong}", file=sys.stderr)
        return ANSWERED_WITH_ERROR
    except (WrongDatabase, NotStored) as wrong:
        raise WrongCall(" ".join(str(wrong).split())) from None
    for name in unopened:
        print(f"croupier user: note: there is no table {name} yet", file=sys.stderr)
    return DONE


def _unopened_tables(people: People, arguments: Namespace) -> list[str]:
    """Refuse a table that the house does not have; before its first table, return those named."""
    from croupier.cli.database import no_such_table

    if arguments.act not in ("add", "tables"):
        return []
    names = [name for name in arguments.table if name != "all"]
    if not names:
        return []
    with people.incidents.reading() as connection:
        known = table_ids(connection)
    missing = [name for name in names if name not in known]
    if missing and known:
        raise WrongCall(no_such_table(missing[0], known))
    return missing


def _read_secret(what: str) -> str:
    """Return a secret: asked for twice on a terminal, without echo, or one line of a program."""
    if sys.stdin is None or not sys.stdin.isatty():
        line = "" if sys.stdin is None else sys.stdin.readline()
        secret = line.rstrip("\r\n")
        if not secret:
            raise WrongCall(f"there is no {what} on standard input")
        return secret
    secret = getpass.getpass(f"New {what}: ")
    if getpass.getpass("Once more: ") != secret:
        raise WrongCall("the two are not the same: nothing was changed")
    return secret


def _tables(names: list[str]) -> list[str] | Every:
    if "all" not in names:
        return names
    if len(names) > 1:
        raise WrongCall('name tables or "all", not both')
    return ALL


def _where(person: Person) -> str:
    if person.role.at_table is None:
        return "acts at no table"
    if not person.role.staff or person.tables is ALL:
        return "at all tables"
    return f"at {', '.join(person.tables)}" if person.tables else "at no table yet"


def _describe(person: Person) -> str:
    state = ", locked" * person.locked + ", guest" * person.guest
    return f"{person.name}: {person.role.value.replace('_', ' ')}, {_where(person)}{state}"


def _add(people: People, arguments: Namespace) -> None:
    tables = _tables(arguments.table)
    if people.find(arguments.name) is not None:
        # Refused here, before anybody types a password for nothing.
        people.add(arguments.name, AccountRole(arguments.role), CONSOLE)
    password = _read_secret("password")
    post = AccountRole(arguments.role)
    print(_describe(people.add(arguments.name, post, CONSOLE, password=password, tables=tables)))


def _role(people: People, arguments: Namespace) -> None:
    before = people.find(arguments.name)
    person = people.appoint(arguments.name, AccountRole(arguments.role), CONSOLE)
    print(_describe(person))
    if before is not None and person.role.staff and not before.role.staff:
        print(f"The staff has longer passwords: set one with `user password {person.name}`.")


def _set_tables(people: People, arguments: Namespace) -> None:
    print(_describe(people.assign(arguments.name, _tables(arguments.table), CONSOLE)))


def _lock(people: People, arguments: Namespace) -> None:
    print(_describe(people.lock(arguments.name, CONSOLE)))


def _unlock(people: People, arguments: Namespace) -> None:
    print(_describe(people.unlock(arguments.name, CONSOLE)))


def _password(people: People, arguments: Namespace) -> None:
    people.set_password(_known(people, arguments).name, _read_secret("password"), CONSOLE)
    print("The password is set; all sessions have ended.")


def _pin(people: People, arguments: Namespace) -> None:
    people.set_pin(_known(people, arguments).name, _read_secret("PIN"), CONSOLE)
    print("The PIN is set.")


def _second_factor(people: People, arguments: Namespace) -> None:
    had = people.reset_second_factor(_known(people, arguments).name, CONSOLE)
    done = "The second factor is gone; all sessions have ended."
    print(done if had else "There was no second factor.")


def _erase(people: People, arguments: Namespace) -> None:
    had = people.erase_details(_known(people, arguments).name, CONSOLE)
    print("The personal data is erased." if had else "There was no personal data.")


def _known(people: People, arguments: Namespace) -> Person:
    person = people.find(arguments.name)
    if person is None:
        raise WrongCall(f"there is nobody of the name {arguments.name}")
    return person


def _sessions(people: People, arguments: Namespace) -> None:
    for session in people.sessions(_known(people, arguments).name):
        print(f"{session.id}  since {session.made}  seen {session.seen}  {session.where}".rstrip())


def _list(people: People, arguments: Namespace) -> None:
    for person in people.list():
        if not arguments.json:
            print(_describe(person))
            continue
        tables = person.tables if isinstance(person.tables, tuple) else "all"
        row = {
            "name": person.name,
            "role": person.role.value,
            "tables": tables,
            "locked": person.locked,
            "guest": person.guest,
            "made": person.made,
        }
        print(json.dumps(row, ensure_ascii=False))


_ACTS: dict[str, Callable[[People, Namespace], None]] = {
    "add": _add,
    "role": _role,
    "tables": _set_tables,
    "lock": _lock,
    "unlock": _unlock,
    "password": _password,
    "pin": _pin,
    "second-factor": _second_factor,
    "erase": _erase,
    "sessions": _sessions,
    "list": _list,
}
