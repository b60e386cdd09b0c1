"""Whether a round can be settled at all: its cards, its boxes, who may bet what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from croupier.coup import Coup, Side
from croupier.errors import Code, InvalidInput, Refused
from croupier.game.model import POSITION_FEE, Banker, BetKind, Game, Rules
from croupier.settlement.round import Bet, Round
from croupier.shoe import foreign_card
from croupier.words import Amount, Message, Name, Value, say, series


def cite(rules: Rules) -> str | None:
    """Return the first of these paragraphs; None if there is none."""
    return rules[0] if rules else None


def check_round(round_: Round) -> None:
    """Raise if a round breaks a rule of its game."""
    check_decks(round_.game, round_.decks)
    check_coup(round_)
    _check_bank(round_)
    _check_boxes(round_)
    _check_repetition(round_)
    check_sides(round_.game, round_.bets)
    _check_maxima(round_)


def check_decks(game: Game, decks: int | None) -> None:
    """Raise `Refused` if the game is not played with so many decks."""
    allowed = game.decks
    if decks is not None and not allowed.least <= decks <= allowed.most:
        span: Value = allowed.most
        if allowed.least < allowed.most:
            span = say("facts.span", first=allowed.least, last=allowed.most)
        said = say("settlement.decks", decks=span, got=decks)
        raise Refused(Code.DECKS_OUT_OF_RANGE, said, cite(allowed.rules))


def check_coup(round_: Round) -> None:
    """Raise `Refused` if cards are missing, or if the decks cannot hold them."""
    game, coup = round_.game, round_.coup
    if not coup.is_complete:
        play, count = game.play, len(coup.cards)
        rules = play.deal if count < 4 else play.drawing(coup, coup.next or Side.BANKER)
        raise Refused(Code.WRONG_CARDS, _missing(coup), cite(rules))
    decks = round_.decks or game.decks.default
    stranger = foreign_card(coup.cards, decks)
    if stranger is not None:
        raise Refused(
            Code.FOREIGN_CARD,
            say("settlement.foreign_card", card=stranger.text, decks=decks),
            game.cite_procedure("foreign_card"),
        )


def _missing(coup: Coup) -> Message:
    count = len(coup.cards)
    if count < 4:
        return say("settlement.cards_missing", count=count)
    hand = coup.next or Side.BANKER
    total = coup.player.total if hand is Side.PLAYER else coup.banker.total
    return say("settlement.third_missing", hand=Name("hand", hand.value), total=total, count=count)


def unknown_bet(game: Game, kind: str) -> InvalidInput:
    """Return the error for an unknown bet; it lists the bets of the game."""
    said = say("settlement.unknown_bet", bet=kind[:40], bets=series(game.bet_keys))
    return InvalidInput(Code.UNKNOWN_BET, said)


def _check_bank(round_: Round) -> None:
    """Raise if a player-dealer is missing, or is there though the house banks."""
    game, dealer = round_.game, round_.player_dealer
    if game.bank.by is Banker.HOUSE:
        if dealer is not None or round_.fees or round_.seats is not None:
            raise InvalidInput(Code.MALFORMED, say("settlement.house_banks"))
        return
    rule = cite(game.bank.position)
    if dealer is None:
        raise Refused(Code.PLAYER_DEALER_MISSING, say("settlement.no_player_dealer"), rule)
    layouts = [layout.boxes for layout in game.layouts]
    if round_.seats is not None and round_.seats not in layouts:
        said = say("settlement.seats", seats=series(layouts, "or"), got=round_.seats)
        raise InvalidInput(Code.MALFORMED, said)
    check_fees(game, round_.fees)
    check_box(round_, dealer.seat)
    for bet in round_.bets:
        if bet.patron == dealer.patron:
            raise Refused(
                Code.PLAYER_DEALER_BETS,
                say("settlement.player_dealer_bets", patron=bet.patron),
                rule,
            )
        if bet.box == dealer.seat:
            raise Refused(
                Code.BOX_TAKEN,
                say("settlement.player_dealers_seat", seat=bet.box),
                cite(game.betting.own_box),
            )


def check_fees(game: Game, fees: Iterable[str]) -> None:
    """Raise `InvalidInput` for a fee that the schedule of the game does not have."""
    known = (*game.fee_keys, POSITION_FEE)
    for fee in fees:
        if fee not in known:
            said = say("settlement.unknown_fee", fee=fee[:40], fees=series(known))
            raise InvalidInput(Code.MALFORMED, said)


def check_box(round_: Round, box: int) -> None:
    """Raise `Refused` for a box that the layout does not have."""
    if not 1 <= box <= round_.boxes:
        if round_.player_dealer is None:
            said = say("settlement.no_box", box=box, most=round_.boxes)
        else:
            said = say("settlement.no_seat", box=box, most=round_.boxes)
        raise Refused(Code.NO_BOX, said, cite(round_.game.layouts[0].rules))


def _placed(game: Game, bets: Iterable[Bet]) -> list[tuple[Bet, BetKind]]:
    """Return the bets of the layout with their kinds; insurance is left out."""
    return [(bet, game.bets[bet.kind]) for bet in bets if bet.kind in game.bets]


def _check_boxes(round_: Round) -> None:
    """Raise unless each box has one seated patron, and standing ones only where allowed.

    An insurance bet takes no seat: the bet that it insures says if its patron sits or stands.
    """
    game = round_.game
    seated: dict[int, str] = {}
    standing: list[Bet] = []
    boxes, kinds = round_.boxes, game.bets
    for bet in round_.bets:
        _, patron, box, kind, amount, stands, stage, _ = bet
        if amount < 1:
            raise InvalidInput(Code.BAD_AMOUNT, say("settlement.bet_nothing", bet=bet.id))
        if not 1 <= box <= boxes:
            check_box(round_, box)
        if stands and not game.betting.standing.allowed:
            raise Refused(
                Code.NO_STANDING,
                say("settlement.no_standing", bet=bet.id),
                cite(game.betting.standing.rules),
            )
        if kind not in kinds:
            if kind not in game.bet_keys:
                raise unknown_bet(game, kind)
            if stage is None:
                raise InvalidInput(
                    Code.MALFORMED, say("settlement.insurance_needs_stage", bet=bet.id)
                )
        elif stage is not None:
            raise InvalidInput(Code.MALFORMED, say("settlement.bet_has_no_stage", bet=bet.id))
        elif stands:
            standing.append(bet)
        elif seated.setdefault(box, patron) != patron:
            raise Refused(
                Code.BOX_TAKEN,
                say("settlement.box_taken", box=box, owner=seated[box], patron=patron),
                cite(game.betting.own_box),
            )
    for bet in standing:
        if bet.box not in seated:
            raise Refused(
                Code.NO_STANDING,
                say("settlement.standing_alone", patron=bet.patron, box=bet.box),
                cite(game.betting.standing.rules),
            )


def _check_repetition(round_: Round) -> None:
    """Raise if an id comes twice, or a patron has two bets of a kind (and stage) on a box."""
    bets = round_.bets
    if len({bet.id for bet in bets}) < len(bets):
        twice = _repeated(bet.id for bet in bets)
        raise InvalidInput(Code.MALFORMED, say("settlement.two_ids", id=twice))
    placed = {(patron, box, kind, stage) for _, patron, box, kind, _, _, stage, _ in bets}
    if len(placed) < len(bets):
        patron, box, kind, _ = _repeated((b.patron, b.box, b.kind, b.stage) for b in bets)
        bet_on = round_.game.bet_name(kind)
        raise Refused(
            Code.DUPLICATE_BET, say("settlement.two_bets", patron=patron, bet=bet_on, box=box)
        )


T = TypeVar("T")


def _repeated(values: Iterable[T]) -> T:
    """Return the first value that comes twice."""
    return next(value for value, count in Counter(values).items() if count > 1)


def has_needed(kind: BetKind, bet: Bet, bets: Iterable[Bet]) -> bool:
    """Return True if the patron has, on the same box, a bet that this one needs."""
    place = bet.patron, bet.box
    return any((other.patron, other.box) == place and other.kind in kind.needs for other in bets)


def check_sides(game: Game, bets: Iterable[Bet]) -> None:
    """Raise `Refused` for bets on both hands, or without one they need, where it is forbidden."""
    betting = game.betting
    free = betting.both_sides.allowed and betting.side_alone.allowed
    if free and not game.has_needs:
        return
    placed = _placed(game, bets)
    for bet, kind in placed:
        if kind.needs and not has_needed(kind, bet, (other for other, _ in placed)):
            said = say(
                "settlement.needs_bet",
                patron=bet.patron,
                bet=game.bet_name(bet.kind),
                box=bet.box,
                needed=series(map(game.bet_name, kind.needs), "or"),
            )
            raise Refused(Code.SIDE_NEEDS_MAIN, said, cite(kind.needs_rules))
    if free:
        return
    backed: dict[str, str] = {}
    for bet, kind in placed:
        if kind.main and backed.setdefault(bet.patron, bet.kind) != bet.kind:
            if betting.both_sides.allowed:
                continue
            raise Refused(
                Code.BOTH_SIDES,
                say(
                    "settlement.both_sides",
                    patron=bet.patron,
                    one=game.bet_name(backed[bet.patron]),
                    other=game.bet_name(bet.kind),
                ),
                cite(betting.both_sides.rules),
            )
    if betting.side_alone.allowed:
        return
    for bet, kind in placed:
        if not kind.main and bet.patron not in backed:
            raise Refused(
                Code.SIDE_NEEDS_MAIN,
                say("settlement.side_alone", patron=bet.patron, bet=game.bet_name(bet.kind)),
                cite(betting.side_alone.rules),
            )


def _check_maxima(round_: Round) -> None:
    """Raise `Refused` for a bet above its maximum; one below the minimum stands."""
    limits, unit = round_.limits, round_.unit
    if not limits.capped:
        return
    for bet, kind in _placed(round_.game, round_.bets):
        most = limits.most(kind, bet.box)
        if most is not None and bet.amount > most:
            raise Refused(
                Code.ABOVE_MAXIMUM,
                say(
                    "settlement.above_maximum",
                    amount=Amount(unit.write(bet.amount)),
                    bet=round_.game.bet_name(bet.kind),
                    most=Amount(unit.write(most)),
                ),
                cite(round_.game.limits.duty),
            )
