"""`croupier user`: people by command, secrets never as arguments."""

from __future__ import annotations

import io
import json
import os
import pty
import sys
from pathlib import Path
from subprocess import Popen

import pytest

from croupier.accounts import CONSOLE, People
from croupier.accounts import base as desks
from croupier.cli import main
from croupier.store.incidents import Kind
from folk import OTHER, PIN, SECRET, Quick, Time, everything, people_of


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database in the folder that we are in, with quick hashing."""
    monkeypatch.setattr(desks, "Hasher", Quick)
    monkeypatch.chdir(tmp_path)
    return str(tmp_path / "croupier.db")


class Called:
    """Calls `croupier user` with a line on standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, words: str, line: str = "") -> tuple[int, str, str]:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(line))
        status = main(["user", *words.split()])
        printed = self._capsys.readouterr()
        return status, printed.out, printed.err


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Called:
    return Called(monkeypatch, capsys)


def test_a_whole_life(database: str, user: Called) -> None:
    added = user("add Dee --role dealer --table t2 --table t1", SECRET + "\n")
    note = "croupier user: note: there is no table {} yet\n"
    assert added == (0, "Dee: dealer, at t1, t2\n", note.format("t2") + note.format("t1"))
    assert user("role dee pit_supervisor") == (0, "Dee: pit supervisor, at t1, t2\n", "")
    assert user("tables dee all") == (0, "Dee: pit supervisor, at all tables\n", "")
    assert user("tables dee") == (0, "Dee: pit supervisor, at no table yet\n", "")
    assert user("pin dee", PIN + "\n") == (0, "The PIN is set.\n", "")
    assert user("password dee", OTHER)[0] == 0
    assert user("lock dee")[1] == "Dee: pit supervisor, at no table yet, locked\n"
    assert user("unlock dee")[1] == "Dee: pit supervisor, at no table yet\n"
    assert user("add Au --role auditor", SECRET)[1] == "Au: auditor, acts at no table\n"
    assert user("add Cas --role cashier", SECRET)[1] == "Cas: cashier, acts at no table\n"
    assert user("pin cas", PIN + "\n")[0] == 1, "a cashier approves nothing at a table"
    assert user("list")[1].splitlines() == [
        "Au: auditor, acts at no table",
        "Cas: cashier, acts at no table",
        "Dee: pit supervisor, at no table yet",
    ]
    listed = [json.loads(line) for line in user("list --json")[1].splitlines()]
    assert [(each["name"], each["role"], each["tables"]) for each in listed] == [
        ("Au", "auditor", []),
        ("Cas", "cashier", []),
        ("Dee", "pit_supervisor", []),
    ]
    assert user("sessions dee") == (0, "", "")
    with people_of(database, Time(4e9)) as people:
        session = people.sign_in("dee", OTHER, "here").session
        actors = {entry.actor for entry in people.incidents.after(0, 100)}
        assert actors == {CONSOLE, "Dee"}
        kinds = {entry.kind for entry in people.incidents.after(0, 100, subject="Dee")}
        assert {Kind.ROLE_CHANGED, Kind.TABLES_CHANGED, Kind.PIN_CHANGED} <= kinds
    assert session.id
    stored = everything(database)
    assert [secret for secret in (SECRET, OTHER, PIN) if secret in stored] == []
    assert main(["verify", database]) == 0


def test_sessions_are_shown(database: str, user: Called) -> None:
    assert user("add ann --role player", "eightsigns")[1] == "ann: player, at all tables\n"
    with People.open(database) as people:
        id = people.sign_in("ann", "eightsigns", "1.2.3.4").session.id
    status, out, _ = user(f"sessions ann --database {database}")
    assert status == 0
    assert out.startswith(f"{id}  since ")
    assert out.endswith("1.2.3.4\n")


def test_a_patron_who_joins_the_staff_is_told_about_the_password(
    database: str, user: Called
) -> None:
    user("add ann --role player", "eightsigns")
    assert "user password ann" in user("role ann dealer")[1]


@pytest.mark.parametrize(
    ("words", "line", "says"),
    [
        ("add dee --role dealer", "short", "weak_password: a password has at least 12 characters"),
        ("add DEE --role dealer", SECRET, "name_taken: there is somebody"),
        ("pin dee", PIN, "not_allowed: a dealer approves nothing"),
        ("lock boss", "", "last_administrator: boss is the only"),
        ("lock nobody", "", "no_such_person: there is nobody"),
    ],
)
def test_refusals_end_with_one(
    database: str, user: Called, words: str, line: str, says: str
) -> None:
    assert user("add boss --role administrator", SECRET)[0] == 0
    if words != "add dee --role dealer":
        assert user("add dee --role dealer", SECRET)[0] == 0
    status, out, err = user(words, line)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert says in err


@pytest.mark.parametrize(
    "words",
    [
        "",
        "sing dee",
        "add dee",
        "add dee --role king",
        "add house:x --role dealer",
        "add dee --role dealer --table all --table t1",
        "add dee --role dealer --table T1",
        "add dee --role dealer",
        "password nobody",
        "list --database none.db",
        "list --database mysql://x",
        "add dee --role dealer --password hunter2hunter2",
    ],
)
def test_wrong_calls_end_with_two(database: str, user: Called, words: str) -> None:
    assert user("add boss --role administrator", SECRET)[0] == 0
    line = "" if words == "add dee --role dealer" else SECRET
    status, out, err = user(words, line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert not Path("none.db").exists()


def test_nothing_is_made_by_looking(database: str, user: Called) -> None:
    assert user("list")[0] == 2
    assert not Path(database).exists()


@pytest.mark.parametrize("again", [SECRET, OTHER])
def test_a_person_is_asked_twice_and_sees_nothing(database: str, again: str) -> None:
    """On a terminal of its own: what is typed is not shown."""
    terminal, end = pty.openpty()
    words = [sys.executable, "-m", "croupier", "user", "add", "dee", "--role", "dealer"]
    asking = Popen(words, stdin=end, stdout=end, stderr=end, start_new_session=True)
    os.close(end)
    shown = b""
    for prompt, typed in ((b"New password: ", SECRET), (b"Once more: ", again)):
        while not shown.endswith(prompt):
            shown += os.read(terminal, 1000)
        os.write(terminal, typed.encode() + b"\n")
    try:
        while more := os.read(terminal, 1000):
            shown += more
    except OSError:
        pass  # how Linux says that the other end is closed
    status = asking.wait()
    os.close(terminal)
    assert SECRET.encode() not in shown
    if again == SECRET:
        assert status == 0
        assert b"dee: dealer, at no table yet" in shown
    else:
        assert status == 2
        assert b"not the same" in shown
