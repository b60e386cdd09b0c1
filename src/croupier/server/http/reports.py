"""Reports over HTTP: past rounds, shoes, dispute files, earnings, notable events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response

from croupier.accounts import AccountRole
from croupier.reports.dispute import NoSuchRound, dispute, find_round
from croupier.reports.exports import as_csv, write_report
from croupier.reports.figures import Span
from croupier.reports.notable_events import notable_events, write_page
from croupier.reports.paper import NoFont, Paper, Style, as_pdf
from croupier.reports.report import Report, UnknownTable, report
from croupier.reports.report_paper import report_paper
from croupier.reports.round_details import write_round
from croupier.reports.round_list import latest_rounds, write_rounds
from croupier.reports.shoe_proof import write_shoe
from croupier.server.app_state import AppState
from croupier.server.caller import Caller
from croupier.server.http import REFUSALS, App, AsCaller, StrictRoute, json_response
from croupier.server.http import models as m
from croupier.server.http import report_models as r
from croupier.server.http.round_models import RecalledRound, ShoeProof
from croupier.server.http.tables import TableAt, feed_of
from croupier.server.live.visibility import StoredEvent, write_visible
from croupier.server.problems import Problem, ProblemCode
from croupier.store.incidents import Kind
from croupier.words import ENGLISH, languages, say

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
First = Annotated[date | None, Query(alias="from", description="The first gaming day.")]
Last = Annotated[date | None, Query(alias="to", description="The last gaming day.")]
Tables = Annotated[list[m.TableId] | None, Query(max_length=100)]
Language = Annotated[str, Query(alias="lang", max_length=10, description="The sheet's language.")]
Most = Annotated[int, Query(ge=1, le=500)]

CSV: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {}}, "description": "Rows for a spreadsheet."}
}
PDF: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {}}, "description": "A PDF."}
}

_HOUSE_ONLY = ("house", "fees")


@router.get("/tables/{table}/rounds", operation_id="listRounds", response_model=list[m.RoundLine])
async def rounds(
    table: TableAt,
    caller: AsCaller,
    app: App,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """List rounds, the latest first; those before one, if it is named."""
    await feed_of(app, table)
    found = await app.run_report(latest_rounds, app.house.reader, table, before=before, most=most)
    viewer = caller.viewer
    hidden = ("nets",) if viewer.staff else ("nets", *_HOUSE_ONLY)
    return json_response(
        [
            {**_without(line, hidden), "mine": line["nets"].get(viewer.name)}
            for line in write_rounds(found)
        ]
    )


@router.get("/tables/{table}/rounds/{round}", operation_id="getRound", response_model=RecalledRound)
async def recall(table: TableAt, round: RoundAt, caller: AsCaller, app: App) -> Response:
    """Return a round: cards, bets, reasons with their paragraphs, and balances."""
    await feed_of(app, table)
    try:
        found = await app.run_report(find_round, app.house.reader, table, round)
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
    operation_id="downloadDispute",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}, "description": "A ZIP."}},
)
async def dispute_file(table: TableAt, round: RoundAt, caller: AsCaller, app: App) -> Response:
    """Return everything about a round in one file, with its proof."""
    caller.require_role(*PIT)
    await feed_of(app, table)
    try:
        data = await app.run_report(dispute, app.house.reader, table, round)
    except NoSuchRound as wrong:
        raise Problem(ProblemCode.NOT_FOUND, wrong.said) from None
    name = f"dispute-{table}-{round}.zip"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/zip", headers=headers)


@router.get("/tables/{table}/shoes/{shoe}", operation_id="getShoe", response_model=ShoeProof)
async def shoe(table: TableAt, shoe: Annotated[int, Path(ge=1, le=2**53)], app: App) -> Response:
    """Return a shoe's commitment, and its seed once it has ended, so that anybody can check it."""
    await feed_of(app, table)
    found = await app.run_report(write_shoe, app.house.reader, table, shoe)
    if found is None:
        raise Problem(ProblemCode.NOT_FOUND, say("server.no_shoe"))
    return json_response(found)


@router.get("/reports", operation_id="getReport", response_model=r.FullReport)
async def reports(
    caller: AsCaller,
    app: App,
    first: First = None,
    last: Last = None,
    table: Tables = None,
) -> Response:
    """Return the report on some gaming days: bets, wins and payments, beside what was expected."""
    found = await _report(app, caller, first, last, table)
    return json_response(write_report(found, app.config.money))


@router.get(
    "/reports/csv", operation_id="downloadReportCsv", response_class=Response, responses=CSV
)
async def reports_csv(
    caller: AsCaller,
    app: App,
    first: First = None,
    last: Last = None,
    table: Tables = None,
    by: Annotated[Literal["table", "game", "day", "bet"] | None, Query()] = None,
) -> Response:
    """Return the same as rows for a spreadsheet, all or only those of one sort."""
    found = await _report(app, caller, first, last, table)
    headers = {"content-disposition": f'attachment; filename="{_name(found)}.csv"'}
    text = as_csv(found, by, app.config.money)
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


@router.get(
    "/reports/pdf", operation_id="downloadReportPdf", response_class=Response, responses=PDF
)
async def reports_pdf(
    caller: AsCaller,
    app: App,
    first: First = None,
    last: Last = None,
    table: Tables = None,
    language: Language = ENGLISH,
) -> Response:
    """Return the same as a sheet of paper."""
    found = await _report(app, caller, first, last, table)
    style = sheet_style(app, language)

    def sheet() -> Paper:
        games = {each.game.key: each.game for each in app.house.shelf.all()}
        return report_paper(found, games, style, made_by(app, caller, style))

    return await pdf_response(app, sheet, _name(found))


async def _report(
    app: AppState, caller: Caller, first: date | None, last: date | None, table: list[str] | None
) -> Report:
    caller.require_role(*MANAGERS)
    if first is not None and last is not None and last < first:
        raise Problem(ProblemCode.NOT_READABLE, say("server.ends_before"))
    span = Span.of_days(first, last, app.config.gaming_days)
    try:
        return await app.run_report(report, app.house.reader, span, table)
    except UnknownTable as wrong:
        raise Problem(ProblemCode.NOT_FOUND, wrong.said) from None


def _name(found: Report) -> str:
    """Return what a report's file is called."""
    days = dict.fromkeys((found.span.first_day, found.span.last_day))
    return f"report-{'-to-'.join(each or 'all' for each in days)}"


def sheet_style(app: AppState, language: str) -> Style:
    """Return how a sheet is written; one that this house does not speak is English."""
    spoken = language if language in languages() else ENGLISH
    return Style(spoken, app.config.money, app.config.gaming_days, app.config.paper)


def made_by(app: AppState, caller: Caller, style: Style) -> str:
    """Return the line that says when a sheet was made, and by whom."""
    name = caller.require_person().name
    at = f"{style.when(app.house.now())} ({style.days.zone_name})"
    return style.text(say("staff.reports.made", at=at, name=name))


async def pdf_response(app: AppState, make: Callable[[], Paper], name: str) -> Response:
    """Return a sheet as a PDF; raise `Problem` if this machine cannot write its language."""
    try:
        data = await app.run_report(lambda: as_pdf(make()))
    except NoFont:
        raise Problem(ProblemCode.CONFLICT, say("server.no_font")) from None
    headers = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


@router.get("/happenings", operation_id="listHappenings", response_model=r.Happenings)
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
    page = await app.run_report(
        notable_events,
        app.house.reader,
        Span.of_days(first, last, app.config.gaming_days),
        table,
        large=app.large_bet,
        kinds=None if kind is None else frozenset(kind),
        after=after,
        before=before,
        latest=latest,
        most=most,
    )
    return json_response(write_page(page))


@router.get("/incidents", operation_id="listIncidents", response_model=list[m.Incident])
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
        return json_response(await app.run_report(journal.before, before, most, kind=kind))
    return json_response(await app.run_report(journal.after, after, most, kind=kind))
