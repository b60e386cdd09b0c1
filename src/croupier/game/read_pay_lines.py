"""Reading bets and insurance offers: conditions, odds, and whether a line can ever hold."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

from croupier.conditions import Condition
from croupier.coup import Side, Winner, compare
from croupier.facts import FACTS, is_deep
from croupier.game.checked_mapping import Reader, closest, shown
from croupier.game.coup_endings import combinations, first_totals, scores, third_card_totals
from croupier.game.hand_classes import tells_too_much
from croupier.game.model import (
    BetKind,
    Decks,
    Game,
    Insurance,
    InsuranceKind,
    Offer,
    PayLine,
    Stage,
)
from croupier.game.read_conditions import read_condition, read_values
from croupier.money import Odds
from croupier.words import ENGLISH, Name, Text, say

_NOTHING = Odds(0, 1)
COMMISSION = re.compile(r"[0-9]{1,2}(\.[0-9]{1,4})?%")
"""How a commission is written: "5%", "2.5%"."""
CAP = re.compile(r"[0-9]{1,12}(\.[0-9]{1,8})?")
"""How a cap is written: an amount of money, "5000" or "2500.50"."""
ROUNDING = ("down", "up")
"""To which side what a bet pays is rounded to the table's unit."""
MOST_SHORT = 8
"""The most characters of a short name: it stands on small chips and buttons."""
BET_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
OPEN = "?"
"""Odds that a designer has not decided yet."""


def read_odds(table: Reader, key: str = "odds", *, loss: bool = False) -> Odds:
    """Return odds, those of a part of the stake that is lost among them; 0:1 after a mistake."""
    value = table.raw(key)
    try:
        if isinstance(value, str):
            odds = Odds.parse(value)
            if odds.ratio >= (-1 if loss else 0):
                return odds
    except ValueError:
        pass
    if value == OPEN:
        table.fault(key, say("reading.open_odds"))
        return _NOTHING
    table.expected(key, say("reading.pay_odds") if loss else say("reading.odds"), value)
    return _NOTHING


def _titled(key: str) -> str:
    """Return a name made from a bet's key: "dragon_7" is "Dragon 7"."""
    return key.replace("_", " ").title()


def read_bets(top: Reader, decks: Decks) -> dict[str, BetKind]:
    """Return the bets of the layout, in the order of the file."""
    bets = {key: read_bet(key, table, decks) for key, table in top.table("bets").tables()}
    check_needs(top, bets)
    if not bets:
        top.fault("bets", say("reading.no_bets"))
    return bets


def check_names(top: Reader, game: Game) -> None:
    """Add a mistake for a bet with a malformed key, or with the name of another bet."""
    tables = {key: top.table("bets") for key in game.bets}
    kinds: dict[str, BetKind | InsuranceKind] = dict(game.bets)
    if game.insurance:
        kinds |= game.insurance.kinds
        tables |= dict.fromkeys(game.insurance.kinds, top.table("insurance").table("bets"))
    owners: dict[tuple[str, str, str], str] = {}
    for key, kind in kinds.items():
        if not BET_KEY.fullmatch(key):
            tables[key].fault(key, say("reading.bet_key"))
        own = tables[key].table(key)
        for what, texts in (("name", kind.texts), ("short", kind.shorts or {})):
            for language, text in texts.items():
                owner = owners.setdefault((what, language, text.casefold()), key)
                if text and owner != key:
                    own.expected(what, say(f"reading.other_{what}", bet=owner), text)


def read_bet(key: str, table: Reader, decks: Decks) -> BetKind:
    """Return one bet of the layout."""
    known_mistakes = len(table.findings.faults)
    lines: list[PayLine] = []
    for row in table.rows("pays"):
        when = row.raw("when")
        if not isinstance(when, dict):
            sample = '{ winner = "tie" }'
            row.expected("when", say("reading.facts_table", sample=sample), when)
            when = {}
        condition = read_condition(row.child("when", when), when)
        lines.append(_read_line(row, condition))
        row.done()
    texts = table.by_language("name", _titled(key))
    needs, needs_rules = _read_needs(table)
    bet = BetKind(
        key=key,
        name=texts[ENGLISH],
        texts=texts,
        shorts=_read_shorts(table),
        main=table.flag("main", default=False),
        pays=tuple(lines),
        loses=table.rules("loses"),
        fee=table.text("fee") if table.has("fee") else None,
        needs=needs,
        needs_rules=needs_rules,
        cap=_read_cap(table),
        rounds_up=table.choice("rounding", ROUNDING, default="down") == "up",
    )
    table.done()
    if len(table.findings.faults) == known_mistakes:
        _check_lines(bet, table, decks)
    return bet


def _read_needs(table: Reader) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the bets that a bet needs one of, and the paragraphs that say so."""
    if not isinstance(table.raw("needs"), dict):
        return table.texts("needs"), ()
    own = table.table("needs")
    bets, rules = own.texts("bets"), own.rules()
    if not bets and own.is_valid("bets"):
        own.expected("bets", say("reading.texts"), None)
    own.done()
    return bets, rules


def check_needs(top: Reader, bets: dict[str, BetKind]) -> None:
    """Add a mistake for a bet that needs itself, none of the layout, or one that needs another."""
    for key, kind in bets.items():
        for needed in kind.needs:
            if needed not in bets:
                hint = closest(needed, [other for other in bets if other != key])
                said = say("reading.not_known", word=shown(needed), hint=hint)
            elif needed == key or bets[needed].needs:
                said = say("reading.needs_in_turn", bet=needed)
            else:
                continue
            top.table("bets").table(key).fault("needs", said)


def _read_cap(table: Reader) -> Fraction | None:
    """Return the most that a bet pays in a round; None if there is no cap."""
    value = table.raw("cap")
    if value is None:
        return None
    if isinstance(value, str) and CAP.fullmatch(value) and Fraction(value):
        return Fraction(value)
    table.expected("cap", say("reading.cap"), value)
    return None


def _read_line(row: Reader, when: Condition) -> PayLine:
    """Return one pay line; a commission is off its odds."""
    odds, rules = read_odds(row, loss=True), row.rules()
    kept, net = _read_commission(row, odds)
    gross = odds if kept else None
    if not row.has("says"):
        made = when.said()
        return PayLine(when, net, rules, str(made), made, kept, gross)
    texts = row.by_language("says")
    return PayLine(when, net, rules, texts[ENGLISH], Text(texts), kept, gross)


def _read_commission(row: Reader, odds: Odds) -> tuple[str | None, Odds]:
    """Return what is kept of a win, None if nothing is, and the odds that are left."""
    value = row.raw("commission")
    if value is None:
        return None, odds
    if not isinstance(value, str) or not COMMISSION.fullmatch(value) or not _share(value):
        row.expected("commission", say("reading.commission"), value)
        return None, odds
    if odds.profit <= 0 and row.is_valid("odds"):
        row.fault("commission", say("reading.no_commission"))
    left = odds.ratio * (1 - _share(value))
    return value, Odds(left.numerator, left.denominator)


def _share(percent: str) -> Fraction:
    return Fraction(percent.removesuffix("%")) / 100


def _read_shorts(table: Reader) -> dict[str, str] | None:
    """Return a bet's short name by language; None if the file has none."""
    if not table.has("short"):
        return None
    shorts = table.by_language("short")
    if too_long := [text for text in shorts.values() if len(text) > MOST_SHORT]:
        table.expected("short", say("reading.short_text", most=MOST_SHORT), too_long[0])
    return shorts


def _check_lines(bet: BetKind, table: Reader, decks: Decks) -> None:
    """Add a mistake for each line that can never hold, or that earlier lines always precede."""
    if is_deep(bet.facts) and tells_too_much(bet.facts):
        table.fault("pays", say("reading.too_many_hands"))
        return
    held = [0] * len(bet.pays)
    first = [0] * len(bet.pays)
    for values in combinations(bet.facts, single_deck=decks.most == 1):
        holding = [number for number, line in enumerate(bet.pays) if line.when.holds(values)]
        for number in holding:
            held[number] += 1
        if holding:
            first[holding[0]] += 1
    for number in range(len(bet.pays)):
        if not held[number]:
            table.fault(f"pays[{number}]", say("reading.never_holds"))
        elif not first[number]:
            table.fault(f"pays[{number}]", say("reading.never_reached"))


def read_insurance(table: Reader, bets: dict[str, BetKind]) -> Insurance:
    """Return the insurance bets and the paragraphs on them."""
    rules = table.table("rules")
    insurance = Insurance(
        kinds={key: _read_kind(key, kind, bets) for key, kind in table.table("bets").tables()},
        offered=rules.rules("offered"),
        needs_original=rules.rules("needs_original"),
        cap=rules.rules("cap"),
        wins=rules.rules("wins"),
        loses=rules.rules("loses"),
        tie=rules.rules("tie"),
    )
    rules.done()
    if not insurance.kinds:
        table.fault("bets", say("reading.no_insurance_bet"))
    for key in insurance.kinds:
        if key in bets:
            table.table("bets").fault(key, say("reading.bet_twice"))
    table.done()
    return insurance


def _read_kind(key: str, table: Reader, bets: dict[str, BetKind]) -> InsuranceKind:
    originals = [bet.key for bet in bets.values() if bet.main]
    if not originals:
        table.fault("original", say("reading.no_main_bet"))
    insures = Side(table.choice("insures", list(Side)))
    texts = table.by_language("name", _titled(key))
    kind = InsuranceKind(
        key=key,
        name=texts[ENGLISH],
        texts=texts,
        shorts=_read_shorts(table),
        insures=insures,
        original=table.choice("original", originals or [""]),
        offers=_read_offers(table, insures),
    )
    table.done()
    original = bets.get(kind.original)
    if original and table.is_valid("insures") and not _loses_with(original, insures):
        hand = Name("hand", insures.value)
        table.fault("original", say("reading.not_lost_with", hand=hand, bet=original.key))
    return kind


def _loses_with(bet: BetKind, hand: Side) -> bool:
    """Return True if a bet is lost in every coup that this hand loses."""
    facts = ("winner", *bet.facts)
    lost = [
        values
        for values in combinations(tuple(dict.fromkeys(facts)))
        if values["winner"] == hand.other.win
    ]
    return all(bet.line(values) is None for values in lost)


def _read_offers(table: Reader, insures: Side) -> dict[tuple[Stage, int, int], Offer]:
    """Return the offers of one insurance bet by stage and both totals."""
    offers: dict[tuple[Stage, int, int], Offer] = {}
    totals = FACTS["player_total"].values
    for row in table.rows("offers"):
        known_mistakes = len(row.findings.faults)
        stage = Stage(row.choice("stage", list(Stage)))
        pairs = product(
            *(sorted(map(int, read_values(row, f"{side}_total", totals))) for side in Side)
        )
        odds = read_odds(row)
        if odds.is_push:
            row.fault("odds", say("reading.odds_above_zero"))
        pays_on_tie = row.flag("pays_on_tie", default=False)
        rules = row.rules()
        row.done()
        if len(row.findings.faults) > known_mistakes or not table.is_valid("insures"):
            continue
        for player, banker in pairs:
            offer = Offer(stage, player, banker, odds, pays_on_tie, rules)
            cell = (stage, player, banker)
            _check_offer(row, offer, insures, taken=cell in offers)
            offers.setdefault(cell, offer)
    return offers


def _check_offer(row: Reader, offer: Offer, insures: Side, *, taken: bool) -> None:
    """Add a mistake for an offer that can never be made, can never win, or is there already."""
    player, banker, stage = offer.player_total, offer.banker_total, offer.stage.value
    ends = _ends(offer.stage, offer.player_total, offer.banker_total)
    wins = {insures.other.win, Winner.TIE} if offer.pays_on_tie else {insures.other.win}
    if not ends:
        said = say("reading.no_card_to_come", player=player, banker=banker, stage=stage)
    elif taken:
        said = say("reading.offered_twice", player=player, banker=banker, stage=stage)
    elif not ends & wins:
        hand = Name("hand", insures.value)
        said = say("reading.offer_never_wins", hand=hand, player=player, banker=banker, stage=stage)
    else:
        return
    row.fault("stage", said)


def _ends(stage: Stage, player: int, banker: int) -> set[Winner]:
    """Return how a coup can still end from the totals at a stage; nothing if no card is to come."""
    if stage is Stage.FOUR_CARDS:
        going = (player, banker) in first_totals()
        return {compare(score[0], score[1]) for score in scores(player, banker) if going}
    going = (player, banker) in third_card_totals()
    return {compare(player, (banker + last) % 10) for last in range(10) if going}
