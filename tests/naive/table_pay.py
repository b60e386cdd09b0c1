"""Insurance and settlement at the naive table."""

from abc import abstractmethod
from fractions import Fraction
from math import floor
from typing import Any

from naive import settlement as slow
from naive import table_cards as cards
from naive.table_base import HANDS, Command
from naive.table_play import Play


class Pay(Play):
    """What patrons insure, and what everybody gets."""

    # insurance

    def offer(self, stage: str, hand: str) -> str | None:
        """The odds of the pay table at a stage, from the cards that lie on the table."""
        player = [each["card"] for each in self.hands["player"]]
        banker = [each["card"] for each in self.hands["banker"]][:2]
        player = player[:2] if stage == "four_cards" else player
        points, against = slow.total(player), slow.total(banker)
        for row_stage, row_hand, players, bankers, odds in slow.OFFERS:
            if (row_stage, row_hand) == (stage, hand) and points in players and against in bankers:
                return odds
        return None

    def window(self) -> str | None:
        """The stage at which insurance can be taken now."""
        if self.game != "insurance" or not self.sign or self.down():
            return None
        if self.phase != "dealing" or self.pending is not None or self.next_hand() is None:
            return None
        if self.queue or self.next_seen:
            return None  # the next card is known or lies ready (5.3)
        if self.ended and self.ended == self.on_table():
            return None  # the dealer has ended it
        if (len(self.hands["player"]), len(self.hands["banker"])) == (2, 2):
            return "four_cards"
        if (len(self.hands["player"]), len(self.hands["banker"])) == (3, 2) and not self.waived:
            return "player_third"
        return None

    def on_offer(self) -> dict[str, str]:
        """The insurance that can be taken now, with its odds, whoever has a bet to insure."""
        stage = self.window()
        if stage is None:
            return {}
        offers = {kind: self.offer(stage, hand) for kind, hand in slow.INSURANCE.items()}
        return {kind: odds for kind, odds in offers.items() if odds is not None}

    def do_close_insurance(self, command: Command) -> None:
        """The dealer ends what is on offer, with the next card still in the shoe (5.3)."""
        self.in_phase("dealing")
        self.nothing_waits()
        self.need(bool(self.on_offer()), "insurance_closed", "wrong_phase")
        self.stop()
        self.ended = self.on_table()

    def original(self, player: str, box: int, hand: str) -> dict[str, Any] | None:
        """A patron's bet on a hand."""
        for bet in self.bets:
            if (bet["player"], bet["box"], bet["bet"]) == (player, box, hand):
                return bet
        return None

    def insured(self, player: str, box: int, hand: str) -> Fraction:
        """What a patron's insurance of a hand pays already."""
        found = Fraction(0)
        for bet in self.bets:
            if (bet["player"], bet["box"], bet["bet"]) == (player, box, hand + "_insurance"):
                found += bet["amount"] * slow.ratio(bet["odds"])
        return found

    def insurable(self, player: str, kind: str) -> str | None:
        """The stage at which this patron can insure now; everything in the way is noted."""
        self.nothing_waits()
        stage = self.window()
        if self.phase != "dealing":
            self.bad |= {"wrong_phase", "insurance_closed", "insurance_not_offered"}
            self.bad |= {"options_pending"} if self.phase == "options" else set()
        elif stage is None:
            self.bad |= {"insurance_closed", "insurance_not_offered", "wrong_phase"}
        elif kind in slow.INSURANCE and kind not in self.on_offer():
            self.bad |= {"insurance_not_offered", "insurance_closed"}
        # whoever got up after betting has forgone it, whoever asks, and for the whole round (5.3)
        gone = ("insurance_closed", "insurance_not_offered", "not_seated", "too_late")
        self.need(player not in self.walked, *gone)
        return stage

    def do_place_insurance(self, command: Command) -> None:
        """Insure an original bet while the window is open (3.11, 3.12, 5.3)."""
        player, box, amount = self.patron(command), self.box(command), self.amount(command)
        kind = command.get("bet")
        right = kind in slow.INSURANCE
        self.need(right, "unknown_bet", "malformed")
        if self.game != "insurance":
            self.need(False, "unknown_bet", "insurance_not_offered")
        name = command.get("id")
        if name is not None and self.need(isinstance(name, str) and name, "malformed"):
            self.need(all(bet["id"] != name for bet in self.bets), "malformed", "duplicate_bet")
        stage = self.insurable(player, str(kind))
        self.this_round(command)
        if player in self.balances:
            self.need(self.balances[player] >= amount, "insufficient_balance")
        if right and not box:
            self.bad.add("insurance_without_original")
        if right and box and player:
            hand = slow.INSURANCE[str(kind)]
            odds = self.on_offer().get(str(kind))
            bet = self.original(player, box, hand)
            self.need(bet, "insurance_without_original")
            mine = [(each["player"], each["box"], each["bet"], each["stage"]) for each in self.bets]
            self.need((player, box, kind, stage) not in mine, "duplicate_bet")
            if odds and bet:
                payout = self.insured(player, box, hand) + amount * slow.ratio(odds)
                self.need(payout <= bet["amount"], "insurance_over_cap")
            self.stop()
            self.pay(player, -amount)
            self.bets.append(
                {
                    "id": name,
                    "player": player,
                    "box": box,
                    "bet": kind,
                    "amount": amount,
                    "standing": bet["standing"] if bet else False,
                    "stage": stage,
                    "odds": odds,
                    "share": amount,
                }
            )
        self.stop()

    def do_increase_bet(self, command: Command) -> None:
        """Add to a bet; to insurance too, while its own offer stands open."""
        named = [bet for bet in self.bets if bet["id"] == command.get("bet") and bet["stage"]]
        if not named or command.get("bet") is None:
            super().do_increase_bet(command)
            return
        self.this_round(command)
        bet, amount = self.find_bet(command), self.amount(command)
        assert bet is not None
        stage = self.insurable(bet["player"], bet["bet"])
        late = ("insurance_closed", "insurance_not_offered", "too_late", "wrong_phase")
        self.need(stage == bet["stage"], *late)
        self.need(self.balances[bet["player"]] >= amount, "insufficient_balance")
        hand = slow.INSURANCE[bet["bet"]]
        original = self.original(bet["player"], bet["box"], hand)
        if self.need(original, "insurance_without_original") and original:
            payout = self.insured(bet["player"], bet["box"], hand)
            payout += amount * slow.ratio(bet["odds"])
            self.need(payout <= original["amount"], "insurance_over_cap")
        self.stop()
        self.pay(bet["player"], -amount)
        bet["amount"] += amount
        bet["share"] += amount

    # settlement

    def do_settle(self, command: Command) -> None:
        """Pay and collect; the round is over."""
        down = [each for each in self.down() if each["card"] is None]
        self.need(not down, "wrong_phase", "wrong_cards")
        done = self.next_hand() is None and not down
        waiting = self.phase == "dealing" and bool(self.down()) and done
        self.need(self.phase == "complete" or waiting, "wrong_phase")
        if self.phase == "options":
            self.bad.add("options_pending")
        self.nothing_waits()
        self.stop()
        for each in self.down():
            each["down"] = False
        self.settled = self.outcomes()
        for bet, record in zip(self.bets, self.settled, strict=True):
            if (bet["player"], bet["box"], bet["bet"]) in self.uninsured:
                record["profit"] = 0
                continue
            self.pay(bet["player"], bet["amount"] + record["profit"])
            if self.game != "player-dealer":
                self.house -= record["profit"]
        won = -sum(record["profit"] for record in self.settled)
        self.last = {"fees": dict(self.taken), "banker": self.banker, "seat": self.seat}
        self.last |= {"wager": self.wager, "hands": self.banked, "kept": True}
        self.clear_round()
        self.phase, self.was_settled = "idle", True
        if self.game == "player-dealer":
            self.hand_played(won)

    @abstractmethod
    def hand_played(self, won: int) -> None:
        """What a hand means for the player-dealer; told by the whole table."""

    def final(self) -> slow.Coup:
        """The finished coup."""
        found = [tuple(str(each["card"]) for each in self.hands[hand]) for hand in HANDS]
        return cards.coup_of(found[0], found[1])

    def outcomes(self) -> list[dict[str, Any]]:
        """The bets of the round, each with what it won or lost."""
        return self.outcomes_of(self.bets, self.seat, self.wager)

    def outcomes_of(
        self, placed: list[dict[str, Any]], seat: int | None, wager: int
    ) -> list[dict[str, Any]]:
        """What bets win or lose with the cards on the table, by the naive settlement."""
        coup = self.final()
        bets = [
            slow.Bet(str(i), b["player"], b["box"], b["bet"], b["amount"], b["standing"], None, 0)
            for i, b in enumerate(placed)
        ]
        for bet, record in zip(bets, placed, strict=True):
            bet.in_action = record["share"]
        if self.game == "player-dealer":
            assert seat is not None
            slow.bank(bets, coup, seat, self.boxes, wager)
        else:
            for bet, record in zip(bets, placed, strict=True):
                if bet.kind in slow.INSURANCE:
                    bet.profit = self.insurance_profit(record, coup)
                else:
                    slow.settle_bet(bet, self.game, coup)
        return [{**b, "profit": bet.profit} for b, bet in zip(placed, bets, strict=True)]

    def insurance_wins(self, coup: slow.Coup, stage: str, hand: str) -> bool | None:
        """Whether insurance of a hand wins; None when it is returned (3.17, 4.2.1)."""
        if coup.result == "tie":
            nine = hand == "player" and stage == "player_third" and slow.total(coup.player) == 9
            return True if nine else None
        return coup.result != hand

    def insurance_profit(self, bet: dict[str, Any], coup: slow.Coup) -> int:
        """What an insurance bet wins or loses."""
        wins = self.insurance_wins(coup, bet["stage"], slow.INSURANCE[bet["bet"]])
        if wins is None:
            return 0
        amount = int(bet["amount"])
        return floor(amount * slow.ratio(bet["odds"])) if wins else -amount
