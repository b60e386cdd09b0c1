"""Every way of six commands from every phase of a small table: nothing breaks, nobody is stuck.

Whatever a command brings about is verified as a log; the longest way of each search is played once
more in a database, which is verified, backed up and restored.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

import pytest

from croupier.cards import Card, parse_cards
from croupier.coup import Side
from croupier.errors import CroupierError
from croupier.game.loading import load
from croupier.game.model import Role, Stage
from croupier.table import (
    Actor,
    Command,
    Fresh,
    Opened,
    Option,
    Phase,
    ShoeKind,
    Table,
    carry_out,
)
from croupier.table import commands as c
from croupier.table.vocabulary import Adjustment, Signed, Stake
from proving import verify_step, verify_stored, write_command
from table_world import MOST_STEPS, check, due, name_of

# Many ways through code that other tests cover line by line.
pytestmark = pytest.mark.no_cover

DEPTH = 6
ORDER = parse_cards("2s 6d 3c Kh 6c 4d 7s 7d Qc 2h 5s 6c Ad Ts 8h 3d 4s 9h Jc 5c") * 2
"""Both hands draw in the first round; the second is dealt from other cards."""


class Order:
    """The shoe of a digital table, as a function of how many cards have left it."""

    def __init__(self, table: Table) -> None:
        self.position = table.shoe.out if table.shoe is not None else 0

    def peek(self, count: int) -> tuple[Card, ...]:
        return ORDER[self.position : self.position + count]

    def seal(self) -> str:
        return "sealed"

    def open(self, place: int) -> Opened:
        return Opened(ORDER[place], "salt")

    def seed(self) -> None:
        return None

    def fresh(self) -> Fresh:
        return Fresh(len(ORDER), True, None)


def by(role: str, name: str = "staff") -> Actor:
    return Actor(Role(role), name)


DEALER, SUPERVISOR, MANAGER, SHIFT = map(
    by, ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
)
ANN, BOB = by("player", "ann"), by("player", "bob")
Letter = Callable[[Table], tuple[Command, Actor]]


def always(command: Command, actor: Actor = DEALER) -> Letter:
    return lambda _: (command, actor)


def _deal(table: Table) -> tuple[Command, Actor]:
    manual = table.rules.shoe is ShoeKind.MANUAL and not table.ready
    face_down = table.rules.face_down and Side.PLAYER in table.squeezes and len(table.cards) == 2
    card = ORDER[len(table.cards)] if manual and not face_down else None
    return c.Deal(card), DEALER


def _report(kind: str, count: int) -> Letter:
    """Report the last card that lies there and those that come next."""

    def letter(table: Table) -> tuple[Command, Actor]:
        lying = [dealt.card for dealt in table.cards[-1:] if dealt.card is not None]
        coming = Order(table).peek(count)
        return c.Report(kind, (*(lying if count > 1 else ()), *coming)), DEALER

    return letter


def _decide(table: Table) -> tuple[Command, Actor]:
    """Decide whatever waits, the other way round than it was reported."""
    case = table.case
    if case is not None and case.does == "decide_order":
        return c.DecideOrder(case.cards[::-1]), SUPERVISOR
    return (c.Rule("so be it") if case and case.does == "ruling" else c.Reconstruct()), SHIFT


def _turn(table: Table) -> tuple[Command, Actor]:
    hidden = table.hidden
    place = hidden[0] if hidden else 0
    side = table.cards[place].hand if table.cards else Side.PLAYER
    card = ORDER[place] if table.rules.shoe is ShoeKind.MANUAL else None
    return c.Turn(side, place // 2 + 1, card), DEALER


def _swap(table: Table) -> tuple[Command, Actor]:
    cards = table.known or ()
    return c.Reconstruct((*cards[1::-1], *cards[2:], *table.ready)), SUPERVISOR


def _swap_paid(table: Table) -> tuple[Command, Actor]:
    cards = table.ended.round.coup.cards if table.ended is not None else ()
    return c.Reconstruct((*cards[1::-1], *cards[3:1:-1], *cards[4:])), SUPERVISOR


def _bet(name: str, box: int, kind: str, amount: int, id: str, *, standing: bool = False) -> Letter:
    bet = c.PlaceBet(box, kind, Stake(amount), None, standing, id)
    return always(bet, by("player", name))


OPEN, CLOSE, SETTLE = always(c.OpenBets()), always(c.CloseBets()), always(c.Settle())
INTERRUPT, RESUME = always(c.Interrupt()), always(c.Resume())
REFUND, CONTINUE = always(c.Choose(Option.REFUND), ANN), always(c.Choose(Option.CONTINUE), BOB)
HOUSE_RESUMES = always(c.Resume(), SUPERVISOR)
VOID, DISMISS = always(c.VoidRound(), SUPERVISOR), always(c.DismissReport(), SUPERVISOR)
CLOSE_OPTIONS, REPLACE = always(c.CloseOptions()), always(c.ReplaceShoe(), SUPERVISOR)
LEAVE, SIT = always(c.Leave(1), ANN), always(c.Sit(1), ANN)
INSURE = always(c.PlaceInsurance(1, "banker_insurance", Stake(500), None, "i"), ANN)
RAISE = always(c.IncreaseBet("i", Stake(100)), ANN)
UNINSURED = always(c.ReturnUninsured("ann", Stage.FOUR_CARDS, Side.BANKER, Stake(100), 1), MANAGER)
FINE = always(c.Rule("a fine", (Adjustment("ann", Signed(-5000)),)), SHIFT)
ANN_BETS, BOB_BETS = _bet("ann", 1, "banker", 6000, "a"), _bet("bob", 2, "player", 5000, "b")
BOB_STANDS = _bet("bob", 1, "banker", 6000, "s", standing=True)
GRANT = always(c.GrantSqueeze("ann", Side.PLAYER))
OFFER, ACCEPT, DECLINE, GIVE_UP, WAGER = (
    always(c.OfferPlayerDealer(3)),
    always(c.AcceptPlayerDealer(3, Stake(9000), "cho")),
    always(c.DeclinePlayerDealer(3, "cho")),
    always(c.GiveUpPlayerDealer(3, "cho")),
    always(c.ChangeWager(3, Stake(9900), "cho")),
)
FEES = always(c.ChangeTable(fees={"main": "1", "player_dealer": "30"}), MANAGER)
CASH_OUT, CLOSE_TABLE = always(c.CashOut("ann")), always(c.CloseTable(), MANAGER)
CORRECT = always(c.CorrectCard(Card.parse("8d")))
WAIVE = always(c.ExposeBankerFirst("ann"))
WITHDRAW = always(c.WithdrawBet("a"), ANN)
INCREASE = always(c.IncreaseBet("a", Stake(3000)), ANN)
REPORTS: dict[str, Letter] = {
    "simultaneous": _report("simultaneous_cards", 2),
    "excess": _report("excess_card", 1),
    "wrong_hand": always(c.Report("wrong_hand")),
    "wrong_number": always(c.Report("wrong_number_of_cards")),
    "face_up": always(c.Report("dealt_face_up")),
    "other": always(c.Report("other")),
    "foreign": always(c.Report("foreign_card")),
    "seen": always(c.Report("not_shuffled"), SUPERVISOR),
    "uninsured": always(c.Report("insurance_not_offered")),
    "nines": always(c.Report("excess_card", parse_cards("9s " * 5))),
}


def opening(game: str) -> tuple[Letter, ...]:
    """Open a small table with three patrons: real cards face down, or digital with a bank."""
    rules = load(game)
    banked = game == "player-dealer"
    command = c.OpenTable(
        rules,
        rules.decks.least,
        shoe=ShoeKind.DIGITAL if banked else ShoeKind.MANUAL,
        face_down=not banked,
        limits={"max": "500"} if banked else {"max_differential": "100"},
        fees={"main": "1", "player_dealer": "2"} if banked else None,
    )
    letters = [always(command, SHIFT)]
    for box, name in enumerate(("ann", "bob", "cho"), start=1):
        letters += [always(c.BuyIn(name, Stake(10_000))), always(c.Sit(box, name))]
    return tuple(letters)


def follow(table: Table, *letters: Letter) -> Table:
    """Give commands that must be carried out."""
    for letter in letters:
        table = carry_out(table, *letter(table), Order(table))[1]
    return table


STARTED: dict[str, tuple[Letter, ...]] = {
    "insurance": (always(c.NewShoe()),),
    "player-dealer": (always(c.NewShoe()), OFFER, ACCEPT),
}
BETTING = (OPEN, ANN_BETS, BOB_BETS)
TWO = (*BETTING, CLOSE, _deal, _deal)
FOUR = (*TWO, _deal, _deal)
WHOLE = (*FOUR, _deal, _deal)
CHOOSING = (*TWO, REPORTS["simultaneous"], _decide)

RUNNING = (OPEN, CLOSE, _deal, SETTLE, INTERRUPT, RESUME, _decide, _swap, REFUND, CLOSE_OPTIONS)
REFUSED = always(c.CannotReconstruct(), SUPERVISOR)
NEW_SHOE = always(c.NewShoe())
PREFIXES: dict[str, tuple[tuple[Letter, ...], tuple[Letter, ...]]] = {
    "no shoe": (
        (),
        (OPEN, NEW_SHOE, LEAVE, SIT, CASH_OUT, FINE, *REPORTS.values(), UNINSURED, CLOSE_TABLE),
    ),
    "idle": (
        (NEW_SHOE,),
        (OPEN, CLOSE, LEAVE, SIT, CASH_OUT, FINE, ANN_BETS, _deal, REPORTS["excess"], CLOSE_TABLE),
    ),
    "paid": (
        (*WHOLE, SETTLE),
        (
            *(OPEN, NEW_SHOE, LEAVE, FINE, CASH_OUT, CLOSE_TABLE),
            *(_decide, _swap_paid, REFUSED, UNINSURED, REPORTS["wrong_number"], REPORTS["excess"]),
        ),
    ),
    "betting": (
        (OPEN,),
        (
            *(ANN_BETS, BOB_BETS, BOB_STANDS, WITHDRAW, INCREASE, CLOSE, LEAVE, GRANT, FINE),
            *(_deal, INTERRUPT, RESUME, REPORTS["excess"], REFUND),
        ),
    ),
    "two cards": (
        TWO,
        (*RUNNING, REPORTS["simultaneous"], REPORTS["excess"], REPORTS["wrong_hand"], GRANT),
    ),
    "two cards, mistyped": (
        TWO,
        (*RUNNING, CONTINUE, CORRECT, REPORTS["face_up"], REPORTS["nines"], REPLACE),
    ),
    "face down": (
        (*BETTING, GRANT, CLOSE, _deal, _deal),
        (*RUNNING, _turn, CORRECT, REPLACE, REPORTS["simultaneous"]),
    ),
    "four cards": (
        FOUR,
        (*RUNNING, INSURE, RAISE, REPORTS["simultaneous"], REPORTS["wrong_number"], CORRECT, WAIVE),
    ),
    "options": (CHOOSING, (*RUNNING, CONTINUE, REPLACE, LEAVE, CASH_OUT, INSURE)),
    "interrupted": (
        (*FOUR, REPORTS["simultaneous"], INTERRUPT),
        (*RUNNING, CONTINUE, REPLACE, CORRECT, INSURE, DISMISS, HOUSE_RESUMES),
    ),
    "stopped": (
        (*TWO, REPORTS["foreign"]),
        (*RUNNING, VOID, DISMISS, HOUSE_RESUMES, NEW_SHOE, REPORTS["seen"], LEAVE),
    ),
    "stopped between rounds": (
        (*WHOLE, SETTLE, REPORTS["foreign"]),
        (OPEN, NEW_SHOE, REPLACE, DISMISS, VOID, REPORTS["seen"], REPORTS["wrong_number"], _decide),
    ),
    "exposed": (
        (*TWO, REPORTS["excess"]),
        (*RUNNING, REFUSED, CONTINUE, LEAVE, SIT, REPORTS["foreign"], DISMISS),
    ),
    "complete": (
        WHOLE,
        (*RUNNING, UNINSURED, REPORTS["excess"], REPORTS["wrong_number"], REFUSED),
    ),
    "waiting": (
        (*FOUR, REPORTS["wrong_hand"]),
        (*RUNNING, REFUSED, LEAVE, REPLACE, CONTINUE, REPORTS["simultaneous"]),
    ),
    "waiting for a ruling": (
        (*TWO, REPORTS["other"]),
        (*RUNNING, FINE, REPORTS["other"], REPORTS["uninsured"], LEAVE),
    ),
}
BANK = (OFFER, ACCEPT, DECLINE, GIVE_UP, WAGER, FEES)


def canonical(table: Table) -> Hashable:
    """Give what tells tables apart; how often something happened before does not."""
    return (
        *(_frozen(getattr(table, name)) for name in FIELDS if name not in ("setup", "shoe")),
        None if table.shoe is None else (table.shoe.out, _frozen(table.shoe.seen)),
        _frozen(table.setup.fees) if table.setup else None,
    )


FIELDS = [each.name for each in fields(Table) if each.name not in ("placed", "round", "shoes")]


def _frozen(value: Any) -> Hashable:
    if isinstance(value, Mapping):
        return frozenset(value.items())
    if hasattr(value, "balances"):
        return frozenset(value.balances.items())
    if hasattr(value, "profits"):
        return (value.round.bets, value.round.coup, value.returned)
    found: Hashable = value
    return found


def leads_out(table: Table, known: set[Hashable]) -> None:
    """Do what the guide calls due until the round is over, or a table that is known to end."""
    passed: list[Hashable] = []
    for step in range(MOST_STEPS):
        key = canonical(table)
        if table.phase is Phase.IDLE or key in known:
            known.update(passed)
            return
        passed.append(key)
        command, actor = due(table, step)
        try:
            table = carry_out(table, command, actor, Order(table))[1]
        except CroupierError as wrong:
            raise AssertionError(f"{name_of(command)} is due and refused: {wrong}") from wrong
    raise AssertionError(f"the round does not end: {table}")


class Way(NamedTuple):
    """A table, and the commands that led there from the one that the search began with."""

    table: Table
    letters: tuple[Letter, ...] = ()


def explore(start: Table, letters: tuple[Letter, ...], depth: int) -> tuple[int, Way]:
    """Try every way of so many commands; give the number of different tables, and a longest way."""
    seen, ending = {canonical(start)}, set[Hashable]()
    frontier, longest = [Way(start)], Way(start)
    check(start)
    for _ in range(depth):
        reached: list[Way] = []
        for table, way in frontier:
            before = canonical(table)
            for letter in letters:
                command, actor = letter(table)
                try:
                    events, after = carry_out(table, command, actor, Order(table))
                except CroupierError:
                    continue
                verify_step(table, events, actor, after)
                key = canonical(after)
                if key not in seen:
                    seen.add(key)
                    check(after)
                    leads_out(after, ending)
                    reached.append(Way(after, (*way, letter)))
            assert canonical(table) == before, "the table that was handed in is not touched"
        frontier = reached
        longest = frontier[-1] if frontier else longest
    return len(seen), longest


def stored(letters: tuple[Letter, ...], reached: Table) -> None:
    """Play commands in a database, which holds, and still does after backup and restore."""
    table, lines = Table(), list[dict[str, Any]]()
    for letter in letters:
        command, actor = letter(table)
        if isinstance(command, c.NewShoe | c.ReplaceShoe) and table.rules.banked_by_player:
            command = replace(command, cards=ORDER)
        lines.append(write_command(command, actor))
        table = carry_out(table, command, actor, Order(table))[1]
    assert table == reached
    verify_stored(lines, None, table, carry=True)


CASES = [
    (game, phase)
    for game in STARTED
    for phase in PREFIXES
    if game == "insurance" or phase != "face down"
]


def beginning(game: str, phase: str) -> tuple[Letter, ...]:
    started = () if phase in ("no shoe", "idle") else STARTED[game]
    return (*opening(game), *started, *PREFIXES[phase][0])


@pytest.mark.parametrize(("game", "phase"), CASES)
def test_every_way_of_six_commands(game: str, phase: str) -> None:
    begin, letters = beginning(game, phase), PREFIXES[phase][1]
    table = follow(Table(), *begin)
    banked = table.rules.banked_by_player and table.phase is Phase.IDLE
    tables, longest = explore(table, (*letters, *(BANK if banked else ())), DEPTH)
    assert tables > DEPTH
    stored((*begin, *longest.letters), longest.table)


@pytest.mark.parametrize(("game", "phase"), CASES)
def test_every_way_of_three_of_all_commands(game: str, phase: str) -> None:
    """The commands of every phase in every other one: fewer of them in a row, far more of each."""
    letters = dict.fromkeys(letter for _, alphabet in PREFIXES.values() for letter in alphabet)
    begin = beginning(game, phase)
    tables, longest = explore(follow(Table(), *begin), (*letters, *BANK), 3)
    assert tables > 3
    stored((*begin, *longest.letters), longest.table)
