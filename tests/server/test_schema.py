"""The API against its own document: whatever can be asked is answered as it says, and whatever cannot is refused as it says.

Schemathesis asks, of a real server: a table has one owner, in one event loop, and so is not called from a new one each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from grognard.server.app import openapi
from grognard.server.catalog import CATALOG

from .house import House, Seat

CASES = 25
GAME = "thetablehere"  # stands for the table that is played at
SCENARIO = "great-crusade/beachhead"

# What is sent as the document says may still not be: a rule forbids it, the game is another, or a line of a log is broken.
ACCEPTED = ["2xx", "401", "403", "404", "409", "410", "422"]
REFUSED = ["400", "401", "403", "404", "405", "409", "413", "414", "415", "422"]

EXAMPLES: dict[str, Any] = {
    "NewGame": {"scenario": SCENARIO, "seats": {"allied": "me", "german": "open"}, "title": "x", "word": "y"},
    "Branch": {"n": 0, "seats": {"allied": "me", "german": "random"}},
    "Ask": {"action": "end"},
    "Submit": {"version": 1, "action": "end", "id": "one"},
    "Back": {"version": 2, "to": 0},
    "FightAsk": {"attackers": ["us-inf-1"], "defenders": ["ge-inf-352"], "switches": []},
}
KNOWN: dict[str, list[str]] = {
    "game": [GAME],
    "system": ["great-crusade"],
    "scenario": ["beachhead", "france-1944"],
    "clause": ["TGC-move.3", "TGC-supply.20b"],
    "hex": ["2609", "0101", "Cherbourg"],
    "overlay": ["supply", "reach", "zoc"],
}


def document() -> dict[str, Any]:
    """As it is, with names that mean something: else every question would be about nothing."""
    doc = openapi()
    for item in doc["paths"].values():
        for operation in item.values():
            for parameter in operation["parameters"]:
                if parameter["in"] == "path" and parameter["name"] in KNOWN:
                    parameter["schema"] = {"type": "string", "enum": KNOWN[parameter["name"]]}
    for name, example in EXAMPLES.items():
        doc["components"]["schemas"][name]["example"] = example
    return doc


CONFIG = SchemathesisConfig.from_dict(
    {
        "generation": {"max-examples": CASES, "deterministic": True},
        "phases": {"stateful": {"enabled": False}},
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ACCEPTED},
            "negative_data_rejection": {"expected-statuses": REFUSED},
        },
    }
)
schema = schemathesis.openapi.from_dict(document(), config=CONFIG)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    with House(folder, CATALOG) as open_:
        yield open_


@pytest.fixture(scope="module")
def tables() -> dict[str, Seat]:
    return {}


@schema.parametrize()
@settings(max_examples=CASES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_the_document_says(case: schemathesis.Case, house: House, tables: dict[str, Seat]):
    label = case.operation.label
    if label not in tables:
        tables[label] = house.new(SCENARIO, allied="me", german="me")
    table = tables[label]
    if case.path_parameters.get("game") == GAME:
        case.path_parameters["game"] = table.id
    case.call_and_validate(
        base_url=str(house.client.base_url), headers={"Authorization": f"Bearer {table.token}"}
    )
