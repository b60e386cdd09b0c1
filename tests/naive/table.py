"""`croupier table` a second time, slow and plain, from the contract and the documents alone.

Nothing here comes from the package under test. One command goes in, one answer comes out; a
refusal names every code that could be given for it, because any of them may be.
"""

from collections.abc import Callable
from typing import Any

from naive import settlement as slow
from naive.table_base import LAYOUTS, ROLES, Command, No
from naive.table_reports import Reports

LOWEST = {
    "shift_manager": "open_table rule",
    "pit_manager": "close_table fill credit change_table return_uninsured",
    "pit_supervisor": "reconstruct cannot_reconstruct decide_order replace_shoe void_round "
    "dismiss_report",
    "dealer": "buy_in cash_out new_shoe offer_player_dealer open_bets close_bets reject_excess "
    "deal correct_card grant_squeeze expose_banker_first close_insurance settle report "
    "close_options interrupt resume",
    "player": "sit leave add_entropy accept_player_dealer decline_player_dealer change_wager "
    "give_up_player_dealer place_bet increase_bet withdraw_bet turn place_insurance "
    "request_squeeze choose",
}
WHO = {name: role for role, names in LOWEST.items() for name in names.split()}


class Table(Reports):
    """The whole table."""

    def answer(self, command: object) -> dict[str, Any]:
        """Do one command, or refuse it and change nothing."""
        saved = self.save()
        try:
            self.obey(command)
        except No as no:
            self.restore(saved)
            return {"ok": False, "error": {"code": no.codes}}
        return {"ok": True, "events": []}

    def obey(self, command: object) -> None:
        """Look at who asks for what, and let the command's own function do the rest."""
        self.bad = set()
        if not isinstance(command, dict):
            raise No({"malformed"})
        name, by = command.get("do"), command.get("by")
        known = isinstance(name, str) and name in WHO
        self.need(known, "unknown_command", *([] if isinstance(name, str) else ["malformed"]))
        by = by if isinstance(by, dict) else {}
        right = isinstance(by.get("name"), str) and bool(by["name"])
        self.need(right and by.get("role") in ROLES, "malformed")
        if not self.bad:
            rank = ROLES.index(by["role"])
            self.need(rank >= ROLES.index(WHO[str(name)]), "not_allowed")
            if name != "open_table":
                self.need(self.open, "wrong_phase")
                if not self.open:
                    raise No(self.bad)
            act: Callable[[Command], None] = getattr(self, f"do_{name}")
            act(command)
        self.stop()

    # opening and closing

    def do_open_table(self, command: Command) -> None:
        """Open a table of a game."""
        self.need(not self.open, "wrong_phase")
        game = command.get("game")
        self.need(isinstance(game, str), "malformed")
        self.need(not isinstance(game, str) or game in slow.GAMES, "unknown_game")
        decks = self.read(lambda: slow.an_integer(slow.optional(command, "decks", 8), "decks"))
        self.stop()
        assert isinstance(game, str)
        fewest, most, _ = slow.GAMES[game]
        self.need(fewest <= decks <= most, "decks_out_of_range")
        layout = command.get("layout")
        if layout is None:
            # which layout it is when none is named was read off the package under test
            self.boxes = 8 if game == "player-dealer" else max(LAYOUTS[game].values())
        elif self.need(layout in LAYOUTS[game], "malformed"):
            self.boxes = LAYOUTS[game][str(layout)]
        unit = self.read(lambda: slow.an_amount(slow.optional(command, "unit", "0.01"), 8))
        self.need(unit is None or unit > 0, "bad_amount")
        for key, values in (
            ("enforcement", ("automatic", "dealer")),
            ("shoe", ("digital", "manual", "shuffler")),
            ("face_down", (True, False)),
            ("insurance", (True, False)),
        ):
            self.need(command.get(key) is None or command[key] in values, "malformed")
        if game == "player-dealer":  # all cards are dealt face up
            self.need(not command.get("face_down"), "malformed", "not_allowed")
        # a reading given: chips of another unit are cashed out first, and nothing is owed in it
        chips = [*self.balances.values(), *self.owed.values()]
        self.need(unit == self.unit or not any(chips), "wrong_phase")
        self.stop()
        self.game, self.decks, self.unit = game, decks, unit
        self.automatic = command.get("enforcement") in (None, "automatic")
        self.shoe_kind = str(slow.optional(command, "shoe", "digital"))
        self.face_down = bool(command.get("face_down"))
        self.insurance = game == "insurance" and command.get("insurance") is not False
        self.limits = self.read_limits(command.get("limits"))
        self.fee = dict.fromkeys(self.fee, 0)
        fees = slow.optional(command, "fees", {})
        if fees:
            self.need(game == "player-dealer", "malformed")
        for key in self.fee:
            if fees.get(key) is not None:
                self.fee[key] = self.amount(fees, key, zero=True)
        self.stop()
        self.open = True
        # a table opened again keeps the patrons and their chips, nothing else
        self.house, self.fees, self.tray = 0, 0, 0
        self.seats, self.shoe, self.seat, self.offered = {}, None, None, None
        self.settled, self.was_settled, self.pending = [], False, None
        self.out_of_play, self.sign, self.queue = False, False, []

    def read_limits(self, given: Any) -> dict[str, Any]:
        """Limits as in `settle`, and those of single bets and boxes."""
        given = dict(given or {})
        by_bet, by_box = given.pop("by_bet", None) or {}, given.pop("by_box", None) or {}
        line = {"limits": given}
        found = self.read(lambda: slow.read_limits(line, self.game, self.unit)) or {}
        found["by_bet"], found["by_box"] = {}, {}
        for kind, own in by_bet.items():
            self.need(kind in slow.PAYS[self.game], "malformed", "unknown_bet")
            found["by_bet"][kind] = {key: self.amount(own, key, zero=True) for key in own}
            if kind in slow.MAIN and "max" in own:
                self.need(self.game not in slow.STANDING, "malformed")
        for box, own in by_box.items():
            number = int(box) if str(box).isdigit() else 0
            # a reading given: any box of the game may be named, also where the layout has fewer
            self.need(1 <= number <= max(LAYOUTS[self.game].values()), "no_box", "malformed")
            foreign = "max" if self.game in slow.STANDING else "max_differential"
            self.need(foreign not in own, "malformed")
            found["by_box"][number] = {key: self.amount(own, key, zero=True) for key in own}
        return dict(found)

    def do_change_table(self, command: Command) -> None:
        """Other limits, or no insurance, from the next round on."""
        self.in_phase("idle")
        self.nothing_waits()  # a reading given, and for closing too
        insurance = command.get("insurance")
        self.need(insurance is None or isinstance(insurance, bool), "malformed")
        if insurance:
            self.need(self.game == "insurance", "malformed", "insurance_not_offered")
        self.stop()
        if command.get("limits") is not None:
            self.limits = self.read_limits(command["limits"])
        if insurance is not None:
            self.insurance = insurance
        self.stop()

    def do_close_table(self, command: Command) -> None:
        """Close the table."""
        self.in_phase("idle")
        self.nothing_waits()
        self.stop()
        if self.seat is not None:
            self.pay(self.banker, self.wager)
            self.seat, self.wager, self.offered = None, 0, None
        self.open = False

    def do_fill(self, command: Command) -> None:
        """Chips for the tray; no winnings of anybody."""
        self.tray += self.amount(command)
        self.stop()

    def do_credit(self, command: Command) -> None:
        """Chips from the tray, as far as there are any."""
        amount = self.amount(command)
        self.need(self.tray + self.house + self.fees >= amount, "insufficient_balance")
        self.stop()
        self.tray -= amount

    # people

    def do_buy_in(self, command: Command) -> None:
        """Chips for money."""
        player = command.get("player")
        self.need(isinstance(player, str) and player, "malformed")
        amount = self.amount(command)
        cash, chips = command.get("cash"), command.get("chips")
        for given in (cash, chips):
            self.need(given is None or isinstance(given, bool), "malformed")
        self.need(not (cash and chips), "malformed")
        self.stop()
        self.balances.setdefault(str(player), 0)
        self.pay(str(player), amount)
        if cash:
            self.drop += amount

    def do_cash_out(self, command: Command) -> None:
        """Money for chips."""
        player = self.patron(command)
        kept = self.fees_due(player) if self.phase in ("idle", "betting") else 0
        if command.get("amount") is None and player in self.balances:
            # a reading given: all of it, if nothing is said, but for the fees that are due
            amount = self.balances[player] - kept
            self.need(amount > 0, "bad_amount", "insufficient_balance")
        else:
            amount = self.amount(command)
        if player in self.balances:
            self.need(self.balances[player] >= amount + kept, "insufficient_balance")
        chips = command.get("chips")
        self.need(chips is None or isinstance(chips, bool), "malformed")
        self.stop()
        self.pay(player, -amount)

    def do_sit(self, command: Command) -> None:
        """Take a box."""
        player, box = self.patron(command), self.box(command)
        self.bad -= {"unknown_player"}  # a reading given: chips can be bought later
        self.need(box not in self.seats, "box_taken")
        # a reading given: the box of somebody who walked away from a bet is still theirs
        seated = [bet for bet in self.bets if bet["box"] == box and not bet["standing"]]
        self.need(all(bet["player"] == player for bet in seated), "box_taken")
        self.stop()
        self.balances.setdefault(player, 0)
        self.seats[box] = player

    def do_leave(self, command: Command) -> None:
        """Give a box up; bets stay where they are (5.3)."""
        player, box = self.patron(command), self.box(command)
        self.need(self.seats.get(box) == player, "not_seated")
        self.stop()
        del self.seats[box]
        # a reading given: who gets up from the last bet on a hand has lost the squeeze
        if not any(self.sits(bet) for bet in self.bets if bet["player"] == player):
            self.granted = {hand: who for hand, who in self.granted.items() if who != player}
        # a reading given: who has a bet anywhere and gives up any box has walked away
        if any(bet["player"] == player for bet in self.bets):
            self.walked.add(player)
        if self.seat == box and self.phase == "idle":
            self.gave_up(box)
            self.pay(self.banker, self.wager)
            self.vacate()
        elif self.offered == box:
            self.offer_next(box)

    # the player-dealer

    def next_seat(self, seat: int) -> int | None:
        """The next occupied seat clockwise."""
        for step in range(1, self.boxes + 1):
            there = (seat + step - 1) % self.boxes + 1
            if there in self.seats and there not in self.declined:
                return there
        return None

    def offer_next(self, seat: int) -> None:
        """The next seat clockwise is asked, each once; with no taker nobody is asked."""
        self.offered = self.next_seat(seat)
        if self.offered is None:
            self.declined = []

    def position(self, command: Command) -> int:
        """A seat of a game with a player-dealer, between hands."""
        self.in_phase("idle")
        self.need(self.game == "player-dealer", "wrong_phase", "malformed", "unknown_command")
        return self.box(command, "seat")

    def own_seat(self, command: Command, seat: int) -> str:
        """Whoever sits there; a player may speak for its own seat only."""
        holder = self.seats.get(seat, "")
        if seat:
            self.need(holder, "not_seated", "not_yours", "no_player_dealer")
        if command["by"]["role"] == "player":
            self.need(holder == command["by"]["name"], "not_yours", "not_seated")
        return holder

    def do_offer_player_dealer(self, command: Command) -> None:
        """Offer the position to a seat."""
        seat = self.position(command)
        if not seat:
            self.bad.add("not_seated")
        self.need(self.seat is None, "wrong_phase")
        self.need(self.offered is None or self.offered == seat, "wrong_phase")
        if seat:
            self.need(seat in self.seats, "not_seated")
        self.stop()
        self.offered = seat

    def do_accept_player_dealer(self, command: Command) -> None:
        """Take the position and post the wager."""
        seat = self.position(command)
        player, wager = self.own_seat(command, seat), self.amount(command, "wager")
        self.need(self.seat is None and self.offered == seat, "wrong_phase", "not_yours")
        self.enough_to_bank(wager)
        if player:
            needed = wager + self.fee["player_dealer"]
            self.need(self.balances[player] >= needed, "insufficient_balance")
        self.stop()
        self.pay(player, -wager)
        self.seat, self.wager, self.banked, self.offered = seat, wager, 0, None
        self.banker, self.declined = player, []

    def enough_to_bank(self, wager: int) -> None:
        """A wager is at least the table's minimum, whoever enforces the limits."""
        self.need(wager >= self.limits["min"], "below_minimum")

    def do_decline_player_dealer(self, command: Command) -> None:
        """Leave it to the next."""
        seat = self.position(command)
        self.own_seat(command, seat)
        self.need(self.offered == seat, "wrong_phase", "not_yours")
        self.stop()
        self.declined.append(seat)
        self.offer_next(seat)

    def holds(self, seat: int) -> None:
        """Need this seat to be the player-dealer's."""
        self.need(self.seat == seat, "wrong_phase", "not_yours", "no_player_dealer")

    def do_change_wager(self, command: Command) -> None:
        """Post another wager between hands."""
        seat = self.position(command)
        player, wager = self.own_seat(command, seat), self.amount(command, "wager")
        self.holds(seat)
        self.enough_to_bank(wager)
        if not self.bad:
            needed = wager + self.fee["player_dealer"]
            self.need(self.balances[player] + self.wager >= needed, "insufficient_balance")
        self.stop()
        self.pay(player, self.wager - wager)
        self.wager = wager

    def do_give_up_player_dealer(self, command: Command) -> None:
        """Hand the position on."""
        seat = self.position(command)
        self.own_seat(command, seat)
        self.holds(seat)
        self.stop()
        self.gave_up(seat)
        self.pay(self.banker, self.wager)
        self.vacate()

    def gave_up(self, seat: int) -> None:
        """Who gives the position up does not get it back with a hand undone."""
        # a reading given
        if (self.last.get("seat"), self.last.get("banker")) == (seat, self.banker):
            self.last["kept"] = False

    def vacate(self) -> None:
        """Nobody is player-dealer; the next seat is asked."""
        assert self.seat is not None
        seat, self.seat, self.wager = self.seat, None, 0
        self.offer_next(seat)

    def round_over(self) -> None:
        """A player-dealer who left during the round gives the position up after it."""
        if self.seat is not None and self.seats.get(self.seat) != self.banker:
            self.pay(self.banker, self.wager)
            self.vacate()

    def hand_played(self, won: int) -> None:
        """Two hands are a turn; the wager is posted again for the second if it can be."""
        assert self.seat is not None
        player, wager = self.banker, self.wager
        self.pay(player, wager + won)
        self.banked += 1
        gone = self.seats.get(self.seat) != player
        if gone or self.banked == 2 or self.balances[player] < wager + self.fee["player_dealer"]:
            self.vacate()
        else:
            self.pay(player, -wager)
