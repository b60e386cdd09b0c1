"""A house for a day: people who sign in, a cage, tables at which everything goes wrong once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

from croupier.game.loading import load
from croupier.game.read_game import KINDS
from naive import settlement as slow
from server.client import Api, Live
from server.day_count import DayCount, TableCount, cents, insured_cards, text
from server.process import Served

STAFF = {
    "dee": "dealer",
    "dan": "dealer",
    "sue": "pit_supervisor",
    "max": "pit_manager",
    "sam": "shift_manager",
    "cas": "cashier",
    "aud": "auditor",
}
PATRONS = ("ann", "bob", "cho", "fay", "gil")
PIN = "836190"
ALONE = 1_000_000
"""From this amount on a cashier needs a second person."""
APPROVERS = ("sue", "max", "sam")
WITHOUT = "*red hat"
"""Somebody without an account, by the name that a dealer gives."""

VOIDING = ("foreign_card", "card_shortage", "card_excess", "not_shuffled", "insufficient_cards")


def password(name: str) -> str:
    """Return somebody's password, which only they know."""
    return f"{name} walks by the harbour"


class Day:
    """The house, everybody in it, and the second count of what they do."""

    def __init__(self, served: Served, seed: int) -> None:
        self.served = served
        self.dice = Random(seed)
        self.count = DayCount()
        self.roles: dict[str, str] = {}
        self.apis: dict[str, Api] = {}
        self.lives: dict[str, Live] = {}
        self._open = ExitStack()
        self._numbers = iter(range(1, 1_000_000))

    def __enter__(self) -> Day:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def id(self) -> str:
        """Return an id for a command: the same ones in every run of a seed."""
        return f"day-{next(self._numbers)}"

    # people

    def people_come(self) -> None:
        """The first administrator by the link of the start, everybody else by the administrator."""
        link = re.search(r"/first#(\S+)", self.served.said)
        assert link is not None
        body = {"token": link[1], "name": "ada", "password": password("ada")}
        ada = self._open.enter_context(Api(self.served.base))
        token = _done(ada.ask("POST", "/api/invitation", json=body))["token"]
        self._sign_in("ada", "administrator", token)
        for name, role in {**STAFF, **dict.fromkeys(PATRONS, "player")}.items():
            new = {"name": name, "post": role, "password": password(name)}
            tables: Any = "all" if role in ("dealer", *_ABOVE) else []
            self.ask("ada", "POST", "/api/people", json={**new, "tables": tables})
            if name in APPROVERS:
                self.ask("ada", "PATCH", f"/api/people/{name}", json={"pin": PIN})
            with Api(self.served.base) as door:
                given = {"name": name, "password": password(name)}
                self._sign_in(
                    name, role, _done(door.ask("POST", "/api/sign-in", json=given))["token"]
                )

    def _sign_in(self, name: str, role: str, token: str) -> None:
        self.roles[name] = role
        self.apis[name] = self._open.enter_context(Api(self.served.base, token))
        if role == "player":
            live = self.lives[name] = Live(self.served.base, token)
            self._open.callback(live.close)

    def ask(self, name: str, method: str, path: str, **options: Any) -> Any:
        """Ask for what must be done, and return it."""
        return _done(self.apis[name].ask(method, path, **options))

    def refused(self, name: str, method: str, path: str, **options: Any) -> str:
        """Ask for what must be refused, and return the code."""
        answer = self.apis[name].ask(method, path, **options)
        assert answer.status_code >= 400, answer.text
        return str(answer.json()["error"]["code"])

    # the cage

    def slip(self, kind: str, amount: str | None = None, **fields: Any) -> Any:
        """Have a slip made by the cashier, with a second person where one is needed."""
        given = {} if amount is None else {"amount": amount}
        tender, name = fields.get("tender"), fields.get("name")
        if kind in ("deposit", "withdrawal", "pay_out"):
            tender = tender or "cash"
        moved = amount or text(self.count.wallets[str(name)])
        if "pieces" in fields:
            moved = text(sum(cents(worth) * many for worth, many in fields["pieces"].items()))
        body = {"id": self.id(), "kind": kind, **given, **fields}
        if cents(moved) >= ALONE and kind != "count":
            body["approval"] = {"name": "max", "pin": PIN}
        slip = self.ask("cas", "POST", "/api/cage/slips", json=body)["slip"]
        self.count.slip(kind, moved, tender, name)
        assert slip["cash"] == text(self.count.cash), "the cage has what was counted here"
        return slip

    def check(self) -> None:
        """Hold wallets, the cage and all tables against the second count."""
        for name in PATRONS:
            assert self.apis["cas"].wallet(name) == text(self.count.wallets[name]), name
        assert self.apis["cas"].get("/api/cage")["cash"] == text(self.count.cash)
        self.count.check_books()


_ABOVE = ("pit_supervisor", "pit_manager", "shift_manager")


def _done(answer: Any) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


class Floor:
    """A table of the day: every command goes to the server and to the second table."""

    def __init__(self, day: Day, name: str, game: str, **setup: Any) -> None:
        self.day, self.name, self.game = day, name, game
        self.dice = day.dice
        self.deck: list[str] = []
        self.played: set[str] = set()
        self.dealer = "dee"
        float_ = setup.pop("float")
        self.count = day.count.tables[name] = TableCount(name, cents(float_))
        day.ask("sam", "POST", "/api/tables", json={"id": name})
        self.give("sam", "open_table", game=game, shoe="manual", float=float_, **setup)
        self.naive.tray = cents(float_)

    @property
    def naive(self) -> Any:
        """The second table."""
        return self.count.naive

    def give(self, who: str, do: str, /, *, approval: str | None = None, **fields: Any) -> Any:
        """Give a command that must be done: a patron by socket, the staff over HTTP."""
        answer = self._send(who, do, approval, fields)
        assert answer["ok"], f"{self.name}: {who} {do} {fields}: {answer}"
        by = {"role": self.day.roles[approval or who], "name": approval or who}
        mine = self.day.count.follow(self.name, {"do": do, "by": by, **fields})
        assert mine, f"{self.name}: the second table refuses {who} {do} {fields}"
        return answer

    def no(self, who: str, do: str, /, **fields: Any) -> str:
        """Give a command that both tables refuse; return the code."""
        answer = self._send(who, do, None, fields)
        assert not answer["ok"], f"{self.name}: {who} {do} {fields} is done"
        code = str(answer["error"]["code"])
        by = {"role": self.day.roles[who], "name": who}
        mine = self.naive.answer({"do": do, "by": by, **fields})
        assert not mine["ok"]
        assert code in mine["error"]["code"], (code, mine)
        return code

    def _send(self, who: str, do: str, approval: str | None, fields: dict[str, Any]) -> Any:
        id = self.day.id()
        if who in self.day.lives:
            return self.day.lives[who].command(self.name, do, id=id, **fields)
        second = None if approval is None else {"name": approval, "pin": PIN}
        return self.day.apis[who].send(self.name, do, id=id, approval=second, **fields).json()

    def check(self) -> None:
        """Hold the table's state against the second one."""
        state, naive = self.day.apis["aud"].state(self.name), self.naive
        assert state["phase"] == naive.phase
        assert state["round"] == naive.round
        assert state["balances"] == {name: text(chips) for name, chips in naive.balances.items()}
        assert (state["house"], state["fees"]) == (text(naive.house), text(naive.fees))
        assert state["drop"] == text(naive.drop)

    # cards

    def shoe(self) -> None:
        """Put a new shoe on the table; its cards come in an order of the seed."""
        self.give(self.dealer, "new_shoe")
        self.deck = sorted(set(slow.CARDS.values())) * 8
        self.dice.shuffle(self.deck)

    def draw(self) -> str:
        """Return the next card that leaves the shoe."""
        return self.deck.pop()

    def deal(self) -> None:
        """Deal a card: one that lies ready, or the next."""
        card = self.naive.queue[0] if self.naive.queue else self.draw()
        self.give(self.dealer, "deal", card=card)

    # a round

    def begin(self) -> None:
        """Open bets, with a shoe and, where patrons bank, a player-dealer."""
        naive = self.naive
        if naive.shoe is None or naive.out_of_play or naive.out > 350:
            self.shoe()
        if self.game == "player-dealer" and naive.seat is None:
            self.bank()
        self.give(self.dealer, "open_bets")

    def bank(self) -> None:
        """Let somebody bank; now and then the first who is asked passes."""
        if self.naive.offered is None:
            self.give(self.dealer, "offer_player_dealer", seat=min(self.naive.seats))
        if self.naive.round % 5 == 4:
            seat = self.naive.offered
            self.give(self.naive.seats[seat], "decline_player_dealer", seat=seat)
        seat = self.naive.offered
        holder = self.naive.seats[seat]
        if self.naive.balances[holder] < 60_000:
            self.buy(holder, "500")
        self.give(holder, "accept_player_dealer", seat=seat, wager="300")

    def bets(self) -> None:
        """Let everybody who is seated and does not bank bet on a hand, some on more."""
        naive, kinds = self.naive, sorted(set(slow.PAYS[self.game]) - {"player", "banker"})
        placed = 0
        for box, name in sorted(naive.seats.items()):
            if box == naive.seat or name in naive.barred:
                continue
            side = ("player", "banker")[(box + naive.round) % 2]
            who = self.dealer if name == WITHOUT else name
            more = {"player": name} if name == WITHOUT else {}
            amount = str(self.dice.choice((50, 75, 100)))
            self.bet(who, name, box, side, amount, more)
            if self.dice.random() < 0.5:
                self.bet(who, name, box, self.dice.choice(kinds), "25", more)
            placed += 1
        assert placed, "somebody bets"
        if naive.round % 4 == 0:
            self.change_minds()

    def change_minds(self) -> None:
        """The first with an account raises a bet on a hand, then takes a part of it back."""
        bets = self.day.apis[self.dealer].state(self.name)["bets"]
        main = [bet for bet in bets if bet["bet"] in slow.MAIN and bet["player"] != WITHOUT]
        self.naive.bets = [
            {**mine, "id": bet["id"]} for mine, bet in zip(self.naive.bets, bets, strict=True)
        ]
        bet = main[0]
        if self.naive.balances[bet["player"]] >= 3_000:
            fields = {"bet": bet["id"], "round": self.naive.round}
            self.give(bet["player"], "increase_bet", **fields, amount="20")
            self.give(bet["player"], "withdraw_bet", **fields, amount="15")

    def bet(
        self, who: str, name: str, box: int, kind: str, amount: str, more: dict[str, Any]
    ) -> None:
        """Place a bet, after buying chips for it if there are too few."""
        if self.naive.balances[name] < cents(amount) + 1_000:
            self.buy(name, "500")
        fields = {"box": box, "bet": kind, "amount": amount, **more}
        self.give(who, "place_bet", **fields, round=self.naive.round)

    def buy(self, name: str, amount: str) -> None:
        """Buy chips: for cash without an account, else out of the wallet."""
        if name == WITHOUT:
            self.give(self.dealer, "buy_in", player=name, amount=amount, cash=True)
            return
        if self.day.count.wallets[name] < cents(amount):
            self.day.slip("deposit", "2000", name=name)
        self.give(self.dealer, "buy_in", player=name, amount=amount)

    def finish(self) -> None:
        """Bring a round to its end: what waits is decided, the rest is dealt and paid."""
        for _ in range(60):
            naive = self.naive
            if naive.pending is not None:
                self.decide()
            elif naive.phase == "options":
                self.choose()
            elif naive.phase == "betting":
                self.give(self.dealer, "close_bets")
            elif naive.phase == "dealing":
                self.insure()
                self.deal()
            elif naive.phase == "complete":
                self.give(self.dealer, "settle")
            elif naive.phase == "interrupted":
                self.give(self.dealer, "resume", approval="sue")
            else:
                return
        raise AssertionError(f"{self.name}: the round does not end")

    def play(self) -> None:
        """Play a round in which nothing goes wrong."""
        self.begin()
        self.bets()
        self.finish()
        self.check()

    def insure(self) -> None:
        """Whoever bet on a hand that can be insured insures a little of it, now and then."""
        naive = self.naive
        stage = naive.window()
        for kind, odds in naive.on_offer().items():
            for bet in list(naive.bets):
                taken = any(
                    (b["player"], b["bet"], b["stage"]) == (bet["player"], kind, stage)
                    for b in naive.bets
                )
                if f"{bet['bet']}_insurance" != kind or taken or bet["player"] == WITHOUT:
                    continue
                already = naive.insured(bet["player"], bet["box"], bet["bet"])
                if already + 500 * slow.ratio(odds) <= bet["amount"]:
                    fields = {"box": bet["box"], "bet": kind, "amount": "5"}
                    self.give(bet["player"], "place_insurance", **fields)

    # what the House decides

    def decide(self) -> None:
        """Decide what waits: now one way, now the other."""
        naive, kind = self.naive, self.naive.pending["kind"]
        other = self.naive.round % 2
        if kind in VOIDING:
            if other and naive.phase != "idle":
                self.give(self.dealer, "void_round", approval="sue", reason="seen at the table")
            elif naive.phase == "idle":
                self.give("sue", "replace_shoe", reason="seen at the table")
            else:
                self.give("sue", "dismiss_report", reason="the card belongs there")
        elif kind == "wrong_number_of_cards":
            self.give("sue", "cannot_reconstruct" if naive.phase == "idle" else "reconstruct")
        elif kind == "wrong_hand":
            self.give("sue", "cannot_reconstruct" if other else "reconstruct")
        elif kind == "simultaneous_cards":
            self.give("sue", "decide_order", cards=naive.pending["cards"][::-1])
        else:
            self.rule()

    def rule(self) -> None:
        """Rule what the rules do not foresee: where patrons bank, among them alone."""
        names = sorted(name for name, chips in self.naive.balances.items() if chips >= 2_000)
        changes = [{"player": names[0], "amount": "12.50"}]
        if self.game == "player-dealer":
            changes.append({"player": names[1], "amount": "-12.50"})
        self.give("sam", "rule", text="settled as both sides agreed", adjustments=changes)

    def choose(self) -> None:
        """The first who is asked takes the bet back, others go on, the last lets time pass."""
        asked = sorted(self.naive.options)
        for name in asked[: max(1, len(asked) - 1)]:
            if self.naive.phase != "options":
                return
            option = "refund" if name == asked[0] and len(asked) > 1 else "continue"
            if name == WITHOUT:
                self.give(self.dealer, "choose", player=name, option=option)
            else:
                self.give(name, "choose", option=option)
        if self.naive.phase == "options":
            self.give(self.dealer, "close_options")

    # irregularities

    def kinds(self) -> tuple[str, ...]:
        """Return the irregularities that the game knows."""
        known = load(self.game).procedures
        return tuple(kind for kind in KINDS if kind in known)

    def misplay(self, kind: str) -> None:
        """Play a round with an irregularity."""
        scene = SCENES.get(kind)
        assert scene is not None, f"there is no scene for {kind}: write one"
        scene(self, kind)
        self.finish()
        self.check()
        self.played.add(kind)

    def report(self, kind: str, **fields: Any) -> None:
        """Have the dealer report something."""
        self.give(self.dealer, "report", kind=kind, **fields)


Scene = Callable[[Floor, str], None]


def _stands(floor: Floor, kind: str) -> None:
    """Two cards lie there, and something is wrong with the shoe."""
    _dealt(floor, 2)
    floor.report(kind)


def _dealt(floor: Floor, number: int) -> None:
    """Begin a round and deal some of its cards."""
    floor.begin()
    floor.bets()
    floor.give(floor.dealer, "close_bets")
    for _ in range(number):
        floor.deal()


def _wrong_number(floor: Floor, kind: str) -> None:
    """A round was paid, a winner has cashed out, and a hand had a card too few: it is undone."""
    floor.play()
    won = [bet for bet in floor.naive.settled if bet["profit"] > 0 and bet["player"] != WITHOUT]
    if won and floor.game != "player-dealer":
        name = won[0]["player"]
        amount = text(floor.naive.balances[name])
        floor.give(floor.dealer, "cash_out", player=name, amount=amount)
    floor.report(kind)


def _too_early(floor: Floor, kind: str) -> None:
    """A card comes out while bets are open, or one too many while cards are dealt."""
    if kind == "exposed_card":
        floor.begin()
        floor.bets()
    else:
        _dealt(floor, 1)
    floor.report(kind, cards=[floor.draw()])


def _wrong_hand(floor: Floor, kind: str) -> None:
    _dealt(floor, 4)
    floor.report(kind)


def _face_up(floor: Floor, kind: str) -> None:
    """Cards of a face-down table come face up; elsewhere they always do, and it is no report."""
    _dealt(floor, 2)
    if floor.naive.face_down:
        floor.report(kind)
    else:
        floor.no(floor.dealer, "report", kind=kind)


def _together(floor: Floor, kind: str) -> None:
    _dealt(floor, 2)
    floor.report(kind, cards=[floor.draw(), floor.draw()])


def _neglected(floor: Floor, kind: str) -> None:
    """Insurance that would have won was not offered: the pit manager returns the bet."""
    floor.shoe()
    floor.deck += insured_cards(floor.dice.choice)[::-1]
    _dealt(floor, 4)
    offered = floor.naive.on_offer()
    assert offered
    floor.report(kind)
    while floor.naive.phase == "dealing":
        floor.deal()
    floor.give(floor.dealer, "settle")
    coup = floor.naive.final()
    for bet in floor.naive.settled:
        if f"{bet['bet']}_insurance" in offered and coup.result not in (bet["bet"], "tie"):
            fields = {"player": bet["player"], "box": bet["box"], "hand": bet["bet"]}
            floor.give("max", "return_uninsured", **fields, stage="four_cards", amount="5")
            return
    raise AssertionError("nobody had bet on the hand that could be insured")


def _interrupted(floor: Floor, kind: str) -> None:
    _dealt(floor, 3)
    floor.give(floor.dealer, "interrupt")


def _late(floor: Floor, kind: str) -> None:
    """Something about the round before is noticed once bets are open: it changes nothing."""
    floor.play()
    floor.begin()
    floor.bets()
    floor.report("wrong_number_of_cards", round=floor.naive.round - 1)


def _unforeseen(floor: Floor, kind: str) -> None:
    _dealt(floor, 1)
    floor.report(kind, text="a glass of water fell on the layout")


SCENES: dict[str, Scene] = {
    **dict.fromkeys(VOIDING, _stands),
    "wrong_number_of_cards": _wrong_number,
    "excess_card": _too_early,
    "exposed_card": _too_early,
    "wrong_hand": _wrong_hand,
    "dealt_face_up": _face_up,
    "simultaneous_cards": _together,
    "insurance_not_offered": _neglected,
    "technical_interruption": _interrupted,
    "noticed_late": _late,
    "other": _unforeseen,
}


def irregular_rounds(floors: list[Floor]) -> Iterator[tuple[Floor, str]]:
    """Yield every irregularity of every game, one table after the other."""
    waiting = {floor.name: list(floor.kinds()) for floor in floors}
    while any(waiting.values()):
        for floor in floors:
            if waiting[floor.name]:
                yield floor, waiting[floor.name].pop(0)
