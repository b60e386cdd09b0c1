"""What every writer of scripts needs: dice, commands, people, amounts and cards."""

import random
from abc import abstractmethod
from typing import Any

from naive import settlement as slow
from naive.table import WHO, Table
from naive.table_base import LAYOUTS, ROLES

PATRONS = ("ann", "bob", "cyd", "dan", "eve")
ODDITIES: tuple[Any, ...] = ("0", "-5", "1e3", 12, "", " 5", "0.001", None, "99999999999999999999")
AMOUNTS = (5, 10, 20, 25, 30, 40, 50, 50, 60, 75, 100, 100, 150, 200, 500)
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]


class Quill:
    """Dice, a table to look at, and the making of single commands."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.table = Table()
        self.number = 0
        often = ("insurance", "insurance", "tiger", "player-dealer")
        self.game = self.dice.choice([*sorted(LAYOUTS), *often])
        kinds = ["digital", "digital", "digital", "manual", "manual", "shuffler"]
        self.shoe = self.dice.choice(kinds)
        # some tables are dealt from few cards only: pairs, naturals and ties come more often
        self.stock = DECK if self.chance(0.7) else self.dice.sample(DECK, 20)

    def chance(self, share: float) -> bool:
        """True that often."""
        return self.dice.random() < share

    def order(self, do: str, role: str | None = None, name: str | None = None, **rest: Any) -> Any:
        """A command; by the lowest role that may give it unless told, or now and then a higher."""
        who = role or WHO[do]
        if role is None and who != "player" and self.chance(0.1):
            who = self.dice.choice(ROLES[ROLES.index(who) :])
        return {"do": do, "by": {"role": who, "name": name or who}, **rest}

    def own(self, do: str, player: str, **rest: Any) -> Any:
        """A player's own command, or the dealer's for the player."""
        if self.chance(0.1):
            return self.order(do, "dealer", "dealer", player=player, **rest)
        if self.chance(0.05):
            return self.order(do, "player", player, **rest)
        return self.order(do, "player", player, player=player, **rest)

    def staff(self, do: str, **rest: Any) -> Any:
        """A decision of the pit, now and then with its reason."""
        if self.chance(0.2):
            rest["reason"] = "as the cameras show" if self.chance(0.95) else 7
        return self.order(do, **rest)

    def for_round(self) -> dict[str, Any]:
        """The round that a bet is meant for: left out, the present one, or another."""
        if self.chance(0.6):
            return {}
        if self.chance(0.9):
            return {"round": self.table.round}
        other = self.dice.choice([-1, 1, 2])
        return {"round": self.table.round + other if self.chance(0.8) else "next"}

    def money(self) -> Any:
        """An amount that somebody would say."""
        if self.chance(0.02):
            return self.dice.choice(ODDITIES)
        if self.chance(0.08):
            return f"{self.dice.randint(1, 30000) / 100:.2f}"
        return str(self.dice.choice(AMOUNTS))

    def patron(self) -> str:
        """Somebody who has chips, mostly."""
        known = sorted(self.table.balances)
        return self.dice.choice(known if known and self.chance(0.95) else PATRONS)

    def a_box(self) -> int:
        """A box, one with somebody at it mostly."""
        if self.table.seats and self.chance(0.8):
            return self.dice.choice(sorted(self.table.seats))
        most = max(1, self.table.boxes + self.chance(0.1))
        return self.dice.randint(0 if self.chance(0.1) else 1, most)

    def card(self) -> Any:
        """A card."""
        return self.dice.choice(self.stock) if self.chance(0.99) else "1x"

    def upcoming(self, number: int) -> list[str]:
        """The next cards of the shoe; those of a manual one nobody knows."""
        if self.shoe == "manual":
            return [str(self.dice.choice(self.stock)) for _ in range(number)]
        return list(self.table.shoe or [])[:number]

    def main_bets(self) -> list[dict[str, Any]]:
        """The bets on a hand, of this round or the one just settled."""
        bets = self.table.bets or self.table.settled
        return [bet for bet in bets if bet["bet"] in slow.MAIN]

    def some_bet(self) -> dict[str, Any]:
        """A bet on the layout that has a name, if there is one."""
        named = [bet for bet in self.table.bets if bet["id"] is not None]
        return self.dice.choice(named) if named else {"id": "none", "player": self.patron()}

    @abstractmethod
    def position(self) -> Any:
        """Somebody becomes player-dealer; told by the whole scribe."""
