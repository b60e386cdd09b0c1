"""Links that work once, personal data apart from the chains, limits of patrons, who is present."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person"], ["people.key"], name=op.f(f"fk_{table}_person"))


def upgrade() -> None:
    """Add the tables, all empty."""
    op.add_column("sessions", sa.Column("ends", WHOLE, nullable=True))
    op.create_table(
        "account_links",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("ends", WHOLE, nullable=False),
        sa.CheckConstraint("kind IN ('join', 'reset')", name=op.f("ck_account_links_kind")),
        sa.CheckConstraint(
            "(kind = 'reset') = (person IS NOT NULL)", name=op.f("ck_account_links_person")
        ),
        _of_person("account_links"),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_account_links")),
        sqlite_strict=True,
    )
    op.create_table(
        "presences",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("seen", WHOLE, nullable=False),
        _of_person("presences"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_presences")),
        sqlite_strict=True,
    )
    op.create_table(
        "patron_details",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("real_name", sa.Text(), nullable=True),
        sa.Column("contact", sa.Text(), nullable=True),
        sa.Column("of_age", sa.Text(), nullable=True),
        sa.Column("closed", WHOLE, nullable=True),
        _of_person("patron_details"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_patron_details")),
        sqlite_strict=True,
    )
    op.create_table(
        "patron_limits",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("limits", sa.Text(), nullable=False),
        sa.CheckConstraint("version > 0", name=op.f("ck_patron_limits_version")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_patron_limits")),
        sqlite_strict=True,
    )
