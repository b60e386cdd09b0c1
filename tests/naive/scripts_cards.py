"""Writing the part of a script in which cards are on the table."""

from typing import Any

from naive import settlement as slow
from naive.scripts_base import Quill
from naive.table_reports import KINDS, NO_DECISION, VOIDING
from naive.table_trouble import BAD_SHOE


class CardScribe(Quill):
    """Dealing, insurance, squeezes, and everything that goes wrong."""

    def dealing(self) -> Any:
        """Cards are coming."""
        table, pick = self.table, self.dice.random()
        if table.pending is not None and self.chance(0.85):
            return self.decision()
        if table.repairable and self.chance(0.2):
            return self.hands_as_they_lie()
        if self.insurable() and self.chance(0.6):
            return self.insure()
        if self.shut() and self.chance(0.4):
            return self.insure()
        if table.window() and self.chance(0.06):
            return self.order("close_insurance")
        if table.window() and any(bet["stage"] for bet in table.bets) and self.chance(0.25):
            return self.insure()
        if self.game == "insurance" and table.count() >= 4 and self.chance(0.15):
            # what becomes of an offer that stands
            return self.report() if self.chance(0.6) else self.come_and_go()
        if table.face_down and self.chance(0.25):
            return self.squeeze()
        if table.together and self.shoe != "shuffler" and self.chance(0.05):
            return self.staff("replace_shoe")
        if pick < 0.87:
            return self.deal()
        if pick < 0.93:
            return self.report()
        if pick < 0.96:
            return self.come_and_go()
        if pick < 0.97:
            return self.order("interrupt")
        if pick < 0.975:
            return self.order("void_round", reason="a test")
        if pick < 0.98:
            return self.order("settle")
        if self.shoe == "manual":
            return self.order("correct_card", card=self.card())
        return self.insure()

    def come_and_go(self) -> Any:
        """Somebody walks away from a bet, or sits down again where one lies."""
        table = self.table
        bets = [(bet["player"], bet["box"]) for bet in table.bets if not bet["standing"]]
        gone = [each for each in bets if each[1] not in table.seats]
        if gone and self.chance(0.7):
            player, box = self.dice.choice(gone)
            return self.own("sit", player, box=box if self.chance(0.8) else self.a_box())
        here = [each for each in bets if table.seats.get(each[1]) == each[0]]
        player, box = self.dice.choice(here or [(self.patron(), self.a_box())])
        return self.own("leave", player, box=box)

    def shut(self) -> bool:
        """Whether there would be an offer if the next card were not known."""
        table = self.table
        known = bool(table.queue) or table.next_seen or table.pending is not None
        return known and self.game == "insurance" and table.count() in (4, 5)

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
        walked = self.table.walked if self.chance(0.6) else set()
        return [
            bet
            for bet in self.main_bets()
            if bet["player"] not in walked
            and self.table.offer(stage, bet["bet"])
            and (bet["player"], bet["box"], bet["bet"] + "_insurance", stage) not in mine
        ]

    def insure(self) -> Any:
        """Take insurance, mostly of a bet that can be insured, or more of it."""
        amount = self.dice.choice(["5", "5", "5", "5", "10", self.money()])
        taken = [bet for bet in self.table.bets if bet["stage"] and bet["id"] is not None]
        rest: dict[str, Any] = {"amount": amount, **self.for_round()}
        if taken and self.chance(0.4):
            bet = self.dice.choice(taken)
            if self.chance(0.8):
                rest["amount"] = "5"
            return self.own("increase_bet", bet["player"], bet=bet["id"], **rest)
        self.number += 1
        if self.chance(0.9):
            rest["id"] = f"n{self.number}" if self.chance(0.97) else "n1"
        main = self.insurable() if self.chance(0.9) else self.main_bets()
        main = main or (self.main_bets() if self.shut() else [])
        if main and self.chance(0.9):
            bet = self.dice.choice(main)
            kind = bet["bet"] + "_insurance"
            return self.own("place_insurance", bet["player"], box=bet["box"], bet=kind, **rest)
        kind = self.dice.choice(sorted(slow.INSURANCE))
        return self.own("place_insurance", self.patron(), box=self.a_box(), bet=kind, **rest)

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
        if table.count() >= 4 and (table.face_down or self.chance(0.5)) and self.chance(0.6):
            return self.order("expose_banker_first", player=player, hand="banker")
        return self.own("request_squeeze", player, hand=dice.choice(["player", "banker"]))

    def complete(self) -> Any:
        """No card is to come."""
        pick = self.dice.random()
        if self.table.pending is not None and self.chance(0.85):
            return self.decision()
        if self.neglected() and self.chance(0.3):
            return self.uninsured()
        if pick < 0.8:
            return self.order("settle")
        if pick < 0.9:
            return self.report()
        if pick < 0.91:
            return self.come_and_go()
        if pick < 0.93:
            return self.order("interrupt")
        if pick < 0.95 and self.table.face_down:
            return self.squeeze()
        if self.shoe == "manual":
            return self.order("correct_card", card=self.card())
        return self.order("settle")

    def report(self) -> Any:
        """Something has gone wrong."""
        table = self.table
        if table.shoe is None:  # nothing can have gone wrong with cards that are not there
            return self.order("open_bets")
        kinds = KINDS if self.chance(0.4) else [each for each in KINDS if each not in VOIDING]
        kind: str = self.dice.choice(kinds)
        if table.phase == "idle" and self.chance(0.4):
            kind = self.dice.choice(["wrong_number_of_cards", *BAD_SHOE])
        if table.phase == "betting" and self.chance(0.6):
            kind = "exposed_card"
        if kind == "dealt_face_up" and not table.face_down:
            kind = "exposed_card"  # whether this is an irregularity at all is open
        rest: dict[str, Any] = {"kind": kind}
        likely = kind in (*NO_DECISION, "simultaneous_cards")
        if self.chance(0.7 if likely else 0.2):
            rest["cards"] = self.report_cards(kind)
        if self.chance(0.05):
            rest["round"] = self.dice.randint(0, table.round + 1)
        if kind in VOIDING and self.chance(0.4):
            return self.order("report", "pit_supervisor", **rest)
        return self.order("report", **rest)

    def report_cards(self, kind: str) -> list[str]:
        """The cards that a report names."""
        table = self.table
        dealt = [card for card in table.on_table() if card is not None]
        if kind == "dealt_face_up" and dealt and self.chance(0.8):
            return [self.dice.choice(dealt)]
        if kind != "simultaneous_cards":
            return self.upcoming(1)
        named = self.upcoming(2 if self.chance(0.9) else self.dice.choice([1, 3]))
        if self.chance(0.3) and dealt and table.on_table()[-1]:
            named = [table.on_table()[-1], *named[:1]]
        return named

    def decision(self) -> Any:
        """Whoever has to decide decides."""
        dice, table = self.dice, self.table
        assert table.pending is not None
        kind: str = table.pending["kind"]
        if self.chance(0.12):
            return self.staff("dismiss_report")
        if self.chance(0.06):
            return self.report()
        if kind == "other":
            return self.ruling()
        if kind in VOIDING:
            return self.on_a_fault()
        if kind == "simultaneous_cards":
            cards = list(table.pending["cards"]) or self.upcoming(2 if self.chance(0.9) else 1)
            dice.shuffle(cards)
            return self.staff("decide_order", cards=cards)
        if self.chance(0.4):
            return self.hands_as_they_lie()
        rest: dict[str, Any] = {}
        cards = [] if any(each["card"] is None for each in table.down()) else table.on_table()
        if cards and self.chance(0.6):
            cards += table.queue if table.phase != "idle" else table.pending["cards"]
            if self.chance(0.5):
                dice.shuffle(cards)
            rest["cards"] = cards
        return self.staff("reconstruct", **rest)

    def hands_as_they_lie(self) -> Any:
        """Beyond repair, with the cards named or not."""
        table, rest = self.table, {}
        cards = [] if any(each["card"] is None for each in table.down()) else table.on_table()
        if cards and self.chance(0.5):
            self.dice.shuffle(cards)
            half = (len(cards) + 1) // 2
            rest = {"player_cards": cards[:half], "banker_cards": cards[half:]}
        elif cards and self.chance(0.3):
            rest = {"player_cards": cards[::2], "banker_cards": cards[1::2]}
        return self.staff("cannot_reconstruct", **rest)

    def on_a_fault(self) -> Any:
        """The supervisor confirms what the dealer reported of the cards, or does not."""
        if self.table.phase != "idle":
            if self.chance(0.3):
                return self.staff("dismiss_report")
            return self.order("void_round", reason="so it is")
        if self.shoe == "shuffler" or self.chance(0.3):
            kind = self.dice.choice(BAD_SHOE)
            confirmed = self.order("report", "pit_supervisor", kind=kind)
            return confirmed if self.chance(0.6) else self.staff("dismiss_report")
        return self.staff("replace_shoe")

    def options(self) -> Any:
        """Patrons choose."""
        table = self.table
        if table.pending is not None and self.chance(0.8):
            return self.decision()
        if table.repairable and self.chance(0.2):
            return self.hands_as_they_lie()
        waiting = sorted(who for who, what in table.options.items() if what is None)
        if waiting and self.chance(0.7):
            option = self.dice.choice(["continue", "refund"])
            return self.own("choose", self.dice.choice(waiting), option=option)
        if self.chance(0.1):
            return self.own("choose", self.patron(), option="continue")
        if self.chance(0.1):
            return self.order("interrupt")
        if self.chance(0.05):
            return self.report()
        return self.order("close_options")

    def interrupted(self) -> Any:
        """The lights are out."""
        if self.table.pending is not None and self.chance(0.7):
            return self.decision()
        if self.chance(0.1):
            return self.report()
        if self.chance(0.05):
            return self.staff("dismiss_report")
        return self.order("resume", "pit_supervisor" if self.chance(0.6) else None)

    def ruling(self) -> Any:
        """The shift manager's word."""
        changes = [
            {"player": self.patron(), "amount": self.dice.choice(["", "-"]) + str(self.money())}
            for _ in range(self.dice.randint(0, 2))
        ]
        if self.game == "player-dealer" and changes and self.chance(0.7):
            first = changes[0]["amount"]
            back = first[1:] if first.startswith("-") else f"-{first}"
            changes = [changes[0], {"player": self.patron(), "amount": back}]
        return self.order("rule", text="so be it", adjustments=changes)

    def neglected(self) -> list[tuple[dict[str, Any], str]]:
        """The bets of the round whose insurance would have won, each with its stage."""
        table = self.table
        if self.game != "insurance" or table.count() < 5 or table.down():
            return []
        coup = table.final()
        return [
            (bet, stage)
            for bet in self.main_bets()
            for stage in slow.STAGES
            if slow.offer(coup, stage, bet["bet"]) and bet["bet"] != coup.result
        ]

    def uninsured(self) -> Any:
        """Somebody had meant to insure, mostly what was lost."""
        dice, table = self.dice, self.table
        wishes = self.neglected() if self.chance(0.9) else []
        wishes = wishes or [(bet, stage) for bet in self.main_bets() for stage in slow.STAGES]
        if table.phase == "idle":  # what a second return answers after settlement is open
            done = table.uninsured
            wishes = [
                wish
                for wish in wishes
                if (wish[0]["player"], wish[0]["box"], wish[0]["bet"]) not in done
            ]
        here = [wish for wish in wishes if wish[0]["player"] not in table.walked]
        wishes = here if here and self.chance(0.7) else wishes
        player, hand, box = self.patron(), dice.choice(["player", "banker"]), self.a_box()
        stage = dice.choice(slow.STAGES)
        if wishes and self.chance(0.9):
            bet, stage = dice.choice(wishes)
            player, hand, box = bet["player"], bet["bet"], bet["box"]
        rest: dict[str, Any] = {"box": box} if self.chance(0.8) else {}
        rest["stage"] = stage
        rest["amount"] = self.dice.choice(["5", "5", "5", self.money()])
        return self.order("return_uninsured", player=player, hand=hand, **rest)
