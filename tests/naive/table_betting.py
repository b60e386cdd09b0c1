"""Betting at the naive table: limits, priority, push-back and rejection."""

from typing import Any

from naive import settlement as slow
from naive import table_cards as cards
from naive.table_base import Book, Command

Bet = dict[str, Any]
DIFFERENTIAL = ("tiger", "insurance")


class Betting(Book):
    """What patrons do while bets are open, and how the dealer rejects."""

    # limits

    def limit(self, key: str, kind: str, box: int) -> int | None:
        """The minimum ("min") or maximum ("max") of a kind of bet on a box, in units."""
        # a reading given: what is said of a kind of bet goes before what is said of a box
        by_bet = self.limits["by_bet"].get(kind, {}).get(key)
        if by_bet is not None:
            return int(by_bet)
        for limits in (self.limits["by_box"].get(box, {}), self.limits):
            found = limits.get(key if kind in slow.MAIN else "side_" + key)
            if found is not None:
                return int(found)
        # where there is no maximum for side bets the other holds for them too
        for limits in (self.limits["by_box"].get(box, {}), self.limits):
            if key == "max" and limits.get("max") is not None:
                return int(limits["max"])
        return None

    def least(self, kind: str, box: int) -> int:
        """The minimum of a kind of bet on a box."""
        return self.limit("min", kind, box) or 0

    def differential(self, box: int) -> int | None:
        """The maximum differential that holds for a box."""
        own = self.limits["by_box"].get(box, {}).get("max_differential")
        if own is not None and self.limits["scope"] == "box":
            return int(own)
        found = self.limits["max_differential"]
        return None if found is None else int(found)

    def group(self, box: int) -> list[Bet]:
        """The main bets that are looked at together with those on this box."""
        main = [bet for bet in self.bets if bet["bet"] in slow.MAIN]
        if self.limits["scope"] == "table":
            return main
        return [bet for bet in main if bet["box"] == box]

    def excess(self, box: int) -> tuple[str, int]:
        """The heavier side, and by how much it is above the differential (0 or less: not)."""
        on = dict.fromkeys(slow.MAIN, 0)
        for bet in self.group(box):
            on[bet["bet"]] += bet["amount"]
        heavy = "player" if on["player"] > on["banker"] else "banker"
        most = self.differential(box)
        if most is None:
            return heavy, 0
        return heavy, abs(on["player"] - on["banker"]) - most

    def take_back(self, bet: Bet, amount: int) -> int:
        """Hand back part of a bet, or all of it where less than the minimum would stay."""
        amount = min(amount, bet["amount"])
        if bet["amount"] - amount < self.least(bet["bet"], bet["box"]):
            amount = bet["amount"]
        bet["amount"] -= amount
        self.pay(bet["player"], amount)
        if bet["amount"] == 0:
            self.bets.remove(bet)
        return amount

    def push_back(self, box: int, side: str, excess: int) -> int:
        """Take from standing bets on a side, the latest first; what could not be taken."""
        for bet in reversed(self.group(box)):
            if excess > 0 and bet["standing"] and bet["bet"] == side:
                excess -= self.take_back(bet, excess)
        return excess

    def make_room(self, bet: Bet) -> None:
        """A bet has just been put down or raised: look at the differential (5.1)."""
        heavy, excess = self.excess(bet["box"])
        if excess <= 0 or bet["bet"] != heavy:
            return
        if not bet["standing"]:
            excess = self.push_back(bet["box"], heavy, excess)
        if self.automatic:
            self.need(excess <= 0, "above_differential")

    def within_limits(self, bet: Bet) -> None:
        """The minimum and the maximum, where the system enforces them."""
        if not self.automatic:
            return
        self.need(bet["amount"] >= self.least(bet["bet"], bet["box"]), "below_minimum")
        most = self.limit("max", bet["bet"], bet["box"])
        self.need(most is None or bet["amount"] <= most, "above_maximum")

    def own_fee(self, kind: str) -> int:
        """The collection fee of a bet."""
        return self.fee["tie" if kind == "tie" else "main"]

    def fees_due(self, player: str) -> int:
        """The fees that a patron owes when bets close."""
        due = sum(self.own_fee(bet["bet"]) for bet in self.bets if bet["player"] == player)
        if self.seat is not None and self.banker == player:
            due += self.fee["player_dealer"]
        return due

    def sits(self, bet: Bet) -> bool:
        """Whether a bet on a hand is that of somebody who sits at its box (1.17, 1.19)."""
        # a reading given: who moved to another box does not sit at the one with the bet
        here = self.seats.get(bet["box"]) == bet["player"]
        return here and bet["bet"] in slow.MAIN and not bet["standing"]

    def highest_bettor(self) -> str | None:
        """The seated patron with the largest bet on a hand, the earlier among equals (3.9)."""
        best: dict[str, Any] | None = None
        for bet in self.bets:
            if self.sits(bet) and (best is None or bet["amount"] > best["amount"]):
                best = bet
        return None if best is None else str(best["player"])

    # commands

    def do_place_bet(self, command: Command) -> None:
        """Put a bet on the layout."""
        self.in_phase("betting")
        self.nothing_waits()
        self.this_round(command)
        player = self.patron(command)
        box, amount = self.box(command), self.amount(command)
        kind, standing = command.get("bet"), command.get("standing")
        standing = False if standing is None else standing
        if standing is True and box and self.seats.get(box) == player:
            standing = False  # at one's own box one is just seated, in every game
        # a reading given: whatever the report was that the options came from
        self.need(player not in self.barred, "too_late", "wrong_phase", "not_allowed")
        self.open_still(kind)
        self.need(isinstance(kind, str), "malformed", "unknown_bet")
        self.need(isinstance(standing, bool), "malformed")
        offered = self.game in slow.PAYS and kind in slow.PAYS[self.game]
        if not offered:
            # an insurance bet has a command of its own
            self.need(False, "unknown_bet", *(["malformed"] if kind in slow.INSURANCE else []))
        name = command.get("id")
        if name is not None and self.need(isinstance(name, str) and name, "malformed"):
            self.need(all(bet["id"] != name for bet in self.bets), "malformed", "duplicate_bet")
        if box and player and isinstance(standing, bool):
            self.place_allowed(player, box, str(kind), standing)
        if player in self.balances:
            fee = self.own_fee(str(kind))
            enough = self.balances[player] >= amount + fee + self.fees_due(player)
            self.need(enough, "insufficient_balance")
        if box and offered and amount:
            bet = {
                "id": name,
                "player": player,
                "box": box,
                "bet": kind,
                "amount": amount,
                "standing": standing,
                "stage": None,
                "odds": None,
                "share": amount,
            }
            self.within_limits(bet)
            if player in self.balances:
                self.pay(player, -amount)
                self.bets.append(bet)
                self.make_room(bet)
        self.stop()

    def place_allowed(self, player: str, box: int, kind: str, standing: bool) -> None:
        """Seats, standing patrons, and what may be bet together with what."""
        if standing:
            self.need(self.game in DIFFERENTIAL, "no_standing")
            # who has left is not seated: nobody new stands behind them
            here = [bet for bet in self.bets if bet["box"] == box and not bet["standing"]]
            has_bet = any(self.seats.get(box) == bet["player"] for bet in here)
            self.need(has_bet, "no_standing")
        elif self.seats.get(box) != player:
            taken = box in self.seats or box == self.seat
            self.need(False, "not_seated", *(["box_taken"] if taken else []))
        if self.seat is not None:
            self.need(box != self.seat, "box_taken", "player_dealer_bets")
            self.need(self.banker != player, "player_dealer_bets")
        mine = [bet for bet in self.bets if bet["player"] == player]
        same = [bet for bet in mine if (bet["box"], bet["bet"]) == (box, kind)]
        self.need(not same, "duplicate_bet")
        if self.game == "tournament":
            kinds = {bet["bet"] for bet in mine} | {kind}
            self.need(not {"player", "banker"} <= kinds, "both_sides")
            self.need({"player", "banker"} & kinds, "side_needs_main")

    def find_bet(self, command: Command) -> Bet | None:
        """The bet that a command names; it must be the patron's own."""
        by, name = command["by"], command.get("bet")
        found = [bet for bet in self.bets if bet["id"] == name and name is not None]
        if not found:
            self.need(isinstance(name, str), "malformed")
            self.need(False, "unknown_bet", "not_yours")
            return None
        if by["role"] == "player":
            self.need(found[0]["player"] == by["name"], "not_yours")
        if command.get("player") is not None:
            self.need(found[0]["player"] == command["player"], "not_yours", "not_allowed")
        return found[0]

    def open_still(self, kind: Any) -> None:
        """No bet is taken on what the cards lying ready have decided."""
        # a reading given
        if len(self.queue) >= 3 and self.game in slow.PAYS:
            self.need(kind not in cards.certain(self.game, *cards.laid(self.queue)), "too_late")

    def do_increase_bet(self, command: Command) -> None:
        """Add to a bet."""
        if not self.in_phase("betting"):
            self.bad.add("too_late")
        self.nothing_waits()
        self.this_round(command)
        bet, amount = self.find_bet(command), self.amount(command)
        if bet is not None and amount:
            player = bet["player"]
            self.need(player not in self.barred, "too_late", "wrong_phase", "not_allowed")
            self.open_still(bet["bet"])
            enough = self.balances[player] >= amount + self.fees_due(player)
            self.need(enough, "insufficient_balance")
            self.within_limits({**bet, "amount": bet["amount"] + amount})
            self.pay(player, -amount)
            bet["amount"] += amount
            self.make_room(bet)
        self.stop()

    def do_withdraw_bet(self, command: Command) -> None:
        """Take a bet back, or part of it; too late once bets are closed (5.6)."""
        if not self.in_phase("betting"):
            self.bad.add("too_late")
        self.nothing_waits()
        self.this_round(command)
        bet = self.find_bet(command)
        amount = self.amount(command) if command.get("amount") is not None else None
        self.stop()
        assert bet is not None
        amount = bet["amount"] if amount is None else amount
        self.need(amount <= bet["amount"], "bad_amount", "insufficient_balance")
        self.stop()
        rest = bet["amount"] - amount
        if self.automatic and rest:
            self.need(rest >= self.least(bet["bet"], bet["box"]), "below_minimum")
        if rest == 0:
            self.withdraw_allowed(bet)
        self.stop()
        bet["amount"] = rest
        self.pay(bet["player"], amount)
        if self.shown:
            # chips taken back because of a card that is seen: no bet again in this round
            self.barred.add(bet["player"])
        if rest == 0:
            self.bets.remove(bet)
        self.nobody_to_stand_behind(bet["box"])

    def nobody_to_stand_behind(self, box: int) -> None:
        """Standing bets go back when no seated bet is left on their box (1.19; a reading given)."""
        here = [bet for bet in self.bets if bet["box"] == box]
        if not any(not bet["standing"] for bet in here):
            for bet in here:
                self.pay(bet["player"], bet["amount"])
                self.bets.remove(bet)

    def withdraw_allowed(self, bet: Bet) -> None:
        """What would be left behind must be able to stand by itself."""
        others = [other for other in self.bets if other is not bet]
        if self.game == "tournament" and bet["bet"] in slow.MAIN:
            mine = [other["bet"] for other in others if other["player"] == bet["player"]]
            self.need(not mine or set(mine) & set(slow.MAIN), "side_needs_main")

    def do_reject_excess(self, command: Command) -> None:
        """Standing before seated, the latest first, only as much as needed (5.1)."""
        self.in_phase("betting")
        self.nothing_waits()
        self.stop()
        rejected = 0
        for bet in list(self.bets):
            most = self.limit("max", bet["bet"], bet["box"])
            if most is not None and bet["amount"] > most:
                rejected += self.take_back(bet, bet["amount"] - most)
        for box in sorted({bet["box"] for bet in self.bets}):
            heavy, excess = self.excess(box)
            for standing in (True, False):
                for bet in reversed(self.group(box)):
                    if excess > 0 and bet["standing"] == standing and bet["bet"] == heavy:
                        taken = self.take_back(bet, excess)
                        rejected += taken
                        excess -= taken
        self.need(rejected, "nothing_to_reject")
        self.stop()
        for box in sorted({bet["box"] for bet in self.bets}):
            self.nobody_to_stand_behind(box)

    def do_open_bets(self, command: Command) -> None:
        """A new round begins."""
        self.in_phase("idle")
        self.nothing_waits()
        self.need(self.shoe is not None and not self.out_of_play, "no_shoe")
        if self.game == "player-dealer":
            self.need(self.seat is not None, "no_player_dealer")
        self.stop()
        self.clear_round()
        self.hands = {"player": [], "banker": []}
        self.settled, self.uninsured, self.waived = [], [], False
        self.fresh, self.all_chose, self.was_settled = False, False, False
        self.sign, self.walked, self.barred = self.insurance, set(), set()
        self.shown, self.ended = False, []
        self.round += 1
        self.phase = "betting"

    def do_close_bets(self, command: Command) -> None:
        """No more bets; collection fees are taken and the shares of pro rata fixed now."""
        self.in_phase("betting")
        self.nothing_waits()
        for bet in self.bets:
            # a reading given: a bet above its maximum must be rejected or withdrawn first
            most = self.limit("max", bet["bet"], bet["box"])
            self.need(most is None or bet["amount"] <= most, "above_maximum")
        self.stop()
        for player in list(self.balances):
            due = self.fees_due(player)
            if due:
                self.pay(player, -due)
                self.fees += due
                self.taken[player] = due
        self.fix_shares()
        self.phase = "dealing"
        # a squeeze is for the highest bettor (3.9), and who that is shows only now
        best = self.highest_bettor()
        self.requested = [each for each in self.requested if each[0] == best]
        self.granted = {hand: who for hand, who in self.granted.items() if who == best}

    def fix_shares(self) -> None:
        """Work out how much of each bet is in action; nobody's refund changes it later (5.1.1)."""
        bets = [
            slow.Bet(str(i), b["player"], b["box"], b["bet"], b["amount"], b["standing"], None, 0)
            for i, b in enumerate(self.bets)
        ]
        for bet in bets:
            bet.in_action = bet.amount
        for group in slow.groups(bets, self.limits["scope"]) if self.game in DIFFERENTIAL else []:
            most = self.differential(group[0].box) if group else None
            if most is not None:
                on = {side: sum(b.amount for b in group if b.kind == side) for side in slow.MAIN}
                heavy = "player" if on["player"] > on["banker"] else "banker"
                slow.pro_rata(group, self.least(heavy, group[0].box), most)
        for record, bet in zip(self.bets, bets, strict=True):
            record["share"] = bet.in_action
