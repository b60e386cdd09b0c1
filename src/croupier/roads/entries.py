"""What a round leaves behind once it is over, and what a shoe of them adds up to."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.coup import Coup, Winner, compare
from croupier.tableau import is_natural


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one round leaves behind; a void round has no result, so nobody makes an entry of it."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    player_pair: bool
    banker_pair: bool

    @classmethod
    def of(cls, coup: Coup) -> Entry:
        """Note down a complete coup."""
        assert coup.is_complete, "an incomplete coup has no place on the roads"
        player, banker = coup.player, coup.banker
        return cls(
            player_total=player.total,
            banker_total=banker.total,
            player_cards=len(player.cards),
            banker_cards=len(banker.cards),
            player_pair=player.pair is not None,
            banker_pair=banker.pair is not None,
        )

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or a tie."""
        return compare(self.player_total, self.banker_total)

    @property
    def player_natural(self) -> bool:
        """Whether Player had eight or nine on two cards."""
        return is_natural(self.player_total, self.player_cards)

    @property
    def banker_natural(self) -> bool:
        """Whether Banker had eight or nine on two cards."""
        return is_natural(self.banker_total, self.banker_cards)

    @property
    def natural(self) -> bool:
        """Whether either hand, or both, had a natural."""
        return self.player_natural or self.banker_natural

    def __str__(self) -> str:
        """Write B, P or T and the dots of the pairs: ' for Banker's, up high, . for Player's."""
        high, low = "'" * self.banker_pair, "." * self.player_pair
        return f"{self.winner[0].upper()}{high}{low}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What a shoe has brought so far, counted in rounds."""

    rounds: int = 0
    banker: int = 0
    player: int = 0
    tie: int = 0
    banker_pair: int = 0
    player_pair: int = 0
    both_pairs: int = 0
    """Rounds in which both hands started with a pair; they count in the two lines above as well."""
    banker_natural: int = 0
    player_natural: int = 0
    natural: int = 0
    """Rounds with a natural of either hand; with both, it is one round."""
    banker_six: int = 0
    """Rounds that Banker won with six."""
    banker_six_of_three: int = 0
    """Those of them in which Banker had three cards."""
    tie_six: int = 0
    """Ties at six."""

    def add(self, entry: Entry) -> Statistics:
        """Count one more round."""
        winner = entry.winner
        six = entry.banker_total == 6
        banker_six = six and winner is Winner.BANKER
        return Statistics(
            rounds=self.rounds + 1,
            banker=self.banker + (winner is Winner.BANKER),
            player=self.player + (winner is Winner.PLAYER),
            tie=self.tie + (winner is Winner.TIE),
            banker_pair=self.banker_pair + entry.banker_pair,
            player_pair=self.player_pair + entry.player_pair,
            both_pairs=self.both_pairs + (entry.banker_pair and entry.player_pair),
            banker_natural=self.banker_natural + entry.banker_natural,
            player_natural=self.player_natural + entry.player_natural,
            natural=self.natural + entry.natural,
            banker_six=self.banker_six + banker_six,
            banker_six_of_three=self.banker_six_of_three + (banker_six and entry.banker_cards == 3),
            tie_six=self.tie_six + (six and winner is Winner.TIE),
        )
