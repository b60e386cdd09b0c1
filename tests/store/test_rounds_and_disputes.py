"""Rounds in brief and in detail, notable events, and dispute files."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from croupier.cli import main
from croupier.errors import InvalidInput
from croupier.reports.dispute import NoSuchRound, dispute
from croupier.reports.events import VaultlessLoader
from croupier.reports.notable_events import NotableEvent, notable_events, write_page
from croupier.reports.round_details import write_round
from croupier.reports.round_list import RoundLine, latest_rounds, write_rounds
from croupier.store.house import House
from croupier.store.replay import recall
from croupier.store.sealing import Place, Purpose
from floors import Floor, play_any, rehearsed
from table_world import GAMES

BANKER_NINE = "Ks 9d 3c Kh"


@pytest.fixture
def house(database: str) -> Iterator[House]:
    """A house whose shuffles and clock come from a seed."""
    with rehearsed(database) as made:
        yield made


def round_details(house: House, table_id: str, number: int) -> dict[str, Any]:
    found = house.recall(table_id, number)
    assert found is not None
    written: dict[str, Any] = json.loads(json.dumps(write_round(found)))
    return written


def test_a_round_is_recalled_whole(house: House) -> None:
    floor = Floor(house, "t1", "classic", BANKER_NINE)
    floor.do("open_bets")
    floor.do("place_bet", "ann", box=1, bet="banker", amount="100", id="a")
    floor.do("increase_bet", "ann", bet="a", amount="20")
    floor.do("withdraw_bet", "ann", bet="a", amount="10")
    assert not floor.send("place_bet", "bob", box=2, bet="tie", amount="9999")[0]
    floor.do("close_bets")
    for _ in range(4):
        floor.do("deal")
    floor.do("settle")
    floor.do("rule", "shift_manager", text="a kindness", adjustments=[])
    details = round_details(house, "t1", 1)
    assert (details["state"], details["round"], details["table"]) == ("settled", 1, "t1")
    assert [card["card"] for card in details["cards"]] == BANKER_NINE.split()
    assert {card["dealt"]["by"]["name"] for card in details["cards"]} == {"dealer"}
    assert details["hands"]["banker"] == {"cards": ["9d", "Kh"], "total": 9}
    assert details["facts"]["winner"] == "banker"
    assert details["facts"]["banker_natural"] is True
    (bet,) = details["bets"]
    assert [step["what"] for step in bet["history"]] == ["placed", "increased", "withdrawn"]
    assert (bet["amount"], bet["in_action"], bet["profit"]) == ("110.00", "110.00", "104.50")
    assert (bet["outcome"], bet["odds"], bet["back"]) == ("win", "19:20", "214.50")
    assert "104.50 at 19:20" in bet["why"]
    assert details["balances"]["ann"] == {"before": "1000.00", "after": "1104.50"}
    assert details["house"] == {"before": "0.00", "after": "-104.50"}
    assert [ruling["text"] for ruling in details["rulings"]] == ["a kindness"]
    assert [event["n"] for event in details["events"]] == list(range(7, 7 + len(details["events"])))
    assert all(event["says"] for event in details["events"])


def test_a_bet_that_was_taken_back_is_told_with_the_paragraph(house: House) -> None:
    floor = Floor(house, "t1", "tiger", BANKER_NINE)
    floor.round(("ann", 1, "banker", "100"), ("bob", 2, "player", "100"), deal=1)
    floor.do("report", kind="exposed_card", cards=["9d"])
    floor.do("choose", "bob", option="refund")
    floor.do("close_options")
    for _ in range(3):
        floor.do("deal")
    floor.do("settle")
    _, bet = round_details(house, "t1", 1)["bets"]
    assert [step["what"] for step in bet["history"]] == ["placed", "refunded by choice"]
    assert (bet["outcome"], bet["back"], bet["rules"]) == ("returned", "100.00", ["5.12.3"])
    assert bet["why"].startswith("It was taken back after bets were closed")
    assert "  bob, Player: returned +0.00 [5.12.3]".strip() in [
        line for event in round_details(house, "t1", 1)["events"] for line in event.get("bets", ())
    ]


def test_a_card_face_down_is_told_with_who_turned_it(house: House) -> None:
    floor = Floor(house, "t1", "classic", "2s 4d 2c Kh 2d 9c 9h", face_down=True)
    floor.do("open_bets")
    floor.do("place_bet", "ann", box=1, bet="player", amount="100")
    floor.do("grant_squeeze", player="ann", hand="player")
    floor.do("close_bets")
    floor.do("deal")
    assert round_details(house, "t1", 1)["cards"][0]["card"] is None
    floor.do("turn", "ann", hand="player", number=1)
    (card,) = round_details(house, "t1", 1)["cards"]
    assert (card["card"], card["face_down"]) == ("2s", True)
    assert card["turned"]["by"] == {"role": "player", "name": "ann"}
    assert round_details(house, "t1", 1)["state"] == "running"


@pytest.mark.parametrize("game", GAMES)
def test_every_round_is_listed_and_recalled_alike(house: House, game: str) -> None:
    play_any(house, "t1", 41, game)
    seen: list[RoundLine] = []
    before: int | None = None
    while page := latest_rounds(house.reader, "t1", before=before, most=4):
        seen += page
        before = page[-1].round
    assert [line.round for line in seen] == list(range(house.live_table("t1").table.round, 0, -1))
    json.dumps(write_rounds(tuple(seen)))
    for line in seen:
        details = round_details(house, "t1", line.round)
        assert (details["state"], details["times"]["first"]) == (line.state, line.began)
        if details["settlement"] is not None:
            assert details["settlement"]["result"] == line.result
            assert tuple(details["hands"]["player"]["cards"]) == line.player
            profits = {bet["id"]: bet["profit"] for bet in details["bets"] if "profit" in bet}
            settled = {bet["id"]: bet["profit"] for bet in details["settlement"]["bets"]}
            assert profits == settled
            nets = {name: line.nets[name] for name in details["settlement"]["net"]}
            assert nets == details["settlement"]["net"] or line.state == "corrected"
        assert set(line.nets) >= {bet["player"] for bet in details["bets"] if "profit" in bet}
        blind = recall(VaultlessLoader(house.reader), "t1", line.round)
        assert blind == house.recall("t1", line.round), "who sees no secret recalls the same"
    assert latest_rounds(house.reader, "nowhere") == ()


def test_what_a_floor_has_to_know_of(house: House) -> None:
    floor = Floor(house, "t1", "tiger", f"{BANKER_NINE} {BANKER_NINE}")
    floor.do("fill", "pit_manager", amount="300")
    floor.do("change_table", "pit_manager", limits={"min": "10", "max_differential": "900"})
    floor.round(("ann", 1, "player", "500"), ("bob", 2, "tie", "20"), deal=2)
    assert not floor.send("settle", "dealer")[0]
    assert not floor.send("void_round", "ann", reason="I lose")[0]
    floor.do("void_round", "pit_supervisor", reason="spilled")
    adjustments = [{"player": "ann", "amount": "5"}]
    floor.do("rule", "shift_manager", text="for the coat", adjustments=adjustments)
    whole = notable_events(house.reader, large=500)
    kinds = [each.kind for each in whole.items]
    noted = ["opening", "fill", "limits", "large_bet", "refusal", "refusal", "void", "ruling"]
    assert kinds == noted
    limits, large, refused = whole.items[2], whole.items[3], whole.items[5]
    assert limits.before is not None
    assert limits.after["limits"]["min"] == "10"
    assert (large.round, large.by) == (1, "player:ann")
    assert (refused.what, refused.by) == ("not_allowed", "player:ann")
    assert refused.after == {"do": "void_round"}
    assert (whole.items[6].why, whole.items[6].rule) == ("spilled", "5.15")
    paged: list[NotableEvent] = []
    after: str | None = None
    while True:
        page = notable_events(house.reader, large=500, after=after, most=3)
        json.dumps(write_page(page))
        paged += page.items
        after = page.next
        if after is None:
            break
    assert tuple(paged) == whole.items
    back: list[NotableEvent] = []
    before: str | None = None
    while True:
        page = notable_events(house.reader, large=500, before=before, latest=True, most=3)
        back += page.items
        before = page.next
        if before is None:
            break
    assert tuple(reversed(back)) == whole.items
    mark = whole.items[3].mark
    assert notable_events(house.reader, large=500, before=mark).items == whole.items[2::-1]
    with pytest.raises(InvalidInput, match="not both"):
        notable_events(house.reader, after=mark, before=mark)
    only = notable_events(house.reader, table="t1", kinds=frozenset({"void"}))
    assert [each.kind for each in only.items] == ["void"]
    assert notable_events(house.reader, table="t2").items == ()


def extracted(data: bytes, folder: Path) -> Path:
    with ZipFile(io.BytesIO(data)) as file:
        file.extractall(folder)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_a_dispute_file_proves_itself(house: House, game: str, tmp_path: Path) -> None:
    play_any(house, "t1", 52, game)
    last = house.live_table("t1").table.round
    for number in {1, last // 2 + 1, last}:
        data = dispute(house.reader, "t1", number)
        assert data == dispute(house.reader, "t1", number)
        folder = extracted(data, tmp_path / str(number))
        anchor = json.loads((folder / "anchor.json").read_text())
        log = str(folder / "log.jsonl")
        assert main(["verify", log, "--head", anchor["log_head"]]) == 0
        assert main(["replay", log, "--round", str(number)]) == 0
        rows = house.events_after("t1", 0)
        assert anchor["house_head"] == rows[anchor["house_entries"] - 1].hash
        round_ = json.loads((folder / "round.json").read_text())
        game_ = sha256((folder / "game.json").read_bytes()).hexdigest()
        assert round_["game"]["digest"] == game_
        done = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=folder, check=False)
        assert done.returncode == 0


def test_any_byte_of_its_log_that_is_changed_is_named(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Floor(house, "t1", "classic", BANKER_NINE).settled(("ann", 1, "banker", "100"))
    folder = extracted(dispute(house.reader, "t1", 1), tmp_path)
    data = (folder / "log.jsonl").read_bytes()
    lines = data.splitlines(keepends=True)
    bad = folder / "bad.jsonl"
    start = 0
    for number, line in enumerate(lines, start=1):
        # Spaces at the end of a line, its newline, are no part of what it says.
        for place in (2, 10, 40, len(line) // 3, len(line) // 2, len(line) - 4):
            changed = bytearray(data)
            changed[start + place] ^= 1
            bad.write_bytes(changed)
            assert main(["verify", str(bad)]) == 1
            assert f"Entry {number}" in capsys.readouterr().out
        start += len(line)
    bad.write_bytes(b"".join(lines[:-1]))
    assert main(["verify", str(bad)]) == 1


def test_it_holds_no_secret_of_a_shoe_in_play(house: House) -> None:
    """The seed is asked for and refused first: it is not in the journal's part either."""
    floor = Floor(house, "t1", "classic", BANKER_NINE)
    floor.settled(("ann", 1, "banker", "100"))
    assert not floor.send("new_shoe", "ann", seed="a seed of ann's")[0]
    floor.do("new_shoe", "dealer", seed="a seed of ann's")
    floor.round(("ann", 1, "banker", "100"), deal=3)
    sealed = house.reader.secret("t1", 2)
    assert sealed is not None
    secret = json.loads(house._services.sealer.open(Place(Purpose.SHOE, "t1", 2), sealed))
    with ZipFile(io.BytesIO(dispute(house.reader, "t1", 2))) as file:
        parts = {name: file.read(name) for name in file.namelist()}
        assert b"a seed" not in b"".join(parts.values())
    import base64

    seeds = [base64.b64decode(secret["seed"]), base64.b64decode(secret["salt"])]
    for name, part in parts.items():
        for seed in seeds:
            assert seed.hex().encode() not in part, name
            assert base64.b64encode(seed) not in part, name
    (shoe,) = json.loads(parts["shoe.json"])
    assert "seed" not in shoe
    assert "order" not in shoe
    assert "still in play" in shoe["note"]
    assert "still in play" in parts["README.txt"].decode()


def test_a_shoe_that_has_ended_is_proven(house: House) -> None:
    floor = Floor(house, "t1", "classic", BANKER_NINE)
    floor.do("new_shoe", "dealer")
    floor.do("add_entropy", "ann", text="mine")
    floor.settled(("ann", 1, "banker", "100"))
    floor.do("close_table", "pit_manager")
    with ZipFile(io.BytesIO(dispute(house.reader, "t1", 1))) as file:
        (shoe,) = json.loads(file.read("shoe.json"))
        details = json.loads(file.read("round.json"))
        readme = file.read("README.txt").decode()
    tag = b"croupier.shuffle.1.commitment\0"
    assert sha256(tag + bytes.fromhex(shoe["seed"])).hexdigest() == shoe["commitment"]
    assert shoe["added"] == [{"player": "ann", "text": "mine"}]
    first = shoe["round_begins_with_card"] - 1
    dealt = [card["card"] for card in details["cards"]]
    assert shoe["order"][first : first + len(dealt)] == dealt
    assert shoe["seed"] in readme


def test_refusals_of_the_round_are_in_it(house: House) -> None:
    floor = Floor(house, "t1", "classic", f"{BANKER_NINE} {BANKER_NINE}")
    assert not floor.send("settle", "dealer")[0]
    floor.round(("ann", 1, "banker", "100"))
    assert not floor.send("place_bet", "bob", box=2, bet="tie", amount="10")[0]
    floor.do("settle")
    floor.settled(("ann", 1, "banker", "100"))
    with ZipFile(io.BytesIO(dispute(house.reader, "t1", 1))) as file:
        (refused,) = json.loads(file.read("refusals.json"))
    assert refused["by"] == {"role": "player", "name": "bob"}
    assert (refused["code"], refused["asked"]["bet"]) == ("wrong_phase", "tie")


def test_there_is_no_file_of_a_round_that_was_not(house: House) -> None:
    Floor(house, "t1", "classic", BANKER_NINE)
    for table_id, number in (("t1", 1), ("t1", -1), ("t1", 2**70), ("t2", 1)):
        with pytest.raises(NoSuchRound):
            dispute(house.reader, table_id, number)


def test_the_commands(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with rehearsed(database) as house:
        Floor(house, "t1", "classic", BANKER_NINE).settled(("ann", 1, "banker", "100"))
    for by in ("table", "game", "day", "bet"):
        assert main(["report", database, "--by", by]) == 0
        assert "The ledger agrees" in capsys.readouterr().out
    assert main(["report", database, "--json", "--from", "2026-03-01", "--to", "2026-03-01"]) == 0
    details = json.loads(capsys.readouterr().out)
    assert (details["total"]["win"], details["total"]["commission"]) == ("-95.00", "5.00")
    assert {each["difference"] for each in details["reconciliation"]} == {"0.00"}
    assert main(["report", database, "--csv", "--by", "bet"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("bet,classic,banker,")
    file = tmp_path / "file.zip"
    assert main(["dispute", database, "t1", "1", "--output", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bytes"] == file.stat().st_size
    for wrong in (
        ["report", str(tmp_path / "none.db")],
        ["report", database, "--table", "t9"],
        ["report", database, "--from", "yesterday"],
        ["report", database, "--from", "2026-03-02", "--to", "2026-03-01"],
        ["dispute", database, "t1", "2"],
        ["dispute", database, "t9", "1"],
        ["dispute", database, "t1", "one"],
    ):
        assert main(wrong) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert len(printed.err.splitlines()) == 1
