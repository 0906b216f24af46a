"""The server as a process of its own, and pages that must not complain."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 400, "height": 800}


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port: int = s.getsockname()[1]
        return port


class Server:
    """`grognard serve` with a data folder and dice of its own; `kill` is the power cut."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        database = f"sqlite:///{self.folder / 'games.db'}"
        env = {**os.environ, "XDG_DATA_HOME": str(self.folder), "GROGNARD_DATABASE_URL": database}
        command = [sys.executable, "-m", "tests.web.serve", "serve", "--no-open", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=env, cwd=ROOT)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/api/health", timeout=2):
                return
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{(self.folder / 'server.log').read_text()[-2000:]}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


class Front:
    """Pages of one test."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser, self.server = browser, server
        self.contexts: list[Any] = []
        self.complaints: list[str] = []
        self.forgiven: tuple[str, ...] = ()

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        """The server's answer to a program, for getting quickly to where a test begins."""
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server.url}/api{path}", data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())

    def page(
        self, path: str = "/", *, phone: bool = False, keeps: dict[str, Any] | None = None, **options: Any
    ) -> Any:
        """A person at a browser of his own, which has kept these things from before."""
        size = PHONE if phone else WIDE
        touch = {"has_touch": True, "is_mobile": True} if phone else {}
        context = self.browser.new_context(**{"viewport": size, "locale": "en-GB", **touch, **options})
        self.contexts.append(context)
        for key, value in (keeps or {}).items():
            line = f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {json.dumps(json.dumps(value))})"
            context.add_init_script(line)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda m: self.complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda e: self.complaints.append(str(e)))
        page.goto(self.server.url + path)
        return page

    def forgive(self, *texts: str) -> None:
        """Complaints that the test brings about itself, such as a server that is gone."""
        self.forgiven += texts

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        loud = [c for c in self.complaints if not any(text in c for text in self.forgiven)]
        assert not loud, "the console says: " + "; ".join(loud)
