"""Reports over HTTP: past rounds, shoes, dispute files, earnings, notable events."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from croupier.accounts import AccountRole
from croupier.reports.dispute import NoSuchRound, dispute, find_round
from croupier.reports.exports import write_report
from croupier.reports.figures import Span
from croupier.reports.notable_events import notable_events, write_page
from croupier.reports.report import UnknownTable, report
from croupier.reports.round_details import write_round
from croupier.reports.round_list import latest_rounds, write_rounds
from croupier.reports.shoe_proof import write_shoe
from croupier.server.caller import Caller
from croupier.server.http import REFUSALS, App, AsCaller, StrictRoute, json_response
from croupier.server.http import models as m
from croupier.server.http.tables import TableAt, feed_of
from croupier.server.live.visibility import StoredEvent, write_visible
from croupier.server.problems import Problem, ProblemCode
from croupier.store.incidents import Kind
from croupier.words import say

router = APIRouter(prefix="/api", tags=["floor"], route_class=StrictRoute, responses=REFUSALS)

PIT = (
    AccountRole.PIT_SUPERVISOR,
    AccountRole.PIT_MANAGER,
    AccountRole.SHIFT_MANAGER,
    AccountRole.AUDITOR,
)
MANAGERS = (
    AccountRole.PIT_MANAGER,
    AccountRole.SHIFT_MANAGER,
    AccountRole.AUDITOR,
    AccountRole.ADMINISTRATOR,
)

RoundAt = Annotated[int, Path(alias="round", ge=1, le=2**53, description="A round's number.")]
First = Annotated[date | None, Query(alias="from", description="The first day, in UTC.")]
Last = Annotated[date | None, Query(alias="to", description="The last day, in UTC.")]
Most = Annotated[int, Query(ge=1, le=500)]

_HOUSE_ONLY = ("house", "fees")


@router.get("/tables/{table}/rounds", response_model=list[m.RoundLine])
async def rounds(
    table: TableAt,
    caller: AsCaller,
    app: App,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """List rounds, the latest first; those before one, if it is named."""
    await feed_of(app, table)
    found = await app.run_reading(latest_rounds, app.house.reader, table, before=before, most=most)
    viewer = caller.viewer
    hidden = ("nets",) if viewer.staff else ("nets", *_HOUSE_ONLY)
    return json_response(
        [
            {**_without(line, hidden), "mine": line["nets"].get(viewer.name)}
            for line in write_rounds(found)
        ]
    )


@router.get("/tables/{table}/rounds/{round}", response_model=dict[str, Any])
async def recall(table: TableAt, round: RoundAt, caller: AsCaller, app: App) -> Response:
    """Return a round: cards, bets, reasons with their paragraphs, and balances."""
    await feed_of(app, table)
    try:
        found = await app.run_reading(find_round, app.house.reader, table, round)
    except NoSuchRound as wrong:
        raise Problem(ProblemCode.NOT_FOUND, wrong.said) from None
    return json_response(_visible(write_round(found), caller))


def _visible(story: dict[str, Any], caller: Caller) -> dict[str, Any]:
    """Return the parts of a round that a caller may see."""
    viewer = caller.viewer
    if viewer.staff:
        return story
    shown = _without(story, _HOUSE_ONLY)

    def viewer_event(entry: Mapping[str, Any]) -> dict[str, Any] | None:
        event = entry["event"]
        seen = write_visible(StoredEvent(entry["n"], entry["at"], "", event), viewer)
        if seen is None:
            return None
        public = _without(entry, ("by",))
        # A sentence may contain a value that this viewer may not see in its event.
        kept = all(key in seen for key in event)
        fields = {key: value for key, value in seen.items() if key in event}
        return {**(public if kept else _without(public, ("says", "said"))), "event": fields}

    shown["balances"] = {
        name: found for name, found in story["balances"].items() if name == viewer.name
    }
    shown["events"] = [each for each in map(viewer_event, story["events"]) if each is not None]
    for part in ("choices", "insurance", "irregularities", "rulings"):
        parts = (write_visible(_stored_event(each), viewer) for each in story[part])
        shown[part] = [each for each in parts if each is not None]
    return shown


def _stored_event(entry: Mapping[str, Any]) -> StoredEvent:
    """Return an entry of a recalled round as an event."""
    return StoredEvent(entry["n"], entry["at"], "", _without(entry, ("n", "at", "by")))


def _without(value: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: inner for key, inner in value.items() if key not in keys}


@router.get(
    "/tables/{table}/rounds/{round}/dispute",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}, "description": "A ZIP."}},
)
async def dispute_file(table: TableAt, round: RoundAt, caller: AsCaller, app: App) -> Response:
    """Return everything about a round in one file, with its proof."""
    caller.require_role(*PIT)
    await feed_of(app, table)
    try:
        data = await app.run_reading(dispute, app.house.reader, table, round)
    except NoSuchRound as wrong:
        raise Problem(ProblemCode.NOT_FOUND, wrong.said) from None
    name = f"dispute-{table}-{round}.zip"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/zip", headers=headers)


@router.get("/tables/{table}/shoes/{shoe}", response_model=dict[str, Any])
async def shoe(table: TableAt, shoe: Annotated[int, Path(ge=1, le=2**53)], app: App) -> Response:
    """Return a shoe's commitment, and its seed once it has ended, so that anybody can check it."""
    await feed_of(app, table)
    found = await app.run_reading(write_shoe, app.house.reader, table, shoe)
    if found is None:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_shoe"))
    return json_response(found)


@router.get("/reports", response_model=dict[str, Any])
async def reports(
    caller: AsCaller,
    app: App,
    first: First = None,
    last: Last = None,
    table: Annotated[list[m.TableId] | None, Query(max_length=100)] = None,
) -> Response:
    """Return the report on some days: bets, wins and payments, beside what was expected."""
    caller.require_role(*MANAGERS)
    span = Span.of_days(first, last)
    try:
        found = await app.run_reading(report, app.house.reader, span, table)
    except UnknownTable as wrong:
        raise Problem(ProblemCode.NOT_FOUND, wrong.said) from None
    return json_response(write_report(found))


@router.get("/happenings", response_model=dict[str, Any])
async def happenings(
    caller: AsCaller,
    app: App,
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

    The earliest first, starting after `after`; with `latest` the latest first, before `before`. The
    `next` of a page is what to give there for the following page.
    """
    caller.require_role(*PIT, AccountRole.ADMINISTRATOR)
    page = await app.run_reading(
        notable_events,
        app.house.reader,
        Span.of_days(first, last),
        table,
        large=app.large_bet,
        kinds=None if kind is None else frozenset(kind),
        after=after,
        before=before,
        latest=latest,
        most=most,
    )
    return json_response(write_page(page))


@router.get("/incidents", response_model=list[m.Incident])
async def incidents(
    caller: AsCaller,
    app: App,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    latest: bool = False,
    kind: Annotated[Kind | None, Query()] = None,
    most: Most = 100,
) -> Response:
    """List the house's journal: sign-ins, changes of people, outages, approvals.

    The earliest first, after a number; with `latest` the latest first, before a number.
    """
    caller.require_role(*MANAGERS)
    journal = app.people.incidents
    if latest or before is not None:
        return json_response(await app.run_reading(journal.before, before, most, kind=kind))
    return json_response(await app.run_reading(journal.after, after, most, kind=kind))
