"""What two hands mean, worked out by trying every card; for the naive table only."""

import random
from functools import cache
from itertools import product

from naive import settlement as slow

RANKS = "A23456789TJQK"
Hand = tuple[str, ...]
Known = tuple[str | None, ...]


def next_hand(player: Hand, banker: Hand) -> str | None:
    """Which hand gets the next card; None when the coup is complete.

    Hands that lie wrongly and cannot be reconstructed are filled up to two cards first, the
    shorter hand first; from there the table of play decides.
    """
    if len(player) < 2 or len(banker) < 2:
        if len(player) < 2 and (len(player) <= len(banker) or len(banker) >= 2):
            return "player"
        return "banker"
    points, against = slow.total(list(player[:2])), slow.total(list(banker[:2]))
    if points >= 8 or against >= 8:
        return None
    if len(player) == 2 and slow.PLAYER_PLAYS[points] == "H":
        return "player"
    if len(banker) > 2:
        return None
    if len(player) == 2:
        draws = slow.BANKER_ALONE[against]
    else:
        draws = slow.BANKER_PLAYS[against][slow.VALUES[player[2][0]]]
    return "banker" if draws == "H" else None


def coup_of(player: Hand, banker: Hand) -> slow.Coup:
    """The finished coup with the facts that bets are paid on."""
    points, against = slow.total(list(player)), slow.total(list(banker))
    result = "player" if points > against else "banker" if against > points else "tie"
    facts = {"tie" if result == "tie" else f"{result} wins"}
    if result == "tie" and points == 6:
        facts.add("tie on 6")
    if result == "banker" and against == 6:
        facts |= {"banker wins on 6", f"banker wins on 6 with {('two', 'three')[len(banker) - 2]}"}
    pairs = [hand for hand in (player, banker) if hand[0][0] == hand[1][0]]
    if player in pairs:
        facts.add("player pair")
    if banker[0][0] == banker[1][0]:
        facts.add("banker pair")
    if len(pairs) == 1:
        facts.add("single pair")
    if len(pairs) == 2:
        facts.add("twin pair" if player[0][0] == banker[0][0] else "double pair")
    return slow.Coup(list(player), list(banker), result, facts)


def fates(game: str, player: Hand, banker: Hand, kinds: list[str]) -> dict[str, str]:
    """What becomes of each kind of bet on a finished coup."""
    coup = coup_of(player, banker)
    found = {}
    for kind in kinds:
        if kind in slow.MAIN and coup.result == "tie":
            found[kind] = "push"
        else:
            won = any(fact in coup.facts for fact in slow.PAYS[game][kind])
            found[kind] = "win" if won else "lose"
    return found


def finish(player: Known, banker: Known, stock: tuple[str, ...]) -> tuple[Hand, Hand]:
    """Play a coup to its end; unknown cards and cards to come are taken from the stock."""
    left = list(stock)
    hands = {
        "player": tuple(card or left.pop() for card in player),
        "banker": tuple(card or left.pop() for card in banker),
    }
    while (hand := next_hand(hands["player"], hands["banker"])) is not None:
        hands[hand] += (left.pop(),)
    return hands["player"], hands["banker"]


def most_to_come(player: Known, banker: Known) -> int:
    """How many cards can be unknown at most: those lying face down and those not yet dealt."""
    down = sum(card is None for card in player + banker)
    return down + max(0, 3 - len(player)) + max(0, 3 - len(banker))


@cache
def certain(game: str, player: Known, banker: Known) -> frozenset[str]:
    """The bets on offer that are certainly won or certainly lost, whatever comes.

    Every way to go on is tried. A few hundred random ways come first, only because they strike
    most bets off the list at once.
    """
    kinds = sorted(slow.PAYS[game])
    first: dict[str, str] = {}
    number = most_to_come(player, banker)
    dice = random.Random(1)
    for _ in range(400):
        seen = fates(game, *finish(player, banker, tuple(dice.choices(RANKS, k=number))), kinds)
        kinds = [kind for kind in kinds if first.setdefault(kind, seen[kind]) == seen[kind]]
        kinds = [kind for kind in kinds if seen[kind] != "push"]
    for stock in product(RANKS, repeat=number):
        seen = fates(game, *finish(player, banker, stock), kinds)
        kinds = [kind for kind in kinds if first[kind] == seen[kind] != "push"]
        if not kinds:
            break
    return frozenset(kinds)


def established(game: str, player: Known, banker: Known) -> bool:
    """Whether some bet on offer is decided."""
    return bool(certain(game, player, banker))


def laid(order: list[str]) -> tuple[Hand, Hand]:
    """The ranks of both hands when these cards are dealt, as far as a coup takes them."""
    hands: dict[str, Hand] = {"player": (), "banker": ()}
    for card in order:
        hand = next_hand(hands["player"], hands["banker"])
        if hand is None:
            break
        hands[hand] += (card[0],)
    return hands["player"], hands["banker"]


@cache
def settled_already(game: str, player: Known, banker: Known) -> bool:
    """Whether an outcome is established whichever cards lie face down."""
    down = sum(card is None for card in player + banker)
    for stock in product(RANKS, repeat=down):
        left = list(stock)
        hands = [tuple(card or left.pop() for card in hand) for hand in (player, banker)]
        if not established(game, hands[0], hands[1]):
            return False
    return True


@cache
def nothing_to_come(player: Known, banker: Known) -> bool:
    """Whether no card is to come, whatever the cards are that lie face down."""
    down = sum(card is None for card in player + banker)
    for stock in product(RANKS, repeat=down):
        left = list(stock)
        hands = [tuple(card or left.pop() for card in hand) for hand in (player, banker)]
        if next_hand(hands[0], hands[1]) is not None:
            return False
    return True
