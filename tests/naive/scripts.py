"""Random scripts for `croupier table`: whole rounds with irregularities, and some nonsense.

The naive table plays along, so that most commands fit the moment; chance comes from a seed.
"""

from collections.abc import Iterator
from typing import Any

from naive import settlement as slow
from naive.scripts_base import PATRONS
from naive.scripts_plots import Maker, Plotter
from naive.table import Table
from naive.table_base import LAYOUTS, ROLES, Command
from naive.table_cards import coup_of, finish

Step = tuple[Command, dict[str, Any], Table]
SIMPLE = (
    *("open_bets", "close_bets", "reject_excess", "settle", "close_options", "interrupt"),
    *("resume", "replace_shoe", "open_table", "dismiss_report"),
)


class Scribe(Plotter):
    """Writes one script, a command at a time."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.story: list[Maker] = []

    def opening(self) -> Iterator[Command]:
        """A table, people with chips and seats, and a shoe."""
        dice = self.dice
        fewest, most, _ = slow.GAMES[self.game]
        given: dict[str, Any] = {"game": self.game, "shoe": self.shoe, "limits": self.limits()}
        given["decks"] = dice.randint(fewest, most)
        given["enforcement"] = dice.choice(["automatic", "dealer"])
        often = {"insurance": 0.5, "player-dealer": 0.04}
        if self.chance(often.get(self.game, 0.3)):
            given["face_down"] = True
        if self.chance(0.2):
            given["layout"] = dice.choice(sorted(LAYOUTS[self.game]))
        if self.chance(0.2):
            given["unit"] = dice.choice(["1", "5", "0.05", "0.001", "0.03"])
        if self.game == "insurance" and self.chance(0.1):
            given["insurance"] = False
        if self.game == "player-dealer" and self.chance(0.8):
            given["fees"] = {"main": "5", "tie": dice.choice(["0", "10"]), "player_dealer": "15"}
        yield self.order("open_table", **given)
        people = dice.sample(PATRONS, dice.randint(2, 4))
        for player in people:
            amount = dice.choice(["300", "1000", "2000", "5000"])
            yield self.order("buy_in", player=player, amount=amount)
        for player in people[: dice.randint(1, len(people))]:
            yield self.own("sit", player, box=dice.randint(1, 5))
        yield self.new_shoe()

    def limits(self) -> dict[str, Any]:
        """Limits of a table."""
        dice = self.dice
        found: dict[str, Any] = {"min": dice.choice(["5", "25", "50"])}
        if self.game in ("tiger", "insurance"):
            found["max_differential"] = dice.choice(["50", "100", "200", "500"])
            found["scope"] = dice.choice(["box", "box", "table"])
        else:
            found["max"] = dice.choice(["100", "300", None])
        if self.chance(0.3):
            found["side_min"] = "10"
        if self.chance(0.3):
            found["side_max"] = "150"
        if self.chance(0.15):
            kind, key = dice.choice(sorted(slow.PAYS[self.game])), dice.choice(["min", "max"])
            found["by_bet"] = {kind: {key: {"min": "30", "max": "80"}[key]}}
        if self.chance(0.15):
            key = dice.choice(["min", "max", "side_min", "side_max", "max_differential"])
            if found.get("scope") != "table":  # one minimum for all who share at closing
                found["by_box"] = {str(dice.randint(1, 7)): {key: "70"}}
        return found

    def new_shoe(self) -> Command:
        """A shoe with a given order, or a manual one."""
        if self.shoe == "manual":
            return dict(self.order("new_shoe"))
        number = self.dice.choice([3, 7, 12, 40, 60, 60])
        found = [self.dice.choice(self.stock) for _ in range(number)]
        if self.game == "insurance" and self.chance(0.7):
            found = [card for _ in range(8) for card in self.insured_coup()]
        return dict(self.order("new_shoe", cards=found))

    def insured_coup(self) -> list[str]:
        """The cards of a coup at which insurance is offered, and mostly one that it pays."""
        wanted = self.chance(0.7)
        while True:
            stock = tuple(self.dice.choices(self.stock, k=6))
            coup = coup_of(*finish((), (), stock))
            offers = [(s, h) for s in slow.STAGES for h in slow.MAIN if slow.offer(coup, s, h)]
            if any(h != coup.result for _, h in offers) or (offers and not wanted):
                return list(reversed(stock))[: len(coup.player) + len(coup.banker)]
            if self.chance(0.05):
                return list(stock)

    def next(self) -> Command:
        """A command that fits the moment, mostly."""
        table = self.table
        if table.shoe and table.shoe[0] == "?":
            # nobody knows the order of these cards, so nothing is played with them
            idle = table.phase == "idle"
            return self.new_shoe() if idle else dict(self.order("void_round", reason="unknown"))
        if not table.open:
            plain: dict[str, Any] = {"game": self.game, "shoe": self.shoe, "decks": 8}
            return dict(self.order("open_table", **plain))
        if self.chance(0.05):
            return self.nonsense()
        if not self.story and self.chance(0.2) and (stories := self.stories()):
            self.story = list(self.dice.choice(stories))
        if self.story and self.chance(0.95):
            return dict(self.story.pop(0)())
        return dict(getattr(self, table.phase)())

    # between rounds

    def idle(self) -> Any:
        """Between rounds."""
        table = self.table
        if table.pending is not None and self.chance(0.5):
            return self.decision()
        if table.was_settled and self.chance(0.3):
            return self.after_payment()
        if self.chance(0.15) or (table.pending is not None and self.chance(0.7)):
            return self.between()
        enough = self.dice.choice([0, 6])
        if table.shoe is None or (self.shoe != "manual" and len(table.shoe) < enough):
            return self.new_shoe()
        if table.out_of_play and self.chance(0.6):
            replace = self.shoe != "shuffler" and self.chance(0.2)
            return self.staff("replace_shoe") if replace else self.new_shoe()
        if not set(table.seats) - {table.seat}:
            return self.own("sit", self.patron(), box=self.dice.randint(1, 5))
        if self.game == "player-dealer" and table.seat is None:
            return self.position()
        return self.order("open_bets")

    def after_payment(self) -> Any:
        """The round is paid; somebody cashes out, and something is noticed after all."""
        table, pick = self.table, self.dice.random()
        if self.game == "insurance" and pick < 0.12:
            return self.order("change_table", insurance=not table.insurance)
        if (self.neglected() and pick < 0.6) or (self.game == "insurance" and pick < 0.15):
            return self.uninsured()
        won = [bet["player"] for bet in table.settled if bet["profit"] > 0]
        if table.seat is not None:
            won.append(table.banker)
        if won and pick < 0.7:
            rest = {"amount": self.money()} if self.chance(0.4) else {}
            return self.order("cash_out", player=self.dice.choice(won), **rest)
        if pick < 0.95:
            rest = {"cards": self.upcoming(1)} if self.chance(0.4) else {}
            return self.order("report", kind="wrong_number_of_cards", **rest)
        return self.come_and_go()

    def between(self) -> Any:
        """What else is done between rounds."""
        dice, player, table = self.dice, self.patron(), self.table
        pick = dice.randrange(13)
        if pick == 0:
            return self.order("buy_in", player=dice.choice(PATRONS), amount=self.money())
        if pick == 1:
            rest = {"amount": self.money()} if self.chance(0.8) else {}
            return self.order("cash_out", player=player, **rest)
        if pick in (2, 3):
            return self.own("sit", player, box=self.a_box())
        if pick == 4:
            return self.leave()
        if pick == 5 and self.chance(0.5):
            return self.order("change_table", insurance=self.chance(0.7))
        if pick == 5:
            return self.order("change_table", limits=self.limits())
        if pick == 6:
            return self.ruling()
        if pick == 7:
            return self.order(dice.choice(["fill", "credit"]), amount=self.money())
        if pick == 8 and table.seat is not None:
            return self.seat_holder()
        if pick == 8 and self.game == "player-dealer":
            return self.position()
        if pick < 12:
            return self.report()
        return self.new_shoe()

    def leave(self) -> Any:
        """Somebody stands up."""
        if self.table.seats and self.chance(0.9):
            box = self.dice.choice(sorted(self.table.seats))
            return self.own("leave", self.table.seats[box], box=box)
        return self.own("leave", self.patron(), box=self.a_box())

    def position(self) -> Any:
        """Somebody becomes player-dealer."""
        table = self.table
        if not table.seats:
            return self.own("sit", self.patron(), box=self.dice.randint(1, 8))
        if table.offered is None:
            return self.order("offer_player_dealer", seat=self.a_box())
        seat = table.offered if self.chance(0.95) else self.a_box()
        holder = table.seats.get(seat, self.patron())
        if self.chance(0.15):
            return self.order("decline_player_dealer", "player", holder, seat=seat)
        wager = self.dice.choice(["100", "100", "200", "500", self.money()])
        return self.order("accept_player_dealer", "player", holder, seat=seat, wager=wager)

    def seat_holder(self) -> Any:
        """What the player-dealer may do between hands."""
        seat = self.table.seat
        if self.chance(0.6):
            rest = {"seat": seat, "wager": self.money()}
            return self.order("change_wager", "player", self.table.banker, **rest)
        return self.order("give_up_player_dealer", "player", self.table.banker, seat=seat)

    # betting

    def betting(self) -> Any:
        """Bets are open."""
        table, dice = self.table, self.dice
        pick = dice.random()
        if table.pending is not None and self.chance(0.8):
            return self.decision()
        if table.repairable and self.chance(0.1):
            return self.hands_as_they_lie()
        if (len(table.bets) < 3 and self.chance(0.7)) or pick < 0.35:
            return self.bet()
        if pick < 0.7 and len(table.bets) >= 1:
            return self.order("close_bets")
        if pick < 0.76:
            bet = self.some_bet()
            rest = {"amount": self.money(), **self.for_round()}
            return self.own("increase_bet", bet["player"], bet=bet["id"], **rest)
        if pick < 0.82:
            bet = self.some_bet()
            rest = {"amount": self.money()} if self.chance(0.5) else {}
            rest |= self.for_round()
            return self.own("withdraw_bet", bet["player"], bet=bet["id"], **rest)
        if pick < 0.88:
            return self.order("reject_excess")
        if pick < 0.89:
            return self.order("interrupt")
        if pick < 0.92:
            return self.report()
        if pick < 0.925:
            return self.order("void_round", reason="a test")
        if pick < 0.94:
            return self.own("sit", self.patron(), box=self.a_box())
        if pick < 0.96:
            return self.come_and_go()
        if table.face_down:
            return self.squeeze()
        return self.order("close_bets")

    def bet(self) -> Any:
        """A bet, seated or standing, mostly one that is not there yet."""
        found = self.any_bet()
        for _ in range(4):
            same = (found.get("player"), found.get("box"), found.get("bet"))
            there = [(bet["player"], bet["box"], bet["bet"]) for bet in self.table.bets]
            if same not in there or self.chance(0.1):
                break
            found = self.any_bet()
        return found

    def any_bet(self) -> Any:
        """Some bet."""
        dice, table = self.dice, self.table
        kinds = sorted(slow.PAYS[self.game])
        kind = dice.choice(["player", "banker", "player", "banker", dice.choice(kinds)])
        self.number += 1
        rest: dict[str, Any] = {"bet": kind, "amount": self.money(), "id": f"n{self.number}"}
        if self.game == "insurance" and self.chance(0.6):
            rest["amount"] = dice.choice(["50", "100", "200"])  # enough to insure
        rest |= self.for_round()
        if self.chance(0.03):
            rest["id"] = dice.choice([None, "", f"n{self.number - 1}", "n1", 7])
        if rest["id"] is None:
            del rest["id"]
        seats = sorted(set(table.seats) - {table.seat})
        if not seats or self.chance(0.03):
            return self.own("place_bet", self.patron(), box=self.a_box(), **rest)
        box = dice.choice(seats)
        player = table.seats[box]
        if player in table.barred and self.chance(0.6):
            return self.order("close_bets")
        if self.chance(0.4 if self.game in ("tiger", "insurance") else 0.02):
            taken = sorted({bet["box"] for bet in table.bets if not bet["standing"]})
            box = dice.choice(taken) if taken and self.chance(0.9) else box
            player, rest["standing"] = self.patron(), True
        elif self.chance(0.04):
            rest["standing"] = True  # at one's own box
        return self.own("place_bet", player, box=box, **rest)

    def nonsense(self) -> Command:
        """A command that comes at a wrong time, from a wrong person, or is not one."""
        dice = self.dice
        if self.chance(0.05):
            return {"do": dice.choice(["fly", None, 5]), "by": {"role": "dealer", "name": "dee"}}
        if self.chance(0.05):
            return {"do": "deal", "by": dice.choice([None, {"role": "king", "name": "x"}, {}])}
        makers = (self.bet, self.deal, self.insure, self.squeeze, self.report, self.ruling)
        others = (self.uninsured, self.between, self.leave, self.new_shoe, self.position)
        if self.chance(0.5):
            found = dict(dice.choice([*makers, *others])())
        elif self.chance(0.03):
            found = dict(self.order("close_table"))
        else:
            found = dict(self.order(dice.choice(SIMPLE)))
            if found["do"] == "replace_shoe" and self.shoe == "shuffler":
                found["do"] = "settle"  # these cards go back after the round, and nobody knows them
        if self.chance(0.4):
            found["by"] = {"role": dice.choice(ROLES), "name": dice.choice([*PATRONS, "dee"])}
        return found


def play(seed: int, lines: int) -> Iterator[Step]:
    """The commands of a script, each with the naive answer and the naive table after it."""
    scribe = Scribe(seed)
    for command in scribe.opening():
        yield command, scribe.table.answer(command), scribe.table
    for _ in range(lines):
        command = scribe.next()
        yield command, scribe.table.answer(command), scribe.table
