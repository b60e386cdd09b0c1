"""One key of the vault for a whole run: every house, and every process that it starts, uses it."""

from __future__ import annotations

import atexit
import os
import shutil
from pathlib import Path

from croupier.store.master_key import VARIABLE
from postgres import scratch


def keep_a_vault_key() -> None:
    """Name a key in a folder of its own, unless one is named: the user's own is left alone."""
    if VARIABLE not in os.environ:
        folder = scratch()
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ[VARIABLE] = str(Path(folder) / "vault.key")
