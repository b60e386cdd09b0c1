"""Every citation that tables, settlements and guides of the six games give, and what for.

`everything` plays scenes of every game, gives every command by every role in each of them, and
settles rounds of all kinds. What a paragraph is cited for, the matter, is written in words:
`bets_opened`, `refused place_bet wrong_phase in idle`, `step deal`, `line banker win`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import table_commands
from croupier.cards import Card, parse_cards
from croupier.coup import Coup, Side
from croupier.errors import CroupierError, InvalidInput
from croupier.game.loading import keys, load
from croupier.game.model import Banker, Game
from croupier.money import CENT
from croupier.settlement import settle
from croupier.settlement.explaining import explain_play
from croupier.settlement.round import Cause
from croupier.settlement.settle_json import read_round
from croupier.settlement.verdicts import RoundVerdicts
from croupier.table import (
    COMMANDS,
    Context,
    Fresh,
    Opened,
    Phase,
    ShoeKind,
    Table,
    carry_out,
    read_command,
    what_next,
    write_event,
)
from croupier.table.decide.irregularities import REPORTED

ORDER = parse_cards("2s 6d 3c Kh 6c 4d 7s 7d Qc 2h 5s 6c Ad Ts 8h 3d 4s 9h Jc 5c") * 3
"""Five against six: both hands draw, and Banker can be insured at both stages."""
STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
Line = dict[str, Any]


class Citation(NamedTuple):
    """A paragraph as it was cited, by which game and what for; None where none was."""

    game: str
    matter: str
    rule: str | None


class Order:
    """The shoe of a digital table, as a function of how many cards have left it."""

    def __init__(self, table: Table, cards: tuple[Card, ...] = ORDER) -> None:
        self.position = table.shoe.out if table.shoe is not None else 0
        self.cards = cards

    def peek(self, count: int) -> tuple[Card, ...]:
        return self.cards[self.position : self.position + count]

    def seal(self) -> str:
        return "sealed"

    def open(self, place: int) -> Opened:
        return Opened(self.cards[place], "salt")

    def seed(self) -> None:
        return None

    def fresh(self) -> Fresh:
        return Fresh(len(self.cards), True, None)


def line(do: str, by: str = "dealer", **fields: Any) -> Line:
    """Write a command; `by` is a role, and everybody else a patron."""
    role = by if by in STAFF else "player"
    return {"do": do, "by": {"role": role, "name": by}, **fields}


class Stage:
    """A table of one game, and all that it has cited so far."""

    def __init__(self, game: Game, found: set[Citation], cards: tuple[Card, ...] = ORDER) -> None:
        self.game, self.found, self.cards = game, found, cards
        self.table = Table()

    def cite(self, matter: str, rule: str | None) -> None:
        self.found.add(Citation(self.game.key, matter, rule))

    def say(self, said: Line, *, keep: bool = True) -> bool:
        """Give a command and note what is cited; the table goes on only if it is to be kept."""
        before = self.table
        unit = before.setup.unit if before.setup else CENT
        try:
            command, by = read_command(said, Context(unit, load))
            events, after = carry_out(before, command, by, Order(before, self.cards))
        except CroupierError as wrong:
            if not isinstance(wrong, InvalidInput) or wrong.rule:
                self.cite(_refused(before, said, wrong), wrong.rule)
            return False
        for event in events:
            self._happened(before, write_event(event, after.rules.unit), said["by"]["role"])
        self._steps(after)
        if keep:
            self.table = after
        return True

    def do(self, *script: Line) -> None:
        """Give commands that must be carried out."""
        for said in script:
            assert self.say(said), f"{self.game.key}: {said} is refused in {self.table.phase}"

    def _happened(self, before: Table, event: Line, role: str) -> None:
        if event["type"] == "round_settled":
            return  # Lines of settlements are looked at by themselves.
        matter = _happening(before, event)
        if matter == "bet_placed" and role != "player":
            matter = "bet_placed by staff"
        for rule in event.get("rules", ()) or (event.get("rule"),):
            self.cite(matter, rule)
        for warning in event.get("warnings", ()):
            self.cite(f"warning {warning['code']}", warning.get("rule"))

    def _steps(self, table: Table) -> None:
        for step in what_next(table):
            detail = ""
            if step.do in ("report", "reject_excess", "deal"):
                detail = f": {step.why.partition(':')[0]}"
            if step.do == "deal":
                detail = " third" if len(table.cards) >= 4 else " first four"
            decides = ("reconstruct", "cannot_reconstruct", "rule", "void_round")
            if table.case is not None and step.do in decides:
                detail = f" after {table.case.kind}"
            if step.do == "resume":
                detail = " established" if table.established else " not established"
            if step.do == "settle":
                detail = " tie" if step.why.startswith("Tie") else ""
            self.cite(f"step {step.do}{detail}", step.rule)


def _refused(table: Table, said: Line, wrong: CroupierError) -> str:
    """Name what was refused; a phase only where that is what was wrong."""
    matter = f"refused {said['do']} {wrong.code}"
    if said["do"] == "report":
        matter = f"refused report of {said['kind']} {wrong.code}"
    if wrong.code == "options_pending":
        return "refused anything while patrons choose"
    if wrong.code == "not_allowed" and " takes a " in wrong.message.partition(":")[0]:
        return f"refused {said['do']} to a lower role"
    if wrong.code == "insurance_not_offered" and "at this table" in wrong.message:
        return f"{matter} at this table"
    if wrong.code == "insurance_closed" and "waived" in wrong.message:
        return f"{matter} waived"
    if wrong.code == "too_late" and "meant for" in wrong.message:
        return (
            f"{matter} meant for a round that {'is over' if 'over' in wrong.message else 'comes'}"
        )
    if wrong.code in ("cannot_reconstruct", "wrong_cards") and table.case is not None:
        return f"{matter} after {table.case.kind}"
    if wrong.code == "no_shoe" and table.shoe is not None:
        return f"{matter} {table.shoe.fault or 'empty'}"
    if wrong.code != "wrong_phase":
        return matter
    if "was reported and waits for" in wrong.message and table.case is not None:
        return f"refused anything while {table.case.kind} waits"
    if table.phase is Phase.INTERRUPTED:
        return f"{matter} interrupted in {'betting' if not table.charged else 'dealing'}"
    return f"{matter} in {table.phase}"


def _happening(before: Table, event: Line) -> str:
    kind: str = event["type"]
    case = f" after {before.case.kind}" if before.case is not None else ""
    match kind:
        case "irregularity_reported":
            late = event["round"] < before.round
            return f"{kind} of an earlier round" if late else f"{kind} {event['kind']}"
        case "cards_reconstructed" | "reconstruction_refused" | "round_corrected":
            return f"{kind}{case}"
        case "options_offered":
            return f"{kind} {event['kind']}{' reconstructed' if event['reconstructed'] else ''}"
        case "round_voided":
            reasons = (*REPORTED, "technical_interruption", "everybody took the refund")
            known = event["reason"] in reasons
            why = event["reason"] if known else (case.strip() or "by the house")
            return f"{kind} {why}"
        case "player_dealer_vacated" | "bet_returned" | "shoe_ended":
            return f"{kind}: {event['reason']}"
        case "card_dealt":
            return f"{kind} {'third' if event['number'] == 3 else 'first four'}"
        case "deadline_set":
            return f"{kind} {event['purpose']}"
        case "option_chosen":
            return f"{kind} {event['option']}"
        case _:
            return kind


# What is said in every scene


def alphabet(table: Table) -> Iterator[Line]:
    """Write every command in many ways, by whom it is for and by others."""
    game = table.game
    felt = [dealt.card.text for dealt in table.cards if dealt.card is not None]
    coming = [card.text for card in Order(table).peek(2)]
    if table.ended is not None:
        felt = [card.text for card in table.ended.round.coup.cards]
    cards = [*felt[1::-1], *felt[:1:-1], *(card.text for card in table.ready)]
    yield from _staff(felt, coming, cards, table)
    for kind in game.bet_keys:
        for by, box, amount, standing in (
            ("ann", 1, "60", False),
            ("bob", 1, "60", True),
            ("bob", 1, "30", False),
            ("ann", 1, "5", False),
            ("ann", 1, "900", False),
            ("ann", 99, "60", False),
            ("cho", 3, "60", False),
        ):
            placed: Line = {"box": box, "bet": kind, "amount": amount}
            yield line("place_bet", by, **placed, **({"standing": True} if standing else {}))
        for number in (0, 9):
            yield line("place_bet", "ann", box=1, bet=kind, amount="60", round=number)
        yield line("place_bet", "bob", player="ann", box=1, bet=kind, amount="60")
        yield line("place_bet", "dealer", player="ann", box=1, bet=kind, amount="60")
    for by in ("ann", "bob", "dealer"):
        named = {"player": "ann"}
        for bet in ("a", "b", "t", "i", "none"):
            yield line("increase_bet", by, bet=bet, amount="60")
            yield line("increase_bet", by, bet=bet, amount="900")
            yield line("withdraw_bet", by, bet=bet)
            yield line("withdraw_bet", by, bet=bet, amount="50")
            for number in (0, 9):
                yield line("increase_bet", by, bet=bet, amount="60", round=number)
                yield line("withdraw_bet", by, bet=bet, round=number)
        for kind in ("player_insurance", "banker_insurance"):
            for amount in ("5", "90"):
                yield line("place_insurance", by, **named, box=1, bet=kind, amount=amount, id="n")
            yield line("place_insurance", by, player="bob", box=2, bet=kind, amount="5")
            yield line("place_insurance", by, **named, box=1, bet=kind, amount="5", round=0)
        for hand in Side:
            yield line("request_squeeze", by, **named, hand=hand.value)
            yield line("grant_squeeze", "dealer", **named, hand=hand.value)
            yield line("turn", by, **named, hand=hand.value, number=1)
            yield line("turn", by, **named, hand=hand.value, number=3)
        for option in ("continue", "refund"):
            yield line("choose", by, **named, option=option)
        yield line("sit", by, **named, box=2)
        yield line("sit", by, **named, box=5)
        yield line("sit", by, **named, box=99)
        yield line("leave", by, **named, box=1)
        yield line("leave", by, **named, box=7)
        yield line("add_entropy", by, **named, text="heads")
    for by in ("ann", "cho", "dealer"):
        for seat in (1, 2, 3, 7):
            yield line("offer_player_dealer", by, seat=seat)
            for do in ("accept_player_dealer", "change_wager"):
                yield line(do, by, seat=seat, wager="90")
                yield line(do, by, seat=seat, wager="1")
            yield line("decline_player_dealer", by, seat=seat)
            yield line("give_up_player_dealer", by, seat=seat)


def _staff(felt: list[str], coming: list[str], cards: list[str], table: Table) -> Iterator[Line]:
    hands = {
        hand.value: [d.card.text for d in table.cards if d.hand is hand and d.card] for hand in Side
    }
    case = [card.text for card in table.case.cards] if table.case is not None else []
    manual = table.rules.shoe is ShoeKind.MANUAL
    each: tuple[Line, ...] = (
        {"do": "open_table", "game": table.game.key},
        {"do": "open_table", "game": table.game.key, "decks": 99},
        {"do": "close_table"},
        {"do": "fill", "amount": "10"},
        {"do": "credit", "amount": "10"},
        {"do": "change_table", "limits": {"min": "10"}},
        {"do": "change_table", "insurance": True},
        {"do": "change_table", "insurance": False},
        {"do": "buy_in", "player": "ann", "amount": "10"},
        {"do": "cash_out", "player": "ann", "amount": "10"},
        {"do": "new_shoe"},
        {"do": "new_shoe", "cards": ["9s"] * 99},
        {"do": "open_bets"},
        {"do": "close_bets"},
        {"do": "reject_excess"},
        {"do": "deal"},
        {"do": "deal", "card": "9s"},
        {"do": "correct_card", "card": "8d"},
        {"do": "expose_banker_first", "player": "ann"},
        {"do": "expose_banker_first", "player": "bob"},
        {"do": "grant_squeeze", "player": "bob", "hand": "player"},
        {"do": "turn", "hand": "player", "number": 1, **({"card": "2s"} if manual else {})},
        {"do": "close_insurance"},
        {"do": "settle"},
        *({"do": "report", "kind": kind} for kind in REPORTED),
        *({"do": "report", "kind": kind, "round": 0} for kind in REPORTED),
        *({"do": "report", "kind": kind, "cards": coming[:1]} for kind in REPORTED),
        *({"do": "report", "kind": kind, "cards": coming} for kind in REPORTED),
        *({"do": "report", "kind": kind, "cards": ["9s"] * 99} for kind in REPORTED[-7:]),
        {"do": "reconstruct"},
        {"do": "reconstruct", "cards": cards or ["9s"]},
        {"do": "reconstruct", "cards": felt[:1] or ["9s"]},
        {"do": "cannot_reconstruct"},
        {"do": "cannot_reconstruct", "player_cards": ["9s"], "banker_cards": []},
        {"do": "cannot_reconstruct", "player_cards": felt, "banker_cards": []},
        {
            "do": "cannot_reconstruct",
            "player_cards": hands["banker"],
            "banker_cards": hands["player"],
        },
        {"do": "decide_order", "cards": case[::-1] or coming},
        {"do": "decide_order", "cards": ["9s", "9s", "9s"]},
        {"do": "replace_shoe"},
        {"do": "void_round", "reason": "regret"},
        {"do": "dismiss_report"},
        {"do": "close_options"},
        {"do": "interrupt"},
        {"do": "resume"},
        *(
            {
                "do": "return_uninsured",
                "player": player,
                "box": box,
                "hand": hand,
                "stage": stage,
                "amount": amount,
            }
            for player, box in (("ann", 1), ("bob", 2))
            for hand in ("player", "banker")
            for stage in ("four_cards", "player_third")
            for amount in ("5", "900")
        ),
        {"do": "rule", "text": "so be it"},
        {"do": "rule", "text": "a fine", "adjustments": [{"player": "ann", "amount": "-5"}]},
        {"do": "set_deadline", "seconds": 20},
        {"do": "assign_dealer", "automatic": True},
    )
    for said in each:
        for role in STAFF:
            yield {**said, "by": {"role": role, "name": role}}
    seen = set[str]()
    for said in each:
        if said["do"] not in seen:
            seen.add(said["do"])
            yield {**said, "by": {"role": "player", "name": "ann"}}


# Scenes


def opening(game: Game, **fields: Any) -> Line:
    """Open a table that a dealer runs, with limits that bets can be over and under."""
    between = game.limits.between is not None
    limits = {"min": "25", "max_differential": "100"} if between else {"min": "25", "max": "250"}
    usual: Line = {"enforcement": "dealer", "limits": limits, "burn": 0, "cut": 0}
    if game.bank.by is Banker.PLAYER_DEALER:
        usual["fees"] = {"main": "1", "tie": "1", "player_dealer": "2"}
    return line("open_table", "shift_manager", game=game.key, **{**usual, **fields})


PEOPLE = [
    said
    for box, name in enumerate(("ann", "bob", "cho"), start=1)
    for said in (line("buy_in", player=name, amount="1000"), line("sit", name, box=box))
]
BANK = [
    line("offer_player_dealer", seat=3),
    line("accept_player_dealer", "cho", seat=3, wager="100"),
]
BETS = [
    line("place_bet", "ann", box=1, bet="banker", amount="100", id="a"),
    line("place_bet", "bob", box=2, bet="player", amount="60", id="b"),
    line("place_bet", "bob", box=2, bet="tie", amount="30", id="t"),
]
OPEN, CLOSE, DEAL, SETTLE = line("open_bets"), line("close_bets"), line("deal"), line("settle")
GRANT = line("grant_squeeze", player="ann", hand="player")
INSURE = line("place_insurance", "ann", box=1, bet="banker_insurance", amount="5", id="i")
COMING = [card.text for card in ORDER[2:4]]


def report(kind: str, **fields: Any) -> Line:
    """Report something."""
    return line("report", kind=kind, **fields)


def decide(do: str, **fields: Any) -> Line:
    """Decide as the pit supervisor."""
    return line(do, "pit_supervisor", **fields)


def found(kind: str) -> Line:
    """Report something as the pit supervisor, who needs nobody to confirm it."""
    return decide("report", kind=kind)


VOIDS = ("foreign_card", "card_shortage", "card_excess", "insufficient_cards", "not_shuffled")
TWO = [OPEN, *BETS, CLOSE, DEAL, DEAL]
FOUR = [*TWO, DEAL, DEAL]
WHOLE = [*FOUR, DEAL, DEAL]

SCENES: dict[str, tuple[list[Line], Line]] = {
    "idle": ([], {}),
    "betting": ([OPEN], {}),
    "bets": ([OPEN, *BETS], {}),
    "bets above the limits": (
        [OPEN, *BETS, line("increase_bet", "ann", bet="a", amount="300")],
        {},
    ),
    "bets, automatic": ([OPEN, *BETS], {"enforcement": "automatic"}),
    "closed": ([OPEN, *BETS, CLOSE], {}),
    "two cards": (TWO, {}),
    "four cards": (FOUR, {}),
    "five cards": ([*FOUR, DEAL], {}),
    "complete": (WHOLE, {}),
    "paid": ([*WHOLE, SETTLE], {}),
    "two hands": ([*WHOLE, SETTLE, OPEN, CLOSE, *[DEAL] * 4, SETTLE], {}),
    "two hands, one misdealt": (
        [
            *(*WHOLE, SETTLE, OPEN, *BETS, CLOSE, *[DEAL] * 4, SETTLE),
            report("wrong_number_of_cards"),
        ],
        {},
    ),
    "second round": ([*WHOLE, SETTLE, *TWO], {}),
    "interrupted betting": ([OPEN, *BETS, line("interrupt")], {}),
    "interrupted": ([*TWO, line("interrupt")], {}),
    "interrupted late": ([*FOUR, line("interrupt")], {}),
    "exposed": ([*TWO, report("exposed_card", cards=COMING[:1])], {}),
    "exposed in betting": ([OPEN, *BETS, report("exposed_card", cards=[ORDER[0].text])], {}),
    "excess": ([*TWO, report("excess_card", cards=COMING[:1])], {}),
    "together": ([*TWO, report("simultaneous_cards", cards=COMING)], {}),
    "together, decided": (
        [
            *TWO,
            report("simultaneous_cards", cards=COMING),
            decide("decide_order", cards=COMING[::-1]),
        ],
        {},
    ),
    "wrong hand": ([*TWO, report("wrong_hand")], {}),
    "wrong hand, put right": ([*TWO, report("wrong_hand"), decide("reconstruct")], {}),
    "wrong hand, as it lies": ([*TWO, report("wrong_hand"), decide("cannot_reconstruct")], {}),
    "wrong number": ([*TWO, report("wrong_number_of_cards")], {}),
    "wrong number, put right": ([*TWO, report("wrong_number_of_cards"), decide("reconstruct")], {}),
    "wrong number, paid": ([*WHOLE, SETTLE, report("wrong_number_of_cards")], {}),
    "unforeseen": ([*TWO, report("other")], {}),
    **{kind: ([*TWO, report(kind)], {}) for kind in VOIDS},
    **{f"{kind}, paid": ([*WHOLE, SETTLE, report(kind)], {}) for kind in VOIDS},
    **{f"{kind}, found": ([*WHOLE, SETTLE, found(kind)], {}) for kind in VOIDS},
    "refund": (
        [
            *(OPEN, *BETS, report("exposed_card", cards=[ORDER[0].text])),
            line("choose", "ann", option="refund"),
            line("close_options"),
        ],
        {},
    ),
    "refunds": (
        [
            *(*TWO, report("exposed_card", cards=COMING[:1])),
            line("choose", "ann", option="refund"),
            line("choose", "bob", option="refund"),
        ],
        {},
    ),
    "interrupted at the end": ([*WHOLE, line("interrupt")], {}),
    "left": ([*TWO, line("leave", "ann", box=1)], {}),
    "face down": ([OPEN, *BETS], {"face_down": True}),
    "face down, dealing": ([OPEN, *BETS, CLOSE, DEAL], {"face_down": True}),
    "face down, complete": ([OPEN, *BETS, CLOSE, *[DEAL] * 6], {"face_down": True}),
    "face up by mistake": ([*TWO, report("dealt_face_up")], {"face_down": True}),
    "squeeze": ([OPEN, *BETS, GRANT, CLOSE, DEAL], {"face_down": True}),
    "squeeze of four": ([OPEN, *BETS, GRANT, CLOSE, *[DEAL] * 4], {"face_down": True}),
    "manual": ([OPEN, *BETS, CLOSE, line("deal", card="2s")], {"shoe": "manual"}),
    "manual, paid": (
        [
            *(OPEN, *BETS, CLOSE),
            *(line("deal", card=card.text) for card in ORDER[:6]),
            SETTLE,
        ],
        {"shoe": "manual"},
    ),
}
"""By name: what is done at a table with people and a shoe, and how the table was opened."""

STANDING: dict[str, tuple[list[Line], Line]] = {
    "standing": (
        [
            OPEN,
            line("place_bet", "ann", box=1, bet="banker", amount="40", id="a"),
            line("place_bet", "bob", box=1, bet="banker", amount="60", standing=True, id="b"),
        ],
        {},
    ),
}

INSURED: dict[str, tuple[list[Line], Line]] = {
    "insured": ([*FOUR, INSURE], {}),
    "insured, next stage": ([*FOUR, INSURE, DEAL], {}),
    "waived": (
        [*FOUR, line("expose_banker_first", player="ann"), DEAL],
        {"face_down": True},
    ),
    "given back": (
        [
            *WHOLE,
            line(
                "return_uninsured",
                "pit_manager",
                player="ann",
                box=1,
                hand="banker",
                stage="four_cards",
                amount="5",
            ),
        ],
        {},
    ),
    "no insurance": (FOUR, {"insurance": False}),
}


def scenes(game: Game, found: set[Citation]) -> Iterator[Stage]:
    """Play every scene of a game."""
    banked = game.bank.by is Banker.PLAYER_DEALER

    def play(script: Iterable[Line], cards: tuple[Card, ...] = ORDER, **fields: Any) -> Stage:
        stage = Stage(game, found, cards)
        stage.do(opening(game, **fields), *script)
        return stage

    shoe = line("new_shoe")
    Stage(game, found).say(opening(game, decks=99))
    yield play([])
    yield play([*PEOPLE])
    yield play([shoe])
    yield play([*PEOPLE, shoe])
    if banked:
        yield play([*PEOPLE, shoe, BANK[0]])
        yield play([*PEOPLE, shoe, *BANK, line("leave", "cho", box=3)])
        asked = ((3, "cho"), (1, "ann"), (2, "bob"))
        passes = [line("decline_player_dealer", name, seat=seat) for seat, name in asked]
        yield play([*PEOPLE, shoe, BANK[0], *passes])
    played = {**SCENES, **(INSURED if game.insurance is not None else {})}
    played |= STANDING if game.betting.standing.allowed else {}
    for script, fields in played.values():
        if banked and fields.get("face_down"):
            continue
        made = [*PEOPLE, shoe, *(BANK if banked else ()), *script]
        yield play(made, **fields)
    for cards in ("4s 3d 2c Kh 9c", "9s 2d Kc 3h", "9s 9d Kc Kh"):
        for count in (4, 5):
            stage = play([*PEOPLE, shoe, *(BANK if banked else ())], parse_cards(cards))
            stage.do(OPEN, *BETS, CLOSE, *[DEAL] * 4)
            while count == 5 and stage.say(DEAL):
                pass
            yield stage
    closed = play([*PEOPLE, shoe, line("close_table", "pit_manager")])
    closed.say(line("open_bets"))
    # A shoe of three cards voids by itself; a real one that is empty is reported.
    play([*PEOPLE, shoe, *(BANK if banked else ()), *TWO, DEAL, DEAL], ORDER[:3])
    empty = play([*PEOPLE, shoe, *(BANK if banked else ()), OPEN, *BETS, CLOSE], shoe="manual")
    assert empty.table.shoe is not None
    spent = replace(empty.table.shoe, out=empty.table.shoe.cards)
    empty.table = replace(empty.table, shoe=spent)
    empty._steps(empty.table)
    yield empty


def walk(game: Game, found: set[Citation]) -> None:
    """Give every command in every scene; none of it is kept."""
    for stage in scenes(game, found):
        for said in alphabet(stage.table):
            if _has_sense(game, said):
                stage.say(said, keep=False)


def _has_sense(game: Game, said: Line) -> bool:
    """Return True unless insurance is said to be neglected where there is none."""
    return said.get("kind") != "insurance_not_offered" or game.insurance is not None


def wander(game: Game, found: set[Citation], steps: int) -> None:
    """Give commands at random, sensible and foolish ones, and keep what is carried out."""
    random = Random(f"citations of {game.key}")
    pick: Callable[..., Any] = random.choice
    stage = Stage(game, found)
    stage.do(opening(game), *PEOPLE, line("new_shoe"))
    for _ in range(steps):
        coming = [card.text for card in Order(stage.table).peek(2)]
        calls = table_commands.USUAL[stage.table.phase]
        do = pick((*calls, *calls, *COMMANDS))
        write = pick((table_commands.proper, table_commands.proper, table_commands.command))
        said = write(do, stage.table, pick, coming)
        if do != "open_table" and _has_sense(game, said):
            stage.say(said, keep=do != "close_table")


# Settlements

COUPS = (
    "2s 6d 3c Kh 6c 4d",
    "9s 2d Kc 3h",
    "Ks 9d Qc Kh",
    "9s 9d 9c 9h",
    "4s 3d 2c 3h",
    "2s 6d 4c Kh",
    "6s 3d Kc 3h",
    "5s 2d Kc 4h Ks",
    "2s 2d 2c 4h 2h",
    "Ks 3d Qc Kh 3s 3c",
    "4s 2c Kd 3d 5h 4c",
    "6s 2d Kc 3h 9c",
    "6s 2d Kc 3h 4c",
    "6s 2d Kc 3h Ac",
)
"""Wins, ties, naturals, pairs, sixes on two cards and on three, and hands that can be insured."""


def settlements(game: Game, found: set[Citation]) -> None:
    """Settle rounds with every bet, within limits, beyond them and beyond a wager."""
    banked = game.bank.by is Banker.PLAYER_DEALER
    for cards in COUPS:
        for wager, limits in (
            (("900", {}), ("70", {"min": "50"})) if banked else LIMITS[game.limits.between is None]
        ):
            bets = [
                {"id": f"{n}{box}", "player": who, "box": box, "bet": kind, "amount": amount}
                for box, who in enumerate(("ann", "bob", "cho"), start=1)
                for n, (kind, amount) in enumerate(_bets(game, who))
            ]
            round_: Line = {
                "game": game.key,
                "cards": cards.split(),
                "bets": bets,
                "limits": limits,
            }
            if banked:
                round_["player_dealer"] = {"seat": 7, "player": "pat", "wager": wager}
                round_["fees"] = {"main": "1", "tie": "1", "player_dealer": "2"}
            _settled(game, round_, found)
            for kind in game.insurance.kinds if game.insurance else ():
                for stage in ("four_cards", "player_third"):
                    insured = {**bets[0], "id": "i", "bet": kind, "amount": "1", "stage": stage}
                    _settled(game, {**round_, "bets": [*bets, insured]}, found)
    _refusals(game, found)


LIMITS: dict[bool, tuple[tuple[str, Line], ...]] = {
    True: (("", {}), ("", {"min": "50"})),
    False: (("", {}), ("", {"min": "50", "max_differential": "20", "scope": "table"})),
}


def _bets(game: Game, who: str) -> list[tuple[str, str]]:
    """Bet on everything: too much on Banker in all, and by one patron too little."""
    mains = {"ann": ("30", "300"), "bob": ("40", "50"), "cho": ("60", "45")}[who]
    others = [(kind.key, "45") for kind in game.bets.values() if not kind.main]
    both = [*zip(("player", "banker"), mains, strict=True)]
    if not game.betting.both_sides.allowed:
        both = both[1:] if who == "ann" else both[:1]
    return [*both, *others]


def _settled(game: Game, data: Line, found: set[Citation]) -> None:
    try:
        settlement = settle(read_round(data, load))
    except CroupierError as wrong:
        if wrong.code != "insurance_not_offered":
            raise
        found.add(Citation(game.key, f"settle {wrong.code}", wrong.rule))
        return
    verdicts = RoundVerdicts(settlement.round)
    for each in settlement.lines:
        verdict = verdicts.verdict(each.bet)
        base = [rule for rule in each.rules if rule in verdict.rules]
        tie = " on a tie" if each.bet.stage and settlement.round.coup.winner == "tie" else ""
        for rule in base if each.outcome != "returned" else ():
            found.add(Citation(game.key, f"line {each.bet.kind} {each.outcome}{tie}", rule))
        for rule in each.rules:
            if rule not in base and each.cause is not Cause.WHOLE:
                found.add(Citation(game.key, f"line {each.cause}", rule))
    for sentence, matter in zip(
        explain_play(settlement), _told(settlement.round.coup), strict=False
    ):
        for rule in sentence.rules:
            found.add(Citation(game.key, matter, rule))


def _told(coup: Coup) -> Iterator[str]:
    natural = coup.player.is_natural or coup.banker.is_natural
    if natural:
        yield "play natural"
    else:
        yield "play Player's third card"
        alone = " alone" if coup.player.third is None else ""
        yield f"play Banker's third card{alone}"
    yield "play tie" if coup.winner == "tie" else "play winner"
    yield "play order of action"
    yield "play fees"


def _refusals(game: Game, found: set[Citation]) -> None:
    main: Line = {"id": "a", "player": "ann", "box": 1, "bet": "player", "amount": "60"}
    base: Line = {"game": game.key, "cards": COUPS[0].split(), "bets": [main]}
    if game.bank.by is Banker.PLAYER_DEALER:
        base["player_dealer"] = {"seat": 3, "player": "pat", "wager": "900"}
    changes: tuple[Line, ...] = (
        {"decks": 99},
        {"cards": ["9s"] * 99},
        {"cards": COUPS[0].split()[:3]},
        {"cards": COUPS[0].split()[:4]},
        {"cards": [*COUPS[0].split(), "9s"]},
        {"cards": ["Ks"] * 2 + ["9s"] * 2 + ["9c"]},
        {"decks": game.decks.least, "cards": ["Ks"] * 6},
        {"decks": 8, "cards": ["Ks", "Qs"] * 3},
        {"bets": [{**main, "box": 99}]},
        {"bets": [main, {**main, "id": "b", "player": "bob"}]},
        {"bets": [main, {**main, "id": "b", "player": "bob", "standing": True}]},
        {"bets": [{**main, "standing": True}]},
        {"bets": [main, {**main, "id": "b", "bet": "banker"}]},
        {"bets": [{**main, "bet": "tie"}]},
        {"limits": {"max": "50"}},
        {"limits": {"side_max": "50"}, "bets": [{**main, "bet": "tie"}]},
        {"player_dealer": None},
        {"bets": [{**main, "player": "pat"}]},
        {"bets": [{**main, "box": 3}]},
        {"bets": [{**main, "bet": "player_insurance", "stage": "four_cards"}]},
        {"bets": [main, {**main, "id": "i", "bet": "player_insurance", "stage": "four_cards"}]},
        {
            "bets": [
                {**main, "bet": "banker"},
                {**main, "id": "i", "bet": "banker_insurance", "stage": "four_cards"},
            ]
        },
    )
    for change in changes:
        try:
            settle(read_round({**base, **change}, load))
        except CroupierError as wrong:
            if not isinstance(wrong, InvalidInput):
                count = len(change.get("cards", ()))
                dealt = f" with {min(count, 7)} cards" if wrong.code == "wrong_cards" else ""
                found.add(Citation(game.key, f"settle {wrong.code}{dealt}", wrong.rule))


def everything(wandering: int = 300) -> set[Citation]:
    """Return every citation of the six games that ships, and what it is for."""
    found: set[Citation] = set()
    for key in keys():
        game = load(key)
        walk(game, found)
        wander(game, found, wandering)
        settlements(game, found)
    return found
