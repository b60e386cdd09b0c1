"""Whether a round can be settled at all: its cards, its boxes, who may bet what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from croupier.coup import Coup, Side
from croupier.errors import Code, InvalidInput, Refused
from croupier.game.model import Banker, BetKind, Game, Rules
from croupier.settlement.round import POSITION_FEE, Bet, Round
from croupier.shoe import foreign_card


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
        span = (
            f"{allowed.least} to {allowed.most}" if allowed.least < allowed.most else allowed.most
        )
        raise Refused(
            Code.DECKS_OUT_OF_RANGE,
            f"this game is played with {span} decks, not {decks}",
            cite(allowed.rules),
        )


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
            f"{stranger} came up more often than {decks} decks hold it",
            game.cite_procedure("foreign_card"),
        )


def _missing(coup: Coup) -> str:
    count = len(coup.cards)
    given = f"only {count} card{'' if count == 1 else 's'} given"
    if count < 4:
        return f"a coup starts with four cards; {given}"
    hand = "Player" if coup.next is Side.PLAYER else "Banker"
    total = coup.player.total if coup.next is Side.PLAYER else coup.banker.total
    return f"{hand} has {total} and draws a third card; {given}"


def unknown_bet(game: Game, kind: str) -> InvalidInput:
    """Return the error for an unknown bet; it lists the bets of the game."""
    return InvalidInput(
        Code.UNKNOWN_BET, f'this game has no bet "{kind[:40]}"; it has {", ".join(game.bet_keys)}'
    )


def _check_bank(round_: Round) -> None:
    """Raise if a player-dealer is missing, or is there though the house banks."""
    game, dealer = round_.game, round_.player_dealer
    if game.bank.by is Banker.HOUSE:
        if dealer is not None or round_.fees or round_.seats is not None:
            raise InvalidInput(
                Code.MALFORMED,
                "the house banks this game: it has no player_dealer, no seats and no fees",
            )
        return
    rule = cite(game.bank.position)
    if dealer is None:
        raise Refused(Code.PLAYER_DEALER_MISSING, "there is no round without a player-dealer", rule)
    layouts = [layout.boxes for layout in game.layouts]
    if round_.seats is not None and round_.seats not in layouts:
        known = " or ".join(str(boxes) for boxes in layouts)
        raise InvalidInput(Code.MALFORMED, f"a table has {known} seats, not {round_.seats}")
    check_fees(game, round_.fees)
    check_box(round_, dealer.seat)
    for bet in round_.bets:
        if bet.patron == dealer.patron:
            raise Refused(
                Code.PLAYER_DEALER_BETS,
                f"{bet.patron} banks this round and places no bet in it",
                rule,
            )
        if bet.box == dealer.seat:
            raise Refused(
                Code.BOX_TAKEN,
                f"seat {bet.box} is the player-dealer's in this round",
                cite(game.betting.own_box),
            )


def check_fees(game: Game, fees: Iterable[str]) -> None:
    """Raise `InvalidInput` for a fee that the schedule of the game does not have."""
    known = (*game.fee_keys, POSITION_FEE)
    for fee in fees:
        if fee not in known:
            raise InvalidInput(
                Code.MALFORMED, f'unknown fee "{fee[:40]}"; known are {", ".join(known)}'
            )


def check_box(round_: Round, box: int) -> None:
    """Raise `Refused` for a box that the layout does not have."""
    place = "box" if round_.player_dealer is None else "seat"
    if not 1 <= box <= round_.boxes:
        raise Refused(
            Code.NO_BOX,
            f"there is no {place} {box}: they run from 1 to {round_.boxes}",
            cite(round_.game.layouts[0].rules),
        )


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
            raise InvalidInput(Code.BAD_AMOUNT, f"bet {bet.id} must be more than nothing")
        if not 1 <= box <= boxes:
            check_box(round_, box)
        if stands and not game.betting.standing.allowed:
            raise Refused(
                Code.NO_STANDING,
                f"nobody bets on another's box in this game (bet {bet.id})",
                cite(game.betting.standing.rules),
            )
        if kind not in kinds:
            if kind not in game.bet_keys:
                raise unknown_bet(game, kind)
            if stage is None:
                raise InvalidInput(
                    Code.MALFORMED, f"insurance {bet.id} needs the stage it was taken at"
                )
        elif stage is not None:
            raise InvalidInput(Code.MALFORMED, f"bet {bet.id} is no insurance and has no stage")
        elif stands:
            standing.append(bet)
        elif seated.setdefault(box, patron) != patron:
            raise Refused(
                Code.BOX_TAKEN,
                f"box {box} is {seated[box]}'s; {patron} cannot sit there too",
                cite(game.betting.own_box),
            )
    for bet in standing:
        if bet.box not in seated:
            raise Refused(
                Code.NO_STANDING,
                f"{bet.patron} stands at box {bet.box}, where no seated player has a bet",
                cite(game.betting.standing.rules),
            )


def _check_repetition(round_: Round) -> None:
    """Raise if an id comes twice, or a patron has two bets of a kind (and stage) on a box."""
    bets = round_.bets
    if len({bet.id for bet in bets}) < len(bets):
        twice = _repeated(bet.id for bet in bets)
        raise InvalidInput(Code.MALFORMED, f'two bets have the id "{twice}"')
    placed = {(patron, box, kind, stage) for _, patron, box, kind, _, _, stage, _ in bets}
    if len(placed) < len(bets):
        patron, box, kind, _ = _repeated((b.patron, b.box, b.kind, b.stage) for b in bets)
        raise Refused(
            Code.DUPLICATE_BET,
            f"{patron} has two bets on {kind} at box {box}: raise the one, do not add another",
        )


T = TypeVar("T")


def _repeated(values: Iterable[T]) -> T:
    """Return the first value that comes twice."""
    return next(value for value, count in Counter(values).items() if count > 1)


def check_sides(game: Game, bets: Iterable[Bet]) -> None:
    """Raise `Refused` for bets on both hands, or side bets alone, where the game forbids them."""
    betting = game.betting
    if betting.both_sides.allowed and betting.side_alone.allowed:
        return
    placed = _placed(game, bets)
    backed: dict[str, str] = {}
    for bet, kind in placed:
        if kind.main and backed.setdefault(bet.patron, bet.kind) != bet.kind:
            if betting.both_sides.allowed:
                continue
            raise Refused(
                Code.BOTH_SIDES,
                f"{bet.patron} backs {backed[bet.patron]} and {bet.kind}; only one hand is allowed",
                cite(betting.both_sides.rules),
            )
    if betting.side_alone.allowed:
        return
    for bet, kind in placed:
        if not kind.main and bet.patron not in backed:
            raise Refused(
                Code.SIDE_NEEDS_MAIN,
                f"{bet.patron} bets on {bet.kind} without a bet on a hand",
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
                f"{unit.write(bet.amount)} on {bet.kind} is over the maximum of {unit.write(most)}",
                cite(round_.game.limits.duty),
            )
