"""What is kept in a database: its schema, the one writer, the readers. SQLite or PostgreSQL."""
