"""Insurance: offered when the cards of its stage are seen, closed with the next card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import ceil

from croupier.cards import Card
from croupier.coup import Coup
from croupier.errors import Code, Refused
from croupier.game.model import Insurance, InsuranceKind, Offer, Procedure, Stage
from croupier.settlement import Bet
from croupier.settlement.checks import cite, unknown_bet
from croupier.settlement.insurance import find_offer, payout_over_cap
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide.betting import bet_id, check_round, check_twice, increase_bet, own_bet
from croupier.table.decide.draft import Draft, decides
from croupier.table.events.insurance import SEEN, is_ended, offers, offers_by_cards, stage_of
from croupier.table.vocabulary import Phase, Units
from croupier.words import say


def announce(draft: Draft) -> bool:
    """Offer insurance, if there is any for these cards; return True if there is."""
    found = offers(draft.table)
    if not found:
        return False
    terms = _insurance(draft)
    lammers = tuple(
        e.Lammer(key, terms.kinds[key].insures, str(offer.odds)) for key, offer in found.items()
    )
    stage = next(iter(found.values())).stage
    draft.emit(e.InsuranceOffered(stage, lammers, cite(terms.offered)))
    return True


def exposes(known: Procedure) -> bool:
    """Return True if a report is about cards that left the shoe too early."""
    too_many = known.does == "reconstruct" and known.otherwise == "void"
    return too_many or known.does in ("reconstruct_or_next_round", "decide_order")


def close(draft: Draft) -> None:
    """Close the insurance on offer, before the next card is drawn or known."""
    found = offers(draft.table)
    if found:
        stage = next(iter(found.values())).stage
        draft.emit(e.InsuranceClosed(stage, draft.cite("forgone")))


@decides(c.CloseInsurance)
def close_insurance(draft: Draft, command: c.CloseInsurance) -> None:
    """End what is on offer: nobody insures any more, though the next card is still in the shoe."""
    draft.require_due(command.round, command.place)
    draft.in_phase(Phase.DEALING)
    rule, found = draft.cite("forgone"), offers(draft.table)
    if not found:
        raise Refused(Code.INSURANCE_CLOSED, say("table.insurance_closed"), rule)
    draft.emit(e.InsuranceClosed(next(iter(found.values())).stage, rule, called=True))


def close_if_revealed(draft: Draft, cards: tuple[Card, ...]) -> bool | None:
    """Close the insurance on offer if a report names a card that does not lie on the felt.

    Such a card may be the next one. Return True in that case, for `next_known` of the event.
    """
    table = draft.table
    felt = Counter(filter(None, (dealt.card for dealt in table.cards)))
    if table.phase is Phase.IDLE or not Counter(cards) - felt:
        return None
    close(draft)
    return True


def _insurance(draft: Draft) -> Insurance:
    terms = draft.setup.game.insurance
    assert terms is not None, "this game has insurance"
    return terms


def _kind(draft: Draft, key: str) -> InsuranceKind:
    terms = draft.setup.game.insurance
    if terms is None or key not in terms.kinds:
        raise unknown_bet(draft.setup.game, key)
    return terms.kinds[key]


@decides(c.PlaceInsurance)
def place_insurance(draft: Draft, command: c.PlaceInsurance) -> None:
    """Insure an original bet, within the cap, while its offer stands."""
    check_round(draft, command.round, "forgone")
    kind = _kind(draft, command.bet)
    name, table = draft.known(command.player, draft.cite("on_behalf")), draft.table
    offer = _current(draft, kind)
    _check_stayed(draft, table.forgone, name)
    original = find_original(table.bets, kind, name, command.box)
    if original is None:
        raise Refused(
            Code.INSURANCE_WITHOUT_ORIGINAL,
            say(
                "table.nothing_to_insure",
                player=name,
                bet=draft.bet_name(kind.original),
                box=command.box,
            ),
            cite(_insurance(draft).needs_original),
        )
    bet = Bet(
        bet_id(draft, command.id),
        name,
        command.box,
        kind.key,
        int(command.amount),
        original.standing,
        offer.stage,
    )
    check_twice(draft, bet)
    check_cap(draft, table.bets, original, bet, offer)
    draft.afford(name, bet.amount)
    draft.emit(
        e.InsurancePlaced(
            id=bet.id,
            player=name,
            box=bet.box,
            bet=bet.kind,
            stage=offer.stage,
            amount=Units(bet.amount),
            odds=str(offer.odds),
            standing=bet.standing,
            rule=cite(offer.rules),
        )
    )


@decides(c.IncreaseBet)
def increase(draft: Draft, command: c.IncreaseBet) -> None:
    """Raise a bet while bets are open, or insurance while it is on offer."""
    # Checked first: a bet of another round may have had the same id.
    check_round(draft, command.round, "late_bet")
    bet = draft.table.bet(command.bet)
    insured = bet is not None and bet.stage is not None
    raise_it = increase_insurance if insured else increase_bet
    raise_it(draft, command)


def increase_insurance(draft: Draft, command: c.IncreaseBet) -> None:
    """Add to insurance while its offer stands, within the cap."""
    bet = own_bet(draft, command.bet, command.player, draft.cite("on_behalf"))
    table = draft.table
    kind = _kind(draft, bet.kind)
    offer = _current(draft, kind)
    _check_stayed(draft, table.forgone, bet.patron)
    original = find_original(table.bets, kind, bet.patron, bet.box)
    assert original is not None, "what was insured lies there"
    if bet.stage is not offer.stage:
        raise Refused(Code.INSURANCE_CLOSED, say("table.insured_before"), draft.cite("forgone"))
    grown = bet._replace(amount=bet.amount + command.amount)
    check_cap(draft, table.bets, original, grown, offer)
    draft.afford(bet.patron, command.amount)
    total = Units(grown.amount)
    draft.emit(e.BetIncreased(bet.id, bet.patron, Units(command.amount), total))


def _check_stayed(draft: Draft, forgone: frozenset[str], name: str) -> None:
    """Raise Refused for a patron who walked away from a bet of the round, at any box."""
    if name in forgone:
        raise Refused(
            Code.INSURANCE_CLOSED,
            say("table.walked_away", player=name),
            draft.cite("forgone"),
        )


def _current(draft: Draft, kind: InsuranceKind) -> Offer:
    """Return what is on offer for a hand now; raise Refused if nothing is."""
    table, setup = draft.table, draft.setup
    if not setup.insurance:
        raise Refused(
            Code.INSURANCE_NOT_OFFERED,
            say("table.no_insurance_here"),
            draft.cite("no_insurance"),
        )
    draft.in_phase(Phase.DEALING, Phase.COMPLETE)
    coup = table.coup
    stage = None if coup is None else stage_of(coup)
    if stage is Stage.PLAYER_THIRD and table.waived:
        raise Refused(
            Code.INSURANCE_CLOSED,
            say("table.insurance_waived"),
            draft.cite("banker_first"),
        )
    offer = offers_by_cards(table).get(kind.key)
    before = None
    if coup is not None and stage is Stage.PLAYER_THIRD:
        before = find_offer(kind, coup, Stage.FOUR_CARDS)
    if stage is None or (offer is None and before is not None):
        raise Refused(
            Code.INSURANCE_CLOSED,
            say("table.insurance_closed"),
            draft.cite("forgone"),
        )
    if offer is None:
        raise Refused(
            Code.INSURANCE_NOT_OFFERED,
            say("table.insurance_not_on_offer", bet=draft.bet_name(kind.key)),
            cite(_insurance(draft).offered),
        )
    if is_ended(table):
        raise Refused(Code.INSURANCE_CLOSED, say("table.insurance_ended"), draft.cite("forgone"))
    if table.next_known:
        raise Refused(
            Code.INSURANCE_CLOSED,
            say("table.next_card_known"),
            draft.cite("forgone"),
        )
    return offer


def find_original(
    bets: tuple[Bet, ...], kind: InsuranceKind, name: str, box: int | None
) -> Bet | None:
    """Return the bet that insurance would cover; None if there is none, or more than one."""
    found = [
        bet
        for bet in bets
        if (bet.kind, bet.patron, bet.returned) == (kind.original, name, False)
        and box in (None, bet.box)
    ]
    return found[0] if len(found) == 1 else None


def check_cap(draft: Draft, bets: tuple[Bet, ...], original: Bet, new: Bet, offer: Offer) -> None:
    """Refuse what would pay, with the insurance taken before, more than the original bet."""
    kind = _insurance(draft).kinds[new.kind]
    taken = [(new.amount, offer)]
    for bet in bets:
        same = (bet.patron, bet.box, bet.kind) == (new.patron, new.box, new.kind)
        if same and bet.stage is not None and bet.id != new.id:
            taken.append((bet.amount, find_offer(kind, _whole(draft), bet.stage) or offer))
    payout = payout_over_cap(taken, original)
    if payout is not None:
        raise Refused(
            Code.INSURANCE_OVER_CAP,
            say(
                "table.insurance_over_cap",
                bet=draft.bet_name(kind.key),
                payout=draft.money(ceil(payout)),
                original=draft.money(original.amount),
            ),
            cite(_insurance(draft).cap),
        )


def _whole(draft: Draft) -> Coup:
    """Return the coup that insurance is taken on: on the table, or just paid."""
    table = draft.table
    coup = table.coup
    if table.phase is Phase.IDLE and table.ended is not None:
        return table.ended.round.coup
    assert coup is not None, "the cards are seen"
    return coup


@decides(c.ReturnUninsured)
def return_uninsured(draft: Draft, command: c.ReturnUninsured) -> None:
    """Give an original bet back if insurance that the dealer did not offer would have won.

    What the sign said in that round counts, whatever it says now (4.2.2, 5.13 of `insurance`).
    """
    table, setup, game = draft.table, draft.setup, draft.setup.game
    rule = game.cite_procedure("insurance_not_offered")
    ended = table.ended if table.phase is Phase.IDLE else None
    if game.insurance is None or not (setup if ended is None else ended).insurance:
        raise Refused(
            Code.INSURANCE_NOT_OFFERED,
            say("table.no_insurance_then"),
            draft.cite("no_insurance"),
        )
    if ended is None:
        draft.in_phase(Phase.COMPLETE, rule=rule)
        draft.require_no_open_report()
        if table.hidden:
            raise Refused(Code.WRONG_PHASE, say("table.turn_card_first"), rule)
    name, coup = draft.known(command.player), _whole(draft)
    _check_stayed(draft, table.forgone if ended is None else ended.forgone, name)
    bets = table.bets if ended is None else ended.round.bets
    kind = next(each for each in game.insurance.kinds.values() if each.insures is command.hand)
    original = find_original(bets, kind, name, command.box)
    if original is None:
        raise Refused(
            Code.INSURANCE_WITHOUT_ORIGINAL,
            say("table.which_box", player=name, bet=draft.bet_name(kind.original)),
            cite(game.insurance.needs_original),
        )
    offer = find_offer(kind, coup, command.stage)
    waived = table.waived if ended is None else ended.waived
    if offer is None or (command.stage is Stage.PLAYER_THIRD and waived):
        raise Refused(
            Code.INSURANCE_NOT_OFFERED,
            say("table.insurance_not_due", bet=draft.bet_name(kind.key)),
            cite(game.insurance.offered),
        )
    if command.stage in (table.withheld if ended is None else ended.withheld):
        raise Refused(
            Code.INSURANCE_NOT_OFFERED,
            say("table.next_card_was_known"),
            draft.cite("forgone"),
        )
    given = table.returned if ended is None else ended.returned
    if original.id in given:
        raise Refused(Code.TOO_LATE, say("table.given_back_already", bet=original.id), rule)
    meant = Bet("", name, original.box, kind.key, int(command.amount), False, command.stage)
    taken = [bet for bet in bets if bet.stage is command.stage]
    if any((b.patron, b.box, b.kind) == (name, original.box, kind.key) for b in taken):
        raise Refused(Code.DUPLICATE_BET, say("table.did_insure", player=name), rule)
    check_cap(draft, bets, original, meant, offer)
    wins = coup.winner is kind.insures.other.win
    tied = coup.winner not in (kind.insures.win, kind.insures.other.win) and offer.pays_on_tie
    if not wins and not tied:
        raise Refused(Code.NOT_ALLOWED, say("table.insurance_lost"), rule)
    amount = original.amount if ended is None else max(-ended.profits[original.id], 0)
    number = table.round if ended is None else ended.number
    draft.emit(e.OriginalReturned(number, original.id, name, Units(amount), rule))


def drop_insurance(draft: Draft, cards: tuple[Card, ...], reason: str) -> None:
    """Hand back insurance that was taken on other cards than these."""
    for bet in insured_otherwise(draft.table.bets, draft.table.known, cards):
        amount = Units(bet.amount)
        draft.emit(e.BetReturned(bet.id, bet.patron, amount, Units(0), reason))


def insured_otherwise(
    bets: Iterable[Bet], old: tuple[Card, ...] | None, cards: tuple[Card, ...]
) -> list[Bet]:
    """Return the insurance that was taken on other cards than these."""
    found: list[Bet] = []
    for bet in bets:
        if bet.stage is not None:
            count = SEEN[bet.stage]
            if old is None or old[:count] != cards[:count]:
                found.append(bet)
    return found
