"""A house for browsers: the real server on a database with tables that deal fast."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from croupier.accounts import ALL, CONSOLE, AccountRole, People
from croupier.game import Game
from croupier.game.loading import keys, load, shipped
from croupier.game.model import Banker, Role
from croupier.store.house import House
from croupier.table import Actor, Phase

ROOT = Path(__file__).parents[2]

_numbers = count()

HOUSE = Actor(Role.SHIFT_MANAGER, "house:test")

BRISK: Mapping[str, int] = {
    "betting": 6000,
    "insurance": 4000,
    "options": 5000,
    "squeeze": 8000,
    "player_dealer": 6000,
    "card": 250,
    "settle": 400,
    "between": 2500,
    "shoe": 1000,
}
"""Fast enough for a test, slow enough for a browser on a small machine."""


HANDMADE = (
    *("lammer", "board", "mishap", "mouse", "finger", "pen"),
    *("late", "late-zh", "late-undo", "again", "stage", "howto", "lobby", "scenes"),
)
"""Tables that a person deals at, in an order that is known."""

ORDER = ["Ks", "Qh", "6c", "5d", "2h"] + ["9s", "3d", "Kc", "Qd"] * 4
"""Player 6, Banker 5, who draws a two and wins: insurance at 3:1 pays."""

OWN = {
    **{name: ROOT / "tests" / "data" / f"{name}.toml" for name in ("thirteen", "maximal")},
    **{name: ROOT / "tests" / "data" / f"{name}.toml" for name in ("minimal", "turns")},
    "ez-baccarat": ROOT / "examples" / "ez-baccarat.toml",
}
"""Games of its own that the house is started with."""

BY_HAND = {
    "thirteen": ("thirteen-aside",),
    "maximal": ("maximal-phone", "maximal-desk"),
    "minimal": ("minimal-phone", "minimal-desk"),
    "turns": ("turns",),
}
"""Tables of these games that a person deals at."""

COUPS = ["4h", "9s", "4h", "Kd", "Ks", "Qh", "6c", "2d", "5h"] + ["9s", "3d", "Kc", "Qd"] * 4
"""Banker wins 9 to 8 over a perfect pair, then with a three-card 7."""

PAID = ["9s", "9d", "Kc", "Qd", "Ks", "Qh", "6c", "5d", "2h"] + ["9c", "3d", "Jc", "Td"] * 4
"""A tie, then Banker wins by 7 to 6, then Player by two cards."""

NEIGHBOURS = ("neighbour-2", "neighbour-3")
"""Who sits beside at the table where it is looked how rounds are paid, from box 2 on."""
MEASURED = "measured"
"""How tables begin at which every place is measured, one of each game."""

NEIGHBOUR = "neighbour"
"""Who sits at box 2 of them."""

LONG_COUPS = [
    rank + "shcd"[(turn + at) % 4] for turn in range(12) for at, rank in enumerate("KQ652")
]
"""Player 6, Banker 5, who draws a two: again and again, in other suits."""

CROWD = tuple(f"patron-{number}" for number in range(1, 14))
"""Who sits at the largest table, box by box; its fourteenth box is free."""

HELPLINE = "0800 000 000"

PASSWORD = "a long walk at night"


def furnish(database: Path) -> None:
    """Open a brisk table of each game, one that squeezes, and one whose first shoe has ended."""
    own = {key: load(str(path)) for key, path in OWN.items()}
    house = House.open(str(database), own.values(), rehearsal=True)
    try:
        for key in keys():
            _open(house, key, _opening(key), rounds=0 if key == "player-dealer" else 34)
        _open(house, "squeeze", {**_opening("insurance"), "face_down": True})
        _open(house, "past", _opening("tournament"), rounds=12)
        _do(house, "past", {"do": "new_shoe"})
        for name in HANDMADE:
            house.create_table(name)
            _do(house, name, {**_opening("insurance"), "face_down": True})
            _do(house, name, {"do": "new_shoe", "cards": ORDER})
        for what in ("open_bets", "close_bets", "deal", "deal", "deal", "deal"):
            _do(house, "board", {"do": what})
        for key, names in BY_HAND.items():
            for name in names:
                house.create_table(name)
                _do(house, name, {**_opening_of(own[key]), "decks": 8})
                _do(house, name, {"do": "new_shoe", "cards": COUPS})
        for key in ("thirteen", "ez-baccarat"):
            _open(house, key, _opening_of(own[key]), rounds=12)
        _crowd(house)
        _seated(house, "paid", NEIGHBOURS, 2)
        _do(house, "paid", {"do": "new_shoe", "cards": PAID})
        for key in keys():
            _measured(house, key)
        # Bets stay open long enough for a line to break and come back on a busy machine.
        _open(house, "line", _opening("classic"), pace={**BRISK, "betting": 20_000})
        house.create_table("blend")
        _do(house, "blend", _opening("classic"))
        _do(house, "blend", {"do": "new_shoe"})
    finally:
        house.close()
    with People.open(str(database)) as people:
        people.add("dee", AccountRole.DEALER, CONSOLE, password=PASSWORD, tables=ALL)
        people.add("sam", AccountRole.SHIFT_MANAGER, CONSOLE, password=PASSWORD, tables=ALL)


def _crowd(house: House) -> None:
    _seated(house, "crowd", CROWD, 1)
    _do(house, "crowd", {"do": "new_shoe", "cards": ORDER})


def _seated(house: House, table: str, names: tuple[str, ...], first: int) -> None:
    """Open a large table with patrons at its boxes from the first one on."""
    house.create_table(table)
    _do(house, table, {**_opening("classic"), "layout": "large"})
    for box, name in enumerate(names, first):
        house.deposit(f"deposit-{name}", HOUSE, name, "1000")
        _do(house, table, {"do": "buy_in", "player": name, "amount": "1000"})
        _do(house, table, {"do": "sit", "player": name, "box": box})


def _measured(house: House, key: str) -> None:
    """Open a table that a person deals at, face down where that may be, with somebody seated."""
    name, faces = f"{MEASURED}-{key}", shipped(key).play.face_down.allowed
    house.create_table(name)
    _do(house, name, {**_opening(key), **({"face_down": True} if faces else {})})
    house.deposit(f"deposit-{name}", HOUSE, NEIGHBOUR, "5000")
    _do(house, name, {"do": "buy_in", "player": NEIGHBOUR, "amount": "5000"})
    _do(house, name, {"do": "sit", "player": NEIGHBOUR, "box": 2})
    _do(house, name, {"do": "new_shoe", "cards": LONG_COUPS})


def _opening(key: str) -> dict[str, Any]:
    return _opening_of(shipped(key))


def _opening_of(game: Game) -> dict[str, Any]:
    limits: dict[str, Any] = {"min": "10", "side_min": "5"}
    limits["max_differential" if game.limits.between else "max"] = "2000"
    body: dict[str, Any] = {
        "do": "open_table",
        "game": game.key,
        "limits": limits,
        "float": "1000000",
    }
    if game.bank.by is Banker.PLAYER_DEALER:
        body["fees"] = {**dict.fromkeys(game.fee_keys, "1"), "player_dealer": "2"}
    return body


def _open(
    house: House,
    name: str,
    body: Mapping[str, Any],
    rounds: int = 0,
    pace: Mapping[str, int] = BRISK,
) -> None:
    house.create_table(name)
    _do(house, name, body)
    if rounds:
        _do(house, name, {"do": "new_shoe"})
    for _ in range(rounds):
        _play(house, name)
    _do(house, name, {"do": "assign_dealer", "automatic": True, "pace": pace})


def _play(house: House, name: str) -> None:
    """Deal a round that nobody bets on, so that the roads have something to show."""
    for what in ("open_bets", "close_bets", "deal", "deal", "deal", "deal"):
        _do(house, name, {"do": what})
    while house.live_table(name).table.phase is Phase.DEALING:
        _do(house, name, {"do": "deal"})
    _do(house, name, {"do": "settle"})


def _do(house: House, name: str, body: Mapping[str, Any]) -> None:
    answer = house.command(name, f"{name}-{next(_numbers)}", HOUSE, body)
    assert answer.ok, answer.data


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[str]:
    """Run the server on a furnished database; gives its address."""
    database = folder / "house.db"
    furnish(database)
    environment = {
        **os.environ,
        "CROUPIER_DATABASE": str(database),
        "CROUPIER_DEMO": "true",
        "CROUPIER_SIGN_INS_PER_MINUTE": "1000",
        "CROUPIER_HELPLINE": HELPLINE,
    }
    told = folder / "server.log"
    with told.open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--port", str(port), *_games()],
            env=environment,
            stdout=log,
            stderr=log,
        )
    try:
        yield _address(told)
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _games() -> list[str]:
    return [word for path in OWN.values() for word in ("--game", str(path))]


def _address(told: Path) -> str:
    """Wait until the server says where it is, and answers there."""
    for _ in range(300):
        found = re.search(r"tables at (http://\S+?)/ ", told.read_text())
        if found is not None and _well(found[1]):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(f"the server did not start: {told.read_text()[-2000:]}")


def _well(address: str) -> bool:
    try:
        return bool(httpx.get(f"{address}/healthz").status_code == 200)
    except httpx.TransportError:
        return False


if __name__ == "__main__":
    import tempfile

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), 8399) as address:
        print(address, flush=True)
        time.sleep(float(sys.argv[1]) if len(sys.argv) > 1 else 3600)
