"""What each bet already is in mid-coup, and from which card on an outcome is established."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from casino import dealt
from croupier import Card, Coup, Side, load
from croupier.cards import DECK
from croupier.facts import FACTS
from croupier.game import Game, read_game
from croupier.game.loading import keys, shipped
from croupier.hand_traits import Level
from croupier.settlement.established import (
    Status,
    is_established,
    is_established_face_down,
    statuses,
    statuses_of,
)
from croupier.settlement.verdicts import verdicts
from made_up_games import made_up_game
from slow_established import slow_established, slow_statuses

EZ = Path(__file__).parent.parent / "examples" / "ez-baccarat.toml"
THIRTEEN = Path(__file__).parent / "data" / "thirteen.toml"

Hand = tuple[Card | None, ...]


@pytest.mark.parametrize(
    ("game", "cards", "established"),
    [
        ("insurance", "", False),
        ("insurance", "Ks", False),
        ("insurance", "Ks 4d", False),
        ("insurance", "Ks 4d 3c", True),  # Player Pair is lost
        ("insurance", "Ks 4d Kc", True),  # Player Pair is won
        ("tiger", "Ks 4d", False),
        ("tiger", "Ks 4d 3c", False),  # Tiger Pair can still come from Banker
        ("tiger", "Ks 4d Kc", True),  # Tiger Pair is won, its size still open
        ("tiger", "Ks 4d 3c 2h", True),  # Tiger Pair is lost
        ("tournament", "Ks 4d 3c", True),
        ("classic", "Ks 4d 3c", False),
        ("classic", "Ks 4d 3c 2h", False),
        ("classic", "9s 4d Kc 3h", True),  # a natural: complete
        ("classic", "Ks Kd 2c 3h 9s", False),  # Player 1, Banker draws on 3: anything may come
        ("classic", "2s Kd 2c 6h 6s", False),  # Player 0 cannot win, but a tie returns the bet
        ("classic", "6s Kd Kc 5h", False),
        ("player-dealer", "2s 2d 2c 2h 5s", False),  # Player 9 cannot lose, but can be tied
    ],
)
def test_from_when_an_outcome_is_established(game: str, cards: str, established: bool) -> None:
    assert is_established(statuses(load(game), Coup.of(cards))) is established


def test_each_bet_has_its_own_status() -> None:
    found = statuses(load("tiger"), Coup.of("Ks 6d Kc Kh"))
    assert found["tiger_pair"] is Status.WON
    assert found["player"] is found["banker"] is found["tie"] is Status.OPEN
    done = statuses(load("tiger"), Coup.of("Ks Qd 6c 6h"))
    assert done["player"] is done["banker"] is Status.RETURNED
    assert done["tiger_tie"] is done["tie"] is Status.WON
    assert done["tiger"] is Status.LOST


def brute_force(game: Game, coup: Coup) -> dict[str, set[Status]]:
    """Deal every card that can come, one by one."""
    if coup.is_complete:
        found = verdicts(game, game.facts_of(coup))
        return {
            key: {
                Status.LOST
                if verdict.odds is None
                else Status.RETURNED
                if verdict.odds.is_push
                else Status.WON
            }
            for key, verdict in found.items()
        }
    ends: dict[str, set[Status]] = {}
    for card in DECK[:13] if len(coup.cards) > 3 else DECK:
        for key, found_here in brute_force(game, coup.deal(card)).items():
            ends.setdefault(key, set()).update(found_here)
    return ends


def expected(game: Game, coup: Coup) -> dict[str, Status]:
    """Return what each bet is by all the ways in which the coup can end."""
    return {
        key: ends.copy().pop() if len(ends) == 1 else Status.OPEN
        for key, ends in brute_force(game, coup).items()
    }


def own_bets(bets: dict[str, str]) -> Game:
    """Return a game with these bets, each by the one condition under which it wins."""
    text = 'key = "own"\ntitle = "Own"\ndecks = [1, 8]\n'
    for key, when in bets.items():
        text += f'[bets.{key}]\npays = [{{ when = {{ {when} }}, odds = "1:1" }}]\n'
    return read_game(tomllib.loads(text), "own.toml", shipped)


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_dealing_every_card_would_show(game: str, seed: int) -> None:
    rng = Random(seed)
    coup = Coup()
    while not coup.is_complete:
        coup = coup.deal(rng.choice(DECK))
        if len(coup.cards) < 3:
            continue
        assert statuses(load(game), coup) == expected(load(game), coup), str(coup)


@pytest.mark.parametrize("third", ["", *"TA23456789"])
def test_it_is_so_for_bets_on_totals_and_numbers_of_cards_too(third: str) -> None:
    """From all totals of two cards, and after each third card that Player can draw to them."""
    bets: dict[str, str] = {}
    for hand in ("player", "banker"):
        bets |= {f"{hand}_{total}": f"{hand}_total = {total}" for total in range(10)}
        bets |= {f"{hand}_draws": f"{hand}_cards = 3", f"{hand}_stands": f"{hand}_cards = 2"}
    game = own_bets(bets)
    for player, banker in product(range(10), range(10)):
        coup = Coup.of(dealt(player, banker))
        if third and coup.next is Side.PLAYER:
            coup = coup.deal(Card.parse(f"{third}s"))
        assert statuses(game, coup) == expected(game, coup), str(coup)


def test_a_push_is_no_outcome_and_a_game_of_suits_works() -> None:
    text = EZ.read_text(encoding="utf-8") + (
        '\n[bets.red_player]\npays = [{ when = { player_colour = "red" }, odds = "3:1" }]\n'
        '\n[bets.anything]\npays = [{ when = {}, odds = "0:1" }]\n'
    )
    game = read_game(tomllib.loads(text), "own", shipped)
    assert statuses(game, Coup.of("Ks"))["red_player"] is Status.LOST
    assert statuses(game, Coup.of("Kh"))["red_player"] is Status.OPEN
    assert statuses(game, Coup.of("Kh 2c 3d"))["red_player"] is Status.WON
    assert statuses(game, Coup())["anything"] is Status.RETURNED
    assert not is_established(statuses(game, Coup()))


def from_file(path: Path) -> Game:
    return read_game(tomllib.loads(path.read_text(encoding="utf-8")), path.name, shipped)


GAMES = {**{key: load(key) for key in keys()}, "ez": from_file(EZ), "13": from_file(THIRTEEN)}


def stages(rng: Random, number: int) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yield the first cards of both hands, none to two each, in any order of dealing."""
    for _ in range(number):
        few = [tuple(rng.choices(DECK, k=rng.choice((0, 1, 2, 2, 2)))) for _ in range(2)]
        yield few[0], few[1]


def counting(points: tuple[int, ...]) -> tuple[Card, ...]:
    """Return cards that count so many points."""
    return tuple(Card.parse(f"{'TA23456789'[point]}s") for point in points)


def thirds(rng: Random, first: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(rng.choices(range(10), k=rng.choice((0, 1, 2)) if len(first) == 4 else 0))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("game", "number"), [*((key, 250) for key in keys()), ("ez", 250), ("13", 40)]
)
def test_it_is_what_trying_every_ending_shows(game: str, number: int) -> None:
    rng = Random(game)
    for player, banker in stages(rng, number):
        points = thirds(rng, player + banker)
        found = statuses_of(GAMES[game], player, banker, counting(points))
        assert found == slow_statuses(GAMES[game], player, banker, points), (player, banker, points)


def held_against_every_ending(seed: int, number: int) -> None:
    rng = Random(seed)
    game = made_up_game(rng, 4)
    for player, banker in stages(rng, number):
        points = thirds(rng, player + banker)
        found = statuses_of(game, player, banker, counting(points))
        assert found == slow_statuses(game, player, banker, points), (seed, player, banker, points)


@pytest.mark.no_cover
@pytest.mark.parametrize("first", range(0, 100, 10))
def test_it_is_so_for_bets_on_any_facts(first: int) -> None:
    for seed in range(first, first + 10):
        held_against_every_ending(seed, 10)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 3000, 100))
def test_it_is_so_for_thousands_of_games(first: int) -> None:
    for seed in range(first, first + 100):
        held_against_every_ending(seed, 50)


def turned(game: Game, hand: Hand) -> Iterator[tuple[Card, ...]]:
    """Yield a hand with every card that may lie face down in it."""
    suits = any(FACTS[name].level is Level.SUITS for name in game.facts)
    cards = DECK if suits else tuple(card for card in DECK if card.suit is DECK[0].suit)
    yield from product(*(cards if card is None else (card,) for card in hand))


def by_turning(game: Game, player: Hand, banker: Hand, points: tuple[int | None, ...]) -> bool:
    """Return True if something is decided whatever is turned; the statuses are taken as right."""
    known = tuple(product(*(range(10) if third is None else (third,) for third in points)))
    return all(
        is_established(statuses_of(game, *hands, counting(third)))
        for hands in product(turned(game, player), list(turned(game, banker)))
        for third in known
    )


def some_down(rng: Random, cards: tuple[Card, ...], number: int) -> Hand:
    down = rng.sample(range(len(cards)), min(number, len(cards)))
    return tuple(None if place in down else card for place, card in enumerate(cards))


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_it_holds_for_every_card_that_may_lie_face_down(game: str) -> None:
    rng = Random(game)
    suits = game == "13"
    for player, banker in stages(rng, 6 if suits else 15):
        # Trying all of them is slow: every card of four is tried in the next test.
        first = some_down(rng, player + banker, 1 if suits else 2)
        hands = first[: len(player)], first[len(player) :]
        points = tuple(rng.choice((None, third)) for third in thirds(rng, player + banker)[:1])
        down = tuple(None if third is None else counting((third,))[0] for third in points)
        found = is_established_face_down(GAMES[game], *hands, down)
        assert found is by_turning(GAMES[game], *hands, points), (hands, points)
        if not points:
            assert found is slow_established(GAMES[game], *hands), hands


@pytest.mark.no_cover
@pytest.mark.parametrize("game", [key for key in GAMES if key != "13"])
def test_it_holds_with_all_four_cards_face_down(game: str) -> None:
    two: Hand = (None, None)
    found = is_established_face_down(GAMES[game], two, two)
    assert found is by_turning(GAMES[game], two, two, ())
    # A bet on pairs is decided by any four cards, unless it goes back.
    assert found is (game in {"insurance", "tiger", "tournament"})


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(60))
def test_made_up_bets_hold_for_cards_face_down(seed: int) -> None:
    """Different bets may be decided by different cards: together they establish an outcome."""
    rng = Random(seed)
    game = made_up_game(rng, 6)
    suits = any(FACTS[name].level is Level.SUITS for name in game.facts)
    for player, banker in stages(rng, 3):
        cards = some_down(rng, player + banker, rng.randint(1, 1 if suits else 3))
        hands = cards[: len(player)], cards[len(player) :]
        assert is_established_face_down(game, *hands) is by_turning(game, *hands, ()), hands


def test_one_bet_may_decide_some_cards_and_another_the_rest() -> None:
    """Red or black: one bet is won, the other goes back; no bet is decided for both."""
    text = 'key = "own"\ntitle = "Own"\ndecks = [1, 8]\n'
    for colour in ("red", "black", "mixed"):
        others = ", ".join(f'"{each}"' for each in ("red", "black", "mixed") if each != colour)
        text += (
            f"[bets.{colour}]\npays = ["
            f'{{ when = {{ player_colour = "{colour}" }}, odds = "1:1" }}, '
            f'{{ when = {{ player_colour = [{others}] }}, odds = "0:1" }}]\n'
        )
    game = read_game(tomllib.loads(text), "own.toml", shipped)
    assert is_established_face_down(game, (None, None), ())
    assert not is_established_face_down(game, (None,), ())
    assert not is_established(statuses_of(game, (), ()))
