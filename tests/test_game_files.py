"""Reading game files: what is sound is read, every mistake is named with its key."""

from __future__ import annotations

import datetime
import tomllib
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.game import BadGame, Fault, Game, read_game
from croupier.game.loading import keys, read_file, shipped
from croupier.game.model import Cited
from croupier.game.read_game import LENT_TOPICS, TOPICS
from croupier.words import plain
from game_bases import BANKED, FULL, PLAIN, Mistake, drop, put
from game_mistakes import MISTAKES

ROOMS = tomllib.loads((Path(__file__).parent / "data" / "paragraph_rooms.toml").read_text("utf-8"))

ROOT = Path(__file__).parent.parent
EZ = ROOT / "examples" / "ez-baccarat.toml"


def read(data: dict[str, Any]) -> Game:
    return read_game(data, "own.toml", shipped)


def faults_of(data: dict[str, Any]) -> tuple[Fault, ...]:
    with pytest.raises(BadGame) as wrong:
        read(data)
    return wrong.value.faults


def file_fault(path: Path) -> Fault:
    with pytest.raises(BadGame) as wrong:
        read_file(path)
    assert wrong.value.source == str(path)
    (fault,) = wrong.value.faults
    return fault


def test_six_games_ship() -> None:
    games = ["classic", "insurance", "no-commission", "player-dealer", "tiger", "tournament"]
    assert list(keys()) == games


@pytest.mark.parametrize("key", keys())
def test_a_shipped_game_reads_without_fault(key: str) -> None:
    game = croupier.load(key)
    assert game.key == key
    assert game.paragraphs
    assert set(game.procedures) >= {"foreign_card", "wrong_hand", "other"}


def test_the_example_reads_without_fault() -> None:
    game = croupier.load(EZ)
    assert (game.key, game.decks.least, game.decks.most) == ("ez-baccarat", 6, 8)
    assert list(game.bets) == ["player", "banker", "tie", "dragon_7", "panda_8"]
    assert [bet.key for bet in game.bets.values() if bet.main] == ["player", "banker"]
    betting = game.betting
    assert (betting.both_sides.allowed, betting.side_alone.allowed) == (True, True)
    assert not betting.standing.allowed
    assert game.play.face_down.allowed
    assert all(line.rules for bet in game.bets.values() for line in bet.pays)
    assert croupier.load(str(EZ)).bets == game.bets


@pytest.mark.parametrize("base", [PLAIN, FULL, BANKED], ids=["plain", "full", "banked"])
def test_what_the_mistakes_spoil_is_sound(base: str) -> None:
    read(tomllib.loads(base))


def test_defaults() -> None:
    game = read(tomllib.loads(PLAIN))
    assert game.source
    assert game.decks == croupier.game.model.Decks(6, 8, 8, ())
    assert [(layout.key, layout.boxes) for layout in game.layouts] == [("table", 14)]
    assert game.bets["tie"].name == "Tie"
    assert game.bets["tie"].pays[0].says == "the hands tie"
    assert game.bank.by is croupier.game.Banker.HOUSE
    assert (game.insurance, game.borrows, dict(game.procedures)) == (None, None, {})
    assert dict(game.table) == {}
    assert (game.cite("void"), game.cite_procedure("other")) == (None, None)


@pytest.mark.parametrize(
    ("decks", "usual"), [([6, 8], 8), ([1, 4], 4), ([9, 12], 9), ([8, 8], 8), ([27, 27], 27)]
)
def test_the_usual_number_of_decks_is_the_one_nearest_to_eight(
    decks: list[int], usual: int
) -> None:
    data = tomllib.loads(PLAIN) | {"decks": decks}
    assert read(data).decks.default == usual


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_a_mistake_is_named_with_its_key(mistake: Mistake) -> None:
    """And it is the only one named: what follows from it would only confuse."""
    (fault,) = faults_of(mistake.data)
    assert fault.key == mistake.key
    for words in mistake.says:
        assert words in fault.expected


def test_own_procedures_come_before_borrowed_ones() -> None:
    game = read(tomllib.loads(FULL))
    assert game.borrows == "tiger"
    own, lent = game.procedures["wrong_hand"], game.procedures["foreign_card"]
    assert (own.document, own.does, own.otherwise) == ("full", "reconstruct", "void")
    assert lent == shipped("tiger").procedures["foreign_card"]


def test_own_topics_of_the_table_come_before_borrowed_ones() -> None:
    game, tiger = read(tomllib.loads(FULL)), shipped("tiger")
    own = {"close_bets": Cited(("1.2",), "full"), "late_bet": Cited(("1.2", "1.1"), "full")}
    lent = {topic: cited for topic, cited in tiger.table.items() if topic in LENT_TOPICS}
    assert set(lent) == set(LENT_TOPICS)
    assert game.table == {**lent, **own}
    assert {cited.document for cited in tiger.table.values()} == {"tiger"}


def test_topics_are_borrowed_with_the_document_they_stand_in() -> None:
    """Whoever borrows from a borrower cites the document where it is written."""
    data = tomllib.loads(FULL)
    put("irregularities/borrow", "tournament")(data)
    game = read(data)
    topics = ("close_bets", "open_bets", "late_withdrawal", "void")
    cited = ["1.2", None, "tournament 5.3", "tiger 5.15"]
    assert [game.cite(topic) for topic in topics] == cited


def test_a_game_borrows_irregularities_only_and_of_a_differential_only_where_it_has_one() -> None:
    """How bets are opened, or cards squeezed, is written in one's own document or nowhere."""
    for key in ("tournament", "classic", "no-commission", "player-dealer"):
        game = shipped(key)
        assert game.cite("reject_excess") is None
        for topic, cited in game.table.items():
            if cited.document != key:
                assert topic in LENT_TOPICS
                assert cited.rules[0].startswith("5."), topic
    assert shipped("tiger").cite("reject_excess") == "5.1"


def test_a_topic_of_older_files_is_read_and_cited_no_more() -> None:
    data = tomllib.loads(FULL)
    put("table/staff", "1.1")(data)
    assert "staff" not in read(data).table
    put("table/staff", "9.9")(data)
    with pytest.raises(BadGame):
        read(data)


def test_a_game_cites_its_own_paragraphs_bare_and_borrowed_ones_with_their_document() -> None:
    game = read(tomllib.loads(FULL))
    assert (game.cite("late_bet"), game.cite("late_withdrawal")) == ("1.2", "tiger 5.6")
    assert game.cite_procedure("wrong_hand") == "1.1"
    assert game.cite_procedure("foreign_card") == "tiger 5.5.1"
    assert (game.cite("forgone"), game.cite_procedure("insurance_not_offered")) == (None, None)


def test_a_procedure_without_a_paragraph_cites_nothing() -> None:
    data = tomllib.loads(FULL)
    drop("irregularities/wrong_hand/rule")(data)
    assert read(data).cite_procedure("wrong_hand") is None


@pytest.mark.parametrize("key", keys())
def test_what_a_shipped_game_cites_at_the_table_the_table_acts_on(key: str) -> None:
    for topic, cited in croupier.load(key).table.items():
        rooms = ROOMS[cited.document]
        assert all("table" in rooms[rule] for rule in cited.rules), topic


def test_every_topic_is_cited_by_some_game() -> None:
    """And every game that ships can say why a round is void, or who may rule."""
    games = [shipped(key) for key in keys()]
    assert {topic for game in games for topic in game.table} == set(TOPICS)
    assert all(game.cite("void") and game.cite("ruling") for game in games)


def test_several_mistakes_are_all_listed() -> None:
    data = tomllib.loads(FULL)
    for change in (
        put("decks", 8),
        drop("title"),
        put("bets/tie/pays/0/odds", "8"),
        put("bets/tie/pays/0/when/winer", "tie"),
        put("bets/player/pays/1/when", {"winner": "player", "player_total": 0}),
        put("play/deal", ["1.1", "7", "8"]),
        put("paragraphs/1.1/kid", 1),
        put("insurance/bets/player_insurance/offers/0/stage", "later"),
        put("zzz", 1),
    ):
        change(data)
    faults = faults_of(data)
    assert sorted(fault.key for fault in faults) == [
        "bets.player.pays[1]",
        "bets.tie.pays[0].odds",
        "bets.tie.pays[0].when.winer",
        "decks",
        "insurance.bets.player_insurance.offers[0].stage",
        'paragraphs."1.1".kid',
        "play.deal",
        "play.deal",
        "title",
        "zzz",
    ]


@pytest.mark.parametrize(
    ("base", "path", "word"),
    [
        (BANKED, "bank/by", "player_dealer"),
        (FULL, "limits/assessed", "difference"),
        (FULL, "insurance/bets/player_insurance/insures", "playr"),
    ],
    ids=["bank", "limits", "insurance"],
)
def test_what_follows_from_a_mistake_is_not_listed(base: str, path: str, word: str) -> None:
    """A misspelt word is one mistake, whatever else does not fit without it."""
    data = tomllib.loads(base)
    put(path, word)(data)
    (fault,) = faults_of(data)
    assert fault.key == path.replace("/", ".")
    assert "did you mean" in fault.expected


def test_mistakes_count_the_lines_of_a_list_from_zero() -> None:
    data = tomllib.loads(PLAIN)
    line = data["bets"]["tie"]["pays"][0]
    data["bets"]["tie"]["pays"] = [line, {**line, "odds": "x"}]
    assert [fault.key for fault in faults_of(data)] == ["bets.tie.pays[1].odds"]


def test_a_bad_game_names_the_file_and_the_first_fault_and_counts_the_rest() -> None:
    one, two, three = (Fault(key, plain(f"expected {key}")) for key in ("a", "b", "c"))
    assert str(BadGame("own.toml", [one])) == "own.toml: a: expected a"
    assert str(BadGame("own.toml", [one, two, three])) == (
        "own.toml: a: expected a (and 2 more: croupier check shows all)"
    )


DEEP_TABLE: dict[str, Any] = {}
DEEP_LIST: list[Any] = []
for _ in range(50_000):
    DEEP_TABLE, DEEP_LIST = {"a": DEEP_TABLE}, [DEEP_LIST]
HOSTILE = {
    "deep table": DEEP_TABLE,
    "deep list": [DEEP_LIST],
    "huge number": 1 << 100_000,
    "long text": "X" * 1_000_000,
    "long list": [10] * 100_000,
    "lines": 'a"\n\\\x1b[31mb\u202e',
    "nan": float("nan"),
    "date": datetime.date(2024, 2, 29),
}


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(
    "path",
    [
        "key",
        "decks",
        "decks/min",
        "layouts/mini-7/boxes",
        "play/deal",
        "betting/standing/allowed",
        "limits/assessed",
        "bets/tie/pays/0/odds",
        "bets/tie/pays/0/when/winner",
        "bets/tie/pays/0/when/margin",
        "bets/banker/pays/0/when/banker_total/min",
        "insurance/bets/player_insurance/offers/0/player_total",
        "irregularities/borrow",
        "irregularities/wrong_hand/does",
        "table/close_bets",
    ],
)
def test_a_hostile_value_is_shown_on_one_short_line(path: str, value: object) -> None:
    data = tomllib.loads(FULL)
    put(path, value)(data)
    for fault in faults_of(data):
        assert str(fault).isprintable()
        assert len(str(fault)) < 300


def test_an_odd_key_is_shown_in_quotes_on_one_short_line() -> None:
    data = tomllib.loads(PLAIN) | {'a."\n': 1, "y" * 100_000: 2}
    one, two = faults_of(data)
    assert one.key == '"a.\\"\\u000a"'
    assert two.key.startswith('"yyy')
    assert two.key.endswith(" ...")
    assert len(two.key) <= 60


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    fault = file_fault(tmp_path / "none.toml")
    assert (fault.key, fault.expected) == ("file", "No such file or directory")


def test_a_directory(tmp_path: Path) -> None:
    fault = file_fault(tmp_path)
    assert (fault.key, fault.expected) == ("file", "Is a directory")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"key = ", "expected TOML: Invalid value"),
        (b"{}", "expected TOML: Invalid statement"),
        (b'key = "a"\nkey = "b"\n', "expected TOML: Cannot overwrite a value"),
        (b"[bets.tie]\n[bets.tie]\n", "expected TOML: Cannot declare ('bets', 'tie') twice"),
        (b'title = "\xff"\n', "expected UTF-8 text"),
        ('title = "Spiel"\n'.encode("utf-16"), "expected UTF-8 text"),
        (b"#" * 250_001, "expected at most 250,000 bytes"),
        (b"a = " + b"[" * 100_000, "expected TOML"),
        (b"a = " + b"{a = " * 40_000, "expected TOML"),
        (b"decks = [" + b"9" * 5_000 + b", 8]", "expected TOML"),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_a_file_that_is_no_toml(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    fault = file_fault(path)
    assert fault.key == "file"
    assert says in fault.expected


def test_a_deep_key_is_read_without_falling_into_it(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    deep = ".".join(["a"] * 2_000)
    path.write_text(f"{PLAIN.replace('title', f'title.{deep}')}")
    fault = file_fault(path)
    assert fault.key == "title"
    assert fault.expected.startswith("expected a text, or texts by language")


def test_a_number_of_many_digits_is_read_without_writing_it_out(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(PLAIN.replace("[6, 8]", f"[0x{'f' * 100_000}, 8]"))
    fault = file_fault(path)
    assert fault.key == "decks.min"
    assert "got a number too long to show" in fault.expected


def test_an_empty_file_lacks_what_is_required(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("")
    with pytest.raises(BadGame) as wrong:
        read_file(path)
    assert sorted(fault.key for fault in wrong.value.faults) == ["bets", "decks", "key", "title"]
    assert str(wrong.value).startswith(f"{path}: ")
    assert "and 3 more" in str(wrong.value)


def test_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(FULL.replace("\n", "\r\n").encode())
    assert read_file(path).key == "full"


def test_an_unknown_game_is_answered_with_what_is_known() -> None:
    with pytest.raises(croupier.InvalidInput, match="classic, insurance") as wrong:
        croupier.load("clasic")
    assert wrong.value.code is croupier.Code.UNKNOWN_GAME
