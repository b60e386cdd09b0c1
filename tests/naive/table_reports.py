"""Reports and decisions at the naive table."""

from collections import Counter
from collections.abc import Callable

from naive.table_base import HANDS, Command
from naive.table_trouble import BAD_SHOE
from naive.table_undo import Undo

VOIDING = (*BAD_SHOE, "insufficient_cards")
NO_DECISION = ("exposed_card", "excess_card", "dealt_face_up")
SUPERVISOR = ("wrong_hand", "wrong_number_of_cards", "simultaneous_cards")
AFTER_DEAL = ("wrong_hand", "wrong_number_of_cards", "dealt_face_up")
KINDS = (*VOIDING, *NO_DECISION, *SUPERVISOR, "insurance_not_offered", "other")


class Reports(Undo):
    """Somebody notices something, and somebody decides."""

    def do_report(self, command: Command) -> None:
        """Somebody has noticed something (5.5, 5.7-5.11)."""
        kind, number = command.get("kind"), command.get("round")
        self.need(kind in KINDS, "malformed")
        named = [] if command.get("cards") is None else self.card_list(command["cards"])
        if number is not None:
            right = not isinstance(number, bool) and isinstance(number, int)
            self.need(right and 0 <= int(number) <= self.round, "malformed", "too_late")
        if kind == "insurance_not_offered":
            no_such_thing = ("insurance_not_offered", "malformed", "not_allowed", "wrong_phase")
            self.need(self.game == "insurance", *no_such_thing)
        self.stop()
        dealt = [each["card"] for hand in HANDS for each in self.hands[hand] if not each["down"]]
        unseen = self.phase != "idle" and bool(Counter(named) - Counter(dealt))
        if number is not None and number < self.round:
            self.next_seen = self.next_seen or unseen
            self.shown = self.shown or (unseen and self.phase == "betting")
            return  # 5.11
        if self.phase == "idle":
            self.report_between(str(kind), named, command)
        elif kind in VOIDING:
            self.report_fault(str(kind), command)
        elif kind != "insurance_not_offered":
            # of that the pit manager returns bets once all cards are there (5.13)
            self.report_now(str(kind), named)
        # a reading given: a card that is named and does not lie there may be the next one
        if self.phase != "idle" and kind in (*VOIDING, "other", "insurance_not_offered"):
            self.next_seen = self.next_seen or unseen
            self.shown = self.shown or (unseen and self.phase == "betting")

    def wait(self, kind: str, named: list[str], behind: int = 0) -> None:
        """Let a report wait for its decision; one waits at a time."""
        together, self.together = self.together, self.together or kind == "simultaneous_cards"
        waiting = {"kind": kind, "cards": named, "behind": behind, "together": together}
        self.pending = waiting

    def report_fault(self, kind: str, command: Command) -> None:
        """A fault of the cards: a supervisor's word voids, the dealer's waits for it (5.5)."""
        if self.supervises(command):
            self.void(kind)
            return
        self.nothing_waits()  # a reading given: also where it is something smaller that waits
        self.stop()
        self.wait(kind, [])

    def report_between(self, kind: str, named: list[str], command: Command) -> None:
        """Between rounds only 5.5.3 reaches the round just paid; a bad shoe goes out of play."""
        if kind in BAD_SHOE and self.shoe is not None and self.supervises(command):
            self.out_of_play = True
            if self.pending and self.pending["kind"] in BAD_SHOE:
                self.pending = None
            return
        self.nothing_waits()
        self.stop()
        if kind == "wrong_number_of_cards" and self.was_settled:
            if named:
                self.name_cards(named, self.on_table() + self.queue)
            self.stop()
            self.wait(kind, named)
        elif kind == "other" or (kind in BAD_SHOE and self.shoe is not None):
            # a reading given: what is left to a ruling waits for it between rounds too
            self.wait(kind, named)
        elif kind in ("exposed_card", "excess_card") and named:
            self.name_cards(named, [])
            self.stop()

    def report_now(self, kind: str, named: list[str]) -> None:
        """Something about the round that is played."""
        self.in_phase("dealing", "complete", *(["betting"] if kind not in AFTER_DEAL else []))
        self.nothing_waits()
        if kind == "dealt_face_up":
            self.need(self.face_down, "wrong_phase", "malformed", "not_allowed")
            self.need(self.count(), "wrong_phase", "malformed", "wrong_cards")
            # a reading given: the cards that are named are such as were dealt
            dealt = Counter(self.on_table())
            self.need(not Counter(named) - dealt, "wrong_cards", "malformed", "foreign_card")
        self.stop()
        betting, behind = self.phase == "betting", 0
        if kind == "simultaneous_cards":
            self.need(len(named) != 1, "malformed", "wrong_cards")
            self.stop()
            behind = self.name_together(named)
        elif kind != "other":
            self.name_cards(named, self.on_table() + self.queue if kind in AFTER_DEAL else [])
        self.stop()
        self.shown = self.shown or (betting and kind != "other")
        if kind not in NO_DECISION:
            self.wait(kind, named, behind)
            return
        if kind != "dealt_face_up":
            self.repairable = True
            self.next_seen = self.next_seen or not named
        if not self.is_established():
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

    def decide(self, decision: Callable[[Command], None], command: Command) -> None:
        """Carry a decision out, also while the round is interrupted."""
        # a reading given: nothing resumes before the decision, so it is taken in the dark
        self.reason(command)
        dark = self.phase == "interrupted"
        if dark:
            self.phase = self.before
        decision(command)
        if dark and self.phase != "idle":
            self.before, self.phase = self.phase, "interrupted"

    def decision_on(self, *kinds: str) -> str:
        """The kind of report that is waiting for this decision."""
        waiting = self.pending["kind"] if self.pending else None
        self.need(waiting in kinds, "wrong_phase", "cannot_reconstruct")
        if self.phase == "options" and waiting not in kinds:
            self.bad.add("options_pending")
        return str(waiting)

    def do_reconstruct(self, command: Command) -> None:
        """Lay the cards out again in their proper order (1.15, 5.7, 5.8)."""
        self.decide(self.reconstruct, command)

    def reconstruct(self, command: Command) -> None:
        """The same, wherever the round stands."""
        kind = self.decision_on("wrong_hand", "wrong_number_of_cards")
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
        # the card too many lies ready to be the next, named or not (5.7)
        self.next_seen = self.next_seen or kind == "wrong_number_of_cards"
        self.phase = "dealing"
        self.look_for_the_end()
        if not self.is_established():
            self.offer_options()

    def do_cannot_reconstruct(self, command: Command) -> None:
        """Void for a wrong number of cards (5.5.3); else on with the hands as they lie (5.8)."""
        self.decide(self.give_up_reconstruction, command)

    def give_up_reconstruction(self, command: Command) -> None:
        """The same, wherever the round stands; of a card exposed or in excess too (5.7)."""
        kind = "a card too many"
        if self.pending is not None or not self.repairable:
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
                self.void()
            return
        self.end_options()
        named = any(command.get(f"{hand}_cards") is not None for hand in HANDS)
        self.lie_as_told(lie, named)
        if named:
            self.last_entered = None
        self.pending, self.repairable = None, False
        if self.phase != "betting":
            self.phase = "dealing"
            self.look_for_the_end()
        if kind == "wrong_hand" or not self.is_established():
            self.offer_options()

    def lie_as_told(self, lie: dict[str, list[str]], named: bool) -> None:
        """Put the cards where the supervisor says that they lie."""
        told = lie["player"] + lie["banker"] != [e["card"] for h in HANDS for e in self.hands[h]]
        if told or named:
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

    def do_decide_order(self, command: Command) -> None:
        """Which of the cards drawn together comes first (5.10)."""
        self.decide(self.decide_order, command)

    def decide_order(self, command: Command) -> None:
        """The same, wherever the round stands."""
        self.decision_on("simultaneous_cards")
        order = self.card_list(command.get("cards"))
        self.stop()
        assert self.pending is not None
        if not self.pending["cards"]:  # a reading given: they may be named with the decision
            self.need(len(order) > 1, "malformed", "wrong_cards")
            self.stop()
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

    def do_dismiss_report(self, command: Command) -> None:
        """The report was none: play goes on where it stopped, with this shoe."""
        self.reason(command)
        self.need(self.pending is not None, "wrong_phase")
        self.stop()
        assert self.pending is not None
        # a reading given: cards that it named have been seen, and are still the next to come
        self.together = bool(self.pending["together"])
        self.pending = None

    def do_replace_shoe(self, command: Command) -> None:
        """Take the cards off the table for a new set (5.10.2)."""
        self.reason(command)
        if self.phase == "idle":
            self.queue = []
            if self.pending and self.pending["kind"] in BAD_SHOE:
                self.pending = None  # confirmed
            self.nothing_waits()
        else:
            self.need(self.together, "wrong_phase")
            self.need(self.phase in ("dealing", "options", "complete"), "wrong_phase")
            # a reading given: the seed of a shoe that ends would tell a card that lies face down
            self.need(not self.down(), "wrong_phase")
        self.stop()
        # a reading given: a new one starts at once; the order of a digital one nobody knows
        self.shoe = [] if self.shoe_kind == "manual" else ["?"] * (52 * self.decks)
        self.used, self.out, self.fresh, self.last_entered = [], 0, True, None
        self.out_of_play = False
