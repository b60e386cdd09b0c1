"""A table as it was after an event, without its secrets: reports never look into the vault."""

from __future__ import annotations

import msgspec
from sqlalchemy import and_, select

from croupier.store import snapshot
from croupier.store.database import schema as s
from croupier.store.database.chain import table_genesis
from croupier.store.database.reader import Reader
from croupier.store.playback import Games, Playback, Standing
from croupier.store.record import Place
from croupier.store.vault import Vault
from croupier.table import Event, Table


class Past(Playback):
    """Plays events again from the nearest snapshot, blind to what was face down."""

    def __init__(self, reader: Reader) -> None:
        """Read through a reader; who has no right to the vault can do so too."""
        super().__init__(reader, Games(reader.game))

    def _follow(self, table_id: str, vault: Vault, event: Event) -> None:
        """Leave the vault alone."""

    def _nearest(self, table_id: str, to: int | None) -> Standing:
        shot, row = s.snapshots.c, s.events.c
        question = (
            select(shot.number, shot.state, shot.hash, row.hash, row.command)
            .join(s.events, and_(row.table_id == shot.table_id, row.number == shot.number))
            .where(shot.table_id == table_id, shot.format == snapshot.FORMAT)
            .order_by(shot.number.desc())
            .limit(3)
        )
        if to is not None:
            question = question.where(shot.number <= to)
        with self.reader.moment() as connection:
            rows = connection.execute(question).all()
        for number, state, said, head, command in rows:
            if snapshot.hash_of(state, head) != said:
                continue
            try:
                table = snapshot.read(state, self.games.find)
            except (LookupError, TypeError, ValueError, msgspec.MsgspecError):
                continue
            return Standing(table, Vault(), Place(number, command, head))
        return Standing(Table(), Vault(), Place(0, 0, table_genesis(table_id)))
