"""Reports and decisions at the naive table."""

from collections import Counter

from naive import table_cards as cards
from naive.table_base import HANDS, Command
from naive.table_trouble import Trouble

VOIDING = ("foreign_card", "card_shortage", "card_excess", "insufficient_cards", "not_shuffled")
NO_DECISION = ("exposed_card", "excess_card", "dealt_face_up")
SUPERVISOR = ("wrong_hand", "wrong_number_of_cards", "simultaneous_cards")
AFTER_DEAL = ("wrong_hand", "wrong_number_of_cards", "dealt_face_up")
KINDS = (*VOIDING, *NO_DECISION, *SUPERVISOR, "insurance_not_offered", "other")


class Reports(Trouble):
    """Somebody notices something, and somebody decides."""

    def do_report(self, command: Command) -> None:
        """Somebody has noticed something (5.5, 5.7-5.11)."""
        kind, number = command.get("kind"), command.get("round")
        self.need(kind in KINDS, "malformed")
        named = [] if command.get("cards") is None else self.card_list(command["cards"])
        if number is not None:
            right = not isinstance(number, bool) and isinstance(number, int)
            self.need(right and 0 <= int(number) <= self.round, "malformed", "too_late")
        self.stop()
        if number is not None and number < self.round:
            return  # 5.11
        if self.phase == "idle":
            self.report_between(str(kind), named)
        elif kind in VOIDING:
            self.return_everything()
        elif kind != "insurance_not_offered" or self.game != "insurance":
            self.report_now(str(kind), named)

    def report_between(self, kind: str, named: list[str]) -> None:
        """Between rounds only 5.5.3 undoes anything; a card that came out waits for its round."""
        if kind == "wrong_number_of_cards" and self.was_settled:
            if named:
                self.name_cards(named, self.on_table() + self.queue)
            self.stop()
            self.pending = {"kind": kind, "cards": named, "behind": 0}
        elif kind in ("exposed_card", "excess_card") and named:
            self.name_cards(named, [])
            self.stop()

    def report_now(self, kind: str, named: list[str]) -> None:
        """Something about the round that is played."""
        self.in_phase("dealing", "complete", *(["betting"] if kind not in AFTER_DEAL else []))
        self.need(self.pending is None, "wrong_phase")
        if kind == "dealt_face_up":
            self.need(self.face_down, "wrong_phase", "malformed", "not_allowed")
        self.stop()
        behind = 0
        if kind == "simultaneous_cards":
            behind = self.name_together(named)
        elif kind not in ("other", "insurance_not_offered"):
            self.name_cards(named, self.on_table() + self.queue if kind in AFTER_DEAL else [])
        self.stop()
        self.together = self.together or kind == "simultaneous_cards"
        if kind not in NO_DECISION:
            self.pending = {"kind": kind, "cards": named, "behind": behind}
        elif not self.is_established():
            self.offer_options()

    def name_together(self, named: list[str]) -> int:
        """Name cards that were drawn together; how many of them lie on the table."""
        behind = self.lying(named)
        self.need(not behind or not self.down(), "wrong_cards")
        self.name_cards(named, self.on_table()[self.count() - behind :])
        return behind

    def lying(self, named: list[str]) -> int:
        """How many of the cards named lie on the table already: the last ones dealt.

        As many as can be; in a digital shoe the others must be the next to come.
        """
        dealt, found = self.on_table(), 0
        for number in range(len(dealt) + 1):
            rest = Counter(named)
            rest.subtract(dealt[len(dealt) - number :])
            if min(rest.values(), default=0) < 0:
                break
            if self.shoe_kind == "manual" or self.come_next(list(rest.elements())):
                found = number
        return found

    def come_next(self, named: list[str]) -> bool:
        """Whether these are the next cards of a digital shoe."""
        return Counter((self.shoe or [])[: len(named)]) == Counter(named)

    def name_cards(self, named: list[str], lie: list[str]) -> None:
        """Cards that have left the shoe and will come by the next deals, but for those that lie."""
        self.need(self.shoe is not None, "no_shoe")
        self.stop()
        lie, fresh = list(lie), []
        for card in named:
            if card in lie:
                lie.remove(card)
            else:
                fresh.append(card)
        if self.shoe_kind == "manual":
            for card in fresh:
                self.need(self.used.count(card) + fresh.count(card) <= self.decks, "foreign_card")
            self.used += fresh
        else:
            assert self.shoe is not None
            self.need(self.come_next(fresh), "wrong_cards", "foreign_card", "malformed")
            del self.shoe[: len(fresh)]
        self.out += len(fresh)
        self.queue += fresh

    # decisions

    def decision_on(self, *kinds: str) -> str:
        """The kind of report that is waiting for this decision."""
        waiting = self.pending["kind"] if self.pending else None
        self.need(waiting in kinds, "wrong_phase", "cannot_reconstruct")
        self.need(self.phase in ("idle", "dealing", "complete", "betting"), "wrong_phase")
        if self.phase == "options":
            self.bad.add("options_pending")
        return str(waiting)

    def do_reconstruct(self, command: Command) -> None:
        """Lay the cards out again in their proper order (1.15, 5.7, 5.8)."""
        self.decision_on("wrong_hand", "wrong_number_of_cards")
        order = None if command.get("cards") is None else self.card_list(command["cards"])
        self.stop()
        if self.phase == "idle":
            self.settle_again(order)
            return
        if order is not None:
            self.need(not self.down(), "cannot_reconstruct")  # a reading given
            same = Counter(order) == Counter(self.on_table() + self.queue)
            self.need(same, "cannot_reconstruct", "wrong_cards", "foreign_card")
            self.stop()
            before = self.on_table()
            self.queue = order[self.lay(order[: self.count()]) :]
            self.last_entered = None
            self.return_insurance(before)
        self.pending = None
        self.phase = "dealing"
        self.look_for_the_end()
        if not self.is_established():
            self.offer_options()

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

    def do_cannot_reconstruct(self, command: Command) -> None:
        """Void for a wrong number of cards (5.5.3); else on with the hands as they lie (5.8)."""
        kind = self.decision_on("wrong_hand", "wrong_number_of_cards")
        lie: dict[str, list[str]] = {}
        for hand in HANDS:
            given = command.get(f"{hand}_cards")
            if given is None:
                lie[hand] = [each["card"] for each in self.hands[hand]]
            else:
                lie[hand] = self.card_list(given)
        self.stop()
        if kind == "wrong_number_of_cards":
            if self.phase == "idle":
                self.undo_settlement()
            else:
                self.return_everything()
            return
        if lie["player"] + lie["banker"] != [e["card"] for h in HANDS for e in self.hands[h]]:
            same = Counter(lie["player"] + lie["banker"]) == Counter(self.on_table())
            self.need(same, "wrong_cards", "cannot_reconstruct", "foreign_card", "malformed")
            self.need(not self.down(), "wrong_cards", "cannot_reconstruct")
            self.stop()
        if any(lie[hand] != [each["card"] for each in self.hands[hand]] for hand in HANDS):
            # a reading given: hands that no coup could look like cannot go on
            before = self.on_table()
            for hand in HANDS:
                self.hands[hand] = [{"card": card, "down": False} for card in lie[hand]]
            self.lay(self.on_table())
            self.return_insurance(before)
            laid = {hand: [each["card"] for each in self.hands[hand]] for hand in HANDS}
            self.need(laid == lie, "cannot_reconstruct")
            self.stop()
        if command.get("player_cards") is not None or command.get("banker_cards") is not None:
            self.last_entered = None
        self.pending = None
        self.phase = "dealing"
        self.look_for_the_end()
        self.offer_options()

    def do_decide_order(self, command: Command) -> None:
        """Which of the cards drawn together comes first (5.10)."""
        self.decision_on("simultaneous_cards")
        order = self.card_list(command.get("cards"))
        self.stop()
        assert self.pending is not None
        if not self.pending["cards"]:  # a reading given: they may be named with the decision
            self.pending["behind"] = self.name_together(order)
            self.pending["cards"] = order
        same = Counter(order) == Counter(self.pending["cards"])
        self.need(same, "wrong_cards", "malformed", "cannot_reconstruct")
        self.stop()
        dealt, behind = self.on_table(), int(self.pending["behind"])
        # the cards that came out are the last in the queue; others may lie ready before them
        others = self.queue[: len(self.queue) - (len(order) - behind)]
        new = dealt[: len(dealt) - behind] + order
        laid = len(dealt)
        if behind:
            laid = self.lay(new[: len(dealt)])
            self.return_insurance(dealt)
            self.last_entered = None
            self.phase = "dealing"
            self.look_for_the_end()
        self.queue = new[laid:] + others
        self.pending = None
        self.offer_options()  # 5.10.1: whether or not an outcome is established

    def do_replace_shoe(self, command: Command) -> None:
        """Take the cards off the table for a new set (5.10.2)."""
        if self.phase == "idle":
            self.queue = []
        else:
            self.need(self.together, "wrong_phase")
            self.need(self.phase in ("dealing", "options", "complete"), "wrong_phase")
        self.stop()
        # a reading given: a new one starts at once; the order of a digital one nobody knows
        self.shoe = [] if self.shoe_kind == "manual" else ["?"] * (52 * self.decks)
        self.used, self.out, self.fresh, self.last_entered = [], 0, True, None

    # a settled round, before the next one begins

    def undo_settlement(self) -> None:
        """The settled round is void after all (5.5.3): everything goes back, fees too."""
        for player, fee in self.last["fees"].items():
            self.pay(player, fee)
            self.fees -= fee
        self.settle_over([0] * len(self.settled))
        self.was_settled, self.settled, self.pending = False, [], None

    def settle_again(self, order: list[str] | None) -> None:
        """The settled round is settled by other cards, or stands."""
        assert self.pending is not None
        if order is not None:
            # a reading given: the cards that were settled by, and such as lie ready
            dealt, given = Counter(self.on_table()), Counter(order)
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
            for record in new:
                if (record["player"], record["box"], record["bet"]) in self.uninsured:
                    record["profit"] = 0
            self.settle_over([record["profit"] for record in new])
        self.pending = None

    def settle_over(self, profits: list[int]) -> None:
        """Replace what the bets of the settled round have won; all must be able to pay."""
        for record, profit in zip(self.settled, profits, strict=True):
            change = profit - record["profit"]
            self.pay(record["player"], change)
            if self.game == "player-dealer":
                self.pay(self.last["banker"], -change)
            else:
                self.house -= change
            record["profit"] = profit
        self.need(all(chips >= 0 for chips in self.balances.values()), "insufficient_balance")
        self.stop()
