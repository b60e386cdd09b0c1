"""The vault of a served house: its key is read once, before anything else starts."""

from __future__ import annotations

from typing import NamedTuple

from croupier.money import CENT
from croupier.server.config import Config
from croupier.store.address import Address
from croupier.store.clock import Clock
from croupier.store.master_key import KeyFile, keys_from
from croupier.store.migrate import open_vault
from croupier.store.sealing import Sealer


class VaultAccess(NamedTuple):
    """What opens the vault, and what the operator is told about its key."""

    sealer: Sealer
    """It is handed to the other processes through a pipe: not through the environment, nor a file.
    It has the data keys of this database only; the master key stays where it was read."""
    told: str


def open_vault_of(config: Config) -> VaultAccess:
    """Open the database of a server and its vault; raise `WrongDatabase` without the right key."""
    keys = keys_from(config.vault_key, config.vault_key_command)
    made = isinstance(keys, KeyFile) and not keys.path.exists()
    sealer = open_vault(Address.parse(config.database), CENT, Clock().text(), keys)
    told = f"shoes in play are encrypted with {keys}"
    if made:
        told += ", made just now: keep a copy of it apart from the database"
    return VaultAccess(sealer, told)
