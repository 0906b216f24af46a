"""`python -m grognard.server.openapi` prints the OpenAPI document."""

from __future__ import annotations

import json
import sys

from .app import openapi


def text() -> str:
    return json.dumps(openapi(), indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
