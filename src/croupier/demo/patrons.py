"""Demo patrons: guests who play at the demo tables, over the same door and wire as everybody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from decimal import Decimal
from random import Random

from croupier.client import AsyncClient, AsyncLive, ClientError, Command, Refused, Retry, View
from croupier.demo import temperament as t
from croupier.demo.temperament import Rules, Temperament
from croupier.server import server_log

Admit = Callable[[], Awaitable[str]]
"""Lets a guest in and gives the token of the session."""

USUAL = (t.FLAT, t.WHIMSICAL, t.HOPEFUL)
COMPANY: Mapping[str, tuple[Temperament, ...]] = {
    "insurance": (t.CAREFUL, t.WHIMSICAL, t.HOPEFUL),
    "player-dealer": (t.BANKER, t.FLAT, t.BANKER),
    "tiger": (t.SQUEEZER, t.FLAT, t.HOPEFUL),
}
"""Who comes to the demo table of a game; elsewhere the usual ones."""

ROUNDS = (12, 40)
"""How many rounds somebody stays, from and to."""

_RETRY = Retry(tries=12, first=0.25)


async def come_as_guest(address: str) -> str:
    """Come in by the front door, as everybody does; it lets in so many a minute."""
    async with AsyncClient(address, retry=_RETRY) as client:
        await client.guest()
        assert client.token is not None, "who came in has a token"
        return client.token


class Patrons:
    """Everybody who plays for show. `tempo` stretches their pauses; less than 1 is a hurry."""

    def __init__(
        self, address: str, *, admit: Admit | None = None, seed: int | None = None, tempo: float = 1
    ) -> None:
        """Play at the server at an address; `admit` spares them the limit on arrivals."""
        self._address = address
        self._admit: Admit = admit or (lambda: come_as_guest(address))
        self._random = Random(seed)
        self._tempo = tempo
        self._task: asyncio.Task[None] | None = None
        self.refusals: list[Refused] = []
        """The last few refusals that somebody met, for those who wonder."""

    def start(self) -> None:
        """Let them come."""
        self._task = asyncio.get_running_loop().create_task(self._entertain())

    async def stop(self) -> None:
        """Let them go, quietly."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _entertain(self) -> None:
        tables = await self._tables()
        async with asyncio.TaskGroup() as group:
            for table, game in tables.items():
                for temperament in COMPANY.get(game, USUAL):
                    rng = Random(self._random.getrandbits(64))
                    group.create_task(self._live(table, game, temperament, rng))

    async def _tables(self) -> Mapping[str, str]:
        while True:
            with suppress(ClientError):
                async with AsyncClient(self._address, retry=_RETRY) as client:
                    lobby = await client.lobby()
                    return {each.id: each.game for each in lobby if _shown(each.id) and each.game}
            await self._pause(5, 5)

    async def _live(self, table: str, game: str, temperament: Temperament, rng: Random) -> None:
        """Come again and again; whatever goes wrong ends a visit and no more."""
        token: str | None = None
        while True:
            await self._pause(0, 8, rng)
            try:
                token = token or await self._admit()
                visit = Visit(self, table, game, temperament, rng)
                if not await visit.make(self._address, token):
                    token = None
            except Refused as refusal:
                self.note(refusal)
                token = None
                await self._pause(10, 30, rng)
            except ClientError:
                token = None
                await self._pause(5, 20, rng)
            except Exception as wrong:
                # A mistake of ours must not take the tables down with it.
                server_log.fail("a demo patron stumbled", wrong, table=table)
                token = None
                await self._pause(30, 60, rng)
            await self._pause(5, 30, rng)

    async def _pause(self, low: float, high: float, rng: Random | None = None) -> None:
        await asyncio.sleep((rng or self._random).uniform(low, high) * self._tempo)

    async def think(self, rng: Random) -> None:
        """Hesitate as people do."""
        await self._pause(0.4, 2.5, rng)

    def note(self, refusal: Refused) -> None:
        """Remember a refusal; nobody tries the same again on the same occasion."""
        self.refusals = [*self.refusals[-99:], refusal]


def _shown(table: str) -> bool:
    return table.startswith("demo-")


class Visit:
    """One stay of one patron at one table: sit down, play some rounds, take the chips home."""

    def __init__(
        self, patrons: Patrons, table: str, game: str, temperament: Temperament, rng: Random
    ) -> None:
        """Prepare to go there."""
        self._patrons = patrons
        self._table = table
        self._game = game
        self._temperament = temperament
        self._rng = rng
        self._moved = asyncio.Event()

    async def make(self, address: str, token: str) -> bool:
        """Play, then leave; say whether there is money for another visit."""
        async with AsyncClient(address, token=token, retry=_RETRY) as client:
            me = await client.me()
            rules = Rules.read(await client.get(f"/api/games/{self._game}"))
            async with client.live(lambda _: self._moved.set()) as live:
                await live.watch(self._table)
                if await self._settle_in(live, me.name, Decimal(me.wallet)):
                    await self._play(live, me.name, rules)
                await self._leave(live, me.name)
            left = Decimal((await client.me()).wallet)
            if left < t.least(live.view(self._table)):
                await client.sign_out()
                return False
            return True

    async def _settle_in(self, live: AsyncLive, name: str, wallet: Decimal) -> bool:
        view = live.view(self._table)
        taken = view.state.get("seats", {})
        free = [box for box in range(1, view.state.get("boxes", 0) + 1) if str(box) not in taken]
        # One box stays free for whoever comes to see.
        if len(free) < 2 or wallet < t.least(view):
            return False
        amount = min(wallet, t.least(view) * self._rng.choice((5, 10, 20)))
        buy: Command = {"do": "buy_in", "amount": str(int(amount))}
        return await self._do(live, buy) and await self._do(
            live, {"do": "sit", "box": self._rng.choice(free)}
        )

    async def _play(self, live: AsyncLive, name: str, rules: Rules) -> None:
        rounds, last = self._rng.randint(*ROUNDS), None
        while True:
            view = live.view(self._table)
            now = t.occasion(view, name)
            if now == last:
                self._moved.clear()
                await self._moved.wait()
                live.check()
                continue
            if now[0] == "idle" and last is not None:
                rounds -= 1
                if not rounds or t.chips(view) < t.least(view) / 5:
                    return
            last = now
            for command in t.plan(view, name, self._temperament, rules, self._rng):
                await self._patrons.think(self._rng)
                if t.occasion(live.view(self._table), name) != now:
                    break
                await self._do(live, command)

    async def _leave(self, live: AsyncLive, name: str) -> None:
        """Take the chips home; those on the felt are somebody's until the round is over."""
        box = t.box_of(live.view(self._table), name)
        if box is not None:
            await self._do(live, {"do": "leave", "box": box})
        if _balance(live.view(self._table)) > 0:
            await self._do(live, {"do": "cash_out"})

    async def _do(self, live: AsyncLive, command: Command) -> bool:
        """Give a command; one that is refused is not tried again here."""
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
async def entertained(
    address: str,
    holding: Callable[[], bool],
    *,
    admit: Admit | None = None,
    seed: int | None = None,
    tempo: float = 1,
) -> AsyncIterator[Patrons]:
    """Have patrons play while this process is the one that runs the tables."""
    patrons = Patrons(address, admit=admit, seed=seed, tempo=tempo)

    async def attend() -> None:
        there = False
        while True:
            if holding() != there:
                there = not there
                if there:
                    patrons.start()
                else:
                    await patrons.stop()
            await asyncio.sleep(0.5)

    task = asyncio.create_task(attend())
    try:
        yield patrons
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await patrons.stop()
