"""Crossing the Line: Aachen 1944. `data/rules.md` is what it plays by; each file is a chapter of it."""
