"""When each table is due next: one entry a table, the earliest first."""

from __future__ import annotations

from heapq import heappop, heappush


class Agenda:
    """A heap in which an entry that was put off or dropped stays until it comes up."""

    def __init__(self) -> None:
        """Start with nothing due."""
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []

    def put(self, table_id: str, due: int) -> None:
        """Let a table be due at a time, and at no other."""
        if self._due.get(table_id) != due:
            self._due[table_id] = due
            heappush(self._heap, (due, table_id))

    def drop(self, table_id: str) -> None:
        """Let a table not be due."""
        self._due.pop(table_id, None)

    @property
    def next(self) -> int | None:
        """When the first table is due; None if none is."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, now: int) -> str | None:
        """Take a table out that is due, the longest first."""
        due = self.next
        if due is None or due > now:
            return None
        table_id = heappop(self._heap)[1]
        del self._due[table_id]
        return table_id

    def clear(self) -> None:
        """Forget everything."""
        self._due.clear()
        self._heap.clear()
