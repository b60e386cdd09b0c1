"""The database: log, wallets, refusals, the sealed vault, signed heads, snapshots, backup."""
