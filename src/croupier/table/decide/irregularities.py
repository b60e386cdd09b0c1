"""Irregularities: reported, what the game's procedures do about them, and what patrons may choose.

After a dealing error patrons may have options: to continue, or to have their bets returned.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from croupier.cards import Card
from croupier.errors import Code, InvalidInput, Refused, brief
from croupier.game.model import Game, Procedure, Role
from croupier.game.read_game import KINDS
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import insurance
from croupier.table.decide.betting import return_unbacked
from croupier.table.decide.dealing import check_card
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.endings_and_rulings import is_about_shoe, void
from croupier.table.roles import is_house
from croupier.table.round_cards import take_last
from croupier.table.state import Table
from croupier.table.vocabulary import AUTOMATIC_DEALER, Option, Phase, ShoeKind
from croupier.words import Name, say, series

REPORTED = tuple(kind for kind in KINDS if kind not in ("technical_interruption", "noticed_late"))
"""What can be reported; the other kinds come about without a report."""


def procedure(game: Game, kind: str) -> Procedure:
    """Return what is done about a report; the shift manager decides if the rules do not say."""
    known = game.procedures.get(kind)
    if known is not None:
        return known
    other = game.procedures.get("other")
    rules, document = (other.rules, other.document) if other else ((), game.key)
    return Procedure(kind, "ruling", None, "never", Role.SHIFT_MANAGER, rules, document)


@decides(c.Report)
def report(draft: Draft, command: c.Report) -> None:
    """Note what went wrong, and do what the rules say about it."""
    table, kind = draft.table, command.kind
    if kind not in REPORTED:
        raise InvalidInput(
            Code.MALFORMED, say("table.no_such_report", kind=brief(kind), known=series(REPORTED))
        )
    number = table.round if command.round is None else command.round
    if not 0 <= number <= table.round:
        raise InvalidInput(Code.MALFORMED, say("table.no_such_round", round=number))
    if kind == "insurance_not_offered" and draft.setup.game.insurance is None:
        raise Refused(Code.NOT_ALLOWED, say("table.no_insurance_to_neglect"))
    if number < table.round:
        # What is noticed in a later round changes nothing, whichever cards it names.
        draft.emit(_told(command, number, "nothing", draft.cite("late_notice")))
        return
    known_procedure = procedure(draft.setup.game, kind)
    if known_procedure.does == "continue" and not draft.setup.face_down:
        raise Refused(
            Code.NOT_ALLOWED,
            say("table.dealt_face_up"),
            draft.setup.game.cite_report(kind),
        )
    does, rule = known_procedure.does, draft.setup.game.cite_report(kind)
    if table.phase is Phase.IDLE:
        _between_rounds(draft, command, known_procedure)
    elif does == "void":
        _report_void(draft, command, rule)
    elif does in ("return_original", "nothing"):
        signed = draft.setup.insurance or draft.setup.game.insurance is None
        note(draft, command, number, rule if signed else draft.cite("no_insurance"))
    else:
        _in_round(draft, command, known_procedure)


@decides(c.DismissReport)
def dismiss_report(draft: Draft, command: c.DismissReport) -> None:
    """End a report that was a mistake; play goes on where it stopped."""
    case = draft.table.case
    if case is None:
        raise Refused(Code.WRONG_PHASE, say("table.nothing_to_dismiss"))
    draft.emit(e.ReportDismissed(case.kind, draft.table.round, command.reason))
    insurance.announce(draft)


def _confirms(draft: Draft) -> bool:
    """Return True if nobody has to confirm: the House reports, or the automatic dealer does."""
    alone = draft.table.automatic and draft.by.name == AUTOMATIC_DEALER
    return alone or is_house(draft.by.role)


def _reported_void(
    draft: Draft, command: c.Report, rule: str | None, *, waits: bool, shoe_out: bool
) -> e.IrregularityReported:
    return e.IrregularityReported(
        kind=command.kind,
        round=draft.table.round,
        does="void",
        cards=command.cards,
        text=command.text,
        rule=rule,
        waits_for=c.VoidRound.least if waits else None,
        shoe_out=True if shoe_out else None,
        next_known=insurance.close_if_revealed(draft, command.cards),
    )


def _report_void(draft: Draft, command: c.Report, rule: str | None) -> None:
    """Stop the round until the House confirms a dealer's report; void it if the House reports."""
    if _confirms(draft):
        draft.emit(_reported_void(draft, command, rule, waits=False, shoe_out=False))
        void(draft, command.kind, rule, command.kind)
        return
    draft.require_no_open_report()
    draft.emit(_reported_void(draft, command, rule, waits=True, shoe_out=False))


def _report_shoe(draft: Draft, command: c.Report, rule: str | None) -> None:
    """Take a report between rounds that something is wrong with the shoe; no round is void."""
    confirmed = _confirms(draft)
    if not confirmed:
        draft.require_no_open_report()
    draft.emit(_reported_void(draft, command, rule, waits=not confirmed, shoe_out=confirmed))


def _told(command: c.Report, number: int, does: str, rule: str | None) -> e.IrregularityReported:
    kind, cards, text = command.kind, command.cards, command.text
    return e.IrregularityReported(kind, number, does, cards, text=text, rule=rule)


def note(draft: Draft, command: c.Report, number: int, rule: str | None) -> None:
    """Note a report that changes nothing; it closes insurance if it names the next card."""
    known = insurance.close_if_revealed(draft, command.cards)
    draft.emit(replace(_told(command, number, "nothing", rule), next_known=known))


def _between_rounds(draft: Draft, command: c.Report, known: Procedure) -> None:
    """Take a report between rounds: a card came out too early, or a paid round was misdealt."""
    table, rule = draft.table, draft.setup.game.cite_report(command.kind)
    if is_about_shoe(draft, command.kind):
        _report_shoe(draft, command, rule)
        return
    draft.require_no_open_report()
    if known.does == "reconstruct_or_next_round" and command.cards:
        ready, _ = locate(draft, command.cards, known)
        does = known.does
        draft.emit(
            e.IrregularityReported(
                command.kind, table.round, does, command.cards, ready, text=command.text, rule=rule
            )
        )
    elif known.otherwise == "void" and known.does == "reconstruct" and table.ended is not None:
        ready = locate(draft, command.cards, known)[0] if command.cards else ()
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
    draft.require_no_open_report()
    if known.does == "continue":
        if not draft.table.cards:
            raise Refused(Code.WRONG_PHASE, say("table.no_card_face_up"), rule)
        seen = Counter(filter(None, (dealt.card for dealt in draft.table.cards)))
        if Counter(command.cards) - seen:
            raise Refused(Code.WRONG_CARDS, say("table.name_cards_face_up"), rule)
    if known.does == "decide_order" and command.cards:
        check_several(command.cards, rule)
    ready: tuple[Card, ...] = ()
    behind = 0
    if known.does != "ruling" and command.cards:
        ready, behind = locate(draft, command.cards, known)
    unnamed = insurance.exposes(known) and not command.cards
    if ready or unnamed:
        insurance.close(draft)
    # A decision will name the next card itself; a report that waits for a ruling may name it now.
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


def check_several(cards: tuple[Card, ...], rule: str | None) -> None:
    """Raise Refused for a single card: only two or more can be drawn together."""
    if len(cards) < 2:
        raise Refused(Code.WRONG_CARDS, say("table.name_cards_together"), rule)


def locate(draft: Draft, cards: tuple[Card, ...], known: Procedure) -> tuple[tuple[Card, ...], int]:
    """Return which of the cards named come next, and how many lie on the felt as the last dealt.

    Cards that a digital shoe does not have next are refused; of a real shoe, cards that cannot be
    in it.
    """
    table = draft.table
    felt = [dealt.card for dealt in table.cards]
    if table.phase is Phase.IDLE and table.ended is not None:
        felt = list(table.ended.round.coup.cards)
    named = Counter(cards)
    if known.does in ("reconstruct", "continue"):
        # Any cards that are out may be meant: hands may have been mixed up.
        out = Counter(filter(None, felt)) + Counter(draft.table.ready)
        new = newly_drawn(draft, cards, named - out)
        if new is not None:
            return new, 0
    most = min(len(cards), len(felt))
    for behind in range(most, -1, -1) if known.does == "decide_order" else range(most + 1):
        last = [card for card in felt[len(felt) - behind :] if card is not None]
        if len(last) < behind or Counter(last) - named:
            continue
        new = newly_drawn(draft, cards, named - Counter(last))
        if new is not None and behind and draft.table.hidden and known.does == "decide_order":
            raise Refused(
                Code.WRONG_CARDS,
                say("table.turn_then_report"),
                draft.setup.game.cite_report(known.kind),
            )
        if new is not None and known.does == "decide_order":
            # Until the order is decided they lie in the order of the shoe, if that is known.
            new = _coming(draft, len(new)) or new
        if new is not None:
            return new, behind
    raise Refused(Code.WRONG_CARDS, say("table.not_those_cards"))


def newly_drawn(
    draft: Draft, cards: tuple[Card, ...], rest: Counter[Card]
) -> tuple[Card, ...] | None:
    """Return the cards named that have just left the shoe; None if others come next."""
    if rest and draft.table.shoe is None:
        raise Refused(Code.NO_SHOE, say("table.no_shoe_left"))
    if draft.table.shoe is not None and rest.total() > draft.table.shoe.left:
        raise Refused(Code.WRONG_CARDS, say("table.more_than_shoe"))
    coming = _coming(draft, rest.total())
    if coming is None:
        for card, count in rest.items():
            _check_copies(draft, card, count)
    elif Counter(coming) != rest:
        return None
    return take_last(cards, rest.elements())


def _check_copies(draft: Draft, card: Card, count: int) -> None:
    """Raise Refused for more copies of a card than can still be in a real shoe."""
    check_card(draft, card)
    shoe, decks = draft.table.shoe, draft.setup.decks
    if shoe is not None and shoe.seen.get(card, 0) + count > decks:
        raise Refused(
            Code.FOREIGN_CARD,
            say("table.too_many_copies", count=count, card=str(card), decks=decks),
            draft.setup.game.cite_procedure("foreign_card"),
        )


def _coming(draft: Draft, count: int) -> tuple[Card, ...] | None:
    """Return the next cards of a digital shoe; None for a real one, where nobody knows them."""
    if draft.setup.shoe is ShoeKind.MANUAL:
        return None
    return draft.source.peek(count) if count else ()


def choosers(table: Table, known: Procedure, *, reconstructed: bool) -> tuple[str, ...]:
    """Return who may continue or have their bets back, once the cards are put right or are not."""
    match known.options:
        case "always":
            offered = True
        case "unless_established":
            offered = not table.established
        case "unless_established_and_reconstructed":
            offered = not (reconstructed and table.established)
        case _:
            offered = False
    return table.bettors if offered else ()


def offer_options(draft: Draft, known: Procedure, *, reconstructed: bool) -> None:
    """Offer everybody with a bet the choice, if the document says so; the round waits."""
    players = choosers(draft.table, known, reconstructed=reconstructed)
    if not players:
        return
    topics = ("options", *_going_on(draft), "refund")
    rules = tuple(rule for topic in topics if (rule := draft.cite(topic)))
    draft.emit(e.OptionsOffered(players, reconstructed, known.kind, rules))


def _going_on(draft: Draft) -> tuple[str, ...]:
    """Return the topic of playing on: with cards that were put right, or that cannot be.

    A card that came too early is put right: it lies ready for its place. Cards whose order was
    decided are neither.
    """
    match draft.events[-1:]:
        case [e.CardsReconstructed()]:
            return ("continue_reconstructed",)
        case [e.ReconstructionRefused()]:
            return ("continue_as_dealt",)
        case [e.IrregularityReported(does="continue")]:
            return ("continue_as_dealt",)
        case [e.IrregularityReported(ready=ready)] if ready:
            return ("continue_reconstructed",)
        case _:
            return ()


@decides(c.Choose)
def choose(draft: Draft, command: c.Choose) -> None:
    """Note a patron's choice; when all have chosen, play goes on."""
    rule = draft.cite("options")
    if draft.table.phase is not Phase.OPTIONS:
        raise Refused(Code.WRONG_PHASE, say("table.nothing_to_choose"), rule)
    name, choices = draft.known(command.player, rule), draft.table.choices
    if name not in choices:
        raise Refused(Code.NOT_YOURS, say("table.no_bet_in_round", player=name), rule)
    chosen_before = choices[name]
    if chosen_before is not None:
        chosen = say(
            "table.chosen_already", player=name, option=Name("option", chosen_before.value)
        )
        raise Refused(Code.TOO_LATE, chosen, rule)
    topic = "refund" if command.option is Option.REFUND else "options"
    draft.emit(e.OptionChosen(name, command.option, draft.cite(topic)))
    if None not in draft.table.choices.values():
        _end_options(draft)


@decides(c.CloseOptions)
def close_options(draft: Draft, _: c.CloseOptions) -> None:
    """End the choice; if it ended because everybody had chosen, nothing changes."""
    if draft.table.phase is Phase.OPTIONS:
        _end_options(draft)
    elif not draft.table.chosen:
        rule = draft.cite("options")
        raise Refused(Code.WRONG_PHASE, say("table.nothing_to_choose"), rule)


def _end_options(draft: Draft) -> None:
    table, choices = draft.table, draft.table.choices
    refunded = tuple(name for name, option in choices.items() if option is Option.REFUND)
    continued = tuple(name for name in choices if name not in refunded)
    # Shares are fixed when bets close: what is taken back after that stays in the round.
    back = tuple(bet.id for bet in table.bets if table.charged and bet.patron in refunded)
    rule = draft.cite("refund" if refunded else "options")
    # A patron without a bet is not the highest bettor. While bets are open, closing them checks
    # that.
    lost = tuple(hand for hand, who in table.squeezes.items() if table.charged and who in refunded)
    draft.emit(e.OptionsClosed(continued, refunded, rule, back or None, lost or None))
    if draft.table.phase is Phase.BETTING:
        return_unbacked(draft)
    if not continued:
        void(draft, "everybody took the refund", draft.cite("refund"))
    else:
        insurance.announce(draft)
