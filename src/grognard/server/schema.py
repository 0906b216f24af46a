"""The tables of the database. `log` is only ever added to; all else about a game can be made from it."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

META = MetaData()
VERSION = "0002"  # the last of the migrations

games = Table(
    "games",
    META,
    Column("id", String(12), primary_key=True),
    Column("scenario", String(64), nullable=False),
    Column("rules", Integer, nullable=False),  # the version of our rules that it is played by
    Column("options", Text, nullable=False),
    Column("title", String(60), nullable=False),
    Column("seed", String(200), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("computers", Text, nullable=False),  # side: player
    Column("made", String(32), nullable=False),
    Column("parent", String(12), nullable=False, server_default=""),
    Column("given", Integer, nullable=False, server_default="0"),  # actions that came from elsewhere
    Column("position", Text, nullable=False, server_default=""),  # of a study: where it began
    Column("board", Text, nullable=False, server_default=""),  # and on which board
    Column("card", Text, nullable=False, server_default=""),  # a cache, with the version it is of
)

log = Table(
    "log",
    META,
    Column("game", String(12), ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("by", String(32), nullable=False),
    Column("action", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("throw", Integer, nullable=False),
    Column("at", String(32), nullable=False),
    Column("ref", String(128)),  # the seat and its id of the call, so that a repeated one is known
    UniqueConstraint("game", "ref", name="log_ref"),
)

seats = Table(
    "seats",
    META,
    Column("mark", String(64), primary_key=True),  # SHA-256 of the token
    Column("game", String(12), ForeignKey("games.id"), nullable=False, index=True),
    Column("sides", Text, nullable=False),
    Column("name", String(60), nullable=False),
    Column("joined", String(32), nullable=False),  # when the token was used first; empty: not yet
    Column("notes", Text, nullable=False, server_default=""),
)

chat = Table(
    "chat",
    META,
    Column("game", String(12), ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("by", Text, nullable=False),
    Column("name", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
