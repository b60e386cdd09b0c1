"""The details of a round as one object: cards, bets with their history, decisions, balances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.facts import FACTS, finish
from croupier.game.loading import shipped
from croupier.game.model import Game
from croupier.ledger import FEES, HOUSE, Account
from croupier.reports.events import Data, Section, Use, bet_after, state_after, use_of
from croupier.settlement import Settlement
from croupier.settlement.explaining import explained
from croupier.settlement.settle_json import read_coup
from croupier.store.log_file import Entry
from croupier.store.replay import Recall
from croupier.store.told_steps import told_bets, told_hands
from croupier.table import Context, Event, Table, evolve, read_event
from croupier.table import events as e
from croupier.table.decide.endings_and_rulings import settled_again, settlement_of
from croupier.table.events import said
from croupier.words import as_json

_decode = msgspec.json.Decoder(Entry).decode

_BET_FIELDS = ("player", "box", "bet", "standing", "stage", "odds")
_STEP_FIELDS = ("amount", "total", "reason", "warnings", "rule")


@dataclass(frozen=True, slots=True)
class RoundStep:
    """An entry of the round, with the table before and after it."""

    entry: Entry
    hash: str
    event: Event | None
    """None once the table is opened again by a game that does not ship: not of this round."""
    before: Table
    after: Table

    @property
    def data(self) -> Data:
        """The event as it is stored."""
        return self.entry.event

    @property
    def use(self) -> Use:
        """What the reports make of the event."""
        return use_of(self.data)

    @property
    def origin(self) -> dict[str, Any]:
        """The number of the entry, when it was made, and by whom."""
        return {"n": self.entry.n, "at": self.entry.at, "by": self.entry.by}


Steps = tuple[RoundStep, ...]


def _steps(recall: Recall) -> Iterator[RoundStep]:
    """Play the entries of a round again."""
    table, lost = recall.before, False

    def find(key: str) -> Game:
        # A table may be opened again after the round, by its own game or another one.
        return recall.before.game if key == recall.before.game.key else shipped(key)

    for row in recall.entries:
        entry, event, after = _decode(row.entry), None, table
        if not lost:
            with suppress(CroupierError, KeyError):
                event = read_event(entry.event, Context(table.rules.unit, find))
                after = evolve(table, event)
        lost = event is None
        yield RoundStep(entry, row.hash, event, table, after)
        table = after


def write_round(recall: Recall) -> dict[str, Any]:
    """Return everything about a round as an object for programs."""
    steps = tuple(_steps(recall))
    setup, before, after = recall.before.rules, recall.before, recall.after
    write = setup.unit.write
    settlement = _settlement(steps)
    explanation = (
        None if settlement is None else explained(settlement, recall.round, with_said=True)
    )
    names = dict.fromkeys((*before.patrons, *after.patrons))

    def balances(account: Account) -> dict[str, str]:
        return {
            "before": write(before.book.balance(account)),
            "after": write(after.book.balance(account)),
        }

    return {
        "table": recall.table_id,
        "round": recall.round,
        "state": _state(recall, steps),
        "game": {
            "key": setup.game.key,
            "title": setup.game.title,
            "digest": setup.digest,
            "titles": setup.game.section_titles,
        },
        "decks": setup.decks,
        "unit": write(1),
        "limits": setup.sign,
        "shoes": _shoes(recall, steps),
        "times": {
            "first": steps[0].entry.at,
            "last": steps[-1].entry.at,
            "ended": next((each.entry.at for each in steps if _ends_round(each)), None),
        },
        "cards": _cards(steps),
        "hands": _hands(settlement, steps),
        "facts": _facts(settlement),
        "play": []
        if explanation is None
        else [{**each, "rules": list(each["rules"])} for each in explanation["play"]],
        "bets": _bets(steps, explanation, setup.game.names),
        **{section.value: _section(steps, section) for section in Section},
        "balances": {
            name: {"before": write(before.free(name)), "after": write(after.free(name))}
            for name in names
        },
        "house": balances(HOUSE),
        "fees": balances(FEES),
        "player_dealer": _position(before),
        "settlement": recall.settlement,
        "events": [_event(each) for each in steps],
    }


def _section(steps: Steps, section: Section) -> list[dict[str, Any]]:
    return [{**each.origin, **each.data} for each in steps if each.use.section is section]


def _ends_round(step: RoundStep) -> bool:
    return isinstance(step.event, e.RoundSettled | e.RoundVoided)


def _state(recall: Recall, steps: Steps) -> str:
    state = "running"
    for step in steps:
        state = state_after(step.event, recall.round, state)
    return state


def _settlement(steps: Steps) -> Settlement | None:
    """Settle the round again as it was settled last; None if it was not, or was undone."""
    found: Settlement | None = None
    for step in steps:
        match step.event:
            case e.RoundSettled():
                found = settlement_of(step.before)
            case e.RoundCorrected(settlement=None):
                found = None
            case e.RoundCorrected() as correction if step.before.ended is not None:
                coup = read_coup(correction.settlement or {})
                found = settled_again(step.before.ended, coup, correction.handed_back or ())
            case _:
                pass
    return found


def _facts(settlement: Settlement | None) -> dict[str, Any] | None:
    if settlement is None:
        return None
    end = finish(settlement.round.coup)
    return {name: fact.of(end) for name, fact in FACTS.items()}


def _hands(settlement: Settlement | None, steps: Steps) -> dict[str, Any]:
    """Return both hands as they were settled, else as they lay last."""
    if settlement is not None:
        coup = settlement.round.coup
        return {
            name: {"cards": [card.text for card in hand.cards], "total": hand.total}
            for name, hand in (("player", coup.player), ("banker", coup.banker))
        }
    last = next((step.before.cards for step in reversed(steps) if step.before.cards), ())
    return {
        side: {"cards": [d.card.text if d.card else None for d in last if d.hand.value == side]}
        for side in ("player", "banker")
    }


def _shoes(recall: Recall, steps: Steps) -> list[dict[str, Any]]:
    """Return the shoe that the round began with, and one that replaced it."""
    found: list[dict[str, Any]] = []
    shoe = recall.before.shoe
    if shoe is not None:
        left = shoe.left
        found.append({"number": shoe.number, "commitment": shoe.commitment, "left": left})
    for step in steps:
        if _ends_round(step):
            break
        if isinstance(step.event, e.ShoeStarted):
            started = step.event
            left = started.cards - started.burned
            found.append({"number": started.shoe, "commitment": started.commitment, "left": left})
    return found


def _position(before: Table) -> dict[str, Any] | None:
    position = before.position
    if position is None:
        return None
    wager = before.rules.unit.write(position.wager)
    return {"seat": position.seat, "player": position.patron, "wager": wager}


def _event(step: RoundStep) -> dict[str, Any]:
    """Return an event with its number, its hash and a sentence."""
    written: dict[str, Any] = {**step.origin, "hash": step.hash}
    if step.event is not None:
        message = said(step.event, step.after.rules.unit, step.after.rules.game)
        written |= {"says": str(message), "said": as_json(message)}
        hands = told_hands(step.before, step.after)
        if hands:
            written["hands"] = hands
        bets = list(told_bets(step.before, step.event))
        if bets:
            written["bets"] = [line.strip() for line in bets]
    return {**written, "event": step.data}


def _bets(
    steps: Steps, explanation: Mapping[str, Any] | None, names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the bets in the order they were placed, with their history and how they ended."""
    bets: dict[str, dict[str, Any]] = {}
    for step in steps:
        event, data = step.event, step.data
        match event:
            case e.BetPlaced() | e.InsurancePlaced():
                fields = {key: data[key] for key in _BET_FIELDS if key in data}
                name = names.get(event.bet, event.bet)
                bets[event.id] = {"id": event.id, **fields, "name": name, "history": []}
            case e.BetsClosed():
                for cut in data["pro_rata"]:
                    what = {"what": "cut pro rata", "in_action": cut["in_action"]}
                    bets[cut["bet"]]["history"].append({**step.origin, **what})
            case e.OptionsClosed():
                for bet in bets.values():
                    if bet["player"] in event.refunded:
                        bet["history"].append({**step.origin, "what": "refunded by choice"})
            case e.RoundVoided():
                for bet in bets.values():
                    what = {"what": "void", "reason": event.reason}
                    bet["history"].append({**step.origin, **what})
            case _:
                pass
        if event is not None and step.use.bet_step is not None:
            _add_step(bets, step, event)
    lines = {} if explanation is None else {line["id"]: line for line in explanation["bets"]}
    return [
        {**bet, **{field: value for field, value in lines.get(key, {}).items() if field != "id"}}
        for key, bet in bets.items()
    ]


def _add_step(bets: Mapping[str, dict[str, Any]], step: RoundStep, event: Event) -> None:
    """Add a step to the history of the bet that an event is about, and set its amount."""
    changed = bet_after(event)
    bet_id = step.data["bet"] if changed is None else changed.id
    bet = bets.get(bet_id)
    if bet is None:
        return
    fields = {key: step.data[key] for key in _STEP_FIELDS if step.data.get(key)}
    bet["history"].append({**step.origin, "what": step.use.bet_step, **fields})
    if changed is not None:
        bet["amount"] = step.before.rules.unit.write(changed.amount)


def _cards(steps: Steps) -> list[dict[str, Any]]:
    """Return the cards as they were dealt; a card that still lies face down is not named.

    Where cards were put into another order afterwards, that is among the irregularities, and the
    hands are those that were settled.
    """
    cards: list[dict[str, Any]] = []
    for step in steps:
        data = step.data
        match step.event:
            case e.CardDealt():
                cards.append(_dealt_card(step))
            case e.CardTurned() as turned:
                card = _find_card(cards, turned)
                card |= {"card": data["card"], "turned": step.origin}
                if turned.salt is not None:
                    card["salt"] = turned.salt
            case e.CardCorrected() as corrected:
                card = _find_card(cards, corrected)
                correction = {**step.origin, "was": data["was"]}
                card |= {"card": data["card"], "corrected": [*card["corrected"], correction]}
            case _:
                pass
    return cards


def _dealt_card(step: RoundStep) -> dict[str, Any]:
    data = step.data
    card: dict[str, Any] = {
        "hand": data["hand"],
        "number": data["number"],
        "card": data.get("card"),
        "face_down": "card" not in data,
        "lay_ready": data["ready"],
        "dealt": step.origin,
        "corrected": [],
    }
    return card | ({"seal": data["seal"]} if "seal" in data else {})


def _find_card(
    cards: list[dict[str, Any]], event: e.CardTurned | e.CardCorrected
) -> dict[str, Any]:
    """Return the card that an event is about: the latest in that place, if there are two."""
    place = event.hand.value, event.number
    return next(card for card in reversed(cards) if (card["hand"], card["number"]) == place)
