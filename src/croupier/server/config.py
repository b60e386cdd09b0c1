"""The settings of a server: from a file, then the environment, then the command line."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

from croupier.errors import did_you_mean
from croupier.money import Unit
from croupier.reports.currency import Currency
from croupier.reports.gaming_days import GamingDays, parse_start, parse_zone
from croupier.server.load_settings import LoadLimits
from croupier.store.address import USUAL

PREFIX = "CROUPIER_"
"""The prefix of environment variables: CROUPIER_PORT sets `port`."""


OTHERS = frozenset({"config", "python", "ci"})
"""Variables of that prefix that are no settings: of the command line and of `./run`."""
OWN = ("serve_", "test_")
"""How those begin that processes of one server, or of the tests, hand to each other."""


class BadConfig(Exception):
    """A setting is wrong: which one, where it was set, and what it should be."""


@dataclass(frozen=True, slots=True)
class Config(LoadLimits):
    """All settings; the names are those of the file."""

    host: str = "127.0.0.1"
    port: int = 8321
    database: str = USUAL
    vault_key: str | None = None
    """The file with the master key of the vault; None for the usual place."""
    vault_key_command: str | None = None
    """A command that prints the master key instead."""
    workers: int = 1
    games: tuple[str, ...] = ()
    """Paths of game files of one's own, offered beside the games that ship."""
    demo: bool = True
    """Demo patrons play at demo tables, and guests get play chips."""
    origins: tuple[str, ...] = ()
    """Origins of pages, besides the server's own address: "https://tables.example"."""
    https: bool = False
    """Whether patrons reach it by https, through a proxy: cookies are then sent by https only."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are trusted to name a patron's own address."""
    second_factor: bool = False
    """Whether the staff signs in with a code of an authenticator app too."""
    staff_port: int | None = None
    """A port of its own for the staff; then nothing of the staff's is answered at `port`."""
    staff_idle: int = 300
    """Seconds after which staff who have not acted give a PIN or password before they act."""
    staff_shift: int = 43200
    """Seconds after which staff are signed out, whatever they do."""
    patron_idle: int = 1800
    """Seconds after which idle patrons are signed out."""
    registration: str = "cage"
    """How patrons get an account: open to everybody, by invitation, or from the cage only."""
    age_limit: int = 18
    """How old patrons must be; who registers confirms it."""
    cooling_hours: int = 24
    """Hours until a patron's own limit that is raised counts."""
    away_rounds: int = 2
    """Rounds after which patrons who are gone stand up; 0 for never."""
    retention_days: int = 0
    """Days after which the personal data of a closed account is erased; 0 keeps it."""
    commands_per_second: int = 20
    """How many commands a session may give on average; twice as many at once."""
    sign_ins_per_minute: int = 10
    """How many sign-ins, and guests, one address may try."""
    guest_chips: str = "10000"
    """The play money in a guest's wallet, in demo mode."""
    large_bet: str = "10000"
    """Bets of this amount and more are listed among the notable events."""
    cage_approval: str = "10000"
    """From this amount on a second person approves what the cage does."""
    cage_large: str = "10000"
    """What a patron brings or takes on a day is reported as large from this amount on."""
    connections: int = 20_000
    """How many connections a process holds; fewer where fewer files may be open."""
    connections_per_address: int = 256
    """How many of them come from one address; a trusted proxy's own is not limited."""
    header_seconds: int = 10
    """Seconds in which the head of a request must have come."""
    body_seconds: int = 30
    """Seconds in which its body must have come."""
    stop_seconds: int = 15
    """Seconds that connections are given when the server stops."""
    time_zone: str = "UTC"
    """The house's time zone, by its IANA name."""
    day_starts: str = "00:00"
    """When a gaming day begins there."""
    currency: str | None = None
    """What the house's money is called: PHP."""
    currency_sign: str | None = None
    """The sign before amounts: ₱."""
    currency_decimals: int = 0
    """How many decimals of an amount are always shown."""
    paper: str = "a4"
    """The paper that sheets are made for."""
    helpline: str | None = None
    """Where people find help with problem gambling: shown on every page."""
    api_docs: bool = False
    """Whether /docs shows every route, frame and schema, and tries routes out."""
    log: str = "text"
    """The format of the log: text for people, json for programs."""
    threads: int = 32
    """How many commands a process runs at once."""
    signing_key: str | None = None
    """The file of the key that statements of heads are signed with; made if it is not there."""
    heads_file: str | None = None
    """The file that statements of heads are appended to."""
    heads_minutes: int = 10
    """How many minutes pass between two statements of heads, if no shoe ends before."""
    heads_webhook: str | None = None
    """A URL that each statement of heads is sent to."""
    alerts_webhook: str | None = None
    """A URL that alerts are sent to."""
    alerts_secret: str | None = None
    """The file of the secret that alerts are signed with; made if it is not there."""
    alerts_case_seconds: int = 0
    """How many seconds a case waits at a table before it is an alert."""

    @property
    def scheme(self) -> str:
        """The scheme of the address that patrons use."""
        return "https" if self.https else "http"

    @property
    def gaming_days(self) -> GamingDays:
        """The gaming days of the house."""
        return GamingDays.parse(self.time_zone, self.day_starts)

    @property
    def money(self) -> Currency:
        """How the house writes its money."""
        return Currency(self.currency, self.currency_sign, self.currency_decimals)

    def check_currency(self, unit: Unit) -> None:
        """Raise `BadConfig` if amounts in the house's unit have no such decimals."""
        try:
            self.money.check(unit)
        except ValueError as wanted:
            given = self.currency_decimals
            raise BadConfig(f"currency_decimals is {wanted}, not {given}") from None

    @property
    def local_url(self) -> str:
        """The server's address for programs on the same machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def _integer(low: int, high: int) -> Callable[[object], object]:
    def check(value: object) -> object:
        try:
            number = int(value) if isinstance(value, str) and value.isascii() else value
        except ValueError:
            number = None
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            raise ValueError(f"a whole number from {low} to {high:,}")
        return number

    return check


def _boolean(value: object) -> object:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    found = words.get(value.lower()) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise ValueError("true or false")
    return found


def _text(value: object) -> object:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    return value


def _short(value: object) -> object:
    if not isinstance(value, str) or not (value.isprintable() and 0 < len(value.strip()) <= 12):
        raise ValueError("a text of at most 12 signs")
    return value.strip()


def _read_by(read: Callable[[str], object]) -> Callable[[object], object]:
    """Return a check that what reads the setting later can read it."""

    def check(value: object) -> object:
        read(value if isinstance(value, str) else "")
        return value

    return check


def _amount(value: object) -> object:
    text = str(value)
    whole, _, cents = text.partition(".")
    if isinstance(value, bool) or not (whole + (cents or "0")).isdecimal() or not text.isascii():
        raise ValueError('an amount like "250" or "12.50"')
    return text


def _list_of(item: Callable[[object], object]) -> Callable[[object], object]:
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


def _url(value: object) -> object:
    found = urlsplit(value) if isinstance(value, str) else None
    if found is None or found.scheme not in ("http", "https") or not found.netloc:
        raise ValueError('a URL like "https://witness.example/heads"')
    return value


def _one_of(*words: str) -> Callable[[object], object]:
    def check(value: object) -> object:
        if value not in words:
            raise ValueError(" or ".join(words))
        return value

    return check


_CHECKS: Mapping[str, Callable[[object], object]] = {
    "host": _text,
    "port": _integer(0, 65535),
    "database": _text,
    "vault_key": _text,
    "vault_key_command": _text,
    "workers": _integer(1, 64),
    "games": _list_of(_text),
    "demo": _boolean,
    "origins": _list_of(_origin),
    "https": _boolean,
    "proxies": _list_of(_text),
    "second_factor": _boolean,
    "staff_port": _integer(0, 65535),
    "staff_idle": _integer(10, 86400),
    "staff_shift": _integer(60, 604800),
    "patron_idle": _integer(10, 86400),
    "registration": _one_of("open", "invitation", "cage"),
    "age_limit": _integer(0, 120),
    "cooling_hours": _integer(1, 24 * 365),
    "away_rounds": _integer(0, 1_000),
    "retention_days": _integer(0, 36_500),
    "commands_per_second": _integer(1, 1_000_000),
    "sign_ins_per_minute": _integer(1, 1_000_000),
    "guest_chips": _amount,
    "large_bet": _amount,
    "cage_approval": _amount,
    "cage_large": _amount,
    "connections": _integer(16, 1_000_000),
    "connections_per_address": _integer(1, 1_000_000),
    "header_seconds": _integer(1, 600),
    "body_seconds": _integer(1, 600),
    "stop_seconds": _integer(6, 600),
    "time_zone": _read_by(parse_zone),
    "day_starts": _read_by(parse_start),
    "currency": _short,
    "currency_sign": _short,
    "currency_decimals": _integer(0, 8),
    "paper": _one_of("a4", "us-letter"),
    "helpline": _text,
    "api_docs": _boolean,
    "log": _one_of("text", "json"),
    "threads": _integer(1, 512),
    **{each.name: _integer(1, 100_000_000) for each in fields(LoadLimits)},
    "signing_key": _text,
    "heads_file": _text,
    "heads_minutes": _integer(1, 1440),
    "heads_webhook": _url,
    "alerts_webhook": _url,
    "alerts_secret": _text,
    "alerts_case_seconds": _integer(0, 86_400),
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
    """Return the settings; the command line overrides the environment, and that the file."""
    config = Config()
    for name, value in _read_file(path).items():
        if name not in _CHECKS:
            raise BadConfig(f"{path}: there is no setting {name}; {_all_settings()}")
        config = _set(config, name, value, str(path))
    if path is not None:
        # A file names others as seen from its own folder; everything else, from the current one.
        config = replace(config, games=tuple(str(path.parent / game) for game in config.games))
        if config.vault_key is not None:
            key = Path(config.vault_key).expanduser()
            config = replace(config, vault_key=str(path.parent / key))
        for name in ("signing_key", "heads_file", "alerts_secret"):
            if (given_path := getattr(config, name)) is not None:
                config = _set(config, name, str(path.parent / given_path), str(path))
    for variable, text in sorted(environment.items()):
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name in _CHECKS:
            config = _set(config, name, text, variable)
    for name, value in (given or {}).items():
        if value is not None:
            config = _set(config, name, value, f"--{name.replace('_', '-')}")
    if config.staff_port is not None and config.staff_port == config.port != 0:
        raise BadConfig("staff_port is another port than port")
    return config


def unknown_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return a sentence for each variable that looks like a setting and is none.

    They are told, and the server starts: unlike a file, an environment is shared. Kubernetes puts
    CROUPIER_SERVICE_HOST there by itself, and a newer croupier may have more settings.
    """
    told = []
    for variable in sorted(environment):
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX) or name in _CHECKS or name in OTHERS:
            continue
        if not name.startswith(OWN):
            # Without the prefix, which all have in common and which would make all of them alike.
            near = did_you_mean(name.upper(), [each.upper() for each in _CHECKS])
            told.append(f"{variable} is no setting{near.replace('mean ', f'mean {PREFIX}')}")
    return told


def _all_settings() -> str:
    return f"there are {', '.join(_CHECKS)}"


def _read_file(path: Path | None) -> Mapping[str, object]:
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as wrong:
        raise BadConfig(f"cannot read {path}: {wrong.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadConfig(f"{path} is no TOML: {wrong}") from None
