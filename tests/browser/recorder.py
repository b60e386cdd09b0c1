"""A session recorded frame by frame: what the house sent, and what the page showed.

The page itself writes it down: each message of its socket before the page hears of it, and in every
frame that is drawn what a person could see or have read out.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

Entry = dict[str, Any]
SIDES = ("player", "banker")

SCRIPT = """(() => {
    const log = (window.recorded = []);
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        constructor(...how) {
            super(...how);
            const hear = (message) => log.push({ frame: JSON.parse(message.data) });
            this.addEventListener('message', hear);
        }
    };
    const text = (of) => document.querySelector(of)?.textContent.trim() ?? '';
    const facing = (card) => {
        const body = card.querySelector('.body');
        return body === null ? 0 : new DOMMatrix(getComputedStyle(body).transform).m11;
    };
    const hand = (side) => {
        const cards = [...document.querySelectorAll(`.felt .hand.${side} [role=img]`)];
        return {
            cards: cards.map((card) => ({
                named: card.getAttribute('aria-label'),
                drawn: card.querySelector('.front > *') !== null,
                facing: facing(card),
            })),
            total: text(`.felt .hand.${side} output`),
            flag: text(`.felt .hand.${side} .flag`),
        };
    };
    const shift = (of) => {
        const { transform, opacity } = getComputedStyle(of);
        const { e, f } = new DOMMatrix(transform);
        return { x: Math.round(e), y: Math.round(f), opacity: Number(opacity) };
    };
    const chips = () => [...document.querySelectorAll('[data-move]')].map((chip) => (
        { bet: chip.dataset.bet, act: chip.dataset.move, what: chip.dataset.what, ...shift(chip) }
    ));
    const won = () => [...document.querySelectorAll('[data-won]')].map((tag) => (
        { place: tag.dataset.won, text: tag.textContent, opacity: shift(tag).opacity }
    ));
    let before = '';
    const look = () => {
        const scene = {
            player: hand('player'),
            banker: hand('banker'),
            call: text('.call'),
            said: text('[data-call]'),
            title: document.title,
            net: document.querySelector('[data-net]')?.dataset.round ?? '',
            told: text('.status .net'),
            road: text('.roads .rounds dd'),
            stage: document.querySelector('[data-paying]')?.dataset.paying ?? '',
            chips: chips(),
            won: won(),
            balance: document.querySelector('[data-balance]')?.dataset.balance ?? '',
        };
        const now = JSON.stringify(scene);
        if (now !== before) log.push({ at: performance.now(), scene });
        before = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""

DOWN = "a card face down"
RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine")
LETTERS = dict(zip("A23456789TJQK", (*RANKS, "ten", "jack", "queen", "king"), strict=True))
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def called(card: str) -> str:
    """Return what a page calls a card."""
    return f"{LETTERS[card[:-1].replace('10', 'T')]} of {SUITS[card[-1]]}"


def points(name: str) -> int:
    """Return the points of a card by what a page calls it."""
    rank = name.split(" of ")[0]
    return RANKS.index(rank) + 1 if rank in RANKS else 0


def record(page: Page) -> None:
    """Record whatever a page shows from its next address on."""
    page.add_init_script(SCRIPT)


def recorded(page: Page) -> list[Entry]:
    """Return what was recorded, the oldest first."""
    return list(page.evaluate("() => window.recorded"))


@dataclass
class _Told:
    """What the house has told by now."""

    cards: dict[tuple[str, int], str | None] = field(default_factory=dict)
    """The faces by hand and place; None is a card that lies face down."""
    round: str = ""
    settled: bool = False

    def hear(self, frame: Entry) -> None:
        for event in frame.get("events", ()):
            match event["type"]:
                case "bets_opened":
                    self.cards, self.settled, self.round = {}, False, str(event["round"])
                case "card_dealt" | "card_turned":
                    place = event["hand"], event["number"]
                    self.cards[place] = called(event["card"]) if event.get("card") else None
                case "round_settled":
                    self.settled = True


def too_early(entries: list[Entry]) -> list[str]:
    """Return what was shown or said before it could be known, or before its card was seen."""
    told, wrong, road = _Told(), list[str](), ""
    for entry in entries:
        if "frame" in entry:
            told.hear(entry["frame"])
            continue
        scene = entry["scene"]
        seen = {
            (side, at): card["named"]
            for side in SIDES
            for at, card in enumerate(scene[side]["cards"], 1)
            if card["named"] != DOWN
        }
        for side in SIDES:
            wrong += _hand(side, scene[side], told)
        whole = len(seen) == len(told.cards) and told.cards.keys() == seen.keys()
        if not whole and told.cards:
            results = (
                scene["call"],
                scene["told"],
                scene["player"]["flag"],
                scene["banker"]["flag"],
            )
            wrong += [
                f"a result before its cards: {text}" for text in results if RESULT.search(text)
            ]
            if scene["net"] == told.round or scene["road"] != road:
                wrong.append(f"round {told.round} on a road or in a list before its cards")
        road = scene["road"]
        for card in told.cards.values():
            if card and card not in seen.values() and card in f"{scene['said']} {scene['title']}":
                wrong.append(f"read out before it is seen: {card}")
    return wrong


RESULT = re.compile(r"wins|Tie|[+-]\d", re.IGNORECASE)


def _hand(side: str, hand: Entry, told: _Told) -> list[str]:
    """Return what is wrong with a hand as it is drawn."""
    wrong, total = [], 0
    for at, card in enumerate(hand["cards"], 1):
        face = told.cards.get((side, at))
        if card["drawn"] and face is None:
            wrong.append(f"{side} {at}: a face that the house has not told")
        if card["named"] == DOWN:
            continue
        total += points(card["named"])
        if card["named"] != face:
            wrong.append(f"{side} {at} is called {card['named']}, and is {face}")
        if card["facing"] < 0.99:
            wrong.append(f"{side} {at} is named before its face is seen")
    if hand["total"] not in ("", "–", str(total % 10)):
        wrong.append(f"{side} has {hand['total']}, and {total % 10} is seen")
    return wrong


def set_off(scenes: list[Entry]) -> list[str]:
    """Return the bets of a payment whose chips were seen to move, in the order of it."""
    found: list[str] = []
    before: dict[str, tuple[int, int]] = {}
    for scene in scenes:
        moved = [chip for chip in scene["chips"] if _leads(chip) and _moved(chip, before)]
        # Those that were first seen under way in one frame: who is further on was earlier.
        found += [chip["bet"] for chip in sorted(moved, key=_way, reverse=True)]
    return found


def _leads(chip: Entry) -> bool:
    """Return True for what moves first of a bet: its win, or a stake that nothing is added to."""
    return bool(chip["what"] == "win" or chip["act"] != "pay")


def _moved(chip: Entry, before: dict[str, tuple[int, int]]) -> bool:
    place = chip["x"], chip["y"]
    first = before.setdefault(chip["bet"], place)
    if first == place or first == (-1, -1):
        return False
    before[chip["bet"]] = (-1, -1)
    return True


def _way(chip: Entry) -> float:
    way = math.hypot(chip["x"], chip["y"])
    return -way if chip["what"] == "win" else way
