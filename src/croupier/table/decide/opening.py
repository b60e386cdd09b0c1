"""Opening, changing and closing the table; its tray, its dealer, and deadlines."""

from __future__ import annotations

from dataclasses import asdict

from croupier.errors import Code, InvalidInput, Refused, brief
from croupier.game.model import Banker, Game, Layout
from croupier.ledger import FEES, FLOAT, HOUSE
from croupier.money import Unit
from croupier.settlement.checks import check_decks, cite
from croupier.settlement.settle_json import read_fees, read_limits
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.shoes import end_shoe
from croupier.table.events.opening import window_of
from croupier.table.vocabulary import MOST_SECONDS, Json, Phase, Purpose, ShoeKind, Signed, Units

MOST_BURNED = 30


MOST_CUT = 200


_TOPICS = {
    Purpose.BETS: "close_bets",
    Purpose.INSURANCE: "forgone",
    Purpose.OPTIONS: "options",
    Purpose.SQUEEZE: "squeeze",
    Purpose.PLAYER_DEALER: "rotation",
}
"""The topic of the paragraph that ends the time for each purpose."""


@decides(c.OpenTable)
def open_table(draft: Draft, command: c.OpenTable) -> None:
    """Open a table; its game, decks, layout and limits must fit each other."""
    table, game, unit = draft.table, command.game, command.unit
    if table.open:
        raise Refused(Code.WRONG_PHASE, "the table is open already")
    held = any(table.free(name) for name in table.patrons)
    if table.setup is not None and held and table.setup.unit != unit:
        raise Refused(Code.WRONG_PHASE, "patrons hold chips of another unit: they cash out first")
    decks = game.decks.default if command.decks is None else command.decks
    check_decks(game, decks)
    _between("cut", command.cut, MOST_CUT)
    _between("burn", command.burn, MOST_BURNED)
    insured = game.insurance is not None
    insurance = insured if command.insurance is None else command.insurance
    if insurance and not insured:
        raise InvalidInput(Code.MALFORMED, "this game has no insurance")
    if command.face_down and not game.play.face_down.allowed:
        rule = cite(game.play.face_down.rules)
        raise Refused(Code.NOT_ALLOWED, "this game is dealt face up", rule)
    layout = _layout(game, command.layout)
    _check_limits(command.limits, game, unit, layout)
    fees = command.fees or {}
    if fees:
        read_fees(fees, game, unit)
    draft.emit(
        e.TableOpened(
            game=game,
            digest=game.digest,
            decks=decks,
            layout=layout.key,
            unit=unit,
            limits=command.limits or {},
            enforcement=command.enforcement,
            shoe=command.shoe,
            face_down=command.face_down,
            insurance=insurance,
            cut=command.cut,
            burn=command.burn,
            fees=fees,
            float=unit.write(0 if command.float is None else unit.count(command.float, "float")),
            notices=_notices(game, insurance=insurance),
        )
    )


def _between(name: str, number: int, most: int) -> None:
    if not 0 <= number <= most:
        raise InvalidInput(Code.MALFORMED, f"{name} is a number of cards from 0 to {most}")


def _layout(game: Game, key: str | None) -> Layout:
    if key is None:
        if game.bank.by is Banker.PLAYER_DEALER:
            return game.layouts[0]
        return max(game.layouts, key=lambda layout: layout.boxes)
    for layout in game.layouts:
        if layout.key == key:
            return layout
    known = ", ".join(layout.key for layout in game.layouts)
    raise InvalidInput(Code.MALFORMED, f"this game has no layout {brief(key)}; it has {known}")


def _check_limits(limits: Json | None, game: Game, unit: Unit, layout: Layout) -> None:
    """Raise InvalidInput for limits that the game does not know, or of a box that is not there."""
    for box in read_limits(limits, game, unit).by_box:
        if box > layout.boxes:
            raise InvalidInput(
                Code.MALFORMED, f"limits by_box name box {box}; {layout.key} has {layout.boxes}"
            )


def _notices(game: Game, *, insurance: bool) -> tuple[str, ...]:
    """Return the notices that must be shown at the table."""
    notices: list[str] = []
    if game.insurance is not None and not insurance:
        rule = game.cite("no_insurance")
        where = f" ({rule})" if rule else ""
        notices.append(f"No insurance is offered at this table{where}.")
    if game.borrows:
        notices.append(
            f"Irregularities that this game's rules do not cover follow those of {game.borrows}."
        )
    return tuple(notices)


@decides(c.CloseTable)
def close_table(draft: Draft, _: c.CloseTable) -> None:
    """Close the table between rounds; a wager that is up goes back, patrons keep their chips."""
    draft.in_phase(Phase.IDLE)
    table = draft.table
    if table.position is not None:
        seat, name = table.position.seat, table.position.patron
        draft.emit(e.PlayerDealerVacated(seat, name, "the table closes"))
    end_shoe(draft, "the table closes")
    book = draft.table.book
    won, fees = book.balance(HOUSE), book.balance(FEES)
    tray = book.balance(FLOAT) + won + fees
    draft.emit(e.TableClosed(Signed(tray), Signed(won), Signed(fees)))


@decides(c.Fill)
def fill(draft: Draft, command: c.Fill) -> None:
    """Bring chips from the cage to the tray."""
    draft.emit(e.FloatFilled(Units(command.amount)))


@decides(c.Credit)
def credit(draft: Draft, command: c.Credit) -> None:
    """Send chips from the tray to the cage, no more than there are."""
    book = draft.table.book
    tray = book.balance(FLOAT) + book.balance(HOUSE) + book.balance(FEES)
    if command.amount > tray:
        raise Refused(
            Code.INSUFFICIENT_BALANCE,
            f"the tray has {draft.money(tray)}, not {draft.money(command.amount)}",
        )
    draft.emit(e.FloatCredited(Units(command.amount)))


@decides(c.ChangeTable)
def change_table(draft: Draft, command: c.ChangeTable) -> None:
    """Change the sign of the table between rounds."""
    draft.in_phase(Phase.IDLE)
    setup = draft.setup
    game = setup.game
    limits = setup.sign if command.limits is None else command.limits
    fees = setup.schedule if command.fees is None else command.fees
    insurance = setup.insurance if command.insurance is None else command.insurance
    _check_limits(limits, game, setup.unit, setup.layout)
    if fees:
        read_fees(fees, game, setup.unit)
    if insurance and game.insurance is None:
        raise InvalidInput(Code.MALFORMED, "this game has no insurance")
    draft.emit(
        e.TableChanged(
            limits=limits,
            insurance=insurance,
            enforcement=command.enforcement or setup.enforcement,
            fees=fees,
            was={
                "limits": setup.sign,
                "insurance": setup.insurance,
                "enforcement": setup.enforcement.value,
                "fees": setup.schedule,
            },
            notices=_notices(game, insurance=insurance),
            rule=draft.cite("no_insurance") if insurance != setup.insurance else None,
        )
    )
    position = draft.table.position
    if position is not None and draft.table.available(position.patron) < 0:
        raise Refused(
            Code.INSUFFICIENT_BALANCE,
            f"{position.patron} has put up a wager and cannot pay the new fee beside it",
        )


@decides(c.SetDeadline)
def set_deadline(draft: Draft, command: c.SetDeadline) -> None:
    """Announce how long patrons have; announced again, the time starts again."""
    if not 1 <= command.seconds <= MOST_SECONDS:
        raise InvalidInput(
            Code.MALFORMED,
            f"seconds is a whole number from 1 to {MOST_SECONDS}, not {command.seconds}",
        )
    purpose = window_of(draft.table)
    if purpose is None:
        draft.require_no_open_report()
        raise Refused(Code.WRONG_PHASE, "nothing is open that could run out")
    draft.emit(e.DeadlineSet(purpose, command.seconds, draft.cite(_TOPICS[purpose])))


@decides(c.AssignDealer)
def assign_dealer(draft: Draft, command: c.AssignDealer) -> None:
    """Hand the table to the automatic dealer or to a person; a pace left out stays."""
    table = draft.table
    if command.automatic and draft.setup.shoe is ShoeKind.MANUAL:
        raise Refused(
            Code.NOT_ALLOWED,
            "cards of a real shoe are dealt by a person: the automatic dealer needs a digital "
            "shoe or a shuffler",
        )
    pace = table.pace if command.pace is None else command.pace
    pace.check()
    was = {"automatic": table.automatic, "pace": asdict(table.pace)}
    draft.emit(e.DealerAssigned(command.automatic, pace, was))
