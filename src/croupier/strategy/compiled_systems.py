"""The systems that ship with croupier, playing recorded rounds: code to be compiled.

It is plain Python that `sessions` compiles; `croupier.strategy.systems` has the same systems in a
form that is easy to read. Money is counted in units, of which a chip has `unit`.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Table = NDArray[Any]

FLAT, MARTINGALE, LADDER, FOLLOW, CHOP, CALLED = range(6)
NET, WAGERED, BETS = range(3)
DEPTH, LENGTH, RUINED, ENDED = range(4)


def asks(kind: int, base: int, step: int, side: int, bet: int) -> int:
    """Return the stake that a system asks for on one of its bets; side 1 is Player, 2 Banker."""
    if kind == MARTINGALE:
        return base << step
    if kind == LADDER:
        return base * (1 if step == 0 else 3 if step == 1 else 2 if step == 2 else 6)
    if kind == FOLLOW:
        return base if side == bet + 1 else 0
    if kind == CHOP:
        return base if side and side != bet + 1 else 0
    return base


def steps(kind: int, base: int, top: int, step: int, net: int) -> int:
    """Return the step of a progression after a bet with this net result."""
    if net == 0:
        return step
    if kind == MARTINGALE and net < 0 and base << (step + 1) <= top:
        return step + 1
    if kind == LADDER and net > 0:
        return (step + 1) % 4
    return 0


def play(
    kind: int,
    base: int,
    top: int,
    bankroll: int,
    least: int,
    most: int,
    unit: int,
    session: int,
    codes: Table,
    rounds: Table,
    called: Table,
    nets: Table,
    winners: Table,
    placed: Table,
    purses: Table,
) -> None:
    """Write the stakes on each bet in each round into `placed`, and the purses after it.

    A progression doubles up to `top`. A negative bankroll means that there is no limit.
    """
    purse, step = 0, 0
    for shoe in range(len(rounds)):
        side = 0
        if shoe % session == 0:
            purse, step = max(bankroll, 0), 0
        for turn in range(rounds[shoe]):
            code, net, staked = codes[shoe, turn], 0, 0
            for bet in range(len(nets)):
                stake = min(asks(kind, base, step, side, bet), most)
                if kind == CALLED and not called[shoe, turn, bet]:
                    stake = 0
                if bankroll >= 0:
                    stake = min(stake, purse // unit - staked)
                if stake >= least:
                    placed[shoe, turn, bet] = stake
                    staked += stake
                    net += stake * nets[bet, code]
            purse += net
            purses[shoe, turn] = purse
            step = steps(kind, base, top, step, net)
            if winners[code]:
                side = winners[code]


def call(
    left: Table, rounds: Table, tags: Table, above: int, below: int, bet: int, called: Table
) -> None:
    """Mark the rounds before which a bet's true count is at least `above` / `below`."""
    for shoe in range(len(rounds)):
        fresh = 0
        for rank in range(13):
            fresh += tags[rank] * int(left[shoe, 0, rank])
        for turn in range(rounds[shoe]):
            still, cards = 0, 0
            for rank in range(13):
                still += tags[rank] * int(left[shoe, turn, rank])
                cards += int(left[shoe, turn, rank])
            called[shoe, turn, bet] = 52 * (fresh - still) * below >= above * cards


def measure(
    bankroll: int,
    least: int,
    unit: int,
    session: int,
    rounds: Table,
    placed: Table,
    purses: Table,
    shoes: Table,
    squares: Table,
    sessions: Table,
) -> None:
    """Write the sums of what was played: a row for each shoe and a row for each session.

    A drawdown is how far the purse is below its highest value in the session; its length is the
    number of rounds until that value is reached again. A patron with less than the least stake is
    ruined, and plays no more.
    """
    purse, peak, begun, below, turns = 0, 0, 0, 0, 0
    for shoe in range(len(rounds)):
        number = shoe // session
        if shoe % session == 0:
            purse = max(bankroll, 0)
            peak, below, turns = purse, 0, 0
            sessions[number, RUINED] = -1
        begun = purse
        for turn in range(rounds[shoe]):
            staked = 0
            for bet in range(placed.shape[2]):
                staked += placed[shoe, turn, bet]
            net = float(purses[shoe, turn] - purse)
            squares[shoe] += net * net
            purse = purses[shoe, turn]
            shoes[shoe, WAGERED] += staked
            shoes[shoe, BETS] += staked > 0
            # After ruin the drawdown does not get longer.
            if sessions[number, RUINED] < 0:
                below = 0 if purse >= peak else below + 1
            peak = max(peak, purse)
            sessions[number, DEPTH] = max(sessions[number, DEPTH], peak - purse)
            sessions[number, LENGTH] = max(sessions[number, LENGTH], below)
            turns += 1
            if bankroll >= 0 and purse < least * unit and sessions[number, RUINED] < 0:
                sessions[number, RUINED] = turns
                sessions[number, ENDED] = shoe % session
        shoes[shoe, NET] = purse - begun
