"""Refusals as hash chains, with the reason as data; throttles, second factors, look-alikes.

Older refusals stay as they are. Locks after wrong passwords end: they were for anybody to cause.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns, empty in the rows that there are, and the tables."""
    _refusals()
    _people()


def _people() -> None:
    op.create_table(
        "throttles",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("failures", WHOLE, nullable=False),
        sa.Column("last", WHOLE, nullable=False),
        sa.Column("until", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("kind", "person", "place", name=op.f("pk_throttles")),
        sqlite_strict=True,
    )
    op.create_table(
        "second_factors",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("confirmed", WHOLE, nullable=False),
        sa.Column("step", WHOLE, nullable=False),
        sa.Column("recovery", sa.Text(), nullable=False),
        sa.CheckConstraint("confirmed IN (0, 1)", name=op.f("ck_second_factors_confirmed")),
        sa.ForeignKeyConstraint(["person"], ["people.key"], name=op.f("fk_second_factors_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_second_factors")),
        sqlite_strict=True,
    )
    op.create_table(
        "skeletons",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("skeleton", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.key"], name=op.f("fk_skeletons_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_skeletons")),
        sqlite_strict=True,
    )
    op.create_index("ix_skeletons_skeleton", "skeletons", ["skeleton"])
    op.execute("UPDATE people SET held = NULL, failed = '[]'")


def _refusals() -> None:
    op.add_column("refusals", sa.Column("said", sa.Text(), nullable=True))
    op.add_column("refusals", sa.Column("entry", WHOLE, nullable=True))
    op.add_column("refusals", sa.Column("hash", sa.Text(), nullable=True))
    op.create_table(
        "refusal_heads",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.CheckConstraint("number >= 0", name=op.f("ck_refusal_heads_number")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_refusal_heads")),
        sqlite_strict=True,
    )
