"""What Alembic runs: the connection is handed in, by `migrate.upgrade` or by a developer."""

from __future__ import annotations

from alembic import context

from croupier.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
