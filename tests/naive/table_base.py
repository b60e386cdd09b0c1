"""The naive table's memory, its money and its way of saying no."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from naive import settlement as slow
from naive import table_cards as cards

Command = dict[str, Any]
HANDS = ("player", "banker")
ROLES = ("player", "dealer", "pit_supervisor", "pit_manager", "shift_manager")
LAYOUTS = {
    "tournament": {"bean-9": 9, "bean-7": 7, "mini-7": 7, "big-12": 12},
    "classic": {"small": 7, "large": 14},
    "no-commission": {"small": 7, "large": 14},
    "tiger": {"nine": 9, "seven": 7},
    "player-dealer": {"blackjack": 8, "baccarat": 14},
    "insurance": {"bean-9": 9, "bean-8": 8, "bean-7": 7, "mini-7": 7, "mini-6": 6, "mini-5": 5},
}


class No(Exception):
    """A command is refused; any of the codes may be named for it."""

    def __init__(self, codes: set[str]) -> None:
        super().__init__(", ".join(sorted(codes)))
        self.codes = codes


class State:
    """Everything the table remembers; amounts in units of the table."""

    def __init__(self) -> None:
        self.open = False
        self.phase = "idle"
        self.round = 0
        self.bets: list[dict[str, Any]] = []
        self.balances: dict[str, int] = {}
        self.house = 0
        self.fees = 0
        self.seats: dict[int, str] = {}
        # the rules of this table
        self.game = ""
        self.decks = 8
        self.boxes = 0
        self.unit = Fraction(1, 100)
        self.limits: dict[str, Any] = {}
        self.automatic = True
        self.shoe_kind = "digital"
        self.face_down = False
        self.insurance = False
        self.fee: dict[str, int] = {"main": 0, "tie": 0, "player_dealer": 0}
        # the shoe
        self.shoe: list[str] | None = None
        self.used: list[str] = []
        self.queue: list[str] = []
        self.out = 0
        self.fresh = False
        self.out_of_play = False
        # the round; a card on the table is {"card": "9s" or None, "down": bool}
        self.hands: dict[str, list[dict[str, Any]]] = {"player": [], "banker": []}
        self.last_entered: tuple[str, int] | None = None
        self.taken: dict[str, int] = {}
        self.requested: list[tuple[str, str]] = []
        self.granted: dict[str, str] = {}
        self.waived = False
        self.ended: list[str] = []
        self.pending: dict[str, Any] | None = None
        self.options: dict[str, str | None] = {}
        self.after = ""
        self.settled: list[dict[str, Any]] = []
        self.uninsured: list[tuple[str, int, str]] = []
        # the player-dealer
        self.offered: int | None = None
        self.seat: int | None = None
        self.wager = 0
        self.banked = 0
        self.banker = ""
        self.declined: list[int] = []
        self.tray = 0
        self.before = ""
        self.all_chose = False
        self.was_settled = False
        self.last: dict[str, Any] = {}
        self.together = False
        # the insurance sign of the round in hand, or of the one just settled
        self.sign = False
        # who got up after betting, and who took a bet back while bets were open
        self.walked: set[str] = set()
        self.barred: set[str] = set()
        self.shown = False  # a card was seen while the bets of the round were open
        # the next card is known though no report has named it
        self.next_seen = False
        # a card was exposed or drawn in excess, and nobody has chosen or dealt since
        self.repairable = False
        # what could not be taken back from patrons who had cashed it out
        self.owed: dict[str, int] = {}
        # the cash that was taken for chips
        self.drop = 0


class Book(State):
    """The state with what all commands need: refusing, reading fields, moving chips."""

    def __init__(self) -> None:
        super().__init__()
        self.bad: set[str] = set()

    def need(self, holds: object, *codes: str) -> bool:
        """Note the codes that may be named if this does not hold."""
        if not holds:
            self.bad |= set(codes)
        return bool(holds)

    def stop(self) -> None:
        """Refuse, if there is anything to refuse for."""
        if self.bad:
            raise No(self.bad)

    def in_phase(self, *phases: str) -> bool:
        """Need one of these phases."""
        if self.phase == "options" and "options" not in phases:
            self.bad.add("options_pending")
        return self.need(self.phase in phases, "wrong_phase")

    def nothing_waits(self) -> bool:
        """Need every report to be decided: until then the round stands still."""
        return self.need(self.pending is None, "wrong_phase")

    def supervises(self, command: Command) -> bool:
        """Whether a pit supervisor or somebody above gives this command."""
        return ROLES.index(command["by"]["role"]) >= ROLES.index("pit_supervisor")

    def this_round(self, command: Command) -> None:
        """Need the round that a command names, if it does, to be the present one."""
        number = command.get("round")
        if number is None:
            return
        if self.bad & {"wrong_phase", "options_pending"}:
            self.bad.add("too_late")  # the moment has passed, whichever round was meant
        right = isinstance(number, int) and not isinstance(number, bool)
        if self.need(right, "malformed"):
            self.need(number == self.round, "too_late", *(["malformed"] if number < 1 else []))

    def reason(self, command: Command) -> None:
        """A decision may carry a reason."""
        reason = command.get("reason")
        self.need(reason is None or (isinstance(reason, str) and reason), "malformed")

    def save(self) -> bytes:
        """Everything, as it is now."""
        return pickle.dumps(self.__dict__)

    def restore(self, saved: bytes) -> None:
        """Everything, as it was then."""
        self.__dict__ = pickle.loads(saved)

    # reading the fields of a command

    def read(self, reading: Callable[[], Any]) -> Any:
        """What a reader of the naive settlement reads; None and a code if it does not."""
        try:
            return reading()
        except slow.Wrong as wrong:
            self.bad.add(str(wrong.error["code"]))
            return None

    def amount(self, command: Command, key: str = "amount", *, zero: bool = False) -> int:
        """An amount in units; 0 when it cannot be read."""
        if command.get(key) is None:
            self.bad |= {"malformed", "bad_amount"}
            return 0
        found = self.read(lambda: slow.units(command[key], self.unit, zero=zero))
        return 0 if found is None else int(found)

    def box(self, command: Command, key: str = "box") -> int:
        """A box of this layout; 0 when it cannot be read."""
        return self.read(lambda: slow.a_box(command.get(key), self.boxes)) or 0

    def card(self, value: object) -> str:
        """A card; empty when it cannot be read."""
        if not isinstance(value, str) or value not in slow.CARDS:
            self.bad |= {"bad_card", "malformed"} if not isinstance(value, str) else {"bad_card"}
            return ""
        return slow.CARDS[value]

    def card_list(self, value: object) -> list[str]:
        """Several cards."""
        if not self.need(isinstance(value, list), "malformed"):
            return []
        assert isinstance(value, list)
        return [self.card(each) for each in value]

    def patron(self, command: Command) -> str:
        """The patron a command is about; a player may name itself only, or leave it out."""
        by, name = command["by"], command.get("player")
        if name is None and by["role"] == "player":
            name = by["name"]
        if not self.need(isinstance(name, str) and name, "malformed"):
            return ""
        if by["role"] == "player":
            self.need(name == by["name"], "not_yours", "not_allowed")
        self.need(name in self.balances, "unknown_player")
        return str(name)

    # chips

    def pay(self, player: str, amount: int) -> None:
        """Give chips to a patron, or take them."""
        self.balances[player] += amount

    # the cards on the table

    def ranks(self, hand: str, *, turned_only: bool = False) -> tuple[str | None, ...]:
        """The ranks of a hand; None for a card that is not known."""
        found: list[str | None] = []
        for each in self.hands[hand]:
            hidden = each["card"] is None or (turned_only and each["down"])
            found.append(None if hidden else each["card"][0])
        return tuple(found)

    def known(self) -> tuple[tuple[str | None, ...], tuple[str | None, ...]]:
        """Both hands as far as anybody can see them."""
        return self.ranks("player", turned_only=True), self.ranks("banker", turned_only=True)

    def down(self) -> list[dict[str, Any]]:
        """The cards lying face down."""
        return [each for hand in self.hands.values() for each in hand if each["down"]]

    def is_established(self) -> bool:
        """Whether an outcome is established (5.4)."""
        # a reading given: a card face down has decided what it decides, whichever card it is
        return cards.settled_already(self.game, *self.known())

    def count(self) -> int:
        """Cards on the table."""
        return len(self.hands["player"]) + len(self.hands["banker"])

    def on_table(self) -> list[str]:
        """The cards on the table in the order in which they were dealt."""
        order = []
        for i in range(3):
            order += [self.hands[hand][i]["card"] for hand in HANDS if len(self.hands[hand]) > i]
        return order

    # the round

    def clear_round(self) -> None:
        """Nothing of the round is left, but who sits where and what the shoe holds."""
        self.bets = []
        self.taken = {}
        self.requested, self.granted = [], {}
        self.pending, self.options, self.after = None, {}, ""
        self.last_entered, self.together = None, False
        self.next_seen, self.repairable = False, False

    def return_everything(self) -> None:
        """Void: every bet and every fee of this round goes back (5.15, 5.16)."""
        for bet in self.bets:
            if (bet["player"], bet["box"], bet["bet"]) not in self.uninsured:
                self.pay(bet["player"], bet["amount"])
        for player, fee in self.taken.items():
            self.pay(player, fee)
            self.fees -= fee
        self.clear_round()
        self.settled, self.was_settled = [], False
        self.phase = "idle"
        self.round_over()

    def round_over(self) -> None:
        """What follows from the end of a round, however it ended."""
