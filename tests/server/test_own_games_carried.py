"""Games of one's own, all the way: played by a program, disputed, reported, replayed, carried."""

from __future__ import annotations

import json
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from croupier.accounts import People
from croupier.cli import main
from croupier.client import Client, Command
from croupier.game.loading import load, read_text
from croupier.store.house import House
from croupier.store.shelf import Origin, offer
from croupier.table import Actor, Phase
from houses import ANN, DEE, opened, proven
from server.client import Api
from server.running import Running

DATA = Path(__file__).parents[1] / "data"
MAXIMAL = (DATA / "maximal.toml").read_text(encoding="utf-8")
THIRTEEN = DATA / "thirteen.toml"
COUP = ["Ks", "Qh", "6c", "2d", "5h"] + ["9s", "3d", "Kc", "Qd"] * 4
"""Banker wins 7 to 6 on three cards; before that the player's 6 can be insured at 3:1."""
WINS = {
    "banker": Decimal("0.95"),
    "dragon_7": Decimal(40),
    "colours": Decimal(5),
    "big": Decimal("0.54"),
    "player_insurance": Decimal(3),
}
"""What each winning bet pays for one; all other bets of the game lose."""


@pytest.fixture(scope="module")
def table(running: Running) -> str:
    """A table of an uploaded game with every key, where one round is played by a program."""
    with Api(running.served.base, running.tokens["adm"]) as admin:
        answer = admin.ask("POST", "/api/games", json={"toml": MAXIMAL})
        assert answer.status_code == 200, answer.text
    return running.table("maximal", shoe="manual")


@pytest.fixture(scope="module")
def played(running: Running, table: str) -> dict[str, Any]:
    """Bet on everything over the socket, with the client for programs; gives the settlement."""
    base = running.served.base
    with (
        Client(base, token=running.tokens["ann"]) as ann,
        Api(base, running.tokens["sam"]) as sam,
        ann.live() as live,
    ):
        state = live.watch(table).state
        path = f"/api/games/{state['game']}?digest={state['digest']}"
        published: Any = ann.get(path)
        kinds = [bet["key"] for bet in published["game"]["bets"]]
        assert len(kinds) == 16
        sam.do(table, "open_bets")
        while live.state(table)["phase"] != "betting":
            next(live)
        for kind in kinds:
            body: Command = {"do": "place_bet", "box": 1, "bet": kind, "amount": "10"}
            live.command(table, body)
        sam.do(table, "close_bets")
        for card in COUP[:4]:
            sam.do(table, "deal", card=card)
        taken: Command = {
            "do": "place_insurance",
            "box": 1,
            "bet": "player_insurance",
            "amount": "3",
        }
        live.command(table, taken)
        sam.do(table, "deal", card=COUP[4])
        lying = {bet["id"]: bet for bet in sam.state(table)["bets"]}
        told = sam.do(table, "settle")
        settled: dict[str, Any] = next(e for e in told["events"] if e["type"] == "round_settled")
        bets = [{**lying[bet["id"]], **bet} for bet in settled["bets"]]
        return {**settled, "bets": bets}


def test_a_program_bets_on_everything_over_the_socket(
    running: Running, table: str, played: dict[str, Any]
) -> None:
    bets = {bet["bet"]: bet for bet in played["bets"]}
    assert len(bets) == 17
    for key, bet in bets.items():
        stake = Decimal(bet["amount"])
        wins = WINS.get(key)
        assert (bet["outcome"], Decimal(bet["profit"])) == (
            ("lose", -stake) if wins is None else ("win", wins * stake)
        ), key
    net = sum(Decimal(bet["profit"]) for bet in bets.values())
    assert Decimal(played["net"]["ann"]) == net
    with running.api("sam") as sam:
        assert Decimal(sam.state(table)["balances"]["ann"]) == 1000 + net


def test_an_outsider_reads_the_dispute_file(
    running: Running,
    table: str,
    played: dict[str, Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With a ZIP reader, SHA-256 and JSON alone; then with croupier, which has no such game."""
    file = tmp_path / "d.zip"
    assert main(["dispute", running.database, table, "1", "--output", str(file)]) == 0
    with ZipFile(file) as archive:
        archive.extractall(tmp_path / "d")
        parts = {name: archive.read(name) for name in archive.namelist()}
    sums = dict(line.split()[::-1] for line in parts["SHA256SUMS"].decode().splitlines())
    assert sums == {
        name: sha256(data).hexdigest() for name, data in parts.items() if name != "SHA256SUMS"
    }
    game = json.loads(parts["game.json"])
    digest = sums["game.json"]
    entries = [json.loads(line) for line in parts["log.jsonl"].decode().splitlines()]
    opening = next(
        event
        for entry in entries
        if (event := entry.get("entry", {}).get("event", {})).get("type") == "table_opened"
    )
    assert opening["digest"] == digest
    assert digest in parts["README.txt"].decode()
    # What was paid is what the file inside says: no other file is needed to see it.
    told = json.loads(parts["round.json"])
    assert told["game"]["digest"] == digest
    lines = {key: bet["pays"] for key, bet in game["bets"].items()}
    for bet in played["bets"]:
        if bet["outcome"] == "win" and bet["bet"] in lines:
            ratios = {_paid(line) for line in lines[bet["bet"]]}
            assert Decimal(bet["profit"]) / Decimal(bet["amount"]) in ratios
    capsys.readouterr()
    head = json.loads(parts["anchor.json"])["log_head"]
    log = str(tmp_path / "d" / "log.jsonl")
    assert main(["verify", log, "--head", head]) == 0
    assert main(["replay", log, "--round", "1", "--lang", "zh"]) == 0
    assert "龙七" in capsys.readouterr().out
    # A payout that was changed in the file is named.
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(parts["log.jsonl"].replace(b'"odds":"40:1"', b'"odds":"41:1"'))
    assert main(["verify", str(forged)]) != 0


def _paid(line: dict[str, str]) -> Decimal:
    profit, stake = map(Decimal, line["odds"].split(":"))
    kept = Decimal(line.get("commission", "0%").rstrip("%")) / 100
    return profit / stake * (1 - kept)


def test_a_house_with_files_and_uploads_is_carried_over(
    database: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both games play on from the backup, without the file; reports and replays know them."""
    own = load(THIRTEEN)
    with People.open(database) as people, House.open(database, [own]) as house:
        offer(people.incidents, read_text(MAXIMAL, "test"), MAXIMAL, "adm")
        opened(house, "by-file", game=own.key)
        opened(house, "by-upload", game="maximal")
        for table in ("by-file", "by-upload"):
            _round(house, table, "a")
    backup, copy = folder / "b", str(folder / "copy.db")
    assert main(["backup", database, str(backup)]) == 0
    assert main(["restore", str(backup), copy]) == 0
    with House.open(copy) as house:
        assert {each.game.key for each in house.shelf.all() if each.origin is Origin.UPLOAD} == {
            "maximal"
        }
        for table in ("by-file", "by-upload"):
            _round(house, table, "b")
    assert proven(copy).tables.keys() == {"by-file", "by-upload"}
    capsys.readouterr()
    assert main(["verify", copy]) == 0
    # Exact expectations of everything on the maximal felt take seconds: one of the two will do.
    assert main(["report", copy, "--table", "by-file", "--by", "bet", "--json"]) == 0
    told = capsys.readouterr().out
    assert all(f'"{bet}"' in told for bet in own.bets)
    for table in ("by-file", "by-upload"):
        file = folder / f"{table}.zip"
        assert main(["dispute", copy, table, "2", "--output", str(file)]) == 0
        with ZipFile(file) as archive:
            (folder / f"{table}.jsonl").write_bytes(archive.read("log.jsonl"))
        assert main(["replay", str(folder / f"{table}.jsonl"), "--round", "2"]) == 0


def _round(house: House, table: str, prefix: str) -> None:
    """Play one round with a bet on every bet of the game."""
    live = house.live_table(table)
    steps: list[tuple[Actor, dict[str, object]]] = [(DEE, {"do": "open_bets"})]
    for bet in live.table.rules.game.bets:
        steps.append((ANN, {"do": "place_bet", "box": 1, "bet": bet, "amount": "5"}))
    steps.append((DEE, {"do": "close_bets"}))
    for number, (actor, body) in enumerate(steps):
        answer = house.command(table, f"{prefix}-{table}-{number}", actor, body)
        assert answer.ok, answer
    while (phase := live.table.phase) is not Phase.IDLE:
        deed = "deal" if phase is Phase.DEALING else "settle"
        assert house.command(table, f"{prefix}-{table}-{live.version}", DEE, {"do": deed}).ok
