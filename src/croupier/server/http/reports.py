"""The floor's work: rounds recalled, proofs, dispute files, reports, what has to be known."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from croupier.accounts import Post
from croupier.reports.dispute import NoSuchRound, dispute, find_round
from croupier.reports.exports import write_report
from croupier.reports.notable_events import notable_events, write_page
from croupier.reports.report import UnknownTable, report
from croupier.reports.round_details import write_round
from croupier.reports.round_list import latest_rounds, write_rounds
from croupier.reports.shoe_proof import write_shoe
from croupier.reports.spans import Span
from croupier.server.caller import Caller
from croupier.server.http import models as m
from croupier.server.http.problems import Door, Problem
from croupier.server.http.requests import REFUSALS, AsCaller, InCasino, StrictRoute, encoded
from croupier.server.http.tables import TableAt, feed_of
from croupier.server.live.visibility import Happening, write_happening
from croupier.store.incidents import Kind

router = APIRouter(prefix="/api", tags=["floor"], route_class=StrictRoute, responses=REFUSALS)

PIT = (Post.PIT_SUPERVISOR, Post.PIT_MANAGER, Post.SHIFT_MANAGER, Post.AUDITOR)
MANAGERS = (Post.PIT_MANAGER, Post.SHIFT_MANAGER, Post.AUDITOR, Post.ADMINISTRATOR)

RoundAt = Annotated[int, Path(alias="round", ge=1, le=2**53, description="A round's number.")]
First = Annotated[date | None, Query(alias="from", description="The first day, in UTC.")]
Last = Annotated[date | None, Query(alias="to", description="The last day, in UTC.")]
Most = Annotated[int, Query(ge=1, le=500)]

_HOUSE_ONLY = ("house", "fees")


@router.get("/tables/{table}/rounds", response_model=list[m.RoundLine])
async def rounds(
    table: TableAt,
    caller: AsCaller,
    casino: InCasino,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """List rounds, the latest first; those before one, if it is named."""
    await feed_of(casino, table)
    found = await casino.read(latest_rounds, casino.house.reader, table, before=before, most=most)
    viewer = caller.viewer
    hidden = ("nets",) if viewer.staff else ("nets", *_HOUSE_ONLY)
    return encoded(
        [
            {**_without(line, hidden), "mine": line["nets"].get(viewer.name)}
            for line in write_rounds(found)
        ]
    )


@router.get("/tables/{table}/rounds/{round}", response_model=dict[str, Any])
async def recall(table: TableAt, round: RoundAt, caller: AsCaller, casino: InCasino) -> Response:
    """Recall a round: cards, bets, reasons with their paragraphs, and balances."""
    await feed_of(casino, table)
    try:
        found = await casino.read(find_round, casino.house.reader, table, round)
    except NoSuchRound as wrong:
        raise Problem(Door.NOT_FOUND, str(wrong)) from None
    return encoded(_as_seen(write_round(found), caller))


def _as_seen(story: dict[str, Any], caller: Caller) -> dict[str, Any]:
    """Cut a round down to what somebody may know of it."""
    viewer = caller.viewer
    if viewer.staff:
        return story
    shown = _without(story, _HOUSE_ONLY)

    def viewer_event(entry: Mapping[str, Any]) -> dict[str, Any] | None:
        event = entry["event"]
        seen = write_happening(Happening(entry["n"], entry["at"], "", event), viewer)
        if seen is None:
            return None
        told = _without(entry, ("by",))
        # A sentence may tell what its event must not.
        kept = all(key in seen for key in event)
        said = {key: value for key, value in seen.items() if key in event}
        return {**(told if kept else _without(told, ("says",))), "event": said}

    shown["balances"] = {
        name: found for name, found in story["balances"].items() if name == viewer.name
    }
    shown["events"] = [each for each in map(viewer_event, story["events"]) if each is not None]
    for part in ("choices", "insurance", "irregularities", "rulings"):
        parts = (write_happening(_happening(each), viewer) for each in story[part])
        shown[part] = [each for each in parts if each is not None]
    return shown


def _happening(entry: Mapping[str, Any]) -> Happening:
    """Return an entry of a recalled round as something that happened."""
    return Happening(entry["n"], entry["at"], "", _without(entry, ("n", "at", "by")))


def _without(value: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: inner for key, inner in value.items() if key not in keys}


@router.get(
    "/tables/{table}/rounds/{round}/dispute",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}, "description": "A ZIP."}},
)
async def dispute_file(
    table: TableAt, round: RoundAt, caller: AsCaller, casino: InCasino
) -> Response:
    """Give everything about a round in one file, with its proof."""
    caller.one_of(*PIT)
    await feed_of(casino, table)
    try:
        data = await casino.read(dispute, casino.house.reader, table, round)
    except NoSuchRound as wrong:
        raise Problem(Door.NOT_FOUND, str(wrong)) from None
    name = f"dispute-{table}-{round}.zip"
    said = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/zip", headers=said)


@router.get("/tables/{table}/shoes/{shoe}", response_model=dict[str, Any])
async def shoe(
    table: TableAt, shoe: Annotated[int, Path(ge=1, le=2**53)], casino: InCasino
) -> Response:
    """Give a shoe's commitment, and its seed once it has ended, so that anybody can check it."""
    await feed_of(casino, table)
    found = await casino.read(write_shoe, casino.house.reader, table, shoe)
    if found is None:
        raise Problem(Door.NOT_FOUND, "this table never had that shoe")
    return encoded(found)


@router.get("/reports", response_model=dict[str, Any])
async def reports(
    caller: AsCaller,
    casino: InCasino,
    first: First = None,
    last: Last = None,
    table: Annotated[list[m.TableId] | None, Query(max_length=100)] = None,
) -> Response:
    """Report on days: what was bet, won and paid, against what was to be expected."""
    caller.one_of(*MANAGERS)
    span = Span.of_days(first, last)
    try:
        found = await casino.read(report, casino.house.reader, span, table)
    except UnknownTable as wrong:
        raise Problem(Door.NOT_FOUND, str(wrong)) from None
    return encoded(write_report(found))


@router.get("/happenings", response_model=dict[str, Any])
async def happenings(
    caller: AsCaller,
    casino: InCasino,
    first: First = None,
    last: Last = None,
    table: Annotated[m.TableId | None, Query()] = None,
    kind: Annotated[list[str] | None, Query(max_length=20)] = None,
    after: Annotated[str | None, Query(max_length=200)] = None,
    before: Annotated[str | None, Query(max_length=200)] = None,
    latest: bool = False,
    most: Most = 100,
) -> Response:
    """List voids, rulings, corrections, changed limits, fills, large bets and refusals.

    The earliest first, on from `after`; with `latest` the latest first, on from `before`. A page
    gives what to name there for the following one as `next`.
    """
    caller.one_of(*PIT, Post.ADMINISTRATOR)
    page = await casino.read(
        notable_events,
        casino.house.reader,
        Span.of_days(first, last),
        table,
        large=casino.large_bet,
        kinds=None if kind is None else frozenset(kind),
        after=after,
        before=before,
        latest=latest,
        most=most,
    )
    return encoded(write_page(page))


@router.get("/incidents", response_model=list[m.Incident])
async def incidents(
    caller: AsCaller,
    casino: InCasino,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    latest: bool = False,
    kind: Annotated[Kind | None, Query()] = None,
    most: Most = 100,
) -> Response:
    """List what concerns the house and its people: sign-ins, changes, outages, approvals.

    On from a number, in their order; with `latest` the latest first, those before a number.
    """
    caller.one_of(*MANAGERS)
    journal = casino.people.incidents
    if latest or before is not None:
        return encoded(await casino.read(journal.before, before, most, kind=kind))
    return encoded(await casino.read(journal.after, after, most, kind=kind))
