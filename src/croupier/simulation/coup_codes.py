"""A finished coup as one small number, and what can be said of the coup with that number.

The number is cell · 5 + pairs. The cell is 200 if Player drew, 100 if Banker drew, ten times
Player's total and Banker's total; pairs are 0 for none, 1 for Player's, 2 for Banker's, 3 for both
and 4 for both of one rank. Where suits are dealt it is that number · 25 + 5 · Player's look +
Banker's look, a look being one of `LOOKS`.
"""

from __future__ import annotations

from croupier.cards import Rank
from croupier.facts import BLACK, MIXED, RED, Finish, Start

PAIRS: tuple[tuple[Rank | None, Rank | None], ...] = (
    (None, None),
    (Rank.ACE, None),
    (None, Rank.ACE),
    (Rank.ACE, Rank.TWO),
    (Rank.ACE, Rank.ACE),
)
"""Pairs to show for each way the hands can pair: no fact asks for more than whether they match."""

LOOKS = ((False, MIXED), (False, RED), (False, BLACK), (True, RED), (True, BLACK))
"""How two first cards can look: of one suit or not, and their colours."""

BY_RANK = 400 * len(PAIRS)
BY_SUIT = BY_RANK * len(LOOKS) ** 2


def code_of(finish: Finish, *, suits: bool) -> int:
    """Number a coup."""
    cell = 200 * (finish.player_cards == 3) + 100 * (finish.banker_cards == 3)
    cell += 10 * finish.player_total + finish.banker_total
    player, banker = finish.player_start, finish.banker_start
    pairs = (player.pair is not None) + 2 * (banker.pair is not None)
    if pairs == 3 and player.pair is banker.pair:
        pairs = 4
    code = cell * len(PAIRS) + pairs
    if suits:
        looks = [LOOKS.index((start.suited, start.colour)) for start in (player, banker)]
        code = (code * len(LOOKS) + looks[0]) * len(LOOKS) + looks[1]
    return code


def finish_of(code: int, *, suits: bool) -> Finish:
    """Give a coup with this number."""
    looks = 0
    if suits:
        code, looks = divmod(code, len(LOOKS) ** 2)
    cell, pairs = divmod(code, len(PAIRS))
    one, two = divmod(looks, len(LOOKS))
    return Finish(
        cell // 10 % 10,
        cell % 10,
        2 + cell // 200,
        2 + cell // 100 % 2,
        Start(PAIRS[pairs][0], *LOOKS[one]),
        Start(PAIRS[pairs][1], *LOOKS[two]),
    )
