"""Options, interruptions and rulings at the naive table."""

from abc import abstractmethod
from typing import Any

from naive import settlement as slow
from naive.table_base import Command
from naive.table_pay import Pay

BAD_SHOE = ("foreign_card", "card_shortage", "card_excess", "not_shuffled")
RUNNING = ("betting", "dealing", "options", "interrupted", "complete")


class Trouble(Pay):
    """What is done once something has gone wrong."""

    # options

    def offer_options(self) -> None:
        """Everybody with a bet may go on or have it returned (5.12)."""
        self.options = {bet["player"]: None for bet in self.bets}
        if self.options:
            self.after, self.phase = self.phase, "options"

    def end_options(self) -> None:
        """Options that were offered are so no longer; nothing of them is carried out."""
        if self.phase == "options":
            self.options, self.phase = {}, self.after

    def do_choose(self, command: Command) -> None:
        """A patron chooses."""
        player, option = self.patron(command), command.get("option")
        self.in_phase("options")
        self.nothing_waits()
        self.need(option in ("continue", "refund"), "malformed")
        if self.phase == "options" and player in self.balances:
            asked = player in self.options and self.options[player] is None
            self.need(asked, "not_yours", "too_late", "wrong_phase")
        self.stop()
        self.options[player] = str(option)
        self.repairable = False
        if None not in self.options.values():
            self.options_chosen()
            self.all_chose = True

    def do_close_options(self, command: Command) -> None:
        """Whoever has not chosen continues."""
        self.nothing_waits()  # a reading given: nobody's options run out while the round stands
        if self.all_chose and self.phase not in ("options", "interrupted"):
            self.stop()
            return  # a reading given: everybody chose, so they are closed already
        self.in_phase("options")
        self.stop()
        self.options_chosen()

    def options_chosen(self) -> None:
        """Return the bets of those who asked for it and go on with the others."""
        if all(option == "refund" for option in self.options.values()):
            self.return_everything()
            return
        for bet in list(self.bets):
            if self.options.get(bet["player"]) == "refund":
                if (bet["player"], bet["box"], bet["bet"]) not in self.uninsured:
                    self.pay(bet["player"], bet["amount"])
                self.bets.remove(bet)
                # a reading given: the fee goes back with the bet
                fee = self.taken.pop(bet["player"], 0)
                self.pay(bet["player"], fee)
                self.fees -= fee
        refunded = {who for who, option in self.options.items() if option == "refund"}
        self.options = {}
        self.phase = self.after
        # who has no bet is not the highest bettor (3.9)
        self.granted = {hand: who for hand, who in self.granted.items() if who not in refunded}
        if self.phase == "betting":
            self.barred |= refunded
            # a reading given: who stood behind a refund gets the bet back too, and may bet again;
            # the round goes on, for not everybody took the refund
            for box in sorted({bet["box"] for bet in self.bets}):
                self.nobody_to_stand_behind(box)

    # interruptions

    def do_void_round(self, command: Command) -> None:
        """The House voids."""
        self.in_phase(*RUNNING)
        reason = command.get("reason")
        self.need(isinstance(reason, str) and reason, "malformed")
        self.stop()
        self.void()

    @abstractmethod
    def vacate(self) -> None:
        """Nobody is player-dealer; told by the whole table."""

    def void(self, fault: str = "") -> None:
        """Void the round, and take the shoe out of play if it is to blame."""
        waiting = self.pending["kind"] if self.pending else ""
        if fault in BAD_SHOE or waiting in BAD_SHOE:
            self.out_of_play = True
        self.return_everything()

    def do_interrupt(self, command: Command) -> None:
        """The lights go out."""
        self.in_phase("betting", "dealing", "options", "complete")
        self.stop()
        self.before, self.phase = self.phase, "interrupted"

    def do_resume(self, command: Command) -> None:
        """On, if an outcome is established; else the round is void (5.4)."""
        self.in_phase("interrupted")
        self.nothing_waits()
        self.stop()
        voids = self.before == "betting" or not self.is_established()
        self.need(not voids or self.supervises(command), "not_allowed")
        self.stop()
        if voids:
            self.return_everything()
        else:
            self.phase = self.before

    # rulings

    def do_rule(self, command: Command) -> None:
        """The shift manager decides what the rules do not foresee (5.17, 5.18)."""
        text, given = command.get("text"), command.get("adjustments")
        self.need(isinstance(text, str) and text, "malformed")
        given = [] if given is None else given
        self.need(isinstance(given, list), "malformed")
        changes: list[tuple[str, int]] = []
        for entry in given if isinstance(given, list) else []:
            if not self.need(isinstance(entry, dict), "malformed"):
                continue
            player, value = entry.get("player"), entry.get("amount")
            self.need(isinstance(player, str), "malformed")
            self.need(player in self.balances, "unknown_player")
            sign = 1
            if isinstance(value, str) and value.startswith("-"):
                sign, value = -1, value[1:]
            amount = self.amount({"amount": value}, zero=True)
            changes.append((str(player), sign * amount))
        if self.game == "player-dealer":
            self.need(sum(amount for _, amount in changes) == 0, "malformed")
        self.stop()
        after = dict(self.balances)
        for player, amount in changes:
            after[player] += amount
        # a reading given: what is needed for fees is not taken by a ruling either
        due = self.fees_due if self.phase in ("idle", "betting") else lambda player: 0
        for player, chips in after.items():
            self.need(chips >= min(due(player), self.balances[player]), "insufficient_balance")
        self.stop()
        self.balances = after
        self.house -= sum(amount for _, amount in changes)
        if self.pending and self.pending["kind"] == "other":
            self.pending = None

    def do_return_uninsured(self, command: Command) -> None:
        """Give back an original bet that its owner meant to insure (5.13 of `insurance`)."""
        player, hand, stage = self.patron(command), self.hand(command), command.get("stage")
        self.need(stage in slow.STAGES, "malformed")
        amount = self.amount(command)
        running = self.phase == "complete"
        bets = self.bets if running else self.settled
        # by the sign of that round, whatever the present one says (4.2.2)
        sign = self.sign if running or self.was_settled else self.insurance
        self.need(self.game == "insurance" and sign, "insurance_not_offered")
        gone = ("not_allowed", "insurance_closed", "insurance_not_offered", "too_late")
        self.need(player not in self.walked, *gone)
        self.need(self.pending is None or not running, "wrong_phase")
        self.need(self.phase != "options", "options_pending")
        self.need(not running or not self.down(), "wrong_phase")  # a reading given
        self.need(running or (self.phase == "idle" and self.hands["banker"]), "wrong_phase")
        if self.phase == "idle":
            none = {"too_late", "insurance_without_original", "wrong_phase"}
            self.bad |= set() if self.settled else none
        if not self.bad:
            self.uninsured_bet(command, bets, player, hand, str(stage), amount, running)
        self.stop()

    def uninsured_bet(
        self,
        command: Command,
        bets: list[dict[str, Any]],
        player: str,
        hand: str,
        stage: str,
        amount: int,
        running: bool,
    ) -> None:
        """Find the bet, see whether the insurance would have won, and return the bet."""
        mine = [bet for bet in bets if bet["player"] == player]
        originals = [bet for bet in mine if bet["bet"] == hand]
        if command.get("box") is not None:
            box = self.box(command)
            originals = [bet for bet in originals if bet["box"] == box]
        self.need(originals, "insurance_without_original")
        self.need(len(originals) <= 1, "malformed", "insurance_without_original")
        self.stop()
        bet = originals[0]
        coup = self.final()
        odds = slow.offer(coup, stage, hand)
        if stage == "player_third" and self.waived:
            odds = None
        self.need(odds, "insurance_not_offered")
        self.stop()
        assert odds is not None
        kind, payout = hand + "_insurance", amount * slow.ratio(odds)
        for other in mine:
            if (other["box"], other["bet"]) == (bet["box"], kind):
                payout += other["amount"] * slow.ratio(other["odds"])
                self.need(other["stage"] != stage, "duplicate_bet")
        self.need(payout <= bet["amount"], "insurance_over_cap")
        self.need(self.insurance_wins(coup, stage, hand), "not_allowed")
        key = (player, bet["box"], hand)
        self.need(key not in self.uninsured, "too_late", "duplicate_bet")
        self.stop()
        self.uninsured.append(key)
        if running:
            self.pay(player, bet["amount"])
        else:
            lost = max(0, -bet["profit"])
            bet["profit"] += lost
            self.pay(player, lost)
            self.house -= lost
