"""The environment to learn in: real shoes, nothing seen ahead, as Gymnasium wants it."""

from __future__ import annotations

import pytest

import croupier as cr

gymnasium = pytest.importorskip("gymnasium")

import numpy as np  # noqa: E402

from croupier.gym import ID, Baccarat  # noqa: E402

pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize("render_mode", [None, "ansi"])
@pytest.mark.parametrize("game", ["classic", "tiger", "insurance"])
def test_gymnasium_finds_nothing_wrong_with_it(game: str, render_mode: str | None) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(ID, game=game, render_mode=render_mode)
    # What it finds doubtful it says by a warning, which is an error here.
    check_env(env.unwrapped, skip_render_check=render_mode is None)


def test_it_deals_the_shoes_of_the_seed_and_pays_what_the_bets_pay() -> None:
    bets = ("banker", "tie", "tiger")
    wanted = cr.shoes("tiger", shoes=2, seed=5)
    env = Baccarat("tiger", bets=bets, most=3, bankroll=10**6, shoes=2)
    _, told = env.reset(seed=5)
    assert told == {"shoe": 0}
    purse, over, place = 1e6, False, 0
    names = np.array(wanted.names)
    while not over:
        seen, reward, over, cut_short, told = env.step(np.array([3, 2, 1]))
        assert told["cards"].split() == [card for card in names[wanted.cards[place]] if card]
        assert (told["shoe"], told["coup"]) == (wanted.shoe[place], wanted.coup[place])
        assert told["result"] == wanted.results[wanted.result[place]]
        won = sum(n * wanted.bets[bet][place] for n, bet in zip((3, 2, 1), bets, strict=True))
        assert reward == pytest.approx(won)
        purse += reward
        assert seen["purse"][0] == pytest.approx(purse)
        assert not cut_short
        place += 1
    assert place == wanted.rounds


def test_what_is_seen_is_what_a_patron_sees() -> None:
    """The cards gone and the results of this shoe; the purse; no card that is still to come."""
    wanted = cr.shoes("classic", shoes=1, seed=9)
    env = Baccarat(most=1)
    seen, _ = env.reset(seed=9)
    for place in range(wanted.rounds):
        gone = wanted.cards[:place]
        assert seen["seen"].tolist() == [
            int(((gone >= 4 * rank) & (gone < 4 * rank + 4)).sum()) for rank in range(13)
        ]
        assert seen["cards_left"][0] == wanted.cards_left[place]
        assert seen["results"].tolist() == np.bincount(wanted.result[:place], minlength=3).tolist()
        assert env.observation_space.contains(seen)
        seen, _, over, _, _ = env.step(np.array([0, 0]))
    assert over


def test_an_episode_ends_in_ruin_and_the_next_has_the_next_shoe() -> None:
    env = Baccarat("classic", bets=["tie"], most=4, bankroll=4, render_mode="ansi")
    env.reset(seed=1)
    _, reward, over, _, told = env.step(np.array([4]))
    assert (reward, over, told["placed"]) == (-4.0, True, {"tie": 4})
    assert env.render() == f"shoe 0 coup 0: {told['cards']} - {told['result']}"
    assert env.reset()[1] == {"shoe": 1}
    assert env.render() == "shoe 1"
    # What is left in the purse is staked, and no more.
    env = Baccarat("classic", bets=["tie", "player"], most=4, bankroll=5)
    env.reset(seed=1)
    assert env.step(np.array([4, 4]))[4]["placed"] == {"tie": 4, "player": 1}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"bets": ["punto"]}, "has no bet"),
        ({"game": "punto"}, "punto"),
        ({"decks": 3}, "6 to 8 decks"),
        ({"most": 0}, "most"),
        ({"bankroll": 5}, "bankroll"),
        ({"shoes": 0}, "shoes"),
        ({"cut": 416}, "no coup can start"),
    ],
)
def test_a_wrong_call_is_told_what_was_expected(given: dict[str, object], why: str) -> None:
    with pytest.raises(cr.CroupierError, match=why):
        Baccarat(**given)  # type: ignore[arg-type]
