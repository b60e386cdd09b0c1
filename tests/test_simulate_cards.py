"""Simulated bets on the cards themselves: the cards of the plain shoes, counted by hand."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from croupier import load
from croupier.engines.checkpoint import Checkpoint, read, write
from croupier.engines.runner import RunTotal, deal_rounds, thread_engine
from croupier.facts import fact, finish, is_deep
from croupier.game import BadGame, Game, read_game
from croupier.game.loading import shipped
from croupier.odds import Composition
from croupier.odds.distribution import distribution
from croupier.simulation import Plan, cpu_hands, cpu_suits, dealing
from croupier.simulation.dealing import deal_with_rounds
from croupier.simulation.tally import Tally, bets
from croupier.simulation.views import tables, view
from croupier.strategy.payoffs import Payoffs
from croupier.strategy.sessions import entry_of

pytestmark = pytest.mark.no_cover

CARDS = load(Path(__file__).parent / "data" / "cards.toml")


def ranks_only() -> Game:
    """The game of cards without its bets on suits."""
    data = tomllib.loads((Path(__file__).parent / "data" / "cards.toml").read_text("utf-8"))
    for bet in ("red_and_black", "suited", "mostly_red", "royal"):
        del data["bets"][bet]
    return read_game(data, "cards.toml", shipped)


GAMES = {"ranks": ranks_only(), "suits": CARDS}


def counted(plan: Plan, first: int, shoes: int) -> tuple[dict[int, int], list[int]]:
    shard, lengths = deal_with_rounds(plan, first, shoes)
    assert shard.rounds == lengths.sum()
    (codes,) = shard.counts.nonzero()
    return {int(code): int(shard.counts[code]) for code in codes}, lengths.tolist()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("decks", "cut", "first", "shoes"), [(8, 14, 0, 120), (1, 5, 9, 400)])
def test_compiled_views_are_those_of_the_real_coup(
    game: str, decks: int, cut: int, first: int, shoes: int
) -> None:
    plan = Plan.of(GAMES[game], 11, decks, cut)
    assert plan.suits is (game == "suits")
    assert plan.views
    where = plan.seed, range(first, first + shoes), decks, plan.stop
    wanted = dealing.count(*where, suits=plan.suits, views=plan.views)
    assert counted(plan, first, shoes) == wanted


def test_views_change_no_card_and_no_other_count() -> None:
    plan = Plan.of(CARDS, 3, 8)
    plain, _ = deal_with_rounds(Plan(3, 8, suits=True), 0, 50)
    seen, _ = deal_with_rounds(plan, 0, 50)
    assert (seen.counts[: plan.base] == plain.counts).all()
    assert seen.rounds == plain.rounds


@pytest.mark.parametrize("game", GAMES)
def test_plain_lanes_deal_what_compiled_ones_do(game: str) -> None:
    """The source of the compiled code, uncompiled, with a block that is not full."""
    plan = Plan.of(GAMES[game], 4, 1, 30)
    wanted, lengths = deal_with_rounds(plan, 0, 3)
    counts, rounds = np.zeros(plan.codes + 1, np.int64), np.zeros(3, np.int64)
    shape = int(plan.suits), *tables(plan.views, plan.base)
    where = dealing.keys_of(4), 0, 1, 30, *shape
    with np.errstate(over="ignore"):
        cpu_hands.deal(*where, counts, rounds, *cpu_suits.work_arrays())
        assert (counts[:-1] == wanted.counts).all()
        assert (rounds == lengths).all()
        notes = dealing.record(plan, 0, 3)
        codes, left = np.zeros_like(notes.codes), np.zeros_like(notes.left)
        cpu_hands.record(*where, codes, left, rounds, *cpu_suits.work_arrays())
    assert (codes == notes.codes).all()
    assert (left == notes.left).all()


@pytest.mark.parametrize("game", GAMES)
def test_bets_are_read_off_as_each_coup_pays_them(game: str) -> None:
    """Every coup of some shoes, paid by the game's own lines, is what is read off the counts."""
    plan, shoes = Plan.of(GAMES[game], 3, 8), 30
    paid: dict[str, Counter[Fraction]] = {bet: Counter() for bet in GAMES[game].bets}
    for shoe in range(shoes):
        for coup in dealing.coups(plan.seed, shoe, plan.decks, plan.stop):
            end = finish(coup)
            for bet, kind in GAMES[game].bets.items():
                line = kind.line({name: fact(name).of(end) for name in kind.facts})
                paid[bet][line.odds.ratio if line else Fraction(-1)] += 1
    by_code, lengths = counted(plan, 0, shoes)
    tally = Tally(plan.suits, shoes, by_code, plan.views)
    assert tally.rounds == sum(lengths)
    found = bets(GAMES[game], tally)
    assert {bet: +Counter(each.outcomes) for bet, each in found.items()} == paid


@pytest.mark.parametrize("decks", [1, 8])
def test_first_rounds_of_fresh_shoes_fit_the_exact_odds(decks: int) -> None:
    """Chi-square of every view; the cut is so high that a shoe has one coup, so they are i.i.d."""
    plan = Plan.of(CARDS, 20, decks, 52 * decks - 1)
    shoes, left = 300_000, Composition.of_decks(decks)
    counts, _ = counted(plan, 0, shoes)
    place = plan.base
    for names in plan.views:
        look, facts = view(names), [fact(name) for name in names]
        seen: Counter[object] = Counter()
        for code in range(look.codes):
            if many := counts.get(place + code, 0):
                seen[tuple(each.of(look.finish_of(code)) for each in facts)] += many
        place += look.codes
        exact = {values: n / left.coups for values, n in distribution(names, left).items() if n}
        assert seen.keys() <= exact.keys()
        # What comes too seldom for a chi-square is put together.
        rare = sum(p for p in exact.values() if p * shoes < 10)
        often = {values: p for values, p in exact.items() if p * shoes >= 10}
        square = sum((seen[values] - shoes * p) ** 2 / (shoes * p) for values, p in often.items())
        assert square < len(often) + 5 * sqrt(2 * len(often)) + 5, names
        outside = shoes - sum(seen[values] for values in often)
        assert abs(outside - shoes * rare) < 6 * sqrt(shoes * rare + 1)


def test_rounds_are_recorded_by_the_view_of_the_chosen_bets() -> None:
    """A strategy's bets are paid round by round, and the roads show what they always show."""
    chosen = ("player", "thirds", "sevens")
    plan = Plan.of(CARDS, 3, 8, together=chosen)
    payoffs = Payoffs(CARDS, plan, chosen)
    notes = dealing.record(plan, 40, 4)
    for row in range(4):
        for turn, coup in enumerate(dealing.coups(3, 40 + row, 8, 14)):
            code, end = int(notes.codes[row, turn]), finish(coup)
            for place, bet in enumerate(chosen):
                kind = CARDS.bets[bet]
                line = kind.line({name: fact(name).of(end) for name in kind.facts})
                net = line.odds.ratio if line else Fraction(-1)
                assert Fraction(payoffs.nets[place][code], payoffs.unit) == net
            entry = entry_of(code, plan.suits, plan.views)
            assert entry.player_total == end.player_total
            assert entry.player_pair is (end.player_start.pair is not None)


def test_a_game_without_such_bets_has_no_views() -> None:
    for together in (None, ("player", "tie")):
        assert not Plan.of(load("classic"), 1, 8, together=together).views
    assert not Plan.of(CARDS, 1, 8, together=("player",)).views
    assert not any(is_deep(kind.facts) for kind in load("tiger").bets.values())


def test_a_checkpoint_keeps_the_views(tmp_path: Path) -> None:
    plan = Plan.of(GAMES["ranks"], 5, 8)
    total = RunTotal(plan)
    with thread_engine(2) as engine:
        for _ in deal_rounds(plan, 20_000, engine, total):
            pass
    file = tmp_path / "run"
    write(file, Checkpoint("cards", plan, total.tally(), 1.0))
    again = read(file)
    assert again.plan == plan
    assert again.tally == total.tally()
    assert RunTotal.of(plan, again.tally).rounds == total.rounds


def test_hands_that_nobody_could_count_are_refused() -> None:
    every = [f"{hand}_{what}" for hand in ("player", "banker") for what in ("ranks", "suits")]
    sorts = {"ranks": ("A", "2", "3", "4", "5", "6", "7"), "suits": ("clubs", "hearts", "spades")}
    lines = [
        f"{{ when = {{ {name} = {{ {sort} = 1 }} }}, odds = '1:1' }}"
        for name in every
        for sort in sorts[name.partition("_")[2]]
    ]
    text = f"key = 'own'\ntitle = 'Own'\ndecks = [8, 8]\n[bets.x]\npays = [{', '.join(lines)}]\n"
    with pytest.raises(BadGame, match="tell apart too many hands"):
        read_game(tomllib.loads(text), "own", shipped)
