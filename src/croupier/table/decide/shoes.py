"""Shoes: started, replaced, ended; patrons may add to the shuffle."""

from __future__ import annotations

from croupier.errors import Code, InvalidInput, Refused
from croupier.shoe import Entropy, foreign_card
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide.draft import Draft, decides
from croupier.table.vocabulary import Phase, ShoeKind
from croupier.words import say


@decides(c.NewShoe)
def new_shoe(draft: Draft, command: c.NewShoe) -> None:
    """Start a shoe between rounds, or in place of one that was just replaced."""
    if not draft.table.replaced:
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
