"""Alembic runs this: on the connection that `store.migrate` hands over."""

from __future__ import annotations

from alembic import context

from grognard.server.schema import META

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=META, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
