"""Writing the part of a script in which cards are on the table."""

from typing import Any

from naive import settlement as slow
from naive.scripts_base import Quill
from naive.table_reports import KINDS, NO_DECISION, VOIDING


class CardScribe(Quill):
    """Dealing, insurance, squeezes, and everything that goes wrong."""

    def dealing(self) -> Any:
        """Cards are coming."""
        table, pick = self.table, self.dice.random()
        if table.pending is not None and self.chance(0.9):
            return self.decision()
        if self.insurable() and self.chance(0.6):
            return self.insure()
        if table.face_down and self.chance(0.25):
            return self.squeeze()
        if table.together and self.shoe != "shuffler" and self.chance(0.05):
            return self.order("replace_shoe")
        if pick < 0.9:
            return self.deal()
        if pick < 0.955:
            return self.report()
        if pick < 0.97:
            return self.order("interrupt")
        if pick < 0.975:
            return self.order("void_round", reason="a test")
        if pick < 0.98:
            return self.order("settle")
        if self.shoe == "manual":
            return self.order("correct_card", card=self.card())
        return self.insure()

    def deal(self) -> Any:
        """The next card."""
        if self.shoe != "manual":
            return self.order("deal")
        hand = self.table.next_hand() if self.table.count() < 6 else None
        if hand in self.table.granted and self.chance(0.9):
            return self.order("deal")
        queue = self.table.queue
        return self.order("deal", card=queue[0] if queue and self.chance(0.9) else self.card())

    def insurable(self) -> list[dict[str, Any]]:
        """The bets that can be insured now."""
        stage = self.table.window()
        if stage is None:
            return []
        mine = {(bet["player"], bet["box"], bet["bet"], bet["stage"]) for bet in self.table.bets}
        return [
            bet
            for bet in self.main_bets()
            if self.table.offer(stage, bet["bet"])
            and (bet["player"], bet["box"], bet["bet"] + "_insurance", stage) not in mine
        ]

    def insure(self) -> Any:
        """Take insurance, mostly of a bet that can be insured."""
        amount = self.dice.choice(["5", "5", "10", "10", "20", self.money()])
        main = self.insurable() if self.chance(0.9) else self.main_bets()
        if main and self.chance(0.9):
            bet = self.dice.choice(main)
            kind = bet["bet"] + "_insurance"
            return self.own(
                "place_insurance", bet["player"], box=bet["box"], bet=kind, amount=amount
            )
        kind = self.dice.choice(sorted(slow.INSURANCE))
        return self.own("place_insurance", self.patron(), box=self.a_box(), bet=kind, amount=amount)

    def squeeze(self) -> Any:
        """Ask for a squeeze, grant it, turn what is down."""
        table, dice = self.table, self.dice
        down = [(h, i + 1) for h in table.hands for i, c in enumerate(table.hands[h]) if c["down"]]
        if down and self.chance(0.6):
            hand, number = dice.choice(down)
            rest = {"card": self.card()} if self.shoe == "manual" else {}
            who = table.granted.get(hand, self.patron())
            return self.own("turn", who, hand=hand, number=number, **rest)
        asked = [each for each in table.requested if each[1] not in table.granted]
        if asked and self.chance(0.8):
            player, hand = asked[-1]
            return self.order("grant_squeeze", player=player, hand=hand)
        player = (table.highest_bettor() if self.chance(0.9) else None) or self.patron()
        if table.count() >= 4 and table.face_down and self.chance(0.6):
            return self.order("expose_banker_first", player=player, hand="banker")
        return self.own("request_squeeze", player, hand=dice.choice(["player", "banker"]))

    def complete(self) -> Any:
        """No card is to come."""
        pick = self.dice.random()
        if self.table.pending is not None and self.chance(0.9):
            return self.decision()
        if pick < 0.75:
            return self.order("settle")
        if pick < 0.85 and self.game == "insurance":
            return self.uninsured()
        if pick < 0.91:
            return self.report()
        if pick < 0.93:
            return self.order("interrupt")
        if self.shoe == "manual":
            return self.order("correct_card", card=self.card())
        return self.order("settle")

    def report(self) -> Any:
        """Something has gone wrong."""
        table = self.table
        if table.shoe is None:  # nothing can have gone wrong with cards that are not there
            return self.order("open_bets")
        kinds = KINDS if self.chance(0.3) else [each for each in KINDS if each not in VOIDING]
        kind: str = self.dice.choice(kinds)
        if kind == "dealt_face_up" and not table.face_down:
            kind = "exposed_card"  # whether this is an irregularity at all is open
        rest: dict[str, Any] = {"kind": kind}
        likely = kind in (*NO_DECISION, "simultaneous_cards")
        if self.chance(0.7 if likely else 0.2):
            rest["cards"] = self.upcoming(2 if kind == "simultaneous_cards" else 1)
            if kind == "simultaneous_cards" and self.chance(0.3) and table.count():
                rest["cards"] = [table.on_table()[-1] or "As", *rest["cards"][:1]]
        if self.chance(0.05):
            rest["round"] = self.dice.randint(0, table.round + 1)
        return self.order("report", **rest)

    def decision(self) -> Any:
        """Whoever has to decide decides."""
        dice, table = self.dice, self.table
        assert table.pending is not None
        kind: str = table.pending["kind"]
        rest: dict[str, Any] = {}
        if kind in ("other", "insurance_not_offered"):
            return self.ruling()
        if kind == "simultaneous_cards":
            cards = list(table.pending["cards"]) or self.upcoming(2)
            dice.shuffle(cards)
            return self.order("decide_order", cards=cards)
        cards = [] if any(each["card"] is None for each in table.down()) else table.on_table()
        if self.chance(0.6):
            if cards and self.chance(0.6):
                cards += table.queue if table.phase != "idle" else table.pending["cards"]
                if self.chance(0.5):
                    dice.shuffle(cards)
                rest["cards"] = cards
            return self.order("reconstruct", **rest)
        if cards and self.chance(0.6):
            dice.shuffle(cards)
            half = (len(cards) + 1) // 2
            rest = {"player_cards": cards[:half], "banker_cards": cards[half:]}
        return self.order("cannot_reconstruct", **rest)

    def options(self) -> Any:
        """Patrons choose."""
        table = self.table
        waiting = sorted(who for who, what in table.options.items() if what is None)
        if waiting and self.chance(0.7):
            option = self.dice.choice(["continue", "refund"])
            if table.after == "betting" and any(bet["standing"] for bet in table.bets):
                option = "continue"  # what becomes of those who stand behind a refund is open
            return self.own("choose", self.dice.choice(waiting), option=option)
        if self.chance(0.1):
            return self.own("choose", self.patron(), option="continue")
        if self.chance(0.1):
            return self.order("interrupt")
        return self.order("close_options")

    def interrupted(self) -> Any:
        """The lights are out; what is decided in the dark is open, so nobody decides."""
        return self.order("resume") if self.chance(0.9) else self.report()

    def ruling(self) -> Any:
        """The shift manager's word."""
        changes = [
            {"player": self.patron(), "amount": self.dice.choice(["", "-"]) + str(self.money())}
            for _ in range(self.dice.randint(0, 2))
        ]
        return self.order("rule", text="so be it", adjustments=changes)

    def uninsured(self) -> Any:
        """Somebody had meant to insure, mostly what was lost."""
        dice, table = self.dice, self.table
        bets = self.main_bets()
        if table.phase == "idle":  # what a second return answers after settlement is open
            done = table.uninsured
            bets = [bet for bet in bets if (bet["player"], bet["box"], bet["bet"]) not in done]
        wishes = [(bet, stage) for bet in bets for stage in slow.STAGES]
        if table.count() > 4 and not table.down() and self.chance(0.9):
            coup = table.final()
            won = [wish for wish in wishes if slow.offer(coup, wish[1], wish[0]["bet"])]
            wishes = [wish for wish in won if wish[0]["bet"] != coup.result] or wishes
            big = [wish for wish in wishes if wish[0]["amount"] * table.unit >= 50]
            wishes = big or wishes
        player, hand, box = self.patron(), dice.choice(["player", "banker"]), self.a_box()
        stage = dice.choice(slow.STAGES)
        if wishes and self.chance(0.9):
            bet, stage = dice.choice(wishes)
            player, hand, box = bet["player"], bet["bet"], bet["box"]
        rest: dict[str, Any] = {"box": box} if self.chance(0.8) else {}
        rest["stage"] = stage
        rest["amount"] = self.dice.choice(["5", "10", self.money()])
        return self.order("return_uninsured", player=player, hand=hand, **rest)
