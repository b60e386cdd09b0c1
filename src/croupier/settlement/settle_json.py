"""A round read from JSON with every check, its settlement or refusal written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter
from typing import Any, cast

from croupier.cards import parse_cards
from croupier.coup import Coup, Hand, Side
from croupier.errors import Code, CroupierError, InvalidInput, Refused, brief
from croupier.game.model import Banker, Game, Stage
from croupier.money import CENT, Unit
from croupier.settlement import json_types as t
from croupier.settlement.checks import check_fees, cite, unknown_bet
from croupier.settlement.limits import NO_LIMITS, Bounds, BoxLimits, Limits, Scope, check_limits
from croupier.settlement.round import (
    A_BET,
    Bet,
    Line,
    PlayerDealer,
    Round,
    Settlement,
    the_fee,
)
from croupier.settlement.settling import settle
from croupier.words import ENGLISH, Message, Value, render, say, series

MOST_BETS = 10_000
"""The most bets in a round; more are refused without being read."""

_ROUND_KEYS = frozenset(t.RoundLine.__annotations__)
_PLAIN_BET = frozenset(t.PlainBet.__annotations__)
_BET_KEYS = frozenset(t.RoundBet.__annotations__)
_parts = itemgetter("id", "player", "box", "bet", "amount")
_BOUND_KEYS = frozenset(t.Bounds.__annotations__)
_BOX_LIMIT_KEYS = frozenset(t.BoxLimits.__annotations__)
_LIMIT_KEYS = frozenset(t.TableLimits.__annotations__)
_DEALER_KEYS = frozenset(t.PlayerDealer.__annotations__)

Json = Mapping[str, Any]


A_ROUND = say("settlement.a_round")
_DEALERS_WAGER = say("settlement.the_dealers_wager")


def malformed(said: Message) -> InvalidInput:
    """Return the error for a round that does not have the right shape."""
    return InvalidInput(Code.MALFORMED, said)


def read_id(data: Json) -> str | int | None:
    """Return the round's id, which may be missing; it is only repeated in the result."""
    given = data.get("id")
    if given is not None and (not isinstance(given, str | int) or isinstance(given, bool)):
        raise malformed(say("settlement.round_id"))
    return given


def read_round(data: Json, find: Callable[[str], Game]) -> Round:
    """Return a round; `find` returns a game by its name or raises."""
    _known_keys(data, _ROUND_KEYS, A_ROUND)
    name = data.get("game")
    if not isinstance(name, str):
        raise malformed(say("settlement.round_game", got=brief(name)))
    game = find(name)
    written = data.get("unit")
    unit = CENT if written is None else Unit.parse(written)
    bets = data.get("bets")
    if not isinstance(bets, list):
        raise malformed(say("settlement.round_bets"))
    if len(bets) > MOST_BETS:
        raise malformed(say("settlement.round_too_large", count=len(bets), most=MOST_BETS))
    return Round(
        game=game,
        coup=_read_coup(data.get("cards"), game),
        bets=tuple([_read_bet(bet, game, unit) for bet in bets]),
        unit=unit,
        decks=_whole(data, "decks"),
        limits=read_limits(data.get("limits"), game, unit),
        player_dealer=_read_dealer(data.get("player_dealer"), unit),
        seats=_whole(data, "seats"),
        fees=read_fees(data.get("fees"), game, unit),
    )


def _read_coup(cards: object, game: Game) -> Coup:
    if not isinstance(cards, list):
        raise malformed(say("settlement.round_cards"))
    # The longest coup has six cards; a longer list need not be read to its end.
    whole = parse_cards(cards[:7])
    try:
        return Coup(whole)
    except Refused as wrong:
        # The first four, five or six cards are a complete coup, and Banker's decision ended it.
        done = next(
            coup for coup in (Coup(whole[:count]) for count in (4, 5, 6)) if coup.is_complete
        )
        long = say("settlement.coup_too_long", count=len(cards))
        said = long if len(cards) > 6 else wrong.said
        rules = game.play.drawing(done, Side.BANKER)
        raise Refused(wrong.code, said, cite(rules)) from None


def _read_bet(data: object, game: Game, unit: Unit) -> Bet:
    if not isinstance(data, dict):
        raise malformed(say("settlement.bet_no_object", got=brief(data)))
    try:
        bet_id, patron, box, kind, amount = _parts(data)
    except KeyError as missing:
        raise malformed(
            say("settlement.bet_lacks", keys=series(sorted(_PLAIN_BET)), missing=str(missing))
        ) from None
    standing = stage = returned = None
    if len(data) != len(_PLAIN_BET):
        _known_keys(data, _BET_KEYS, A_BET)
        standing, stage = data.get("standing"), data.get("stage")
        returned = data.get("returned")
    if not isinstance(bet_id, str) or not bet_id:
        raise malformed(say("settlement.bet_id", got=brief(bet_id)))
    if not isinstance(patron, str) or not patron:
        raise malformed(say("settlement.bet_player", bet=bet_id, got=brief(patron)))
    if not isinstance(kind, str):
        raise malformed(say("settlement.bet_kind", bet=bet_id, got=brief(kind)))
    if type(box) is not int:
        raise malformed(say("settlement.bet_box", bet=bet_id, got=brief(box)))
    if standing is not None and not isinstance(standing, bool):
        raise malformed(say("settlement.bet_standing", bet=bet_id, got=brief(standing)))
    if returned is not None and not isinstance(returned, bool):
        raise malformed(say("settlement.bet_returned", bet=bet_id, got=brief(returned)))
    insured = game.insurance is not None and kind in game.insurance.kinds
    if not insured and kind not in game.bets:
        raise unknown_bet(game, kind)
    at = _read_stage(stage, bet_id, insured)
    units = unit.stake(amount, A_BET)
    return Bet(bet_id, patron, box, kind, units, standing is True, at, returned is True)


def _read_stage(stage: object, bet_id: str, insured: bool) -> Stage | None:
    if not insured:
        if stage is not None:
            raise malformed(say("settlement.bet_stage", bet=bet_id))
        return None
    if not isinstance(stage, str) or stage not in Stage._value2member_map_:
        known = series(Stage, "or")
        raise malformed(
            say("settlement.insurance_stage", bet=bet_id, stages=known, got=brief(stage))
        )
    return Stage(stage)


def _read_dealer(data: object, unit: Unit) -> PlayerDealer | None:
    if data is None:
        return None
    if not isinstance(data, dict):
        raise malformed(say("settlement.dealer_no_object"))
    _known_keys(data, _DEALER_KEYS, "player_dealer")
    seat, patron = _whole(data, "seat"), data.get("player")
    if seat is None:
        raise malformed(say("settlement.dealer_seat"))
    if not isinstance(patron, str) or not patron:
        raise malformed(say("settlement.dealer_name", got=brief(patron)))
    return PlayerDealer(seat, patron, unit.stake(data.get("wager"), _DEALERS_WAGER))


def read_fees(data: object, game: Game, unit: Unit) -> dict[str, int]:
    """Return a schedule of flat fees; empty if there is none."""
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise malformed(say("settlement.fees_no_object"))
    if game.bank.by is Banker.HOUSE:
        raise malformed(say("settlement.house_takes_no_fees"))
    check_fees(game, data)
    return {
        fee: unit.count(amount, the_fee(fee)) for fee, amount in data.items() if amount is not None
    }


def read_limits(data: object, game: Game, unit: Unit) -> Limits:
    """Return the limits on a table's sign; `NO_LIMITS` if there are none."""
    if data is None:
        return NO_LIMITS
    if isinstance(data, dict) and data.keys().isdisjoint(("by_bet", "by_box")):
        # A table's sign stays the same for many rounds; a simple one is cached.
        with suppress(TypeError):
            return _read_plain_limits(tuple(data.items()), game, unit)
    return _read_any_limits(data, game, unit)


@lru_cache(maxsize=256)
def _read_plain_limits(items: tuple[tuple[str, object], ...], game: Game, unit: Unit) -> Limits:
    return _read_any_limits(dict(items), game, unit)


def _read_any_limits(data: object, game: Game, unit: Unit) -> Limits:
    table = _limit_table(data, _LIMIT_KEYS, "limits")
    scope = table.get("scope")
    if scope is not None and (not isinstance(scope, str) or scope not in tuple(Scope)):
        raise malformed(say("settlement.limits_scope", got=brief(scope)))
    limits = Limits(
        *_read_box_limits(table, unit),
        scope=Scope.BOX if scope is None else Scope(scope),
        by_bet=_read_by_bet(table, game, unit),
        by_box=_read_by_box(table, game, unit),
    )
    check_limits(game, limits)
    return limits


def _read_by_bet(table: Json, game: Game, unit: Unit) -> dict[str, Bounds]:
    found: dict[str, Bounds] = {}
    for key, entry in _entries(table, "by_bet"):
        if key not in game.bets:
            raise malformed(say("settlement.limits_by_bet", got=brief(key)))
        own = _limit_table(entry, _BOUND_KEYS, f"by_bet {key}")
        found[key] = _bounds(own, unit, "min", "max")
    return found


def _read_by_box(table: Json, game: Game, unit: Unit) -> dict[int, BoxLimits]:
    boxes = {str(box): box for box in range(1, game.boxes + 1)}
    found: dict[int, BoxLimits] = {}
    for key, entry in _entries(table, "by_box"):
        if key not in boxes:
            raise malformed(say("settlement.limits_by_box", most=game.boxes, got=brief(key)))
        own = _limit_table(entry, _BOX_LIMIT_KEYS, f"by_box {key}")
        found[boxes[key]] = BoxLimits(*_read_box_limits(own, unit))
    return found


def _limit_table(data: object, known: frozenset[str], what: str) -> Json:
    if not isinstance(data, dict):
        raise malformed(say("settlement.no_object", what=what))
    _known_keys(data, known, what)
    return data


def _read_box_limits(data: Json, unit: Unit) -> tuple[Bounds, Bounds, int | None]:
    return (
        _bounds(data, unit, "min", "max"),
        _bounds(data, unit, "side_min", "side_max"),
        _amount(data, unit, "max_differential"),
    )


def _bounds(data: Json, unit: Unit, least: str, most: str) -> Bounds:
    return Bounds(_amount(data, unit, least), _amount(data, unit, most))


def _amount(data: Json, unit: Unit, key: str) -> int | None:
    written = data.get(key)
    return None if written is None else unit.count(written, say("settlement.the_limit", limit=key))


def _entries(data: Json, key: str) -> list[tuple[str, object]]:
    entries = data.get(key)
    if entries is None:
        return []
    if not isinstance(entries, dict):
        raise malformed(say("settlement.no_object", what=f"limits {key}"))
    return list(entries.items())


def _whole(data: Json, key: str) -> int | None:
    number = data.get(key)
    if number is None:
        return None
    # type, not isinstance: true is no number here.
    if type(number) is not int:
        raise malformed(say("settlement.no_whole_number", what=key, got=brief(number)))
    return number


def _known_keys(data: Json, known: frozenset[str], what: Value) -> None:
    if not data.keys() <= known:
        stranger = min(str(key) for key in data if key not in known)
        keys = series(sorted(known))
        raise malformed(say("settlement.unknown_key", what=what, key=stranger[:40], keys=keys))


def try_settle(
    data: object, find: Callable[[str], Game]
) -> tuple[str | int | None, Settlement | CroupierError]:
    """Return the id of a round, and its settlement or the error that refused it."""
    round_id: str | int | None = None
    try:
        if not isinstance(data, dict):
            raise malformed(say("settlement.round_no_object"))
        round_id = read_id(data)
        return round_id, settle(read_round(data, find))
    except CroupierError as wrong:
        return round_id, wrong


def settle_json(data: object, find: Callable[[str], Game]) -> dict[str, Any]:
    """Return a settlement, or a refusal, as JSON; `find` returns a game by its name or raises."""
    round_id, came = try_settle(data, find)
    if isinstance(came, CroupierError):
        return write_refusal(came, round_id)
    return cast("dict[str, Any]", write_settlement(came, round_id))


def refuse_json(data: object, wrong: CroupierError) -> dict[str, Any]:
    """Return the refusal of a round whose text is malformed, with its id if that can be read."""
    try:
        return write_refusal(wrong, read_id(data) if isinstance(data, dict) else None)
    except CroupierError:
        return write_refusal(wrong, None)


def write_settlement(settlement: Settlement, round_id: str | int | None) -> t.Settled:
    """Return a settled round as JSON."""
    round_ = settlement.round
    coup, amount = round_.coup, round_.unit.write
    written: t.Settled = {
        "id": round_id,
        "game": round_.game.key,
        "result": coup.winner,
        "player": _write_hand(coup.player),
        "banker": _write_hand(coup.banker),
        "bets": [_write_line(line, round_.unit) for line in settlement.lines],
        "net": {patron: amount(units) for patron, units in settlement.net.items()},
        "house": amount(settlement.house),
        "fees": amount(settlement.fees),
    }
    return written


def _write_hand(hand: Hand) -> t.SettledHand:
    return {
        "cards": [card.text for card in hand.cards],
        "total": hand.total,
        "natural": hand.is_natural,
    }


def _write_line(line: Line, unit: Unit) -> t.SettledBet:
    amount = unit.write
    bet, outcome, in_action, odds, profit, rules, _, _, rounding, capped = line
    at_stake = amount(in_action)
    written: t.SettledBet = {
        "id": bet.id,
        "outcome": outcome,
        "in_action": at_stake,
        "odds": None if odds is None else str(odds),
        "profit": "-" + at_stake if profit == -in_action < 0 else amount(profit),
        "back": amount(bet.amount + profit),
        "rules": rules,
    }
    if rounding is not None:
        written["rounding"] = str(unit.exact(rounding))
    if capped:
        written["capped"] = amount(capped)
    return written


def write_refusal(
    wrong: CroupierError, round_id: str | int | None, language: str = ENGLISH
) -> dict[str, Any]:
    """Return why a round was not settled, as JSON."""
    message = render(wrong.said, language)
    error: t.RoundRefused = {"code": wrong.code, "message": message, "rule": wrong.rule}
    return {"id": round_id, "error": error}


def read_coup(settlement: Mapping[str, Any]) -> Coup:
    """Return the coup that a written settlement was made for."""
    player, banker = settlement["player"]["cards"], settlement["banker"]["cards"]
    first = [card for pair in zip(player[:2], banker[:2], strict=True) for card in pair]
    return Coup.of([*first, *player[2:], *banker[2:]])
