"""The tables about patrons' own accounts: links, presence, personal data, limits."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Text

from croupier.store.columns import key_column, stored_table, text_column, whole_column

account_links = stored_table(
    "account_links",
    key_column("token"),
    text_column("kind"),
    Column("person", Text, ForeignKey("people.key"), nullable=True),
    text_column("actor"),
    whole_column("ends"),
    CheckConstraint("kind IN ('join', 'reset')", name="kind"),
    CheckConstraint("(kind = 'reset') = (person IS NOT NULL)", name="person"),
)
"""Links that work once, by the hash of their token: to join as a patron, or to set a password."""

presences = stored_table(
    "presences",
    Column("person", Text, ForeignKey("people.key"), primary_key=True, nullable=False),
    whole_column("seen"),
)
"""When a socket of a patron was last seen open, by any process."""

patron_details = stored_table(
    "patron_details",
    Column("person", Text, ForeignKey("people.key"), primary_key=True, nullable=False),
    text_column("real_name", null=True),
    text_column("contact", null=True),
    text_column("of_age", null=True),
    whole_column("closed", null=True),
)
"""Personal data, apart from every chain so that it can be erased: what a patron told of themselves,
when they said that they are of age, and when the account was closed."""

patron_limits = stored_table(
    "patron_limits",
    key_column("name"),
    whole_column("version"),
    text_column("limits"),
    CheckConstraint("version > 0", name="version"),
)
"""What limits the play of a patron, as the last incident about it has it. The version goes up with
each change and each bet, so that two bets at once cannot both have the last of a limit."""
