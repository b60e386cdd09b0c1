"""Insurance: every cell of its pay table, when it is offered, the cap, and how it ends."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest

from casino import dealt, ended, played, point_card, refusal
from croupier import Code, Coup, Outcome, Round, Side, Stage, load, settle
from croupier.money import CENT

GAME = "insurance"
FOUR, THIRD = Stage.FOUR_CARDS, Stage.PLAYER_THIRD
OFFERED = {"1.9", "3.12", "3.12.1", "4.1.2"}

# The printed pay table: stage, insured hand, Player's points, Banker's points, odds.
PAY_TABLE = [
    (FOUR, "banker", "0-4", "5", "2:1"),
    (FOUR, "banker", "0-5", "6", "3:1"),
    (FOUR, "banker", "0-5", "7", "4:1"),
    (FOUR, "player", "5", "4", "2:1"),
    (FOUR, "player", "6", "0-5", "3:1"),
    (FOUR, "player", "7", "0-5", "4:1"),
    (THIRD, "banker", "1", "1", "6:1"),
    (THIRD, "banker", "1", "2-6", "7:1"),
    (THIRD, "banker", "2", "3-6", "4:1"),
    (THIRD, "banker", "3", "4", "3:2"),
    (THIRD, "player", "5", "0-4", "2:1"),
    (THIRD, "player", "6", "0-5", "3:1"),
    (THIRD, "player", "7", "0-6", "4:1"),
    (THIRD, "player", "8", "0-6", "7:1"),
    (THIRD, "player", "9", "0-6", "8:1"),
]


class Cell(NamedTuple):
    """One pair of totals at one stage, for one insured hand."""

    stage: Stage
    hand: str
    player: int
    banker: int


def span(printed: str) -> range:
    """Read points as this table prints them: "5", or "0-4" for all from 0 to 4."""
    return range(int(printed[0]), int(printed[-1]) + 1)


def ratio(odds: str) -> Fraction:
    """Give what odds such as "3:2" pay for each unit staked."""
    return Fraction(odds.replace(":", "/"))


ODDS = {
    Cell(stage, hand, player, banker): odds
    for stage, hand, players, bankers, odds in PAY_TABLE
    for player in span(players)
    for banker in span(bankers)
}
each_cell = pytest.mark.parametrize(
    "cell", list(ODDS), ids=lambda cell: f"{cell.stage}-{cell.hand}-P{cell.player}-B{cell.banker}"
)


def finished(coup: Coup) -> Iterator[Coup]:
    """Give every way a coup can go on to its end, by points."""
    if coup.is_complete:
        yield coup
        return
    for points in range(10):
        yield from finished(coup.deal(point_card(points, "s")))


def passing(stage: Stage, player: int, banker: int) -> list[Coup]:
    """Give every coup, by points, that has these totals at a stage with a card still to come."""
    if stage is FOUR:
        then = [Coup.of(dealt(player, banker))]
    else:
        four = [(Coup.of(dealt(two, banker)), (player - two) % 10) for two in range(10)]
        then = [
            coup.deal(point_card(third, "h")) for coup, third in four if coup.next is Side.PLAYER
        ]
    return [end for coup in then if not coup.is_complete for end in finished(coup)]


def insured(coup: Coup | str, stage: Stage, hand: str, amount: str, original: str) -> Round:
    """Let ann bet on a hand and insure it; the insurance is bet 2."""
    round_ = played(GAME, coup).bet("ann", 1, hand, original)
    return round_.bet("ann", 1, f"{hand}_insurance", amount, stage=stage)


@pytest.mark.rule("insurance", "4.1.2")
def test_the_pay_table_has_73_cells() -> None:
    """The offers of the game are the cells of the printed table, no more and no fewer."""
    assert len(ODDS) == 73
    insurance = load(GAME).insurance
    assert insurance is not None
    offers = {
        Cell(offer.stage, kind.insures, offer.player_total, offer.banker_total): str(offer.odds)
        for kind in insurance.kinds.values()
        for offer in kind.offers.values()
    }
    assert offers == ODDS


@pytest.mark.rule("insurance", "1.9", "3.11", "3.12", "3.17", "4.1.2", "4.2.1")
@each_cell
def test_every_cell_wins_loses_and_ties(cell: Cell) -> None:
    """Ten on insurance, over every way the coup can go on from the cell.

    The insured hand loses: paid at the cell's odds. It wins: lost. Tie: returned, except for a
    Player nine insured at the second stage, where the tie is paid.
    """
    odds = ODDS[cell]
    pays = (f"win {odds}", CENT.write(int(1000 * ratio(odds))))
    seen: set[str] = set()
    for coup in passing(cell.stage, cell.player, cell.banker):
        line = settle(insured(coup, cell.stage, cell.hand, "10", "100"))["2"]
        own, other = coup.player.total, coup.banker.total
        if cell.hand == "banker":
            own, other = other, own
        if own < other:
            seen.add("paid")
            assert ended(line) == pays
            assert line.rules == ("4.1.2", "3.11")
        elif own > other:
            seen.add("lost")
            assert ended(line) == ("lose", "-10.00")
            assert line.rules == ("3.11",)
        elif (cell.stage, cell.hand, cell.player) == (THIRD, "player", 9):
            seen.add("paid")
            assert ended(line) == pays == ("win 8:1", "80.00")
            assert line.rules == ("4.1.2", "3.17", "4.2.1")
        else:
            seen.add("returned")
            assert ended(line) == ("push", "0.00")
            assert line.rules == ("3.17", "4.2.1")
    # Nothing beats a nine, so there the tie is the only way to be paid.
    nine = cell.stage is THIRD and cell.player == 9
    assert seen == ({"paid", "lost"} if nine else {"paid", "lost", "returned"})


@pytest.mark.rule("insurance", "1.9", "4.1.2")
@pytest.mark.parametrize("hand", ["player", "banker"])
@pytest.mark.parametrize("stage", [FOUR, THIRD])
def test_nothing_is_offered_off_the_table(stage: Stage, hand: str) -> None:
    """Every other pair of totals that leaves a card to come: insurance is refused."""
    others = 0
    for player in range(10):
        for banker in range(10):
            if Cell(stage, hand, player, banker) in ODDS:
                continue
            for coup in passing(stage, player, banker)[:1]:
                others += 1
                wrong = refusal(insured(coup, stage, hand, "1", "100"))
                assert wrong.code is Code.INSURANCE_NOT_OFFERED
                assert wrong.rule in OFFERED
    assert others > 10


@pytest.mark.rule("insurance", "1.9", "3.12.1")
@pytest.mark.parametrize("hand", ["player", "banker"])
@pytest.mark.parametrize("stage", [FOUR, THIRD])
def test_nothing_is_offered_where_no_card_is_to_come(stage: Stage, hand: str) -> None:
    """Insurance comes before a third card: after a natural, or 6 and 7 all round, there is none."""
    naturals = [(8, 5), (9, 0), (5, 8), (0, 9), (8, 9), (7, 8), (9, 7)]
    for player, banker in [*naturals, (6, 6), (6, 7), (7, 6), (7, 7)]:
        wrong = refusal(insured(dealt(player, banker), stage, hand, "1", "100"))
        assert wrong.code is Code.INSURANCE_NOT_OFFERED
        assert wrong.rule in OFFERED


@pytest.mark.rule("insurance", "1.9", "3.12.1")
def test_no_second_stage_where_banker_stands() -> None:
    """Player 7 against Banker 6 may be insured while Banker is to draw, and not if it stands.

    Banker 6 draws against a third card of 6 and stands against one of 5.
    """
    draws, stands = dealt(1, 6, 6, 0), dealt(2, 6, 5)
    assert settle(insured(draws, THIRD, "player", "10", "100"))
    wrong = refusal(insured(stands, THIRD, "player", "10", "100"))
    assert wrong.code is Code.INSURANCE_NOT_OFFERED
    assert wrong.rule in OFFERED


@pytest.mark.rule("insurance", "1.9", "3.12.1")
def test_no_second_stage_against_any_standing_banker() -> None:
    """Whatever the cell: where Player's third card ends the coup, nothing is insured any more."""
    standing = 0
    for two in range(6):
        for banker in range(8):
            for third in range(10):
                coup = Coup.of(dealt(two, banker, third))
                if coup.is_complete:
                    standing += 1
                    for hand in ("player", "banker"):
                        wrong = refusal(insured(coup, THIRD, hand, "1", "100"))
                        assert wrong.code is Code.INSURANCE_NOT_OFFERED
    # With 3 Banker stands against one third card, with 4 against four, and so on to all with 7.
    assert standing == 6 * (1 + 4 + 6 + 8 + 10)


@pytest.mark.rule("insurance", "3.12.1")
@pytest.mark.parametrize("hand", ["player", "banker"])
def test_no_second_stage_where_player_stood(hand: str) -> None:
    """Player stands on 7 and the fifth card is Banker's own third: there is no Player third."""
    coup = dealt(7, 5, 1)
    wrong = refusal(insured(coup, THIRD, hand, "10", "100"))
    assert wrong.code is Code.INSURANCE_NOT_OFFERED
    # Player holding two cards could be insured before it, at 4 to 1.
    line = settle(insured(coup, FOUR, "player", "10", "100"))["2"]
    assert line.outcome is Outcome.LOSE


@pytest.mark.rule("insurance", "3.12", "3.12.1")
def test_both_stages_of_one_round() -> None:
    """Banker 6 is insured at 3:1 against 5, and at 7:1 once Player has drawn to 1.

    Banker draws a 4 to nothing and loses: 30 and 70 come in for the 100 that is lost.
    """
    round_ = insured(dealt(5, 6, 6, 4), FOUR, "banker", "10", "100")
    settlement = settle(round_.bet("ann", 1, "banker_insurance", "10", stage=THIRD))
    assert ended(settlement["1"]) == ("lose", "-100.00")
    assert ended(settlement["2"]) == ("win 3:1", "30.00")
    assert ended(settlement["3"]) == ("win 7:1", "70.00")
    assert settlement.net["ann"] == 0


@pytest.mark.rule("insurance", "3.11", "1.12")
@pytest.mark.parametrize(
    ("patron", "box", "kind"),
    [("ann", 1, "player"), ("ann", 1, "tie"), ("ann", 2, "banker"), ("bob", 1, "banker")],
)
def test_only_ones_own_bet_on_that_hand_is_insured(patron: str, box: int, kind: str) -> None:
    """Insuring Banker needs an original bet on Banker, of the same player on the same box."""
    round_ = played(GAME, dealt(5, 6, 0)).bet(patron, box, kind, "100")
    wrong = refusal(round_.bet("ann", 1, "banker_insurance", "10", stage=FOUR))
    assert (wrong.code, wrong.rule) == (Code.INSURANCE_WITHOUT_ORIGINAL, "3.11")


@pytest.mark.rule("insurance", "3.11")
def test_a_standing_player_insures_too() -> None:
    """Bob stands at ann's box with 60 on Banker and insures that at 3:1; Banker loses."""
    round_ = played(GAME, dealt(5, 6, 3)).bet("ann", 1, "tie", "10")
    round_ = round_.bet("bob", 1, "banker", "60", standing=True)
    settlement = settle(round_.bet("bob", 1, "banker_insurance", "20", standing=True, stage=FOUR))
    assert ended(settlement["3"]) == ("win 3:1", "60.00")
    assert settlement.net["bob"] == 0


@pytest.mark.rule("insurance", "3.12.2")
@each_cell
def test_insurance_pays_no_more_than_the_original_bet(cell: Cell) -> None:
    """840 is divided by all odds: a stake that pays just 840 will do, a cent more will not."""
    most = int(84000 / ratio(ODDS[cell]))
    coup = passing(cell.stage, cell.player, cell.banker)[0]
    assert settle(insured(coup, cell.stage, cell.hand, CENT.write(most), "840"))
    wrong = refusal(insured(coup, cell.stage, cell.hand, CENT.write(most + 1), "840"))
    assert (wrong.code, wrong.rule) == (Code.INSURANCE_OVER_CAP, "3.12.2")


@pytest.mark.rule("insurance", "3.12.2")
def test_the_cap_holds_over_both_stages() -> None:
    """10 at 3:1 and 10 at 7:1 pay just the 100 that was bet; a cent more at either is refused."""

    def both(first: str, second: str) -> Round:
        round_ = insured(dealt(5, 6, 6, 4), FOUR, "banker", first, "100")
        return round_.bet("ann", 1, "banker_insurance", second, stage=THIRD)

    assert settle(both("10", "10"))
    for first, second in (("10.01", "10"), ("10", "10.01")):
        wrong = refusal(both(first, second))
        assert (wrong.code, wrong.rule) == (Code.INSURANCE_OVER_CAP, "3.12.2")


@pytest.mark.rule("insurance", "3.12.2")
def test_the_cap_is_not_softened_by_rounding() -> None:
    """66.67 at 3:2 would pay 100.005, which is paid as 100.00 but is more than 100."""
    coup = passing(THIRD, 3, 4)[0]
    assert settle(insured(coup, THIRD, "banker", "66.66", "100"))
    assert refusal(insured(coup, THIRD, "banker", "66.67", "100")).code is Code.INSURANCE_OVER_CAP


@pytest.mark.rule("insurance", "3.12.2")
def test_each_hand_box_and_player_has_its_own_cap() -> None:
    """Player insured at 2:1, Banker later at 7:1; a second box and a standing player as well."""
    cards = dealt(5, 4, 6, 0)  # Player 5 draws 6 to 1, Banker 4 is about to draw
    round_ = played(GAME, cards)
    for patron, box, standing in (("ann", 1, False), ("ann", 2, False), ("bob", 1, True)):
        for hand in ("player", "banker"):
            round_ = round_.bet(patron, box, hand, "70", standing=standing)
        round_ = round_.bet(patron, box, "player_insurance", "35", stage=FOUR, standing=standing)
        round_ = round_.bet(patron, box, "banker_insurance", "10", stage=THIRD, standing=standing)
    assert len(settle(round_).lines) == 12
    # Nor does one hand's room help the other: 500 on Player do not insure 70 on Banker.
    small = played(GAME, cards).bet("ann", 1, "player", "500").bet("ann", 1, "banker", "70")
    wrong = refusal(small.bet("ann", 1, "banker_insurance", "10.01", stage=THIRD))
    assert wrong.code is Code.INSURANCE_OVER_CAP


@pytest.mark.rule("insurance", "3.17", "4.2.1")
def test_a_tie_at_nine_pays_player_insurance() -> None:
    """Player draws to 9 and is insured at 8:1, Banker draws to 9: the tie is paid.

    Player was insured at the first stage too, at 5: that bet comes back as on any tie.
    """
    round_ = insured(dealt(5, 4, 4, 5), FOUR, "player", "10", "100")
    settlement = settle(round_.bet("ann", 1, "player_insurance", "10", stage=THIRD))
    original, first, second = settlement.lines
    assert ended(original) == ("push", "0.00")
    assert ended(first) == ("push", "0.00")
    assert ended(second) == ("win 8:1", "80.00")
    assert {"3.17", "4.2.1", "4.1.2"} <= set(second.rules)
    assert settlement.house == -8000


@pytest.mark.rule("insurance", "3.17", "4.2.1")
def test_a_tie_below_nine_returns_all_of_it() -> None:
    """Player draws to 8 and is insured at 7:1, Banker draws to 8: everything comes back."""
    settlement = settle(insured(dealt(5, 4, 3, 4), THIRD, "player", "10", "100"))
    assert [ended(line) for line in settlement.lines] == [("push", "0.00"), ("push", "0.00")]
    assert settlement["2"].rules == ("3.17", "4.2.1")
    assert settlement.house == 0
