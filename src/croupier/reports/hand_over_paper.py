"""A shift's hand-over as a sheet of paper, with lines for both signatures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from croupier.accounts.person import HOUSE_PREFIX
from croupier.reports.paper import Grid, Paper, Style
from croupier.store.patron_limits import FOREVER
from croupier.words import ENGLISH, Name, Value, catalogue, say

Sheet = Mapping[str, Any]
"""What `read_hand_over` returns, with who is on duty and what is locked."""


def hand_over_paper(sheet: Sheet, style: Style, made: str) -> Paper:
    """Return the sheet that is signed; `made` says when and by whom it was made."""
    text = style.text
    signatures = (
        (say("staff.shift.signed_outgoing"), sheet["outgoing"]),
        (say("staff.shift.signed_incoming"), sheet["incoming"]),
    )
    return Paper(
        text(say("staff.shift.title")),
        list(_lead(sheet, style)),
        list(_grids(sheet, style)),
        made,
        style.language,
        style.page,
        [f"{text(said)}{f': {name}' if name else ''}" for said, name in signatures],
    )


def _lead(sheet: Sheet, style: Style) -> Iterator[tuple[str, str]]:
    text, show = style.text, style.currency.show
    yield text(say("staff.shift.day")), sheet["day"]
    zone = sheet["time_zone"]
    span = f"{style.when(sheet['since'])} – {style.when(sheet['until'])} ({zone})"
    yield text(say("staff.shift.span")), span
    yield text(say("staff.shift.won_in_all")), show(sheet["won"])
    yield text(say("staff.shift.drop_in_all")), show(sheet["drop"])
    if style.currency.name:
        yield text(say("staff.reports.currency")), style.currency.name
    if sheet["remark"]:
        yield text(say("staff.shift.remark")), sheet["remark"]


def _grids(sheet: Sheet, style: Style) -> Iterator[Grid]:
    def grid(heads: list[Value], rows: list[list[str]], *numbers: int, wide: int = 0) -> Grid:
        title, *others = map(style.text, heads)
        return Grid(title, others, rows, numbers, wide)

    show = style.currency.show
    heads: list[Value] = [
        say("staff.shift.tables"),
        say("staff.rounds.table"),
        say("staff.shift.state"),
        say("staff.shift.dealer"),
        say("staff.shift.float"),
        say("staff.shift.drop"),
        say("staff.shift.won"),
        say("staff.shift.shoe"),
        say("staff.shift.case"),
    ]
    rows = [
        [
            each["table"],
            style.text(_state(each)),
            style.text(_dealer(each)),
            *(show(each[key]) for key in ("float", "drop", "won")),
            style.text(_shoe(each["shoe"])),
            style.text(Name("irregularity", each["case"])) if each["case"] else "",
        ]
        for each in sheet["tables"]
    ]
    yield grid(heads, rows, 3, 4, 5, wide=7)
    yield _cage(sheet["cage"], style)
    rows = [[style.text(what), told] for what, told in _open_matters(sheet, style)]
    yield grid([say("staff.shift.open"), "", ""], rows, wide=1)
    rows = [
        [
            style.clock(each["at"]),
            style.text(_happened(each)),
            " ".join(filter(None, (each["table"], each["name"]))),
            style.text(_why(each["what"] or "")),
            style.text(_who(each["by"])),
        ]
        for each in sheet["happened"]
    ]
    heads = [say("staff.shift.happened"), say("staff.cage.time"), say("staff.cage.what")]
    heads += ["", say("staff.cage.reason"), say("staff.shift.by")]
    more = style.text(say("staff.shift.more", count=sheet["more"])) if sheet["more"] else ""
    yield replace(grid(heads, rows, wide=3), note=more)
    duty = (f"{each['name']} ({style.text(Name('role', each['role']))})" for each in sheet["staff"])
    yield grid([say("staff.shift.staff"), ""], [[", ".join(duty)]])


def _who(name: str) -> Value:
    """Return who did something: a person, or a part of the house by what it is called."""
    return Name("house", name.removeprefix(HOUSE_PREFIX)) if name.startswith(HOUSE_PREFIX) else name


def _state(table: Sheet) -> Value:
    if not table["open"]:
        return say("staff.shift.closed")
    return Name("at", table["phase"])


def _dealer(table: Sheet) -> Value:
    if table["automatic"]:
        return say("staff.shift.automatic")
    return table["dealer"] or "–"


def _shoe(shoe: Sheet | None) -> Value:
    if shoe is None:
        return "–"
    if shoe["fault"]:
        return say("staff.shift.shoe_out", shoe=shoe["number"])
    return say("staff.shift.shoe_left", shoe=shoe["number"], left=shoe["left"])


def _happened(line: Sheet) -> Value:
    return Name("kind" if line["round"] is not None else "incident", line["kind"])


def _why(text: str) -> Value:
    """Return a reason; one that the house itself gives has a name in every language."""
    names = catalogue(ENGLISH, "names")
    key = re.sub("[^a-z]+", "_", text.replace("'", ""))
    if f"irregularity.{text}" in names:
        return Name("irregularity", text)
    return Name("reason", key) if text in (key, names.get(f"reason.{key}")) else text


def _cage(cage: Sheet, style: Style) -> Grid:
    show, text = style.currency.show, style.text
    opened = say("staff.shift.cage_open") if cage["open"] else say("staff.shift.cage_closed")
    rows = [
        [text(say("staff.shift.cash_before")), "", show(cage["before"])],
        [text(say("staff.shift.cash")), text(opened), show(cage["cash"])],
        [text(say("staff.cage.variance")), "", show(cage["variance"])],
    ]
    for each in cage["counts"]:
        counted = say("staff.shift.counted", slip=each["slip"], name=each["by"])
        variance = f"{show(each['counted'])} ({show(each['variance'])})"
        rows.append([text(counted), style.clock(each["at"]), variance])
    for each in cage["large_transactions"]:
        name = each["name"] or "–"
        brought = say("staff.shift.large_in", name=name)
        large = brought if each["direction"] == "in" else say("staff.shift.large_out", name=name)
        slips, tables = ", ".join(map(str, each["slips"])), ", ".join(each.get("tables", ()))
        where = [
            *([text(say("staff.shift.slips", slips=slips))] if slips else []),
            *([text(say("staff.cage.at_tables", tables=tables))] if tables else []),
        ]
        rows.append([text(large), " · ".join(where), show(each["amount"])])
    heads = ("", "", text(say("staff.patron.amount")))
    return Grid(text(say("staff.cage.title")), heads, rows, [2])


def _open_matters(sheet: Sheet, style: Style) -> Iterator[tuple[Value, str]]:
    for each in sheet["tables"]:
        if each["case"]:
            case = style.text(Name("irregularity", each["case"]))
            yield say("staff.shift.waits", table=each["table"]), case
    for each in sheet["owed"]:
        told = f"{each['player']}: {style.currency.show(each['amount'])}"
        yield say("staff.shift.owes", table=each["table"]), told
    for name in sheet["locked"]:
        yield say("staff.shift.locked"), name
    for each in sheet["excluded"]:
        until = each["until"]
        ends = say("staff.shift.until", day=until[:10]) if until < FOREVER else None
        told = style.text(ends or say("staff.shift.for_good"))
        yield say("staff.shift.excluded"), f"{each['name']} {told}"
