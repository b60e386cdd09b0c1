"""A SQLite database that appears whole or not at all: made apart, then put in its place."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.store.address import Address
from croupier.store.failures import WrongDatabase


@contextmanager
def appearing(address: Address) -> Iterator[Address]:
    """Yield where to make a database that is not there yet; whatever is raised, nothing is left.

    Where there is one already, or it is no file, yield the address itself.
    """
    path = address.path
    if path is None or os.path.lexists(path):
        yield address
        return
    if not path.parent.is_dir():
        raise WrongDatabase(f"there is no folder {path.parent}")
    try:
        # In the same folder, so that it only has to be linked, and a full disk shows here.
        folder = Path(tempfile.mkdtemp(prefix=".croupier-", dir=path.parent))
    except OSError as wrong:
        raise WrongDatabase(f"cannot make {path}: {wrong.strerror}") from None
    made = folder / path.name
    try:
        yield Address(made, None)
        _put(made, path)
    except WrongDatabase as wrong:
        raise WrongDatabase(str(wrong).replace(str(made), str(path))) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _put(made: Path, path: Path) -> None:
    try:
        # Unlike renaming, linking never replaces what somebody else made meanwhile.
        os.link(made, path)
    except FileExistsError:
        raise WrongDatabase(f"{path} was made by another program meanwhile") from None
    except OSError:
        try:
            made.rename(path)
        except OSError as wrong:
            raise WrongDatabase(f"cannot make {path}: {wrong.strerror}") from None
