"""Two processes' worth of houses on one SQLite file: each hears what the other one does."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from croupier.game.model import Role
from croupier.store.house import House
from croupier.table import Actor

BOSS = Actor(Role.SHIFT_MANAGER, "sam")
OPENED = {"do": "open_table", "game": "classic"}


def test_a_shared_file_tells_other_houses_of_each_move(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with House.open(path, shared=True) as one, House.open(path, shared=True) as other:
        one.create_table("t")
        live = other.live_table("t")
        assert live.version == 0
        heard = Event()
        other.listen(lambda table_id: heard.set() if table_id == "t" else None)
        assert one.command("t", "open", BOSS, OPENED).ok
        assert heard.wait(5)
        assert live.behind
        table, version, rows = live.moment(0)
        assert (table.open, version, len(rows)) == (True, 1, 1)
