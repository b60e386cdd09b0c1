"""Templates of tables: openings that the house keeps under a name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, empty."""
    op.create_table(
        "table_templates",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_table_templates")),
        sqlite_strict=True,
    )
