"""The database: log, transfers, vault, snapshots, backup and verification."""
