"""The data keys of a database: stored in it, each wrapped by the master key."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, inspect, select, update
from sqlalchemy.dialects import postgresql, sqlite

from croupier.store import schema as s
from croupier.store.address import Address
from croupier.store.master_key import BadVaultKey, KeyRing, Keys
from croupier.store.sealing import KEY_BYTES, Sealer

_COLUMNS = (s.vault_keys.c.number, s.vault_keys.c.master, s.vault_keys.c.wrapped)


def needed_key(connection: Connection) -> str | None:
    """Return the id of the master key that opens a database; None if nothing is sealed in it."""
    if not inspect(connection).has_table(s.vault_keys.name):
        return None
    key = s.vault_keys.c
    found = connection.execute(select(key.master).order_by(key.number.desc()).limit(1)).scalar()
    return None if found is None else str(found)


def open_sealer(connection: Connection, keys: Keys, address: Address, at: str) -> Sealer:
    """Return what seals and opens the rows of a database; its first data key is made if needed.

    Raise `BadVaultKey` if the master key is missing or another one.
    """
    ring = keys.ring(needed_key(connection), address)
    if needed_key(connection) is None:
        _add(connection, ring, 1, at)
    return read_sealer(connection, ring, address)


def read_sealer(connection: Connection, ring: KeyRing, address: Address) -> Sealer:
    """Return what opens the rows of a database that has data keys; raise `BadVaultKey`."""
    return Sealer(_unwrapped(connection, ring, address))


def rotate(connection: Connection, ring: KeyRing, address: Address, at: str) -> None:
    """Wrap every data key by the first master key, and add a data key for everything new.

    What older data keys have sealed stays as it is, and readable.
    """
    known = _unwrapped(connection, ring, address)
    key = s.vault_keys.c
    for number, data_key in known.items():
        connection.execute(
            update(s.vault_keys)
            .where(key.number == number)
            .values(master=ring.first.id, wrapped=ring.first.wrap(number, data_key))
        )
    _add(connection, ring, max(known, default=0) + 1, at)


def _unwrapped(connection: Connection, ring: KeyRing, address: Address) -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    rows = connection.execute(select(*_COLUMNS).order_by(s.vault_keys.c.number))
    for number, master, wrapped in rows:
        key = ring.ring(master, address).find(master)
        assert key is not None, "the ring has the key, or has raised"
        found[number] = key.unwrap(number, wrapped)
        if len(found[number]) != KEY_BYTES:
            raise BadVaultKey(f"data key {number} of the vault has the wrong length")
    return found


def _add(connection: Connection, ring: KeyRing, number: int, at: str) -> None:
    wrapped = ring.first.wrap(number, secrets.token_bytes(KEY_BYTES))
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    # Two processes may open a new database at once: the row of the first stays.
    connection.execute(
        dialect.insert(s.vault_keys)
        .values(number=number, made=at, master=ring.first.id, wrapped=wrapped)
        .on_conflict_do_nothing()
    )
