"""Mistakes on purpose in what watches files, signs and compares: the test named here finds each."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.server import start_guard
from croupier.store import served_file, statements, verify_statements
from croupier.store.house import House
from croupier.store.served_file import LastEntry
from croupier.store.watched_files import WatchedFiles
from houses import DEE
from server import test_start_guard as starts
from store import test_statements as told
from store import test_watched_files as watched

Plant = Callable[[pytest.MonkeyPatch], None]
Scene = Callable[[str, Path, pytest.MonkeyPatch, pytest.CaptureFixture[str]], None]


def only_the_database_is_watched(patch: pytest.MonkeyPatch) -> None:
    """The log and its index are taken for granted."""
    init = WatchedFiles.__init__

    def main_only(files: WatchedFiles, path: Path) -> None:
        init(files, path)
        files._names = (files._main, files._main, files._main)
        files._identities = files._identities[:1] * 3

    patch.setattr(WatchedFiles, "__init__", main_only)


def nothing_is_checked_after_the_commit(patch: pytest.MonkeyPatch) -> None:
    """What vanishes during a commit is acknowledged."""
    patch.setattr(WatchedFiles, "check_committed", lambda files: None)


def any_file_will_do(patch: pytest.MonkeyPatch) -> None:
    """It is enough that there is a file of the name."""

    class Equal(tuple[int, int]):
        def __ne__(self, other: object) -> bool:
            return False

    init = WatchedFiles.__init__

    def lax(files: WatchedFiles, path: Path) -> None:
        init(files, path)
        files._identities = tuple(Equal(each) for each in files._identities)

    patch.setattr(WatchedFiles, "__init__", lax)


def a_removed_log_is_left_to_vanish(patch: pytest.MonkeyPatch) -> None:
    """What is in a log that was removed is not copied into the database."""
    patch.setattr(WatchedFiles, "_save", lambda files: False)


def a_closing_house_leaves_its_log(patch: pytest.MonkeyPatch) -> None:
    """The log is not brought into the file."""
    close = WatchedFiles.close
    patch.setattr(WatchedFiles, "close", lambda files, empty_log=False: close(files))


def signatures_are_not_checked(patch: pytest.MonkeyPatch) -> None:
    """Whatever was signed once is believed."""
    patch.setattr(statements, "signature_holds", lambda *_: True)


def any_key_will_do(patch: pytest.MonkeyPatch) -> None:
    """A statement is signed by whoever signed it."""
    read = statements.read_line
    one = told.KEY.public
    patch.setattr(statements, "read_line", lambda *words: replace(read(*words), key=one))


def gaps_are_passed_over(patch: pytest.MonkeyPatch) -> None:
    """Each statement is checked alone."""

    def alone(lines: Iterable[bytes], source: str, keys: Any) -> Any:
        return [statements.read_line(line, source) for line in lines]

    patch.setattr(verify_statements, "read_statements", alone)


def only_what_changed_last_is_compared(patch: pytest.MonkeyPatch) -> None:
    """The database is held against the first statement only."""
    check = verify_statements.check_statements

    def first(*words: Any) -> Any:
        found = check(*words)
        return replace(found, entries=found.entries[:2])

    patch.setattr(verify_statements, "check_statements", first)


def the_last_entry_is_not_noted(patch: pytest.MonkeyPatch) -> None:
    """Nothing is known of what happened after the last statement."""
    patch.setattr(LastEntry, "write", lambda entry, row: None)


def a_start_looks_at_nothing(patch: pytest.MonkeyPatch) -> None:
    """A house that was emptied starts as a new one."""
    patch.setattr(start_guard, "find_loss", lambda *_: None)


def the_lock_is_always_free(patch: pytest.MonkeyPatch) -> None:
    """A second server starts beside the first."""
    patch.setattr(served_file, "try_lock", lambda file, shared=False: True)


def loses(name: str) -> Scene:
    """Show that nothing is acknowledged after a loss."""
    lose = watched.LOSSES[name]
    return lambda _, folder, __, ___: watched.test_nothing_is_acknowledged_after_a_loss(
        folder, lose, watched=False
    )


def misread(name: str) -> Scene:
    """Show that a changed file of statements is named."""
    return lambda sqlite, folder, _, capsys: told.test_a_changed_file_is_named(
        sqlite, folder, name, capsys
    )


PLANTS: list[tuple[Plant, Scene]] = [
    (only_the_database_is_watched, loses("log removed")),
    (only_the_database_is_watched, loses("index replaced")),
    (nothing_is_checked_after_the_commit, loses("log emptied")),
    (
        nothing_is_checked_after_the_commit,
        lambda sqlite, _, patch, __: watched.test_a_loss_during_the_commit_is_not_acknowledged(
            sqlite, patch
        ),
    ),
    (any_file_will_do, loses("database replaced")),
    (
        a_removed_log_is_left_to_vanish,
        lambda sqlite, folder, _, __: watched.test_a_removed_log_is_copied_into_the_database(
            sqlite, folder
        ),
    ),
    (
        a_closing_house_leaves_its_log,
        lambda sqlite, folder, _, __: (
            watched.test_a_house_that_closes_leaves_everything_in_one_file(sqlite, folder)
        ),
    ),
    (signatures_are_not_checked, misread("changed")),
    (any_key_will_do, misread("signed by another")),
    (gaps_are_passed_over, misread("left out")),
    (
        only_what_changed_last_is_compared,
        lambda sqlite, folder, _, __: told.test_a_changed_database_is_named(
            sqlite, folder, told.tail_cut, "cut off: statement 4"
        ),
    ),
    (
        a_start_looks_at_nothing,
        lambda sqlite, folder, _, __: starts.test_what_is_lost_is_named_and_not_served(
            sqlite, folder, "emptied"
        ),
    ),
    (
        the_lock_is_always_free,
        lambda sqlite, folder, _, __: starts.test_a_second_server_is_refused(sqlite, folder),
    ),
]


@pytest.mark.parametrize(
    ("plant", "scene"), PLANTS, ids=[f"{n}-{plant.__name__}" for n, (plant, _) in enumerate(PLANTS)]
)
def test_a_mistake_is_found(
    plant: Plant,
    scene: Scene,
    sqlite: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        scene(sqlite, folder, monkeypatch, capsys)


def test_the_last_entry_is_what_tells_of_a_lost_log(
    sqlite: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, a log that was removed after a kill would not be missed."""
    the_last_entry_is_not_noted(monkeypatch)
    config = starts.settings(sqlite, folder)
    starts.served(config, statements=False)
    older = folder / "older.db"
    shutil.copy(sqlite, older)
    with House.open(sqlite, served=True) as house:
        assert house.command("t1", "later", DEE, watched.BUY).ok
    older.replace(sqlite)
    assert starts.started(config) == ""
