"""A client that a program writes from the OpenAPI document: whole, and it plays a round."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from croupier.server.app import openapi
from croupier.store.house import House
from generated_client import CONFIG, write_client
from houses import SAM
from served import served

PACE = {
    **dict.fromkeys(("insurance", "options", "squeeze", "player_dealer"), 1000),
    **dict.fromkeys(("card", "settle", "between", "shoe"), 100),
    "betting": 2000,
}
DOCS = Path(__file__).parents[2] / "docs" / "server.md"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a client written from the document, without a warning."""
    folder = tmp_path_factory.mktemp("generated")
    write_client(folder)
    sys.path.insert(0, str(folder))
    yield folder / "house_client"
    sys.path.remove(str(folder))


def test_every_operation_is_in_it(made: Path) -> None:
    written = {path.stem for path in made.glob("api/*/*.py")} - {"__init__"}
    told = {
        operation["operationId"]
        for several in openapi()["paths"].values()
        for operation in several.values()
    }
    assert {name.replace("_", "") for name in written} == {name.lower() for name in told}


def open_tables(database: str) -> None:
    """Open two tables that the automatic dealer runs fast."""
    with House.open(database) as house:
        steps: tuple[dict[str, object], ...] = (
            {"do": "open_table", "game": "classic"},
            {"do": "assign_dealer", "automatic": True, "pace": PACE},
        )
        for table in ("mine", "spare"):
            house.create_table(table)
            for step, body in enumerate(steps):
                assert house.command(table, f"{table}-{step}", SAM, body).ok


@pytest.fixture(scope="module")
def house() -> Iterator[str]:
    """The address of a house with guests."""
    with served(open_tables) as server:
        yield server.address


def test_the_example_of_the_docs_runs(
    made: Path, house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = DOCS.read_text("utf-8").partition("## Every door described")[2]
    for kind, other in CONFIG["content_type_overrides"].items():
        assert f"'  {kind}: {other}'" in page
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(code.replace("http://127.0.0.1:8321", house).replace('"demo-tiger"', '"spare"'), {})
    assert capsys.readouterr().out.startswith("Answered(ok=True")


class Player:
    """A guest at the table, by the functions and classes that were written, and nothing else."""

    def __init__(self, address: str) -> None:
        self.models = import_module("house_client.models")
        client = import_module("house_client.client")
        with client.Client(base_url=address) as stranger:
            guest = self.models.Guest(name="may")
            signed_in = self.call("door.come_as_guest", stranger, body=guest)
        assert isinstance(signed_in, self.models.SignedIn)
        self.wallet = signed_in.person.wallet
        self.client = client.AuthenticatedClient(base_url=address, token=signed_in.token)
        self.given = 0

    def call(self, name: str, client: Any, *words: Any, **fields: Any) -> Any:
        """Call an operation and return what it answers."""
        return import_module(f"house_client.api.{name}").sync(*words, client=client, **fields)

    def give(self, command: Any) -> Any:
        """Give a command at the table."""
        self.given += 1
        body = self.models.CommandIn(id=f"gen-{self.given}", command=command)
        return self.call("tables.send_command", self.client, "mine", body=body)

    def bet(self) -> int:
        """Bet on Banker as soon as bets are open; return the round."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            view = self.call("tables.get_table", self.client, "mine")
            assert isinstance(view, self.models.View)
            if view.state.phase == "betting":
                number = int(view.state.round_)
                bet = self.models.PlaceBetCommand(
                    do="place_bet", box=1, bet="banker", amount="100", round_=number
                )
                answer = self.give(bet)
                if isinstance(answer, self.models.Answered):
                    (placed,) = answer.events
                    assert isinstance(placed, self.models.BetPlacedEvent)
                    assert placed.amount == "100.00"
                    return number
                assert answer.error.code in ("too_late", "wrong_phase"), answer
            time.sleep(0.1)
        raise AssertionError("bets were never open")

    def outcome(self, number: int) -> Any:
        """Wait for the end of a round and return it."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            told = self.call("floor.get_round", self.client, "mine", number)
            if told.state == "settled":
                return told
            time.sleep(0.2)
        raise AssertionError("the round was never settled")


def test_a_guest_plays_a_round_by_it(made: Path, house: str) -> None:
    player = Player(house)
    with player.client:
        play(player)


def play(player: Player) -> None:
    """Sit down, buy in, bet, read how the round ended, and be refused."""
    m = player.models
    assert player.wallet == "10000.00"
    sat = player.give(m.SitCommand(do="sit", box=1))
    assert isinstance(sat, m.Answered), sat
    bought = player.give(m.BuyInCommand(do="buy_in", player="may", amount="500"))
    assert isinstance(bought, m.Answered), bought
    assert isinstance(bought.events[0], m.ChipsBoughtEvent)
    told = player.outcome(player.bet())
    (bet,) = told.bets
    assert (bet.player, bet.bet, bet.amount) == ("may", "banker", "100.00")
    assert bet.outcome in ("win", "lose", "push")
    settled = next(
        each.event for each in told.events if isinstance(each.event, m.RoundSettledEvent)
    )
    assert settled.net["may"] == bet.profit
    assert told.hands.banker.total in range(10)
    wrong = player.give(m.PlaceBetCommand(do="place_bet", box=1, bet="lion", amount="5"))
    assert isinstance(wrong, m.Refusal)
    assert wrong.error.code in ("unknown_bet", "wrong_phase")
