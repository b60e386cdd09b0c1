"""People, their sessions, the first invitation, and the journal of incidents."""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
GENESIS = sha256(b"croupier.incidents.1\0").hexdigest()


def upgrade() -> None:
    """Make the tables, the head of an empty journal, and the guards of the incidents."""
    _tables()
    op.execute(f"INSERT INTO journal (id, number, head, latest) VALUES (1, 0, '{GENESIS}', 0)")
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER incidents_keeps_{act.lower()} BEFORE {act} ON incidents "
                "BEGIN SELECT RAISE(ABORT, 'incidents is append-only'); END"
            )
    else:
        op.execute(
            "CREATE TRIGGER incidents_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON incidents "
            "FOR EACH STATEMENT EXECUTE FUNCTION croupier_append_only()"
        )


def _tables() -> None:
    op.create_table(
        "journal",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("latest", WHOLE, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_journal_one")),
        sa.CheckConstraint("number >= 0", name=op.f("ck_journal_number")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
        sqlite_strict=True,
    )
    op.create_table(
        "incidents",
        sa.Column("number", WHOLE, autoincrement=False, nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=True),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("before", sa.Text(), nullable=True),
        sa.Column("after", sa.Text(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_incidents_number")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_incidents")),
        sqlite_strict=True,
    )
    op.create_table(
        "people",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("post", sa.Text(), nullable=False),
        sa.Column("tables", sa.Text(), nullable=True),
        sa.Column("locked", WHOLE, nullable=False),
        sa.Column("guest", WHOLE, nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("failed", sa.Text(), nullable=False),
        sa.Column("held", WHOLE, nullable=True),
        sa.Column("pin", sa.Text(), nullable=True),
        sa.Column("pin_failed", sa.Text(), nullable=False),
        sa.Column("pin_held", WHOLE, nullable=True),
        sa.Column("made", sa.Text(), nullable=False),
        sa.CheckConstraint("locked IN (0, 1)", name=op.f("ck_people_locked")),
        sa.CheckConstraint("guest IN (0, 1)", name=op.f("ck_people_guest")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_people")),
        sqlite_strict=True,
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("made", WHOLE, nullable=False),
        sa.Column("seen", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.key"], name=op.f("fk_sessions_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token", name=op.f("uq_sessions_token")),
        sqlite_strict=True,
    )
    op.create_table(
        "invitations",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("ends", WHOLE, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_invitations_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sqlite_strict=True,
    )
