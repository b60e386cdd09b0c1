"""Every command by every role in every phase of every game: what is accepted, `verify` accepts.

Each is verified as a log; of them some are played in a database, which is verified, backed up and
restored. Reports, decisions and bets are drawn at random, several of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import pytest

import table_commands as commands
from croupier.cards import parse_cards
from croupier.errors import CroupierError
from croupier.game.loading import load
from croupier.game.model import Role
from croupier.money import CENT
from croupier.store import verify_log
from croupier.store.log_file import BadLog
from croupier.store.memory_table import MemoryTable
from croupier.store.vault import Vault
from croupier.table import COMMANDS, Context, Phase, ShoeKind, Table, carry_out, may, read_command
from croupier.table import events as e
from croupier.table.commands import NewShoe, ReplaceShoe
from croupier.table.events import Impossible, check_event
from proving import Stored, verify_step
from table_world import GAMES

# Many ways through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

Line = dict[str, Any]
ORDER = [card.text for card in parse_cards("2s 6d 3c Kh 6c 4d 7s 7d Qc 2h 5s 9c Ad Ts 8h 3d")]
"""Both hands draw, and insurance is on offer at both stages."""
TRIES = 4
"""How often the fields of a command are drawn anew for a role."""
SHARE = 8
"""Of so many accepted commands one is played in a database."""


class Scene:
    """A table brought into a phase by commands that must be accepted."""

    def __init__(self, game: str, shoe: str, **setup: Any) -> None:
        self.vault = Vault(Random(1).randbytes)
        self.live = MemoryTable(load, self.vault)
        self.lines: list[Line] = []
        banked = game == "player-dealer"
        setup = {"game": game, "shoe": shoe, "face_down": not banked, **setup}
        if banked:
            setup["fees"] = {"main": "1", "player_dealer": "2"}
        self.do("open_table", "shift_manager", **setup)
        for box, name in enumerate(commands.PATRONS, start=1):
            self.do("buy_in", player=name, amount="1000")
            self.do("sit", name, box=box)

    @property
    def table(self) -> Table:
        return self.live.table

    def do(self, do: str, by: str = "dealer", /, **fields: Any) -> Scene:
        role = by if by in commands.STAFF else "player"
        line = {"do": do, "by": {"role": role, "name": by}, **fields}
        said = self.live.answer(line)
        assert said["ok"], f"{line}: {said}"
        self.lines.append(line)
        return self

    @property
    def manual(self) -> bool:
        return self.table.rules.shoe is ShoeKind.MANUAL

    def shoe(self) -> Scene:
        """Start a shoe, and let somebody bank where a player does."""
        self.do("new_shoe", **({} if self.manual else {"cards": ORDER}))
        if self.table.rules.banked_by_player:
            self.do("offer_player_dealer", seat=4)
            self.do("accept_player_dealer", "dan", seat=4, wager="300")
        return self

    def bets(self) -> Scene:
        self.shoe().do("open_bets")
        self.do("place_bet", "ann", box=1, bet="banker", amount="100", id="a")
        return self.do("place_bet", "bob", box=2, bet="player", amount="50", id="b")

    def dealt(self, count: int, *, down: bool = False) -> Scene:
        """Deal so many cards; Player's lie face down where a squeeze is granted."""
        self.bets()
        if down:
            self.do("grant_squeeze", player="ann", hand="player")
        self.do("close_bets")
        for place in range(count):
            seen = not (down and self.table.next_hand == "player")
            self.do("deal", **({"card": ORDER[place]} if self.manual and seen else {}))
        return self

    def paid(self) -> Scene:
        return self.dealt(6).do("settle")


def scenes(game: str, shoe: str) -> Iterator[tuple[str, Scene]]:
    """Bring tables of a game into every phase, in several ways."""

    def new(**setup: Any) -> Scene:
        return Scene(game, shoe, **setup)

    yield "no shoe", new()
    yield "closed", new().do("close_table", "pit_manager")
    yield "shoe", new().do("new_shoe") if shoe == "manual" else new().do("new_shoe", seed="a")
    yield "idle", new().shoe()
    yield "betting", new().bets()
    least = "max" if load(game).limits.between is None else "max_differential"
    yield "excess", new(enforcement="dealer", limits={least: "20"}).bets()
    yield "two cards", new().dealt(2)
    yield "four cards", new().dealt(4)
    yield "five cards", new().dealt(5)
    yield "complete", new().dealt(6)
    yield "paid", new().paid()
    yield "interrupted", new().dealt(4).do("interrupt")
    yield "complete, interrupted", new().dealt(6).do("interrupt")
    yield "interrupted bets", new().bets().do("interrupt")
    yield "paid, reported", new().paid().do("report", kind="wrong_number_of_cards")
    yield "wrong hand", new().dealt(4).do("report", kind="wrong_hand")
    yield "ruling", new().dealt(2).do("report", kind="other")
    together = new().dealt(2).do("report", kind="simultaneous_cards", cards=ORDER[1:4])
    yield "together", together
    ordered = new().dealt(2).do("report", kind="simultaneous_cards", cards=ORDER[2:4])
    ordered.do("decide_order", "pit_supervisor", cards=ORDER[3:1:-1])
    yield "options", ordered
    yield "options interrupted", _after(ordered, new()).do("interrupt")
    replaced = _after(ordered, new()).do("replace_shoe", "pit_supervisor")
    yield "replaced", replaced
    yield "exposed while betting", new().bets().do("report", kind="exposed_card", cards=ORDER[:1])
    if game == "player-dealer":
        yield "offered", new().do("new_shoe").do("offer_player_dealer", seat=2)
    else:
        yield "face down", new().dealt(4, down=True)
    if load(game).insurance is not None:
        taken: Line = {"box": 1, "bet": "banker_insurance", "amount": "5", "id": "i"}
        yield "insured", new().dealt(4).do("place_insurance", "ann", **taken)


def _after(scene: Scene, fresh: Scene) -> Scene:
    """Play the commands of a scene once more at a fresh table."""
    for line in scene.lines[len(fresh.lines) :]:
        fields = {key: value for key, value in line.items() if key not in ("do", "by")}
        fresh.do(line["do"], line["by"]["name"], **fields)
    return fresh


class Accepted(NamedTuple):
    """A command that a table accepted, and what led there."""

    scene: str
    before: tuple[Line, ...]
    line: Line


def drawn(do: str, role: Role, scene: Scene, rng: Random) -> Line:
    """Write a command with fields drawn at random, mostly sensible, by a role."""
    table, pick = scene.table, rng.choice
    out = table.shoe.out if table.shoe is not None else 0
    coming = commands.coming(table, scene.vault.peek, 2) if not scene.manual else ORDER[out:]
    wanted = commands.proper if rng.random() < 0.7 else commands.command
    line = wanted(do, table, pick, coming[:2])
    name = line["by"]["name"]
    if do == "turn" and table.hidden:
        place = pick(table.hidden)
        hand, number, _ = table.cards[place]
        line = {"do": do, "hand": hand.value, "number": number}
        line |= {"card": ORDER[place]} if scene.manual else {}
        name = table.squeezes[hand]
    elif role is Role.PLAYER and name not in commands.PATRONS:
        owners = [bet.patron for bet in table.bets if bet.id == line.get("bet")]
        name = line.get("player") or (owners or [pick(commands.PATRONS)])[0]
    return {**line, "by": {"role": role.value, "name": name if role is Role.PLAYER else role}}


def accepted(game: str) -> tuple[Accepted, ...]:
    """Try every command by every role in every scene of a game; each that is accepted verifies."""
    found: list[Accepted] = []
    for shoe in ("digital", "manual"):
        for name, scene in scenes(game, shoe):
            for do in COMMANDS:
                for role in Role:
                    found += tried(f"{shoe}, {name}", scene, do, role)
    return tuple(found)


def tried(name: str, scene: Scene, do: str, role: Role) -> Iterator[Accepted]:
    rng = Random(crc32(f"{name} {do} {role}".encode()))
    table = scene.table
    context = Context(table.rules.unit if table.setup else CENT, load)
    tries = TRIES if may(role, COMMANDS[do]) else 1
    for _ in range(tries):
        line = drawn(do, role, scene, rng)
        try:
            command, by = read_command(line, context)
            if isinstance(command, NewShoe | ReplaceShoe) and not scene.manual:
                scene.vault.prepare(command.cards, command.seed)
            source = None if scene.manual else scene.vault
            events, after = carry_out(table, command, by, source)
        except CroupierError:
            continue
        finally:
            scene.vault.forget()
        verify_step(table, events, by, after)
        yield Accepted(name, tuple(scene.lines), line)


NEVER_BANKED = {"place_insurance", "close_insurance", "expose_banker_first", "return_uninsured"}
BANKING = {*commands.BANKING}
SQUEEZE = {"request_squeeze", "grant_squeeze", "turn"}
REFUSED: dict[str, set[str]] = {
    **dict.fromkeys(GAMES, NEVER_BANKED | BANKING),
    "insurance": BANKING,
    "player-dealer": NEVER_BANKED | SQUEEZE,
}
"""What no table of a game accepts."""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_accepted_is_verified(game: str) -> None:
    found = accepted(game)
    roles: dict[str, set[Role]] = {}
    for _, _, line in found:
        roles.setdefault(line["do"], set()).add(Role(line["by"]["role"]))
    assert set(COMMANDS) - roles.keys() == REFUSED[game]
    for do, by in roles.items():
        assert by == {role for role in Role if may(role, COMMANDS[do])}, do
    first = {(each.scene, each.line["do"]): each for each in reversed(found)}
    chosen = [each for key, each in first.items() if not crc32(repr(key).encode()) % SHARE]
    assert len(chosen) > 40
    with Stored() as stored:
        for number, each in enumerate(chosen):
            stored.play((*each.before, each.line), f"t{number}")
        stored.verify(carry=True)


def test_a_second_opinion_in_verify_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of phases of its own, as `verify` had it, that did not know of raised insurance."""

    def own(table: Table, event: e.Event) -> None:
        check_event(table, event)
        if isinstance(event, e.BetIncreased) and table.phase is not Phase.BETTING:
            raise Impossible("it belongs to phase betting, and the table was dealing")

    monkeypatch.setattr(verify_log, "check_event", own)
    with pytest.raises(BadLog, match="belongs to phase betting"):
        accepted("insurance")
