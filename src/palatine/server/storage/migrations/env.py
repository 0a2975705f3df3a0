"""Run the migrations on the connection that `migrate` has opened."""

from alembic import context

from palatine.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a table otherwise
)
with context.begin_transaction():
    context.run_migrations()
