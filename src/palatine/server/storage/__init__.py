"""Storage: the database schema, its migrations, and the store."""
