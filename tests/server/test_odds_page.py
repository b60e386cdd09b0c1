"""Odds over HTTP: the same figures as at the console, and side bets that read back."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from croupier.cli import main
from served import served

GOLD = {
    "key": "gold_pair",
    "name": "Gold Pair",
    "decks": 6,
    "pays": [
        {"when": {"twin_pair": True}, "odds": "100:1"},
        {"when": {"pairs": [1, 2], "margin": {"min": 3}}, "odds": "9:1"},
    ],
}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with served(demo="no") as server, httpx.Client(base_url=server.address, timeout=30) as asking:
        yield asking


def _console(capsys: pytest.CaptureFixture[str], *words: str) -> object:
    assert main(["odds", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("game", ["classic", "tiger", "insurance"])
def test_the_page_shows_what_the_console_prints(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    answer = client.get(f"/api/odds/{game}", params={"decks": 6, "removal": "true"})
    assert answer.status_code == 200
    assert answer.json() == _console(capsys, game, "--decks", "6", "--removal")


def test_cards_left_are_counted(client: httpx.Client, capsys: pytest.CaptureFixture[str]) -> None:
    counts = "3,4,4,4,4,4,4,4,4,4,4,4,2"
    answer = client.get("/api/odds/tiger", params={"cards_left": counts})
    assert answer.json() == _console(capsys, "tiger", "--cards-left", counts)


@pytest.mark.parametrize(
    ("game", "given", "status"),
    [
        ("nothing", {}, 404),
        ("tiger", {"decks": 2}, 409),
        ("tiger", {"decks": 8, "cards_left": ",".join(["9"] * 13)}, 409),
        ("tiger", {"cards_left": "1,2"}, 400),
        ("tiger", {"cards_left": ",".join(["0"] * 13)}, 409),
        ("tiger", {"cards_left": ",".join(["9999"] * 13)}, 409),
    ],
)
def test_what_is_no_shoe_is_refused(
    client: httpx.Client, game: str, given: dict[str, str | int], status: int
) -> None:
    answer = client.get(f"/api/odds/{game}", params=given)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_a_design_costs_what_its_file_costs(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = client.post("/api/odds/design", json=GOLD).json()
    assert said["ok"], said
    file = tmp_path / "gold.toml"
    file.write_text(said["toml"], encoding="utf-8")
    printed = _console(capsys, str(file))
    assert isinstance(printed, dict)
    assert said["bet"] == printed["bets"]["gold_pair"]
    assert main(["check", str(file)]) == 0


def test_a_file_keeps_a_name_in_any_script(client: httpx.Client) -> None:
    name = "幸运六 \U0001f409"
    said = client.post("/api/odds/design", json={**GOLD, "name": name}).json()
    assert tomllib.loads(said["toml"])["bets"]["gold_pair"]["name"] == name


def test_a_bet_on_suits_is_worked_out_too(client: httpx.Client) -> None:
    pays = [{"when": {"colour": "red"}, "odds": "12:1"}]
    said = client.post("/api/odds/design", json={**GOLD, "pays": pays}).json()
    assert said["ok"]
    assert 0 < said["bet"]["house_edge"] < 1


def test_mistakes_are_named_with_their_place(client: httpx.Client) -> None:
    pays = [{"when": {"marjin": 3}, "odds": "4:1"}, {"when": {"margin": 12}, "odds": "4:1"}]
    said = client.post("/api/odds/design", json={**GOLD, "pays": pays}).json()
    assert not said["ok"]
    assert said["bet"] is None
    assert [each["key"] for each in said["problems"]] == [
        "bets.gold_pair.pays[0].when.marjin",
        "bets.gold_pair.pays[1].when.margin",
    ]
    assert tomllib.loads(said["toml"])["bets"]["gold_pair"]["pays"] == pays


def test_too_many_facts_are_refused(client: httpx.Client) -> None:
    names = ("sum", "margin", "cards", "pairs", "player_total", "banker_total", "natural")
    pays = [{"when": {name: 1}, "odds": "4:1"} for name in names]
    said = client.post("/api/odds/design", json={**GOLD, "pays": pays}).json()
    assert not said["ok"]
    assert said["problems"][0]["key"] == "bets.gold_pair.pays"


def test_the_facts_are_listed(client: httpx.Client) -> None:
    listed = client.get("/api/odds/facts").json()
    assert {"name", "values", "meaning", "suits"} == set(listed[0])
    assert "player_perfect_pair" in {fact["name"] for fact in listed if fact["suits"]}


def test_the_catalogue_is_what_the_console_prints(
    client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    for decks in (8, 6):
        assert main(["bets", "--decks", str(decks), "--json"]) == 0
        said = client.get("/api/side-bets", params={"decks": decks})
        assert said.json() == json.loads(capsys.readouterr().out)
    assert client.get("/api/side-bets", params={"decks": 7}).status_code == 400


def test_a_game_is_mixed_as_at_the_console(
    client: httpx.Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"game": "classic", "bets": ["panda-8", "dragon-7", "panda-8"], "key": "my"}
    said = client.post("/api/side-bets/mix", json=asked).json()
    file = tmp_path / "my.toml"
    assert main(["mix", "classic", "panda-8", "dragon-7", "--out", str(file)]) == 0
    assert said["ok"]
    assert tomllib.loads(said["toml"]) == tomllib.loads(file.read_text("utf-8"))
    assert said["title"] == "Baccarat (5% commission) + Panda 8 + Dragon 7"
    plain = client.post("/api/side-bets/mix", json={"game": "tiger", "bets": ["panda-8"]}).json()
    assert plain["key"] == "tiger-mix"
    named = {"game": "tiger", "bets": ["panda-8"], "title": "Night"}
    assert client.post("/api/side-bets/mix", json=named).json()["title"] == "Night"


@pytest.mark.parametrize(
    ("asked", "status", "told"),
    [
        ({"game": "classic", "bets": ["panda-9"]}, 404, 'did you mean "panda-8"'),
        ({"game": "nothing", "bets": ["panda-8"]}, 404, "no such game"),
        ({"game": "tiger", "bets": ["tiger", "big-tiger"]}, 409, "tiger has tiger, big-tiger"),
        ({"game": "classic", "bets": []}, 400, ""),
        ({"game": "classic", "bets": ["../secret.toml"]}, 400, ""),
        ({"game": "classic", "bets": ["egalite"]}, 404, ""),
    ],
)
def test_a_mixture_that_cannot_be_is_refused(
    client: httpx.Client, asked: dict[str, object], status: int, told: str
) -> None:
    answer = client.post("/api/side-bets/mix", json=asked)
    assert answer.status_code == status
    assert told in answer.json()["error"]["message"]


def test_a_mixture_under_a_key_that_is_taken_names_its_mistake(client: httpx.Client) -> None:
    asked = {"game": "classic", "bets": ["panda-8"], "key": "tiger"}
    said = client.post("/api/side-bets/mix", json=asked).json()
    assert (said["ok"], [each["key"] for each in said["problems"]]) == (False, ["key"])
