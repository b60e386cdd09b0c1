"""Insurance: what is offered at which stage, how much may be taken, and how it ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from croupier.coup import Coup, Side, Winner
from croupier.errors import Code, Refused
from croupier.game.model import Insurance, InsuranceKind, Offer, Stage
from croupier.money import Odds
from croupier.settlement.checks import cite
from croupier.settlement.round import Bet, Round
from croupier.words import Amount, Message, Name, say


def at_stage(coup: Coup, stage: Stage) -> Coup | None:
    """Return the cards at a stage of the coup; None if the coup did not reach it.

    A stage exists only while a card is still to come: never after a natural, and the second
    only where Banker is about to draw on Player's third card.
    """
    count = 4 if stage is Stage.FOUR_CARDS else 5
    if len(coup.cards) <= count or (stage is Stage.PLAYER_THIRD and coup.player.third is None):
        return None
    return Coup(coup.cards[:count])


def find_offer(kind: InsuranceKind, coup: Coup, stage: Stage) -> Offer | None:
    """Return what was offered for a hand at a stage; None if nothing was."""
    then = at_stage(coup, stage)
    if then is None:
        return None
    return kind.offers.get((stage, then.player.total, then.banker.total))


def offers(round_: Round) -> dict[str, Offer]:
    """Return the offer that each insurance bet took, by bet id; raise if there was none."""
    insurance = round_.game.insurance
    if insurance is None:
        return {}
    taken: dict[str, Offer] = {}
    originals: dict[tuple[str, str, int], Bet] = {}
    together: dict[tuple[str, int, str], list[tuple[int, Offer]]] = defaultdict(list)
    for bet in round_.bets:
        kind = insurance.kinds.get(bet.kind)
        if kind is None:
            continue
        assert bet.stage is not None, "an insurance bet has a stage"
        originals = originals or _originals(round_)
        original = originals.get((kind.original, bet.patron, bet.box))
        if original is None:
            raise Refused(
                Code.INSURANCE_WITHOUT_ORIGINAL,
                say(
                    "settlement.nothing_to_insure",
                    patron=bet.patron,
                    bet=round_.game.bet_name(kind.original),
                    box=bet.box,
                ),
                cite(insurance.needs_original),
            )
        if original.returned and not bet.returned:
            raise Refused(
                Code.INSURANCE_WITHOUT_ORIGINAL,
                say(
                    "settlement.insured_taken_back",
                    patron=bet.patron,
                    bet=round_.game.bet_name(kind.original),
                    box=bet.box,
                    insurance=bet.id,
                ),
                cite(insurance.needs_original),
            )
        offer = find_offer(kind, round_.coup, bet.stage)
        if offer is None:
            raise Refused(
                Code.INSURANCE_NOT_OFFERED,
                say(
                    "settlement.insurance_not_offered",
                    insurance=round_.game.bet_name(kind.key),
                    when=say(f"settlement.after.{bet.stage}"),
                ),
                cite(insurance.offered),
            )
        taken[bet.id] = offer
        same = together[bet.patron, bet.box, bet.kind]
        same.append((bet.amount, offer))
        if payout_over_cap(same, original) is not None:
            raise Refused(
                Code.INSURANCE_OVER_CAP,
                say(
                    "settlement.insurance_over_cap",
                    insurance=round_.game.bet_name(kind.key),
                    patron=bet.patron,
                    box=bet.box,
                    amount=Amount(round_.unit.write(original.amount)),
                ),
                cite(insurance.cap),
            )
    return taken


def payout_over_cap(taken: Iterable[tuple[int, Offer]], original: Bet) -> Fraction | None:
    """Return what insurance would pay if that is more than the original bet; None if it is not.

    `taken` has the stakes of one patron on one hand at one box, over both stages, each with the
    offer it took. What it would pay is not rounded, and is compared with the whole bet as placed,
    even if only a part of it is in action (3.12.2 of `insurance`).
    """
    payout = sum((stake * offer.odds.ratio for stake, offer in taken), Fraction())
    return payout if payout > original.amount else None


def _originals(round_: Round) -> dict[tuple[str, str, int], Bet]:
    """Return bets by what insurance asks for: kind, patron and box."""
    return {(bet.kind, bet.patron, bet.box): bet for bet in round_.bets if bet.stage is None}


def decide(
    insurance: Insurance, kind: InsuranceKind, offer: Offer, winner: Winner
) -> tuple[Odds | None, tuple[str, ...], Message]:
    """Return how insurance ends: the odds it is paid at (0:1 is a return), None for a loss; why."""
    hand = kind.insures
    if winner is Winner.TIE:
        if offer.pays_on_tie:
            said = say("explaining.insured_tied", hand=_HANDS[hand], total=offer.player_total)
            return offer.odds, (*offer.rules, *insurance.tie), said
        return Odds(0, 1), insurance.tie, _TIED
    if winner is hand.other.win:
        return offer.odds, (*offer.rules, *insurance.wins), _LOSES[hand]
    return None, insurance.loses, _WINS[hand]


# Made once: every settled round with insurance needs one of them.
_HANDS = {side: Name("hand", side.value) for side in Side}
_LOSES = {side: say("explaining.insured_loses", hand=name) for side, name in _HANDS.items()}
_WINS = {side: say("explaining.insured_wins", hand=name) for side, name in _HANDS.items()}
_TIED = say("facts.value.tie")
