"""The catalogue of side bets that casinos offer: one file each, with where its edge is published.

A file has the bet as a game file would have it, and beside it what is known of the bet. Games are
mixed from them (`croupier.game.mixing`); what they cost is computed (`croupier.odds.side_bets`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.errors import Code, InvalidInput, brief
from croupier.game.checked_mapping import BadGame, Findings, Reader, closest
from croupier.game.loading import is_path, parse_toml, read_toml
from croupier.game.model import BetKind, Decks
from croupier.game.read_game import MOST_DECKS
from croupier.game.read_pay_lines import read_bet
from croupier.words import ENGLISH, say

_FILES = files("croupier.game") / "side_bets"
_EDGE = re.compile(r"-?[0-9]{1,3}\.[0-9]{1,8}%")
_WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Published:
    """A house edge that somebody published, digit for digit."""

    edge: str
    """As published, in percent: "7.6113%"."""
    decks: int
    source: str
    where: str
    """The address of the page, without a scheme."""
    differs: str | None = None
    """Why it is not the exact edge rounded to its digits; None if it is."""

    def agrees(self, edge: Fraction) -> bool:
        """Return True if an exact edge, rounded to as many digits, is the published one."""
        digits = self.edge.removesuffix("%")
        step = Fraction(1, 10 ** len(digits.partition(".")[2]))
        return abs(100 * edge - Fraction(digits)) <= step / 2


@dataclass(frozen=True, slots=True)
class SideBet:
    """One bet of the catalogue."""

    key: str
    """Its key in games with "-" for "_": "dragon-7"."""
    kin: str
    """The bets that are offered together have one; naming it adds all of them."""
    tags: tuple[str, ...]
    decks: tuple[int, ...]
    """The numbers of decks that it is known to be dealt from."""
    notes: Mapping[str, str]
    """What else is to be known, by language; empty if nothing is."""
    published: tuple[Published, ...]
    kind: BetKind
    data: Mapping[str, Any]
    """The bet as a game file has it."""

    @property
    def name(self) -> str:
        """What the felt says, in English."""
        return self.kind.name

    def mentions(self, word: str) -> bool:
        """Return True if the key, the kin, a tag, a name or a note has this word in it."""
        texts = (self.key, self.kin, *self.tags, *self.kind.texts.values(), *self.notes.values())
        return any(word.casefold() in text.casefold() for text in texts)


def read_side_bet(data: Mapping[str, Any], shown: str) -> SideBet:
    """Return the bet of a file's data; raise `BadGame`, which lists every mistake."""
    findings = Findings()
    top = Reader(data, "", findings)
    kin, tags = top.text("kin"), top.texts("tags")
    for key, words in (("kin", (kin,)), ("tags", tags)):
        for word in words:
            if not _WORD.fullmatch(word):
                top.expected(key, say("reading.side_bet_word"), word)
    notes = top.by_language("note") if top.has("note") else {}
    bets = dict(top.table("bets").tables())
    if len(bets) != 1:
        top.fault("bets", say("reading.one_side_bet", count=len(bets)))
    kinds = [read_bet(key, table, Decks(1, MOST_DECKS, 8, ())) for key, table in bets.items()]
    if any(kind.main for kind in kinds):
        top.fault("bets", say("reading.no_side_bet"))
    bet = SideBet(
        key=kinds[0].key.replace("_", "-") if kinds else "",
        kin=kin,
        tags=tags,
        decks=_read_decks(top),
        notes=notes,
        published=_read_published(top),
        kind=kinds[0] if kinds else _NO_BET,
        data=data.get("bets", {}).get(kinds[0].key, {}) if kinds else {},
    )
    top.done()
    if findings.faults:
        raise BadGame(shown, findings.faults)
    return bet


_NO_BET = BetKind("", "", main=False, pays=(), loses=(), fee=None, texts={ENGLISH: ""})


def _read_decks(top: Reader) -> tuple[int, ...]:
    decks = top.raw("decks")
    known = decks if isinstance(decks, list) else []
    if not known or not all(type(n) is int and 1 <= n <= MOST_DECKS for n in known):
        top.expected("decks", say("reading.deck_numbers", most=MOST_DECKS), decks)
        return ()
    return tuple(known)


def _read_published(top: Reader) -> tuple[Published, ...]:
    if not top.has("published"):
        return ()
    found = []
    for row in top.rows("published"):
        edge = row.text("edge")
        if edge and not _EDGE.fullmatch(edge):
            row.expected("edge", say("reading.published_edge"), edge)
        decks = row.number("decks", 1, MOST_DECKS)
        source, where = row.text("source"), row.text("where")
        differs = row.text("differs") if row.has("differs") else None
        found.append(Published(edge, decks, source, where, differs))
        row.done()
    return tuple(found)


@cache
def side_bets() -> Mapping[str, SideBet]:
    """Return every bet of the catalogue by its key, in the order of kin and key."""
    found = []
    for file in _FILES.iterdir():
        if file.name.endswith(".toml"):
            bet = read_side_bet(parse_toml(file.read_bytes(), file.name), file.name)
            assert file.name == f"{bet.key}.toml", f"{file.name} holds {bet.key}"
            found.append(bet)
    return {bet.key: bet for bet in sorted(found, key=lambda bet: (bet.kin, bet.key))}


def search(words: Iterable[str]) -> tuple[SideBet, ...]:
    """Return the bets that mention every one of these words; all bets if there are none."""
    wanted = tuple(words)
    return tuple(bet for bet in side_bets().values() if all(map(bet.mentions, wanted)))


def chosen(names: Iterable[str]) -> tuple[SideBet, ...]:
    """Return the bets of these names, each once; raise `InvalidInput` for a name that is none.

    A name is a bet's key, a kin, which stands for all its bets, or the path of a bet's file.
    """
    found: dict[str, SideBet] = {}
    for name in names:
        for bet in _named(name):
            found.setdefault(bet.key, bet)
    return tuple(found.values())


def _named(name: str) -> tuple[SideBet, ...]:
    if is_path(name):
        return (read_side_bet(read_toml(name), name),)
    known = side_bets()
    key = name.lower().replace("_", "-")
    if key in known:
        return (known[key],)
    kin = tuple(bet for bet in known.values() if bet.kin == key)
    if not kin:
        near = closest(key, {*known, *(bet.kin for bet in known.values())})
        said = say("reading.unknown_side_bet", bet=brief(name), hint=near)
        raise InvalidInput(Code.UNKNOWN_BET, said)
    return kin
