"""The roads, drawn by hand and by a second hand that knows nothing of the first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from inspect import cleandoc
from itertools import groupby, pairwise
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK, Card
from croupier.coup import Coup, Side, Winner
from croupier.facts import FACTS, finish
from croupier.roads import (
    ROWS,
    Cell,
    Colour,
    Entry,
    Forecast,
    Grid,
    Mark,
    Road,
    Roads,
    Spot,
    Statistics,
    Style,
)

BACK = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}
"""How many columns each derived road looks back."""
NOTHING = Forecast(None, None, None)
T = TypeVar("T")


def entries(written: str) -> list[Entry]:
    """Read rounds as the roads write them, "BB P' T.", with spaces as one likes."""
    assert re.fullmatch(r"([BPT]'?\.?\s*)*", written), written
    return [
        Entry(
            player_total={"B": 4, "P": 7, "T": 5}[letter],
            banker_total={"B": 7, "P": 4, "T": 5}[letter],
            player_cards=3,
            banker_cards=3,
            player_pair=bool(low),
            banker_pair=bool(high),
        )
        for letter, high, low in re.findall(r"([BPT])('?)(\.?)", written)
    ]


def shoe(written: str) -> Roads:
    return Roads.of(entries(written))


def streaks(*lengths: int) -> str:
    """Write streaks of these lengths, Banker's first."""
    return " ".join("BP"[number % 2] * length for number, length in enumerate(lengths))


def derived(roads: Roads) -> dict[str, Road[Mark]]:
    return {
        "big_eye_boy": roads.big_eye_boy,
        "small_road": roads.small_road,
        "cockroach_pig": roads.cockroach_pig,
    }


def colours(marks: Sequence[Mark]) -> str:
    """Write marks as R and B."""
    return "".join(mark.colour[0].upper() for mark in marks)


def test_an_entry_is_made_from_a_complete_coup() -> None:
    """Player, K-K, draws a six; Banker, 3-3, draws a king to its six against it."""
    entry = Entry.of(Coup.of("Ks 3d Kh 3c 6s Kd"))
    assert entry == Entry(
        player_total=6,
        banker_total=6,
        player_cards=3,
        banker_cards=3,
        player_pair=True,
        banker_pair=True,
    )
    assert entry.winner is Winner.TIE
    assert not entry.natural
    assert str(entry) == "T'."


def test_naturals_are_known_by_hand() -> None:
    player = Entry.of(Coup.of("9s 3d Kh 4c"))
    banker = Entry.of(Coup.of("2s 8d Kh Kc"))
    drawn = Entry.of(Coup.of("2s 7d Kh Kc 7c"))
    assert (player.player_natural, player.banker_natural, player.natural) == (True, False, True)
    assert (banker.player_natural, banker.banker_natural, banker.natural) == (False, True, True)
    assert drawn.player_total == 9
    assert not drawn.natural


def test_an_incomplete_coup_is_no_entry() -> None:
    with pytest.raises(AssertionError, match="incomplete"):
        Entry.of(Coup.of("9s 3d Kh"))


def test_a_round_voided_late_is_left_out_and_the_rest_drawn_again() -> None:
    """Banker, Banker, Player with the second round void: a column of one where two were."""
    roads = shoe("B B P")
    again = Roads.of(entry for number, entry in enumerate(roads.entries) if number != 1)
    assert again == shoe("B P")


def test_the_bead_plate_shows_every_round_six_to_a_column() -> None:
    drawn = """
        B  T
        P  P.
        P  ·
        B' ·
        T  ·
        B  ·
    """
    assert str(shoe("B P P B' T B T P.").bead_plate) == cleandoc(drawn)


def test_the_big_road_begins_a_column_with_every_change() -> None:
    drawn = """
        B P B P
        B · B ·
        · · B ·
        · · · ·
        · · · ·
        · · · ·
    """
    assert str(shoe("BB P BBB P").big_road.grid) == cleandoc(drawn)


def test_ties_are_marked_and_counted_on_the_result_before_them() -> None:
    drawn = """
        B   P/2
        B/  ·
        B   ·
        ·   ·
        ·   ·
        ·   ·
    """
    roads = shoe("B BT B PTT")
    assert str(roads.big_road.grid) == cleandoc(drawn)
    assert [len(cell.ties) for cell in roads.big_road.items] == [0, 1, 0, 2]


def test_a_tie_between_two_results_neither_joins_nor_parts_them() -> None:
    """Some programs forget to change columns where a tie lies between two different winners."""
    assert [len(column) for column in shoe("B T P T P T B").big_road.columns] == [1, 2, 1]


def test_ties_before_the_first_result_wait_and_then_stand_on_it() -> None:
    alone = shoe("TT")
    assert alone.big_road.columns == ((Cell(None, tuple(entries("TT"))),),)
    assert alone.big_road.items[0].winner is Winner.TIE
    assert str(alone.big_road.grid).split("\n") == ["/2", "·", "·", "·", "·", "·"]

    assert shoe("TTP").big_road.columns == ((Cell(entries("P")[0], tuple(entries("TT"))),),)
    assert str(shoe("TTP").big_road.grid).split("\n")[0] == "P/2"
    assert str(shoe("TTPT").big_road.grid).split("\n")[0] == "P/3"
    assert str(shoe("TTPB").big_road.grid).split("\n")[0] == "P/2 B"


def test_pairs_are_marked_and_those_of_a_tie_only_on_the_bead_plate() -> None:
    """Banker's pair is a dot up high, Player's a dot down low, as on the displays."""
    roads = shoe("B' P. P'. T'.")
    assert str(roads.big_road.grid).split("\n")[:2] == ["B'   P.", "·    P'./"]
    assert str(roads.bead_plate).split("\n")[:4] == ["B'", "P.", "P'.", "T'."]
    assert roads.big_road.items[-1].ties == tuple(entries("T'."))


def test_nothing_is_drawn_before_the_first_round() -> None:
    roads = Roads()
    assert roads.bead_plate == Grid()
    assert roads.big_road.grid == Grid()
    assert roads.big_road.grid.width == 0
    assert roads.big_road.grid.rows == ((),) * ROWS
    assert str(roads.bead_plate).strip() == ""
    assert roads.forecast(Side.BANKER) == roads.forecast(Side.PLAYER) == NOTHING


def test_a_streak_of_seven_turns_right_at_the_bottom() -> None:
    drawn = """
        B P B
        B · ·
        B · ·
        B · ·
        B · ·
        B B B
    """
    assert str(shoe("BBBBBBBB P B").big_road.grid) == cleandoc(drawn)


def test_a_streak_turns_right_above_the_tail_of_an_earlier_one() -> None:
    """Player's tail stays in its row, although the bottom is free again after Banker's tail."""
    drawn = """
        B P · · · ·
        B P · · · ·
        B P · · · ·
        B P · · · ·
        B P P P P P
        B B B B · ·
    """
    assert str(shoe(streaks(9, 9)).big_road.grid) == cleandoc(drawn)


def test_a_tail_is_in_the_way_of_its_own_side_too() -> None:
    """The third column is Banker's again, and turns before it touches Banker's first tail."""
    drawn = """
        B P B · ·
        B · B · ·
        B · B · ·
        B · B · ·
        B · B B B
        B B B B ·
    """
    roads = shoe(streaks(9, 1, 7))
    assert str(roads.big_road.grid) == cleandoc(drawn)
    assert [len(column) for column in roads.big_road.columns] == [9, 1, 7]


def test_tails_may_pile_up_to_the_top_row_and_push_the_next_column_away() -> None:
    drawn = """
        B P B P B P P P B
        B P B P B B · · ·
        B P B P P P · · ·
        B P B B B B · · ·
        B P P P P P · · ·
        B B B B B B · · ·
    """
    assert str(shoe(streaks(11, 9, 7, 5, 3, 3, 1)).big_road.grid) == cleandoc(drawn)


def test_a_derived_road_has_tails_of_its_own() -> None:
    """Ten columns of one: the first mark is for column 3, and all of them are red."""
    drawn = """
        ○ · ·
        ○ · ·
        ○ · ·
        ○ · ·
        ○ · ·
        ○ ○ ○
    """
    roads = shoe(streaks(*[1] * 10))
    assert str(roads.big_eye_boy.grid) == cleandoc(drawn)
    assert colours(roads.small_road.items) == "RRRRRRR"
    assert colours(roads.cockroach_pig.items) == "RRRRRR"


def test_all_three_derived_roads_of_one_shoe() -> None:
    """The big road below, column by column; in brackets the depths that are compared.

    Big eye boy, one back. 2: second row [2] red. 3: first row [2 2] red, then [2] red, and the
    third row is one more than [2]: blue. 4: [3 2] blue. 5: [1 3] blue. 6: [1 1] red. 7: [1 1] red,
    then one more than [1]: blue. 8: [2 1] blue, then [2] red.
    Small road, two back. 3: second row [2] red, then one more than [2]: blue. 4: [3 2] blue.
    5: [1 2] blue. 6: [1 3] blue. 7: [1 1] red, then one more than [1]: blue. 8: [2 1] blue, then
    one more than [1]: blue.
    Cockroach pig, three back. 5: [1 2] blue. 6: [1 2] blue. 7: [1 3] blue, then one more than [1]:
    blue. 8: [2 1] blue, then one more than [1]: blue.
    """
    roads = shoe("BB PP BBB P B P BB PP")
    big_road = """
        B P B P B P B P
        B P B · · · B P
        · · B · · · · ·
        · · · · · · · ·
        · · · · · · · ·
        · · · · · · · ·
    """
    big_eye_boy = """
        ○ □ ○ □ ○
        ○ □ ○ □ ·
        ○ □ · · ·
        · · · · ·
        · · · · ·
        · · · · ·
    """
    small_road = """
        ● ■ ● ■
        · ■ · ■
        · ■ · ■
        · ■ · ·
        · · · ·
        · · · ·
    """
    cockroach_pig = "\n".join("\\" * 6)
    assert str(roads.big_road.grid) == cleandoc(big_road)
    assert str(roads.big_eye_boy.grid) == cleandoc(big_eye_boy)
    assert str(roads.small_road.grid) == cleandoc(small_road)
    assert str(roads.cockroach_pig.grid) == cockroach_pig


@pytest.mark.parametrize(
    ("written", "marks"),
    [
        ("B P B", "R"),
        ("BB P B", "B"),
        ("BB PP B", "RR"),
        ("B PPP B", "BRB"),
        ("B PPPPP", "BRRR"),
        ("BBB PPPPP", "RRBR"),
        ("B P BB PPP B", "RBBRBB"),
        ("BBB P BBB P BBB P", "BBRBBBRB"),
    ],
)
def test_big_eye_boy_by_hand(written: str, marks: str) -> None:
    """Column 1 and the first result of column 2 leave no mark; every other result leaves one.

    "B PPP B" is where a well-known library goes wrong: it never compares with column 1 from the
    second row on, and gives only the last mark.
    """
    assert colours(shoe(written).big_eye_boy.items) == marks


@pytest.mark.parametrize(("name", "back"), BACK.items())
def test_a_derived_road_starts_in_the_second_row_of_its_first_column(name: str, back: int) -> None:
    """Big eye boy at column 2 row 2, small road at column 3, cockroach pig at column 4."""
    before = shoe(streaks(*[1] * (back + 1)))
    assert derived(before)[name].items == ()
    after = shoe(streaks(*[1] * back, 2))
    assert colours(derived(after)[name].items) == "B"
    assert colours(derived(shoe(streaks(2, *[1] * (back - 1), 2)))[name].items) == "R"


@pytest.mark.parametrize(("name", "back"), BACK.items())
def test_or_else_in_the_first_row_of_the_next_column(name: str, back: int) -> None:
    """Big eye boy at column 3 row 1, small road at column 4, cockroach pig at column 5."""
    after = shoe(streaks(*[1] * (back + 2)))
    assert colours(derived(after)[name].items) == "R"
    assert colours(derived(shoe(streaks(2, *[1] * (back + 1))))[name].items) == "B"


def test_a_long_tail_counts_by_its_length_and_not_by_its_drawing() -> None:
    """Nine and eight are both drawn six or five deep, and yet not of one depth."""
    assert colours(shoe(streaks(9, 8, 1)).big_eye_boy.items) == "R" * 7 + "B"
    assert colours(shoe(streaks(9, 9, 1)).big_eye_boy.items) == "R" * 8 + "R"
    assert colours(shoe(streaks(9, 11)).big_eye_boy.items) == "R" * 8 + "BR"


def test_marks_are_told_apart_without_colour() -> None:
    marks = {Mark(colour, style) for colour in Colour for style in Style}
    assert len({str(mark) for mark in marks}) == 6
    roads = shoe(streaks(1, 2, 1, 2, 1, 2))
    styles = [{mark.style for mark in road.items} for road in derived(roads).values()]
    assert styles == [{Style.HOLLOW}, {Style.SOLID}, {Style.SLASH}]


def test_the_forecast_by_hand() -> None:
    """Columns of 1, 1, 2 and 1, Player's the last; what if Player wins, what if Banker does?

    Player goes on to row 2: column 3 is two deep, red; columns 2 and 1 are one deep, blue twice.
    Banker turns away after one: against column 3's two it is blue, against the ones it is red.
    """
    roads = shoe("B P BB P")
    red, blue = Colour.RED, Colour.BLUE
    hollow, solid, slash = Style.HOLLOW, Style.SOLID, Style.SLASH
    assert roads.forecast(Side.PLAYER) == Forecast(
        Mark(red, hollow), Mark(blue, solid), Mark(blue, slash)
    )
    assert roads.forecast(Side.BANKER) == Forecast(
        Mark(blue, hollow), Mark(red, solid), Mark(red, slash)
    )


def test_a_road_that_has_not_begun_forecasts_nothing() -> None:
    assert shoe("TT").forecast(Side.BANKER) == NOTHING
    assert shoe("BBB").forecast(Side.PLAYER) == NOTHING
    forecast = shoe("BBB P").forecast(Side.PLAYER)
    assert forecast == Forecast(Mark(Colour.RED, Style.HOLLOW), None, None)


def test_statistics_by_hand() -> None:
    """Player's natural; two pairs and a tie at six; Banker's six on two cards, twice on three."""
    six = "2s 2d Kh Kc 2c 4h"
    dealt = ("9s 3d Kh 4c", "Ks 3d Kh 3c 6s Kd", "2s 2d Kh 4c 3s", six, six)
    assert Roads.of(Entry.of(Coup.of(cards)) for cards in dealt).statistics == Statistics(
        rounds=5,
        banker=3,
        player=1,
        tie=1,
        banker_pair=1,
        player_pair=1,
        both_pairs=1,
        banker_natural=0,
        player_natural=1,
        natural=1,
        banker_six=3,
        banker_six_of_three=2,
        tie_six=1,
    )


ANY = settings(deadline=None)

LETTERS = st.text("BPT", max_size=100)
LONG = st.lists(st.integers(1, 14), max_size=14).map(lambda lengths: streaks(*lengths))
SHOES = LETTERS | LONG


@st.composite
def coups(draw: st.DrawFn) -> Coup:
    coup = Coup()
    cards: st.SearchStrategy[Card] = st.sampled_from(DECK)
    while not coup.is_complete:
        coup = coup.deal(draw(cards))
    return coup


def second_opinion(written: str, back: int) -> str:
    """Work out a derived road from the picture alone, by looking at places and not at depths.

    On a sheet without a bottom: where a column goes on, look that many columns to the left, at the
    place and the one above it: both filled or both empty is red. Where a new column begins, lay the
    column before over the one that many to its left: red if they cover each other.
    """
    order: list[tuple[int, int]] = []
    results = written.replace("T", "").replace(" ", "")
    for column, (_, streak) in enumerate(groupby(results)):
        order += [(column, row) for row, _ in enumerate(streak)]
    sheet: set[tuple[int, int]] = set()
    marks = ""
    for column, row in order:
        if row and column >= back:
            beside, above = ((column - back, at) in sheet for at in (row, row - 1))
            marks += "R" if beside is above else "B"
        elif row == 0 and column > back:
            one, other = (
                {at for where, at in sheet if where == left}
                for left in (column - 1, column - 1 - back)
            )
            marks += "R" if one == other else "B"
        sheet.add((column, row))
    return marks


@ANY
@given(SHOES)
def test_derived_roads_agree_with_the_second_opinion(written: str) -> None:
    for name, road in derived(shoe(written)).items():
        assert colours(road.items) == second_opinion(written, BACK[name])


@ANY
@given(SHOES)
def test_derived_columns_hold_one_colour_and_neighbours_differ(written: str) -> None:
    for road in derived(shoe(written)).values():
        firsts = [column[0] for column in road.columns]
        assert all(set(column) == {column[0]} for column in road.columns)
        assert all(one != other for one, other in pairwise(firsts))


@ANY
@given(SHOES, st.sampled_from(Side))
def test_a_forecast_is_what_then_comes(written: str, side: Side) -> None:
    now, then = shoe(written), shoe(written + side[0].upper())
    for name, road in derived(now).items():
        mark = getattr(now.forecast(side), name)
        assert derived(then)[name].items == (road.items if mark is None else (*road.items, mark))


@ANY
@given(SHOES)
def test_the_two_hands_forecast_opposite_marks(written: str) -> None:
    roads = shoe(written)
    banker, player = roads.forecast(Side.BANKER), roads.forecast(Side.PLAYER)
    for name in BACK:
        one, other = getattr(banker, name), getattr(player, name)
        assert (one is None) is (other is None)
        assert one is None or one.colour is not other.colour


@ANY
@given(LETTERS)
def test_ties_change_nothing_on_the_derived_roads(written: str) -> None:
    with_ties, without = shoe(written), shoe(written.replace("T", ""))
    assert derived(with_ties) == derived(without)
    if without.entries:
        assert [[cell.result for cell in column] for column in with_ties.big_road.columns] == [
            [cell.result for cell in column] for column in without.big_road.columns
        ]


@ANY
@given(LETTERS)
def test_every_round_is_on_the_bead_plate_and_once_on_the_big_road(written: str) -> None:
    roads = shoe(written)
    assert "".join(str(spot.item) for spot in roads.bead_plate.spots) == written
    cells = roads.big_road.items
    assert "".join(str(cell.result) for cell in cells if cell.result) == written.replace("T", "")
    assert sum(len(cell.ties) for cell in cells) == written.count("T")


@ANY
@given(SHOES)
def test_each_drawing_keeps_the_rules_of_the_paper(written: str) -> None:
    roads = shoe(written)
    keeps_the_rules(roads.big_road)
    for road in derived(roads).values():
        keeps_the_rules(road)


def keeps_the_rules(road: Road[T]) -> None:
    """Follow the pen: all is drawn in order, each place once, and every turn has a reason."""
    spots = road.grid.spots
    places = [(spot.column, spot.row) for spot in spots]
    assert tuple(spot.item for spot in spots) == road.items
    assert all(column >= 0 and 0 <= row < ROWS for column, row in places)
    assert len(set(places)) == len(places)
    drawn = 0
    for column in road.columns:
        earlier, path = set(places[:drawn]), places[drawn : drawn + len(column)]
        assert path == expected_path(len(column), earlier)
        drawn += len(column)


def expected_path(length: int, earlier: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Say where a streak goes: down from the first free place as far as it can, the rest right."""
    start = next(column for column in range(1000) if (column, 0) not in earlier)
    free = next((row for row in range(1, ROWS) if (start, row) in earlier), ROWS)
    down = min(length, free)
    return [(start, row) for row in range(down)] + [
        (start + step, down - 1) for step in range(1, length - down + 1)
    ]


@ANY
@given(SHOES)
def test_rows_show_what_the_spots_say(written: str) -> None:
    grid = shoe(written).big_road.grid
    assert len(grid.rows) == ROWS
    assert all(len(row) == grid.width for row in grid.rows)
    assert sum(cell is not None for row in grid.rows for cell in row) == len(grid.spots)
    assert all(grid.rows[spot.row][spot.column] is spot.item for spot in grid.spots)


@ANY
@given(st.lists(coups(), max_size=12))
def test_entries_and_statistics_say_what_the_facts_say(dealt: list[Coup]) -> None:
    facts = [{name: fact.of(finish(coup)) for name, fact in FACTS.items()} for coup in dealt]
    roads = Roads.of(Entry.of(coup) for coup in dealt)
    for entry, known in zip(roads.entries, facts, strict=True):
        assert entry.winner == known["winner"]
        for name in ("player_pair", "banker_pair", "player_natural", "banker_natural", "natural"):
            assert getattr(entry, name) is known[name]
    sixes = [known for known in facts if known["banker_total"] == 6]
    assert roads.statistics == Statistics(
        rounds=len(dealt),
        banker=sum(known["winner"] == "banker" for known in facts),
        player=sum(known["winner"] == "player" for known in facts),
        tie=sum(known["winner"] == "tie" for known in facts),
        banker_pair=sum(known["banker_pair"] is True for known in facts),
        player_pair=sum(known["player_pair"] is True for known in facts),
        both_pairs=sum(known["pairs"] == 2 for known in facts),
        banker_natural=sum(known["banker_natural"] is True for known in facts),
        player_natural=sum(known["player_natural"] is True for known in facts),
        natural=sum(known["natural"] is True for known in facts),
        banker_six=sum(known["winner"] == "banker" for known in sixes),
        banker_six_of_three=sum(
            known["winner"] == "banker" and known["banker_cards"] == 3 for known in sixes
        ),
        tie_six=sum(known["winner"] == "tie" for known in sixes),
    )


def test_adding_leaves_what_was_there_alone() -> None:
    before = shoe("BB P")
    again = shoe("BB P")
    before.add(*entries("T"))
    assert before == again
    with pytest.raises(FrozenInstanceError):
        before.entries = ()  # type: ignore[misc]


def test_a_spot_counts_from_nought() -> None:
    """Round seven of a shoe is at the top of the second column of the bead plate."""
    assert shoe("BPBPBPB").bead_plate.spots[6] == Spot(1, 0, *entries("B"))
