"""Run by Alembic: brings the connection it is handed up to date, inside the caller's transaction."""

from alembic import context

from critique_core.store.tables import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
