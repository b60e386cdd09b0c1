"""What the tests call a house with leaves no socket open, however a test of theirs ends.

Python warns of an open socket when it collects it, which may be during a later test: that one
would fail for what another did.
"""

from __future__ import annotations

import gc
import socket
import warnings
from collections.abc import Callable, Iterator

import pytest
from httpx import HTTPStatusError

from broken_line import broken_line
from browser.dealer import Dealer
from browser.line import line_to
from client_setting import PASSWORD, prepare
from served import served
from server.edge import edge, rest


def left_open(scene: Callable[[], object]) -> list[str]:
    """Play a scene, and return what is said of the sockets that it leaves."""
    gc.collect()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", ResourceWarning)
        scene()
        gc.collect()
    return [str(each.message) for each in said if "socket" in str(each.message)]


def test_a_socket_that_is_left_open_is_noticed() -> None:
    with edge() as small:
        assert left_open(lambda: small.dial() and None)


@pytest.fixture(scope="module")
def house() -> Iterator[str]:
    """Where a house is whose staff sign in by themselves."""
    with served(prepare) as server:
        yield server.address


def test_a_dealer_whose_test_fails_leaves_none(house: str) -> None:
    def fails() -> None:
        sam = Dealer(house, "t1", PASSWORD, "sam")
        sam.do("close_bets")
        with pytest.raises(AssertionError):
            sam.do("settle")

    assert left_open(fails) == []


def test_a_dealer_who_cannot_come_in_leaves_none(house: str) -> None:
    def fails() -> None:
        with pytest.raises(HTTPStatusError, match="401"):
            Dealer(house, "t1", "no such password", "sam")

    assert left_open(fails) == []


@pytest.mark.parametrize("line_of", [broken_line, line_to], ids=["broken_line", "line_to"])
def test_a_line_to_a_house_that_is_gone_hangs_up(line_of: Callable[..., object]) -> None:
    def calls() -> None:
        with socket.create_server(("127.0.0.1", 0)) as gone:
            place = gone.getsockname()
        with line_of(f"http://127.0.0.1:{place[1]}") as line:  # type: ignore[attr-defined]
            port = int(line.address.rpartition(":")[2])
            for _ in range(2):
                with socket.create_connection(("127.0.0.1", port), 10) as client:
                    assert rest(client) == b""

    assert left_open(calls) == []
