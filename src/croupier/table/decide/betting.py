"""Bets while they are open: placed, raised, taken back, pushed back, rejected."""

from __future__ import annotations

from itertools import count

from croupier.errors import Code, InvalidInput, Refused
from croupier.game.model import BetKind, Game, Role
from croupier.settlement import Bet
from croupier.settlement.checks import check_sides, cite, has_needed, unknown_bet
from croupier.settlement.differential import shares
from croupier.settlement.established import Status, statuses_of
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide.bet_limits import (
    Reduction,
    check_least,
    check_most,
    fit,
    rejections,
    warn_other_hand,
)
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.seats_and_chips import check_box
from croupier.table.events.base import report
from croupier.table.events.betting import all_fees
from croupier.table.round_cards import split
from croupier.table.squeeze import highest
from croupier.table.vocabulary import Enforcement, Phase, ShoeKind, Units
from croupier.words import Message, say


@decides(c.OpenBets)
def open_bets(draft: Draft, _: c.OpenBets) -> None:
    """Open the bets of a new round, if there are cards for it and somebody to bank it."""
    draft.in_phase(Phase.IDLE)
    table, setup = draft.table, draft.setup
    shoe = table.shoe
    if shoe is None:
        raise Refused(Code.NO_SHOE, say("table.no_shoe"))
    if shoe.fault is not None:
        raise Refused(
            Code.NO_SHOE,
            say("table.shoe_out", kind=report(shoe.fault)),
            setup.game.cite_procedure(shoe.fault),
        )
    bounded = setup.shoe is not ShoeKind.SHUFFLER and not shoe.fixed
    left = shoe.left + len(table.ready)
    if bounded and left <= setup.cut:
        raise Refused(Code.NO_SHOE, say("table.cut_card_out", left=left))
    if setup.banked_by_player and table.position is None:
        raise Refused(
            Code.NO_PLAYER_DEALER,
            say("table.no_player_dealer"),
            cite(setup.game.bank.position),
        )
    draft.emit(e.BetsOpened(table.round + 1, "place_your_bets", draft.cite("open_bets")))


@decides(c.CloseBets)
def close_bets(draft: Draft, _: c.CloseBets) -> None:
    """Close the bets: fees are taken, and what is in action pro rata is fixed."""
    draft.in_phase(Phase.BETTING, rule=draft.cite("close_bets"))
    table, setup = draft.table, draft.setup
    for bet in table.bets:
        check_most(draft, bet, setup.game.bets[bet.kind])
    cut = tuple(
        e.Cut(table.bets[number].id, Units(share.in_action))
        for number, share in shares(table.as_round()).items()
        if share.in_action < table.bets[number].amount
    )
    fees = {name: Units(fee) for name, fee in all_fees(table).items()}
    rule, first = draft.cite("close_bets"), highest(table)
    # A squeeze that was granted while bets were open is lost to whoever bet more since.
    squeezes = tuple(hand for hand, who in table.squeezes.items() if who == first)
    kept = squeezes if table.squeezes else None
    draft.emit(e.BetsClosed(table.round, "no_more_bets", fees, cut, rule, kept))


def _betting(draft: Draft, topic: str) -> None:
    """Raise Refused if bets are not open, with the paragraph for bets that are early or late."""
    table = draft.table
    if table.phase is Phase.IDLE:
        rule = draft.cite("open_bets") if topic == "late_bet" else None
    elif table.phase is Phase.INTERRUPTED and not table.charged:
        rule = None  # Bets were not closed: no paragraph about late ones applies.
    else:
        rule = draft.cite(topic)
    draft.in_phase(Phase.BETTING, rule=rule)


def _kind(draft: Draft, key: str) -> BetKind:
    game = draft.setup.game
    kind = game.bets.get(key)
    if kind is None:
        if key in game.bet_keys:
            raise Refused(
                Code.INSURANCE_CLOSED,
                say("table.insurance_later", bet=game.bet_name(key)),
                cite(game.insurance.offered) if game.insurance else None,
            )
        raise unknown_bet(game, key)
    return kind


@decides(c.PlaceBet)
def place_bet(draft: Draft, command: c.PlaceBet) -> None:
    """Put chips on a box, if the rules and the limits allow it."""
    check_round(draft, command.round, "late_bet")
    _betting(draft, "late_bet")
    name = draft.known(command.player, draft.cite("on_behalf"))
    kind = _kind(draft, command.bet)
    check_box(draft, command.box)
    table, setup = draft.table, draft.setup
    bet = Bet(
        bet_id(draft, command.id),
        name,
        command.box,
        kind.key,
        int(command.amount),
        # A patron who stands behind their own box is seated there.
        standing=command.standing and table.seats.get(command.box) != name,
    )
    _check_barred(draft, name)
    _check_decided(draft, bet)
    _check_bank(draft, bet)
    _check_seat(draft, bet)
    check_twice(draft, bet)
    check_sides(setup.game, (*table.bets, bet))
    pushed, warnings = fit(draft, (*table.bets, bet), bet, kind)
    draft.afford(name, bet.amount + setup.fee_of(kind.key))
    behalf = draft.cite("on_behalf") if draft.by.name != name else None
    amount = Units(bet.amount)
    draft.emit(e.BetPlaced(bet.id, name, bet.box, kind.key, amount, bet.standing, warnings, behalf))
    hand_back(draft, pushed, "pushed back for a seated patron")


NOT_STAKED = say("table.not_staked")
NOT_TAKEN_BACK = say("table.not_taken_back")


def check_round(draft: Draft, meant: int | None, topic: str, spared: Message = NOT_STAKED) -> None:
    """Raise Refused for a command that is meant for another round; None fits any round.

    A command that arrives late or is sent again must not count in a later round. Between rounds
    only the next one may be meant, and the phase says that its bets are not open yet.
    """
    now = draft.table.round + (draft.table.phase is Phase.IDLE)
    if meant is None or meant == now:
        return
    over = meant < now
    raise Refused(
        Code.TOO_LATE,
        say("table.round_over" if over else "table.round_to_come", round=meant, spared=spared),
        draft.cite(topic if over else "open_bets"),
    )


def bet_id(draft: Draft, given: str | None) -> str:
    """Return the caller's id for a bet, or one that no bet of the round has."""
    table = draft.table
    taken = {bet.id for bet in table.round_bets}
    if given is None:
        return next(f"b{n}" for n in count(table.placed + 1) if f"b{n}" not in taken)
    if given in taken:
        raise InvalidInput(Code.MALFORMED, say("table.id_taken", id=given[:40]))
    return given


def check_twice(draft: Draft, new: Bet) -> None:
    """Raise Refused for a second bet of the same kind by the same patron on the same box."""
    for bet in draft.table.bets:
        if (bet.patron, bet.box, bet.kind, bet.stage) == (new.patron, new.box, new.kind, new.stage):
            raise Refused(
                Code.DUPLICATE_BET,
                say(
                    "table.bet_twice",
                    player=new.patron,
                    bet=draft.bet_name(new.kind),
                    box=new.box,
                    id=bet.id,
                ),
            )


def _check_barred(draft: Draft, name: str) -> None:
    """Raise Refused for a patron who took a bet back in this round after a card was seen."""
    if name in draft.table.barred:
        raise Refused(
            Code.TOO_LATE,
            say("table.barred", player=name),
            draft.cite("refund"),
        )


def _check_decided(draft: Draft, bet: Bet) -> None:
    """Raise Refused for a bet that the cards lying ready have already decided."""
    ready = draft.table.ready
    if not ready:
        return
    first, thirds = ready[:4], split(ready)[0][4:]
    decided = statuses_of(draft.setup.game, first[::2], first[1::2], thirds)
    if decided.get(bet.kind, Status.OPEN) in (Status.WON, Status.LOST):
        raise Refused(
            Code.TOO_LATE,
            say("table.decided", bet=draft.bet_name(bet.kind)),
        )


def _check_bank(draft: Draft, bet: Bet) -> None:
    position, game = draft.table.position, draft.setup.game
    if position is None:
        return
    if bet.patron == position.patron:
        raise Refused(
            Code.PLAYER_DEALER_BETS,
            say("table.banks_itself", player=bet.patron),
            cite(game.bank.position),
        )
    if bet.box == position.seat:
        rule = cite(game.betting.own_box)
        raise Refused(Code.BOX_TAKEN, say("table.seat_of_bank", seat=bet.box), rule)


def _check_seat(draft: Draft, bet: Bet) -> None:
    """Raise Refused unless it is the patron's own box, or a seated patron has bet there."""
    table, betting = draft.table, draft.setup.game.betting
    if bet.standing:
        if not betting.standing.allowed:
            rule = cite(betting.standing.rules)
            raise Refused(Code.NO_STANDING, say("table.no_standing"), rule)
        seated = [lying for lying in table.bets if lying.box == bet.box and not lying.standing]
        if not any(table.seats.get(lying.box) == lying.patron for lying in seated):
            raise Refused(
                Code.NO_STANDING,
                say("table.nobody_to_stand_behind", box=bet.box),
                cite(betting.standing.rules),
            )
        return
    owner = table.seats.get(bet.box)
    if owner is None:
        raise Refused(Code.NOT_SEATED, say("table.not_at_box", player=bet.patron, box=bet.box))
    if owner != bet.patron:
        rule = cite(betting.own_box)
        raise Refused(Code.BOX_TAKEN, say("table.box_taken", box=bet.box, owner=owner), rule)


def excess_rule(game: Game, kind: str) -> str | None:
    """Return the paragraph for handing back excess: of the differential, else of the limits."""
    limits = game.limits
    return game.cite("reject_excess") if kind in (limits.between or ()) else cite(limits.duty)


def hand_back(draft: Draft, reductions: list[Reduction], reason: str) -> None:
    """Hand parts of bets back, and bets that have lost their ground by it."""
    for reduction in reductions:
        bet = reduction.bet
        draft.emit(
            e.BetReturned(
                bet.id,
                bet.patron,
                Units(reduction.amount),
                Units(reduction.left),
                reason,
                excess_rule(draft.setup.game, bet.kind),
            )
        )
    return_unbacked(draft)


def return_unbacked(draft: Draft) -> None:
    """Hand back standing bets without a seated bettor, and bets without another that they need."""
    game = draft.setup.game
    bets = draft.table.bets
    attended = {bet.box for bet in bets if not bet.standing}
    backing = {bet.patron for bet in bets if game.bets[bet.kind].main}
    for bet in bets:
        if bet.standing and bet.box not in attended:
            reason, rules = "nobody seated bets on the box", game.betting.standing.rules
        elif game.bets[bet.kind].needs and not has_needed(game.bets[bet.kind], bet, bets):
            reason, rules = "the bet that it needs is gone", game.bets[bet.kind].needs_rules
        elif bet.patron not in backing and not game.betting.side_alone.allowed:
            reason, rules = "no bet on a hand is left beside it", game.betting.side_alone.rules
        else:
            continue
        amount, rule = Units(bet.amount), cite(rules)
        draft.emit(e.BetReturned(bet.id, bet.patron, amount, Units(0), reason, rule))


def own_bet(draft: Draft, wanted: str, named: str | None, rule: str | None = None) -> Bet:
    """Return a bet of the round that somebody may change; `rule` says who bets for whom."""
    bet = draft.table.bet(wanted)
    if bet is None:
        raise Refused(Code.UNKNOWN_BET, say("table.no_such_bet", id=wanted[:40]))
    staff = draft.by.role is not Role.PLAYER
    name = draft.patron(bet.patron if staff and named is None else named, rule)
    if name != bet.patron:
        raise Refused(
            Code.NOT_YOURS,
            say("table.bet_of_another", bet=bet.id, owner=bet.patron, player=name),
            rule,
        )
    return bet


def increase_bet(draft: Draft, command: c.IncreaseBet) -> None:
    """Add chips to a bet while bets are open."""
    _betting(draft, "late_bet")
    bet = own_bet(draft, command.bet, command.player, draft.cite("on_behalf"))
    _check_barred(draft, bet.patron)
    _check_decided(draft, bet)
    kind = draft.setup.game.bets[bet.kind]
    grown = bet._replace(amount=bet.amount + command.amount)
    bets = tuple(grown if lying.id == bet.id else lying for lying in draft.table.bets)
    pushed, warnings = fit(draft, bets, grown, kind)
    draft.afford(bet.patron, command.amount)
    draft.emit(
        e.BetIncreased(bet.id, bet.patron, Units(command.amount), Units(grown.amount), warnings)
    )
    hand_back(draft, pushed, "pushed back for a seated patron")


@decides(c.WithdrawBet)
def withdraw_bet(draft: Draft, command: c.WithdrawBet) -> None:
    """Take chips back while bets are open; the rest must still make a bet."""
    check_round(draft, command.round, "late_withdrawal", NOT_TAKEN_BACK)
    _betting(draft, "late_withdrawal")
    bet = own_bet(draft, command.bet, command.player)
    taken = bet.amount if command.amount is None else int(command.amount)
    if taken > bet.amount:
        raise InvalidInput(
            Code.BAD_AMOUNT,
            say(
                "table.too_much_back",
                bet=bet.id,
                amount=draft.money(bet.amount),
                taken=draft.money(taken),
            ),
        )
    setup = draft.setup
    left = bet._replace(amount=bet.amount - taken)
    bets = [left if lying.id == bet.id else lying for lying in draft.table.bets]
    check_sides(setup.game, [lying for lying in bets if lying.amount])
    warnings: list[e.Warning] = []
    try:
        check_least(draft, left, setup.game.bets[bet.kind])
    except Refused as wrong:
        if setup.enforcement is Enforcement.AUTOMATIC:
            raise
        warnings.append(e.Warning(wrong.code, wrong.message, wrong.rule))
    warnings += warn_other_hand(draft, bets, left)
    draft.emit(
        e.BetWithdrawn(bet.id, bet.patron, Units(taken), Units(left.amount), tuple(warnings))
    )
    return_unbacked(draft)


@decides(c.RejectExcess)
def reject_excess(draft: Draft, _: c.RejectExcess) -> None:
    """Hand back what lies above the limits, before bets are closed."""
    draft.in_phase(Phase.BETTING, rule=draft.cite("reject_excess"))
    found = list(rejections(draft.setup, draft.table.bets))
    if not found:
        raise Refused(Code.NOTHING_TO_REJECT, say("table.nothing_above_limits"))
    hand_back(draft, found, "rejected as excess")
