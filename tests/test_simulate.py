"""Simulated shoes: the stream as specified, every engine equal to real coups, counts near exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from random import Random
from threading import Event

import numpy as np
import pytest

from croupier import load
from croupier.engines import runner
from croupier.engines.runner import RunTotal, deal_rounds, thread_engine
from croupier.errors import InvalidInput
from croupier.facts import FACTS, finish
from croupier.game.loading import keys as games
from croupier.hand_traits import Level
from croupier.odds import Composition
from croupier.odds.bet_odds import bet_odds, weigh
from croupier.simulation import Plan, cpu_hands, cpu_kernel, cpu_suits, dealing
from croupier.simulation.cpu_kernel import STEP
from croupier.simulation.dealing import Shard, compile_module, deal, deal_with_rounds
from croupier.simulation.random_stream import RANKS, SUITS, Stream, keys
from croupier.simulation.tally import BY_RANK, BY_SUIT, Tally, bets, code_of, finish_of
from croupier.simulation.views import tables
from fit import misfits
from naive.shoes import simulate
from shoes import own_game

REJECTING = 2, 86_769
"""A seed and one of its shoes in which a word has to be passed over."""


def words(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:08x}" for number in numbers)


def taken(stream: Stream) -> str:
    return words(stream.word() for _ in range(6))


def test_the_stream_gives_the_documented_words() -> None:
    stream = Stream(0, 0)
    assert keys(0, RANKS) == (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4)
    assert words(stream.state) == "4d197e6f a706dd2f f0c37c00 46b73e79"
    assert taken(stream) == "3577f2b8 8e52c056 922006aa f35d432b a510bbca 561dafdb"
    assert taken(Stream(0, 0, SUITS)) == "cc6d9cd3 c30d6a70 173d1353 e499c0f8 675cf621 aa62208f"
    stream = Stream(2**64 - 1, 123_456_789)
    assert words(stream.state) == "8932824c 4a400bf2 9106bcc8 d3c87378"
    assert taken(stream) == "06ad647a 5062c3f0 0d40a03e e4ff28f4 f2d5cad9 868735fd"


def test_xoshiro_gives_the_published_words() -> None:
    """The first words from the state 1, 2, 3, 4, worked out with the authors' own code."""
    stream = Stream(0, 0)
    stream.state = [1, 2, 3, 4]
    assert [stream.word() for _ in range(4)] == [641, 1573767, 3222811527, 3517856514]


def test_a_documented_shoe() -> None:
    shoe = list(dealing.coups(0, 0, 8, 14))
    assert len(shoe) == 82
    assert [" ".join(map(str, coup.cards)) for coup in (*shoe[:3], shoe[-1])] == [
        "Qs 4s 4c 9s 5d Ah",
        "3c Jc 4h 6s",
        "Qh Jd 4c 4h 2c 2c",
        "Ts 3d Th Qc Ks 3d",
    ]


def counted(plan: Plan, first: int, shoes: int) -> tuple[dict[int, int], list[int]]:
    shard, lengths = deal_with_rounds(plan, first, shoes)
    assert shard.rounds == lengths.sum()
    (codes,) = shard.counts.nonzero()
    return {int(code): int(shard.counts[code]) for code in codes}, lengths.tolist()


SHOES = [
    (1, 8, 14, 0, 800),
    (2**64 - 1, 8, 5, 2**40, 300),
    (7, 6, 14, 1, 500),
    (8, 4, 60, 255, 700),
    (9, 10, 14, 3, 300),
    (10, 1, 5, 11, 1500),
    (11, 27, 14, 0, 40),
    (12, 8, 415, 0, 2000),
]


@pytest.mark.parametrize(
    ("seed", "decks", "cut", "first", "shoes"),
    # The last shows all lines; the others are not counted, which takes a third of the time.
    [*(pytest.param(*shoe, marks=pytest.mark.no_cover) for shoe in SHOES[:-1]), SHOES[-1]],
)
def test_compiled_shoes_are_those_of_the_real_coup(
    seed: int, decks: int, cut: int, first: int, shoes: int
) -> None:
    """More than six thousand shoes, every coup of each, with and without suits."""
    numbers = range(first, first + shoes)
    by_suit, rounds = dealing.count(seed, numbers, decks, cut, suits=True)
    by_rank: Counter[int] = Counter()
    for code, count in by_suit.items():
        by_rank[code // 25] += count
    assert counted(Plan(seed, decks, cut), first, shoes) == (by_rank, rounds)
    assert counted(Plan(seed, decks, cut, suits=True), first, shoes) == (by_suit, rounds)


def test_plain_lanes_deal_what_compiled_ones_do() -> None:
    """The source of the compiled code, uncompiled, with a block that is not full."""
    plan = Plan(4, 1, 30)
    by_rank, by_suit = (
        deal_with_rounds(plan, 0, 3),
        deal_with_rounds(Plan(4, 1, 30, suits=True), 0, 3),
    )
    counts, rounds = np.zeros(BY_RANK + 1, np.int64), np.zeros(3, np.int64)
    with np.errstate(over="ignore"):
        cpu_kernel.deal(dealing.keys_of(4), 0, 1, 30, counts, rounds, *cpu_kernel.work_arrays())
        assert (counts[:-1] == by_rank[0].counts).all()
        assert (rounds == by_rank[1]).all()
        counts = np.zeros(BY_SUIT + 1, np.int64)
        shape = 1, *tables((), BY_SUIT)
        where = dealing.keys_of(4), 0, 1, 30, *shape
        cpu_hands.deal(*where, counts, rounds, *cpu_suits.work_arrays())
    assert (counts[:-1] == by_suit[0].counts).all()
    assert (rounds == by_suit[1]).all()


def test_a_word_that_favours_some_cards_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled shoe is the fair one, and not the one that comes without passing it over."""
    seed, shoe = REJECTING
    fair = dealing.count(seed, [shoe], 8, 14, suits=False)
    assert counted(Plan(seed, 8), shoe, 1) == fair
    monkeypatch.setattr(Stream, "below", lambda stream, n: stream.word() * n >> 32)
    assert dealing.count(seed, [shoe], 8, 14, suits=False) != fair


@pytest.mark.parametrize("wrong", ["remainder", "one less", "one more"])
def test_another_way_of_drawing_is_noticed(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    ways = {
        "remainder": lambda stream, n: stream.word() % n,
        "one less": lambda stream, n: max((stream.word() * n >> 32) - 1, 0),
        "one more": lambda stream, n: min((stream.word() * n >> 32) + 1, n - 1),
    }
    monkeypatch.setattr(Stream, "below", ways[wrong])
    assert counted(Plan(1, 8), 0, 5) != dealing.count(1, range(5), 8, 14, suits=False)


def test_a_redraw_takes_words_until_one_is_fair() -> None:
    """Every lane is given the word 0, which favours the first card unless it divides evenly."""
    s, c = cpu_kernel.work_arrays()
    with np.errstate(over="ignore"):
        for lane in range(cpu_kernel.STEP):
            cpu_kernel.start(s, lane, np.uint64(1), np.uint64(2), np.uint64(lane))
            cpu_kernel.fill(c, lane, 8)
        before = s.copy()
        c[cpu_kernel.TAKES : cpu_kernel.TAKES + cpu_kernel.WIDTH] = 1
        s[cpu_kernel.WORD : cpu_kernel.WORD + cpu_kernel.WIDTH] = 0
        cpu_kernel.redraw(s, c)
    assert not (s == before).all()
    assert len(set(c[cpu_kernel.PICK : cpu_kernel.PICK + cpu_kernel.WIDTH].tolist())) > 100


def bytes_of(numbers: Iterable[int]) -> int:
    return sum(number << 8 * place for place, number in enumerate(numbers))


@pytest.mark.parametrize("word", [0, 2**31 + 7])
def test_a_suit_is_drawn_again_until_a_word_is_fair(word: int) -> None:
    """Every lane is given one word and an odd pile: the suit is the one that the rule names."""
    _, c, t, left, cards = cpu_suits.work_arrays()
    rng, rank = Random(word), 5
    piles = [[rng.randint(0, 8), rng.randint(0, 8), 0, rng.randint(1, 8)] for _ in range(STEP)]
    drawn: list[int] = []
    with np.errstate(over="ignore"):
        for lane, pile in enumerate(piles):
            cpu_kernel.start(t, lane, np.uint64(1), np.uint64(2), np.uint64(lane))
            stream, taken = Stream(0, 0), word
            stream.state = [int(t[row * STEP + lane]) for row in range(4)]
            while taken * sum(pile) % 2**32 < 2**32 % sum(pile):
                taken = stream.word()
            place = taken * sum(pile) >> 32
            drawn.append(next(one for one in range(4) if place < sum(pile[: one + 1])))
            left[rank * STEP + lane] = bytes_of(accumulate(pile))
        t[cpu_kernel.WORD : cpu_kernel.WORD + cpu_kernel.WIDTH] = word
        c[cpu_kernel.DRAWN : cpu_kernel.DRAWN + cpu_kernel.WIDTH] = rank
        c[cpu_kernel.TAKES : cpu_kernel.TAKES + cpu_kernel.WIDTH] = 1
        cpu_suits.repick_suits(t, c, left, cards, np.uint64(0))
    assert cards[:STEP].tolist() == [4 * rank + suit for suit in drawn]
    for pile, suit, held in zip(piles, drawn, left[int(cpu_suits.HELD) :].tolist(), strict=True):
        pile[suit] -= 1
        assert held == bytes_of(accumulate(pile))


def test_plain_python_deals_while_the_compiler_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dealing begins at once, and the counts are those of a run that waited."""
    plan, compiled = Plan(3, 8, suits=True), Event()

    def compile_and_deal(plan: Plan, first: int, shoes: int) -> Shard:
        assert compiled.wait(60)
        return deal(plan, first, shoes)

    monkeypatch.setattr(runner, "LOADING_SECONDS", 0)
    monkeypatch.setattr(runner, "WAIT_FOR_COMPILER", 0)
    monkeypatch.setattr(runner, "deal", compile_and_deal)
    with thread_engine(2) as engine:
        engine.prepare(plan, 50_000)
        early: list[int] = []
        for total in deal_rounds(plan, 50_000, engine):
            if not engine.ready:
                early.append(total.shoes)
            if total.shoes == 5:
                compiled.set()
    assert early[:5] == [1, 2, 3, 4, 5]
    assert (total.counts == last(plan, 50_000, 2).counts).all()


def test_a_compiler_that_fails_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(plan: Plan, first: int, shoes: int) -> Shard:
        raise RuntimeError("no machine code for this machine")

    monkeypatch.setattr(runner, "deal", fail)
    with thread_engine(1) as engine:
        engine.prepare(Plan(1, 8), 50_000)
        with pytest.raises(RuntimeError, match="no machine code"):
            [*deal_rounds(Plan(1, 8), 50_000, engine)]


@pytest.mark.parametrize("suits", [False, True])
def test_few_rounds_are_dealt_without_the_compiler(
    suits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(3, 8, suits=suits)
    wanted = last(plan, 600, 1)
    monkeypatch.setattr(dealing, "kernels", None)
    with thread_engine(2) as engine:
        engine.prepare(plan, 600)
        *_, found = deal_rounds(plan, 600, engine)
    assert (found.shoes, found.counts.tolist()) == (wanted.shoes, wanted.counts.tolist())


def test_kept_code_is_known_by_all_that_it_was_compiled_from() -> None:
    """A kernel that calls another module's functions is compiled anew when these have changed."""
    plain = compile_module(cpu_kernel, by=lambda made: made)
    changed = {**plain, "__sources__": "of a later version"}
    names = [
        compile_module(cpu_suits, others, lambda made: made)["play_cards"].__qualname__
        for others in (plain, plain, changed)
    ]
    assert names[0] == names[1] != names[2]


def test_codes_say_all_that_facts_ask_for() -> None:
    for coup in dealing.coups(5, 5, 1, 5):
        end = finish(coup)
        for asked in (False, True):
            again = finish_of(code_of(end, suits=asked), suits=asked)
            for fact in FACTS.values():
                if not fact.deep and (asked or fact.level is not Level.SUITS):
                    assert fact.of(again) == fact.of(end)
    assert {code_of(finish_of(code, suits=True), suits=True) for code in range(BY_SUIT)} == {
        *range(BY_SUIT)
    }


@pytest.mark.parametrize("key", sorted(games()))
def test_bets_are_read_off_as_each_coup_pays_them(key: str) -> None:
    """Every coup of some shoes, paid by the game's own lines, is what is read off the counts."""
    game = load(key)
    plan = Plan.of(game, 3, game.decks.default)
    shoes = 40
    paid: dict[str, Counter[Fraction]] = {bet: Counter() for bet in game.bets}
    for shoe in range(shoes):
        for coup in dealing.coups(plan.seed, shoe, plan.decks, plan.stop):
            end = finish(coup)
            facts = {name: fact.of(end) for name, fact in FACTS.items()}
            for bet, kind in game.bets.items():
                line = kind.line(facts)
                paid[bet][line.odds.ratio if line else Fraction(-1)] += 1
    by_code, _ = counted(plan, 0, shoes)
    found = bets(game, Tally(plan.suits, shoes, by_code))
    assert {bet: Counter(tally.outcomes) for bet, tally in found.items()} == paid


@pytest.mark.no_cover
@pytest.mark.parametrize("decks", [1, 8])
def test_first_rounds_of_fresh_shoes_fit_the_exact_odds(decks: int) -> None:
    """Chi-square of every fact; the cut is so high that a shoe has one coup, so they are i.i.d."""
    plan = Plan(20, decks, 52 * decks - 1, suits=True)
    shoes = 400_000
    counts, rounds = counted(plan, 0, shoes)
    assert set(rounds) == {1}
    assert not misfits(counts, decks, suits=True)


def test_shuffled_lists_come_to_the_same() -> None:
    """Another program, which draws in another way."""
    found = simulate(3, 3_000)
    ours, many = last(Plan(3, 8), sum(found.values()), 2).tally(), sum(found.values())
    ends = [(finish_of(code, suits=False), count) for code, count in ours.counts.items()]
    for cards in (4, 5, 6):
        for winner in (-1, 0, 1):
            theirs = sum(
                count
                for (player, banker, used), count in found.items()
                if used == cards and (player > banker) - (player < banker) == winner
            )
            mine = sum(
                count
                for end, count in ends
                if end.player_cards + end.banker_cards == cards
                and (end.player_total > end.banker_total) - (end.player_total < end.banker_total)
                == winner
            )
            assert abs(theirs / many - mine / ours.rounds) < 5 * sqrt(2 * mine) / many


@pytest.mark.parametrize("key", sorted(games()))
def test_simulated_edges_are_near_the_exact_ones(key: str) -> None:
    game = load(key)
    found = last(Plan.of(game, 2026, 8), 2_000_000, 2)
    for name, bet in bets(game, found.tally()).items():
        kind = game.bets[name]
        exact = bet_odds(kind, *weigh(kind, Composition.of_decks(8)))
        assert abs(bet.ev - float(exact.ev)) < 4 * bet.stderr, name
        assert bet.stderr == pytest.approx(exact.sd / sqrt(bet.rounds), rel=0.02)


def last(plan: Plan, rounds: int, workers: int) -> RunTotal:
    with thread_engine(workers) as engine:
        *_, found = deal_rounds(plan, rounds, engine)
    return found


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("rounds", [1, 81, 5_000, 123_456])
def test_workers_do_not_change_the_counts(rounds: int, asked: bool) -> None:
    plan = Plan(6, 8, suits=asked)
    one = last(plan, rounds, 1)
    assert one.rounds >= rounds
    # With a shoe less there would not be enough.
    assert int(deal_with_rounds(plan, 0, one.shoes)[1][:-1].sum()) < rounds
    for workers in (2, 5):
        other = last(plan, rounds, workers)
        assert (one.shoes, one.rounds) == (other.shoes, other.rounds)
        assert (one.counts == other.counts).all()
    assert (deal(plan, 0, one.shoes).counts == one.counts).all()


def test_a_game_of_ones_own_gets_suits_if_it_asks() -> None:
    game = own_game('{ when = { player_perfect_pair = true }, odds = "25:1" }')
    plan = Plan.of(game, 1, 8)
    assert plan.suits
    assert not Plan.of(load("tiger"), 1, 8).suits
    found = bets(game, last(plan, 300_000, 2).tally())["x"]
    kind = game.bets["x"]
    exact = float(bet_odds(kind, *weigh(kind, Composition.of_decks(8))).ev)
    assert abs(found.ev - exact) < 4 * found.stderr


@pytest.mark.parametrize(("seed", "cut"), [(-1, 14), (2**64, 14), (0, -1), (0, 416), (0, 999)])
def test_a_plan_that_cannot_be_dealt_is_refused(seed: int, cut: int) -> None:
    with pytest.raises(InvalidInput):
        Plan(seed, 8, cut)
