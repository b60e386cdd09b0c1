"""The data keys of the vault, wrapped; `store.encrypt_vault` seals the rows that are there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of data keys."""
    op.create_table(
        "vault_keys",
        sa.Column("number", WHOLE, autoincrement=False, nullable=False),
        sa.Column("made", sa.Text(), nullable=False),
        sa.Column("master", sa.Text(), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_vault_keys_number")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_vault_keys")),
        sqlite_strict=True,
    )
