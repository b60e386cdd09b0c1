"""Irregularities: one engine for the procedures that the game's data name."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from croupier.cards import Card
from croupier.coup import Coup, Hand
from croupier.errors import Code, CroupierError, InvalidInput, Refused, brief
from croupier.game.model import Procedure, Role
from croupier.game.read_game import KINDS
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import insurance
from croupier.table.decide.changed_cards import arrange, drop_insurance, only, split
from croupier.table.decide.confirming import is_about_shoe, report_shoe, report_void
from croupier.table.decide.dealing import check_card
from croupier.table.decide.draft import Draft
from croupier.table.decide.ending import void
from croupier.table.decide.options import offer_options
from croupier.table.decide.paid_rounds import resettle, undo
from croupier.table.vocabulary import Phase, ShoeKind

REPORTED = tuple(kind for kind in KINDS if kind not in ("technical_interruption", "noticed_late"))
"""What can be reported; the others come about by themselves."""


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
    if kind == "insurance_not_offered" and draft.setup.game.insurance is None:
        raise Refused(Code.NOT_ALLOWED, "this game has no insurance that could be neglected")
    if number < table.round:
        # What is noticed in a later round changes nothing, whichever cards it names.
        draft.emit(_told(command, number, "nothing", draft.cite("late_notice")))
        return
    known_procedure = procedure(draft, kind)
    if known_procedure.does == "continue" and not draft.setup.face_down:
        raise Refused(
            Code.NOT_ALLOWED,
            "cards are dealt face up at this table",
            draft.setup.game.cite_report(kind),
        )
    does, rule = known_procedure.does, draft.setup.game.cite_report(kind)
    if table.phase is Phase.IDLE:
        _between_rounds(draft, command, known_procedure)
    elif does == "void":
        report_void(draft, command, rule)
    elif does in ("return_original", "nothing"):
        signed = draft.setup.insurance or draft.setup.game.insurance is None
        note(draft, command, number, rule if signed else draft.cite("no_insurance"))
    else:
        _in_round(draft, command, known_procedure)


def _told(command: c.Report, number: int, does: str, rule: str | None) -> e.IrregularityReported:
    kind, cards, text = command.kind, command.cards, command.text
    return e.IrregularityReported(kind, number, does, cards, text=text, rule=rule)


def note(draft: Draft, command: c.Report, number: int, rule: str | None) -> None:
    """Write a report down; it changes nothing, but shuts insurance if it names the next card."""
    known = insurance.close_if_revealed(draft, command.cards)
    draft.emit(replace(_told(command, number, "nothing", rule), next_known=known))


def _between_rounds(draft: Draft, command: c.Report, known: Procedure) -> None:
    """Between rounds a card may come out too early, or a paid round turn out to be misdealt."""
    table, rule = draft.table, draft.setup.game.cite_report(command.kind)
    if is_about_shoe(draft, command.kind):
        report_shoe(draft, command, rule)
        return
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
        ready = _locate(draft, command.cards, known)[0] if command.cards else ()
        told = _told(command, table.round, known.does, rule)
        draft.emit(replace(told, ready=ready))
    elif known.does == "ruling":
        draft.emit(_told(command, table.round, known.does, rule))
    else:
        note(draft, command, table.round, rule)


def _in_round(draft: Draft, command: c.Report, known: Procedure) -> None:
    """Take a report about the cards of the round that is being dealt."""
    rule = draft.setup.game.cite_report(command.kind)
    # While bets are open a card may come out too early; there is no hand yet to go wrong.
    early = () if known.does in ("reconstruct", "continue") else (Phase.BETTING,)
    draft.in_phase(*early, Phase.DEALING, Phase.COMPLETE, rule=rule)
    draft.decided()
    if known.does == "continue":
        if not draft.table.cards:
            raise Refused(Code.WRONG_PHASE, "no card was dealt yet that could lie face up", rule)
        seen = Counter(filter(None, (dealt.card for dealt in draft.table.cards)))
        if Counter(command.cards) - seen:
            raise Refused(Code.WRONG_CARDS, "name cards that were dealt and lie face up", rule)
    if known.does == "decide_order" and command.cards:
        _check_several(command.cards, rule)
    ready: tuple[Card, ...] = ()
    behind = 0
    if known.does != "ruling" and command.cards:
        ready, behind = _locate(draft, command.cards, known)
    unnamed = insurance.exposes(known) and not command.cards
    if ready or unnamed:
        insurance.close(draft)
    # What waits for a decision is known by it; what waits for a ruling may name the next card.
    next_known = True if unnamed and known.does == "reconstruct_or_next_round" else None
    if known.does == "ruling":
        next_known = insurance.close_if_revealed(draft, command.cards)
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
            next_known=next_known,
        )
    )
    if known.does in ("reconstruct_or_next_round", "continue"):
        mended = known.does == "reconstruct_or_next_round"
        offer_options(draft, known, reconstructed=mended)


def _check_several(cards: tuple[Card, ...], rule: str | None) -> None:
    """Refuse a single card: it takes two or more to be drawn together."""
    if len(cards) < 2:
        raise Refused(Code.WRONG_CARDS, "name the cards drawn together: two or more", rule)


def _locate(
    draft: Draft, cards: tuple[Card, ...], known: Procedure
) -> tuple[tuple[Card, ...], int]:
    """Tell which of the cards named lie on the felt as the last ones dealt, and which come next.

    A digital shoe knows what comes next, and nobody can name other cards; in a real one a card
    that cannot be there is refused.
    """
    table = draft.table
    felt = [dealt.card for dealt in table.cards]
    if table.phase is Phase.IDLE and table.ended is not None:
        felt = list(table.ended.round.coup.cards)
    named = Counter(cards)
    if known.does in ("reconstruct", "continue"):
        # Any cards that are out may be meant, as where hands were mixed up.
        out = Counter(filter(None, felt)) + Counter(draft.table.ready)
        new = _new(draft, cards, named - out)
        if new is not None:
            return new, 0
    most = min(len(cards), len(felt))
    for behind in range(most, -1, -1) if known.does == "decide_order" else range(most + 1):
        last = [card for card in felt[len(felt) - behind :] if card is not None]
        if len(last) < behind or Counter(last) - named:
            continue
        new = _new(draft, cards, named - Counter(last))
        if new is not None and behind and draft.table.hidden and known.does == "decide_order":
            raise Refused(
                Code.WRONG_CARDS,
                "a card lies face down: turn it, then report the cards on the felt",
                draft.setup.game.cite_report(known.kind),
            )
        if new is not None and known.does == "decide_order":
            # Until the order is decided they lie as they left the shoe, where that is known.
            new = _coming(draft, len(new)) or new
        if new is not None:
            return new, behind
    raise Refused(Code.WRONG_CARDS, "those are not the cards that lie there or come next")


def _new(draft: Draft, cards: tuple[Card, ...], rest: Counter[Card]) -> tuple[Card, ...] | None:
    """Give the cards named that have just left the shoe; None where others come next."""
    if rest and draft.table.shoe is None:
        raise Refused(Code.NO_SHOE, "there is no shoe that a card could have left")
    if draft.table.shoe is not None and rest.total() > draft.table.shoe.left:
        raise Refused(Code.WRONG_CARDS, "that is more cards than the shoe has left")
    coming = _coming(draft, rest.total())
    if coming is None:
        for card, count in rest.items():
            _check_copies(draft, card, count)
    elif Counter(coming) != rest:
        return None
    return only(cards, rest.elements())


def _check_copies(draft: Draft, card: Card, count: int) -> None:
    """Refuse more copies of a card than can still be in a real shoe."""
    check_card(draft, card)
    shoe, decks = draft.table.shoe, draft.setup.decks
    if shoe is not None and shoe.seen.get(card, 0) + count > decks:
        raise Refused(
            Code.FOREIGN_CARD,
            f"{count} more of {card} are more than {decks} decks hold",
            draft.setup.game.cite_procedure("foreign_card"),
        )


def _coming(draft: Draft, count: int) -> tuple[Card, ...] | None:
    """Give the next cards of a digital shoe; None where nobody knows them."""
    if draft.setup.shoe is ShoeKind.MANUAL:
        return None
    return draft.source.peek(count) if count else ()


def _case(draft: Draft, *does: str) -> Procedure:
    """Return the procedure of the report that a decision is about."""
    case = draft.table.case
    known = procedure(draft, case.kind) if case is not None else None
    if known is None or known.does not in does:
        raise Refused(Code.WRONG_PHASE, "no report waits for that decision")
    return known


def reconstruct(draft: Draft, command: c.Reconstruct) -> None:
    """Put the cards into their proper order; what is over comes in the next round."""
    known = _case(draft, "reconstruct")
    table = draft.table
    assert table.case is not None, "there is a case"
    rule = draft.setup.game.cite_mending(known)
    if table.case.settled:
        resettle(draft, command.cards, rule, command.reason)
        return
    felt = table.known
    # Put right it counts as a card drawn in excess; one that nobody named comes next.
    unnamed = True if insurance.exposes(known) and not table.case.cards else None
    decided = e.CardsReconstructed(table.ready, None, rule, command.reason, unnamed)
    if command.cards is None:
        draft.emit(decided)
    else:
        if felt is None:
            raise Refused(
                Code.CANNOT_RECONSTRUCT,
                "a card lies face down: leave the cards as they were dealt, or dismiss the "
                "report, turn the card and report it again",
                rule,
            )
        _name(draft, felt, command.cards)
        _lay(draft, felt, command.cards, decided)
    offer_options(draft, known, reconstructed=True)
    insurance.announce(draft)


def _name(draft: Draft, felt: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """Take cards out of the shoe that nobody had named before the decision did."""
    case = draft.table.case
    assert case is not None, "there is a case"
    rest = Counter(cards) - Counter(felt) - Counter(draft.table.ready)
    new = _new(draft, cards, rest)
    if rest and new:
        rule = draft.setup.game.cite_report(case.kind)
        number = draft.table.round
        draft.emit(e.IrregularityReported(case.kind, number, case.does, new, new, rule=rule))


def _lay(
    draft: Draft, felt: tuple[Card, ...], cards: tuple[Card, ...], decided: e.CardsReconstructed
) -> None:
    """Lay the cards in the order decided; all of the felt must be among them."""
    # No decision deals a card: as many lie on the felt as before, unless the coup takes fewer.
    arranged = arrange(felt, draft.table.ready, cards, len(felt))
    if arranged is None:
        raise Refused(
            Code.CANNOT_RECONSTRUCT,
            "name all the cards of the round once, and none that is not there",
            decided.rule,
        )
    laid, ready = arranged
    drop_insurance(draft, laid, "the cards were put right")
    draft.emit(replace(decided, ready=ready, cards=laid))


def cannot_reconstruct(draft: Draft, command: c.CannotReconstruct) -> None:
    """Decide that the cards cannot be put right: void, or played as they lie.

    A card exposed or drawn in excess needs no decision; it may be declared beyond repair until
    the first choice or card.
    """
    table = draft.table
    if table.case is None and table.repairing is not None:
        known = procedure(draft, table.repairing)
    else:
        known = _case(draft, "reconstruct")
    rule = draft.setup.game.cite_procedure(known.kind)
    if table.case is not None and table.case.settled:
        undo(draft, rule, command.reason)
        return
    if known.otherwise == "void":
        void(draft, command.reason or known.kind, rule, known.kind)
        return
    player, banker = command.player_cards, command.banker_cards
    if player is not None or banker is not None:
        player, banker = player or (), banker or ()
        order = _as_they_lie(draft, player, banker, rule)
        drop_insurance(draft, order, "the cards are played as they lie")
    draft.emit(e.ReconstructionRefused(player, banker, rule, command.reason))
    offer_options(draft, known, reconstructed=False)
    insurance.announce(draft)


def _as_they_lie(
    draft: Draft, player: tuple[Card, ...], banker: tuple[Card, ...], rule: str | None
) -> tuple[Card, ...]:
    """Read two hands as a coup; they must hold the cards of the round and be playable.

    Before the third cards one hand may have more than the other: the rest makes it up.
    """
    felt = draft.table.known
    if felt is None or Counter(felt) != Counter((*player, *banker)):
        raise Refused(
            Code.CANNOT_RECONSTRUCT,
            "the two hands hold the cards of the round, all of them seen, and no others",
            rule,
        )
    order = [hand[n] for n in range(2) for hand in (player, banker) if n < len(hand)]
    order += [*player[2:], *banker[2:]]
    if len(player) <= 2 and len(banker) <= 2:
        return tuple(order)
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
    if not case.cards:
        _check_several(command.cards, rule)
        # The report named none: the decision does, and they leave the shoe now.
        ready, behind = _locate(draft, command.cards, known)
        draft.emit(
            e.IrregularityReported(
                case.kind, table.round, known.does, command.cards, ready, behind, rule=rule
            )
        )
        table = draft.table
        case = replace(case, cards=command.cards, behind=behind)
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
        laid, over = split((*felt[: len(felt) - behind], *command.cards[:behind]))
        drop_insurance(draft, laid, "the order of the cards was decided")
    ready = (*over, *command.cards[behind:], *waiting)
    draft.emit(e.OrderDecided(ready, laid, rule, command.reason))
    offer_options(draft, known, reconstructed=True)
    insurance.announce(draft)
