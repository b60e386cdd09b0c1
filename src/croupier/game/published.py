"""A game with nothing left out or left to guess, as JSON: what pages and other programs show.

A game file leaves out what has a default. Here every default is filled in, names are in every
language that the file has, odds are as people read them, and layouts are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from croupier.cards import POINTS
from croupier.conditions import Condition
from croupier.coup import Winner
from croupier.facts import Terms, Value, fact
from croupier.game.coup_endings import combinations
from croupier.game.felt import Felt, draw, strip
from croupier.game.model import (
    POSITION_FEE,
    Bank,
    Banker,
    BetKind,
    Game,
    Insurance,
    InsuranceKind,
    Layout,
    LimitRules,
    PayLine,
    Permission,
    Play,
    Stage,
    Texts,
)
from croupier.game.read_pay_lines import MOST_SHORT
from croupier.money import Odds
from croupier.tableau import (
    BANKER_DRAWS,
    BANKER_DRAWS_ALONE,
    NATURALS,
    PLAYER_DRAWS,
    Ground,
)
from croupier.words import ENGLISH, as_json

Json = dict[str, Any]


def publish(game: Game) -> Json:
    """Return a game as JSON with every default filled in."""
    shorts = short_names(game)
    return {
        "key": game.key,
        "title": game.title,
        "titles": _others(game.texts),
        "source": game.source,
        "sourced": "source" in game.data,
        "digest": game.digest,
        "decks": {
            "least": game.decks.least,
            "most": game.decks.most,
            "default": game.decks.default,
            "rules": list(game.decks.rules),
        },
        "layouts": [_layout(layout) for layout in game.layouts],
        "bets": [_bet(kind, shorts[kind.key]) for kind in game.bets.values()],
        "insurance": _insurance(game.insurance, shorts) if game.insurance else None,
        "bank": _bank(game),
        "betting": {
            "both_sides": _permission(game.betting.both_sides),
            "side_alone": _permission(game.betting.side_alone),
            "standing": _permission(game.betting.standing),
            "own_box": list(game.betting.own_box),
        },
        "limits": _limits(game),
        "play": _play(game.play),
        "procedures": procedures(game),
        "borrows": game.borrows,
        "paragraphs": [
            {
                "id": each.id,
                "kind": each.kind,
                "title": each.title,
                "titles": _others(each.texts),
                "gist": each.gist,
                "gists": _others(each.gists),
                "numbered": each.title == each.id,
            }
            for each in game.paragraphs.values()
        ],
    }


def procedures(game: Game) -> Json:
    """Return what is done about each irregularity, those of a borrowed document included."""
    return {
        kind: {
            "does": each.does,
            "otherwise": each.otherwise,
            "options": each.options,
            "decides": each.decides.value,
            "rule": game.cite_procedure(kind),
        }
        for kind, each in game.procedures.items()
    }


def reading(odds: Odds) -> str:
    """Return odds as people read them: "8 to 1", "0.95 to 1"; "1 to 3" if no decimal is exact."""
    # In lowest terms a decimal ends if the stake has no prime factors but two and five.
    rest = odds.stake
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    if rest != 1:
        return f"{odds.profit} to {odds.stake}"
    return f"{(Decimal(odds.profit) / Decimal(odds.stake)).normalize():f} to 1"


def short_names(game: Game) -> dict[str, Texts]:
    """Return a name for small places for every bet, by language, no two the same.

    It is what the file says, or the name if that is short, or letters of the name's words.
    """
    kinds: list[BetKind | InsuranceKind] = list(game.bets.values())
    kinds += game.insurance.kinds.values() if game.insurance else ()
    taken = {
        (language, text.casefold())
        for kind in kinds
        for language, text in (kind.shorts or {}).items()
    }
    found: dict[str, Texts] = {}
    for kind in kinds:
        shorts = dict(kind.shorts or {})
        for language in kind.texts.keys() - shorts.keys():
            name = kind.texts[language]
            forms = (form for form in _shortened(name) if (language, form.casefold()) not in taken)
            shorts[language] = next(forms, name)
            taken.add((language, shorts[language].casefold()))
        found[kind.key] = shorts
    return found


def _shortened(name: str) -> Iterable[str]:
    """Yield shorter forms of a name: itself if short, else more and more letters of each word."""
    if len(name) <= MOST_SHORT:
        yield name
    words = name.split()
    if len(words) == 1:
        yield name[:MOST_SHORT]
    for letters in range(1, max(map(len, words))):
        yield "".join(
            word if word.isdigit() else word[0].upper() + word[1:letters] for word in words
        )


def _others(texts: Texts) -> Json:
    """Return a text in the languages beside English."""
    return {language: text for language, text in texts.items() if language != ENGLISH}


def _layout(layout: Layout) -> Json:
    return {
        "key": layout.key,
        "name": layout.name,
        "names": _others(layout.texts),
        "boxes": layout.boxes,
        "shape": layout.shape.value,
        "rules": list(layout.rules),
        "felt": {
            "wide": _felt(draw(layout.boxes, layout.shape)),
            "strip": _felt(strip(layout.boxes)),
        },
    }


def _felt(felt: Felt) -> Json:
    return {
        **felt._asdict(),
        "own": felt.own and felt.own._asdict(),
        "spots": [spot._asdict() for spot in felt.spots],
    }


def _bet(kind: BetKind, shorts: Texts) -> Json:
    backed = _backed(kind)
    return {
        **_named(kind, shorts),
        "main": kind.main,
        "backs": None if backed is None else str(backed),
        "fee": kind.fee,
        "limits": "main" if kind.main else "side",
        "pays": [_line(line) for line in kind.pays],
        "loses": list(kind.loses),
        "needs": list(kind.needs),
        "cap": None if kind.cap is None else written_amount(kind.cap),
        "rounds_up": kind.rounds_up,
    }


def written_amount(amount: Fraction) -> str:
    """Return an amount of money from a game file as a decimal text."""
    return f"{(Decimal(amount.numerator) / Decimal(amount.denominator)).normalize():f}"


def _named(kind: BetKind | InsuranceKind, shorts: Texts) -> Json:
    return {
        "key": kind.key,
        "name": kind.name,
        "names": _others(kind.texts),
        "short": shorts[ENGLISH],
        "shorts": _others(shorts),
    }


def _backed(kind: BetKind) -> Winner | None:
    """Return the result that a bet simply backs: it wins on no other, and never loses on it."""
    facts = dict.fromkeys(("winner", *kind.facts))
    won: set[Value] = set()
    lost: set[Value] = set()
    for values in combinations(tuple(facts)):
        line = kind.line(values)
        if line is None or line.odds.profit < 0:
            lost.add(values["winner"])
        elif line.odds.profit > 0:
            won.add(values["winner"])
    if len(won) != 1 or won & lost:
        return None
    return Winner(str(next(iter(won))))


def _line(line: PayLine) -> Json:
    return {
        "when": _condition(line.when),
        "says": line.says,
        "said": as_json(line.said),
        "odds": str(line.odds),
        "reads": reading(line.odds),
        "push": line.odds.is_push,
        "commission": line.commission,
        "gross": None if line.gross is None else str(line.gross),
        "rules": list(line.rules),
    }


def _condition(when: Condition) -> Json:
    """Return the facts of a condition; where it holds in several ways, a list of them as `any`."""
    ways = [_terms(terms) for terms in when.ways]
    return ways[0] if len(ways) == 1 else {"any": ways}


def _terms(terms: Terms) -> Json:
    """Return facts, each with its value, or a list where several will do; counts by sort."""
    found: Json = {}
    for name, allowed in terms:
        values = [value for value in fact(name).values if value in allowed]
        group, _, sort = name.partition(".")
        table, key = (found.setdefault(group, {}), sort) if sort else (found, name)
        table[key] = values[0] if len(values) == 1 else values
    return found


def _insurance(insurance: Insurance, shorts: Mapping[str, Texts]) -> Json:
    kinds = insurance.kinds.values()
    offered = {offer.stage for kind in kinds for offer in kind.offers.values()}
    return {
        "bets": [
            {
                **_named(kind, shorts[kind.key]),
                "insures": kind.insures.value,
                "original": kind.original,
                "offers": [
                    {
                        "stage": offer.stage.value,
                        "player_total": offer.player_total,
                        "banker_total": offer.banker_total,
                        "odds": str(offer.odds),
                        "reads": reading(offer.odds),
                        "pays_on_tie": offer.pays_on_tie,
                        "rules": list(offer.rules),
                    }
                    for offer in kind.offers.values()
                ],
            }
            for kind in kinds
        ],
        "stages": [stage.value for stage in Stage if stage in offered],
        "rules": _cited(insurance, "offered", "needs_original", "cap", "wins", "loses", "tie"),
    }


def _bank(game: Game) -> Json:
    bank: Bank = game.bank
    banked = bank.by is Banker.PLAYER_DEALER
    return {
        "by": bank.by.value,
        "order": list(bank.order),
        "fees": [*game.fee_keys, POSITION_FEE] if banked else [],
        "hands": bank.hands if banked else None,
        "rules": {
            "order": list(bank.order_rules),
            **_cited(bank, "coverage", "exhausted", "position", "fees", "house"),
        },
    }


def _cited(part: Insurance | Bank | LimitRules | Play, *topics: str) -> Json:
    """Return the paragraphs of a part of a game by topic."""
    return {topic: list(getattr(part, topic)) for topic in topics}


def _permission(permission: Permission) -> Json:
    return {"allowed": permission.allowed, "rules": list(permission.rules)}


def _limits(game: Game) -> Json:
    limits = game.limits
    return {
        "assessed": limits.assessed.value,
        "between": None if limits.between is None else list(limits.between),
        "rules": _cited(limits, "duty", "below", "excess", "pro_rata", "pro_rata_below"),
    }


def _play(play: Play) -> Json:
    return {
        "face_down": _permission(play.face_down),
        "points": [{"rank": rank.value, "points": points} for rank, points in POINTS.items()],
        # The totals that a hand draws on; for Banker, by its total, the points of Player's third.
        "third_card": {
            "naturals": sorted(NATURALS),
            "player": sorted(PLAYER_DRAWS),
            "banker_alone": sorted(BANKER_DRAWS_ALONE),
            "banker": [sorted(thirds) for thirds in BANKER_DRAWS],
        },
        "rules": {
            **_cited(play, "deal", "player_natural", "banker_natural", "winner", "tie"),
            **{ground.value: list(play.draw[ground]) for ground in Ground},
        },
    }
