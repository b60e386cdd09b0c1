"""Every mistake that a game file can have, as a change to a sound one.

The reader's tests and the schema's share this table, so that the two cannot drift apart.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from game_bases import BANKED, FULL, PLAIN, Data, Mistake, drop, key_of, pays, put, when

OFFER = "insurance/bets/player_insurance/offers/0"


def _unknown_keys() -> Iterator[Mistake]:
    for path, meant in (
        ("titel", "title"),
        ("decks/mim", "min"),
        ("layouts/mini-7/boxs", "boxes"),
        ("layouts/mini-7/shap", "shape"),
        ("bets/tie/shor", "short"),
        ("bets/tie/pays/0/comission", "commission"),
        ("play/winer", "winner"),
        ("betting/both_side", "both_sides"),
        ("betting/standing/alowed", "allowed"),
        ("play/face_down/alowed", "allowed"),
        ("limits/betwen", "between"),
        ("limits/rules/dutty", "duty"),
        ("bank/bye", "by"),
        ("bank/rules/cover", "coverage"),
        ("bets/tie/pay", "pays"),
        ("bets/tie/pays/0/odd", "odds"),
        ("bets/tie/pays/0/when/winer", "winner"),
        ("bets/tie/pays/0/when/bank_total", "banker_total"),
        ("bets/banker/pays/0/when/banker_total/mix", "min"),
        ("insurance/rule", "rules"),
        ("insurance/rules/need_original", "needs_original"),
        ("insurance/bets/player_insurance/insure", "insures"),
        ("insurance/bets/player_insurance/offers/0/stages", "stage"),
        ("irregularities/borow", "borrow"),
        ("irregularities/foreign_cards", "foreign_card"),
        ("irregularities/wrong_hand/decide", "decides"),
        ("table/late_bets", "late_bet"),
        ("paragraphs/1.1/kid", "kind"),
    ):
        says = ("unknown", f'did you mean "{meant}"?')
        yield Mistake(f"{path} is unknown", put(path, "x"), key_of(path), says)
    says = ("unknown key", "known are: bank, bets, betting,")
    yield Mistake("a key like no other", put("zzz", 1), "zzz", says)
    says = ("unknown key", "known are: banker_first, below_minimum,")
    yield Mistake("a topic like no other", put("table/zzz", "1.1"), "table.zzz", says)
    says = ("unknown fact", "known are: all, all_colour,")
    yield Mistake("a fact like no other", when(zzz=1), "bets.tie.pays[0].when.zzz", says)


def _missing_keys() -> Iterator[Mistake]:
    for path, wanted in (
        ("key", "a text"),
        ("title", "a text"),
        ("decks", "[fewest, most]"),
        ("decks/min", "a whole number from 1 to 27"),
        ("decks/max", "a whole number from 6 to 27"),
        ("layouts/mini-7/boxes", "a whole number from 1 to 100"),
        ("betting/standing/allowed", "true or false"),
        ("play/face_down/allowed", "true or false"),
        ("bets/tie/pays", "a list of one table or more"),
        ("bets/tie/pays/0/when", "a table of facts"),
        ("bets/tie/pays/0/odds", 'odds "profit:stake"'),
        ("insurance/bets/player_insurance/insures", "one of player, banker"),
        ("insurance/bets/player_insurance/original", "one of player, banker"),
        ("insurance/bets/player_insurance/offers", "a list of one table or more"),
        ("insurance/bets/player_insurance/offers/0/stage", "one of four_cards, player_third"),
        ("insurance/bets/player_insurance/offers/0/player_total", "values of 0, 1, 2"),
        ("insurance/bets/player_insurance/offers/0/banker_total", "values of 0, 1, 2"),
        ("insurance/bets/player_insurance/offers/0/odds", 'odds "profit:stake"'),
        ("irregularities/wrong_hand/does", "one of void, reconstruct,"),
        ("irregularities/wrong_hand/decides", "one of player, dealer, pit_supervisor"),
        ("paragraphs/1.2/kind", "one of definition, layout,"),
        ("paragraphs/1.2/gist", "a text"),
    ):
        says = (f"expected {wanted}", "it is missing")
        yield Mistake(f"{path} is missing", drop(path), key_of(path), says)
    one = "expected one bet or more"
    yield Mistake("bets is missing", drop("bets"), "bets", (one,), base=PLAIN)
    yield Mistake("bets is empty", put("bets", {}), "bets", (one,), base=PLAIN)
    two = "expected two of this game's main bets (player, banker)"
    yield Mistake("between is missing", drop("limits/between"), "limits.between", (two,))
    order = "expected every bet once, in order of action: player, tie"
    yield Mistake("order is missing", drop("bank/order"), "bank.order", (order,), base=BANKED)
    one = "expected one insurance bet or more"
    yield Mistake("insurance without bets", drop("insurance/bets"), "insurance.bets", (one,))
    yield Mistake("no layout", put("layouts", {}), "layouts", ("expected one layout or more",))


def _wrong_tables() -> Iterator[Mistake]:
    for path in (
        "layouts",
        "layouts/mini-7",
        "play",
        "betting",
        "betting/both_sides",
        "play/face_down",
        "limits/rules",
        "bank",
        "bank/rules",
        "bets/tie",
        "bets/tie/pays/0",
        "insurance/rules",
        "insurance/bets/player_insurance",
        "insurance/bets/player_insurance/offers/0",
        "irregularities",
        "irregularities/wrong_hand",
        "table",
        "paragraphs/1.2",
    ):
        # A table that is no table is one mistake, not one more for each key missed in it.
        yield from _wrong(path, "a table", True, [{}])
    yield from _wrong("bets", "a table", 3, base=PLAIN)
    yield from _wrong("bets/tie/pays", "a list of one table or more", {}, [], "8:1")
    yield from _wrong("insurance/bets/player_insurance/offers", "a list of one table or more", [])
    yield from _wrong("bets/tie/pays/0/when", "a table of facts", "tie", [], True)


def _wrong(path: str, wanted: str, *values: object, base: str = FULL) -> Iterator[Mistake]:
    for value in values:
        says = (f"expected {wanted}",)
        yield Mistake(f"{path} = {value!r}", put(path, value), key_of(path), says, base=base)


def _wrong_types() -> Iterator[Mistake]:
    yield from _wrong("key", "a text", 1, "", True)
    yield from _wrong("key", "lower-case words", "My Game", "my_game", "-a", "a--b", "7up", "?")
    for path in ("title", "source", "bets/tie/name", "bets/player/pays/0/says"):
        yield from _wrong(path, "a text", 3, "  ", ["a"])
    for path in (
        "play/deal",
        "bets/tie/pays/0/rule",
        "bets/player/loses",
        "table/close_bets",
        "paragraphs/1.1/at",
    ):
        yield from _wrong(path, "a text or a list of texts", 3, [], [""], ["1.1", 2], {})
    for path in ("bets/tie/main", "betting/standing/allowed", "play/face_down/allowed"):
        yield from _wrong(path, "true or false", 1, "true", 0)
    yield from _wrong("insurance/bets/player_insurance/offers/0/pays_on_tie", "true or false", 1)
    yield from _wrong("layouts/mini-7/boxes", "a whole number", 0, 101, True, 7.5, "7")
    yield from _wrong("decks", "[fewest, most]", 8, "8", [], [8], [6, 7, 8], True)
    for value, end in (([6.5, 8], "min"), ([True, 8], "min"), ([0, 8], "min"), ([6, 28], "max")):
        says = ("expected a whole number from",)
        yield Mistake(f"decks = {value}", put("decks", value), f"decks.{end}", says)
    yield from _wrong("decks/default", "a whole number from 6 to 8", True, "8")
    yield from _wrong("decks/min", "a whole number from 1 to 27", 10**30, -1)


def _wrong_words() -> Iterator[Mistake]:
    for path, word, hint in (
        ("limits/assessed", "maximun", 'did you mean "maximum"?'),
        ("bank/by", "player_dealer", 'did you mean "player-dealer"?'),
        ("insurance/bets/player_insurance/insures", "tie", "known are: banker, player"),
        (
            "insurance/bets/player_insurance/offers/0/stage",
            "3_cards",
            'did you mean "four_cards"?',
        ),
        ("irregularities/wrong_hand/does", "voids", 'did you mean "void"?'),
        ("irregularities/wrong_hand/otherwise", "?", "known are: conclude_if_established"),
        ("irregularities/wrong_hand/options", "newer", 'did you mean "never"?'),
        ("irregularities/wrong_hand/decides", "boss", "known are: dealer, pit_manager"),
        ("paragraphs/1.1/kind", "defintion", 'did you mean "definition"?'),
    ):
        says = (f'"{word}" is not known here', hint)
        yield Mistake(f"{path} = {word}", put(path, word), key_of(path), says)
        yield from _wrong(path, "one of", 1)
    for path, wanted in (
        ("bets/Tie", 'a key like "dragon_7"'),
        ("bets/tie-bet", 'a key like "dragon_7"'),
        ("bets/7_up", 'a key like "dragon_7"'),
        ("bets/my tie", 'a key like "dragon_7"'),
        ("layouts/Big One", 'a key like "mini-7"'),
        ("insurance/bets/Cover", 'a key like "dragon_7"'),
    ):
        put_again = put(path, _like(path))
        yield Mistake(f"{path} as a key", put_again, key_of(path), (f"expected {wanted}",))


def _like(path: str) -> Data:
    """A sound table for a bet, a layout or an insurance bet."""
    if path.startswith("layouts"):
        return {"boxes": 7}
    if path.startswith("bets"):
        return {"name": "Another", "pays": [{"when": {"pairs": 2}, "odds": "1:1"}]}
    kind = tomllib.loads(FULL)["insurance"]["bets"]["player_insurance"]
    return {**kind, "name": "Another"}


def _conditions() -> Iterator[Mistake]:
    for name, value, wanted, got in (
        ("winner", "dealer", 'values of "player", "banker", "tie"', 'got "dealer"'),
        ("winner", "Player", 'values of "player"', 'got "Player"'),
        ("winner", {"min": 1}, 'values of "player"', "got a table"),
        ("winner", [], 'values of "player"', "got an empty list"),
        ("winner", ["tie", "draw"], 'values of "player"', 'got "draw"'),
        ("player_total", 10, "values of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", "got 10"),
        ("player_total", -1, "values of 0, 1", "got -1"),
        ("player_total", True, "values of 0, 1", "got true"),
        ("player_total", "6", "values of 0, 1", 'got "6"'),
        ("player_total", 6.5, "values of 0, 1", "got 6.5"),
        ("player_total", [6, [7]], "values of 0, 1", "got [7]"),
        ("player_total", [], "values of 0, 1", "got an empty list"),
        ("sum", 19, "values of 0, 1", "got 19"),
        ("cards", 3, "values of 4, 5, 6", "got 3"),
        ("cards", [4, 7], "values of 4, 5, 6", "got 7"),
        ("banker_cards", 4, "values of 2, 3", "got 4"),
        ("pairs", 3, "values of 0, 1, 2", "got 3"),
        ("natural", 1, "values of false, true", "got 1"),
        ("natural", "yes", "values of false, true", 'got "yes"'),
        ("natural", {"min": 0}, "values of false, true", "got a table"),
        ("colour", "green", 'values of "red", "black", "mixed"', 'got "green"'),
        ("player_total", {}, "min, max or both", ""),
        ("player_third", 10, 'values of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "none"', "got 10"),
        ("banker_third_rank", "T", 'values of "A", "2", "3"', 'got "T"'),
        ("banker_third_rank", 7, 'values of "A", "2", "3"', "got 7"),
        ("highest_rank", "none", 'values of "A", "2", "3"', 'got "none"'),
    ):
        key = f"bets.tie.pays[0].when.{name}"
        change = when(**{name: value})
        yield Mistake(f"{name} = {value!r}", change, key, (f"expected {wanted}", got))
    for name, span, end, bounds in (
        ("player_total", {"max": 10}, "max", "0 to 9"),
        ("player_total", {"min": True}, "min", "0 to 9"),
        ("cards", {"min": 2}, "min", "4 to 6"),
        ("banker_third", {"max": 10}, "max", "0 to 9"),
        ("sum", {"min": "1", "max": 2}, "min", "0 to 18"),
    ):
        key = f"bets.tie.pays[0].when.{name}.{end}"
        says = (f"expected a whole number from {bounds}",)
        yield Mistake(f"{name} = {span}", when(**{name: span}), key, says)
    span = {"min": 7, "max": 3}
    for path in ("bets/tie/pays/0/when/player_total", f"{OFFER}/player_total"):
        says = ("min 7 is above max 3",)
        change = put(path, span)
        yield Mistake(f"{path} = {span}", change, key_of(path), says, schema=False)
    yield from _wrong(f"{OFFER}/player_total", "values of 0, 1, 2", 10, True, "7")


def _terms() -> Iterator[Mistake]:
    """What else a bet may say of its payment and of other bets."""
    cap = "an amount of money above zero"
    yield from _wrong("bets/tie/cap", cap, "0", "0.00", "-5", "1,000", "1e3", 500, "1.", "")
    for value in ("nearest", "Up"):
        change = put("bets/tie/rounding", value)
        yield Mistake(f"rounding = {value}", change, "bets.tie.rounding", ("known are: down, up",))
    yield from _wrong("bets/tie/needs", "a text", 5, [], [1], True)
    for needs, says in (("tie", "needs no other"), ("nobody", "known are: banker, player")):
        change = put("bets/tie/needs", needs)
        yield Mistake(f"needs = {needs}", change, "bets.tie.needs", (says,), schema=False)
    change = put("bets/tie/needs", {"rule": "1.1"})
    yield Mistake("needs without bets", change, "bets.tie.needs.bets", ("missing",))
    for when_, says in (
        ({"player_ranks": {"X": 1}}, "unknown sort of cards"),
        ({"player_ranks": {"K": 4}}, "values of 0, 1, 2, 3"),
        ({"player_first_ranks": {"K": {"max": 3}}}, "from 0 to 2"),
        ({"suits": {"red": True}}, "values of 0, 1, 2"),
        ({"any": []}, "a list of one table or more"),
        ({"not": 5}, "a list of one table or more"),
        ({"all": [{"winer": "tie"}]}, "unknown fact"),
    ):
        yield Mistake(f"when = {when_}", when(**when_), _first_key(when_), (says,))
    deep: Data = {"winner": "tie"}
    for _ in range(9):
        deep = {"not": deep}
    key = "bets.tie.pays[0].when" + ".not" * 9
    yield Mistake("nested too deep", when(**deep), key, ("8 deep at most",), schema=False)
    ways: Data = {"any": [{"sum": n, "cards": 6} for n in range(19)]}
    others: Data = {"any": [{"player_total": n, "banker_cards": 3} for n in range(10)]}
    third: Data = {"any": [{"player_pair": True}, {"banker_pair": True}]}
    change = when(all=[ways, others, third])
    said = ("256 ways at most: write several pay lines",)
    yield Mistake("too many ways", change, "bets.tie.pays[0].when.all", said, schema=False)


def _first_key(part: Data) -> str:
    """Return the key that a mistake is at, in a condition with one key in each table."""
    key = "bets.tie.pays[0].when"
    below: object = part
    while isinstance(below, dict):
        ((name, below),) = below.items()
        key += f".{name}"
        if isinstance(below, list) and below:
            key += "[0]"
            below = below[0]
    return key


def _odds() -> Iterator[Mistake]:
    texts = ("12/1", "8", "1:0", "1.:1", "1:.5", "８:1", "", ":1", "1:", "1:1:1", " 1:1", "1:00")
    long = f"{'1' * 40}:1"
    for path in ("bets/tie/pays/0/odds", f"{OFFER}/odds"):
        wanted = 'odds "profit:stake", the stake above zero, like "8:1" or "0.54:1"'
        yield from _wrong(path, wanted, *texts, "8 to 1", "x:y", long, 8, 1.5, True, ["8:1"], {})
    yield from _wrong(f"{OFFER}/odds", "odds above 0:1", "0:1", "00:5")
    yield from _wrong(f"{OFFER}/odds", 'odds "profit:stake"', "-1:2")
    for more in ("-2:1", "-1.01:1"):
        change = put("bets/tie/pays/0/odds", more)
        says = ('like "-1:2" for a part that is lost', more)
        yield Mistake(
            f"more is lost than staked: {more}", change, "bets.tie.pays[0].odds", says, schema=False
        )


def _banks() -> Iterator[Mistake]:
    yield from _wrong("limits/between", "two of this game's main bets (player, banker)", ["banker"])
    yield from _wrong("limits/between", "two of", "banker", ["banker", "banker"])
    yield from _wrong("limits/between", "a text or a list of texts", 3, [])
    only = ('belongs to assessed = "differential" only',)
    between = put("limits/between", ["banker", "player"])
    yield Mistake("between, by default", between, "limits.between", only, base=PLAIN)
    maximum = put("limits/assessed", "maximum")
    yield Mistake("between and maximum", maximum, "limits.between", only)
    only = ('belongs to by = "player-dealer" only',)
    yield Mistake("order and house", put("bank/order", ["tie"]), "bank.order", only)
    yield Mistake("order, by default", put("bank/order", ["tie"]), "bank.order", only, base=PLAIN)
    yield Mistake("hands and house", put("bank/hands", 2), "bank.hands", only)
    yield Mistake("hands, by default", put("bank/hands", 2), "bank.hands", only, base=PLAIN)
    yield from _wrong("bank/hands", "a whole number from 1 to 100", 0, 101, "2", base=BANKED)
    says = ("expected no fee", '"player-dealer"')
    yield Mistake("a fee to the house", put("bets/tie/fee", "side"), "bets.tie.fee", says)
    fee = put("bets/tie/fee", "player_dealer")
    says = ("expected another name", "the position's own")
    yield Mistake("the position's fee", fee, "bets.tie.fee", says, base=BANKED)
    yield from _wrong("bets/tie/fee", "a text", 3, "", base=BANKED)
    says = ('expected "maximum"', "no differential")

    def differ(data: Data) -> None:
        data["bets"]["tie"]["main"] = True
        data["limits"] = {"assessed": "differential", "between": ["player", "tie"]}

    yield Mistake("a banked differential", differ, "limits.assessed", says, base=BANKED)
    insurance = put("insurance", tomllib.loads(FULL)["insurance"] | {"rules": {}})
    house = "expected the house as bank"
    yield Mistake("banked insurance", insurance, "insurance", (house,), base=BANKED)


def _references() -> Iterator[Mistake]:
    """What only the reader can see: one key that has to fit another, and two numbers in order."""
    whole = "expected a whole number from"
    for change, key, says, base in (
        (put("decks", [8, 6]), "decks.max", f"{whole} 8 to 27", FULL),
        (put("decks/default", 9), "decks.default", f"{whole} 6 to 8", FULL),
        # JSON has one kind of number: 6.0 is 6 there, but not in TOML.
        (put("decks", [6.0, 8]), "decks.min", f"{whole} 1 to 27; got 6.0", PLAIN),
        (when(sum=6.0), "bets.tie.pays[0].when.sum", "got 6.0", PLAIN),
        (put("limits/between", ["banker", "tie"]), "limits.between", "two of this game's", FULL),
        (put("limits/between", ["player", "x"]), "limits.between", "two of this game's", FULL),
        (put("bank/order", ["player"]), "bank.order", "every bet once", BANKED),
        (put("bank/order", ["player", "player", "tie"]), "bank.order", "every bet once", BANKED),
        (put("bank/order", ["player", "tie", "x"]), "bank.order", "every bet once", BANKED),
        (put("bets/tie/name", "player"), "bets.tie.name", 'that bet "player" does not have', FULL),
        (
            put("insurance/bets/player_insurance/name", "Tie"),
            "insurance.bets.player_insurance.name",
            'that bet "tie" does not have',
            FULL,
        ),
        (
            put("insurance/bets/tie", _like("insurance")),
            "insurance.bets.tie",
            "there is a bet of this name already",
            FULL,
        ),
        (
            put("insurance/bets/player_insurance/original", "tie"),
            "insurance.bets.player_insurance.original",
            "known are: banker, player",
            FULL,
        ),
        (
            put("insurance", {"bets": {"cover": _like("insurance")}}),
            "insurance.bets.cover.original",
            "no bet of this game is main",
            PLAIN,
        ),
        (put("irregularities/borrow", "nobody"), "irregularities.borrow", 'no game "nobody"', FULL),
        (put("play/deal", "1.3"), "play.deal", 'paragraph "1.3" is cited but not listed', FULL),
        (put("play/deal", "1.1"), "play.deal", "none is listed", PLAIN),
        (put("table/void", "1.3"), "table.void", 'paragraph "1.3" is cited but not listed', FULL),
        # What is borrowed stands in the other document; one's own citations do not.
        (put("table/void", "5.15"), "table.void", 'paragraph "5.15" is cited but', FULL),
        (put("bets/tie/loses", ["1.2", "12"]), "bets.tie.loses", 'did you mean "1.2"?', FULL),
    ):
        yield Mistake(f"{key}: {says}", change, key, (says,), schema=False, base=base)


def _offers() -> Iterator[Mistake]:
    """Insurance that no card is to come for, that is offered twice, or that cannot win."""
    for stage, player, banker, says in (
        ("four_cards", 8, 3, "a card still to come; none is with Player 8 and Banker 3"),
        ("four_cards", 6, {"min": 5, "max": 6}, "none is with Player 6 and Banker 6 at four_cards"),
        ("four_cards", 7, [6, 7], "none is with Player 7 and Banker 6"),
        ("player_third", 4, 7, "none is with Player 4 and Banker 7 at player_third"),
        ("player_third", 9, 2, "can never win: Player cannot lose with Player 9 and Banker 2"),
    ):
        offer = {"stage": stage, "player_total": player, "banker_total": banker, "odds": "1:1"}
        change = put(OFFER, offer)
        yield Mistake(f"offer: {says}", change, key_of(f"{OFFER}/stage"), (says,), schema=False)
    first = {"stage": "player_third", "player_total": [8, 9], "banker_total": 6, "odds": "1:1"}
    change = put(OFFER, first | {"pays_on_tie": True})
    says = "at most with Player 9 and Banker 6 at player_third; an earlier one is there already"
    key = key_of(f"{OFFER[:-2]}/1/stage")
    yield Mistake("offer: twice", change, key, (says,), schema=False)

    def insure_banker(data: Data) -> None:
        kind = data["insurance"]["bets"]["player_insurance"]
        kind["insures"] = kind["original"] = "banker"
        kind["offers"] = [
            {"stage": "player_third", "player_total": 0, "banker_total": 1, "odds": "1:1"}
        ]

    says = "can never win: Banker cannot lose with Player 0 and Banker 1"
    key = key_of(f"{OFFER}/stage")
    yield Mistake(f"offer: {says}", insure_banker, key, (says,), schema=False)


def _lines() -> Iterator[Mistake]:
    """Pay lines that no coup meets, or that earlier lines leave nothing to."""
    never: tuple[Data, ...] = (
        {"winner": "banker", "banker_total": 0},
        {"winner": "tie", "margin": 1},
        {"winner": ["player", "banker"], "margin": 0},
        {"player_natural": True, "player_cards": 3},
        {"natural": True, "cards": [5, 6]},
        {"twin_pair": True, "pairs": 1},
        {"player_perfect_pair": True, "player_colour": "mixed"},
        {"player_perfect_pair": True, "player_pair": False},
        {"player_pair": True, "player_cards": 2, "player_total": 7},
        {"banker_pair": True, "banker_natural": True, "banker_total": 9},
        {"player_total": 3, "banker_total": 4, "sum": {"min": 8}},
        {"player_total": 5, "player_cards": 2, "natural": False},
        {"banker_total": {"max": 2}, "banker_cards": 2, "natural": False, "player_cards": 2},
        {"player_suited": True, "player_colour": "mixed"},
        {"player_colour": "red", "banker_colour": "red", "colour": ["black", "mixed"]},
        {"perfect_pairs": 2, "pairs": {"max": 1}},
        {"player_third": 3, "player_cards": 2},
        {"player_first_total": 6, "player_third": {"min": 0}},
        {"player_three_of_a_kind": True, "player_pair": False},
        {"player_ranks": {"K": 2, "zero": 1}},
        {"player_first_ranks": {"K": 1, "Q": 1}, "player_ranks": {"K": 0}},
        {"highest_rank": "3", "winner": "player", "player_total": 9, "player_cards": 2},
        {"all_colour": "red", "suits": {"clubs": 1}},
        {"winner": "tie", "not": {"player_total": {"min": 0}}},
        {"all": [{"player_total": 6}, {"player_total": 7}]},
        {"natural": True, "any": [{"cards": 5}, {"banker_third": "none", "player_cards": 3}]},
    )
    key = "bets.tie.pays[0]"
    for line in never:
        says = ("this line can never hold",)
        yield Mistake(f"never: {line}", when(**line), key, says, schema=False)
    hidden: tuple[tuple[Data, ...], ...] = (
        ({"winner": "tie"}, {"winner": "tie"}),
        ({"winner": "tie"}, {"winner": "tie", "player_total": 6}),
        ({}, {"winner": "tie"}),
        ({"pairs": [1, 2]}, {"twin_pair": True}),
        ({"margin": {"min": 1, "max": 4}}, {"margin": {"min": 5}}, {"winner": "player"}),
        ({"player_cards": 2}, {"player_cards": 3}, {"cards": 6}),
        ({"colour": "red"}, {"player_colour": "red", "banker_colour": "red"}),
        ({"any": [{"player_pair": True}, {"banker_pair": True}]}, {"pairs": 2}),
        ({"not": {"player_third": "none"}}, {"player_cards": 3}),
        ({"player_ranks": {"K": {"min": 1}}}, {"player_first_ranks": {"K": 2}}),
    )
    for lines in hidden:
        says = ("this line is never reached: earlier lines hold whenever it does",)
        key = f"bets.tie.pays[{len(lines) - 1}]"
        yield Mistake(f"hidden: {lines}", pays(*lines), key, says, schema=False)


def _texts() -> Iterator[Mistake]:
    """Texts by language."""
    by_language = "expected a text, or texts by language with English among them"
    for path in (
        "title",
        "layouts/mini-7/name",
        "bets/tie/name",
        "bets/player/pays/0/says",
        "insurance/bets/player_insurance/name",
        "paragraphs/1.2/gist",
        "paragraphs/1.2/title",
    ):
        key = key_of(path)
        for end, value, says in (
            ("", {}, by_language),
            ("", {"zh": "闲"}, by_language),
            (".en", {"en": 1}, "expected a text; got 1"),
            (".zh", {"en": "Text", "zh": " "}, "expected a text; got"),
            (".xx", {"en": "Text", "xx": "Text"}, "unknown key; known are: en, zh, zh-Hant"),
        ):
            yield Mistake(f"{path} = {value}", put(path, value), f"{key}{end}", (says,))

    def name_both(data: Data) -> None:
        put("bets/player/name", {"en": "Player", "zh": "闲"})(data)
        put("bets/tie/name", {"en": "Tie", "zh": "闲"})(data)

    said = ('that bet "player" does not have',)
    yield Mistake("one Chinese name", name_both, "bets.tie.name", said, schema=False)


def _shorts() -> Iterator[Mistake]:
    nine: tuple[object, ...] = ("Nine char", {"en": "Tie", "zh": "一二三四五六七八九"})
    for path in ("bets/tie/short", "insurance/bets/player_insurance/short"):
        yield from _wrong(path, "a text of 8 characters at most", *nine)
        yield from _wrong(path, "a text", " ", 8)

    def shorten_both(data: Data) -> None:
        put("bets/player/short", "P")(data)
        put("bets/tie/short", "p")(data)

    said = ('that bet "player" does not have',)
    yield Mistake("one short name", shorten_both, "bets.tie.short", said, schema=False)


def _commissions() -> Iterator[Mistake]:
    path = "bets/banker/pays/0/commission"
    says = ("expected a share of the win in percent, above 0% and below 100%",)
    for value in ("5", 5, 0.05, "0%", "00.00%", "100%", "-5%", "5 %", "5.%", "٥%", ""):
        yield Mistake(f"commission = {value!r}", put(path, value), key_of(path), says)
    path = "bets/player/pays/1/commission"
    says = ("nothing is won at 0:1",)
    yield Mistake("a commission of a push", put(path, "5%"), key_of(path), says, schema=False)


MISTAKES = (
    *_unknown_keys(),
    *_missing_keys(),
    *_wrong_tables(),
    *_wrong_types(),
    *_wrong_words(),
    *_conditions(),
    *_odds(),
    *_terms(),
    *_banks(),
    *_references(),
    *_offers(),
    *_lines(),
    *_texts(),
    *_shorts(),
    *_commissions(),
)
