"""A house that has lost something does not start as if nothing had happened; nor does a second."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from croupier.accounts import People
from croupier.cli import main
from croupier.server.auto_dealer.crash_recovery import note_stop
from croupier.server.config import BadConfig, Config
from croupier.server.start_guard import StartGuard, join_server
from croupier.store.failures import WrongDatabase
from croupier.store.house import House
from croupier.store.signing import read_signing_key
from croupier.store.statement_file import StatementFile, file_lines
from croupier.store.statements import Why, read_line
from croupier.store.verify_heads import heads_of
from houses import opened, play, proven
from postgres import Postgres
from store.test_emptied import fresh, wiped
from store.test_verify_database import forge


def settings(database: str, folder: Path, **others: object) -> Config:
    """Return settings that keep everything in a folder."""
    config = Config(database=database, heads_file=str(folder / "config" / "heads.jsonl"))
    for name, value in others.items():
        object.__setattr__(config, name, value)
    return config


def started(config: Config, *, accept_loss: bool = False) -> str:
    """Start a server as far as its guard goes, and return what it says."""
    with closing(StartGuard(config, accept_loss=accept_loss)) as guard:
        House.open(config.database).close()
        return "\n".join(guard.database_ready())


def served(config: Config, *, clean: bool = True, statements: bool = True) -> None:
    """Serve a house without a server: play, publish, and stop."""
    with (
        closing(StartGuard(config, accept_loss=False)) as guard,
        House.open(config.database, served=True) as house,
    ):
        guard.database_ready()
        opened(house, "t1")
        opened(house, "t2", game="classic")
        play(house, "t1", 40, Random(1), "t1-")
        with People.open(config.database) as people:
            note_stop(people.incidents, clean=clean)
        if statements:
            key = read_signing_key(Path(guard.config.signing_key or ""))
            with house.reader.moment() as connection:
                chains = heads_of(connection)
            path = Path(guard.config.heads_file or "")
            StatementFile(path, key).publish(chains, house.now(), Why.STOP)


def test_a_first_start_makes_a_key_and_says_where(sqlite: str, folder: Path) -> None:
    config = settings(sqlite, folder)
    said = started(config)
    assert "heads are signed with a new key" in said
    key = Path(said.split()[-1])
    assert key.name.startswith("house.db-")
    assert str(key).startswith(os.environ["XDG_CONFIG_HOME"])
    assert started(config) == ""


def test_a_house_that_is_whole_starts(database: str, folder: Path) -> None:
    config = settings(database, folder)
    served(config)
    assert started(config) == ""
    with House.open(database) as house:
        play(house, "t1", 20, Random(2), "more-")
    assert started(config) == ""


def entries_cut(database: str) -> None:
    """Cut the end of a table off, with its row set back: by itself it is a shorter table."""
    later = "number > (SELECT version - 2 FROM tables WHERE id = 't1') AND table_id = 't1'"
    forge(
        database,
        *(
            f"DELETE FROM {name} WHERE {later.replace('number', column, 1)}"
            for name, column in (("transfers", "event"), ("rounds", "event"))
        ),
        f"DELETE FROM snapshots WHERE {later}",
        f"DELETE FROM vault_snapshots WHERE {later}",
        f"DELETE FROM events WHERE {later}",
        "UPDATE tables SET version = version - 2, head = (SELECT hash FROM events "
        "WHERE table_id = 't1' AND number = tables.version - 2) WHERE id = 't1'",
    )


LOSSES: dict[str, tuple[Callable[[str], None], str]] = {
    "emptied": (fresh, "cut off: statement 1 of"),
    "a table": (lambda name: forge(name, *wiped("t2")), "with 2 tables, and there are 1"),
    "the end of a table": (
        lambda name: forge(
            name,
            *wiped("t2")[:-2],
            "DELETE FROM wallet_moves WHERE table_id = 't2'",
            "DELETE FROM events WHERE table_id = 't2'",
        ),
        "entries, and the last one there is 0",
    ),
    "an end that was tidied up": (entries_cut, "there are"),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_what_is_lost_is_named_and_not_served(database: str, folder: Path, loss: str) -> None:
    config = settings(database, folder)
    served(config)
    lose, named = LOSSES[loss]
    lose(database)
    with pytest.raises(WrongDatabase) as wrong:
        started(config)
    assert named in str(wrong.value)
    assert "--accept-loss" in str(wrong.value)
    assert "\n" not in str(wrong.value)


def _without_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def _gone(path: Path) -> None:
    for part in ("", "-wal", "-shm"):
        Path(f"{path}{part}").unlink(missing_ok=True)


def _emptied(path: Path) -> None:
    _gone(path)
    path.touch()


def _older(path: Path) -> None:
    _gone(path)
    path.with_name("older.db").replace(path)


KILLED: dict[str, tuple[Callable[[Path], None], str]] = {
    "log removed": (_without_log, "cut off: "),
    "file removed": (_gone, "the file is missing"),
    "file emptied": (_emptied, "the file is empty"),
    "older copy": (_older, "cut off: "),
}


def test_the_command_says_it_in_one_line(
    sqlite: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = settings(sqlite, folder)
    served(config)
    _gone(Path(sqlite))
    words = ["serve", "--port", "0", "--database", sqlite, "--heads-file", config.heads_file or ""]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "the file is missing, and" in said
    assert "croupier serve --accept-loss" in said
    assert not Path(sqlite).exists()


@pytest.mark.parametrize("loss", KILLED)
def test_a_killed_server_leaves_what_tells_of_a_loss(sqlite: str, folder: Path, loss: str) -> None:
    """Between two statements: the last entry is known without them. Accepted, it is journaled."""
    lose, named = KILLED[loss]
    script = (
        "import os, sys\n"
        "from random import Random\n"
        "from croupier.store.house import House\n"
        "from houses import play\n"
        "house = House.open(sys.argv[1], served=True)\n"
        "play(house, 't1', 40, Random(5), 'killed-')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    config = settings(sqlite, folder)
    served(config, statements=False)
    shutil.copy(sqlite, folder / "older.db")
    entries = proven(sqlite).tables["t1"].entries
    path = os.pathsep.join(sys.path)
    environment = {**os.environ, "PYTHONPATH": path}
    killed = subprocess.run([sys.executable, "-c", script, sqlite], env=environment, check=False)
    assert killed.returncode == -9
    aside = folder / "aside"
    aside.mkdir()
    for part in ("", "-wal", "-shm"):
        shutil.copy(f"{sqlite}{part}", aside)
    lose(Path(sqlite))
    with pytest.raises(WrongDatabase, match=named):
        started(config)
    with pytest.raises(WrongDatabase, match=named):
        started(config)
    # Brought back, it starts; what was played last is there.
    for part in ("", "-wal", "-shm"):
        shutil.copy(aside / f"house.db{part}", sqlite + part)
    assert started(config) == ""
    assert proven(sqlite).tables["t1"].entries > entries
    _gone(Path(sqlite))
    assert "going on without" in started(config, accept_loss=True)
    with People.open(sqlite) as people:
        note = people.incidents.before(most=1)[0]
    assert note.kind.value == "loss_accepted"
    assert note.detail["lost"]
    assert started(config) == "", "the loss was accepted, and is not asked about again"
    assert not proven(sqlite).tables


def test_a_key_alone_tells_that_there_was_a_house(sqlite: str, folder: Path) -> None:
    config = settings(sqlite, folder)
    started(config)
    Path(sqlite).unlink()
    with pytest.raises(WrongDatabase, match=r"the file is missing, and .* was made for it"):
        started(config)
    # A key that somebody names may be that of several houses.
    assert started(settings(sqlite, folder, signing_key=str(folder / "own.pem")))


def test_statements_begin_anew_after_an_accepted_loss(database: str, folder: Path) -> None:
    config = settings(database, folder)
    served(config)
    fresh(database)
    assert "going on without" in started(config, accept_loss=True)
    old = list((folder / "config").glob("heads.jsonl.before-*"))
    assert [len(file_lines(path)) for path in old] == [1], "the old ones are kept"
    assert main(["verify", database, "--heads", str(old[0])]) == 1
    served_again = settings(database, folder)
    with House.open(database) as house:
        opened(house, "t9")
    assert started(served_again) == ""


def test_damaged_statements_are_named(sqlite: str, folder: Path) -> None:
    config = settings(sqlite, folder)
    served(config)
    path = Path(config.heads_file or "")
    path.write_bytes(path.read_bytes().replace(b'"number":', b'"number":1', 1))
    with pytest.raises(WrongDatabase, match="its signature does not hold"):
        started(config)


def test_a_second_server_is_refused(sqlite: str, folder: Path) -> None:
    config = settings(sqlite, folder)
    with closing(StartGuard(config, accept_loss=False)):
        with pytest.raises(WrongDatabase, match="use PostgreSQL") as wrong:
            StartGuard(config, accept_loss=False)
        assert "--workers" in str(wrong.value)
        with pytest.raises(WrongDatabase, match="another croupier"):
            join_server(config)
        House.open(sqlite).close()
        # What people do beside a server.
        assert main(["verify", sqlite]) == 0
        assert main(["backup", sqlite, str(folder / "b")]) == 0
        assert main(["restore", str(folder / "b"), str(folder / "copy.db")]) == 0
        assert main(["report", sqlite]) == 0
    assert started(config), "it is free again"
    with closing(StartGuard(settings(sqlite, folder, workers=2), accept_loss=False)):
        join_server(config)
        with pytest.raises(WrongDatabase, match="another croupier"):
            StartGuard(config, accept_loss=False)


def test_workers_that_were_left_behind_keep_others_out(sqlite: str, folder: Path) -> None:
    """The first process of a server is killed, a worker lives on: nobody else may start."""
    House.open(sqlite).close()
    script = (
        "import sys\n"
        "from croupier.server.config import Config\n"
        "from croupier.server.start_guard import join_server\n"
        "join_server(Config(database=sys.argv[1]))\n"
        "print('joined', flush=True)\n"
        "sys.stdin.read()\n"
    )
    config = settings(sqlite, folder, workers=2)
    guard = StartGuard(config, accept_loss=False)
    with subprocess.Popen(
        [sys.executable, "-c", script, sqlite],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"joined\n"
        guard.close()
        with pytest.raises(WrongDatabase, match="another croupier"):
            StartGuard(config, accept_loss=False)
        worker.kill()
    StartGuard(config, accept_loss=False).close()


def test_several_servers_share_postgresql(postgres: Postgres, folder: Path) -> None:
    database = postgres.new()
    config = settings(database, folder)
    with closing(StartGuard(config, accept_loss=False)) as one:
        House.open(database).close()
        one.database_ready()
        StartGuard(config, accept_loss=False).close()


def test_a_place_for_the_key_that_cannot_be_written(sqlite: str, folder: Path) -> None:
    config = settings(sqlite, folder, signing_key=str(folder / "house.db" / "key"))
    with pytest.raises(BadConfig, match="signing_key names another place"):
        started(config)


def test_the_last_line_is_read_with_its_number(sqlite: str, folder: Path) -> None:
    config = settings(sqlite, folder)
    served(config)
    (line,) = file_lines(Path(config.heads_file or ""))
    assert read_line(line, "f").statement.why is Why.STOP
