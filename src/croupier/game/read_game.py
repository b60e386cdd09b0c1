"""Reading a game from a mapping, as its TOML file holds it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from croupier.game.checked_mapping import BadGame, Fault, Findings, Reader, closest, shown
from croupier.game.digest import digest_of
from croupier.game.felt import Shape
from croupier.game.model import (
    POSITION_FEE,
    Assessment,
    Bank,
    Banker,
    BetKind,
    Betting,
    Cited,
    Decks,
    Game,
    Layout,
    LimitRules,
    Paragraph,
    Permission,
    Play,
    Procedure,
    Role,
)
from croupier.game.read_pay_lines import check_names, read_bets, read_insurance
from croupier.tableau import Ground
from croupier.words import ENGLISH, say, series

KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)*\.?[a-z]?")
"""How paragraphs are numbered: "4", "5.12.3", "2.1.1a"."""

MOST_DECKS = 27
"""More than 27 decks would be more than the 1,448 cards that exact odds are computed for."""

USUAL_HANDS = 2
"""How many hands a player-dealer banks if the file does not say."""

MOST_HANDS = 100
"""The most hands that a player-dealer banks before the position is offered on."""

KINDS = (
    "foreign_card",
    "card_shortage",
    "card_excess",
    "wrong_number_of_cards",
    "insufficient_cards",
    "not_shuffled",
    "excess_card",
    "exposed_card",
    "wrong_hand",
    "dealt_face_up",
    "simultaneous_cards",
    "insurance_not_offered",
    "technical_interruption",
    "noticed_late",
    "other",
)
DOES = (
    "void",
    "reconstruct",
    "reconstruct_or_next_round",
    "continue",
    "conclude_if_established",
    "decide_order",
    "return_original",
    "nothing",
    "ruling",
)
OPTIONS = ("never", "always", "unless_established", "unless_established_and_reconstructed")
PLAY_TOPICS = (
    "open_bets",
    "place_bet",
    "close_bets",
    "seat",
    "turn",
    "squeeze",
    "banker_first",
    "forgone",
    "no_insurance",
    "rotation",
)
"""Topics of a game's own way of playing, which are never borrowed from another game."""
LENT_TOPICS = (
    "late_bet",
    "late_withdrawal",
    "reject_excess",
    "below_minimum",
    "walk_away",
    "established",
    "not_established",
    "void",
    "reconstruct",
    "replace_shoe",
    "options",
    "continue_as_dealt",
    "continue_reconstructed",
    "refund",
    "on_behalf",
    "ruling",
    "late_notice",
)
"""Topics of irregularities, which a game borrows together with the procedures."""
TOPICS = (*PLAY_TOPICS, *LENT_TOPICS)
"""Everything at a live table that has a paragraph of its own."""
RETIRED_TOPICS = ("staff",)
"""Topics of older files: read, and no longer cited."""
PARAGRAPH_KINDS = (
    *("definition", "layout", "dealing", "betting", "draw"),
    *("settlement", "insurance", "irregularity", "authority", "information"),
)

Lender = Callable[[str], Game]
"""Returns the game that is borrowed from; raises KeyError if there is none of that key."""


def read_game(data: Mapping[str, object], source: str, lend: Lender) -> Game:
    """Return the game that a file's data describes; raise `BadGame`, which lists every mistake."""
    top = Reader(data, "", Findings())
    key = top.text("key")
    if key and not KEY.fullmatch(key):
        top.expected("key", say("reading.game_key"), key)
    decks = _read_decks(top)
    bets = read_bets(top, decks)
    irregularities = top.table("irregularities")
    lender = _read_lender(irregularities, lend)
    limits = _read_limits(top.table("limits"), bets)
    texts = top.by_language("title")
    game = Game(
        key=key,
        title=texts[ENGLISH],
        texts=texts,
        source=top.text("source", "a game of one's own"),
        decks=decks,
        layouts=_read_layouts(top),
        play=_read_play(top.table("play")),
        betting=_read_betting(top.table("betting")),
        limits=limits,
        bank=_read_bank(top.table("bank"), bets),
        bets=bets,
        insurance=read_insurance(top.table("insurance"), bets) if top.has("insurance") else None,
        procedures=_read_irregularities(irregularities, key, lender),
        borrows=irregularities.text("borrow", "") or None,
        table=_read_table(top.table("table"), key, lender, limits.assessed),
        paragraphs=_read_paragraphs(top.table("paragraphs")),
        digest=digest_of(data),
        data=data,
    )
    top.done()
    check_names(top, game)
    _check_bank(top, game)
    _check_citations(top.findings, game)
    if top.findings.faults:
        raise BadGame(source, top.findings.faults)
    return game


def _check_bank(top: Reader, game: Game) -> None:
    """Add a mistake for what does not fit the one who banks the game."""
    if not top.table("bank").is_valid("by"):
        return
    house = game.bank.by is Banker.HOUSE
    for bet in game.bets.values():
        table = top.table("bets").table(bet.key)
        if bet.fee and house:
            table.fault("fee", say("reading.no_fee"))
        if bet.fee == POSITION_FEE:
            table.fault("fee", say("reading.other_fee"))
    if game.insurance and not house:
        top.fault("insurance", say("reading.house_insures"))
    if game.limits.assessed is Assessment.DIFFERENTIAL and not house:
        top.table("limits").fault("assessed", say("reading.no_differential"))
    if game.betting.standing.allowed and not house:
        standing = top.table("betting").table("standing")
        standing.fault("allowed", say("reading.nobody_stands"))


def _check_citations(findings: Findings, game: Game) -> None:
    """Add a mistake for each paragraph that is cited but not listed."""
    for where, paragraph in dict.fromkeys(findings.cited):
        if paragraph not in game.paragraphs:
            listed = game.paragraphs
            hint = closest(paragraph, listed) if listed else say("reading.none_listed")
            said = say("reading.not_listed", paragraph=shown(paragraph), hint=hint)
            findings.faults.append(Fault(where, said))


def _read_decks(top: Reader) -> Decks:
    value = top.raw("decks")
    if isinstance(value, list) and len(value) == 2:
        value = {"min": value[0], "max": value[1]}
    if not isinstance(value, dict):
        sample = "{ min, max, default, rule }"
        top.expected("decks", say("reading.decks", sample=sample), value)
        return Decks(8, 8, 8, ())
    table = top.child("decks", value)
    least = table.number("min", 1, MOST_DECKS)
    most = table.number("max", least, MOST_DECKS)
    highest = most if table.is_valid("max") else MOST_DECKS
    usual = table.number("default", least, highest, default=min(max(8, least), most))
    decks = Decks(least, most, usual, table.rules())
    table.done()
    return decks


_TABLE = Layout("table", "Table", 14, (), Shape.BEAN, {ENGLISH: "Table"})
"""The layout of a game that names none."""


def _read_layouts(top: Reader) -> tuple[Layout, ...]:
    if not top.has("layouts"):
        return (_TABLE,)
    layouts: list[Layout] = []
    for key, table in top.table("layouts").tables():
        if not KEY.fullmatch(key):
            top.table("layouts").fault(key, say("reading.layout_key"))
        texts = table.by_language("name", key.replace("-", " ").capitalize())
        boxes = table.number("boxes", 1, 100)
        shape = Shape(table.choice("shape", list(Shape), default=Shape.BEAN))
        layouts.append(Layout(key, texts[ENGLISH], boxes, table.rules(), shape, texts))
        table.done()
    if not layouts:
        top.fault("layouts", say("reading.no_layouts", sample="{ boxes, rule }"))
        return (_TABLE,)
    return tuple(layouts)


def _read_play(table: Reader) -> Play:
    play = Play(
        deal=table.rules("deal"),
        draw={ground: table.rules(ground) for ground in Ground},
        player_natural=table.rules("player_natural"),
        banker_natural=table.rules("banker_natural"),
        winner=table.rules("winner"),
        tie=table.rules("tie"),
        face_down=_read_permission(table, "face_down", default=True),
    )
    table.done()
    return play


def _read_permission(table: Reader, key: str, default: bool) -> Permission:
    if not table.has(key):
        return Permission(default, ())
    entry = table.table(key)
    permission = Permission(entry.flag("allowed"), entry.rules())
    entry.done()
    return permission


def _read_betting(table: Reader) -> Betting:
    betting = Betting(
        both_sides=_read_permission(table, "both_sides", default=True),
        side_alone=_read_permission(table, "side_alone", default=True),
        standing=_read_permission(table, "standing", default=False),
        own_box=table.rules("own_box"),
    )
    table.done()
    return betting


def _read_limits(table: Reader, bets: dict[str, BetKind]) -> LimitRules:
    assessed = Assessment(table.choice("assessed", list(Assessment), default=Assessment.MAXIMUM))
    between = table.texts("between")
    mains = [bet.key for bet in bets.values() if bet.main]
    if assessed is Assessment.DIFFERENTIAL:
        if len(between) != 2 or len(set(between)) != 2 or not set(between) <= set(mains):
            table.fault("between", say("reading.two_main_bets", bets=series(mains)))
    elif between and table.is_valid("assessed"):
        table.fault("between", say("reading.belongs_to", where='assessed = "differential"'))
    rules = table.table("rules")
    limits = LimitRules(
        assessed=assessed,
        between=(between[0], between[1]) if len(between) == 2 else None,
        duty=rules.rules("duty"),
        below=rules.rules("below"),
        excess=rules.rules("excess"),
        pro_rata=rules.rules("pro_rata"),
        pro_rata_below=rules.rules("pro_rata_below"),
    )
    rules.done()
    table.done()
    return limits


def _read_bank(table: Reader, bets: dict[str, BetKind]) -> Bank:
    by = Banker(table.choice("by", list(Banker), default=Banker.HOUSE))
    order = table.texts("order")
    if by is Banker.PLAYER_DEALER:
        if sorted(order) != sorted(bets):
            table.fault("order", say("reading.every_bet_once", bets=series(bets)))
    elif order and table.is_valid("by"):
        table.fault("order", say("reading.belongs_to", where='by = "player-dealer"'))
    hands = table.number("hands", 1, MOST_HANDS, default=USUAL_HANDS)
    if by is Banker.HOUSE and table.has("hands") and table.is_valid("by"):
        table.fault("hands", say("reading.belongs_to", where='by = "player-dealer"'))
    rules = table.table("rules")
    bank = Bank(
        by=by,
        order=order,
        order_rules=rules.rules("order"),
        coverage=rules.rules("coverage"),
        exhausted=rules.rules("exhausted"),
        position=rules.rules("position"),
        fees=rules.rules("fees"),
        house=rules.rules("house"),
        hands=hands,
    )
    rules.done()
    table.done()
    return bank


def _read_lender(table: Reader, lend: Lender) -> Game | None:
    lender = table.text("borrow") if table.has("borrow") else ""
    try:
        return lend(lender) if lender else None
    except KeyError:
        table.fault("borrow", say("reading.no_lender", game=shown(lender)))
        return None


def _read_irregularities(table: Reader, key: str, lender: Game | None) -> dict[str, Procedure]:
    procedures = dict(lender.procedures) if lender else {}
    for kind, entry in table.tables(KINDS):
        procedures[kind] = Procedure(
            kind=kind,
            does=entry.choice("does", DOES),
            otherwise=entry.choice("otherwise", DOES) if entry.has("otherwise") else None,
            options=entry.choice("options", OPTIONS, default="never"),
            decides=Role(entry.choice("decides", list(Role))),
            rules=entry.rules(),
            document=key,
        )
        entry.done()
    return procedures


def _read_table(
    table: Reader, key: str, lender: Game | None, assessed: Assessment
) -> dict[str, Cited]:
    """Return the topics; a game without a differential borrows no paragraph about one."""
    lent = lender.table if lender else {}
    cited = {topic: lent[topic] for topic in LENT_TOPICS if topic in lent}
    if assessed is not Assessment.DIFFERENTIAL:
        cited.pop("reject_excess", None)
    for topic in TOPICS:
        if rules := table.rules(topic):
            cited[topic] = Cited(rules, key)
    for topic in RETIRED_TOPICS:
        table.rules(topic)
    table.done()
    return cited


def title_of(key: str) -> str:
    """Return what a paragraph is called that has no title: its number, or the words of its key."""
    if NUMBER.fullmatch(key):
        return key
    words = key.replace("-", " ").replace("_", " ").strip()
    return f"{words[:1].upper()}{words[1:]}" or key


def _read_paragraphs(table: Reader) -> dict[str, Paragraph]:
    paragraphs: dict[str, Paragraph] = {}
    for key, entry in table.tables():
        kind = entry.choice("kind", PARAGRAPH_KINDS)
        gists = entry.by_language("gist")
        texts = entry.by_language("title", title_of(key))
        paragraphs[key] = Paragraph(key, kind, gists[ENGLISH], texts[ENGLISH], texts, gists)
        # Older files, which are still in stored logs, had names of modules here.
        entry.texts("at")
        entry.done()
    return paragraphs
