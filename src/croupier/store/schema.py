"""The tables of the database, which migrations make, and the statements that write to them."""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Text,
    UniqueConstraint,
    literal_column,
)

from croupier.store import alert_tables, columns, patron_tables
from croupier.store.columns import Whole
from croupier.store.columns import at_table_column as _at_table
from croupier.store.columns import bytes_column as _bytes
from croupier.store.columns import key_column as _key
from croupier.store.columns import number_column as _number
from croupier.store.columns import stored_table as _table
from croupier.store.columns import text_column as _text
from croupier.store.columns import whole_column as _whole
from croupier.store.columns import yes_or_no as _yes

metadata = columns.metadata
account_links = patron_tables.account_links
alert_marks = alert_tables.alert_marks
alerts = alert_tables.alerts
patron_details = patron_tables.patron_details
patron_limits = patron_tables.patron_limits
presences = patron_tables.presences

REVISION = "0009"
"""The migration that this croupier works with."""

READABLE = ("0002", "0003", "0004", "0005", "0006", "0007", "0008", REVISION)
"""The migrations of databases that can be proven and backed up as they are: later ones only added
tables and columns, which are taken as empty, and sealed the rows of the vault."""

SEALED_SINCE = "0004"
"""The migration that encrypted the vault: rows of earlier ones are plain."""

MOST_MONEY = 10**18
"""The largest amount or balance of a row; sums of such amounts still fit into 64 bits."""

house = _table(
    "house",
    _number("id"),
    _text("unit"),
    _text("made"),
    CheckConstraint("id = 1", name="one"),
)
"""One row: the unit of wallets."""

games = _table("games", _key("digest"), _text("key"), _bytes("data"))
"""Game files by their digest, which is the hash of the data."""

offered_games = _table(
    "offered_games",
    _key("key"),
    _text("digest"),
    _text("file"),
    _text("at"),
    _text("actor"),
)
"""Games that an administrator has uploaded and that tables can be opened with: the text of the
file, when, and by whom. The journal has an incident of each upload and withdrawal."""

table_templates = _table(
    "table_templates",
    _key("name"),
    *map(_text, ("body", "at", "actor")),
)
"""Openings that the house keeps under a name, as JSON; the journal has each change."""

tables = _table(
    "tables",
    _key("id"),
    _text("made"),
    _whole("version"),
    _whole("commands"),
    _text("head"),
    CheckConstraint("version >= 0", name="version"),
    CheckConstraint("commands >= 0", name="commands"),
)
"""Each table's version (how many events it has) and the head of its chain."""

events = _table(
    "events",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True, nullable=False),
    _number("number"),
    _whole("command"),
    _text("at"),
    _text("actor"),
    _bytes("entry"),
    _text("hash"),
    CheckConstraint("number > 0", name="number"),
    CheckConstraint("command > 0", name="command"),
)
"""Events as bytes, each chained to the one before by its hash."""

transfers = _table(
    "transfers",
    _key("table_id"),
    _number("event"),
    _number("place"),
    _text("kind"),
    _text("hold", null=True),
    _text("source"),
    _text("target"),
    _whole("amount"),
    ForeignKeyConstraint(["table_id", "event"], ["events.table_id", "events.number"]),
    CheckConstraint(f"amount > 0 AND amount <= {MOST_MONEY}", name="amount"),
    CheckConstraint("source <> target", name="ends"),
    CheckConstraint("kind IN ('move', 'hold', 'post', 'release')", name="kind"),
    CheckConstraint("(kind = 'move') = (hold IS NULL)", name="hold"),
)
"""Money that an event moved at its table, in the table's unit."""

BOUGHT_IN_HAND = transfers.c.source.in_([literal_column("'chips'"), literal_column("'float'")])
"""The condition of transfers that no wallet paid for; written out, so that its index is used."""

Index(
    "ix_transfers_in_hand",
    transfers.c.target,
    transfers.c.table_id,
    sqlite_where=BOUGHT_IN_HAND,
    postgresql_where=BOUGHT_IN_HAND,
)

results = _table(
    "results",
    _key("actor"),
    _key("id"),
    _text("digest"),
    _at_table(null=True),
    _whole("first", null=True),
    _whole("last", null=True),
    _bytes("answer", null=True),
    CheckConstraint("(first IS NULL) = (last IS NULL)", name="range"),
    CheckConstraint("(first IS NULL) <> (answer IS NULL)", name="answer"),
)
"""How a command was answered: by the events from first to last, or by these bytes."""

refusals = _table(
    "refusals",
    Column("number", Whole, primary_key=True, nullable=False, autoincrement=True),
    _at_table(null=True),
    _text("at"),
    _text("actor"),
    _text("id"),
    _bytes("body"),
    _text("code"),
    _text("message"),
    _text("rule", null=True),
    _text("said", null=True),
    _whole("entry", null=True),
    _text("hash", null=True),
)
"""The audit journal: commands that were refused, by whom, and why: in English and as a message's
key with parameters. Each is an entry of its table's chain, except those of earlier versions."""

refusal_heads = _table(
    "refusal_heads",
    _key("name"),
    _whole("number"),
    _text("head"),
    CheckConstraint("number >= 0", name="number"),
)
"""The heads of the chains of refusals, by table; "" for what was sent to no table."""

vault = _table(
    "vault",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True, nullable=False),
    _number("shoe"),
    _bytes("secret"),
)
"""What no event contains: the seed or the order of each shoe, and the salt of its seals; sealed
by `store.sealing`."""

vault_keys = _table(
    "vault_keys",
    _number("number"),
    _text("made"),
    _text("master"),
    _bytes("wrapped"),
    CheckConstraint("number > 0", name="number"),
)
"""The data keys that seal the vault: each wrapped by the master key whose id is in `master`."""

wallets = _table(
    "wallets",
    _key("name"),
    _whole("balance"),
    _whole("version"),
    _text("head"),
    CheckConstraint(f"balance >= 0 AND balance <= {MOST_MONEY}", name="balance"),
    CheckConstraint("version >= 0", name="version"),
)
"""Each patron's money outside the tables, in the house's unit."""

wallet_moves = _table(
    "wallet_moves",
    Column("name", Text, ForeignKey("wallets.name"), primary_key=True, nullable=False),
    _number("number"),
    _text("at"),
    _text("actor"),
    _text("id"),
    _text("kind"),
    _whole("amount"),
    _whole("balance"),
    _text("table_id", null=True),
    _whole("event", null=True),
    _text("hash"),
    ForeignKeyConstraint(["table_id", "event"], ["events.table_id", "events.number"]),
    UniqueConstraint("table_id", "event"),
    CheckConstraint(f"amount > 0 AND amount <= {MOST_MONEY}", name="amount"),
    CheckConstraint(f"balance >= 0 AND balance <= {MOST_MONEY}", name="balance"),
    CheckConstraint("kind IN ('deposit', 'withdrawal', 'buy_in', 'cash_out')", name="kind"),
    CheckConstraint("(kind IN ('buy_in', 'cash_out')) = (event IS NOT NULL)", name="event"),
)
"""What went into and out of each wallet, one hash chain a wallet."""

cage_head = _table(
    "cage_head",
    _number("id"),
    _whole("number"),
    _text("head"),
    _whole("cash"),
    *_yes("open"),
    CheckConstraint("id = 1", name="one"),
    CheckConstraint(f"cash >= 0 AND cash <= {MOST_MONEY}", name="cash"),
)
"""One row: the number and hash of the cage's last slip, the cash there, and whether it is open."""

cage_slips = _table(
    "cage_slips",
    _number("number"),
    *map(_text, ("at", "actor", "id", "kind")),
    *(_text(each, null=True) for each in ("name", "tender")),
    *map(_whole, ("amount", "cash")),
    _whole("variance", null=True),
    *(_text(each, null=True) for each in ("reason", "approver")),
    *(_whole(each, null=True) for each in ("wallet_move", "balance")),
    _text("pieces", null=True),
    _text("hash"),
    CheckConstraint(f"amount >= 0 AND amount <= {MOST_MONEY}", name="amount"),
    CheckConstraint(f"cash >= 0 AND cash <= {MOST_MONEY}", name="cash"),
)
"""What went through the cage, one hash chain; `wallet_move` is the payment's number in `name`'s."""

rounds = _table(
    "rounds",
    _key("table_id"),
    _number("round"),
    _whole("event"),
    ForeignKeyConstraint(["table_id", "event"], ["events.table_id", "events.number"]),
)
"""The first event of each round, so that a round is found by its number."""

snapshots = _table(
    "snapshots",
    _key("table_id"),
    _number("number"),
    _text("format"),
    _bytes("state"),
    _text("hash"),
    ForeignKeyConstraint(["table_id", "number"], ["events.table_id", "events.number"]),
)
"""The state of a table after an event, to make loading faster. It may be missing, and is used only
if its hash, its format and its place in the chain are right."""

vault_snapshots = _table(
    "vault_snapshots",
    _key("table_id"),
    _number("number"),
    _bytes("mark"),
    _text("hash"),
    ForeignKeyConstraint(["table_id", "number"], ["events.table_id", "events.number"]),
)
"""The state of the vault at a snapshot, sealed; apart from it, because no snapshot may contain a
card."""

journal = _table(
    "journal",
    _number("id"),
    _whole("number"),
    _text("head"),
    _whole("latest"),
    CheckConstraint("id = 1", name="one"),
    CheckConstraint("number >= 0", name="number"),
)
"""One row: the head of the chain of incidents, and the latest time that was written, in
milliseconds. Transactions that write about people change it first, and so wait for each other."""

incidents = _table(
    "incidents",
    _number("number"),
    _text("at"),
    _text("kind"),
    _text("actor"),
    _text("subject", null=True),
    _text("table_id", null=True),
    _text("before", null=True),
    _text("after", null=True),
    _text("detail", null=True),
    _text("hash"),
    CheckConstraint("number > 0", name="number"),
)
"""Significant events: who, when, what was before and after; one hash chain."""

people = _table(
    "people",
    _key("key"),
    _text("name"),
    _text("post"),
    _text("tables", null=True),
    *_yes("locked"),
    *_yes("guest"),
    _text("password", null=True),
    _text("failed"),
    _whole("held", null=True),
    _text("pin", null=True),
    _text("pin_failed"),
    _whole("pin_held", null=True),
    _text("made"),
)
"""People, by the name without case: role (`post`), tables (NULL is all), hashes of secrets, when
PINs were wrong lately, and until when the PIN is held. `failed` and `held` were of passwords; they
are empty since `throttles` counts."""

sessions = _table(
    "sessions",
    _key("id"),
    _text("token"),
    Column("person", Text, ForeignKey("people.key"), nullable=False),
    _text("place"),
    _whole("made"),
    _whole("seen"),
    _whole("ends", null=True),
    UniqueConstraint("token"),
)
"""Who is signed in and from where, by the hash of a token; when it ends by a patron's own limit. A
session that ended is deleted."""

invitations = _table(
    "invitations",
    _number("id"),
    _text("token"),
    _whole("ends"),
    CheckConstraint("id = 1", name="one"),
)
"""The invitation for the first administrator, if one is open: the hash of its token."""

second_factors = _table(
    "second_factors",
    Column("person", Text, ForeignKey("people.key"), primary_key=True, nullable=False),
    _text("secret"),
    *_yes("confirmed"),
    _whole("step"),
    _text("recovery"),
)
"""The second factor of members of the staff: the secret as `totp.sealed` writes it, whether a code
has confirmed it, the last time step that was used, and hashes of the recovery codes."""

throttles = _table(
    "throttles",
    _key("kind"),
    _key("person"),
    _key("place"),
    _whole("failures"),
    _whole("last"),
    _whole("until"),
)
"""How often a password or a code was wrong lately, by account and address, and until when to wait;
and the addresses from which people have signed in."""

skeletons = _table(
    "skeletons",
    Column("person", Text, ForeignKey("people.key"), primary_key=True, nullable=False),
    Column("skeleton", Text, nullable=False, index=True),
)
"""What names look like, to refuse another that looks the same; worked out again if missing."""

PASSING = (sessions, invitations, throttles, skeletons, account_links, presences)
"""Tables that are not in a backup: restoring one must not sign anybody in, and skeletons follow
from the names."""
