"""The log is only ever added to: the database sees to it."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WHY = "the log of a game is only ever added to"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for what in ("update", "delete"):
            op.execute(
                f"create trigger log_{what} before {what} on log begin select raise(abort, '{WHY}'); end"
            )
        return
    op.execute(
        f"create function log_stands() returns trigger language plpgsql as "
        f"$$ begin raise exception '{WHY}'; end $$"
    )
    op.execute(
        "create trigger log_stands before update or delete on log "
        "for each statement execute function log_stands()"
    )
