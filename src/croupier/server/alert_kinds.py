"""What is an alert, and what it says: of incidents, of the cage's counts, of cases at tables.

An alert is data and a sentence in each language. Its id follows from what it is about, so that the
same one has the same id whichever process makes it, and however often. It says who, where and how
much, never a secret, and never why a database failed: that may name paths and hosts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sqlalchemy import Row, select

from croupier.money import Unit
from croupier.reports.events import NAMES, stored_event, type_column
from croupier.store import schema as s
from croupier.store.alert_box import AlertRow
from croupier.store.cage import CageMove
from croupier.store.incidents import Kind
from croupier.store.queries import Reader
from croupier.table.events import IrregularityReported
from croupier.words import Amount, Message, Name, languages, render, say, series


@dataclass(frozen=True, slots=True)
class Alerting:
    """An incident that is an alert; `says` is the key of its sentence."""

    incident: Kind
    kind: str
    says: str = "alerts.noted"
    where: Mapping[str, object] = field(default_factory=dict)
    """What its detail must have."""
    amounts: tuple[str, ...] = ()
    """The fields of its detail that are differences in money: told each, and together."""


INCIDENTS = (
    Alerting(
        Kind.VARIANCE,
        "variance",
        "alerts.table_variance",
        amounts=("variance", "drop_variance"),
    ),
    Alerting(Kind.LOCKED, "account_locked", "alerts.pin_locked", {"what": "pin"}),
    Alerting(Kind.LOCKED, "account_locked", "alerts.account_locked"),
    Alerting(Kind.OUTAGE_BEGAN, "outage_began", "alerts.outage_began"),
    Alerting(Kind.OUTAGE_ENDED, "outage_ended", "alerts.outage_ended"),
    Alerting(
        Kind.SERVER_STARTED,
        "unclean_start",
        "alerts.unclean_start",
        {"after_a_clean_stop": False},
    ),
    Alerting(Kind.LOSS_ACCEPTED, "loss_accepted"),
    Alerting(Kind.CLOCK_BACK, "clock_back"),
)
"""The incidents that are alerts; the first that fits decides. Another kind is another line here,
and one in the table of docs/operate.md."""

OF_COUNTS, OF_CASES = "variance", "case_waiting"
KINDS = (OF_CASES, OF_COUNTS, *dict.fromkeys(each.kind for each in INCIDENTS))


def by_language(said: Message) -> dict[str, str]:
    """Return a sentence in every language."""
    return {language: render(said, language) for language in languages()}


def _who(actor: str) -> str:
    """Return somebody of the staff by their name; the house itself as the journal has it."""
    role, _, name = actor.partition(":")
    return actor if role == "house" or not name else name


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that somebody has to know of now."""

    id: str
    kind: str
    at: str
    said: Message
    table: str | None = None
    person: str | None = None
    amount: str | None = None
    by: str | None = None
    detail: Mapping[str, object] = field(default_factory=dict)

    def row(self) -> AlertRow:
        """Return it as it is stored and sent."""
        told = {
            "id": self.id,
            "kind": self.kind,
            "at": self.at,
            "table": self.table,
            "person": self.person,
            "amount": self.amount,
            "by": self.by,
            "detail": dict(self.detail),
            "text": by_language(self.said),
        }
        return AlertRow(self.id, self.at, self.kind, json.dumps(told, ensure_ascii=False))


def _id(what: str, number: int, chained: str) -> str:
    """Return an id that no other entry has, in whatever database: a hash of its chain is in it."""
    return f"{what}-{number}-{chained[:16]}"


def outage_id(began: str) -> str:
    """Return the id of the alert of an outage by its start: nothing can be stored meanwhile."""
    return f"outage-{began}"


def outage_alert(began: str) -> Alert:
    """Return the alert of an outage that goes on."""
    said = say("alerts.outage_began", at=began)
    return Alert(outage_id(began), "outage_began", began, said)


def incident_alerts(rows: Iterable[Row[Any]]) -> list[AlertRow]:
    """Return the alerts that follow from incidents."""
    return [alert.row() for row in rows if (alert := _incident_alert(row)) is not None]


def _incident_alert(row: Row[Any]) -> Alert | None:
    found = None if row.detail is None else json.loads(row.detail)
    detail = found if isinstance(found, dict) else {}
    for each in INCIDENTS:
        if each.incident == row.kind and each.where.items() <= detail.items():
            break
    else:
        return None
    if each.incident is Kind.OUTAGE_BEGAN and isinstance(detail.get("at"), str):
        return outage_alert(detail["at"])
    amounts = {name: detail[name] for name in each.amounts if name in detail}
    amount = str(sum(map(Decimal, amounts.values()))) if amounts else None
    about = [part for part in (row.table_id, row.subject, amount) if part]
    said = say(
        each.says,
        at=row.at,
        by=_who(row.actor),
        person=row.subject or "–",
        incident=Name("incident", row.kind),
        about=" · ".join(about) or "–",
        table=row.table_id or "–",
        differences=series(
            [say(f"alerts.{name}", amount=Amount(each)) for name, each in amounts.items()], "and"
        ),
    )
    return Alert(
        _id("incident", row.number, row.hash),
        each.kind,
        row.at,
        said,
        row.table_id,
        row.subject,
        amount,
        row.actor,
        {**each.where, **amounts},
    )


def slip_alerts(rows: Iterable[Row[Any]], unit: Unit) -> list[AlertRow]:
    """Return the alerts that follow from slips: counts that found something else."""
    return [_slip_alert(row, unit).row() for row in rows if row.variance]


def _slip_alert(row: Row[Any], unit: Unit) -> Alert:
    amount = unit.write(row.variance)
    counted, expected = unit.write(row.amount), unit.write(row.amount - row.variance)
    said = say(
        "alerts.cage_variance",
        slip=row.number,
        kind=Name("cage_move", CageMove(row.kind).value),
        counted=Amount(counted),
        expected=Amount(expected),
        variance=Amount(amount),
        by=_who(row.actor),
    )
    detail = {"at": "cage", "slip": row.number, "counted": counted, "expected": expected}
    id = _id("slip", row.number, row.hash)
    return Alert(id, OF_COUNTS, row.at, said, amount=amount, by=row.actor, detail=detail)


LOOK_BACK = 100
"""Among so many events of a table, from the last one back, is the report that waits."""


def case_alert(reader: Reader, table_id: str) -> Alert | None:
    """Return the alert of the report that waits at a table; None if none is found."""
    row = s.events.c
    with reader.moment() as connection:
        reports = (
            select(row.number, row.at, row.actor, row.entry, row.hash)
            .where(row.table_id == table_id, type_column(connection) == NAMES[IrregularityReported])
            .order_by(row.number.desc())
            .limit(LOOK_BACK)
        )
        for found in connection.execute(reports):
            event = stored_event(found.entry)
            if IrregularityReported.awaits(event["does"], event.get("waits_for")):
                return _case(table_id, found, event)
    return None


def _case(table_id: str, row: Row[Any], event: Mapping[str, Any]) -> Alert:
    said = say(
        "alerts.case_waiting" if event["round"] else "alerts.case_before_play",
        table=table_id,
        round=event["round"],
        kind=Name("report", event["kind"]),
        by=_who(row.actor),
    )
    return Alert(
        _id(f"case-{table_id}", row.number, row.hash),
        OF_CASES,
        row.at,
        said,
        table_id,
        by=row.actor,
        detail={"round": event["round"], "report": event["kind"]},
    )
