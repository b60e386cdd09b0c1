"""Commands at random: sensible ones, foolish ones and forbidden ones, for any table.

`pick` chooses one of several: a seeded generator's `choice`, or a Hypothesis draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, Protocol, TypeVar

from croupier.cards import DECK, Card
from croupier.game.loading import load
from croupier.game.model import Banker, Game
from croupier.table import COMMANDS, LEAST, Phase, ShoeKind, Table
from croupier.table.decide.irregularities import REPORTED
from table_world import card_to_come

T = TypeVar("T")

PATRONS = ("ann", "bob", "cho", "dan")
AMOUNTS = ("5", "10", "25", "60", "100", "250", "0.05", "1000", "2500")
STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
HANDS = ("player", "banker")
MENDED = (
    "wrong_number_of_cards",
    "excess_card",
    "exposed_card",
    "wrong_hand",
    "dealt_face_up",
    "simultaneous_cards",
)
"""Reports that need not end the round."""
OF_A_ROUND = ("place_bet", "increase_bet", "withdraw_bet", "place_insurance")
"""Commands that may say which round they are meant for."""
Fields = dict[str, Any]


class Pick(Protocol):
    """Chooses one of several."""

    def __call__(self, several: Sequence[T], /) -> T: ...


def opening(game: str, pick: Pick) -> Fields:
    """Open a table of a game, one way or another."""
    rules = load(game)
    fields: Fields = {
        "game": game,
        "shoe": pick(tuple(ShoeKind)).value,
        "face_down": pick((True, False)) and rules.play.face_down.allowed,
        "enforcement": pick(("automatic", "dealer")),
        "limits": limits(rules, pick),
        "decks": pick((rules.decks.least, rules.decks.default)),
        "cut": pick((14, 14, 0)),
        "burn": pick((0, 0, 3)),
        "float": pick(("0", "100000")),
        "layout": pick([layout.key for layout in rules.layouts]),
    }
    if rules.insurance is not None:
        fields["insurance"] = pick((True, True, True, False))
    if rules.bank.by is Banker.PLAYER_DEALER:
        fields["fees"] = fees(pick)
    return fields


def limits(game: Game, pick: Pick) -> Fields:
    """Put up a sign that the game can have."""
    sign: Fields = {"min": pick(("5", "25"))}
    if game.limits.between is not None:
        sign["max_differential"] = pick(("100", "500", "5000"))
        sign["scope"] = pick(("box", "table"))
    else:
        sign["max"] = pick(("250", "1000"))
    return sign


def fees(pick: Pick) -> Fields:
    """Write a schedule of fees, or none."""
    return pick(({}, {"main": "1", "tie": "0.50", "player_dealer": "2"}))


def coming(table: Table, peek: Callable[[int], tuple[Card, ...]], count: int) -> list[str]:
    """Name the next cards of the shoe, as somebody sees them who exposes them by mistake."""
    shoe = table.shoe
    if shoe is None:
        return []
    if table.rules.shoe is ShoeKind.MANUAL:
        return [card_to_come(table, 11 * place).text for place in range(count)]
    # Looking into a shoe that is not used yet would fix its order.
    return [card.text for card in peek(count)] if shoe.used else []


def felt(table: Table) -> list[str]:
    """Name the cards that are seen on the felt."""
    return [dealt.card.text for dealt in table.cards if dealt.card is not None]


def report(table: Table, pick: Pick, next_cards: Sequence[str]) -> Fields:
    """Report something, with the cards that it may be about."""
    lying = felt(table)
    fields: Fields = {"kind": pick((*REPORTED, *MENDED, *MENDED))}
    named = [*lying[len(lying) - pick((0, 0, 1, 2)) :]] if lying else []
    named += next_cards[: pick((0, 1, 1, 2))]
    if pick((0, 0, 0, 1)):
        named = named[::-1]
    if pick((0,) * 9 + (1,)):
        named.append(pick(DECK).text)
    if pick((0,) * 9 + (1,)):
        named += ["9s"] * 5
    if named:
        fields["cards"] = named
    if pick((0,) * 9 + (1,)):
        fields["round"] = pick((0, 1, 2))
    return fields


def decision(table: Table, pick: Pick) -> tuple[str, Fields]:
    """Decide a report in one of the ways that there are."""
    case, lying = table.case, felt(table)
    ready = [card.text for card in table.ready]
    do = pick(("reconstruct", "reconstruct", "cannot_reconstruct", "decide_order", "rule"))
    if do == "rule":
        return do, ruling(pick)
    if do == "decide_order":
        cards = [card.text for card in case.cards] if case is not None else lying[-2:]
        return do, {"cards": pick(list(permutations(cards))[:24]) if cards else ["9s"]}
    if pick((True, False)):
        return do, {}
    if do == "cannot_reconstruct":
        hands = {
            hand: [d.card.text for d in table.cards if d.hand == hand and d.card] for hand in HANDS
        }
        if pick((True, False)):
            hands = {"player": hands["banker"], "banker": hands["player"]}
        return do, {"player_cards": hands["player"], "banker_cards": hands["banker"]}
    if case is not None and case.settled and table.ended is not None:
        lying = [card.text for card in table.ended.round.coup.cards]
    order = pick(list(permutations(range(len(lying))))[:60])
    return do, {"cards": [*(lying[place] for place in order), *ready[: pick((0, 1, 2))]]}


def ruling(pick: Pick) -> Fields:
    """Rule, with chips given or taken."""
    changes = [{"player": pick(PATRONS), "amount": pick(("5", "-5", "-2500", "0"))}]
    if pick((True, False)):
        changes = [{"player": pick(PATRONS), "amount": amount} for amount in ("5", "-5")]
    return {"text": "a ruling", "adjustments": changes if pick((True, False)) else []}


def bet(table: Table, pick: Pick) -> Fields:
    """Bet on something somewhere, mostly where one sits."""
    name = pick(PATRONS)
    own = [box for box, who in table.seats.items() if who == name]
    at_home = bool(own) and pick((True, True, False))
    box: int = pick(own) if at_home else pick(range(1, 6))
    kinds = ("player", "banker", *table.game.bet_keys)
    fields: Fields = {"player": name, "box": box, "bet": pick(kinds), "amount": pick(AMOUNTS)}
    if table.seats.get(box) not in (None, name) or pick((0,) * 7 + (1,)):
        fields["standing"] = True
    return fields


def insurance(table: Table, pick: Pick) -> Fields:
    """Insure somebody's bet on a hand."""
    mains = [bet for bet in table.bets if bet.kind in HANDS]
    if not mains:
        return {"player": pick(PATRONS), "box": 1, "bet": "player_insurance", "amount": "5"}
    original = pick(mains)
    amount = pick(("1", "5", "25", "2500"))
    kind = f"{original.kind}_insurance"
    return {"player": original.patron, "box": original.box, "bet": kind, "amount": amount}


def seat(table: Table, pick: Pick) -> Fields:
    """Name a seat, mostly the one that is asked or that banks."""
    position = table.position
    wanted = table.offered or (position.seat if position is not None else None)
    number = wanted if wanted is not None and pick((True, True, False)) else pick(range(1, 6))
    return {"seat": number, "player": table.seats.get(number) or pick(PATRONS)}


def any_fields(do: str, table: Table, pick: Pick, next_cards: Sequence[str]) -> Fields:
    """Fill in what a command takes."""
    bets = [each.id for each in table.bets] or ["b1"]
    match do:
        case "open_table":
            return opening(table.game.key if table.setup else "classic", pick)
        case "fill" | "credit":
            return {"amount": pick(AMOUNTS)}
        case "change_table":
            banked = table.rules.banked_by_player
            changed: Fields = {"limits": limits(table.game, pick)} if pick((0, 1)) else {}
            return {**changed, "fees": fees(pick)} if banked and pick((0, 1)) else changed
        case "buy_in" | "cash_out":
            return {"player": pick(PATRONS), "amount": pick(AMOUNTS)}
        case "sit" | "leave":
            return {"player": pick(PATRONS), "box": pick(range(1, 6))}
        case "new_shoe" | "replace_shoe":
            return pick(({}, {}, {"seed": "a"}, {"cards": ["2s", "6d", "3c", "Kh", "9c"]}))
        case "add_entropy":
            return {"player": pick(PATRONS), "text": "rosebud"}
        case "offer_player_dealer":
            return {"seat": seat(table, pick)["seat"]}
        case "accept_player_dealer" | "change_wager":
            return {**seat(table, pick), "wager": pick(AMOUNTS)}
        case "decline_player_dealer" | "give_up_player_dealer":
            return seat(table, pick)
        case "place_bet":
            return bet(table, pick)
        case "increase_bet" | "withdraw_bet":
            amount = {} if do == "withdraw_bet" and pick((0, 1)) else {"amount": pick(AMOUNTS)}
            return {"bet": pick(bets), **amount}
        case "deal" | "correct_card":
            wanted = do == "correct_card" or (table.setup and table.rules.shoe is ShoeKind.MANUAL)
            return {"card": (*next_cards, "9s")[0]} if wanted and pick((1, 1, 1, 0)) else {}
        case "turn":
            card = {"card": pick(DECK).text} if pick((0, 1)) else {}
            return {"hand": pick(HANDS), "number": pick((1, 2, 3)), **card}
        case "place_insurance":
            return insurance(table, pick)
        case "request_squeeze" | "grant_squeeze":
            return {"player": pick(table.bettors or PATRONS), "hand": pick(HANDS)}
        case "expose_banker_first":
            return {"player": pick(table.bettors or PATRONS)}
        case "report":
            return report(table, pick, next_cards)
        case "reconstruct" | "cannot_reconstruct" | "decide_order" | "rule":
            for _ in range(8):
                found, fields = decision(table, pick)
                if found == do:
                    return fields
            return {}
        case "void_round" | "dismiss_report":
            return pick(({}, {"reason": "a test"}))
        case "choose":
            return {"player": pick(PATRONS), "option": pick(("continue", "refund"))}
        case "return_uninsured":
            stage = pick(("four_cards", "player_third"))
            fields = {"player": pick(PATRONS), "stage": stage, "hand": pick(HANDS)}
            return {**fields, "amount": pick(("1", "25"))}
        case "set_deadline":
            return {"seconds": pick((1, 20, 3600, 0))}
        case "assign_dealer":
            pace = {"pace": {"betting": pick((5000, 1500))}} if pick((0, 1)) else {}
            return {"automatic": pick((True, False)), **pace}
        case _:
            return {}


def command(do: str, table: Table, pick: Pick, next_cards: Sequence[str]) -> Fields:
    """Write a whole command by somebody, who need not be allowed to give it."""
    fields = any_fields(do, table, pick, next_cards)
    if do in OF_A_ROUND and pick((0, 1)):
        fields["round"] = pick((table.round, table.round, table.round - 1, table.round + 1))
    role = pick((LEAST[do].value, "player", *STAFF))
    name: str = role
    if role == "player":
        name = pick(PATRONS)
        if pick((1, 1, 1, 0)):
            name = fields.get("player", name)
    return {"do": do, "by": {"role": role, "name": name}, **fields}


def bets(table: Table, pick: Pick) -> list[Fields]:
    """Let everybody seated bet on a hand, mostly, and some on more than that."""
    wanted: list[Fields] = []
    banker = table.position.patron if table.position is not None else None
    least = table.rules.limits.main.least or 0
    for box, name in sorted(table.seats.items()):
        if name == banker or not pick((1, 1, 1, 0)):
            continue
        most = min(table.available(name), 25_000)
        amounts = [amount for amount in (500, 1000, 2500, 6000, 10_000) if least <= amount <= most]
        for kind in dict.fromkeys((pick(HANDS), *(pick(table.game.bet_keys) for _ in range(2)))):
            if amounts:
                amount = table.rules.unit.write(pick(amounts))
                wanted.append({"player": name, "box": box, "bet": kind, "amount": amount})
    if table.game.betting.standing.allowed and wanted:
        behind = pick(wanted)
        wanted.append({**behind, "player": pick(PATRONS), "standing": True})
    return wanted


def uninsured(table: Table, pick: Pick) -> Fields:
    """Ask for a bet back that could not be insured."""
    round_bets = table.ended.round.bets if table.ended is not None else table.bets
    mains = [bet for bet in round_bets if bet.kind in HANDS]
    if not mains:
        return any_fields("return_uninsured", table, pick, ())
    original = pick(mains)
    stage = pick(("four_cards", "player_third"))
    fields = {"player": original.patron, "box": original.box, "hand": original.kind}
    return {**fields, "stage": stage, "amount": "1"}


def proper(do: str, table: Table, pick: Pick, next_cards: Sequence[str]) -> Fields:
    """Write a command as somebody would who knows the game and may give it."""
    fields = any_fields(do, table, pick, next_cards)
    if do == "return_uninsured":
        fields = uninsured(table, pick)
    elif do in ("grant_squeeze", "request_squeeze", "expose_banker_first") and table.bets:
        mains = [bet for bet in table.bets if bet.kind in HANDS and not bet.standing]
        highest = max(mains, key=lambda each: each.amount, default=table.bets[0])
        fields["player"] = highest.patron
    elif do == "choose":
        fields["player"] = pick(tuple(table.choices) or PATRONS)
    role = LEAST[do].value
    name = fields.get("player", pick(PATRONS)) if role == "player" else role
    if do == "turn" or (do in ("increase_bet", "withdraw_bet")):
        role = name = "dealer"
    return {"do": do, "by": {"role": role, "name": name}, **fields}


USUAL: dict[Phase, tuple[str, ...]] = {
    Phase.IDLE: ("sit", "leave", "buy_in", "report", "return_uninsured", "rule", "change_table"),
    Phase.BETTING: ("place_bet", "increase_bet", "withdraw_bet", "grant_squeeze", "report"),
    Phase.DEALING: (
        *("deal", "place_insurance", "report", "correct_card", "grant_squeeze", "turn") * 2,
        "increase_bet",
        *("interrupt", "expose_banker_first", "request_squeeze", "replace_shoe", "buy_in"),
        *("leave", "sit", "close_insurance"),
    ),
    Phase.COMPLETE: (
        *("settle", "report", "correct_card", "return_uninsured", "replace_shoe") * 2,
        *("interrupt", "leave"),
    ),
    Phase.OPTIONS: ("choose", "choose", "choose", "replace_shoe", "interrupt", "cash_out"),
    Phase.INTERRUPTED: ("resume", "reconstruct", "report", "decide_order", "new_shoe"),
}
"""What is often done in each phase."""

DECISIONS = (
    *("reconstruct", "cannot_reconstruct", "decide_order", "rule") * 2,
    *("dismiss_report", "void_round", "replace_shoe"),
)
BANKING = tuple(name for name in COMMANDS if "player_dealer" in name or "wager" in name)
