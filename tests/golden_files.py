"""What an earlier version wrote, unpacked, and copies of its houses to work on."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import psycopg
import pytest

from postgres import Postgres, scratch

GOLDEN = Path(__file__).parent / "data" / "golden"
VERSION = "0.1"


def unpacked() -> Path:
    """Make a folder with all the files; who asked for it removes it."""
    folder = Path(scratch())
    with tarfile.open(GOLDEN / f"{VERSION}.tar.xz") as archive:
        for member in archive.getmembers():
            # By hand: the first versions of Python 3.11 know no filter for what is unpacked.
            file = archive.extractfile(member)
            if file is not None:
                to = folder / member.name
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(file.read())
    return folder


def opened_copy(golden: Path, file: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """The address of a copy of a house, in the kind of database that it was recorded from."""
    if file.endswith(".db"):
        shutil.copy(golden / file, folder / file)
        return str(folder / file)
    server: Postgres = request.getfixturevalue("postgres")
    address = server.new()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute((golden / file).read_bytes())
    return address
