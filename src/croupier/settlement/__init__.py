"""Settlement: bets and a coup in, who gets what and why out."""

from croupier.settlement.limits import Bounds, BoxLimits, Limits, Scope
from croupier.settlement.round import Bet, Line, Outcome, PlayerDealer, Round, Settlement
from croupier.settlement.settling import settle

__all__ = [
    "Bet",
    "Bounds",
    "BoxLimits",
    "Limits",
    "Line",
    "Outcome",
    "PlayerDealer",
    "Round",
    "Scope",
    "Settlement",
    "settle",
]
