"""Sound games as game files, and the ways to spoil one."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Data = dict[str, Any]
Change = Callable[[Data], None]

PLAIN = """
key   = "plain"
title = "Plain"
decks = [6, 8]
[bets.tie]
pays = [{ when = { winner = "tie" }, odds = "8:1" }]
"""

FULL = """
key    = "full"
title  = "Full"
source = "a test"
decks  = { min = 6, max = 8, default = 7, rule = "1.1" }
[layouts]
mini-7 = { name = "Mini", boxes = 7, shape = "mini", rule = "1.1" }
[play]
deal   = "1.1"
winner = ["1.1", "1.2"]
face_down = { allowed = false, rule = "1.1" }
[betting]
both_sides = { allowed = true, rule = "1.1" }
standing   = { allowed = false }
own_box    = "1.1"
[limits]
assessed = "differential"
between  = ["banker", "player"]
rules    = { duty = "1.1" }
[bank]
by    = "house"
rules = { order = "1.1" }
[bets.player]
name  = "Player"
main  = true
pays  = [
  { when = { winner = "player" }, odds = "1:1", rule = "1.1", says = "Player wins" },
  { when = { winner = "tie" }, odds = "0:1", rule = ["1.1", "1.2"] },
]
loses = "1.1"
[bets.banker]
main = true
pays = [
  { when = { winner = "banker", banker_total = { min = 1 } }, odds = "1:1", commission = "5%" },
]
[bets.tie]
name = { en = "Tie", zh = "和" }
short = { en = "T", zh = "和" }
pays = [{ when = { winner = "tie", margin = [0], natural = true }, odds = "8:1" }]
[insurance.rules]
offered = "1.1"
[insurance.bets.player_insurance]
name     = "Player Insurance"
insures  = "player"
original = "player"
offers   = [
  { stage = "four_cards", player_total = 7, banker_total = { max = 5 }, odds = "4:1" },
  { stage = "player_third", player_total = 9, banker_total = 6, odds = "8:1", pays_on_tie = true },
]
[irregularities]
borrow = "tiger"
[irregularities.wrong_hand]
does      = "reconstruct"
otherwise = "void"
options   = "always"
decides   = "dealer"
rule      = "1.1"
[table]
close_bets = "1.2"
late_bet   = ["1.2", "1.1"]
[paragraphs]
"1.1" = { kind = "definition", gist = "What it says.", at = ["coup", "table"] }
"1.2" = { kind = "settlement", gist = "What else it says." }
"""

BANKED = """
key   = "banked"
title = "Banked"
decks = [8, 8]
[bank]
by    = "player-dealer"
order = ["player", "tie"]
[bets.player]
main = true
fee  = "main"
pays = [{ when = { winner = "player" }, odds = "1:1" }]
[bets.tie]
pays = [{ when = { winner = "tie" }, odds = "8:1" }]
"""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A change that spoils a sound game, and what the reader says to it."""

    id: str
    change: Change
    key: str
    says: tuple[str, ...]
    """Words that its message must have."""
    schema: bool = True
    """Whether the schema can see it too. It compares no numbers, looks nothing up elsewhere in the
    file and deals no coups: such mistakes only the reader sees."""
    base: str = FULL

    @property
    def data(self) -> Data:
        """The sound game, spoiled."""
        data = tomllib.loads(self.base)
        self.change(data)
        return data


def put(path: str, value: object) -> Change:
    """Set what stands at a path such as bets/tie/pays/0/odds."""

    def change(data: Data) -> None:
        *way, last = path.split("/")
        place: Any = data
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
        if isinstance(place, list):
            place[int(last)] = value
        else:
            place[last] = value

    return change


def drop(path: str) -> Change:
    """Take away what stands at a path."""

    def change(data: Data) -> None:
        *way, last = path.split("/")
        place: Any = data
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        del place[last]

    return change


def pays(*lines: Data) -> Change:
    """Give the bet on tie these conditions, each at 1:1."""
    return put("bets/tie/pays", [{"when": line, "odds": "1:1"} for line in lines])


def when(**facts: object) -> Change:
    """Give the bet on tie one line with this condition."""
    return pays(facts)


def key_of(path: str) -> str:
    """The key by which the reader calls a path: numbers in brackets, odd names in quotes."""
    key = ""
    for step in path.split("/"):
        name = f'"{step}"' if "." in step or " " in step else step
        key += f"[{step}]" if step.isdigit() else f".{name}"
    return key[1:]
