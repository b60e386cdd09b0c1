"""The first schema: events, ledger, results, vault, wallets, journal, snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
APPEND_ONLY = (
    "games",
    "events",
    "transfers",
    "results",
    "refusals",
    "vault",
    "wallet_moves",
    "rounds",
)


def upgrade() -> None:
    """Make the tables, and the triggers that keep what is written once from being changed."""
    _tables()
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _guard_sqlite() -> None:
    for table in APPEND_ONLY:
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_keeps_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )


def _guard_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION croupier_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION croupier_append_only()"
        )


def _tables() -> None:

    op.create_table(
        "games",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_games")),
        sqlite_strict=True,
    )
    op.create_table(
        "house",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("made", sa.Text(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_house_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house")),
        sqlite_strict=True,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("made", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("commands", WHOLE, nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.CheckConstraint("commands >= 0", name=op.f("ck_tables_commands")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_tables_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sqlite_strict=True,
    )
    op.create_table(
        "wallets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("balance", WHOLE, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "balance >= 0 AND balance <= 1000000000000000000", name=op.f("ck_wallets_balance")
        ),
        sa.CheckConstraint("version >= 0", name=op.f("ck_wallets_version")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_wallets")),
        sqlite_strict=True,
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", WHOLE, autoincrement=False, nullable=False),
        sa.Column("command", WHOLE, nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.CheckConstraint("command > 0", name=op.f("ck_events_command")),
        sa.CheckConstraint("number > 0", name=op.f("ck_events_number")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_events_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_events")),
        sqlite_strict=True,
    )
    op.create_table(
        "refusals",
        sa.Column("number", WHOLE, autoincrement=True, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_refusals_table_id")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_refusals")),
        sqlite_strict=True,
    )
    op.create_table(
        "results",
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("first", WHOLE, nullable=True),
        sa.Column("last", WHOLE, nullable=True),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("(first IS NULL) <> (answer IS NULL)", name=op.f("ck_results_answer")),
        sa.CheckConstraint("(first IS NULL) = (last IS NULL)", name=op.f("ck_results_range")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id")),
        sa.PrimaryKeyConstraint("actor", "id", name=op.f("pk_results")),
        sqlite_strict=True,
    )
    op.create_table(
        "vault",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("shoe", WHOLE, autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_vault_table_id")),
        sa.PrimaryKeyConstraint("table_id", "shoe", name=op.f("pk_vault")),
        sqlite_strict=True,
    )
    op.create_table(
        "rounds",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("round", WHOLE, autoincrement=False, nullable=False),
        sa.Column("event", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "event"],
            ["events.table_id", "events.number"],
            name=op.f("fk_rounds_table_id"),
        ),
        sa.PrimaryKeyConstraint("table_id", "round", name=op.f("pk_rounds")),
        sqlite_strict=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", WHOLE, autoincrement=False, nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "number"],
            ["events.table_id", "events.number"],
            name=op.f("fk_snapshots_table_id"),
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_snapshots")),
        sqlite_strict=True,
    )
    op.create_table(
        "transfers",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("event", WHOLE, autoincrement=False, nullable=False),
        sa.Column("place", WHOLE, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("hold", sa.Text(), nullable=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("amount", WHOLE, nullable=False),
        sa.CheckConstraint("(kind = 'move') = (hold IS NULL)", name=op.f("ck_transfers_hold")),
        sa.CheckConstraint(
            "kind IN ('move', 'hold', 'post', 'release')", name=op.f("ck_transfers_kind")
        ),
        sa.CheckConstraint(
            "amount > 0 AND amount <= 1000000000000000000", name=op.f("ck_transfers_amount")
        ),
        sa.CheckConstraint("source <> target", name=op.f("ck_transfers_ends")),
        sa.ForeignKeyConstraint(
            ["table_id", "event"],
            ["events.table_id", "events.number"],
            name=op.f("fk_transfers_table_id"),
        ),
        sa.PrimaryKeyConstraint("table_id", "event", "place", name=op.f("pk_transfers")),
        sqlite_strict=True,
    )
    op.create_table(
        "vault_snapshots",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", WHOLE, autoincrement=False, nullable=False),
        sa.Column("mark", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "number"],
            ["events.table_id", "events.number"],
            name=op.f("fk_vault_snapshots_table_id"),
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_vault_snapshots")),
        sqlite_strict=True,
    )
    op.create_table(
        "wallet_moves",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("number", WHOLE, autoincrement=False, nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", WHOLE, nullable=False),
        sa.Column("balance", WHOLE, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("event", WHOLE, nullable=True),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "(kind IN ('buy_in', 'cash_out')) = (event IS NOT NULL)",
            name=op.f("ck_wallet_moves_event"),
        ),
        sa.CheckConstraint(
            "kind IN ('deposit', 'withdrawal', 'buy_in', 'cash_out')",
            name=op.f("ck_wallet_moves_kind"),
        ),
        sa.CheckConstraint(
            "amount > 0 AND amount <= 1000000000000000000", name=op.f("ck_wallet_moves_amount")
        ),
        sa.CheckConstraint(
            "balance >= 0 AND balance <= 1000000000000000000", name=op.f("ck_wallet_moves_balance")
        ),
        sa.ForeignKeyConstraint(["name"], ["wallets.name"], name=op.f("fk_wallet_moves_name")),
        sa.ForeignKeyConstraint(
            ["table_id", "event"],
            ["events.table_id", "events.number"],
            name=op.f("fk_wallet_moves_table_id"),
        ),
        sa.PrimaryKeyConstraint("name", "number", name=op.f("pk_wallet_moves")),
        sa.UniqueConstraint("table_id", "event", name=op.f("uq_wallet_moves_table_id")),
        sqlite_strict=True,
    )
