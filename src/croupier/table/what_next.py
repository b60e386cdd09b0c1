"""What may be done next, by whom and why, worked out from the state of the table alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from croupier.coup import Coup, Side, Winner
from croupier.game.model import Role
from croupier.settlement import checks
from croupier.table import commands as c
from croupier.table.decide.bet_limits import rejections
from croupier.table.decide.betting import excess_rule
from croupier.table.decide.dealing import why_next
from croupier.table.decide.irregularities import REPORTED
from croupier.table.events.base import report
from croupier.table.events.insurance import offers
from croupier.table.squeeze import highest, may_squeeze, only_dealer_turns
from croupier.table.state import Table
from croupier.table.vocabulary import Phase, ShoeKind
from croupier.words import Message, say, series


@dataclass(frozen=True, slots=True)
class Step:
    """Something that may be done now, by whom at least, and why; the first one is what is due."""

    do: str
    role: Role
    said: Message
    rule: str | None

    @property
    def why(self) -> str:
        """Why it may be done, in English."""
        return str(self.said)


def _step(command: type[c.Command], why: Message, rule: str | None = None) -> Step:
    """Return a step; `rule` is the paragraph that says so, None where no paragraph does."""
    return Step(command.wire_name, command.least, why, rule)


def what_next(table: Table) -> tuple[Step, ...]:
    """Return what may be done now; what is due comes first."""
    return tuple(_steps(table))


def _steps(table: Table) -> Iterator[Step]:
    if not table.open:
        yield _step(c.OpenTable, say("steps.table_closed"))
        return
    if table.case is not None:
        yield from _waiting(table)
    else:
        yield from _PHASES[table.phase](table)
        if table.repairing is not None:
            rule = table.game.cite_report(table.repairing)
            yield _step(c.CannotReconstruct, say("steps.beyond_repair"), rule)
    if table.phase not in (Phase.IDLE, Phase.INTERRUPTED):
        rule = table.game.cite_procedure("technical_interruption")
        yield _step(c.Interrupt, say("steps.interrupt"), rule)
    stopped = table.case is not None and table.case.does == "void"
    if table.phase is not Phase.IDLE and not stopped:
        yield _step(c.VoidRound, say("steps.void_round"))


def _waiting(table: Table) -> Iterator[Step]:
    case = table.case
    assert case is not None, "a report waits"
    rule, cite = table.game.cite_report(case.kind), table.game.cite
    procedure = table.game.procedures.get(case.kind)
    does = procedure.does if procedure else "ruling"
    if does == "void":
        why = say("steps.confirm", kind=report(case.kind))
        if table.phase is Phase.IDLE:
            yield _step(c.ReplaceShoe, why, cite("replace_shoe"))
        else:
            yield _step(c.VoidRound, why, rule)
    elif does == "decide_order":
        yield _step(c.DecideOrder, say("steps.decide_order"), rule)
        yield from _new_set(table)
    elif procedure is not None and does == "reconstruct":
        mending = table.game.cite_mending(procedure)
        yield _step(c.Reconstruct, say("steps.reconstruct", kind=report(case.kind)), mending)
        yield _step(c.CannotReconstruct, say("steps.cannot_reconstruct"), rule)
    else:
        yield _step(c.Rule, say("steps.ruling", kind=report(case.kind)), rule)
    yield _step(c.DismissReport, say("steps.dismiss"))


def _idle(table: Table) -> Iterator[Step]:
    setup, shoe = table.rules, table.shoe
    bounded = setup.shoe is not ShoeKind.SHUFFLER and shoe is not None and not shoe.fixed
    spent = bounded and shoe is not None and shoe.left + len(table.ready) <= setup.cut
    if shoe is None or shoe.fault is not None or spent:
        why = say("steps.no_shoe" if shoe is None else "steps.cut_card_out")
        if shoe is not None and shoe.fault is not None:
            why = say("steps.shoe_out", kind=report(shoe.fault))
        yield _step(c.NewShoe, why)
    else:
        short = bounded and shoe.short
        if short:
            # By our count there are cards enough, and the House has found otherwise.
            yield _step(c.NewShoe, say("steps.shoe_short"))
        if setup.banked_by_player and table.position is None:
            yield from _vacant(table)
        else:
            yield _step(c.OpenBets, say("steps.open_bets"), table.game.cite("open_bets"))
            if not short:
                yield _step(c.NewShoe, say("steps.change_cards"))
    if setup.banked_by_player and table.position is not None:
        yield _step(c.ChangeWager, say("steps.change_wager"))
        yield _step(c.GiveUpPlayerDealer, say("steps.give_up_bank"))
    if shoe is not None and shoe.commitment is not None and not shoe.used:
        yield _step(c.AddEntropy, say("steps.add_entropy"))
    if table.ended is not None:
        rule = table.game.cite_report("wrong_number_of_cards")
        yield _step(c.Report, say("steps.misdealt"), rule)
    elif shoe is not None and shoe.fault is None:
        yield _step(c.Report, say("steps.shoe_wrong"))
    yield _step(c.CloseTable, say("steps.no_round"))


def _vacant(table: Table) -> Iterator[Step]:
    rule = table.game.cite("rotation")
    if not table.seats:
        missing = checks.cite(table.game.bank.position)
        yield _step(c.Sit, say("steps.nobody_to_bank"), missing)
    elif table.offered is None:
        yield _step(c.OfferPlayerDealer, say("steps.offer_bank"), rule)
    else:
        seat = table.offered
        yield _step(c.AcceptPlayerDealer, say("steps.may_bank", seat=seat), rule)
        yield _step(c.DeclinePlayerDealer, say("steps.may_pass", seat=seat), rule)


def _betting(table: Table) -> Iterator[Step]:
    game = table.game
    above = next(rejections(table.rules, table.bets), None)
    if above is not None:
        excess = excess_rule(game, above.bet.kind)
        yield _step(c.RejectExcess, say("steps.above_limits"), excess)
    if above is None or above.bet.kind in (table.game.limits.between or ()):
        # What is over the differential is cut at closing; over a maximum, bets cannot be closed.
        yield _step(c.CloseBets, say("steps.close_bets"), game.cite("close_bets"))
    yield _step(c.PlaceBet, say("steps.bets_open"), game.cite("place_bet"))
    if table.bets:
        late = "late_bet", "late_withdrawal"
        increase, withdraw = map(game.cite, late)
        yield _step(c.IncreaseBet, say("steps.raise_bet"), increase)
        yield _step(c.WithdrawBet, say("steps.take_bet_back"), withdraw)
    yield from _squeezes(table, c.RequestSqueeze)
    exposed = game.cite_report("exposed_card")
    yield _step(c.Report, say("steps.card_too_early"), exposed)


def _squeezes(table: Table, *commands: type[c.Command]) -> Iterator[Step]:
    """Yield the steps of a squeeze, if somebody could have it of a card to come."""
    name = highest(table)
    if name is not None and any(may_squeeze(table, name, hand) for hand in Side):
        for command in commands:
            why = say("steps.squeeze", player=name)
            yield _step(command, why, table.game.cite("squeeze"))


def _turn(table: Table, why: Message) -> Step:
    """Return the step that turns a card; it is the dealer's if the patron has left."""
    step = _step(c.Turn, why, table.game.cite("turn"))
    return replace(step, role=Role.DEALER) if only_dealer_turns(table) else step


def _dealing(table: Table) -> Iterator[Step]:
    hidden, setup = table.hidden, table.rules
    manual = setup.shoe is ShoeKind.MANUAL
    game = table.game
    waiting = bool(hidden) and len(table.cards) >= 4
    left = bool(only_dealer_turns(table))
    if waiting:
        yield _turn(table, say("steps.cards_down_awaited"))
    elif left:
        yield _turn(table, say("steps.turner_left"))
    if not (waiting and manual):
        yield _next_card(table)
    if hidden and not waiting and not left:
        yield _turn(table, say("steps.cards_down"))
    if waiting and not manual:
        yield _step(c.Settle, say("steps.if_complete"))
    if game.insurance is not None and offers(table):
        offered = checks.cite(game.insurance.offered)
        yield _step(c.PlaceInsurance, say("steps.insurance"), offered)
        yield _step(c.CloseInsurance, say("steps.close_insurance"), game.cite("forgone"))
    yield from _squeezes(table, c.RequestSqueeze, c.GrantSqueeze)
    asks = setup.face_down and highest(table) is not None and not table.waived
    first = game.cite("banker_first")
    if asks and first is not None and len(table.cards) == 4:
        yield _step(c.ExposeBankerFirst, say("steps.banker_first"), first)
    yield from _mishaps(table)


def _next_card(table: Table) -> Step:
    shoe = table.shoe
    empty = shoe is None or shoe.left <= 0
    if empty and not table.ready and table.rules.shoe is ShoeKind.MANUAL:
        rule = table.game.cite_procedure("insufficient_cards")
        return _step(c.Report, say("steps.shoe_empty"), rule)
    why = say("steps.deal")
    if len(table.cards) >= 4 and table.hidden and table.game.insurance and table.rules.insurance:
        why = say("steps.deal_or_insure")
    return _step(c.Deal, why, why_next(table))


def _reportable(table: Table) -> tuple[str, ...]:
    """Return what can be reported at this table: not what its game or its cards exclude."""
    game, setup = table.game, table.rules
    face_up = {kind for kind, each in game.procedures.items() if each.does == "continue"}
    return tuple(
        kind
        for kind in REPORTED
        if (setup.face_down or kind not in face_up)
        and (game.insurance is not None or kind != "insurance_not_offered")
    )


@lru_cache(maxsize=64)
def _went_wrong(kinds: tuple[str, ...]) -> Message:
    """Return that something can be reported, by its keys and as people call it."""
    return say("steps.went_wrong", keys=", ".join(kinds), kinds=series(map(report, kinds)))


def _mishaps(table: Table) -> Iterator[Step]:
    if table.rules.shoe is ShoeKind.MANUAL and table.entered is not None:
        yield _step(c.CorrectCard, say("steps.correct_card"))
    yield _step(c.Report, _went_wrong(_reportable(table)))
    if table.together:
        yield from _new_set(table)


def _new_set(table: Table) -> Iterator[Step]:
    """Yield the replacement of the shoe after cards were drawn together, if it is possible now."""
    if not table.hidden and table.phase in (Phase.DEALING, Phase.OPTIONS, Phase.COMPLETE):
        rule = table.game.cite("replace_shoe")
        yield _step(c.ReplaceShoe, say("steps.new_set"), rule)


def _result(coup: Coup) -> Message:
    """Return the result of a coup, with its totals."""
    player, banker = coup.player.total, coup.banker.total
    return say(f"steps.won_{coup.winner.value}", player=player, banker=banker)


def _complete(table: Table) -> Iterator[Step]:
    coup, game = table.coup, table.game
    manual = table.rules.shoe is ShoeKind.MANUAL
    if coup is None:
        yield _turn(table, say("steps.cards_down"))
    if coup is not None:
        decided = game.play.tie if coup.winner is Winner.TIE else game.play.winner
        yield _step(c.Settle, _result(coup), checks.cite(decided))
    elif not manual:
        yield _step(c.Settle, say("steps.no_card_to_come"))
    if coup is not None and game.insurance is not None and table.rules.insurance:
        neglected = game.cite_procedure("insurance_not_offered")
        yield _step(c.ReturnUninsured, say("steps.uninsured"), neglected)
    yield from _mishaps(table)


def _options(table: Table) -> Iterator[Step]:
    waiting = [name for name, option in table.choices.items() if option is None]
    rule = table.game.cite("options")
    yield _step(c.Choose, say("steps.choose", players=series(waiting)), rule)
    yield _step(c.CloseOptions, say("steps.close_options"), rule)


def _interrupted(table: Table) -> Iterator[Step]:
    found = table.established
    why = say("steps.established" if found else "steps.not_established")
    rule = table.game.cite("established" if found else "not_established")
    step = _step(c.Resume, why, rule)
    yield step if found else replace(step, role=c.VoidRound.least)


_PHASES = {
    Phase.IDLE: _idle,
    Phase.BETTING: _betting,
    Phase.DEALING: _dealing,
    Phase.COMPLETE: _complete,
    Phase.OPTIONS: _options,
    Phase.INTERRUPTED: _interrupted,
}
