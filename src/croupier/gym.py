"""An environment of Gymnasium that deals real shoes: bets are chosen by what a patron can see.

An action is a number of chips for each bet, an observation what is known before the cards come, and
a reward what the bets brought. An episode is a shoe, or several. `import croupier.gym` registers it
as "croupier/Baccarat-v0".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, MultiDiscrete
from numpy.typing import NDArray

from croupier.cards import Rank
from croupier.errors import Code, InvalidInput
from croupier.game.loading import load
from croupier.game.model import Game
from croupier.lab.dealt_shoes import Payments
from croupier.settlement.checks import check_decks
from croupier.simulation import CUT, Plan
from croupier.simulation.card_columns import CARDS, NO_CARD, WINNERS, CoupColumns, deal_columns
from croupier.strategy.payoffs import Payoffs, side_bets

Seen: TypeAlias = dict[str, Any]
Chips: TypeAlias = NDArray[np.int64]

ID = "croupier/Baccarat-v0"
MOST_PURSE = 1e12
"""The highest purse that an observation can show."""

_BATCH = 256
"""So many shoes are dealt at a time: the compiled code deals them side by side."""

_RANKS = {card: tuple(Rank).index(card.rank) for card in CARDS}


class Baccarat(gymnasium.Env[Seen, Chips]):
    """Shoes of a game, dealt coup by coup to somebody who stakes chips on its bets.

    `reset(seed=…)` begins with shoe 0 of that seed, with the cards that `croupier.shoes` has for
    it. Later resets go on to its next shoes.
    """

    # Gymnasium has it as a variable of every object, and it is the same for all.
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Path | Game = "classic",
        *,
        bets: Sequence[str] = (),
        most: int = 10,
        bankroll: int = 100,
        shoes: int = 1,
        decks: int | None = None,
        cut: int = CUT,
        render_mode: str | None = None,
    ) -> None:
        """Take the bets in question (else those on the two hands) and the highest stake on each."""
        self.game = game if isinstance(game, Game) else load(game)
        decks = self.game.decks.default if decks is None else decks
        check_decks(self.game, decks)
        if not 1 <= most <= bankroll <= MOST_PURSE or shoes < 1:
            said = "most is 1 chip or more, the bankroll no less, and shoes are 1 or more"
            raise InvalidInput(Code.MALFORMED, said)
        self._plan = Plan.of(self.game, 0, decks, cut, together=self.game.bets)
        self.bets = tuple(bets) or side_bets(self.game, self._plan)
        # Refuses a bet that the game does not have.
        Payoffs(self.game, self._plan, self.bets)
        self._payments = Payments(self.game, self._plan)
        self.bankroll, self.shoes, self.render_mode = bankroll, shoes, render_mode
        self._seed: int | None = None
        self._next_shoe = 0
        self._dealt: CoupColumns | None = None
        self._row = self._end = 0
        self._purse = float(bankroll)
        self._results = np.zeros(3, np.int64)
        self._told: dict[str, Any] = {}
        coups = 13 * decks
        self.action_space = MultiDiscrete([most + 1] * len(self.bets))
        self.observation_space = Dict(
            {
                "seen": Box(0, 4 * decks, (13,), np.int64),
                "cards_left": Box(0, 52 * decks, (1,), np.int64),
                "results": Box(0, coups, (3,), np.int64),
                "purse": Box(0, MOST_PURSE, (1,), np.float64),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new episode: with a seed its shoe 0, else the next shoe."""
        super().reset(seed=seed, options=options)
        if seed is not None or self._seed is None:
            drawn = int(self.np_random.integers(2**63)) if seed is None else seed
            self._seed, self._next_shoe, self._dealt = drawn, 0, None
        self._purse, self._told = float(self.bankroll), {}
        self._left = self.shoes
        self._open_shoe()
        return self._seen(), {"shoe": self._shoe}

    def step(self, action: Chips) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Stake chips, deal a coup, pay; a stake above what is in the purse is cut to that."""
        assert self._dealt is not None, "reset comes first"
        dealt, row, left = self._dealt, self._row, int(self._purse)
        placed: dict[str, int] = {}
        net = 0.0
        for bet, asked in zip(self.bets, np.asarray(action).tolist(), strict=True):
            placed[bet] = min(int(asked), left)
            left -= placed[bet]
            paid = self._payments.values[bet][self._payments.places[bet][dealt.codes[row]]]
            net += float(placed[bet] * paid)
        self._purse = min(self._purse + net, MOST_PURSE)
        places = dealt.cards[:, row]
        cards = [CARDS[card] for card in places.tolist() if card != NO_CARD]
        for card in cards:
            self._gone[_RANKS[card]] += 1
        winner = int(dealt.winner[row])
        self._results[winner] += 1
        self._told = {
            "shoe": self._shoe,
            "coup": int(dealt.coup[row]),
            "cards": " ".join(card.text for card in cards),
            "result": str(WINNERS[winner]),
            "placed": placed,
        }
        self._row += 1
        if self._row == self._end and self._left > 1:
            self._left -= 1
            self._open_shoe()
        over = self._row == self._end or self._purse < 1
        return self._seen(), net, over, False, self._told

    def render(self) -> str | None:
        """Return the last coup in a line."""
        if self.render_mode != "ansi":
            return None
        if not self._told:
            return f"shoe {self._shoe}"
        told = self._told
        return f"shoe {told['shoe']} coup {told['coup']}: {told['cards']} - {told['result']}"

    def _open_shoe(self) -> None:
        """Go on to the next shoe of the seed."""
        if self._dealt is None or self._next_shoe >= self._dealt.first + _BATCH:
            assert self._seed is not None
            plan = replace(self._plan, seed=self._seed)
            self._dealt = deal_columns(plan, self._next_shoe, _BATCH)
        self._shoe = self._next_shoe
        self._next_shoe += 1
        here = self._shoe - self._dealt.first
        self._row = int(self._dealt.rounds[:here].sum())
        self._end = self._row + int(self._dealt.rounds[here])
        self._gone = np.zeros(13, np.int64)
        self._results = np.zeros(3, np.int64)

    def _seen(self) -> Seen:
        """Return what is known before the next coup: nothing of the cards to come."""
        left = 52 * self._plan.decks - int(self._gone.sum())
        return {
            "seen": self._gone.copy(),
            "cards_left": np.array([left], np.int64),
            "results": self._results.copy(),
            "purse": np.array([self._purse], np.float64),
        }


gymnasium.register(id=ID, entry_point="croupier.gym:Baccarat")
