"""Cards at the naive table: the shoe, dealing and squeezing."""

from abc import abstractmethod
from collections import Counter
from typing import Any

from naive import table_cards as cards
from naive.table_base import HANDS, Command
from naive.table_betting import Betting


class Play(Betting):
    """What the dealer does with cards, and what patrons do while cards are dealt."""

    # the shoe

    def do_new_shoe(self, command: Command) -> None:
        """Put a shoe on the table; the cards of a digital one are given."""
        self.in_phase("idle")
        self.nothing_waits()  # a reading given: the cards in question stay where they are
        given = command.get("cards")
        if self.shoe_kind == "manual":
            self.need(given is None and command.get("seed") is None, "malformed")
            self.stop()
            self.shoe = []
        else:
            order = self.card_list(given)
            self.need(order, "malformed", "wrong_cards", "insufficient_cards")
            if "" not in order and order:
                self.need(max(Counter(order).values()) <= self.decks, "foreign_card")
            self.stop()
            self.shoe = order
        self.used, self.queue, self.out, self.fresh = [], [], 0, True
        self.out_of_play = False

    def do_add_entropy(self, command: Command) -> None:
        """A patron's words for the shuffle; a shoe whose order is given takes none."""
        self.patron(command)
        text = command.get("text")
        self.need(isinstance(text, str) and text, "malformed")
        self.need(False, "too_late", "wrong_phase", "no_shoe")
        self.stop()

    # dealing

    def next_hand(self) -> str | None:
        """Where the next card goes."""
        player, banker = self.ranks("player"), self.ranks("banker")
        known = [tuple(rank or "K" for rank in hand) for hand in (player, banker)]
        return cards.next_hand(known[0], known[1])

    def depends(self) -> bool:
        """Whether the next card hangs on cards that lie face down."""
        both = len(self.hands["player"]) >= 2 and len(self.hands["banker"]) >= 2
        return both and bool(self.down())

    def do_deal(self, command: Command) -> None:
        """The next card by the rules."""
        if self.phase == "options":
            self.bad |= {"options_pending", "wrong_phase"}
        elif self.phase == "complete":
            self.bad |= {"coup_complete", "wrong_phase"}
        else:
            self.in_phase("dealing")
        self.nothing_waits()
        given = command.get("card")
        card = ""
        if self.shoe_kind == "manual":
            if given is not None:
                card = self.card(given)
        else:
            self.need(given is None, "malformed")
        self.stop()
        if self.depends():
            unknown = any(each["card"] is None for each in self.down())
            self.need(not unknown, "wrong_phase", "malformed", "bad_card", "wrong_cards")
            self.stop()
            for each in self.down():
                each["down"] = False
            if self.next_hand() is None or self.on_offer():
                # the cards are turned, and that was all; an offer is for the patrons to answer
                self.look_for_the_end()
                self.repairable = False
                return
        hand = self.next_hand()
        assert hand is not None
        down = self.face_down and self.squeezer(hand) is not None and not self.queue
        if self.shoe_kind == "manual":
            self.enter(hand, card, down)
        else:
            assert self.shoe is not None
            if not self.queue and not self.shoe:
                self.return_everything()  # 5.5.4
                return
            self.out += not self.queue
            card = (self.queue or self.shoe).pop(0)
            self.hands[hand].append({"card": card, "down": down})
        self.all_chose, self.next_seen, self.repairable = False, False, False
        self.look_for_the_end()

    @abstractmethod
    def on_offer(self) -> dict[str, str]:
        """The insurance that can be taken now, with its odds; told by a later class."""

    def squeezer(self, hand: str) -> str | None:
        """Who squeezes a hand: the patron it was granted to, while seated."""
        # a reading given: who gets up squeezes nothing, and does again after sitting down there
        who = self.granted.get(hand)
        mine = [bet for bet in self.bets if bet["player"] == who and bet["bet"] in HANDS]
        there = any(self.sits(bet) for bet in mine) if mine else who in self.seats.values()
        return who if there else None

    def enter(self, hand: str, card: str, down: bool) -> None:
        """A card of a manual shoe, as it is typed in; one that stays down is typed later."""
        ready = bool(self.queue)
        if not card and ready:
            card = self.queue[0]
        self.need(card or down, "malformed", "bad_card")
        down = down and not card  # a reading given: a card that is named is seen
        self.stop()
        if self.queue and card:
            self.need(self.queue[0] == card, "wrong_cards")
            self.stop()
            self.queue.pop(0)
        else:
            self.out += 1
            if card:
                self.possible(card)
                self.stop()
                self.used.append(card)
        self.hands[hand].append({"card": card or None, "down": down})
        self.last_entered = None if ready else (hand, len(self.hands[hand]) - 1)

    def possible(self, card: str) -> None:
        """A manual shoe cannot hold more copies than its decks do."""
        self.need(self.used.count(card) < self.decks, "foreign_card")

    def look_for_the_end(self) -> None:
        """Once no card is to come the phase is complete."""
        if self.phase == "dealing" and cards.nothing_to_come(*self.known()):
            self.phase = "complete"

    def do_correct_card(self, command: Command) -> None:
        """The last card entered in a manual shoe was another one."""
        self.in_phase("dealing", "complete")
        self.nothing_waits()
        self.need(self.shoe_kind == "manual", "wrong_phase", "malformed")
        card = self.card(command.get("card"))
        self.need(self.last_entered is not None, "wrong_phase", "too_late")
        self.stop()
        assert self.last_entered is not None
        hand, number = self.last_entered
        entry = self.hands[hand][number]
        self.need(entry["card"] is not None, "wrong_phase", "too_late", "malformed")
        self.need(entry["card"] != card, "wrong_cards")  # a reading given: nothing to correct
        self.stop()
        if entry["card"] in self.used:
            self.used.remove(entry["card"])
        self.possible(card)
        self.stop()
        before = self.on_table()
        self.used.append(card)
        entry["card"] = card
        self.phase = "dealing"
        self.look_for_the_end()
        self.return_insurance(before)

    # face-down tables

    def hand(self, command: Command) -> str:
        """The hand a command names."""
        found = command.get("hand")
        if not self.need(found in HANDS, "malformed"):
            return ""
        return str(found)

    def squeeze_possible(self, player: str, hand: str) -> None:
        """Only on a face-down table, and only before the hand's cards are all dealt."""
        self.in_phase("betting", "dealing")  # a reading given: also while bets are open
        if self.phase == "complete":
            self.bad |= {"coup_complete", "too_late"}
        self.nothing_waits()
        self.need(self.face_down, "not_allowed", "wrong_phase")
        if hand:
            # a reading given: whether Banker will draw is not looked into
            if self.count() >= 4 and not self.down():
                comes = self.next_hand()
                self.need(comes == "player" or (comes and hand == "banker"), "too_late")
            self.need(len(self.hands[hand]) < 3, "too_late")
            # a reading given: cards that were another's to turn are turned first
            others = any(each["down"] for each in self.hands[hand])
            self.need(not others or self.granted.get(hand) == player, "wrong_phase", "not_yours")

    def do_request_squeeze(self, command: Command) -> None:
        """The highest bettor asks for a hand."""
        player, hand = self.patron(command), self.hand(command)
        self.squeeze_possible(player, hand)
        self.need(self.highest_bettor() == player, "not_yours", "not_allowed", "not_seated")
        self.stop()
        self.requested.append((player, hand))

    def do_grant_squeeze(self, command: Command) -> None:
        """The dealer lets them."""
        player, hand = self.patron(command), self.hand(command)
        self.squeeze_possible(player, hand)
        self.need((player, hand) in self.requested, "not_yours", "wrong_phase", "not_allowed")
        self.need(self.highest_bettor() == player, "not_yours", "not_allowed", "not_seated")
        self.stop()
        self.granted[hand] = player

    def do_expose_banker_first(self, command: Command) -> None:
        """The dealer consents: no insurance after Player's third card, for anybody (3.14)."""
        player = self.patron(command)
        self.in_phase("dealing")
        self.nothing_waits()
        self.need(self.face_down, "not_allowed", "wrong_phase")
        self.need(self.game == "insurance", "not_allowed")
        self.need(self.highest_bettor() == player, "not_yours", "not_allowed", "not_seated")
        self.need(self.count() >= 4, "wrong_phase")
        if self.phase == "complete":
            self.bad.add("too_late")
        third_down = self.count() == 5 and len(self.hands["player"]) == 3 and bool(self.down())
        self.need(self.count() <= 4 or third_down, "too_late", "wrong_phase")
        self.stop()
        self.waived = True

    def do_turn(self, command: Command) -> None:
        """Turn a card that lies face down; a manual one is entered now."""
        self.in_phase("dealing", "complete")
        self.nothing_waits()
        hand, number = self.hand(command), command.get("number")
        right = not isinstance(number, bool) and isinstance(number, int) and 1 <= number <= 3
        self.need(right, "malformed")
        if command["by"]["role"] == "player" and hand:
            granted = self.squeezer(hand) == command["by"]["name"]
            self.need(granted, "not_yours", "not_allowed", "not_seated")
        card = ""
        if self.shoe_kind == "manual":
            card = self.card(command.get("card"))
        else:
            self.need(command.get("card") is None, "malformed")
        if hand and right:
            assert isinstance(number, int)
            there = len(self.hands[hand]) >= number and self.hands[hand][number - 1]["down"]
            self.need(there, "wrong_phase", "too_late", "malformed", "wrong_cards")
        self.stop()
        assert isinstance(number, int)
        entry = self.hands[hand][number - 1]
        if card:
            self.possible(card)
            self.stop()
            self.used.append(card)
            entry["card"] = card
            self.last_entered = (hand, number - 1)
        entry["down"] = False
        self.look_for_the_end()

    def taken_on_others(self, bet: dict[str, Any], before: list[str]) -> bool:
        """Whether a bet is insurance that was taken on cards other than those that lie now."""
        number = 4 if bet["stage"] == "four_cards" else 5
        return bool(bet["stage"]) and before[:number] != self.on_table()[:number]

    def return_insurance(self, before: list[str]) -> None:
        """Insurance goes back when the cards that it was taken on have changed."""
        for bet in list(self.bets):
            if self.taken_on_others(bet, before):
                self.pay(bet["player"], bet["amount"])
                self.bets.remove(bet)
