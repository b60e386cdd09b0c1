"""Alerts that a webhook has taken or has still to take, and how far the journals were read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables, both empty."""
    op.create_table(
        "alerts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sent", sa.Text(), nullable=True),
        sa.Column("tries", WHOLE, nullable=False),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.CheckConstraint("tries >= 0", name=op.f("ck_alerts_tries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alerts")),
        sqlite_strict=True,
    )
    op.create_table(
        "alert_marks",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.CheckConstraint("number >= 0", name=op.f("ck_alert_marks_number")),
        sa.PrimaryKeyConstraint("source", name=op.f("pk_alert_marks")),
        sqlite_strict=True,
    )
