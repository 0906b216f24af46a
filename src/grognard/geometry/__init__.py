"""Hexes and sets of hexes: nothing here knows of a game."""
