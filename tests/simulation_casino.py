"""A table and its people, drawn from one seed: they bet, err, interrupt, refuse and decide."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

import table_commands as commands
from croupier.cards import DECK, Card
from croupier.coup import Side
from croupier.game.loading import load
from croupier.store.memory_table import MemoryTable
from croupier.table import COMMANDS, Actor, Event, Phase, ShoeKind, Table, what_next
from croupier.table import events as e
from croupier.table.events.insurance import offers
from proving import Draws, Log
from table_commands import MENDED, Fields
from table_world import GlassVault, check

SHORT = 10
"""Rounds of a short run."""
LONG = 500
"""More rounds than a shoe has, replaced now and then: a run that gets there never ends."""
NAMES = ("ann", "bob", "cho", "dan", "eve", "fay", "gus")
STUBBORN = frozenset({"dan", "gus"})
"""Patrons who never choose, and who ask for what they may not do."""
WILD = tuple(name for name in COMMANDS if name not in ("close_table", "open_table"))


class Answering(Protocol):
    """Where commands are given: a MemoryTable, or something with the same methods."""

    @property
    def table(self) -> Table:
        """The table as it is."""

    def answer(self, data: dict[str, Any]) -> dict[str, Any]:
        """Carry a command out, or say why not."""


class Casino:
    """One table with its people, drawn from one seed."""

    def __init__(self, seed: int, game: str, *, whole: bool) -> None:
        self.rng = Random(seed)
        self.pick = self.rng.choice
        self.whole = whole
        self.game = game
        self.log = Log()
        self.draws = Draws(self.rng.randbytes)
        self.given: list[Fields] = []
        """Every command, as scripts write them."""
        self.vault = GlassVault(self.draws)
        self.live: Answering = MemoryTable(load, self.vault, self._listen)
        self.real: list[Card] = []
        """What a real shoe still holds, in its order."""
        self.down: dict[tuple[Side, int], Card] = {}
        self.rounds = self.commands = self.refused = 0

    @property
    def table(self) -> Table:
        return self.live.table

    def chance(self, percent: float) -> bool:
        return self.rng.random() * 100 < percent

    def say(self, do: str, by: str, /, **fields: Any) -> bool:
        """Give a command, by a role or by a patron's name; say whether it was carried out."""
        role = by if by in commands.STAFF else "player"
        return self.send({"do": do, "by": {"role": role, "name": by}, **fields})

    def send(self, data: Fields) -> bool:
        self.commands += 1
        self.given.append(data)
        before = self.table
        said = self.live.answer(data)
        if not said["ok"]:
            self.refused += 1
            assert self.table is before, "a refusal changes nothing"
        return bool(said["ok"])

    def must(self, do: str, by: str = "dealer", /, **fields: Any) -> None:
        """Give a command that is in order."""
        self.commands += 1
        role = by if by in commands.STAFF else "player"
        data = {"do": do, "by": {"role": role, "name": by}, **fields}
        self.given.append(data)
        said = self.live.answer(data)
        assert said["ok"], f"{data} is in order, and is refused: {said['error']}"

    def _listen(self, events: tuple[Event, ...], by: Actor, table: Table) -> None:
        self.log.journal.write(events, by, table)
        if table.rules.shoe is ShoeKind.MANUAL:
            for event in events:
                self._follow(event)

    def _follow(self, event: Event) -> None:
        """Take the cards out of the real shoe that have left it."""
        match event:
            case e.ShoeStarted():
                self.real = list(DECK) * self.decks
                self.rng.shuffle(self.real)
                del self.real[: event.burned]
            case e.BetsOpened():
                self.down.clear()
            case e.CardDealt(ready=False, card=None):
                self.down[event.hand, event.number] = self.real.pop(0)
            case e.CardDealt(ready=False, card=Card() as card):
                self._out(card)
            case e.IrregularityReported():
                for card in event.ready:
                    self._out(card)
            case e.CardCorrected():
                self.real.insert(0, event.was)
                self._out(event.card)
            case _:
                pass

    def _out(self, card: Card) -> None:
        if card in self.real:
            self.real.remove(card)

    @property
    def decks(self) -> int:
        return self.table.rules.decks

    def coming(self, count: int) -> list[str]:
        """Name the next cards of the shoe, whatever shoe it is."""
        if self.table.shoe is None:
            return []
        if self.table.rules.shoe is ShoeKind.MANUAL:
            return [card.text for card in self.real[:count]]
        return [card.text for card in self.peek(count)] if self.table.shoe.used else []

    def peek(self, count: int) -> tuple[Card, ...]:
        """Look at the next cards of a digital shoe."""
        return self.vault.peek(count)

    def play(self) -> None:
        """Open, and play to the end of the shoe or for some rounds."""
        setting = commands.opening(self.game, self.pick)
        if self.whole:
            setting["shoe"] = self.pick(("digital", "manual"))
        self.must("open_table", "shift_manager", **setting)
        for box, name in enumerate(NAMES[: self.rng.randint(2, 7)], start=1):
            self.must("buy_in", player=name, amount=self.pick(("300", "3000")))
            if box <= self.table.rules.layout.boxes and not self.chance(10):
                self.say("sit", name, box=box)
        self.say("buy_in", "dealer", player="hal", amount="1000")
        while self.rounds < (LONG if self.whole else SHORT):
            if not self._prepare():
                break
            self._round()
            check(self.table)
            self.rounds += 1
        assert not self.whole or self.rounds < LONG, "a shoe comes to its end"

    def _prepare(self) -> bool:
        """Do what is done between rounds; say whether another one can be played."""
        self._between()
        for _ in range(60):
            table = self.table
            shoe, next_ = table.shoe, what_next(table)[0].do
            if table.phase is not Phase.IDLE:
                return True
            if shoe is not None and shoe.fixed:
                self.must("new_shoe")
                continue
            match next_:
                case "open_bets":
                    return True
                case "new_shoe":
                    if shoe is not None and self.whole:
                        return False
                    self.must(
                        "new_shoe", **self.pick(({}, {"seed": "s"} if self._digital() else {}))
                    )
                    for name in table.patrons[:2]:
                        self.say("add_entropy", name, text=f"{self.rng.random()}")
                case "sit":
                    self.must("sit", "hal", box=1)
                case "offer_player_dealer":
                    self.say(
                        "offer_player_dealer", "dealer", seat=self.pick(list(self.table.seats))
                    )
                case "accept_player_dealer":
                    self._bank()
                case _:
                    self._decide()
        raise AssertionError("the table never gets ready for a round")

    def _digital(self) -> bool:
        return self.table.rules.shoe is not ShoeKind.MANUAL

    def _bank(self) -> None:
        table = self.table
        seat = table.offered
        assert seat is not None
        name, wager = table.seats[seat], self.pick(("50", "200", "1000"))
        if self.chance(30):
            self.must("decline_player_dealer", name, seat=seat)
        elif not self.say("accept_player_dealer", name, seat=seat, wager=wager):
            self.must("buy_in", player=name, amount="2000")

    def _between(self) -> None:
        table = self.table
        for name in table.patrons:
            if table.free(name) < 5_000 and self.chance(80):
                self.must("buy_in", player=name, amount="1000")
        if self.chance(6):
            self._wild()
        if self.chance(6) and table.patrons:
            self.say(*self.pick((("leave", self.pick(table.patrons)),)))
            self.say("sit", self.pick(table.patrons), box=self.rng.randint(1, 5))
        if self.chance(3):
            self.say("change_table", "pit_manager", limits=commands.limits(table.game, self.pick))
        if self.chance(3):
            self.say(self.pick(("fill", "credit")), "pit_manager", amount="5000")
        if self.chance(4):
            self.say("report", "dealer", kind="exposed_card", cards=self.coming(1) or ["9s"])
        if table.ended is not None and self.chance(8):
            self.say("report", "dealer", kind="wrong_number_of_cards")
            self._decide()
        if table.ended is not None and self.chance(20):
            self.send(commands.proper("return_uninsured", table, self.pick, ()))

    def _wild(self) -> None:
        """Somebody asks for something, and need not be allowed to."""
        table = self.table
        do = self.pick(WILD)
        # A shoe that is to be dealt to its end is not taken away.
        if not (self.whole and do in ("new_shoe", "replace_shoe")):
            self.send(commands.command(do, table, self.pick, self.coming(2)))

    def _round(self) -> None:
        if self.table.phase is Phase.IDLE:
            self.must("open_bets")
        for fields in commands.bets(self.table, self.pick):
            self.say("place_bet", fields["player"], **fields)
        if self.chance(25):
            for do in ("increase_bet", "withdraw_bet", "place_bet"):
                self.send(commands.proper(do, self.table, self.pick, ()))
        for _ in range(80):
            if self.table.phase is Phase.IDLE:
                return
            if self.chance(3):
                self._wild()
            else:
                self._step()
        raise AssertionError(f"the round does not end: phase {self.table.phase}")

    def _step(self) -> None:
        """Do something that belongs to the phase, mostly what is due."""
        table = self.table
        if table.case is not None:
            self._decide()
            return
        match table.phase:
            case Phase.BETTING:
                self._betting()
            case Phase.DEALING:
                self._dealing()
            case Phase.COMPLETE:
                self._complete()
            case Phase.OPTIONS:
                self._options()
            case Phase.INTERRUPTED:
                # Where nothing is established it voids the round: that is not a dealer's to do.
                assert self.say("resume", "dealer") is table.established
                if not table.established:
                    self.must("resume", "pit_supervisor")
            case Phase.IDLE:
                pass

    def _betting(self) -> None:
        if self.table.rules.face_down and self.chance(60):
            for hand in ("player", "banker"):
                if self.chance(60):
                    self._squeeze(hand)
        if what_next(self.table)[0].do == "reject_excess" and self.chance(80):
            self.must("reject_excess")
        if not self.say("close_bets", "dealer"):
            self.must("reject_excess")

    def _squeeze(self, hand: str) -> None:
        asked = commands.proper("request_squeeze", self.table, self.pick, ())
        if self.send({**asked, "hand": hand}) and self.chance(90):
            self.say("grant_squeeze", "dealer", player=asked["player"], hand=hand)

    def _dealing(self) -> None:
        if self.chance(1):
            self.must("interrupt")
            return
        if self.chance(4):
            self._mishap()
            return
        if offers(self.table):
            for _ in range(self.rng.randint(0, 3)):
                self.send(commands.proper("place_insurance", self.table, self.pick, ()))
            if self.chance(20):
                self.send(commands.proper("increase_bet", self.table, self.pick, ()))
            if self.chance(10):
                self.send(commands.proper("expose_banker_first", self.table, self.pick, ()))
        hidden = self.table.hidden
        if hidden and (self.chance(40) or (len(self.table.cards) >= 4 and not self._digital())):
            self._turn(hidden[0])
        else:
            self._deal()

    def _turn(self, place: int) -> None:
        hand, number, _ = self.table.cards[place]
        fields: Fields = {"hand": hand.value, "number": number}
        if not self._digital():
            fields["card"] = self.down[hand, number].text
        who = self.table.squeezes.get(hand, "dealer")
        if not self.say("turn", self.pick((who, "dealer")), **fields):
            # The card that lies there cannot be, after slips that nobody put right.
            self.must("report", kind="foreign_card")

    def _deal(self) -> None:
        table = self.table
        if self._digital() or table.ready:
            self.must("deal")
            return
        if not self.real or (table.shoe is not None and table.shoe.left <= 0):
            self.must("report", kind="insufficient_cards")
            return
        card = self.real[0].text
        if len(table.cards) < 4 and table.next_hand in table.squeezes:
            self.must("deal")
        elif self.chance(3) and self.say("deal", "dealer", card=self.pick(DECK).text):
            self.say("correct_card", "dealer", card=card)
        elif not self.say("deal", "dealer", card=card):
            self.must("report", kind="foreign_card")

    def _mishap(self) -> None:
        """Something goes wrong: it is reported, with the cards that it is about or without."""
        table = self.table
        fields = commands.report(table, self.pick, self.coming(2))
        if self.chance(70):
            fields["kind"] = self.pick(MENDED)
        self.say("report", "dealer", **fields)

    def _complete(self) -> None:
        hidden = self.table.hidden
        if hidden and (self.chance(40) or not self._digital()):
            self._turn(hidden[0])
        elif self.chance(3):
            self._mishap()
        elif self.chance(4):
            self.send(commands.proper("return_uninsured", self.table, self.pick, ()))
        elif self.chance(1):
            self.must("interrupt")
        else:
            self.must("settle")

    def _options(self) -> None:
        for name, chosen in self.table.choices.items():
            if chosen is None and name not in STUBBORN and not self.chance(10):
                self.say("choose", name, option=self.pick(("continue", "continue", "refund")))
        if self.table.phase is Phase.OPTIONS:
            if self.chance(5) and self.table.together:
                self.say("replace_shoe", "pit_supervisor")
            self.must("close_options")

    def _decide(self) -> None:
        """Decide a report; where the attempt is refused, in the way that always can be."""
        for _ in range(2):
            if self.table.case is None:
                return
            do, fields = commands.decision(self.table, self.pick)
            self.say(do, "shift_manager", **fields)
        case = self.table.case
        if case is None:
            return
        match case.does:
            case "decide_order":
                cards = [card.text for card in case.cards] or self.coming(2)
                if not self.say("decide_order", "pit_supervisor", cards=cards):
                    self.must("dismiss_report", "pit_supervisor")
            case "reconstruct":
                self.must("reconstruct", "pit_supervisor")
            case "void" if self.chance(50) and self.table.phase is not Phase.IDLE:
                self.must("void_round", "pit_supervisor", reason="a test")
            case "void" if self.chance(50) and self.table.phase is Phase.IDLE and not self.whole:
                self.must("replace_shoe", "pit_supervisor")
            case "void":
                self.must("dismiss_report", "pit_supervisor")
            case _:
                self.must("rule", "shift_manager", text="the bets stand")
