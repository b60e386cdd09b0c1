"""Reading conditions: facts and their values, counts of cards, and any, all and not of them."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.conditions import ALWAYS, Condition, TooManyWays, both, either, neither
from croupier.facts import FACTS, FAMILIES, Family, Value
from croupier.game.checked_mapping import Reader, closest, shown
from croupier.words import say, series

KEYS = ANY, ALL, NOT = "any", "all", "not"
"""The keys of a condition that hold other conditions."""
_MOST_NESTED = 8


def read_values(table: Reader, name: str, values: tuple[Value, ...]) -> frozenset[Value]:
    """Return the values a fact may have, from a value, a list of values, or {min, max}."""
    wanted = table.raw(name)
    known_numbers = [int(value) for value in values if type(value) is int]
    if isinstance(wanted, dict) and known_numbers:
        span = table.child(name, wanted)
        least, most = known_numbers[0], known_numbers[-1]
        low = span.number("min", least, most, default=least)
        high = span.number("max", least, most, default=most)
        span.done()
        if not wanted:
            table.fault(name, say("reading.min_or_max"))
        if low > high:
            table.fault(name, say("reading.min_above_max", low=low, high=high))
            return frozenset(values)
        return frozenset(range(low, high + 1))
    chosen = wanted if isinstance(wanted, list) else [wanted]
    # By type too: true is no number here, and 1 is no yes.
    known = {(type(value), value) for value in values}
    strangers = [
        value
        for value in chosen
        if not isinstance(value, str | int) or (type(value), value) not in known
    ]
    if strangers or not chosen:
        listed = series(shown(value) for value in values)
        stranger = strangers[0] if strangers else wanted
        table.expected(name, say("reading.values_of", known=listed), stranger)
        return frozenset(values)
    return frozenset(chosen)


def read_condition(table: Reader, names: Iterable[str]) -> Condition:
    """Return a condition on these keys, from a table that has nothing else."""
    return _read(table, names, 0)


def _read(table: Reader, names: Iterable[str], depth: int) -> Condition:
    found = ALWAYS
    for name in names:
        try:
            found = both(found, _part(table, name, depth))
        except TooManyWays:
            table.fault(name, say("reading.too_many_ways"))
    return found


def _part(table: Reader, name: str, depth: int) -> Condition:
    """Return the condition of one key."""
    if name in FACTS:
        values = FACTS[name].values
        return Condition.of(((name, read_values(table, name, values)),))
    if name in FAMILIES:
        return _read_counts(table.child(name, table.raw(name)), FAMILIES[name])
    if name in KEYS:
        return _read_several(table, name, depth)
    table.raw(name)
    hint = closest(name, [*FACTS, *FAMILIES, *KEYS])
    table.fault(name, say("reading.unknown_fact", hint=hint))
    return ALWAYS


def _read_counts(table: Reader, family: Family) -> Condition:
    """Return a condition on how many cards of some sorts there are."""
    counts = tuple(range(family.most + 1))
    keys = table.keys()
    terms: list[tuple[str, frozenset[Value]]] = []
    for key in keys:
        if key not in family.cards:
            table.raw(key)
            table.fault(key, say("reading.unknown_sort", hint=closest(key, family.cards)))
        else:
            terms.append((f"{family.name}.{key}", read_values(table, key, counts)))
    if not keys:
        table.fault("", say("reading.no_sorts", known=series(family.cards)))
    return Condition.of(tuple(terms))


def _read_several(table: Reader, name: str, depth: int) -> Condition:
    """Return what a list of conditions, or one condition after `not`, comes to."""
    if depth == _MOST_NESTED:
        table.raw(name)
        table.fault(name, say("reading.nested_too_deep", most=_MOST_NESTED))
        return ALWAYS
    if name == NOT and isinstance(table.raw(name), dict):
        rows = [table.child(name, table.raw(name))]
    else:
        rows = table.rows(name)
    conditions = [_read(row, row.keys(), depth + 1) for row in rows]
    if name == ALL:
        found = ALWAYS
        for each in conditions:
            found = both(found, each)
        return found
    found = either(conditions)
    return neither(found) if name == NOT else found
