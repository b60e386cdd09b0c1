"""The bets of a round in their order, those that were taken back after closing included."""

from __future__ import annotations

from croupier.settlement import Bet


def with_returned(lay: tuple[Bet, ...], live: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Return all bets of a round: where they lay at the last refund, then those placed since.

    Of a bet that still lies there the amount is the live one; one that is gone altogether, such
    as insurance on cards that were put right, is left out.
    """
    if not lay:
        return live
    now = {bet.id: bet for bet in live}
    kept = [bet if bet.returned else now.pop(bet.id, None) for bet in lay]
    return (*[bet for bet in kept if bet is not None], *now.values())


def seated(bets: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Let the first standing patron count as seated where no bet of a seated one is left.

    Only a log of the time before bets that were taken back stayed in the round (as returned) has
    such boxes; settlement asks for somebody seated at every box.
    """
    if not any(bet.standing for bet in bets):
        return bets
    holders: dict[int, str] = {}
    for bet in bets:
        if not bet.standing:
            holders[bet.box] = bet.patron
    for bet in bets:
        holders.setdefault(bet.box, bet.patron)
    taken = {bet.box for bet in bets if not bet.standing}
    return tuple(
        bet._replace(standing=False)
        if bet.standing and bet.box not in taken and holders[bet.box] == bet.patron
        else bet
        for bet in bets
    )
