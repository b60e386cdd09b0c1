"""How a server is set up: a file, then the environment, then the command line."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

from croupier.store.address import USUAL

PREFIX = "CROUPIER_"
"""What variables of the environment begin with: CROUPIER_PORT sets `port`."""


class BadConfig(Exception):
    """A setting is wrong: which, where it was set, and what it should be."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set; the names are those of the file."""

    host: str = "127.0.0.1"
    port: int = 8321
    database: str = USUAL
    workers: int = 1
    demo: bool = True
    """Demo patrons play at demo tables, and guests get play chips."""
    origins: tuple[str, ...] = ()
    """Where pages may come from, besides the server's own address: "https://tables.example"."""
    https: bool = False
    """Whether patrons reach it by https, through a proxy: cookies are then sent by no other way."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose word is taken for where a patron comes from."""
    staff_idle: int = 300
    """Seconds after which staff who do nothing are signed out."""
    patron_idle: int = 1800
    """Seconds after which patrons who do nothing are signed out."""
    commands_per_second: int = 20
    """How many commands somebody may give, on average; twice as many at once."""
    sign_ins_per_minute: int = 10
    """How often somebody may try to sign in, or come as a guest, from one address."""
    guest_chips: str = "10000"
    """What a guest finds in the wallet in demo mode."""
    large_bet: str = "10000"
    """Bets of this much and more are noted among the significant events."""
    helpline: str | None = None
    """Where somebody finds help who plays too much: shown on every page."""
    log: str = "text"
    """How the log is written: text for people, json for programs."""
    threads: int = 32
    """How many commands a process has under way at once."""

    @property
    def scheme(self) -> str:
        """How patrons reach it."""
        return "https" if self.https else "http"

    @property
    def here(self) -> str:
        """How this machine itself reaches it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def _whole(low: int, high: int) -> Callable[[object], object]:
    def check(value: object) -> object:
        try:
            number = int(value) if isinstance(value, str) and value.isascii() else value
        except ValueError:
            number = None
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            raise ValueError(f"a whole number from {low} to {high:,}")
        return number

    return check


def _switch(value: object) -> object:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    found = words.get(value.lower()) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise ValueError("true or false")
    return found


def _text(value: object) -> object:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    return value


def _amount(value: object) -> object:
    text = str(value)
    whole, _, cents = text.partition(".")
    if isinstance(value, bool) or not (whole + (cents or "0")).isdecimal() or not text.isascii():
        raise ValueError('an amount like "250" or "12.50"')
    return text


def _listed(item: Callable[[object], object]) -> Callable[[object], object]:
    def check(value: object) -> object:
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, list | tuple):
            raise ValueError("a list of texts")
        texts = [part.strip() if isinstance(part, str) else part for part in parts]
        return tuple([item(part) for part in texts if part != ""])

    return check


def _origin(value: object) -> object:
    found = urlsplit(value) if isinstance(value, str) else None
    if found is None or found.scheme not in ("http", "https") or not found.netloc or found.path:
        raise ValueError('origins like "https://tables.example", without a path')
    return value


def _one_of(*words: str) -> Callable[[object], object]:
    def check(value: object) -> object:
        if value not in words:
            raise ValueError(" or ".join(words))
        return value

    return check


_CHECKS: Mapping[str, Callable[[object], object]] = {
    "host": _text,
    "port": _whole(0, 65535),
    "database": _text,
    "workers": _whole(1, 64),
    "demo": _switch,
    "origins": _listed(_origin),
    "https": _switch,
    "proxies": _listed(_text),
    "staff_idle": _whole(10, 86400),
    "patron_idle": _whole(10, 86400),
    "commands_per_second": _whole(1, 1_000_000),
    "sign_ins_per_minute": _whole(1, 1_000_000),
    "guest_chips": _amount,
    "large_bet": _amount,
    "helpline": _text,
    "log": _one_of("text", "json"),
    "threads": _whole(1, 512),
}
assert _CHECKS.keys() == {each.name for each in fields(Config)}, "every setting is checked"
assert get_type_hints(Config).keys() == _CHECKS.keys(), "and has a type"


def _set(config: Config, name: str, value: object, where: str) -> Config:
    try:
        checked: Any = _CHECKS[name](value)
    except ValueError as wanted:
        raise BadConfig(f"{where}: {name} is {wanted}, not {value!r}"[:300]) from None
    return replace(config, **{name: checked})


def read_config(
    path: Path | None,
    environment: Mapping[str, str] = os.environ,
    given: Mapping[str, object] | None = None,
) -> Config:
    """Put the settings together; what is given on the command line wins over the rest."""
    config = Config()
    for name, value in _file(path).items():
        if name not in _CHECKS:
            raise BadConfig(f"{path}: there is no setting {name}; {_known()}")
        config = _set(config, name, value, str(path))
    for variable, text in sorted(environment.items()):
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name in _CHECKS:
            config = _set(config, name, text, variable)
    for name, value in (given or {}).items():
        if value is not None:
            config = _set(config, name, value, f"--{name.replace('_', '-')}")
    return config


def _known() -> str:
    return f"there are {', '.join(_CHECKS)}"


def _file(path: Path | None) -> Mapping[str, object]:
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as wrong:
        raise BadConfig(f"cannot read {path}: {wrong.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadConfig(f"{path} is no TOML: {wrong}") from None
