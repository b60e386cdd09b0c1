"""When each table is due."""

from __future__ import annotations

from heapq import heappop, heappush


class Schedule:
    """Which table is due when: a heap whose outdated entries stay until they come to the top."""

    def __init__(self) -> None:
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []

    def put(self, table_id: str, due: int) -> None:
        """Make a table due at a time, and no longer at another one."""
        if self._due.get(table_id) != due:
            self._due[table_id] = due
            heappush(self._heap, (due, table_id))

    def drop(self, table_id: str) -> None:
        """Remove a table."""
        self._due.pop(table_id, None)

    @property
    def next(self) -> int | None:
        """When the first table is due; None if none is."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, now: int) -> str | None:
        """Remove and return the table that has been due longest; None if none is due."""
        due = self.next
        if due is None or due > now:
            return None
        table_id = heappop(self._heap)[1]
        del self._due[table_id]
        return table_id

    def clear(self) -> None:
        """Remove all tables."""
        self._due.clear()
        self._heap.clear()
