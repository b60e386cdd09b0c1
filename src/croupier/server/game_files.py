"""Game files that a server is started with: all are checked before anything starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from croupier.game.checked_mapping import BadGame, Fault
from croupier.game.loading import MOST_BYTES, fault_lines, make_game, read_file
from croupier.game.model import Game
from croupier.store.sealing import Sealer
from croupier.words import say

MOST_KEY = 64
"""How long the key of a game may be: it is part of addresses."""


class BadGameFiles(Exception):
    """Some game files have mistakes: a line for each mistake of each file."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(*lines)
        self.lines = tuple(lines)


def read_game_files(paths: Iterable[str]) -> tuple[Game, ...]:
    """Return the games in files; raise `BadGameFiles` with every mistake of every file."""
    found, lines = dict[str, tuple[str, Game]](), list[str]()
    for path in paths:
        try:
            game = read_file(path)
        except BadGame as wrong:
            lines += _told(wrong)
            continue
        faults = []
        if len(game.key) > MOST_KEY:
            faults.append(Fault("key", say("server.key_too_long", most=MOST_KEY)))
        other, _ = found.setdefault(game.key, (path, game))
        if found[game.key][1] is not game:
            faults.append(Fault("key", say("server.key_twice", other=other, key=game.key)))
        lines += _told(BadGame(path, faults))
    if lines:
        raise BadGameFiles(lines)
    return tuple(game for _, game in found.values())


def _told(wrong: BadGame) -> list[str]:
    """Return a line of text for each mistake, with its place in the file if that can be found."""
    path, text = Path(wrong.source), ""
    with suppress(OSError):
        # Opening a pipe would wait for somebody to write.
        if path.is_file():
            with path.open(encoding="utf-8-sig", errors="replace") as file:
                text = file.read(MOST_BYTES)
    return [
        f"{wrong.source}: {fault}" if line is None else f"{wrong.source}, line {line}: {fault}"
        for fault, line in zip(wrong.faults, fault_lines(text, wrong), strict=True)
    ]


def write_games(games: Iterable[Game]) -> bytes:
    """Return games as bytes, for the other processes of this server."""
    return msgspec.json.encode([game.data for game in games], enc_hook=str)


def read_games(data: bytes) -> tuple[Game, ...]:
    """Return the games that another process has written."""
    files: list[dict[str, Any]] = msgspec.json.decode(data)
    return tuple(make_game(each, "the file of a game") for each in files)


@dataclass(frozen=True, slots=True)
class WorkerFactory:
    """Makes the application of a worker process, with the games and keys of the server.

    What is handed over is read before a process can answer the one that started it. So this module
    imports nothing of the server by itself: a process that loads for long is not taken for dead.
    """

    games: bytes
    sealer: Sealer

    def __call__(self) -> Any:
        """Return the application."""
        from croupier.server.app import worker

        return worker(self.games, self.sealer)
