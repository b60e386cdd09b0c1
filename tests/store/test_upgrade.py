"""What docs/operate.md tells an operator to do: a role for PostgreSQL; an upgrade, and back."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest

from croupier.accounts import AccountRole, People
from postgres import Postgres, binaries
from served import address_told

ROOT = Path(__file__).parents[2]
OLD = "3243e37"
"""The last commit of 0.1.0."""


class Version:
    """A version of croupier: the sources of a folder, with the packages of these tests."""

    def __init__(self, sources: Path) -> None:
        self._around = os.environ | {"PYTHONPATH": str(sources)}

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "croupier", *words],
            env=self._around,
            capture_output=True,
            text=True,
            check=False,
        )

    def done(self, *words: str) -> str:
        called = self.call(*words)
        assert called.returncode == 0, called.stderr
        return called.stdout

    @contextmanager
    def served(self, database: str) -> Iterator[str]:
        """Serve the demo casino; the address."""
        words = ("serve", "--port", "0", "--database", database)
        server = subprocess.Popen(
            [sys.executable, "-m", "croupier", *words],
            env=self._around,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert server.stderr is not None
        try:
            yield address_told(server.stderr)
            server.terminate()
            assert server.wait(60) == 0
        finally:
            server.kill()
            server.wait()
            server.stderr.close()

    def play(self, database: str, before: int = 0) -> int:
        """Serve until more rounds are settled than before; return how many there are then."""
        with self.served(database) as address:
            deadline = time.monotonic() + 240
            while time.monotonic() < deadline:
                time.sleep(1)
                with urlopen(f"{address}/api/tables", timeout=10) as answer:
                    played = [each["round"] for each in json.loads(answer.read())]
                # Its number is that of the round in play: the one before it is over.
                if len(played) == 7 and sum(number - 1 for number in played if number) > before:
                    break
        settled = self.rounds(database)
        assert settled > before
        return settled

    def rounds(self, database: str) -> int:
        proven: dict[str, Any] = json.loads(self.done("verify", database, "--json"))
        assert proven["ok"]
        return sum(table["rounds"]["settled"] for table in proven["tables"].values())


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Version:
    """0.1.0, out of the history of this checkout."""
    packed = subprocess.run(
        ["git", "archive", OLD, "src"], cwd=ROOT, capture_output=True, check=False
    )
    if packed.returncode:
        pytest.skip("the history of this checkout does not reach back to 0.1.0")
    folder = tmp_path_factory.mktemp("old")
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return Version(folder / "src")


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_house_of_the_first_version_is_upgraded_and_taken_back(
    kind: str, old: Version, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    new = Version(ROOT / "src")
    server: Postgres | None = None
    if kind == "postgresql":
        server = request.getfixturevalue("postgres")

    def fresh(name: str) -> str:
        return str(tmp_path / f"{name}.db") if server is None else server.new()

    house, backup, heads = fresh("house"), str(tmp_path / "before.backup"), tmp_path / "heads"
    played = old.play(house)
    old.done("backup", house, backup)
    old.done("verify", house, "--write-heads", str(heads))

    # The newer version reads what the older one has left, and plays on in it.
    new.done("verify", house, "--heads", str(heads))
    assert new.rounds(house) == played
    new.play(house, played)
    new.done("verify", house, "--heads", str(heads), "--backup", backup)

    # The older one refuses it, in one line, and changes nothing.
    for words in (("verify", house), ("serve", "--port", "0", "--database", house)):
        refused = old.call(*words)
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
        assert "schema" in refused.stderr

    # Back: the older version, and the backup in a database of its own.
    again = fresh("again")
    old.done("restore", backup, again)
    assert old.rounds(again) == played
    old.play(again, played)


def test_a_role_that_is_made_as_documented_can_keep_a_house(postgres: Postgres) -> None:
    """It has a password, is no superuser, and owns one database, in which the house is made."""
    pages = [page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md")]
    [block] = re.findall(r"```sh\n(createuser .*?)```", "\n".join(pages), re.S)
    made = [line.partition("#")[0] for line in block.splitlines() if line.startswith("create")]
    assert len(made) == 2
    programs = binaries()
    assert programs is not None
    around = {
        "PATH": f"{programs}:{os.defpath}",
        "PGHOST": str(postgres.folder),
        "PGUSER": "croupier",
        "PGDATABASE": "postgres",
    }
    # The superuser of the tests has the documented name.
    words = "\n".join(made).replace(" croupier", " house")
    # Without a terminal the password is read from standard input, twice.
    subprocess.run(
        ["sh", "-ec", words],
        env=around,
        input="secret\nsecret\n",
        text=True,
        check=True,
        capture_output=True,
        start_new_session=True,
    )
    house = f"postgresql://house@/house?host={postgres.folder}"
    with People.open(house) as people:
        people.add("sam", AccountRole.SHIFT_MANAGER, "house:test", password="a-long-pass-word")
    with psycopg.connect(house) as connection:
        asked = "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = 'house'"
        assert connection.execute(asked).fetchone() == (False, False, False)
        encoded = "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'house'"
        assert connection.execute(encoded).fetchone() == ("UTF8",)
    with psycopg.connect(postgres.url("postgres")) as connection:
        kept = "SELECT rolpassword FROM pg_authid WHERE rolname = 'house'"
        [password] = connection.execute(kept).fetchone() or ("",)
        assert str(password).startswith("SCRAM-SHA-256$")
