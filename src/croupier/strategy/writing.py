"""What came of a strategy, written for programs; money in chips."""

from __future__ import annotations

from bisect import bisect_right
from math import log10

from croupier.strategy.results import Battery, Fortune, Spread
from croupier.strategy.sessions import HALF_DECK

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
BARS = 24


def written(found: Fortune) -> dict[str, object]:
    """Write all figures of a report."""
    sitting, unit = found.sitting, found.unit
    limits, plan = sitting.limits, sitting.house.plan
    risk = None
    if limits.bankroll is not None:
        chance, low, high = found.risk
        so_far = found.ruined_in.cumsum() / found.sessions
        risk = {
            "sessions": found.sessions,
            "ruined": found.ruined,
            "risk": chance,
            "low": low,
            "high": high,
            "after_shoe": so_far.tolist(),
        }
    return {
        "game": sitting.house.game.key,
        "play": sitting.system.name,
        "bets": list(sitting.house.bets),
        "base": sitting.system.base,
        "bankroll": limits.bankroll,
        "least": limits.least,
        "most": limits.most,
        "decks": plan.decks,
        "cut": plan.cut,
        "casino": sitting.casino,
        "seed": plan.seed,
        "shoes": found.shoes.many,
        "sessions": found.sessions,
        "rounds": found.rounds,
        "rounds_bet": found.bets,
        "wagered": found.wagered,
        "net": found.net / unit,
        "ev": found.edge.value,
        "stderr": found.edge.stderr,
        "ev_per_round": found.net / unit / found.rounds,
        "sd_per_round": found.sd_per_round,
        "shoe": _spread(found.shoes, unit) | {"histogram": histogram(found.shoes, unit)},
        "session": _spread(found.sums, unit),
        "drawdown": _spread(found.depths, unit),
        "drawdown_rounds": _spread(found.lengths, 1),
        "ruin": risk,
        "exact": [_battery(battery) for battery in found.batteries] or None,
    }


def _spread(spread: Spread, unit: int) -> dict[str, object]:
    ends = min(spread.counts) / unit, max(spread.counts) / unit
    shares = zip(SHARES, spread.quantiles(*SHARES), strict=True)
    return {
        "mean": spread.mean / unit,
        "sd": spread.sd / unit,
        "stderr": spread.stderr / unit,
        "least": ends[0],
        "most": ends[1],
        "quantiles": {f"{share:g}": number / unit for share, number in shares},
    }


def histogram(spread: Spread, unit: int, bars: int = BARS) -> list[dict[str, float]]:
    """Count numbers by bars of a round width; the outermost take what lies beyond."""
    low, high = (number / unit for number in spread.quantiles(0.002, 0.998))
    wide = width((high - low) / bars)
    first = low // wide * wide
    edges = [first + wide * step for step in range(int((high - first) // wide) + 2)]
    counts = [0] * (len(edges) - 1)
    for number, n in spread.counts.items():
        place = bisect_right(edges, number / unit) - 1
        counts[min(max(place, 0), len(counts) - 1)] += n
    return [
        {"from": edges[place], "to": edges[place + 1], "count": n} for place, n in enumerate(counts)
    ]


def width(rough: float) -> float:
    """Give the round number, 1, 2 or 5 and noughts, that is no less."""
    if rough <= 0:
        return 1.0
    power: float = 10.0 ** int(log10(rough) // 1)
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= rough)


def _battery(battery: Battery) -> dict[str, object]:
    assert battery.deep is not None
    assert battery.deep_edges is not None
    rows = zip(*battery.deep.tolist(), battery.deep_edges.tolist(), strict=True)
    return {
        "bet": battery.bet,
        "rounds_bet": battery.bets,
        "frequency": battery.frequency.value,
        "frequency_stderr": battery.frequency.stderr,
        "edge": battery.edge.value,
        "edge_stderr": battery.edge.stderr,
        "by_depth": [
            {
                "cards_dealt": place * HALF_DECK,
                "rounds": rounds,
                "rounds_bet": bets,
                "edge": edges / bets if bets else None,
            }
            for place, (rounds, bets, edges) in enumerate(rows)
            if rounds
        ],
    }
