"""Alembic's entry point. The store passes the connection."""

from alembic import context

from matchbox.server.store import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
