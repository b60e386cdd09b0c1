"""A round of the naive table that was paid, and is settled again or undone."""

from collections import Counter

from naive import settlement as slow
from naive import table_cards as cards
from naive.table_base import HANDS
from naive.table_trouble import Trouble


class Undo(Trouble):
    """What a decision between rounds does to the round just paid."""

    def lay(self, order: list[str]) -> int:
        """Deal cards onto an empty table; how many found a place."""
        hands: dict[str, list[str]] = {"player": [], "banker": []}
        for card in order:
            hand = cards.next_hand(tuple(hands["player"]), tuple(hands["banker"]))
            if hand is None:
                break
            hands[hand].append(card)
        for hand in HANDS:
            self.hands[hand] = [{"card": card, "down": False} for card in hands[hand]]
        return len(hands["player"]) + len(hands["banker"])

    def undo_settlement(self) -> None:
        """The settled round is void after all (5.5.3): everything goes back, fees too."""
        for player, fee in self.last["fees"].items():
            self.pay(player, fee)
            self.fees -= fee
        self.settle_over([0] * len(self.settled), undone=True)
        self.was_settled, self.settled, self.pending = False, [], None

    def settle_again(self, order: list[str] | None) -> None:
        """The settled round is settled by other cards, or stands."""
        assert self.pending is not None
        if order is not None:
            # a reading given: the cards that were settled by, and such as lie ready
            before = self.on_table()
            dealt, given = Counter(before), Counter(order)
            used = given - dealt
            same = not dealt - given and not used - Counter(self.queue)
            self.need(same, "cannot_reconstruct", "wrong_cards", "foreign_card")
            self.stop()
            others = list(self.queue)
            for card in used.elements():
                others.remove(card)
            self.queue = order[self.lay(order) :] + others
            self.need(cards.nothing_to_come(*self.known()), "cannot_reconstruct")
            self.stop()
            new = self.outcomes_of(self.settled, self.last["seat"], self.last["wager"])
            changed = [record for record in new if self.taken_on_others(record, before)]
            for record in new:
                key = (record["player"], record["box"], record["bet"])
                if key in self.uninsured or record in changed:
                    record["profit"] = 0
            self.settle_over([record["profit"] for record in new])
            self.settled = [record for record in self.settled if record not in changed]
        self.pending = None

    def settle_over(self, profits: list[int], *, undone: bool = False) -> None:
        """Replace what the bets of the settled round have won.

        What cannot be taken back is owed. The house stands in for it, but not in a game in which
        it has no interest: there nothing more is paid than was taken back.
        """
        changes: dict[str, int] = {}
        for record, profit in zip(self.settled, profits, strict=True):
            change = profit - record["profit"]
            changes[record["player"]] = changes.get(record["player"], 0) + change
            record["profit"] = profit
        if self.game == "player-dealer":
            self.among_patrons(changes, undone)
            return
        for player, change in changes.items():
            self.house -= change + self.book(player, change)

    def book(self, player: str, change: int) -> int:
        """Pay or take what can be taken; what is owed of it."""
        self.pay(player, change)
        missing = max(0, -self.balances[player])
        if missing:
            self.pay(player, missing)
            self.owed[player] = self.owed.get(player, 0) + missing
        return missing

    def among_patrons(self, changes: dict[str, int], undone: bool) -> None:
        """Between the player-dealer and the others; the position goes back with a hand undone."""
        banker = str(self.last["banker"])
        changes[banker] = -sum(changes.values())
        if self.seat is not None:
            # a reading given: what lies there as the next wager can be taken back too
            self.pay(self.banker, self.wager)
        pool = 0
        for player, change in changes.items():
            if change < 0:
                pool += -change - self.book(player, change)
        for player in self.in_order_of_action(changes):
            part = min(pool, changes[player])
            if part > 0:
                self.pay(player, part)
                pool -= part
        if undone:
            self.give_position_back()
        if self.seat is not None:
            self.post_again()

    def in_order_of_action(self, players: dict[str, int]) -> list[str]:
        """Patrons in the order in which their bets were settled, the player-dealer last."""
        # a reading given: who comes first when there is too little for all
        seat = int(self.last["seat"])
        clockwise = [(seat + step - 1) % self.boxes + 1 for step in range(1, self.boxes)]
        order = [(kind, box) for kind in (*slow.MAIN, "tie") for box in clockwise]
        bets = sorted(self.settled, key=lambda bet: order.index((bet["bet"], bet["box"])))
        found = list(dict.fromkeys(bet["player"] for bet in bets))
        return [who for who in found if who in players] + [str(self.last["banker"])]

    def give_position_back(self) -> None:
        """The hand does not count, and whoever dealt it is player-dealer again."""
        seat, banker, wager = self.last["seat"], self.last["banker"], self.last["wager"]
        same = (self.seat, self.banker) == (seat, banker)
        # a reading given: only where they still sit there and can post that wager again
        able = self.balances[banker] >= wager + self.fee["player_dealer"]
        there = self.last["kept"] and self.seats.get(seat) == banker
        if not same and there and able:
            self.seat, self.banker, self.wager = seat, banker, wager
            self.offered, self.declined, same = None, [], True
        if same:
            self.banked = self.last["hands"]
            # a reading given: a wager raised since that cannot be kept up is the old one again
            if self.balances[banker] < self.wager + self.fee["player_dealer"] and able:
                self.wager = wager

    def post_again(self) -> None:
        """Post the wager that was lifted; who cannot, with the fee, passes the position on."""
        if self.balances[self.banker] >= self.wager + self.fee["player_dealer"]:
            self.pay(self.banker, -self.wager)
        else:
            self.vacate()
