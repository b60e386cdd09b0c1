"""What may be done next and why, from the state alone: for the console, the trainer, a script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from croupier.game.model import Role
from croupier.table import authority
from croupier.table import command as c
from croupier.table.dealing import why_next
from croupier.table.differential import rejections
from croupier.table.mishap import REPORTED
from croupier.table.offering import offers
from croupier.table.state import Table
from croupier.table.words import Phase, ShoeKind, snake


@dataclass(frozen=True, slots=True)
class Step:
    """Something that may be done now, by whom at least, and why; the first one is what is due."""

    do: str
    role: Role
    why: str
    rule: str | None


def _step(table: Table, command: type[c.Command], why: str, rule: str | None = None) -> Step:
    cited = rule or (authority.why(table.game, command) if table.setup else None)
    return Step(snake(command.__name__), authority.LEAST[command], why, cited)


def what_next(table: Table) -> tuple[Step, ...]:
    """List what may be done now, what is due first."""
    return tuple(_steps(table))


def _steps(table: Table) -> Iterator[Step]:
    if not table.open:
        yield _step(table, c.OpenTable, "the table is closed")
        return
    if table.case is not None:
        yield from _waiting(table)
    else:
        yield from _PHASES[table.phase](table)
        if table.repairing is not None:
            yield _step(table, c.CannotReconstruct, "if the card is beyond repair")
    if table.phase not in (Phase.IDLE, Phase.INTERRUPTED):
        yield _step(table, c.Interrupt, "if play cannot go on for a technical reason")
    stopped = table.case is not None and table.case.does == "void"
    if table.phase is not Phase.IDLE and not stopped:
        yield _step(table, c.VoidRound, "if the house declares the round void")


def _waiting(table: Table) -> Iterator[Step]:
    case = table.case
    assert case is not None, "a report waits"
    rule = table.game.cite_procedure(case.kind)
    procedure = table.game.procedures.get(case.kind)
    does = procedure.does if procedure else "ruling"
    if does == "void":
        confirm = c.ReplaceShoe if table.phase is Phase.IDLE else c.VoidRound
        yield _step(table, confirm, f"{case.kind} was reported: confirm it", rule)
    elif table.phase is Phase.INTERRUPTED:
        # Cards are put right once play goes on; the report is made again then.
        pass
    elif does == "decide_order":
        yield _step(table, c.DecideOrder, "cards were drawn together: say which came first", rule)
        yield _step(table, c.ReplaceShoe, "the cards may be replaced with a new set")
    elif does == "reconstruct":
        yield _step(table, c.Reconstruct, f"{case.kind}: put the cards into their order", rule)
        yield _step(table, c.CannotReconstruct, "or decide that it cannot be done", rule)
    else:
        yield _step(table, c.Rule, f"{case.kind} waits for a ruling", rule)
    yield _step(table, c.DismissReport, "if the report turns out to be none", rule)


def _idle(table: Table) -> Iterator[Step]:
    setup, shoe = table.rules, table.shoe
    bounded = setup.shoe is not ShoeKind.SHUFFLER and shoe is not None and not shoe.fixed
    spent = bounded and shoe is not None and shoe.left + len(table.ready) <= setup.cut
    if shoe is None or shoe.fault is not None or spent:
        why = "there is no shoe" if shoe is None else "the cut card is out"
        if shoe is not None and shoe.fault is not None:
            why = f"the shoe is out of play: {shoe.fault} was reported"
        yield _step(table, c.NewShoe, why)
    elif setup.banked_by_player and table.position is None:
        yield from _vacant(table)
    else:
        yield _step(table, c.OpenBets, "everything is ready for a round")
        yield _step(table, c.NewShoe, "if the cards are to be changed")
    if setup.banked_by_player and table.position is not None:
        yield _step(table, c.ChangeWager, "the player-dealer may put up another wager")
        yield _step(table, c.GiveUpPlayerDealer, "the player-dealer may give the position up")
    if shoe is not None and shoe.commitment is not None and not shoe.used:
        yield _step(table, c.AddEntropy, "patrons may have a say in the shuffle")
    if table.ended is not None:
        yield _step(table, c.Report, "if the last round turns out to be misdealt")
    yield _step(table, c.CloseTable, "no round is running")


def _vacant(table: Table) -> Iterator[Step]:
    rule = table.game.cite("rotation")
    if not table.seats:
        yield _step(table, c.Sit, "nobody is there who could bank", rule)
    elif table.offered is None:
        yield _step(table, c.OfferPlayerDealer, "nobody banks: offer the position", rule)
    else:
        seat = table.offered
        yield _step(table, c.AcceptPlayerDealer, f"seat {seat} may bank", rule)
        yield _step(table, c.DeclinePlayerDealer, f"or seat {seat} passes", rule)


def _betting(table: Table) -> Iterator[Step]:
    above = next(rejections(table.rules, table.bets), None)
    if above is not None:
        yield _step(table, c.RejectExcess, "bets lie above the limits")
    if above is None or above.bet.kind in (table.game.limits.between or ()):
        # What lies above a differential is shared at closing; above a maximum nothing is closed.
        yield _step(table, c.CloseBets, "when everybody has bet")
    yield _step(table, c.PlaceBet, "bets are open", table.game.cite("open_bets"))
    if table.bets:
        yield _step(table, c.IncreaseBet, "a bet may be raised while bets are open")
        yield _step(table, c.WithdrawBet, "a bet may be taken back while bets are open")
    if table.rules.face_down:
        yield _step(table, c.RequestSqueeze, "the highest bettor may ask", _squeeze(table))
    yield _step(table, c.Report, "if a card came out too early")


def _squeeze(table: Table) -> str | None:
    return table.game.cite("squeeze")


def _dealing(table: Table) -> Iterator[Step]:
    hidden, setup = table.hidden, table.rules
    manual = setup.shoe is ShoeKind.MANUAL
    waiting = bool(hidden) and len(table.cards) >= 4
    if waiting:
        yield _step(table, c.Turn, "cards lie face down that the rest depends on", _squeeze(table))
    if not (waiting and manual):
        yield _next_card(table)
    if hidden and not waiting:
        yield _step(table, c.Turn, "cards lie face down", _squeeze(table))
    if waiting and not manual:
        yield _step(table, c.Settle, "if the cards face down complete the coup")
    if offers(table):
        yield _step(table, c.PlaceInsurance, "insurance is on offer until the next card")
    if setup.face_down:
        yield _step(table, c.GrantSqueeze, "the highest bettor may be granted it")
    if len(table.cards) == 4 and table.game.cite("banker_first") and not table.waived:
        yield _step(table, c.ExposeBankerFirst, "if the highest bettor asks for it")
    yield from _mishaps(table)


def _next_card(table: Table) -> Step:
    shoe = table.shoe
    empty = shoe is None or shoe.left <= 0
    if empty and not table.ready and table.rules.shoe is ShoeKind.MANUAL:
        rule = table.game.cite_procedure("insufficient_cards")
        return _step(table, c.Report, "the shoe is empty: insufficient_cards", rule)
    return _step(table, c.Deal, "the next card is to come", why_next(table))


def _mishaps(table: Table) -> Iterator[Step]:
    if table.rules.shoe is ShoeKind.MANUAL and table.entered is not None:
        yield _step(table, c.CorrectCard, "the last card entered can be put right")
    yield _step(table, c.Report, f"if something went wrong: {', '.join(REPORTED)}")
    if table.together:
        yield _step(table, c.ReplaceShoe, "the cards may be replaced with a new set")


def _complete(table: Table) -> Iterator[Step]:
    coup, winner = table.coup, table.game.play.winner
    manual = table.rules.shoe is ShoeKind.MANUAL
    if coup is None:
        yield _step(table, c.Turn, "cards lie face down", _squeeze(table))
    if coup is not None or not manual:
        result = coup.result if coup else "no card is to come"
        yield _step(table, c.Settle, result, winner[0] if winner else None)
    if coup is not None and table.game.insurance is not None and table.rules.insurance:
        yield _step(table, c.ReturnUninsured, "if the dealer neglected to offer insurance")
    yield from _mishaps(table)


def _options(table: Table) -> Iterator[Step]:
    waiting = [name for name, option in table.choices.items() if option is None]
    yield _step(table, c.Choose, f"{', '.join(waiting)} may choose", table.game.cite("options"))
    yield _step(table, c.CloseOptions, "whoever has not chosen continues")


def _interrupted(table: Table) -> Iterator[Step]:
    found = table.established
    why = "an outcome was established: play goes on" if found else "no outcome: the round is void"
    step = _step(
        table, c.Resume, why, table.game.cite("established" if found else "not_established")
    )
    yield step if found else replace(step, role=authority.LEAST[c.VoidRound])


_PHASES = {
    Phase.IDLE: _idle,
    Phase.BETTING: _betting,
    Phase.DEALING: _dealing,
    Phase.COMPLETE: _complete,
    Phase.OPTIONS: _options,
    Phase.INTERRUPTED: _interrupted,
}
