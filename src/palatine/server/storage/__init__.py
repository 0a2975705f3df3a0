"""What the server keeps: the schema, its migrations, and the store that reads and writes it."""
