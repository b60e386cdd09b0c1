"""Tables for tests: a script is played command by command, and what comes of it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from croupier import load
from croupier.cards import parse_cards
from croupier.store.memory_table import MemoryTable
from croupier.table import write_state

Happened: TypeAlias = "list[dict[str, Any]]"
"""Events as scripts get them."""

STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
ROLES = ("player", *STAFF)
"""Every role, the least first."""

_CARDS = frozenset({"cards", "player_cards", "banker_cards"})


class Refusal(AssertionError):
    """A command was refused that a test counted on."""


def spread(cards: str | Sequence[str]) -> list[str]:
    """Write cards one by one: "2s 6d" is ["2s", "6d"]."""
    return [card.text for card in parse_cards(cards)] if isinstance(cards, str) else list(cards)


class Play:
    """A table that a script is played at.

    `by` is a role, and everybody else is a patron acting for themselves: by="dealer", by="ann".
    Cards may be written in one text; fields that are None are left out.
    """

    def __init__(self) -> None:
        """Start with no table open."""
        self.live = MemoryTable(load)
        self.events: Happened = []
        """Everything that has happened so far."""

    def say(self, do: str, by: str = "dealer", **fields: Any) -> dict[str, Any]:
        """Give one command and get its answer, whatever it is."""
        role = by if by in STAFF else "player"
        line: dict[str, Any] = {"do": do, "by": {"role": role, "name": by}}
        for name, value in fields.items():
            if value is not None:
                line[name] = spread(value) if name in _CARDS else value
        return self.live.answer(line)

    def do(self, command: str, by: str = "dealer", **fields: Any) -> Happened:
        """Give a command that must be carried out; its events."""
        answer = self.say(command, by, **fields)
        if not answer["ok"]:
            raise Refusal(f"{command} by {by}: {answer['error']}")
        happened: Happened = answer["events"]
        self.events += happened
        return happened

    def refused(self, command: str, by: str = "dealer", **fields: Any) -> dict[str, Any]:
        """Give a command that must be refused, and change nothing; its error."""
        before = self.state
        answer = self.say(command, by, **fields)
        assert not answer["ok"], f"{command} by {by} was carried out: {answer}"
        assert self.state == before, f"{command} was refused and changed something"
        error: dict[str, Any] = answer["error"]
        return error

    @property
    def state(self) -> dict[str, Any]:
        """The state as `croupier table --state` prints it."""
        return write_state(self.live.table)

    @property
    def phase(self) -> str:
        """The phase that the table is in."""
        return self.live.table.phase.value

    @property
    def house(self) -> str:
        """What the house has won or lost on bets since the table opened."""
        return str(self.state["house"])

    @property
    def fees(self) -> str:
        """What the house has taken in fees since the table opened."""
        return str(self.state["fees"])

    def balance(self, player: str) -> str:
        """The free chips of a patron."""
        return str(self.state["balances"][player])

    def hand(self, hand: str) -> str:
        """The cards of a hand: "2s 3c"; "-" for one that lies face down."""
        return " ".join(card or "-" for card in self.state["cards"][hand])

    def deal(self, count: int = 1, cards: str | None = None) -> Happened:
        """Deal a number of cards; in a manual shoe, those that are named."""
        happened: Happened = []
        for card in [None] * count if cards is None else spread(cards):
            happened += self.do("deal", card=card)
        return happened

    def bet(self, player: str, box: int, bet: str, amount: str, **fields: Any) -> str:
        """Place a bet for a patron; its id."""
        placed = self.do("place_bet", by=player, box=box, bet=bet, amount=amount, **fields)
        return str(placed[0]["id"])


def types(happened: Happened) -> list[str]:
    """Name what happened."""
    return [event["type"] for event in happened]


def only(happened: Happened, kind: str) -> dict[str, Any]:
    """Give the one event of a kind among what happened."""
    found = [event for event in happened if event["type"] == kind]
    assert len(found) == 1, f"{len(found)} times {kind} among {types(happened)}"
    return found[0]


def error_of(error: dict[str, Any]) -> tuple[str, str | None]:
    """Give the code and the paragraph of a refusal."""
    return error["code"], error["rule"]


def open_table(game: str, **fields: Any) -> Play:
    """Open a table; nobody is there yet."""
    play = Play()
    play.do("open_table", by="shift_manager", game=game, **fields)
    return play


def seated_table(
    game: str,
    *,
    cards: str | None = None,
    players: Sequence[str] = ("ann", "bob"),
    chips: str = "1000",
    **fields: Any,
) -> Play:
    """Open a table with patrons at boxes 1, 2, …, each with chips, and a shoe ready.

    With `cards` the shoe is digital and deals these; otherwise as `open_table` is told, and
    digital shoes are shuffled.
    """
    play = open_table(game, **fields)
    for box, name in enumerate(players, start=1):
        play.do("buy_in", player=name, amount=chips)
        play.do("sit", by=name, box=box)
    play.do("new_shoe", cards=cards)
    return play


def betting_table(game: str, *bets: tuple[str, int, str, str], **fields: Any) -> Play:
    """Seat patrons and open bets; each bet is a patron, a box, a kind and an amount."""
    play = seated_table(game, **fields)
    play.do("open_bets")
    for player, box, bet, amount in bets:
        play.bet(player, box, bet, amount)
    return play


def dealt_table(game: str, *bets: tuple[str, int, str, str], deal: int = 0, **fields: Any) -> Play:
    """Seat patrons, take bets, close them and deal a number of cards of a digital shoe."""
    play = betting_table(game, *bets, **fields)
    play.do("close_bets")
    play.deal(deal)
    return play
