"""The journal of incidents: chained, append-only, without a secret, carried by every backup."""

from __future__ import annotations

import json
import re
import sys
from base64 import b32decode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from threading import Thread
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from croupier.accounts import ALL, CONSOLE, AccountRole, People, Reason
from croupier.accounts.second_factor import Enrolment
from croupier.accounts.totp import STEP, code_at
from croupier.cli import main
from croupier.game.loading import read_file
from croupier.store import migrate, transaction
from croupier.store import postgres as postgres_writer
from croupier.store.address import Address
from croupier.store.batch import RefusalRow
from croupier.store.failures import BadStore, NotStored, WrongDatabase
from croupier.store.house import House
from croupier.store.incidents import Kind, engine_for
from croupier.store.queries import engine_of
from croupier.store.sealing import Place, Sealer
from croupier.store.shelf import offer, withdraw
from croupier.store.templates import Template, remove, save
from folk import (
    OTHER,
    PIN,
    SECRET,
    Quick,
    Time,
    everything,
    noted,
    people_of,
    refused,
    staffed,
    tampered,
)
from houses import ANN, SAM, opened, play, proven

EXAMPLES = Path(__file__).parents[2] / "examples"


def busy(people: People) -> list[str]:
    """Bring about every kind of incident that people can; give the secrets that were used."""
    token = people.invitation()
    assert token is not None
    people.accept_invitation(token, "boss", SECRET)
    staffed(people)
    entered, other = (people.sign_in("dealer", SECRET, "1.2.3.4") for _ in range(2))
    people.revoke(other.session.id, "boss")
    people.sign_out(entered.token)
    for _ in range(3):
        refused(people.sign_in, "dealer", OTHER)
    people.unlock("dealer", "boss")
    people.appoint("dealer", AccountRole.PIT_SUPERVISOR, "boss")
    people.assign("dealer", ALL, "boss")
    people.set_password("dealer", OTHER, "boss")
    people.set_pin("dealer", PIN, "boss")
    people.approve("dealer", PIN, "t1")
    refused(people.approve, "dealer", "975310", "t1")
    guest = people.guest("Gus")
    people.second_factor = True
    with pytest.raises(Enrolment) as caught:
        people.sign_in("pit_manager", SECRET)
    secret = caught.value.secret
    step = int(people.incidents.time() / 1000 // STEP)
    made = people.sign_in("pit_manager", SECRET, code=code_at(b32decode(secret), step))
    people.second_factor = False
    people.lock("auditor", "boss")
    return [
        made.token,
        secret,
        *made.session.recovery,
        token,
        entered.token,
        other.token,
        guest.token,
        SECRET,
        OTHER,
        PIN,
        "975310",
    ]


def test_every_kind_is_noted_and_none_holds_a_secret(database: str, folder: Path) -> None:
    time = Time()
    with people_of(database, time) as people:
        secrets = busy(people)
        time.go(3600)
        people.sweep()
        time.set(-3600)
        people.incidents.note(Kind.SERVER_STARTED, CONSOLE, detail={"version": "0.1.0"})
        for kind in (
            Kind.OUTAGE_BEGAN,
            Kind.OUTAGE_ENDED,
            Kind.LARGE_BET,
            Kind.SERVER_STOPPED,
            Kind.LOSS_ACCEPTED,
            Kind.SHIFT_HANDED_OVER,
            Kind.SESSION_RESUMED,
            Kind.VAULT_KEY_ROTATED,
        ):
            people.incidents.note(kind, CONSOLE, "ann", table_id="t1", after="5000.00")
        game = read_file(EXAMPLES / "ez-baccarat.toml")
        offer(people.incidents, game, "its text", CONSOLE)
        withdraw(people.incidents, game.key, CONSOLE)
        save(people.incidents, Template("a room", {"game": game.key}, None), CONSOLE)
        remove(people.incidents, "a room", CONSOLE)
        for kind in (Kind.LINK_MADE, Kind.LINK_USED, Kind.DETAILS_ERASED):
            people.incidents.note(kind, CONSOLE)
        people.set_limits("player", CONSOLE, break_days=1)
        people.close_account("player", CONSOLE)
        told = noted(people)
        # A variance is stored with the closing that found it, and nobody else may note one.
        assert {entry.kind for entry in told} == {*Kind} - {Kind.VARIANCE}
        assert [entry.number for entry in told] == list(range(1, len(told) + 1))
        assert people.incidents.after(3, 2) == tuple(told[3:5])
        assert people.incidents.before(None, 2) == (told[-1], told[-2])
        assert people.incidents.before(5, 3) == (told[3], told[2], told[1])
        assert people.incidents.before(kind=Kind.LARGE_BET)[0].after == "5000.00"
        large = people.incidents.after(0, kind=Kind.LARGE_BET, subject="ann")
        assert [(entry.table_id, entry.after) for entry in large] == [("t1", "5000.00")]
        assert [entry.subject for entry in people.incidents.after(0, subject="Gus")] == ["Gus"] * 3
    kept = everything(database).encode()
    for path in folder.iterdir():
        kept += path.read_bytes()
    assert [secret for secret in secrets if secret.encode() in kept] == []
    proof = proven(database)
    assert (proof.incidents, proof.people) == (len(told), 10)


TAMPERED = {
    "UPDATE incidents SET actor = 'x' WHERE number = 4": "incident 4: its hash",
    "UPDATE incidents SET after = '\"dealer\"' WHERE number = 2": "incident 2: its hash",
    "DELETE FROM incidents WHERE number = 4": "incident 4: it is missing",
    "DELETE FROM incidents WHERE number > 5": "incident 5: the incidents end here",
    "UPDATE journal SET number = number + 1": "the incidents end here",
    "DELETE FROM journal": "the journal: its head is missing",
    "UPDATE people SET post = 'administrator' WHERE key = 'gus'": "person Gus: post is",
    "UPDATE people SET tables = NULL WHERE key = 'player'": "person player: tables is",
    "UPDATE people SET locked = 0 WHERE key = 'auditor'": "person auditor: locked is",
    "UPDATE people SET guest = 0 WHERE key = 'gus'": "person Gus: guest is",
    "DELETE FROM people WHERE key = 'player'": "person player: they are missing",
    "UPDATE people SET name = 'Pat' WHERE key = 'player'": "person Pat: no incident",
}


@pytest.mark.parametrize("statement", TAMPERED)
def test_what_was_tampered_with_is_named(
    database: str, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with people_of(database) as people:
        busy(people)
    head = proven(database).head
    tampered(database, statement)
    with pytest.raises(BadStore) as caught:
        proven(database)
    assert TAMPERED[statement] in str(caught.value)
    assert main(["verify", database, "--head", head]) == 1
    assert "The database does not hold" in capsys.readouterr().out


def test_the_head_of_a_database_stands_for_its_incidents(sqlite: str) -> None:
    with people_of(sqlite) as people:
        people.incidents.note(Kind.SERVER_STARTED, CONSOLE)
        before = proven(sqlite).head
        people.incidents.note(Kind.SERVER_STOPPED, CONSOLE)
        assert proven(sqlite).head != before


def test_incidents_are_append_only(database: str) -> None:
    with people_of(database) as people:
        staffed(people)
    engine = engine_for(database)
    for statement in ("UPDATE incidents SET actor = 'x'", "DELETE FROM incidents"):
        with pytest.raises(Exception, match="append-only"), engine.begin() as connection:
            connection.execute(text(statement))
    engine.dispose()


def test_texts_from_outside_are_made_fit(database: str) -> None:
    with people_of(database) as people:
        people.guest("ann", where="a\0b\n\ud800 \u202e" + "x" * 5000)
        assert people.sessions("ann")[0].where.startswith("a?b?? ?xxx")
        people.incidents.note(Kind.LARGE_BET, "y" * 500, "a\0", table_id="\n", detail="\0\ud800")
        assert noted(people)[-1].subject == "a?"
        with pytest.raises(ValueError, match="10,000"):
            people.incidents.note(Kind.LARGE_BET, CONSOLE, detail="x" * 20_000)
    proven(database)


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_carries_people_but_nobody_who_is_signed_in(
    database: str, target: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    time = Time()
    with people_of(database, time) as people:
        people.invitation()
        people.add("dee", AccountRole.DEALER, CONSOLE, password=SECRET, tables=["t1"])
        token = people.sign_in("dee", SECRET).token
        told, listed = noted(people), people.list()
        file = folder / "b"
        assert main(["backup", database, str(file)]) == 0
        assert people.session(token) is not None
    assert b'["sessions"' not in file.read_bytes()
    assert b'["invitations"' not in file.read_bytes()
    copy = str(folder / "copy.db")
    if target == "postgresql":
        copy = request.getfixturevalue("postgres").new()
    assert main(["restore", str(file), copy]) == 0
    with people_of(copy, time) as people:
        assert (noted(people), people.list()) == (told, listed)
        assert people.session(token) is None
        people.sign_in("dee", SECRET)
    assert proven(copy).incidents == len(told) + 1
    assert main(["restore", str(file), copy]) == 2


_COLUMNS = "table_id, at, actor, id, body, code, message, rule"
_TYPES = ("text", "text", "text", "text", "bytea", "text", "text", "text")


def _refused_alone(row: RefusalRow, run: Any, _: str) -> None:
    run(f"INSERT INTO refusals ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row[:8])


def _refused_together(rows: Sequence[RefusalRow], _: object) -> tuple[Any, ...]:
    lists = ", ".join(f"%s::{each}[]" for each in _TYPES)
    statement = f"INSERT INTO refusals ({_COLUMNS}) SELECT * FROM unnest({lists})"
    return ((statement, [row[:8] for row in rows]),)


def first_schema(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a database as the first croupier made them, by its migration alone."""
    config = Config()
    folder = Path(migrate.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    engine = engine_of(Address.parse(database), write=True)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO house (id, unit, made) VALUES (1, '0.01', 'then')"))
    engine.dispose()
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "REVISION", "0001")
        patch.setattr(transaction, "_refuse", _refused_alone)
        patch.setattr(transaction, "_require_limits", lambda *_: None)
        patch.setattr(postgres_writer, "leave_out_limited", lambda *_: None)
        patch.setattr(postgres_writer, "_refused", _refused_together)
        with House.open(database, vault_key=_Unsealed({1: bytes(32)})) as house:
            opened(house, "t1")
            play(house, "t1", 50, Random(5))


class _Unsealed(Sealer):
    """Stores secrets as they are, as the first croupier did."""

    def seal(self, place: Place, data: bytes) -> bytes:
        return data

    def open(self, place: Place, sealed: bytes) -> bytes:
        return sealed


def test_a_database_of_the_first_schema_is_upgraded(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_schema(database, monkeypatch)
    assert main(["verify", database]) == 2
    with House.open(database) as house, people_of(database) as people:
        version = house.live_table("t1").table.round
        staffed(people)
        play(house, "t1", 20, Random(6), "after")
        assert house.live_table("t1").table.round >= version
    proof = proven(database)
    assert (proof.people, list(proof.tables)) == (8, ["t1"])


def test_a_backup_of_the_first_schema_is_restored(sqlite: str, folder: Path) -> None:
    with House.open(sqlite) as house:
        opened(house, "t1")
    file = folder / "b"
    assert main(["backup", sqlite, str(file)]) == 0
    lines = file.read_bytes().splitlines(keepends=True)
    old = [line for line in lines[:-1] if not line.startswith(b'["journal"')]
    old[0] = old[0].replace(b"0002", b"0001")
    end = json.loads(lines[-1])
    end |= {"rows": len(old) - 1, "hash": sha256(b"".join(old)).hexdigest()}
    file.write_bytes(b"".join(old) + json.dumps(end).encode() + b"\n")
    copy = str(folder / "copy.db")
    assert main(["restore", str(file), copy]) == 0
    with people_of(copy) as people:
        staffed(people)
    assert proven(copy).people == 8


def test_two_processes_add_the_same_name_and_one_wins(database: str) -> None:
    with people_of(database):
        pass
    code = (
        "import sys; from folk import *; from croupier.accounts import *\n"
        "people = People.open(sys.argv[1], hasher=Quick())\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "for n in range(10):\n"
        "    try: people.add(f'ann{n}', AccountRole.PLAYER, CONSOLE); print('added', n)\n"
        "    except PeopleRefused as wrong: print(wrong.reason, n)\n"
    )
    words = [sys.executable, "-c", code, database]
    folder = Path(__file__).parent.parent
    workers = [Popen(words, stdin=PIPE, stdout=PIPE, text=True, cwd=folder) for _ in range(2)]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("\n")
        worker.stdin.flush()
    said = sorted(" ".join(worker.communicate()[0].splitlines()) for worker in workers)
    told = " ".join(said)
    assert (told.count("added"), told.count("name_taken")) == (10, 10)
    assert len(proven(database).states) == 0
    assert proven(database).people == 10


def test_people_come_in_while_a_house_plays(database: str) -> None:
    """Both write the same database at once; nobody is told that it is busy."""
    with House.open(database) as house, people_of(database) as people:
        opened(house, "t1")
        staffed(people)
        wrong: list[Exception] = []

        def enter() -> None:
            try:
                for _ in range(30):
                    people.sign_out(people.sign_in("player", SECRET).token)
            except Exception as failed:
                wrong.append(failed)

        threads = [Thread(target=enter) for _ in range(3)]
        for thread in threads:
            thread.start()
        play(house, "t1", 150, Random(3))
        for thread in threads:
            thread.join()
        assert wrong == []
        assert house.deposit("last", SAM, ANN.name, "1").ok
    assert proven(database).incidents == 8 + 180


def test_a_database_that_is_gone_is_told_as_such(sqlite: str, folder: Path) -> None:
    with pytest.raises(WrongDatabase, match="no folder"):
        People.open(str(folder / "none" / "x.db"), hasher=Quick())
    with pytest.raises(WrongDatabase, match="no such file"):
        engine_for(str(folder / "none.db"))
    with people_of(sqlite) as people:
        tampered(sqlite, "DROP TABLE sessions", "DROP TABLE people")
        with pytest.raises(NotStored):
            people.list()
        with pytest.raises(NotStored):
            people.lock("x", CONSOLE)


def test_every_kind_and_every_reason_is_documented() -> None:
    page = Path(__file__).parent.parent.parent / "docs" / "people.md"
    told = set(re.findall(r"`(\w+)`", page.read_text(encoding="utf-8")))
    assert {*Kind, *Reason, *AccountRole} <= told
