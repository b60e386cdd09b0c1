"""Bets on the cards themselves: established outcomes, the middle of a coup, and the table."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from croupier import Coup, Round, load, settle
from croupier.cards import DECK, Card
from croupier.facts import FACTS, FAMILIES, fact, finish, finish_of_hands
from croupier.game import Game, read_game
from croupier.game.hand_classes import classes
from croupier.game.loading import shipped
from croupier.hand_traits import Trait
from croupier.odds import Composition, mid_round
from croupier.odds.covariance import Wager, covariances_of
from croupier.settlement.established import (
    Status,
    is_established,
    is_established_face_down,
    statuses,
    statuses_of,
)
from croupier.simulation import dealing
from naive import card_bets
from shoes import EIGHT, left, small_shoe
from tables import betting_table

pytestmark = pytest.mark.no_cover

DATA = Path(__file__).parent / "data"
CARDS = load(DATA / "cards.toml")


def ending(game: Game, key: str, coup: Coup) -> Status:
    kind = game.bets[key]
    line = kind.line({name: fact(name).of(finish(coup)) for name in kind.facts})
    if line is None or line.odds.profit < 0:
        return Status.LOST
    return Status.RETURNED if line.odds.is_push else Status.WON


def tried(coup: Coup) -> dict[str, set[Status]]:
    """Deal every card that can come, one by one."""
    if coup.is_complete:
        return {key: {ending(CARDS, key, coup)} for key in CARDS.bets}
    ends: defaultdict[str, set[Status]] = defaultdict(set)
    for card in DECK:
        for key, found in tried(coup.deal(card)).items():
            ends[key] |= found
    return ends


@pytest.mark.parametrize("seed", range(6))
def test_statuses_are_what_dealing_every_card_shows(seed: int) -> None:
    rng, coup = Random(seed), Coup()
    while not coup.is_complete:
        coup = coup.deal(rng.choice(DECK))
        if len(coup.cards) > 3:
            wanted = {
                key: min(ends) if len(ends) == 1 else Status.OPEN
                for key, ends in tried(coup).items()
            }
            assert statuses(CARDS, coup) == wanted, str(coup)


def test_a_few_cards_may_decide() -> None:
    assert statuses(CARDS, Coup())["three_of_a_kind"] is Status.OPEN
    assert statuses(CARDS, Coup.of("7s 2h 8d"))["three_of_a_kind"] is Status.OPEN
    assert statuses(CARDS, Coup.of("7s 2h 8d 3c"))["three_of_a_kind"] is Status.LOST
    assert statuses(CARDS, Coup.of("Ks 2h Kd 3h"))["three_of_a_kind"] is Status.OPEN
    assert statuses(CARDS, Coup.of("Kh"))["red_and_black"] is Status.OPEN
    mixed = statuses(CARDS, Coup.of("Kh 2c 3s"))
    assert mixed["red_and_black"] is Status.LOST
    assert is_established(mixed)
    # A third card by its rank, and a part lost is a loss.
    assert statuses(CARDS, Coup.of("Ks Jh Kd Qh Kc"))["three_of_a_kind"] is Status.WON


@pytest.mark.parametrize(
    ("player", "banker"),
    [(("Kh", None), ("2c", "3s")), (("Kh", "3s"), (None, None)), (("7h", "7d"), ("4c", None))],
)
def test_it_holds_for_every_card_that_lies_face_down(
    player: tuple[str | None, ...], banker: tuple[str | None, ...]
) -> None:
    hands = [
        tuple(None if card is None else Card.parse(card) for card in hand)
        for hand in (player, banker)
    ]
    turned = [product(*(DECK if card is None else (card,) for card in hand)) for hand in hands]
    wanted = all(
        is_established(statuses_of(CARDS, one, two)) for one, two in product(*map(list, turned))
    )
    assert is_established_face_down(CARDS, hands[0], hands[1]) is wanted


@pytest.mark.parametrize("cards", ["", "Kh", "Kh 7s", "Kh 7s Qh", "Kh 7s Qh 6c", "4h 2c Ah 3s 7d"])
def test_the_middle_of_a_coup_is_weighed_as_dealing_weighs_it(cards: str) -> None:
    known = Coup.of(cards)
    shoe = small_shoe(4, 8 - len(known.cards))
    dealt: defaultdict[str, defaultdict[Fraction, int]] = defaultdict(lambda: defaultdict(int))

    def deal(coup: Coup, rest: list[Card], weight: int) -> None:
        if coup.is_complete:
            for key, kind in CARDS.bets.items():
                line = kind.line({name: fact(name).of(finish(coup)) for name in kind.facts})
                dealt[key][line.odds.ratio if line else Fraction(-1)] += weight
            return
        for place, card in enumerate(rest):
            others = [*rest[:place], *rest[place + 1 :]]
            deal(coup.deal(card), others, weight // len(rest))

    deal(known, shoe, 40320)
    found = mid_round(CARDS, known, left(shoe))
    for key, bet in found.bets.items():
        ev = sum((pays * n for pays, n in dealt[key].items()), Fraction(0))
        assert bet.ev == ev / sum(dealt[key].values()), key


def test_facts_depend_on_nothing_but_their_traits() -> None:
    """Hands with the same traits have the same facts: what counting them together rests on."""
    coups = [coup for shoe in range(12) for coup in dealing.coups(9, shoe, 8, 14)]
    names = [*FACTS]
    names += [f"{name}.{sort}" for name, family in FAMILIES.items() for sort in family.cards]
    for name in names:
        each = fact(name)
        seen: dict[object, object] = {}
        for coup in coups:
            key = seen_by(each.player, coup.player.cards), seen_by(each.banker, coup.banker.cards)
            value = each.of(finish(coup))
            assert value in each.values
            assert seen.setdefault(key, value) == value, name


def seen_by(traits: tuple[Trait, ...], cards: tuple[Card, ...]) -> tuple[object, ...]:
    return tuple(trait.of(cards) for trait in traits)


@pytest.mark.parametrize("bet", [key for key in CARDS.bets if key != "player"])
def test_cards_of_one_sort_make_no_difference(bet: str) -> None:
    names = CARDS.bets[bet].facts
    found = classes(names)
    example = found.cards()
    for coup in dealing.coups(2, 1, 8, 250):
        hands = [
            type(hand)(tuple(example[found.sort_of[card]] for card in hand.cards))
            for hand in (coup.player, coup.banker)
        ]
        again = finish_of_hands(*hands)
        for name in names:
            assert fact(name).of(again) == fact(name).of(finish(coup)), name


def with_more(key: str) -> Game:
    """Return a shipped game with one more bet, on a third card."""
    data = {**shipped(key).data, "key": "more"}
    more = {"pays": [{"when": {"player_third": 8}, "odds": "5:1"}]}
    bets = {**data["bets"], "more": more}  # type: ignore[dict-item]
    return read_game({**data, "bets": bets}, "more", shipped)


def test_covariances_do_not_change_by_one_bet_more() -> None:
    plain, more = covariances_of(shipped("insurance"), 8), covariances_of(with_more("insurance"), 8)
    insured = [
        Wager(kind.key, *cell)
        for kind in shipped("insurance").insurance.kinds.values()  # type: ignore[union-attr]
        for cell in list(kind.offers)[:40:13]
    ]
    wagers = [Wager("player"), Wager("banker"), Wager("player_pair"), *insured[:3]]
    for one, other in product(wagers, wagers[:4]):
        if one.stage and other.stage and one[1:] != other[1:]:
            continue
        assert plain.covariance(one, other) == more.covariance(one, other), (one, other)
    for wager in wagers:
        assert plain.ev(wager) == more.ev(wager)
    assert (
        more.ev(Wager("more")) == mid_round(with_more("insurance"), Coup(), EIGHT).bets["more"].ev
    )


def test_suits_must_be_known() -> None:
    with pytest.raises(Exception, match="asks for suits"):
        mid_round(CARDS, Coup(), Composition.of_ranks([32] * 13))


def test_a_needed_bet_is_not_taken_back_before_the_other() -> None:
    play = betting_table(str(DATA / "cards.toml"), ("ann", 1, "player", "10"))
    play.bet("ann", 1, "mostly_red", "5")
    first, second = (bet["id"] for bet in play.state["bets"])
    assert play.refused("withdraw_bet", "ann", bet=first)["code"] == "side_needs_main"
    play.do("withdraw_bet", "ann", bet=second)
    play.do("withdraw_bet", "ann", bet=first)
    fields = {"player": "ann", "box": 1, "bet": "mostly_red", "amount": "5"}
    assert play.refused("place_bet", "ann", **fields)["code"] == "side_needs_main"


@pytest.mark.parametrize("seed", range(4))
def test_a_second_settlement_agrees(seed: int) -> None:
    """Thousands of bets, by a reading of the same file that imports nothing from ours."""
    rng = Random(seed)
    bets = tomllib.loads((DATA / "cards.toml").read_text("utf-8"))["bets"]
    paid = 0
    for _ in range(600):
        few = rng.sample(DECK, rng.choice((3, 8, 52)))
        cards = [rng.choice(few).text for _ in range(6)]
        player, banker = card_bets.hands(cards)
        dealt = [*player[:1], *banker[:1], *player[1:2], *banker[1:2], *player[2:], *banker[2:]]
        round_ = Round(CARDS, Coup.of(dealt), decks=10)
        amounts = {key: rng.choice((1, 3, 7, 500, 9999)) for key in bets}
        for key, units in amounts.items():
            round_ = round_.bet("ann", 1, key, f"{units // 100}.{units % 100:02}")
        for line in settle(round_).lines:
            wanted = card_bets.profit(bets[line.bet.kind], cards, amounts[line.bet.kind])
            assert line.profit == wanted, (line.bet.kind, dealt)
            paid += wanted > 0
    assert paid > 500
