"""Short stories for scripts: several commands that belong together and chance would rarely join."""

from collections.abc import Callable
from typing import Any

from naive.scripts_cards import CardScribe

Maker = Callable[[], Any]


class Plotter(CardScribe):
    """Finds a story that begins at this moment."""

    def stories(self) -> list[list[Maker]]:
        """The stories that could begin now, each as the makers of its commands."""
        table = self.table
        found: list[list[Maker]] = []
        if table.phase == "dealing" and table.pending is None:
            if table.on_offer() and self.insurable():
                found += [self.card_seen(), self.walk(), self.wrong_way()]
            if any(bet["share"] < bet["amount"] for bet in table.bets):
                found.append(self.refund())
            if self.chance(0.04):
                found.append(self.in_the_dark())
        if table.phase == "idle" and table.was_settled and table.pending is None:
            if self.chance(0.4):
                found.append(self.gone_with_it())
            if self.neglected():
                found.append(self.another_sign())
            if any(bet["stage"] for bet in table.settled):
                found.append([self.wrong_number, self.other_order])
        return found

    def card_seen(self) -> list[Maker]:
        """The next card is known, and somebody would like to insure or to insure more."""
        seen = self.dice.choice([self.exposed, self.exposed, self.wrong_number, self.two_at_once])
        before = [self.insure] if self.chance(0.6) else []
        after: list[Maker] = [self.settle_it] * 2 + [self.go_on] * 3
        return [*before, seen, *after, self.insure, self.insure, self.deal, self.insure]

    def walk(self) -> list[Maker]:
        """Somebody insures, leaves, perhaps comes back, and would insure more."""
        box = self.dice.choice([bet["box"] for bet in self.insurable()] or [1])
        mine = [bet for bet in self.main_bets() if bet["box"] == box and not bet["standing"]]
        bet = self.dice.choice(mine or self.main_bets())
        player = bet["player"]

        def leave() -> Any:
            return self.own("leave", player, box=box)

        def back() -> Any:
            return self.own("sit", player, box=box)

        def more() -> Any:
            return self.insure_for(bet)

        story: list[Maker] = [more] if self.chance(0.6) else []
        story.append(leave)
        story += [back] if self.chance(0.4) else []
        return [*story, more, more, self.deal, more]

    def insure_for(self, bet: dict[str, Any]) -> Any:
        """Insurance of a bet, or more of it, by its owner or by the dealer."""
        taken = [
            each
            for each in self.table.bets
            if each["stage"] and each["id"] and each["player"] == bet["player"]
        ]
        role, name = ("dealer", "dealer") if self.chance(0.4) else ("player", bet["player"])
        rest: dict[str, Any] = {"player": bet["player"], "amount": "5"}
        if taken and self.chance(0.5):
            return self.order("increase_bet", role, name, bet=taken[-1]["id"], **rest)
        self.number += 1
        rest |= {"box": bet["box"], "bet": bet["bet"] + "_insurance", "id": f"n{self.number}"}
        return self.order("place_insurance", role, name, **rest)

    def wrong_way(self) -> list[Maker]:
        """Insurance is taken on cards that turn out to lie wrongly."""
        return [self.insure, self.insure, self.wrong_hand, self.other_order, self.go_on, self.go_on]

    def refund(self) -> list[Maker]:
        """One of those who share at closing takes the bet back."""
        return [self.two_at_once, self.settle_it, self.take_it_back, self.go_on, self.go_on]

    def in_the_dark(self) -> list[Maker]:
        """A report waits, and the lights go out."""

        def interrupt() -> Any:
            return self.order("interrupt")

        def resume() -> Any:
            return self.order("resume", "pit_supervisor" if self.chance(0.5) else None)

        return [self.wrong_hand, interrupt, resume, self.settle_it, resume, resume]

    def gone_with_it(self) -> list[Maker]:
        """Winners cash out, and the round is void after all."""

        def cash_out() -> Any:
            won = [bet["player"] for bet in self.table.settled if bet["profit"] > 0]
            if self.table.last["seat"] is not None:
                won.append(self.table.last["banker"])
            player = self.dice.choice(won or [self.patron()])
            return self.order("cash_out", player=player)

        def open_bets() -> Any:
            return self.order("open_bets")

        def void() -> Any:
            return self.staff("cannot_reconstruct")

        last = void if self.chance(0.7) else self.other_order
        position = [self.position] if self.game == "player-dealer" and self.chance(0.5) else []
        return [*position, cash_out, cash_out, self.wrong_number, open_bets, last, open_bets]

    def another_sign(self) -> list[Maker]:
        """The sign is changed before the neglect of the round is noticed."""

        def change() -> Any:
            return self.order("change_table", insurance=not self.table.insurance)

        return [change, self.uninsured, self.uninsured]

    # single steps

    def exposed(self) -> Any:
        """A card is exposed or drawn in excess, and named or not."""
        rest: dict[str, Any] = {"cards": self.upcoming(1)} if self.chance(0.5) else {}
        return self.order("report", kind=self.dice.choice(["exposed_card", "excess_card"]), **rest)

    def wrong_number(self) -> Any:
        """A hand has a wrong number of cards."""
        rest: dict[str, Any] = {"cards": self.upcoming(1)} if self.chance(0.4) else {}
        return self.order("report", kind="wrong_number_of_cards", **rest)

    def wrong_hand(self) -> Any:
        """Cards lie at the wrong hand."""
        return self.order("report", kind="wrong_hand")

    def two_at_once(self) -> Any:
        """Two cards are drawn together, or there was only one."""
        cards = self.upcoming(2 if self.chance(0.85) else 1)
        return self.order("report", kind="simultaneous_cards", cards=cards)

    def other_order(self) -> Any:
        """The cards are laid out again, otherwise than they lay."""
        table = self.table
        if any(each["card"] is None for each in table.down()):
            return self.staff("reconstruct")
        named = table.pending["cards"] if table.pending else []
        cards = [*table.on_table(), *(table.queue if table.phase != "idle" else named)]
        if len(cards) > 3 and self.chance(0.5):
            cards[0], cards[2] = cards[2], cards[0]  # nothing else changes, not even the totals
        else:
            self.dice.shuffle(cards)
        return self.staff("reconstruct", cards=cards)

    def settle_it(self) -> Any:
        """Decide what waits, if anything does."""
        return self.decision() if self.table.pending is not None else self.go_on()

    def take_it_back(self) -> Any:
        """Somebody who is asked takes the refund."""
        waiting = sorted(who for who, what in self.table.options.items() if what is None)
        if not waiting:
            return self.go_on()
        return self.own("choose", self.dice.choice(waiting), option="refund")

    def go_on(self) -> Any:
        """End the options, or do what the moment asks for."""
        if self.table.phase == "options":
            return self.order("close_options")
        return getattr(self, self.table.phase)()
