"""A PostgreSQL of our own, in a folder that is thrown away, reached by a socket in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MISSING = "no PostgreSQL here: install it (apt-get install postgresql) to run the tests of games kept there"
OPTIONS = "-c listen_addresses='' -c fsync=off -c full_page_writes=off -c max_connections=60"


def binaries() -> Path | None:
    """The folder with initdb and pg_ctl: the newest of Debian's, or whatever is on the path."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]), reverse=True
    )
    on_path = shutil.which("initdb")
    if on_path is not None:
        found.append(Path(on_path))
    return found[0].parent if found else None


def somebody() -> dict[str, Any]:
    """PostgreSQL does not run as root: whom root hands it to."""
    if os.geteuid() != 0:
        return {}
    import pwd

    names = {p.pw_name: p for p in pwd.getpwall()}
    who = names.get("postgres") or names["nobody"]
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


@contextmanager
def cluster(bin: Path) -> Iterator[str]:
    """A running one; its address, with a gap for the name of a database."""
    folder, who = Path(tempfile.mkdtemp(prefix="grognard-")), somebody()
    data = folder / "data"

    def run(program: str, *args: str) -> None:
        with (folder / "log").open("ab") as log:
            done = subprocess.run(
                [bin / program, *args],
                cwd=folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                timeout=120,
                **who,
            )
        assert done.returncode == 0, (folder / "log").read_text()[-2000:]

    try:
        if who:
            os.chown(folder, who["user"], who["group"])
        run("initdb", "-D", str(data), "-U", "grognard", "-A", "trust", "-E", "UTF8", "--no-sync")
        run(
            "pg_ctl",
            "-D",
            str(data),
            "-w",
            "-o",
            f"{OPTIONS} -k {folder}",
            "-l",
            str(folder / "server.log"),
            "start",
        )
        try:
            yield f"postgresql://grognard@/{{}}?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
