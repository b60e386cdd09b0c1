"""Cards: dealt by the rules, turned, put right when mistyped, squeezed, and settled."""

from __future__ import annotations

from dataclasses import replace

from croupier.cards import Card
from croupier.coup import Side
from croupier.errors import Code, InvalidInput, Refused
from croupier.game.model import Role
from croupier.settlement.checks import cite
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import insurance
from croupier.table.decide.draft import Draft, decides
from croupier.table.decide.endings_and_rulings import finish, void
from croupier.table.decide.insurance import drop_insurance
from croupier.table.events.base import title
from croupier.table.squeeze import highest, lying, to_come
from croupier.table.state import Table
from croupier.table.vocabulary import Phase, ShoeKind
from croupier.words import say


@decides(c.Deal)
def deal(draft: Draft, command: c.Deal) -> None:
    """Deal the next card to the hand that it belongs to.

    Cards face down that it depends on are turned first. If insurance comes on offer by that, the
    card waits for another deal: otherwise nobody could insure (3.12, 5.3 of `insurance`).
    """
    draft.require_due(command.round, command.place)
    _may_deal(draft)
    setup = draft.setup
    manual = setup.shoe is ShoeKind.MANUAL
    if command.card is not None and not manual:
        raise InvalidInput(Code.MALFORMED, say("table.digital_deals"))
    if len(draft.table.cards) >= 4 and draft.table.hidden:
        turn_all(draft)
        if draft.table.phase is Phase.COMPLETE or insurance.announce(draft):
            return
    table = draft.table
    hand, rule = table.next_hand, why_next(table)
    assert hand is not None, "a coup that is complete is not dealt to"
    number = sum(dealt.hand is hand for dealt in table.cards) + 1
    if table.ready:
        _check_ready(command.card, table.ready[0])
        insurance.close(draft)
        draft.emit(e.CardDealt(hand, number, ready=True, card=table.ready[0], rule=rule))
    elif manual:
        card = _entered(draft, command.card, hand)
        insurance.close(draft)
        draft.emit(e.CardDealt(hand, number, ready=False, card=card, rule=rule))
    else:
        _draw(draft, hand, number, rule)
    if draft.table.phase is not Phase.IDLE:
        insurance.announce(draft)


def _may_deal(draft: Draft) -> None:
    table = draft.table
    if table.phase is Phase.COMPLETE and table.case is None:
        coup, play = table.coup, draft.setup.game.play
        raise Refused(
            Code.COUP_COMPLETE,
            say("table.coup_complete"),
            None if coup is None else cite(play.drawing(coup, Side.BANKER)),
        )
    betting = table.phase is Phase.BETTING
    draft.in_phase(Phase.DEALING, rule=draft.cite("close_bets") if betting else None)


def why_next(table: Table) -> str | None:
    """Return the paragraph that the next card is dealt by: the first four, or the table of play.

    None if cards lie face down among four: nobody knows yet whether one is to come.
    """
    play, coup = table.game.play, table.coup
    if len(table.cards) < 4:
        return cite(play.deal)
    return cite(play.drawing(coup, coup.next)) if coup and coup.next else None


def _check_ready(given: Card | None, card: Card) -> None:
    if given is not None and given != card:
        raise Refused(
            Code.WRONG_CARDS, say("table.another_lies_ready", card=str(card), given=str(given))
        )


def check_card(draft: Draft, card: Card) -> None:
    """Raise Refused for a card that cannot be there: type it again, or report it if it is real."""
    shoe, decks = draft.table.shoe, draft.setup.decks
    if shoe is not None and shoe.seen.get(card, 0) >= decks:
        raise Refused(
            Code.FOREIGN_CARD,
            say("table.copies_out", decks=decks, card=str(card)),
            draft.setup.game.cite_procedure("foreign_card"),
        )


def _entered(draft: Draft, card: Card | None, hand: Side) -> Card | None:
    """Return the card that a dealer enters, None if it lies face down; raise for a wrong one."""
    table = draft.table
    if table.shoe is None or table.shoe.left <= 0:
        raise Refused(
            Code.NO_SHOE,
            say("table.shoe_empty"),
            draft.setup.game.cite_procedure("insufficient_cards"),
        )
    if card is None:
        if hand not in table.squeezes:
            raise InvalidInput(Code.MALFORMED, say("table.which_card_came", hand=title(hand)))
        return None
    check_card(draft, card)
    return card


def _draw(draft: Draft, hand: Side, number: int, rule: str | None) -> None:
    """Draw from a digital shoe; one that is empty ends the round by itself."""
    cards = draft.source.peek(1)
    if not cards:
        why = draft.setup.game.cite_procedure("insufficient_cards")
        void(draft, "insufficient_cards", why, "insufficient_cards")
        return
    insurance.close(draft)
    if hand in draft.table.squeezes:
        seal = draft.source.seal()
        draft.emit(e.CardDealt(hand, number, ready=False, seal=seal, rule=rule))
    else:
        draft.emit(e.CardDealt(hand, number, ready=False, card=cards[0], rule=rule))


def turn_all(draft: Draft) -> None:
    """Turn every card that still lies face down, because what follows depends on it."""
    for place in draft.table.hidden:
        dealt = draft.table.cards[place]
        if draft.setup.shoe is ShoeKind.MANUAL:
            raise Refused(
                Code.WRONG_CARDS,
                say("table.turn_it_first", number=dealt.number, hand=title(dealt.hand)),
            )
        card, salt = draft.source.open(place)
        draft.emit(e.CardTurned(dealt.hand, dealt.number, card, salt))


@decides(c.Turn)
def turn(draft: Draft, command: c.Turn) -> None:
    """Turn a card that lies face down; the dealer may, and the patron who has the squeeze."""
    draft.require_due(command.round)
    draft.in_phase(Phase.DEALING, Phase.COMPLETE)
    table, rule = draft.table, draft.cite("turn")
    granted = table.squeezes.get(command.hand)
    if draft.by.role is Role.PLAYER and draft.patron(command.player, rule) != granted:
        raise Refused(
            Code.NOT_YOURS, say("table.not_yours_to_turn", hand=title(command.hand)), rule
        )
    place = table.place_of(command.hand, command.number)
    if place is None or table.cards[place].card is not None:
        raise Refused(
            Code.WRONG_PHASE,
            say("table.not_face_down", number=command.number, hand=title(command.hand)),
        )
    if draft.setup.shoe is ShoeKind.MANUAL:
        if command.card is None:
            raise InvalidInput(Code.MALFORMED, say("table.which_card"))
        check_card(draft, command.card)
        draft.emit(e.CardTurned(command.hand, command.number, command.card))
    else:
        if command.card is not None:
            raise InvalidInput(Code.MALFORMED, say("table.digital_knows"))
        card, salt = draft.source.open(place)
        draft.emit(e.CardTurned(command.hand, command.number, card, salt))
    insurance.announce(draft)


@decides(c.CorrectCard)
def correct_card(draft: Draft, command: c.CorrectCard) -> None:
    """Correct the last card entered, before the next one."""
    draft.in_phase(Phase.DEALING, Phase.COMPLETE)
    table = draft.table
    if draft.setup.shoe is not ShoeKind.MANUAL:
        raise Refused(Code.WRONG_PHASE, say("table.digital_not_mistyped"))
    if table.entered is None:
        raise Refused(Code.TOO_LATE, say("table.nothing_to_correct"))
    hand, number, was = table.cards[table.entered]
    assert was is not None, "a card that was entered is seen"
    if command.card == was:
        raise Refused(Code.WRONG_CARDS, say("table.same_card", card=str(was)))
    check_card(draft, command.card)
    drop_insurance(draft, _corrected(table, command.card), "the card was mistyped")
    draft.emit(e.CardCorrected(hand, number, was, command.card))
    insurance.announce(draft)


def _corrected(table: Table, card: Card) -> tuple[Card, ...]:
    """Return the cards of the round with the last one corrected; none if some are not seen."""
    cards = list(table.cards)
    if table.entered is not None:
        cards[table.entered] = cards[table.entered]._replace(card=card)
    return replace(table, cards=tuple(cards)).known or ()


def _check_highest(draft: Draft, name: str, rule: str | None) -> None:
    first = highest(draft.table)
    if first != name:
        raise Refused(
            Code.NOT_YOURS,
            say(
                "table.not_highest",
                highest=say("table.nobody") if first is None else first,
                player=name,
            ),
            rule,
        )


def _check_face_down(draft: Draft, rule: str | None) -> None:
    """Raise Refused if cards are dealt face up at this table."""
    if not draft.setup.face_down:
        why = cite(draft.setup.game.play.face_down.rules) or rule
        raise Refused(Code.NOT_ALLOWED, say("table.dealt_face_up"), why)


@decides(c.RequestSqueeze)
def request_squeeze(draft: Draft, command: c.RequestSqueeze) -> None:
    """Ask to turn the cards of a hand."""
    name = draft.known(command.player, draft.cite("squeeze"))
    _check_squeeze(draft, name, command.hand)
    draft.emit(e.SqueezeRequested(name, command.hand, draft.cite("squeeze")))


@decides(c.GrantSqueeze)
def grant_squeeze(draft: Draft, command: c.GrantSqueeze) -> None:
    """Let the highest bettor turn the cards of a hand that are still to come."""
    name = draft.known(command.player)
    _check_squeeze(draft, name, command.hand)
    draft.emit(e.SqueezeGranted(name, command.hand, draft.cite("squeeze")))


def _check_squeeze(draft: Draft, name: str, hand: Side) -> None:
    """Raise Refused for a squeeze by anybody but the highest bettor, or of cards already dealt."""
    rule, table = draft.cite("squeeze"), draft.table
    _check_face_down(draft, rule)
    draft.in_phase(Phase.BETTING, Phase.DEALING, Phase.COMPLETE, rule=rule)
    _check_highest(draft, name, rule)
    if table.phase is Phase.COMPLETE or not to_come(table, hand):
        raise Refused(Code.TOO_LATE, say("table.no_card_to_come", hand=title(hand)), rule)
    if lying(table, hand) and table.squeezes.get(hand) != name:
        raise Refused(
            Code.WRONG_PHASE,
            say("table.turned_by_dealer", hand=title(hand)),
            rule,
        )


@decides(c.ExposeBankerFirst)
def expose_banker_first(draft: Draft, command: c.ExposeBankerFirst) -> None:
    """Consent to see Banker's third card first: insurance after Player's third is waived."""
    rule = draft.cite("banker_first")
    draft.in_phase(Phase.DEALING, Phase.COMPLETE, rule=rule)
    name, table = draft.known(command.player), draft.table
    if table.game.insurance is None or rule is None:
        raise Refused(Code.NOT_ALLOWED, say("table.no_such_request"), rule)
    _check_face_down(draft, rule)
    if len(table.cards) < 4:
        raise Refused(Code.WRONG_PHASE, say("table.after_four_cards"), rule)
    third_down = len(table.cards) == 5 and table.cards[4][:2] == (Side.PLAYER, 3) and table.hidden
    if (len(table.cards) > 4 and not third_down) or table.phase is Phase.COMPLETE:
        raise Refused(Code.TOO_LATE, say("table.third_card_seen"), rule)
    _check_highest(draft, name, rule)
    draft.emit(e.InsuranceWaived(name, rule))


@decides(c.Settle)
def settle(draft: Draft, _: c.Settle) -> None:
    """Settle a coup that is complete, turning what still lies face down."""
    draft.in_phase(Phase.COMPLETE, Phase.DEALING)
    if len(draft.table.cards) >= 4 and draft.table.hidden:
        turn_all(draft)
    draft.in_phase(Phase.COMPLETE)
    finish(draft)
