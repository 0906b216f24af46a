"""Measurements and experiments: speed, batches of games, adapters."""
