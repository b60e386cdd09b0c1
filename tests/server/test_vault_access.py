"""A server and the key of its vault: made and told, handed to its processes, never left lying."""

from __future__ import annotations

import json
import os
import signal
import time
from base64 import b64encode
from pathlib import Path
from urllib.request import urlopen

import pytest

from croupier.server.config import BadConfig, Config, read_config
from croupier.server.vault_access import open_vault_of
from croupier.store.failures import WrongDatabase
from croupier.store.house import House
from croupier.store.master_key import VARIABLE, KeyFile
from houses import opened
from served import EASY, Served


def test_a_key_is_made_beside_the_users_configuration_and_told(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to configure anything; the second start uses what the first has made."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    key = tmp_path / "croupier" / "vault.key"
    first = open_vault_of(Config(database=sqlite))
    assert str(key) in first.told
    assert "keep a copy" in first.told
    assert key.stat().st_mode & 0o777 == 0o600
    again = open_vault_of(Config(database=sqlite))
    assert str(key) in again.told
    assert "made just now" not in again.told
    key.unlink()
    with pytest.raises(WrongDatabase, match="put the file back"):
        open_vault_of(Config(database=sqlite))
    assert not key.exists()


def test_the_key_is_named_by_file_environment_or_command_line(tmp_path: Path) -> None:
    """A path in the configuration is seen from its own folder."""
    toml = tmp_path / "house.toml"
    toml.write_text('vault_key = "secret/vault.key"')
    assert read_config(toml, {}).vault_key == str(tmp_path / "secret" / "vault.key")
    environment = {VARIABLE: "/etc/a.key"}
    assert read_config(toml, environment).vault_key == "/etc/a.key"
    assert read_config(toml, environment, {"vault_key": "b.key"}).vault_key == "b.key"
    toml.write_text('vault_key_command = "kms decrypt house"')
    assert read_config(toml, {}).vault_key_command == "kms decrypt house"
    toml.write_text("vault_key = 7")
    with pytest.raises(BadConfig, match="vault_key"):
        read_config(toml, {})
    with pytest.raises(WrongDatabase, match="not both"):
        open_vault_of(Config(database="x.db", vault_key="a", vault_key_command="b"))


def test_a_command_gives_the_server_its_key(sqlite: str, tmp_path: Path) -> None:
    key = tmp_path / "vault.key"
    key.write_text(f"{b64encode(bytes(range(32))).decode()}\n")
    access = open_vault_of(Config(database=sqlite, vault_key_command=f"cat {key}"))
    assert "a command" in access.told
    with House.open(sqlite, vault_key=access.sealer) as house:
        opened(house)
    with pytest.raises(WrongDatabase, match="sealed with vault key"):
        House.open(sqlite)


def processes_of(pid: int) -> list[int]:
    """Return a process and those that it has started."""
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in told for each in processes_of(int(child)))]


def test_workers_share_the_key_and_leave_it_nowhere(sqlite: str) -> None:
    """It goes through a pipe: not through an environment, a command line or a file."""
    if not Path("/proc/self/environ").exists():
        pytest.skip("there is no /proc here")
    with House.open(sqlite) as house:
        opened(house)
        shoe = house.reader.secret("t1", 1)
        data_keys = list(house._services.sealer._keys.values())
    assert shoe is not None
    served = Served(sqlite, {**EASY, "workers": "2", "demo": "false"})
    try:
        deadline = time.monotonic() + 90
        state = None
        while state is None and time.monotonic() < deadline:
            try:
                with urlopen(f"{served.address}/api/tables/t1", timeout=5) as answer:
                    state = json.loads(answer.read())["state"]
            except OSError:
                time.sleep(0.1)
        assert state is not None, f"the table was not loaded, which takes the key: {served.log}"
        assert state["shoe"]["number"] == 1
        master = KeyFile(Path(os.environ[VARIABLE])).read().first.secret
        pids = processes_of(served.process.pid)
        assert len(pids) >= 3
        for pid in pids:
            for name in ("environ", "cmdline"):
                shown = Path(f"/proc/{pid}/{name}").read_bytes()
                for secret in (master, *data_keys):
                    for spelt in (secret, secret.hex().encode(), b64encode(secret)):
                        assert spelt not in shown, (pid, name)
    finally:
        served.stop(signal.SIGTERM)
    said = "".join(served.log)
    assert "shoes in play are encrypted with the key in" in said
    assert master.hex() not in said
