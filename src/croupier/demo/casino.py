"""The demo casino: an automatic table of each game, and the patrons who bet there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from decimal import Decimal
from importlib.resources import files
from random import Random

from croupier.client import AsyncClient, AsyncLive, ClientError, Command, Refused, Retry, View
from croupier.demo import play_style as style
from croupier.demo import tables
from croupier.demo.play_style import GameBets, PlayStyle
from croupier.game.loading import read_text
from croupier.game.model import Game
from croupier.server.app_state import AppState
from croupier.server.monitoring import log_error, log_info
from croupier.store.failures import NotStored
from croupier.store.house import House

NewGuest = Callable[[], Awaitable[str]]
"""Adds a guest and returns the token of the session."""

USUAL = (style.FLAT, style.CHANGING, style.SIDE_BETTOR)
PLAYERS: Mapping[str, tuple[PlayStyle, ...]] = {
    "insurance": (style.INSURER, style.CHANGING, style.SIDE_BETTOR),
    "player-dealer": (style.BANKER, style.FLAT, style.BANKER),
    "tiger": (style.SQUEEZER, style.FLAT, style.SIDE_BETTOR),
}
"""Who plays at the demo table of a game; at the other tables the usual ones."""

ROUNDS = (12, 40)
"""How many rounds a patron stays, at least and at most."""

_RETRY = Retry(tries=12, first=0.25)


async def guest_over_http(address: str) -> str:
    """Sign in as a guest, as everybody does, within the limit of sign-ins; return the token."""
    async with AsyncClient(address, retry=_RETRY) as client:
        await client.guest()
        assert client.token is not None, "a guest has a token"
        return client.token


class Patrons:
    """All demo patrons. Their pauses are multiplied by `pauses`."""

    def __init__(
        self,
        address: str,
        *,
        new_guest: NewGuest | None = None,
        seed: int | None = None,
        pauses: float = 1,
    ) -> None:
        """Play at the server at an address; `new_guest` avoids the limit of sign-ins."""
        self._address = address
        self._new_guest: NewGuest = new_guest or (lambda: guest_over_http(address))
        self._random = Random(seed)
        self._pauses = pauses
        self._task: asyncio.Task[None] | None = None
        self.refusals: list[Refused] = []
        """The last refusals, for tests and for debugging."""

    def start(self) -> None:
        """Let the patrons come."""
        self._task = asyncio.get_running_loop().create_task(self._play_everywhere())

    async def stop(self) -> None:
        """Stop all patrons at once."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _play_everywhere(self) -> None:
        games = await self._demo_tables()
        async with asyncio.TaskGroup() as group:
            for table, game in games.items():
                for play_style in PLAYERS.get(game, USUAL):
                    rng = Random(self._random.getrandbits(64))
                    group.create_task(self._visit_again(table, game, play_style, rng))

    async def _demo_tables(self) -> Mapping[str, str]:
        """Return the games of the demo tables, by table."""
        while True:
            with suppress(ClientError):
                async with AsyncClient(self._address, retry=_RETRY) as client:
                    lobby = await client.lobby()
                    return {
                        each.id: each.game
                        for each in lobby
                        if tables.is_demo(each.id) and each.game
                    }
            await self._pause(5, 5)

    async def _visit_again(self, table: str, game: str, play_style: PlayStyle, rng: Random) -> None:
        """Visit a table again and again; an error ends only the visit that it happens in."""
        token: str | None = None
        while True:
            await self._pause(0, 8, rng)
            try:
                token = token or await self._new_guest()
                visit = Visit(self, table, game, play_style, rng)
                if not await visit.run(self._address, token):
                    token = None
            except Refused as refusal:
                self.note(refusal)
                token = None
                await self._pause(10, 30, rng)
            except ClientError:
                token = None
                await self._pause(5, 20, rng)
            except Exception as wrong:
                # A bug in a demo patron must not stop the server.
                log_error("a demo patron stumbled", wrong, table=table)
                token = None
                await self._pause(30, 60, rng)
            await self._pause(5, 30, rng)

    async def _pause(self, low: float, high: float, rng: Random | None = None) -> None:
        await asyncio.sleep((rng or self._random).uniform(low, high) * self._pauses)

    async def think(self, rng: Random) -> None:
        """Wait for a moment, as people do before they act."""
        await self._pause(0.4, 2.5, rng)

    def note(self, refusal: Refused) -> None:
        """Remember a refusal."""
        self.refusals = [*self.refusals[-99:], refusal]


class Visit:
    """One visit of one patron to one table: sit down, play some rounds, cash out and leave."""

    def __init__(
        self, patrons: Patrons, table: str, game: str, play_style: PlayStyle, rng: Random
    ) -> None:
        self._patrons = patrons
        self._table = table
        self._game = game
        self._style = play_style
        self._rng = rng
        self._table_changed = asyncio.Event()

    async def run(self, address: str, token: str) -> bool:
        """Play, then leave; return True if there is money for another visit."""
        async with AsyncClient(address, token=token, retry=_RETRY) as client:
            me = await client.me()
            async with client.live(lambda _: self._table_changed.set()) as live:
                await live.watch(self._table)
                # The game that this table was opened with, even if another is offered by now.
                digest = live.view(self._table).state.get("digest", "")
                path = f"/api/games/{self._game}?digest={digest}"
                bets = GameBets.read(await client.get(path))
                if await self._sit_down(live, Decimal(me.wallet)):
                    await self._play(live, me.name, bets)
                await self._leave(live, me.name)
            left = Decimal((await client.me()).wallet)
            if left < style.least_chips(live.view(self._table)):
                await client.sign_out()
                return False
            return True

    async def _sit_down(self, live: AsyncLive, wallet: Decimal) -> bool:
        view = live.view(self._table)
        taken = view.state.get("seats", {})
        free = [box for box in range(1, view.state.get("boxes", 0) + 1) if str(box) not in taken]
        # One box stays free for a visitor.
        if len(free) < 2 or wallet < style.least_chips(view):
            return False
        amount = min(wallet, style.least_chips(view) * self._rng.choice((5, 10, 20)))
        buy: Command = {"do": "buy_in", "amount": str(int(amount))}
        return await self._do(live, buy) and await self._do(
            live, {"do": "sit", "box": self._rng.choice(free)}
        )

    async def _play(self, live: AsyncLive, name: str, bets: GameBets) -> None:
        rounds, last = self._rng.randint(*ROUNDS), None
        while True:
            view = live.view(self._table)
            if style.box_of(view, name) is None:
                # The table was closed, or the staff has freed the seat.
                return
            now = style.situation(view, name)
            if now == last:
                self._table_changed.clear()
                await self._table_changed.wait()
                live.check()
                continue
            if now[0] == "idle" and last is not None:
                rounds -= 1
                if not rounds or style.chips(view) < style.least_chips(view) / 5:
                    return
            last = now
            for command in style.plan(view, name, self._style, bets, self._rng):
                await self._patrons.think(self._rng)
                if style.situation(live.view(self._table), name) != now:
                    break
                await self._do(live, command)

    async def _leave(self, live: AsyncLive, name: str) -> None:
        """Leave the seat and cash out; chips that are bet stay until the round is over."""
        box = style.box_of(live.view(self._table), name)
        if box is not None:
            await self._do(live, {"do": "leave", "box": box})
        if _balance(live.view(self._table)) > 0:
            await self._do(live, {"do": "cash_out"})

    async def _do(self, live: AsyncLive, command: Command) -> bool:
        """Send a command; return False if it is refused."""
        try:
            await live.command(self._table, command)
        except Refused as refusal:
            if refusal.code == "not_signed_in":
                raise
            self._patrons.note(refusal)
            await self._patrons.think(self._rng)
            return False
        return True


def _balance(view: View) -> Decimal:
    return Decimal(view.me["balance"]) if view.me is not None else Decimal(0)


@asynccontextmanager
async def playing(
    address: str,
    runs_tables: Callable[[], bool],
    *,
    new_guest: NewGuest | None = None,
    seed: int | None = None,
    pauses: float = 1,
) -> AsyncIterator[Patrons]:
    """Let demo patrons play while `runs_tables` returns True: this process deals."""
    patrons = Patrons(address, new_guest=new_guest, seed=seed, pauses=pauses)

    async def start_and_stop() -> None:
        started = False
        while True:
            if runs_tables() != started:
                started = not started
                if started:
                    patrons.start()
                else:
                    await patrons.stop()
            await asyncio.sleep(0.5)

    task = asyncio.create_task(start_and_stop())
    try:
        yield patrons
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await patrons.stop()


OWN_FILE = "ez-baccarat.toml"
"""The game of its own that the demo casino shows."""


class DemoCasino:
    """The demo casino as `croupier serve` hands it to the server."""

    def games(self) -> tuple[Game, ...]:
        """Return the one game of its own, to show that any game can be served."""
        text = (files("croupier.demo") / OWN_FILE).read_text(encoding="utf-8")
        return (read_text(text, OWN_FILE),)

    def open_tables(self, house: House) -> None:
        """Open a table of each game; the automatic dealer runs it."""
        tables.open_tables(house)

    @asynccontextmanager
    async def patrons(self, app: AppState, runs_tables: Callable[[], bool]) -> AsyncIterator[None]:
        """Let demo patrons play while `runs_tables` returns True: this process deals."""

        async def new_guest() -> str:
            return (await app.add_guest(None, "demo")).token

        renewal = asyncio.create_task(renew_tables(app.house, runs_tables))
        try:
            async with playing(app.config.local_url, runs_tables, new_guest=new_guest):
                yield
        finally:
            renewal.cancel()
            with suppress(asyncio.CancelledError):
                await renewal


async def renew_tables(house: House, runs_tables: Callable[[], bool]) -> None:
    """Open demo tables whose game file has changed again, each when its round is over.

    Return when none is left; while another process deals, nothing is done.
    """
    told: set[str] = set()
    while True:
        try:
            waiting = await asyncio.to_thread(tables.outdated, house) if runs_tables() else None
            if waiting == ():
                return
            for game in waiting or ():
                table_id = tables.table_id_of(game.key)
                if await asyncio.to_thread(tables.renew, house, game):
                    log_info("opened again with the changed game file", table=table_id)
                elif table_id not in told:
                    told.add(table_id)
                    log_info("keeps its game file until the round is over", table=table_id)
        except NotStored:
            # The server says so itself; a changed file can wait.
            await asyncio.sleep(5)
        except Exception as wrong:
            # The demo must not stop the server.
            log_error("a demo table was not opened again", wrong)
            return
        await asyncio.sleep(1)


DEMO = DemoCasino()
