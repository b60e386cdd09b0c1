"""What each bet already is in mid-coup, and from which card on an outcome is established."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path
from random import Random

import pytest

from casino import dealt
from croupier import Card, Coup, Side, load
from croupier.cards import DECK
from croupier.game import Game, read_game
from croupier.game.loading import keys, shipped
from croupier.settlement.established import Status, is_established, statuses
from croupier.settlement.settling import verdicts

EZ = Path(__file__).parent.parent / "examples" / "ez-baccarat.toml"


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
