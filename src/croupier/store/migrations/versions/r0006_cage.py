"""The cage: slips in one chain, and its head."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOST = 10**18


def upgrade() -> None:
    """Make the tables, empty; the head is written with the first slip."""
    op.create_table(
        "cage_head",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("cash", WHOLE, nullable=False),
        sa.Column("open", WHOLE, nullable=False),
        sa.CheckConstraint("open IN (0, 1)", name=op.f("ck_cage_head_open")),
        sa.CheckConstraint("id = 1", name=op.f("ck_cage_head_one")),
        sa.CheckConstraint(f"cash >= 0 AND cash <= {MOST}", name=op.f("ck_cage_head_cash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cage_head")),
        sqlite_strict=True,
    )
    op.create_table(
        "cage_slips",
        sa.Column("number", WHOLE, autoincrement=False, nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("tender", sa.Text(), nullable=True),
        sa.Column("amount", WHOLE, nullable=False),
        sa.Column("cash", WHOLE, nullable=False),
        sa.Column("variance", WHOLE, nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("approver", sa.Text(), nullable=True),
        sa.Column("wallet_move", WHOLE, nullable=True),
        sa.Column("balance", WHOLE, nullable=True),
        sa.Column("pieces", sa.Text(), nullable=True),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.CheckConstraint(f"amount >= 0 AND amount <= {MOST}", name=op.f("ck_cage_slips_amount")),
        sa.CheckConstraint(f"cash >= 0 AND cash <= {MOST}", name=op.f("ck_cage_slips_cash")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_cage_slips")),
        sqlite_strict=True,
    )
    in_hand = sa.text("source IN ('chips', 'float')")
    op.create_index(
        "ix_transfers_in_hand",
        "transfers",
        ["target", "table_id"],
        sqlite_where=in_hand,
        postgresql_where=in_hand,
    )
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER cage_slips_keeps_{act.lower()} BEFORE {act} ON cage_slips "
                "BEGIN SELECT RAISE(ABORT, 'cage_slips is append-only'); END"
            )
    else:
        op.execute(
            "CREATE TRIGGER cage_slips_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON cage_slips "
            "FOR EACH STATEMENT EXECUTE FUNCTION croupier_append_only()"
        )
