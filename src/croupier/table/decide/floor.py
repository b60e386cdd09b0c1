"""Opening and closing, chips and seats, the shoe, rulings: what goes on around the rounds."""

from __future__ import annotations

from dataclasses import replace

from croupier.coup import Side
from croupier.errors import Code, InvalidInput, Refused, brief
from croupier.game.model import Banker, Game, Layout
from croupier.ledger import FEES, FLOAT, HOUSE
from croupier.money import Unit
from croupier.settlement.admission import check_decks, cite
from croupier.settlement.read_round import read_fees, read_limits
from croupier.shoe import Entropy, foreign_card
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide.draft import Draft
from croupier.table.decide.player_dealer import move_on
from croupier.table.squeeze import highest
from croupier.table.state import Table
from croupier.table.vocabulary import Json, Phase, ShoeKind, Signed, Units

MOST_BURNED = 30
MOST_CUT = 200


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
    """Refuse limits that the game does not know, or for a box that the layout does not have."""
    for box in read_limits(limits, game, unit).by_box:
        if box > layout.boxes:
            raise InvalidInput(
                Code.MALFORMED, f"limits by_box name box {box}; {layout.key} has {layout.boxes}"
            )


def _notices(game: Game, *, insurance: bool) -> tuple[str, ...]:
    """Say what must be on show at the table."""
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


def close_table(draft: Draft, _: c.CloseTable) -> None:
    """Close between rounds; a player-dealer's wager goes back, chips stay their owners'."""
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


def fill(draft: Draft, command: c.Fill) -> None:
    """Bring chips to the tray."""
    draft.emit(e.FloatFilled(Units(command.amount)))


def credit(draft: Draft, command: c.Credit) -> None:
    """Send chips to the cage, no more than there are."""
    book = draft.table.book
    tray = book.balance(FLOAT) + book.balance(HOUSE) + book.balance(FEES)
    if command.amount > tray:
        raise Refused(
            Code.INSUFFICIENT_BALANCE,
            f"the tray has {draft.money(tray)}, not {draft.money(command.amount)}",
        )
    draft.emit(e.FloatCredited(Units(command.amount)))


def change_table(draft: Draft, command: c.ChangeTable) -> None:
    """Change the sign between rounds."""
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


def buy_in(draft: Draft, command: c.BuyIn) -> None:
    """Give chips for money."""
    draft.emit(e.ChipsBought(command.player, Units(command.amount)))


def cash_out(draft: Draft, command: c.CashOut) -> None:
    """Take free chips back; those on the felt are not free."""
    name = draft.known(command.player)
    table = draft.table
    amount = table.available(name) if command.amount is None else command.amount
    draft.afford(name, amount)
    if amount <= 0:
        raise Refused(Code.INSUFFICIENT_BALANCE, f"{name} has no free chips")
    draft.emit(e.ChipsCashed(name, Units(amount)))


def sit(draft: Draft, command: c.Sit) -> None:
    """Take a free box; the bets of somebody who walked away keep it taken."""
    name, box, table = draft.patron(command.player), command.box, draft.table
    check_box(draft, box)
    owner = table.seats.get(box)
    left = next((bet.patron for bet in table.bets if bet.box == box and not bet.standing), owner)
    for taken in (owner, left):
        if taken is not None and taken != name:
            raise Refused(Code.BOX_TAKEN, f"box {box} is {taken}'s", draft.cite("seat"))
    if owner == name:
        raise Refused(Code.BOX_TAKEN, f"{name} sits at box {box} already")
    draft.emit(e.SeatTaken(name, box))


def check_box(draft: Draft, box: int) -> None:
    """Refuse a box that the layout does not have."""
    layout = draft.setup.layout
    if not 1 <= box <= layout.boxes:
        raise Refused(
            Code.NO_BOX,
            f"there is no box {box}: they run from 1 to {layout.boxes}",
            cite(layout.rules),
        )


def leave(draft: Draft, command: c.Leave) -> None:
    """Leave a seat, bets or no bets; who banks gives that up, after the round if one runs."""
    name, table = draft.known(command.player), draft.table
    own = [box for box, who in table.seats.items() if who == name]
    box = own[0] if command.box is None and len(own) == 1 else command.box
    if box is None and own:
        raise InvalidInput(Code.MALFORMED, f"{name} sits at several boxes: say which one")
    if box is None or table.seats.get(box) != name:
        raise Refused(Code.NOT_SEATED, f"{name} does not sit there")
    betting = name in table.bettors
    rule = draft.cite("walk_away") if betting else None
    draft.emit(e.SeatLeft(name, box, rule, _lost_squeezes(table, name, box), betting))
    if table.offered == box:
        draft.emit(e.PlayerDealerDeclined(box, name))
        move_on(draft, box)
    position = table.position
    if position is not None and position.seat == box and table.phase is Phase.IDLE:
        reason = "the player-dealer left"
        draft.emit(e.PlayerDealerVacated(box, name, reason, given_up=True))
        move_on(draft, box)


def _lost_squeezes(table: Table, name: str, box: int) -> tuple[Side, ...] | None:
    """Return the hands that a patron may squeeze no more who leaves a box, if any."""
    seats = {seat: who for seat, who in table.seats.items() if seat != box}
    if highest(replace(table, seats=seats)) == name:
        return None
    return tuple(hand for hand, who in table.squeezes.items() if who == name) or None


def new_shoe(draft: Draft, command: c.NewShoe) -> None:
    """Start a shoe between rounds, or in place of one that was just replaced."""
    if not draft.table.replaced:
        draft.in_phase(Phase.IDLE)
        draft.decided()
    start_shoe(draft, command, "a new shoe starts")


def replace_shoe(draft: Draft, command: c.ReplaceShoe) -> None:
    """Have new cards: between rounds, or in one where cards were drawn together.

    Between rounds it confirms a dealer's report that something is wrong with the shoe.
    """
    table, rule = draft.table, draft.cite("replace_shoe")
    case = table.case
    if table.phase is Phase.IDLE:
        if case is not None and case.does != "void":
            draft.decided()
    else:
        draft.in_phase(Phase.DEALING, Phase.OPTIONS, Phase.COMPLETE, rule=rule)
        if not table.together:
            raise Refused(
                Code.WRONG_PHASE,
                "in a round the shoe is replaced only after cards were drawn together",
                rule,
            )
        if table.hidden:
            # Its seed is told when a shoe ends, and would tell these cards too.
            raise Refused(
                Code.WRONG_PHASE, "a card lies face down: turn it before the shoe is replaced"
            )
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
            raise InvalidInput(Code.MALFORMED, "the cards of a manual shoe are entered one by one")
    elif command.cards is not None:
        if command.seed is not None:
            raise InvalidInput(Code.MALFORMED, "a shoe has an order or a seed, not both")
        stranger = foreign_card(command.cards, setup.decks)
        if stranger is not None:
            raise Refused(
                Code.FOREIGN_CARD,
                f"{stranger} is there more often than {setup.decks} decks hold it",
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


def add_entropy(draft: Draft, command: c.AddEntropy) -> None:
    """Mix a patron's text into a shuffle that nothing was bet on yet."""
    name, shoe = draft.known(command.player), draft.table.shoe
    if shoe is None:
        raise Refused(Code.NO_SHOE, "there is no shoe to add to")
    if shoe.commitment is None:
        raise Refused(Code.WRONG_PHASE, "this shoe was not shuffled here: nothing can be added")
    if shoe.used:
        raise Refused(Code.TOO_LATE, "bets were opened on this shoe: its order is fixed")
    Entropy(name, command.text)
    draft.emit(e.EntropyAdded(name, command.text))


def _check_repaid(draft: Draft, command: c.Rule) -> None:
    """Refuse to have more repaid than a patron owes, or to repay by giving."""
    left = dict(draft.table.owed)
    for each in command.adjustments:
        if each.repays:
            left[each.player] = left.get(each.player, 0) + each.amount
            if each.amount > 0 or left[each.player] < 0:
                owes = draft.money(draft.table.owed.get(each.player, 0))
                raise InvalidInput(
                    Code.MALFORMED, f"{each.player} owes {owes}: no more than that is repaid"
                )


def rule(draft: Draft, command: c.Rule) -> None:
    """Decide what the rules do not foresee, with chips where it takes them."""
    owed: dict[str, int] = {}
    for each in command.adjustments:
        if each.player not in draft.table.patrons:
            raise Refused(Code.UNKNOWN_PLAYER, f"nobody called {each.player} was at this table")
        owed[each.player] = owed.get(each.player, 0) - each.amount
    _check_repaid(draft, command)
    total = -sum(owed.values())
    if draft.setup.banked_by_player and total:
        raise InvalidInput(
            Code.MALFORMED,
            "the house has no stake in this game: what one patron gets another gives, and the "
            f"adjustments sum to {draft.money(total)}, not to nothing",
            cite(draft.setup.game.bank.house),
        )
    for name, amount in owed.items():
        draft.afford(name, max(amount, 0))
    # Who gets something gets it first: one patron may be named twice.
    ordered = sorted(command.adjustments, key=lambda each: -each.amount)
    draft.emit(e.RulingMade(command.text, tuple(ordered), draft.cite("ruling")))
