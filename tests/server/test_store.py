"""Where games are kept, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import insert, inspect, text
from sqlalchemy.exc import DBAPIError

from grognard.server import migrations, schema
from grognard.server.store import (
    Conflict,
    GameRow,
    Row,
    SeatRow,
    Store,
    Unusable,
    mark,
    new_id,
    new_token,
    now,
)

ODD = "Köln \u202e 橋 \U0001f3b2 '; drop table log; --\n\t\"\\ %s %(x)s {} \x01"


def game(id: str = "abcdefghijkm", **more: object) -> GameRow:
    row = GameRow(
        id, "great-crusade/beachhead", 1, {"area": "2"}, "", "seed", "hash", {"german": "scripted"}, now()
    )
    return msgspec.structs.replace(row, **more)


def row(n: int, kind: str = "action", ref: str | None = None, action: str = "end") -> Row:
    return Row(n, kind, "allied", action, n, 0, now(), ref)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    found = Store(database)
    found.migrate()
    yield found
    found.close()


# ---- the tables


def test_the_migrations_make_the_tables_of_the_schema(store: Store):
    found = inspect(store.engine)
    assert set(found.get_table_names()) == {*schema.META.tables, "alembic_version"}
    for table in schema.META.tables.values():
        columns = {c["name"]: c for c in found.get_columns(table.name)}
        assert set(columns) == set(table.columns.keys())
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable, f"{table.name}.{column.name}"
            assert columns[column.name]["type"]._type_affinity is column.type._type_affinity
        assert found.get_pk_constraint(table.name)["constrained_columns"] == [
            c.name for c in table.primary_key
        ]


def test_the_schema_knows_the_last_migration():
    folder = Path(migrations.__file__).parent
    assert ScriptDirectory(str(folder)).get_current_head() == schema.VERSION


def test_a_database_of_a_later_version_is_left_alone(store: Store):
    with store.engine.begin() as c:
        c.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(Unusable, match="9999"):
        store.migrate()
    with store.engine.begin() as c:
        c.execute(text(f"update alembic_version set version_num = '{schema.VERSION}'"))


def test_to_migrate_twice_changes_nothing(store: Store):
    store.make(game(), [])
    store.migrate()
    assert store.game("abcdefghijkm") is not None


def test_what_was_written_is_there_for_whoever_comes_next(store: Store):
    store.make(game(), [SeatRow("m", "abcdefghijkm", ("allied",), "Ann")])
    lines = [row(1), row(2)]
    store.append("abcdefghijkm", lines)
    store.close()
    again = Store(store.url)
    assert again.rows("abcdefghijkm") == lines
    assert again.seats("abcdefghijkm") == [SeatRow("m", "abcdefghijkm", ("allied",), "Ann")]
    again.close()


# ---- games and their log


def test_a_game_comes_back_as_it_was(store: Store):
    kept = game(title=ODD[:60], seed=ODD, position=ODD * 100, board=ODD, parent="zzzzzzzzzzzz", given=7)
    store.make(kept, [])
    assert store.game(kept.id) == kept
    assert store.game("nothing") is None
    assert store.count() == 1


def test_a_game_is_made_whole_or_not_at_all(store: Store):
    store.make(game("a" * 12), [SeatRow("m", "a" * 12, ("allied",), "")])
    with pytest.raises(Exception, match=r"(?i)unique"):
        store.make(game("b" * 12), [SeatRow("m", "b" * 12, ("german",), "")], [row(1)])
    assert store.game("b" * 12) is None
    assert store.rows("b" * 12) == []


def test_the_log_comes_back_in_its_order(store: Store):
    store.make(game(), [], [row(1, action=ODD)])
    store.append("abcdefghijkm", [row(3, "dice"), row(2)])
    assert [r.n for r in store.rows("abcdefghijkm")] == [1, 2, 3]
    assert [r.n for r in store.rows("abcdefghijkm", since=1)] == [2, 3]
    assert store.rows("abcdefghijkm")[0].action == ODD


def test_a_line_is_written_once(store: Store):
    store.make(game(), [], [row(1), row(2)])
    before = store.rows("abcdefghijkm")
    with pytest.raises(Conflict):
        store.append("abcdefghijkm", [row(2, action="other")])
    with pytest.raises(Conflict):
        store.append("abcdefghijkm", [row(3), row(4), row(2)])
    assert store.rows("abcdefghijkm") == before


def test_an_id_is_written_once(store: Store):
    store.make(game("a" * 12), [], [row(1, ref="seat|1")])
    store.make(game("b" * 12), [], [row(1, ref="seat|1")])
    with pytest.raises(Conflict):
        store.append("a" * 12, [row(2, ref="seat|1")])
    store.append("a" * 12, [row(2, ref="seat|2"), row(3), row(4)])
    assert [r.ref for r in store.rows("a" * 12)] == ["seat|1", "seat|2", None, None]


@pytest.mark.parametrize("word", ["update log set action = 'x'", "delete from log"])
def test_a_log_is_only_added_to(store: Store, word: str):
    """Whoever tries, with whatever program: the database does not let him."""
    store.make(game(), [], [row(1), row(2)])
    with pytest.raises(DBAPIError, match="only ever added to"), store.engine.begin() as c:
        c.execute(text(word))
    assert [r.n for r in store.rows("abcdefghijkm")] == [1, 2]


def test_a_database_of_an_earlier_version_is_brought_up_to_date(store: Store):
    """Its games stay as they are."""
    store.make(game(), [], [row(1)])
    with store.engine.begin() as c:
        for name in ("log_update", "log_delete") if store.lite else ():
            c.execute(text(f"drop trigger {name}"))
        if not store.lite:
            c.execute(text("drop function log_stands() cascade"))
        c.execute(text("update alembic_version set version_num = '0001'"))
    store.migrate()
    assert store.rows("abcdefghijkm")[0].n == 1
    with pytest.raises(DBAPIError), store.engine.begin() as c:
        c.execute(text("delete from log"))


def test_a_log_belongs_to_a_game(store: Store):
    with pytest.raises(Conflict):
        store.append("nothing", [row(1)])


def test_of_two_who_write_the_same_line_one_is_told_no(store: Store):
    """Two servers on one database by mistake: the log stays one."""
    store.make(game(), [])
    other = Store(store.url)

    def write(who: tuple[Store, str], n: int) -> bool:
        try:
            who[0].append("abcdefghijkm", [row(n, action=who[1]), row(n + 1, action=who[1])])
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        for n in range(1, 41, 2):
            done = list(pool.map(write, [(store, "one"), (other, "two")], [n, n]))
            assert sorted(done) == [False, True]
    other.close()
    log = store.rows("abcdefghijkm")
    assert [r.n for r in log] == list(range(1, 41))
    assert all(a.action == b.action for a, b in zip(log[::2], log[1::2]))


# ---- seats, chat, cards


def test_a_seat_is_found_by_the_mark_of_its_token_alone(store: Store):
    token = new_token()
    store.make(game(), [SeatRow(mark(token), "abcdefghijkm", ("allied", "german"), "Ann")])
    assert store.seats_of([mark(token), "x"]) == store.seats("abcdefghijkm")
    assert store.seats_of([token]) == store.seats_of([]) == []
    with store.engine.connect() as c:
        for table in schema.META.tables:
            assert token not in str(c.execute(text(f"select * from {table}")).all())


def test_who_sits_down_is_written_once_and_may_change_the_name(store: Store):
    store.make(game(), [SeatRow("m", "abcdefghijkm", ("allied",), "Ann")])
    store.join("m")
    [first] = store.seats("abcdefghijkm")
    assert first.joined
    assert first.name == "Ann"
    store.join("m", ODD[:60])
    [then] = store.seats("abcdefghijkm")
    assert (then.joined, then.name) == (first.joined, ODD[:60])


def test_notes_are_kept(store: Store):
    store.make(game(), [SeatRow("m", "abcdefghijkm", ("allied",), "")])
    assert store.notes("m") == store.notes("nobody") == ""
    store.write_notes("m", ODD * 100)
    assert store.notes("m") == ODD * 100


def test_what_was_said_comes_back_in_order_and_the_last_of_it(store: Store):
    store.make(game(), [])
    store.make(game("b" * 12), [])
    with store.engine.begin() as c:
        said = {"game": "abcdefghijkm", "by": '["allied"]', "name": "Ann", "at": now()}
        c.execute(insert(schema.chat), [said | {"n": n, "text": ODD} for n in range(1, 503)])
    line = store.say("abcdefghijkm", ("allied",), "Ann", f"the last {ODD}")
    assert line.n == 503
    store.say("b" * 12, (), "", "elsewhere")
    lines = store.chat("abcdefghijkm")
    assert [x.n for x in lines] == list(range(4, 504))
    assert lines[-1] == line
    assert lines[0].by == ("allied",)


def test_the_lobby_knows_versions_and_cards(store: Store):
    store.make(game("a" * 12), [], [row(1), row(2)])
    store.make(game("b" * 12), [])
    last = store.rows("a" * 12)[-1]
    assert store.versions(["a" * 12, "b" * 12, "x"]) == {"a" * 12: (2, last.at)}
    assert store.cards(["a" * 12]) == {}
    store.keep_card("a" * 12, ODD.encode())
    assert store.cards(["a" * 12, "b" * 12]) == {"a" * 12: ODD.encode()}


# ---- from the event loop


def test_writers_do_not_lose_each_other(store: Store):
    """Fifty tables write at once; readers read meanwhile."""
    ids = [new_id() for _ in range(50)]
    assert len(set(ids)) == 50
    for id in ids:
        store.make(game(id), [])

    async def play(id: str) -> None:
        for n in range(1, 11):
            await store.write(store.append, id, [row(n)])
            assert len(await store.read(store.rows, id)) == n

    async def all_of_them() -> None:
        await asyncio.gather(*map(play, ids))

    asyncio.run(all_of_them())
    assert store.versions(ids).keys() == set(ids)
