"""The tables of alerts for the webhook: what is sent, and up to where the journals were read."""

from __future__ import annotations

from sqlalchemy import CheckConstraint

from croupier.store.columns import key_column, stored_table, text_column, whole_column

alerts = stored_table(
    "alerts",
    key_column("id"),
    *map(text_column, ("at", "kind", "body")),
    text_column("sent", null=True),
    whole_column("tries"),
    text_column("failure", null=True),
    CheckConstraint("tries >= 0", name="tries"),
)
"""What the webhook has taken (`sent` says when) or has still to take, and why it last did not."""

alert_marks = stored_table(
    "alert_marks",
    key_column("source"),
    whole_column("number"),
    CheckConstraint("number >= 0", name="number"),
)
"""Up to which entry each journal was read for alerts."""
