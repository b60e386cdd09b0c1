"""A main bet with its insurance played as well as it can be, against trying everything."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations, product

import pytest

from croupier import Coup, load
from croupier.cards import Card, Rank, Suit
from croupier.cli import main
from croupier.game import Stage
from croupier.game.model import InsuranceKind
from croupier.odds import Composition, odds
from croupier.settlement.insurance import at_stage, decide, find_offer
from shoes import EIGHT, left, small_shoe

Cell = tuple[int, int]
Way = tuple[Cell | None, Cell | None]
GAME = load("insurance")


def coups(cards: list[Card]) -> Counter[Coup]:
    """Deal every order of six cards, as far as the rules need them; count those alike."""
    found: Counter[Coup] = Counter()
    for order in permutations(cards, 6):
        coup = Coup()
        for card in order:
            if not coup.is_complete:
                coup = coup.deal(card)
        found[coup] += 1
    return found


def brings(kind: InsuranceKind, coup: Coup, stage: Stage) -> Fraction:
    """Settle insurance as high as its cap allows, per unit of the original bet."""
    offer = find_offer(kind, coup, stage)
    assert GAME.insurance is not None
    assert offer is not None
    assert coup.winner is not None
    ended = decide(GAME.insurance, kind, offer, coup.winner)[0]
    stake = 1 / offer.odds.ratio
    return -stake if ended is None else stake * ended.ratio


def ways(kind: InsuranceKind, dealt: Counter[Coup]) -> dict[Way, tuple[Fraction, Fraction]]:
    """Group coups by the totals at both stages where there is an offer; add up what each brings."""
    found: dict[Way, list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for coup, times in dealt.items():
        cells: list[Cell | None] = []
        gains = [Fraction(0), Fraction(0)]
        for place, stage in enumerate(Stage):
            then = at_stage(coup, stage)
            if then is None or find_offer(kind, coup, stage) is None:
                cells.append(None)
                continue
            cells.append((then.player.total, then.banker.total))
            gains[place] = times * brings(kind, coup, stage)
        both = found[cells[0], cells[1]]
        both[0] += gains[0]
        both[1] += gains[1]
    return {way: (one, two) for way, (one, two) in found.items()}


def best_by_totals(kind: InsuranceKind, dealt: Counter[Coup]) -> Fraction:
    """Try every set of offers to take; Banker's total is the same at both stages of a coup."""
    scale = 840
    by_banker: dict[int, list[tuple[Way, int, int]]] = defaultdict(list)
    for way, (one, two) in ways(kind, dealt).items():
        cell = way[0] or way[1]
        if cell is not None:
            by_banker[cell[1]].append((way, int(one * scale), int(two * scale)))
    return Fraction(sum(map(best_of, by_banker.values())), scale)


def best_of(gains: list[tuple[Way, int, int]]) -> int:
    early = list({way[0] for way, _, _ in gains} - {None})
    late = list({way[1] for way, _, _ in gains} - {None})
    best = 0
    for chosen in product((False, True), repeat=len(early) + len(late)):
        first = {cell for cell, taken in zip(early, chosen, strict=False) if taken}
        second = {cell for cell, taken in zip(late, chosen[len(early) :], strict=True) if taken}
        gain = sum(one if a in first else two if b in second else 0 for (a, b), one, two in gains)
        best = max(best, gain)
    return best


def best_by_cards(kind: InsuranceKind, dealt: Counter[Coup]) -> Fraction:
    """Decide by the very cards on the table, from the last decision back to the first."""
    early: dict[tuple[Card, ...], Fraction] = defaultdict(Fraction)
    late: dict[tuple[Card, ...], Fraction] = defaultdict(Fraction)
    for coup, times in dealt.items():
        four = coup.cards[:4]
        early[four] += 0
        if find_offer(kind, coup, Stage.FOUR_CARDS) is not None:
            early[four] += times * brings(kind, coup, Stage.FOUR_CARDS)
        if find_offer(kind, coup, Stage.PLAYER_THIRD) is not None:
            late[coup.cards[:5]] += times * brings(kind, coup, Stage.PLAYER_THIRD)
    later: dict[tuple[Card, ...], Fraction] = defaultdict(Fraction)
    for five, gain in late.items():
        later[five[:4]] += max(Fraction(0), gain)
    return sum((max(Fraction(0), gain, later[four]) for four, gain in early.items()), Fraction(0))


def cards_of(ranks: str) -> list[Card]:
    return [Card(Rank(rank), Suit.SPADES) for rank in ranks]


SHOES = [
    *(small_shoe(seed, 8) for seed in range(4)),
    # Both stages are worth taking in one coup, and the cap must be shared out.
    cards_of("5AK6K6A7"),
    cards_of("55A6K67A"),
    cards_of("2345A667"),
]


@pytest.mark.parametrize("cards", SHOES, ids=lambda cards: " ".join(map(str, cards)))
def test_nothing_better_is_found_by_trying_everything(cards: list[Card]) -> None:
    dealt = coups(cards)
    found = odds(GAME, left(cards))
    assert GAME.insurance is not None
    for kind in GAME.insurance.kinds.values():
        plain, insured = found.bets[kind.original].ev, found.insured[kind.original]
        total = sum(dealt.values())
        assert insured.by_totals - plain == best_by_totals(kind, dealt) / total
        assert insured.by_cards - plain == best_by_cards(kind, dealt) / total


def test_the_cap_is_shared_out_in_some_of_these_shoes() -> None:
    """Adding up every offer that favours the bettor would promise too much there."""
    assert GAME.insurance is not None
    shared = 0
    for cards in SHOES:
        found = odds(GAME, left(cards))
        for kind in GAME.insurance.kinds.values():
            rows = [row for row in found.insurance if row.kind is kind and row.ev is not None]
            stars = sum(row.frequency * max(0, row.ev or 0) / row.odds.ratio for row in rows)
            insured = found.insured[kind.original]
            shared += insured.by_totals < found.bets[kind.original].ev + stars
    assert shared > 0


@pytest.mark.parametrize("decks", range(4, 9))
def test_knowing_more_never_costs(decks: int) -> None:
    found = odds(GAME, Composition.of_decks(decks))
    assert list(found.insured) == ["player", "banker"]
    for key, insured in found.insured.items():
        assert found.bets[key].ev < insured.by_totals < insured.by_cards < 0


def test_with_eight_decks_it_is_the_starred_offers_that_count() -> None:
    found = odds(GAME, EIGHT)
    for key, insured in found.insured.items():
        stars = sum(
            row.frequency * max(0, row.ev or 0) / row.odds.ratio
            for row in found.insurance
            if row.kind.original == key
        )
        assert insured.by_totals == found.bets[key].ev + stars


def test_games_without_insurance_have_none() -> None:
    assert odds(load("tiger"), EIGHT).insured == {}


def test_the_command_says_what_insured_bets_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "insurance", "--json"]) == 0
    bets = json.loads(capsys.readouterr().out)["bets"]
    assert [key for key, bet in bets.items() if "with_insurance" in bet] == ["player", "banker"]
    known = bets["player"]["with_insurance"]
    assert list(known) == ["by_totals", "by_cards"]
    assert Fraction(known["by_cards"]["house_edge_exact"]) == -Fraction(known["by_cards"]["ev"])
    assert known["by_cards"]["house_edge"] == pytest.approx(
        -float(Fraction(known["by_cards"]["ev"]))
    )
    assert main(["odds", "insurance"]) == 0
    shown = capsys.readouterr().out
    for words in ("seeing totals", "counting cards", "1.2284%", "1.2201%", "1.4107%", "1.4091%"):
        assert words in shown
