"""The key of the vault: where it lies, who may read it, what it opens, and how it is replaced."""

from __future__ import annotations

import base64
import json
import os
import sys
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select, text

from croupier.cli import main
from croupier.game.loading import load
from croupier.store import live_table, snapshots
from croupier.store import schema as s
from croupier.store.address import Address
from croupier.store.data_keys import needed_key, read_sealer, rotate
from croupier.store.failures import BadStore
from croupier.store.house import House
from croupier.store.lease import lease_of
from croupier.store.master_key import (
    VARIABLE,
    BadVaultKey,
    KeyCommand,
    KeyFile,
    KeyRing,
    keys_from,
    read_keys,
    usual_path,
)
from croupier.store.queries import engine_of
from croupier.store.sealing import BadSeal, Place, Purpose, Sealer, check_sealed
from croupier.store.verify_database import verify_database
from houses import ANN, DEE, SAM, moment, opened, play, proven, secret_of

PLACE = Place(Purpose.SHOE, "t1", 1)
ELSEWHERE = Address.parse("postgresql://nobody@nowhere/none")


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Where a key goes that is in no folder of a database."""
    return tmp_path / "keys" / "vault.key"


# Sealing


def test_what_is_sealed_opens_at_its_own_place_only() -> None:
    """A row cannot take another's place: not of another table, shoe or purpose."""
    sealer = Sealer.random()
    sealed = sealer.seal(PLACE, b"the seed")
    assert sealer.open(PLACE, sealed) == b"the seed"
    assert b"the seed" not in sealed
    assert sealer.seal(PLACE, b"the seed") != sealed, "each has a nonce of its own"
    for other in (
        PLACE._replace(table_id="t2"),
        PLACE._replace(number=2),
        PLACE._replace(purpose=Purpose.MARK),
    ):
        with pytest.raises(BadSeal):
            sealer.open(other, sealed)
        with pytest.raises(BadSeal):
            check_sealed(other, sealed)


def test_a_changed_byte_is_noticed_without_a_key() -> None:
    sealed = Sealer.random().seal(PLACE, b"the seed")
    assert check_sealed(PLACE, sealed) == 1
    for at in range(len(sealed)):
        with pytest.raises(BadSeal):
            check_sealed(PLACE, sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :])
        with pytest.raises(BadSeal):
            check_sealed(PLACE, sealed[:at])


def test_a_forged_row_is_noticed_with_the_key() -> None:
    """Anybody can make the checksum of another ciphertext; only the key makes its tag."""
    sealer, forger = Sealer.random(), Sealer.random()
    forged = forger.seal(PLACE, b"a seed of the forger's own")
    check_sealed(PLACE, forged)
    with pytest.raises(BadSeal, match="forged"):
        sealer.open(PLACE, forged)
    with pytest.raises(BadSeal, match="data key 2"):
        sealer.open(PLACE, Sealer({2: bytes(32)}).seal(PLACE, b"x"))


def test_neither_a_key_nor_a_ring_shows_its_secret() -> None:
    ring = KeyRing.random()
    assert ring.first.secret.hex() not in repr(ring)
    assert repr(ring.first.secret) not in repr(ring)


# Files and commands


def test_a_key_is_made_once_and_for_its_owner_only(key: Path) -> None:
    made = KeyFile(key).ring(None, ELSEWHERE)
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in key.parent.iterdir()] == ["vault.key"]
    assert KeyFile(key).ring(None, ELSEWHERE).keys == made.keys
    assert len(made.first.secret) == 32


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o601])
def test_a_key_that_others_may_read_is_refused(key: Path, mode: int) -> None:
    KeyFile(key).ring(None, ELSEWHERE)
    key.chmod(mode)
    with pytest.raises(BadVaultKey, match=f"mode {mode:o}.*chmod 600"):
        KeyFile(key).read()


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("", "holds no key"),
        ("# nothing\n\n", "holds no key"),
        ("abcd\n", "keys of 32 bytes"),
        ("xyz!" * 16, "keys of 32 bytes"),
        (f"{'ab' * 32}\nshort\n", "keys of 32 bytes"),
    ],
)
def test_a_file_without_a_key_is_told(key: Path, held: str, said: str) -> None:
    key.parent.mkdir()
    key.write_text(held)
    key.chmod(0o600)
    with pytest.raises(BadVaultKey, match=said) as caught:
        KeyFile(key).read()
    assert held.strip() not in str(caught.value) or not held.strip()


def test_keys_are_read_in_hexadecimal_and_base64() -> None:
    secret = bytes(range(32))
    ring = read_keys(f"# a comment\n{secret.hex()}\n{base64.b64encode(secret).decode()}\n", "it")
    assert [each.secret for each in ring.keys] == [secret, secret]


def test_a_command_prints_the_key(tmp_path: Path) -> None:
    secret = bytes(range(32))
    code = f"print('{secret.hex()}')"
    assert KeyCommand(f'{sys.executable} -c "{code}"').read().first.secret == secret
    with pytest.raises(BadVaultKey, match="status 3"):
        KeyCommand(f'{sys.executable} -c "raise SystemExit(3)"').read()
    for wrong in (str(tmp_path / "none"), "", "'"):
        with pytest.raises(BadVaultKey, match="cannot be run"):
            KeyCommand(wrong).read()
    with pytest.raises(BadVaultKey, match="not both"):
        keys_from("a.key", "b")


def test_the_usual_place_is_the_users_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/of/somebody")
    usual = Path("/home/of/somebody/.config/croupier/vault.key")
    assert usual_path({}) == usual_path({"XDG_CONFIG_HOME": "relative"}) == usual
    assert usual_path({"XDG_CONFIG_HOME": "/etc/x"}) == Path("/etc/x/croupier/vault.key")


def test_a_key_beside_its_database_is_refused(sqlite: str) -> None:
    beside = Path(sqlite).with_name("vault.key")
    with pytest.raises(BadVaultKey, match="beside the database"):
        House.open(sqlite, vault_key=KeyFile(beside))
    (Path(sqlite).parent / "sub").mkdir()
    sideways = Path(sqlite).parent / "sub" / ".." / "vault.key"
    with pytest.raises(BadVaultKey, match="beside the database"):
        House.open(sqlite, vault_key=KeyFile(sideways))
    assert not beside.exists()


# A house and its key


def test_a_house_without_its_key_does_not_open_and_makes_no_other(
    database: str, key: Path, tmp_path: Path
) -> None:
    with House.open(database, vault_key=KeyFile(key)) as house:
        opened(house)
        seed = secret_of(house, "t1", 1)["seed"]
        needed = KeyFile(key).read().first.id
    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(BadVaultKey, match=f"sealed with vault key {needed}, and there is no"):
        House.open(database, vault_key=KeyFile(key))
    assert not key.exists(), "a new key would hide that the right one is missing"
    other = KeyFile(tmp_path / "other" / "vault.key")
    other.ring(None, ELSEWHERE)
    with pytest.raises(BadVaultKey, match=f"sealed with vault key {needed}, and .* has another"):
        House.open(database, vault_key=other)
    key.write_bytes(kept)
    key.chmod(0o600)
    with House.open(database, vault_key=KeyFile(key)) as house:
        assert secret_of(house, "t1", 1)["seed"] == seed
        play(house, "t1", 20, Random(1))


def test_the_server_says_in_one_line_which_key_is_missing(
    sqlite: str, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with House.open(sqlite, vault_key=KeyFile(key)) as house:
        opened(house)
    needed = KeyFile(key).read().first.id
    serve = ["serve", "--no-demo", "--port", "0", "--database", sqlite]
    for given in (str(key.with_name("none.key")), os.environ[VARIABLE]):
        assert main([*serve, "--vault-key", given]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1, told
        assert needed in told
    key.chmod(0o644)
    assert main([*serve, "--vault-key", str(key)]) == 2
    assert "chmod 600" in capsys.readouterr().err
    assert main([*serve, "--vault-key", str(Path(sqlite).with_name("v.key"))]) == 2
    assert "beside the database" in capsys.readouterr().err


def test_a_wrapped_key_that_was_changed_is_told(sqlite: str) -> None:
    with House.open(sqlite) as house:
        opened(house)
    engine = engine_of(Address.parse(sqlite), write=True)
    with engine.begin() as connection:
        connection.execute(text("UPDATE vault_keys SET wrapped = CAST(zeroblob(60) AS BLOB)"))
    engine.dispose()
    with pytest.raises(BadVaultKey, match="data key 1 of the vault was changed"):
        House.open(sqlite)


def test_no_bet_waits_for_a_seal(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are sealed when a shoe starts and at snapshots, and at no other time."""
    monkeypatch.setattr(live_table, "EVERY", 50)
    sealed: list[Place] = []
    seal = Sealer.seal

    def counted(sealer: Sealer, place: Place, data: bytes) -> bytes:
        sealed.append(place)
        return seal(sealer, place, data)

    monkeypatch.setattr(Sealer, "seal", counted)
    with House.open(sqlite) as house:
        opened(house)
        assert sealed == [Place(Purpose.SHOE, "t1", 1)]
        assert house.command("t1", "bets", DEE, {"do": "open_bets"}).ok
        for kind in ("banker", "tie", "tiger"):
            bet = {"do": "place_bet", "box": 1, "bet": kind, "amount": "5"}
            assert house.command("t1", f"bet-{kind}", ANN, bet).ok
        assert len(sealed) == 1
        play(house, "t1", 60, Random(1))
        version, shoes = house.live_table("t1").version, house.live_table("t1").table.shoes
        assert 1 < len(sealed) <= shoes + version // 50


# Rotation


def test_a_rotated_house_plays_on_with_the_new_key_alone(
    database: str, key: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Old rows stay readable; new ones are sealed with a new data key."""
    monkeypatch.setattr(live_table, "EVERY", 20)
    keys = KeyFile(key)
    with House.open(database, vault_key=keys) as house:
        opened(house)
        play(house, "t1", 60, Random(1))
        before = secret_of(house, "t1", 1)
        version = house.live_table("t1").version
    old = keys.read().first.id
    where = ["--database", database, "--vault-key", str(key)]
    assert main(["vault-key", "rotate", *where, "--json"]) == 0
    new = json.loads(capsys.readouterr().out)["key"]
    assert new != old
    assert [each.id for each in keys.read().keys] == [new, old]
    assert key.stat().st_mode & 0o777 == 0o600
    assert main(["vault-key", "show", *where, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"needed": new, "keys": [new, old], "opens": True}
    # The line of the old key is removed: the house no longer needs it.
    key.write_text(f"{keys.read().first.secret.hex()}\n")
    with House.open(database, vault_key=keys) as house:
        assert secret_of(house, "t1", 1) == before
        assert house.live_table("t1").version == version
        play(house, "t1", 40, Random(2), "on")
        opened(house, "t2")
        rows = {name: house.reader.secret(name, 1) or b"" for name in ("t1", "t2")}
    for number, (name, row) in enumerate(rows.items(), start=1):
        assert check_sealed(Place(Purpose.SHOE, name, 1), row) == number
    with moment(database) as connection:
        sealer = read_sealer(connection, keys.read(), Address.parse(database))
        found = verify_database(connection, load, sealer=sealer)
        assert found.vault.opened == found.vault.shoes >= 2
        kinds = connection.execute(select(s.incidents.c.kind, s.incidents.c.after)).all()
    assert ("vault_key_rotated", f'"{new}"') in [tuple(row) for row in kinds]


def test_a_rotation_that_cannot_be_done_changes_nothing(
    sqlite: str, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["vault-key", "rotate", "--database", sqlite]) == 2
    with House.open(sqlite, vault_key=KeyFile(key)) as house:
        opened(house)
    held = key.read_bytes()
    assert main(["vault-key", "rotate", "--database", sqlite]) == 2  # the usual key is another
    lease = lease_of(sqlite)
    assert lease.try_take()
    words = ["vault-key", "rotate", "--database", sqlite, "--vault-key", str(key)]
    capsys.readouterr()
    assert main(words) == 2
    assert "is being served" in capsys.readouterr().err
    lease.release()
    command = f"cat {key}"
    assert main([*words[:-2], "--vault-key-command", command]) == 2
    assert "old key first" in capsys.readouterr().err
    assert key.read_bytes() == held
    with moment(sqlite) as connection:
        assert needed_key(connection) == KeyFile(key).read().first.id


def test_an_interrupted_rotation_is_done_again(sqlite: str, key: Path) -> None:
    """The file gets the new key first: if the database does not follow, the old one still opens."""
    with House.open(sqlite, vault_key=KeyFile(key)) as house:
        opened(house)
    ring = KeyFile(key).add(KeyFile(key).read())
    with House.open(sqlite, vault_key=KeyFile(key)) as house:
        play(house, "t1", 20, Random(1))
    assert main(["vault-key", "rotate", "--database", sqlite, "--vault-key", str(key)]) == 0
    with moment(sqlite) as connection:
        assert needed_key(connection) == KeyFile(key).read().first.id != ring.first.id


def test_a_rotation_of_half_the_data_keys_is_named(sqlite: str) -> None:
    with House.open(sqlite) as house:
        opened(house)
    engine = engine_of(Address.parse(sqlite), write=True)
    with engine.begin() as connection:
        ring = KeyRing((*KeyRing.random().keys, *KeyFile(Path(os.environ[VARIABLE])).read().keys))
        rotate(connection, ring, Address.parse(sqlite), "")
        connection.execute(text("UPDATE vault_keys SET master = 'another' WHERE number = 1"))
    engine.dispose()
    with pytest.raises(BadStore, match="several master keys"):
        proven(sqlite)


# Proofs, with and without


def test_verify_needs_no_key_and_opens_everything_with_one(
    database: str, key: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(live_table, "EVERY", 20)
    with House.open(database, vault_key=KeyFile(key)) as house:
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        play(house, "t1", 300, Random(4))
    held = key.read_bytes()
    key.unlink()
    monkeypatch.setenv(VARIABLE, str(key))
    for command in (["verify", database, "--json"], ["report", database, "--json"]):
        assert main(command) == 0, command
        told = json.loads(capsys.readouterr().out)
        if command[0] == "verify":
            assert told["vault"]["opened"] == 0
            assert told["vault"]["shoes"] >= 1
    assert main(["verify", database]) == 0
    assert "0 shoes opened" in capsys.readouterr().out
    assert not key.exists()
    key.write_bytes(held)
    key.chmod(0o600)
    assert main(["verify", database, "--vault-key", str(key), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["vault"]
    assert told["opened"] == told["shoes"] >= 1
    wrong = key.with_name("wrong.key")
    KeyFile(wrong).ring(None, ELSEWHERE)
    assert main(["verify", database, "--vault-key", str(wrong)]) == 2
    assert told["key"] in capsys.readouterr().err


def test_a_forged_shoe_is_named_with_the_key(sqlite: str) -> None:
    """Sealed well, by somebody who has the key, but not what was committed to; and by nobody."""
    with House.open(sqlite) as house:
        opened(house)
        sealer = house._services.sealer
        stored = house.reader.secret("t1", 1)
        secret = secret_of(house, "t1", 1)
    assert stored is not None
    secret["seed"] = base64.b64encode(bytes(32)).decode()
    other = json.dumps(secret).encode()
    for forged, said in (
        (sealer.seal(PLACE, other), "not the one committed to"),
        (Sealer.random().seal(PLACE, other), "forged"),
        (sealer.seal(PLACE, b"{}"), "cannot be read"),
    ):
        engine = engine_of(Address.parse(sqlite), write=True)
        with engine.begin() as connection:
            connection.execute(text("DROP TRIGGER IF EXISTS vault_keeps_update"))
            connection.execute(s.vault.update().values(secret=forged))
        engine.dispose()
        proven(sqlite)  # nobody can tell without the key
        with pytest.raises(BadStore, match=said), moment(sqlite) as connection:
            verify_database(connection, load, sealer=sealer)


def test_a_forged_mark_is_named_with_the_key(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark of another moment would deal cards twice, or leave some out."""
    monkeypatch.setattr(live_table, "EVERY", 20)
    with House.open(sqlite) as house:
        house.create_table("t1")
        house.deposit("d", SAM, "ann", "10000")
        play(house, "t1", 200, Random(4))
        sealer = house._services.sealer
    engine = engine_of(Address.parse(sqlite), write=True)
    with engine.begin() as connection:
        mark, event = s.vault_snapshots.c, s.events.c
        number, stored = connection.execute(
            select(mark.number, mark.mark).order_by(mark.number.desc()).limit(1)
        ).one()
        head = connection.execute(select(event.hash).where(event.number == number)).scalar_one()
        place = Place(Purpose.MARK, "t1", number)
        told = json.loads(sealer.open(place, stored))
        told["position"] += 1
        forged = sealer.seal(place, json.dumps(told, separators=(",", ":")).encode())
        said = snapshots.hash_of(forged, head)
        update = s.vault_snapshots.update().where(mark.number == number)
        connection.execute(update.values(mark=forged, hash=said))
    engine.dispose()
    proven(sqlite)
    with pytest.raises(BadStore, match="mark after it is not"), moment(sqlite) as connection:
        verify_database(connection, load, sealer=sealer)
