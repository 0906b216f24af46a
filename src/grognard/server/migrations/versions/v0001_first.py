"""Games, their log, their seats, what is said at the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("seed", sa.String(200), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("computers", sa.Text, nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("parent", sa.String(12), nullable=False, server_default=""),
        sa.Column("given", sa.Integer, nullable=False, server_default="0"),
        sa.Column("position", sa.Text, nullable=False, server_default=""),
        sa.Column("board", sa.Text, nullable=False, server_default=""),
        sa.Column("card", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "log",
        sa.Column("game", sa.String(12), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("throw", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("ref", sa.String(128)),
        sa.UniqueConstraint("game", "ref", name="log_ref"),
    )
    op.create_table(
        "seats",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(12), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("sides", sa.Text, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("joined", sa.String(32), nullable=False),
        sa.Column("notes", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("ix_seats_game", "seats", ["game"])
    op.create_table(
        "chat",
        sa.Column("game", sa.String(12), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
