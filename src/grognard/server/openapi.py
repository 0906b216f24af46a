"""`python -m grognard.server.openapi` prints the OpenAPI document."""

from __future__ import annotations

import json
import sys

from .app import openapi

if __name__ == "__main__":
    json.dump(openapi(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
