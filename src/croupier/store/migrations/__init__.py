"""How the schema came about, step by step, for Alembic."""
