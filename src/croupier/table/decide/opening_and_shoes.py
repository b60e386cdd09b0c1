"""Opening, changing and closing the table; its tray, its dealer, deadlines and shoes.

Shoes are started, replaced and ended; patrons may add to the shuffle.
"""

from __future__ import annotations

from dataclasses import asdict

from croupier.errors import Code, InvalidInput, Refused, brief
from croupier.game.model import Banker, Game, Layout
from croupier.ledger import DROP, FEES, FLOAT, HOUSE
from croupier.money import Unit
from croupier.settlement.checks import check_decks, cite
from croupier.settlement.settle_json import read_fees, read_limits
from croupier.shoe import Entropy, foreign_card
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide.draft import Draft, decides
from croupier.table.events.opening import notices, window_of
from croupier.table.vocabulary import MOST_SECONDS, Json, Phase, Purpose, ShoeKind, Signed, Units
from croupier.words import say, series

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
        raise Refused(Code.WRONG_PHASE, say("table.open_already"))
    held = any(table.free(name) for name in table.patrons)
    if table.setup is not None and held and table.setup.unit != unit:
        raise Refused(Code.WRONG_PHASE, say("table.chips_of_another_unit"))
    decks = game.decks.default if command.decks is None else command.decks
    check_decks(game, decks)
    _between("cut", command.cut, MOST_CUT)
    _between("burn", command.burn, MOST_BURNED)
    insured = game.insurance is not None
    insurance = insured if command.insurance is None else command.insurance
    if insurance and not insured:
        raise InvalidInput(Code.MALFORMED, say("table.game_without_insurance"))
    if command.face_down and not game.play.face_down.allowed:
        rule = cite(game.play.face_down.rules)
        raise Refused(Code.NOT_ALLOWED, say("table.game_face_up"), rule)
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
        raise InvalidInput(Code.MALFORMED, say("table.number_of_cards", name=name, most=most))


def _layout(game: Game, key: str | None) -> Layout:
    if key is None:
        if game.bank.by is Banker.PLAYER_DEALER:
            return game.layouts[0]
        return max(game.layouts, key=lambda layout: layout.boxes)
    for layout in game.layouts:
        if layout.key == key:
            return layout
    known = series(layout.key for layout in game.layouts)
    raise InvalidInput(Code.MALFORMED, say("table.no_layout", layout=brief(key), known=known))


def _check_limits(limits: Json | None, game: Game, unit: Unit, layout: Layout) -> None:
    """Raise InvalidInput for limits that the game does not know, or of a box that is not there."""
    for box in read_limits(limits, game, unit).by_box:
        if box > layout.boxes:
            raise InvalidInput(
                Code.MALFORMED,
                say("table.limits_of_no_box", box=box, layout=layout.key, boxes=layout.boxes),
            )


def _notices(game: Game, *, insurance: bool) -> tuple[str, ...]:
    """Return the notices that must be shown at the table, as they are stored."""
    return tuple(f"{notice}." for notice in notices(game, insurance=insurance))


@decides(c.CloseTable)
def close_table(draft: Draft, command: c.CloseTable) -> None:
    """Close the table between rounds; a wager that is up goes back, patrons keep their chips.

    What was counted is compared with the book. A count is signed by two people, and where it
    differs a reason is given.
    """
    draft.in_phase(Phase.IDLE)
    table, count = draft.table, _count_of(draft, command)
    if table.position is not None:
        seat, name = table.position.seat, table.position.patron
        draft.emit(e.PlayerDealerVacated(seat, name, "the table closes"))
    end_shoe(draft, "the table closes")
    book = draft.table.book
    won, fees = book.balance(HOUSE), book.balance(FEES)
    tray = book.balance(FLOAT) + won + fees
    drop, found = book.balance(DROP), command.drop_count
    variance = None if count is None else Signed(count - tray)
    drop_variance = None if found is None else Signed(found - drop)
    for differs in (variance, drop_variance):
        if differs and command.reason is None:
            raise InvalidInput(Code.MALFORMED, say("table.variance", by=draft.money(differs)))
    draft.emit(
        e.TableClosed(
            float=Signed(tray),
            house=Signed(won),
            fees=Signed(fees),
            drop=Units(drop) if drop else None,
            count=count,
            pieces=command.pieces,
            drop_count=found,
            variance=variance,
            drop_variance=drop_variance,
            reason=command.reason,
            witness=command.witness,
        )
    )


def _count_of(draft: Draft, command: c.CloseTable) -> Units | None:
    """Return what was counted in the tray; raise `CroupierError` for a count that nobody signed."""
    count, pieces, witness = command.count, command.pieces, command.witness
    if pieces is not None:
        sums = Units(draft.setup.unit.total(pieces))
        if count not in (None, sums):
            raise InvalidInput(Code.BAD_AMOUNT, say("table.pieces_sum", sum=draft.money(sums)))
        count = sums
    if witness is not None and witness.casefold() == draft.by.name.casefold():
        raise Refused(Code.NOT_ALLOWED, say("table.signs_twice", name=witness))
    if witness is None and not (count is None and command.drop_count is None):
        raise Refused(Code.NOT_ALLOWED, say("table.count_alone"))
    return count


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
            say("table.tray_has", has=draft.money(tray), amount=draft.money(command.amount)),
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
        raise InvalidInput(Code.MALFORMED, say("table.game_without_insurance"))
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
            say("table.cannot_pay_fee", player=position.patron),
        )


@decides(c.SetDeadline)
def set_deadline(draft: Draft, command: c.SetDeadline) -> None:
    """Announce how long patrons have; announced again, the time starts again."""
    if not 1 <= command.seconds <= MOST_SECONDS:
        raise InvalidInput(
            Code.MALFORMED,
            say("table.seconds", most=MOST_SECONDS, seconds=command.seconds),
        )
    purpose = window_of(draft.table)
    if purpose is None:
        draft.require_no_open_report()
        raise Refused(Code.WRONG_PHASE, say("table.no_time_runs"))
    draft.emit(e.DeadlineSet(purpose, command.seconds, draft.cite(_TOPICS[purpose])))


@decides(c.AssignDealer)
def assign_dealer(draft: Draft, command: c.AssignDealer) -> None:
    """Hand the table to the automatic dealer or to a person; a pace left out stays."""
    table = draft.table
    if command.automatic and draft.setup.shoe is ShoeKind.MANUAL:
        raise Refused(
            Code.NOT_ALLOWED,
            say("table.real_shoe_by_person"),
        )
    pace = table.pace if command.pace is None else command.pace
    pace.check()
    was = {"automatic": table.automatic, "pace": asdict(table.pace)}
    draft.emit(e.DealerAssigned(command.automatic, pace, was))


@decides(c.NewShoe)
def new_shoe(draft: Draft, command: c.NewShoe) -> None:
    """Start a shoe between rounds; within one the House alone replaces the cards (5.10.2)."""
    draft.in_phase(Phase.IDLE)
    draft.require_no_open_report()
    start_shoe(draft, command, "a new shoe starts")


@decides(c.ReplaceShoe)
def replace_shoe(draft: Draft, command: c.ReplaceShoe) -> None:
    """Replace the shoe between rounds, or in a round in which cards were drawn together.

    Between rounds it confirms a dealer's report that something is wrong with the shoe.
    """
    table, rule = draft.table, draft.cite("replace_shoe")
    case = table.case
    if table.phase is Phase.IDLE:
        if case is not None and case.does != "void":
            draft.require_no_open_report()
    else:
        draft.in_phase(Phase.DEALING, Phase.OPTIONS, Phase.COMPLETE, rule=rule)
        if not table.together:
            raise Refused(
                Code.WRONG_PHASE,
                say("table.replaced_only_then"),
                rule,
            )
        if table.hidden:
            # The seed of a shoe is revealed when it ends; it would reveal these cards too.
            raise Refused(Code.WRONG_PHASE, say("table.turn_before_replacing"))
    start_shoe(draft, command, "the shoe is replaced", rule, command.reason)


def start_shoe(
    draft: Draft,
    command: c.NewShoe | c.ReplaceShoe,
    reason: str,
    rule: str | None = None,
    why: str | None = None,
) -> None:
    """End the shoe that is there and start another one."""
    setup = draft.setup
    if setup.shoe is ShoeKind.MANUAL:
        if command.cards is not None or command.seed is not None:
            raise InvalidInput(Code.MALFORMED, say("table.entered_one_by_one"))
    elif command.cards is not None:
        if command.seed is not None:
            raise InvalidInput(Code.MALFORMED, say("table.order_or_seed"))
        stranger = foreign_card(command.cards, setup.decks)
        if stranger is not None:
            raise Refused(
                Code.FOREIGN_CARD,
                say("table.too_often", card=str(stranger), decks=setup.decks),
                setup.game.cite_procedure("foreign_card"),
            )
    end_shoe(draft, reason, rule)
    begin_shoe(draft, why)


def end_shoe(draft: Draft, reason: str, rule: str | None = None) -> None:
    """End the shoe, if there is one; its seed is revealed."""
    shoe = draft.table.shoe
    if shoe is not None:
        seed = draft.source.seed()
        draft.emit(e.ShoeEnded(shoe.number, shoe.out, reason, seed, rule))


def begin_shoe(draft: Draft, why: str | None = None) -> None:
    """Start the shoe that the source holds ready, or a real one; `why` is the House's reason."""
    setup, number = draft.setup, draft.table.shoes + 1
    if setup.shoe is ShoeKind.MANUAL:
        draft.emit(e.ShoeStarted(number, setup.decks * 52, setup.burn, fixed=False, reason=why))
        return
    cards, fixed, commitment = draft.source.fresh()
    burned = 0 if fixed else setup.burn
    draft.emit(e.ShoeStarted(number, cards, burned, fixed, commitment, why))


@decides(c.AddEntropy)
def add_entropy(draft: Draft, command: c.AddEntropy) -> None:
    """Add a patron's text to a shuffle, as long as no bets were opened on it."""
    name, shoe = draft.known(command.player), draft.table.shoe
    if shoe is None:
        raise Refused(Code.NO_SHOE, say("table.no_shoe_to_add_to"))
    if shoe.commitment is None:
        raise Refused(Code.WRONG_PHASE, say("table.not_shuffled_here"))
    if shoe.used:
        raise Refused(Code.TOO_LATE, say("table.order_fixed"))
    Entropy(name, command.text)
    draft.emit(e.EntropyAdded(name, command.text))
