"""Mistakes on purpose: the simulation finds them within a few seeds, or the test named here does.

A test that cannot fail shows nothing; these show that ours can.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.server.connections import MOST_HEAD
from server import test_sessions
from server.client import Live
from server.edge import head
from server.people import add_people, open_tables
from server.planted import PLANTS, plant
from server.process import PLANTED, Served
from server.sim_world import Broken, run
from server.test_alerts_sent import what_was_not_taken_comes_after_a_kill
from server.test_descriptors import half_open_requests_leave_the_house_its_files
from server.test_sockets_at_stop import commands_are_answered

# Long runs through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

WITHIN = 30
"""Seeds in which the simulation has to find a mistake."""


def foreign_socket(database: str, folder: Path) -> None:
    """Show what `test_origins.py` shows, at a server of one's own."""
    from websockets.exceptions import InvalidStatus

    open_tables(database)
    tokens = add_people(database, "ann")
    with Served(database, folder) as served, pytest.raises(InvalidStatus):
        Live(served.base, tokens["ann"], "https://evil.example").close()


def tokens_stay_secret(database: str, folder: Path) -> None:
    """Show what `test_sessions.py` shows: no token in a log."""
    from croupier.accounts import CONSOLE, AccountRole, People

    open_tables(database)
    with People.open(database) as people:
        people.add("ann", AccountRole.PLAYER, CONSOLE, password=test_sessions.WORD)
    test_sessions.test_tokens_from_sign_in_to_sign_out(database, folder)


def shed_when_flooded(database: str, folder: Path) -> None:
    """Show what `test_flood.py` shows: a flood is shed."""
    open_tables(database)
    with Served(database, folder, FRAMES_PER_SECOND_PER_SOCKET="1") as served:
        live = Live(served.base)
        try:
            for number in range(40):
                live.say(ping=number)
            told = [live.next() for _ in range(40)]
        finally:
            live.close()
        assert [frame.get("error", {}).get("code") for frame in told].count("busy") >= 5


def long_heads_are_refused(database: str, folder: Path) -> None:
    """Show what `test_connections.py` shows, at a server of one's own."""
    with Served(database, folder) as served, _dialled(served) as client:
        client.sendall(head(MOST_HEAD))
        assert client.recv(100).startswith(b"HTTP/1.1 431")


def half_requests_end(database: str, folder: Path) -> None:
    """Show what `test_connections.py` shows, at a server of one's own."""
    with Served(database, folder, HEADER_SECONDS="1") as served, _dialled(served) as client:
        client.sendall(b"GET / HTTP/1.1\r\n")
        try:
            assert client.recv(100).startswith(b"HTTP/1.1 408")
        except TimeoutError:
            pytest.fail("it is held")


def _dialled(served: Served) -> socket.socket:
    host, port = served.host.split(":")
    return socket.create_connection((host, int(port)), 3)


BY_SCENE: dict[str, Callable[[str, Path], None]] = {
    "alerts_in_memory_only": what_was_not_taken_comes_after_a_kill,
    "any_origin": foreign_socket,
    "reads_without_a_limit": shed_when_flooded,
    "descriptors_for_all": half_open_requests_leave_the_house_its_files,
    "half_open_for_ever": half_requests_end,
    "heads_without_end": long_heads_are_refused,
    "sockets_end_unanswered": commands_are_answered,
    "token_in_the_log": tokens_stay_secret,
}


@pytest.mark.parametrize("name", sorted(PLANTS.keys() - BY_SCENE))
def test_the_simulation_finds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(name, lambda owner, key, value: monkeypatch.setattr(owner, key, value))
    with pytest.raises(Broken, match="server seed"):
        [run(seed) for seed in range(WITHIN)]


@pytest.mark.parametrize("name", sorted(BY_SCENE))
def test_a_scene_finds(
    name: str, sqlite: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PLANTED, name)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        BY_SCENE[name](sqlite, folder)


def test_there_are_enough() -> None:
    assert len(PLANTS) >= 12
