"""From the deal to the winner, for every document that prints its table of play as rows.

Each document has its own table here, typed from its own page, and the paragraphs it has for each
step. The player-dealer's chart and words are another shape: they are in `test_player_dealer.py`.
"""

from typing import NamedTuple

import pytest

from casino import (
    Coups,
    Rows,
    bet_on,
    cells,
    digits,
    ended,
    ending,
    played,
    point_card,
    refusal,
    turns,
    watch,
)
from croupier import Card, Code, Coup, Hand, Line, Outcome
from croupier.cards import parse_cards
from tables import betting_table, dealt_table, error_of


class Document(NamedTuple):
    """A printed table of play, and the paragraphs that are cited at each step of a coup."""

    draws: str
    """Player's totals that draw; after them those that stand, and those that end the drawing."""
    stands: str
    naturals: str
    banker_rows: Rows
    deal: str
    player: str
    banker: str
    alone: tuple[str, ...]
    """For Banker's decision where Player stood."""
    natural: tuple[str, ...]
    winner: str
    tie: tuple[str, ...]
    """For the result; what gives bets on a hand back is the last of them."""
    both_hands: bool = True
    """Whether one patron may bet on both hands at once."""
    beside: tuple[str, ...] = ()
    """What a patron has to bet on to bet on a tie."""


TOURNAMENT = Document(
    draws="0-1-2-3-4-5",
    stands="6-7",
    naturals="8-9",
    banker_rows={
        "3": ("0-1-2-3-4-5-6-7-9", "8"),
        "4": ("2-3-4-5-6-7", "0-1-8-9"),
        "5": ("4-5-6-7", "0-1-2-3-8-9"),
        "6": ("6-7", "0-1-2-3-4-5-8-9"),
        "7": ("", "0-1-2-3-4-5-6-7-8-9"),
        "0-1-2": ("0-1-2-3-4-5-6-7-8-9", ""),
    },
    deal="3.5",
    player="3.7",
    banker="3.7",
    alone=("3.6", "3.7"),  # what Banker does on 7 stands on the table only
    natural=("3.7", "1-natural"),
    winner="3.8",
    tie=("1-tie", "3.9"),
    both_hands=False,
    beside=("player",),
)
TIGER = Document(
    draws="0-1-2-3-4-5",
    stands="6-7",
    naturals="8-9",
    banker_rows={
        "3": ("0-1-2-3-4-5-6-7-9", "8"),
        "4": ("2-3-4-5-6-7", "0-1-8-9"),
        "5": ("4-5-6-7", "0-1-2-3-8-9"),
        "6": ("6-7", "0-1-2-3-4-5-8-9"),
        "7": ("", "0-1-2-3-4-5-6-7-8-9"),
        "0-1-2": ("0-1-2-3-4-5-6-7-8-9", ""),
    },
    deal="3.10",
    player="3.12",
    banker="3.12",
    alone=("3.11",),
    natural=("3.12", "1.10"),
    winner="3.13",
    tie=("1.20", "3.14"),
)
INSURANCE = Document(
    draws="0-1-2-3-4-5",
    stands="6-7",
    naturals="8-9",
    banker_rows={
        "3": ("0-1-2-3-4-5-6-7-9", "8"),
        "4": ("2-3-4-5-6-7", "0-1-8-9"),
        "5": ("4-5-6-7", "0-1-2-3-8-9"),
        "6": ("6-7", "0-1-2-3-4-5-8-9"),
        "7": ("", "0-1-2-3-4-5-6-7-8-9"),
        "0-1-2": ("0-1-2-3-4-5-6-7-8-9", ""),
    },
    deal="3.10",
    player="3.15",
    banker="3.15",
    alone=("3.13",),
    natural=("3.15", "1.10"),
    winner="3.16",
    tie=("1.22", "3.17"),
)
GUIDE = Document(
    draws="0-1-2-3-4-5",
    stands="6-7",
    naturals="8-9",
    banker_rows={
        "0-1-2": ("0-1-2-3-4-5-6-7-8-9", ""),
        "3": ("0-1-2-3-4-5-6-7-9", "8"),
        "4": ("2-3-4-5-6-7", "0-1-8-9"),
        "5": ("4-5-6-7", "0-1-2-3-8-9"),
        "6": ("6-7", "0-1-2-3-4-5-8-9"),
        "7": ("", "0-1-2-3-4-5-6-7-8-9"),
    },
    deal="the-play-deal",
    player="third-card-player",
    banker="third-card-bank",
    alone=("third-card-bank-alone",),
    natural=("third-card-natural",),
    winner="the-play-winner",
    tie=("the-play-tie",),
)
DOCUMENTS = {
    "tournament": TOURNAMENT,
    "tiger": TIGER,
    "insurance": INSURANCE,
    "classic": GUIDE,
    "no-commission": GUIDE,
}

by_the_deal = pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.5")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "3.10")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.10")),
        pytest.param("classic", marks=pytest.mark.rule("classic", "the-play-deal")),
        pytest.param("no-commission", marks=pytest.mark.rule("no-commission", "the-play-deal")),
    ],
)


def on_both_hands(game: str, cards: str) -> dict[str, Line]:
    """Bet on both hands: together, or in a round each where nobody may."""
    if DOCUMENTS[game].both_hands:
        return bet_on(game, cards, "player", "banker")
    return bet_on(game, cards, "player") | bet_on(game, cards, "banker")


@pytest.mark.parametrize("game", DOCUMENTS)
def test_printed_tables_leave_nothing_open(game: str) -> None:
    """Each of Player's totals is in one column, each of Banker's short of a natural in one row."""
    table = DOCUMENTS[game]
    columns = [*digits(table.draws), *digits(table.stands), *digits(table.naturals)]
    assert sorted(columns) == list(range(10))
    rows = sorted((banker, third) for banker, third, _ in cells(table.banker_rows))
    assert rows == [(banker, third) for banker in range(8) for third in range(10)]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.8")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "3.2.1", "3.2.2", "3.2.3")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.2.1", "3.2.2", "3.2.3")),
    ],
)
@pytest.mark.parametrize(
    ("rank", "points"),
    [*zip("A23456789", range(1, 10), strict=True), ("T", 0), ("J", 0), ("Q", 0), ("K", 0)],
)
def test_card_values(game: str, rank: str, points: int) -> None:
    """An ace is one, courts nothing, others their face; a ten's ten leaves the last digit."""
    assert all(Card.parse(rank + suit).points == points for suit in "cdhs")
    # Beside tens on both hands, it ties with a card that counts as much.
    cards = f"Ks Qh Tc Jd {rank}s {point_card(points, 'h')}"
    line = bet_on(game, cards, *DOCUMENTS[game].beside, "tie")["tie"]
    assert line.outcome is Outcome.WIN


@pytest.mark.rule("tournament", "3.8")
@pytest.mark.rule("tiger", "1.14")
@pytest.mark.rule("insurance", "1.16")
@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("7s 8c", 5),
        ("9s 9c", 8),
        ("9s 8c 7d", 4),
        ("5s 5c", 0),
        ("Ks Qc Td", 0),
        ("As 8c", 9),
        ("Ts 9c", 9),
    ],
)
def test_a_total_is_the_last_digit(cards: str, total: int) -> None:
    """15 is five, 18 eight, 24 four, 10 and 0 nothing; 9 and 19 are nine."""
    assert Hand(parse_cards(cards)).total == total


@by_the_deal
def test_first_and_third_card_are_players(game: str) -> None:
    """Four cards alternate, Player first, and a coup of this game may end with them."""
    assert turns("2s 6d 3c Kh") == ["player", "banker", "player", "banker"]
    coup = Coup.of("2s 6d 3c Kh")
    assert coup.player.cards == parse_cards("2s 3c")
    assert coup.banker.cards == parse_cards("6d Kh")
    # Player 7, Banker 6: dealt by halves, it would be 5 to 8.
    assert on_both_hands(game, "2s 3d 5c 3h")["player"].outcome is Outcome.WIN


@by_the_deal
def test_fewer_than_four_cards_are_no_coup(game: str) -> None:
    """Nothing is settled before all four initial cards are there."""
    wrong = refusal(played(game, "2s 6d 3c"))
    assert (wrong.code, wrong.rule) == (Code.WRONG_CARDS, DOCUMENTS[game].deal)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.7")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "3.12")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.15")),
        pytest.param("classic", marks=pytest.mark.rule("classic", "third-card-player")),
        pytest.param("no-commission", marks=pytest.mark.rule("no-commission", "third-card-player")),
    ],
)
@pytest.mark.parametrize("total", range(8))
def test_player_draws_by_its_own_total(game: str, total: int) -> None:
    """Player draws from 0 to 5 and stands on 6 and 7, whatever Banker has short of a natural."""
    document = DOCUMENTS[game]
    for banker in range(8):
        drawn = watch(game, total, banker)
        assert drawn.player is (total in digits(document.draws))
        assert drawn.player is not (total in digits(document.stands))
        assert drawn.cited[0] == (document.player,)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.7")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "3.12")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.15")),
        pytest.param("classic", marks=pytest.mark.rule("classic", "third-card-bank")),
        pytest.param("no-commission", marks=pytest.mark.rule("no-commission", "third-card-bank")),
    ],
)
@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", range(10))
def test_banker_draws_by_the_table(game: str, banker: int, third: int) -> None:
    """Each cell of the printed table, for each total that Player draws on."""
    document = DOCUMENTS[game]
    draws = (banker, third, True) in cells(document.banker_rows)
    for player in digits(document.draws):
        drawn = watch(game, player, banker, third)
        assert drawn.banker is draws
        assert drawn.cited[1] == (document.banker,)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.7", "1-natural")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "3.12", "1.10")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.15", "1.10")),
        pytest.param("classic", marks=pytest.mark.rule("classic", "third-card-natural")),
        pytest.param(
            "no-commission", marks=pytest.mark.rule("no-commission", "third-card-natural")
        ),
    ],
)
@pytest.mark.parametrize("natural", [8, 9])
def test_a_natural_ends_the_drawing(game: str, natural: int) -> None:
    """Eight or nine on two cards, in either hand or both: neither draws."""
    document = DOCUMENTS[game]
    assert natural in digits(document.naturals)
    for other in range(10):
        for totals in ((natural, other), (other, natural)):
            drawn = watch(game, *totals)
            assert not drawn.player
            assert not drawn.banker
            assert drawn.cited[0] == document.natural


@pytest.mark.rule("tournament", "1-natural")
@pytest.mark.rule("tiger", "1.10")
@pytest.mark.rule("insurance", "1.10")
@pytest.mark.rule("player-dealer", "hand-ranking")
@pytest.mark.parametrize(
    ("cards", "natural"),
    [
        ("9s Kc", True),
        ("4s 4c", True),
        ("5s 3c", True),
        ("2s 3c 4d", False),
        ("2s 3c 3d", False),
        ("2s 5c", False),
    ],
)
def test_a_natural_has_two_cards(cards: str, natural: bool) -> None:
    """The same nine or eight on three cards is none; neither is a seven on two."""
    assert Hand(parse_cards(cards)).is_natural is natural


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.6", "3.7")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "3.11")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.13")),
        pytest.param("classic", marks=pytest.mark.rule("classic", "third-card-bank-alone")),
        pytest.param(
            "no-commission", marks=pytest.mark.rule("no-commission", "third-card-bank-alone")
        ),
    ],
)
@pytest.mark.parametrize("banker", range(8))
def test_banker_alone_draws_up_to_five(game: str, banker: int) -> None:
    """Where Player stands on 6 or 7, Banker draws from 0 to 5 and stands on 6 and 7."""
    document = DOCUMENTS[game]
    for player in digits(document.stands):
        drawn = watch(game, player, banker)
        assert drawn.banker is (banker in digits("0-1-2-3-4-5"))
        assert drawn.cited[1] == document.alone


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.8")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "3.13")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.16")),
        pytest.param("classic", marks=pytest.mark.rule("classic", "the-play-winner")),
        pytest.param("no-commission", marks=pytest.mark.rule("no-commission", "the-play-winner")),
    ],
)
def test_the_higher_total_wins(game: str) -> None:
    """Every pair of different totals: the higher hand is paid, the lower is lost."""
    winner = DOCUMENTS[game].winner
    for player in range(10):
        for banker in range(10):
            if player == banker:
                continue
            hand, other = ("player", "banker") if player > banker else ("banker", "player")
            lines = on_both_hands(game, ending(player, banker))
            assert lines[hand].outcome is Outcome.WIN
            assert ended(lines[other]) == ("lose", "-100.00")
            assert lines[other].rules == (winner,)
    assert watch(game, 7, 6).result == watch(game, 6, 7).result == (winner,)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "3.9", "1-tie")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "3.14", "1.20")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "3.17", "1.22")),
        pytest.param("classic", marks=pytest.mark.rule("classic", "the-play-tie")),
        pytest.param("no-commission", marks=pytest.mark.rule("no-commission", "the-play-tie")),
    ],
)
@pytest.mark.parametrize("total", range(10))
def test_a_tie_gives_bets_on_hands_back(game: str, total: int) -> None:
    """Equal totals, whichever: bets on Player and Banker are returned."""
    document = DOCUMENTS[game]
    lines = on_both_hands(game, ending(total, total))
    assert set(lines) == {"player", "banker"}
    for line in lines.values():
        assert ended(line) == ("push", "0.00")
        assert line.back == 10000
        assert line.rules == document.tie[-1:]
    assert watch(game, 7, 7).result == document.tie


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tournament", marks=pytest.mark.rule("tournament", "1-tie")),
        pytest.param("tiger", marks=pytest.mark.rule("tiger", "1.20")),
        pytest.param("insurance", marks=pytest.mark.rule("insurance", "1.22")),
    ],
)
def test_tie_bets_lose_on_unequal_totals(game: str) -> None:
    """A tie bet needs equal points; one point apart is lost, by what a tie is."""
    document = DOCUMENTS[game]
    line = bet_on(game, Coups.PLAYER_WINS, *document.beside, "tie")["tie"]
    assert ended(line) == ("lose", "-100.00")
    assert line.rules == document.tie[:1]


@pytest.mark.rule("tiger", "3.10", "3.11", "3.12")
@pytest.mark.rule("insurance", "3.10", "3.13", "3.15")
@pytest.mark.parametrize(
    ("game", "first", "alone", "rows"),
    [("tiger", "3.10", "3.11", "3.12"), ("insurance", "3.10", "3.13", "3.15")],
)
def test_at_a_table_every_card_names_what_it_is_dealt_by(
    game: str, first: str, alone: str, rows: str
) -> None:
    """The first four by the order of the deal, third cards by the table, Banker's alone apart."""
    for cards, thirds in (("2s Kd 3c 4h 7s 2d", [rows, rows]), ("Ks Kd 7c 3h 2s", [alone])):
        play = dealt_table(game, cards=cards)
        dealt = [e for e in play.deal(4 + len(thirds)) if e["type"] == "card_dealt"]
        assert [event["rule"] for event in dealt] == [first] * 4 + thirds


def test_a_card_between_rounds_names_no_closing_call() -> None:
    play = dealt_table("tiger", cards=Coups.PLAYER_WINS, deal=4)
    play.do("settle")
    assert error_of(play.refused("deal")) == ("wrong_phase", None)
    play = betting_table("tiger", cards=Coups.PLAYER_WINS)
    assert error_of(play.refused("deal")) == ("wrong_phase", "3.8")
