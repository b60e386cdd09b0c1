"""Irregularities: one engine for the procedures that the game's data name."""

from __future__ import annotations

from collections import Counter

from croupier.cards import Card
from croupier.coup import Coup, Hand
from croupier.errors import Code, CroupierError, InvalidInput, Refused, brief
from croupier.game.model import Procedure, Role
from croupier.game.reading import KINDS
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import insuring
from croupier.table.correcting import resettle, undo
from croupier.table.dealing import check_card
from croupier.table.draft import Draft
from croupier.table.ending import void
from croupier.table.mending import drop_insurance
from croupier.table.options import offer_options
from croupier.table.state import coup_of
from croupier.table.words import Phase, ShoeKind

REPORTED = tuple(kind for kind in KINDS if kind not in ("technical_interruption", "noticed_late"))
"""What can be reported; the others come about by themselves."""

_FIRST_ON_THE_FELT = frozenset({"reconstruct", "decide_order", "continue"})
"""Procedures about cards that may lie on the felt already; others are about cards to come."""


def procedure(draft: Draft, kind: str) -> Procedure:
    """Find what is done; what the rules do not foresee is for the shift manager."""
    game = draft.setup.game
    known = game.procedures.get(kind)
    if known is not None:
        return known
    other = game.procedures.get("other")
    rules, document = (other.rules, other.document) if other else ((), game.key)
    return Procedure(kind, "ruling", None, "never", Role.SHIFT_MANAGER, rules, document)


def report(draft: Draft, command: c.Report) -> None:
    """Note what went wrong and do what the rules say about it."""
    table, kind = draft.table, command.kind
    if kind not in REPORTED:
        known = ", ".join(REPORTED)
        raise InvalidInput(
            Code.MALFORMED, f"there is no report of {brief(kind)}; known are {known}"
        )
    number = table.round if command.round is None else command.round
    if not 0 <= number <= table.round:
        raise InvalidInput(Code.MALFORMED, f"there was no round {number} yet")
    if number < table.round:
        note(draft, command, number, draft.cite("late_notice"))
        return
    known_procedure = procedure(draft, kind)
    does, rule = known_procedure.does, draft.setup.game.cite_procedure(kind)
    if table.phase is Phase.IDLE:
        _between_rounds(draft, command, known_procedure)
    elif does == "void":
        draft.emit(_told(command, number, does, rule))
        void(draft, kind, rule)
    elif does in ("return_original", "nothing"):
        note(draft, command, number, rule)
    else:
        _in_round(draft, command, known_procedure)


def _told(command: c.Report, number: int, does: str, rule: str | None) -> e.IrregularityReported:
    kind, cards, text = command.kind, command.cards, command.text
    return e.IrregularityReported(kind, number, does, cards, text=text, rule=rule)


def note(draft: Draft, command: c.Report, number: int, rule: str | None) -> None:
    """Write a report down; it changes nothing."""
    draft.emit(_told(command, number, "nothing", rule))


def _between_rounds(draft: Draft, command: c.Report, known: Procedure) -> None:
    """Between rounds a card may come out too early, or a paid round turn out to be misdealt."""
    table, rule = draft.table, draft.setup.game.cite_procedure(command.kind)
    draft.decided()
    if known.does == "reconstruct_or_next_round" and command.cards:
        ready, _ = _locate(draft, command.cards, known)
        does = known.does
        draft.emit(
            e.IrregularityReported(
                command.kind, table.round, does, command.cards, ready, text=command.text, rule=rule
            )
        )
    elif known.otherwise == "void" and known.does == "reconstruct" and table.ended is not None:
        draft.emit(_told(command, table.round, known.does, rule))
    else:
        note(draft, command, table.round, rule)


def _in_round(draft: Draft, command: c.Report, known: Procedure) -> None:
    """Take a report about the cards of the round that is being dealt."""
    rule = draft.setup.game.cite_procedure(command.kind)
    if known.does == "ruling":
        draft.in_phase(Phase.BETTING, Phase.DEALING, Phase.COMPLETE, rule=rule)
    else:
        draft.in_phase(Phase.DEALING, Phase.COMPLETE, rule=rule)
    draft.decided()
    ready: tuple[Card, ...] = ()
    behind = 0
    if known.does != "ruling" and command.cards:
        ready, behind = _locate(draft, command.cards, known)
    elif known.does == "decide_order":
        raise InvalidInput(Code.MALFORMED, "name the cards that were drawn together")
    draft.emit(
        e.IrregularityReported(
            command.kind,
            draft.table.round,
            known.does,
            command.cards,
            ready,
            behind,
            command.text,
            rule,
        )
    )
    if known.does in ("reconstruct_or_next_round", "continue"):
        mended = known.does == "reconstruct_or_next_round"
        offer_options(draft, known, reconstructed=mended)


def _locate(
    draft: Draft, cards: tuple[Card, ...], known: Procedure
) -> tuple[tuple[Card, ...], int]:
    """Tell which of the cards named lie on the felt as the last ones dealt, and which come next.

    A digital shoe knows what comes next, and nobody can name other cards; in a real one a card
    that cannot be there is refused.
    """
    table = draft.table
    felt = [dealt.card for dealt in table.cards]
    named = Counter(cards)
    most = min(len(cards), len(felt))
    tries = range(most, -1, -1) if known.does in _FIRST_ON_THE_FELT else range(most + 1)
    for behind in tries:
        last = [card for card in felt[len(felt) - behind :] if card is not None]
        if len(last) < behind or Counter(last) - named:
            continue
        rest = list((named - Counter(last)).elements())
        order = [card for card in cards if card in rest]
        coming = _coming(draft, len(rest))
        if coming is None or Counter(coming) == Counter(rest):
            if coming is None:
                for card in rest:
                    check_card(draft, card)
            return tuple(_only(order, rest)), behind
    # Cards of the round that need not be the last ones, as where hands were mixed up.
    if known.does in ("reconstruct", "continue") and not named - Counter(filter(None, felt)):
        return (), 0
    raise Refused(Code.WRONG_CARDS, "those are not the cards that lie there or come next")


def _only(order: list[Card], rest: list[Card]) -> list[Card]:
    """Keep as many of each card as there are in the rest, in the order they were named."""
    left, kept = Counter(rest), list[Card]()
    for card in reversed(order):
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return kept[::-1]


def _coming(draft: Draft, count: int) -> tuple[Card, ...] | None:
    """Give the next cards of a digital shoe; None where nobody knows them."""
    if draft.setup.shoe is ShoeKind.MANUAL:
        return None
    return draft.source.peek(count) if count else ()


def _case(draft: Draft, *does: str) -> Procedure:
    """Find the report that a decision is about."""
    case = draft.table.case
    known = procedure(draft, case.kind) if case is not None else None
    if known is None or known.does not in does:
        raise Refused(
            Code.WRONG_PHASE, "no report waits for that decision", draft.cite("reconstruct")
        )
    return known


def _split(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Deal cards as far as a coup takes them; the rest is for the next round."""
    coup = coup_of(())
    for place, card in enumerate(cards):
        if coup.next is None:
            return cards[:place], cards[place:]
        coup = coup.deal(card)
    return cards, ()


def reconstruct(draft: Draft, command: c.Reconstruct) -> None:
    """Put the cards into their proper order; what is over comes in the next round."""
    known = _case(draft, "reconstruct")
    table = draft.table
    assert table.case is not None, "there is a case"
    if table.case.settled:
        resettle(draft, command.cards)
        return
    felt = table.known
    if command.cards is None:
        draft.emit(e.CardsReconstructed(table.ready, None, draft.cite("reconstruct")))
    else:
        if felt is None:
            raise Refused(
                Code.CANNOT_RECONSTRUCT,
                "a card lies face down: turn it first, or leave the cards as they were dealt",
                draft.cite("reconstruct"),
            )
        _lay(draft, felt, command.cards)
    offer_options(draft, known, reconstructed=True)
    insuring.announce(draft)


def _lay(draft: Draft, felt: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """Lay the cards in the order decided; all of the felt must be among them."""
    ready = Counter(draft.table.ready)
    given = Counter(cards)
    if Counter(felt) - given or given - Counter(felt) - ready:
        raise Refused(
            Code.CANNOT_RECONSTRUCT,
            "name all the cards of the round once, and none that is not there",
            draft.cite("reconstruct"),
        )
    left_over = _only(list(draft.table.ready), list((ready - (given - Counter(felt))).elements()))
    # No decision deals a card: as many lie on the felt as before, unless the coup takes fewer.
    laid, over = _split(cards[: len(felt)])
    rest = (*over, *cards[len(felt) :], *left_over)
    drop_insurance(draft, laid, "the cards were put right")
    draft.emit(e.CardsReconstructed(rest, laid, draft.cite("reconstruct")))


def cannot_reconstruct(draft: Draft, command: c.CannotReconstruct) -> None:
    """Decide that the cards cannot be put right: void, or played as they lie."""
    known = _case(draft, "reconstruct")
    table = draft.table
    assert table.case is not None, "there is a case"
    rule = draft.setup.game.cite_procedure(known.kind)
    if table.case.settled:
        undo(draft, rule)
        return
    if known.otherwise == "void":
        void(draft, known.kind, rule)
        return
    cards: tuple[Card, ...] | None = None
    if command.player_cards is not None or command.banker_cards is not None:
        cards = _as_they_lie(draft, command)
        drop_insurance(draft, cards, "the cards are played as they lie")
    draft.emit(e.ReconstructionRefused(table.ready, cards, rule))
    offer_options(draft, known, reconstructed=False)
    insuring.announce(draft)


def _as_they_lie(draft: Draft, command: c.CannotReconstruct) -> tuple[Card, ...]:
    """Read two hands as a coup; they must hold the cards of the round and be playable."""
    player, banker = command.player_cards or (), command.banker_cards or ()
    felt, rule = draft.table.known, draft.cite("reconstruct")
    if felt is None or Counter(felt) != Counter((*player, *banker)):
        raise Refused(
            Code.CANNOT_RECONSTRUCT,
            "the two hands hold the cards of the round, all of them seen, and no others",
            rule,
        )
    order = [hand[n] for n in range(2) for hand in (player, banker) if n < len(hand)]
    order += [*player[2:], *banker[2:]]
    try:
        coup = Coup(tuple(order))
    except CroupierError:
        coup = Coup()
    if coup.player != Hand(player) or coup.banker != Hand(banker):
        raise Refused(
            Code.CANNOT_RECONSTRUCT,
            "with the hands as they lie the coup cannot go on: void the round",
            rule,
        )
    return tuple(order)


def decide_order(draft: Draft, command: c.DecideOrder) -> None:
    """Decide in which order cards came that were drawn together."""
    known = _case(draft, "decide_order")
    table = draft.table
    case = table.case
    assert case is not None, "there is a case"
    rule = draft.setup.game.cite_procedure(known.kind)
    if Counter(command.cards) != Counter(case.cards):
        raise Refused(
            Code.WRONG_CARDS,
            f"decide on {' '.join(card.text for card in case.cards)}, all of them, and no others",
            rule,
        )
    felt, behind = table.known, case.behind
    fresh = len(case.cards) - behind
    waiting = table.ready[: len(table.ready) - fresh]
    laid: tuple[Card, ...] | None = None
    over: tuple[Card, ...] = ()
    if behind and felt is not None:
        laid, over = _split((*felt[: len(felt) - behind], *command.cards[:behind]))
        drop_insurance(draft, laid, "the order of the cards was decided")
    ready = (*over, *command.cards[behind:], *waiting)
    draft.emit(e.OrderDecided(ready, laid, rule))
    offer_options(draft, known, reconstructed=True)
    insuring.announce(draft)
