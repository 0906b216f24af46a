"""What systems and server say, and the catalogues of the browser client: nothing is said that no language knows."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from grognard.systems import IDS, find

from . import spoken

ROOT = Path(__file__).parent.parent
SCENARIOS = [about.id for id in IDS for about in find(id).scenarios()]


@pytest.fixture(scope="module")
def told() -> ModuleType:
    spec = importlib.util.spec_from_file_location("told", ROOT / "tools" / "told.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kept(name: str) -> object:
    return json.loads((spoken.I18N / "told" / name).read_text(encoding="utf-8"))


STALE = "the sources say something else: run `.venv/bin/python tools/told.py`, then translate what is new"


def test_the_sentences_with_a_key_are_those_of_the_sources(told):
    assert kept("en.json") == told.catalogue(), STALE


def test_what_is_said_without_a_key_is_listed(told):
    assert kept("words.json") == told.phrases(), STALE


def test_no_two_systems_mean_different_things_by_one_key(told, monkeypatch):
    monkeypatch.setattr(told.lines, "WORDS", {"x": "something else"})
    texts = importlib.import_module(f"{told.package(IDS[0])}.texts")
    monkeypatch.setitem(texts.TEXTS, "log.x", "this")
    with pytest.raises(ValueError, match=r"log\.x"):
        told.catalogue()


@pytest.mark.parametrize(("text", "lost"), [
    ("mountain", set()),
    ("the bridge is blown", {"the bridge is blown"}),
    ("the bridge is blown is not ashore", {"the bridge is blown"}),
    ("mountain; the bridge is blown. Mountain", {"the bridge is blown.", "Mountain"}),
    ("0303 is neutral [TGC-area.14a]", set()),
])  # fmt: skip
def test_what_german_cannot_say_is_found(text, lost):
    assert spoken.Tongue("de", set()).lost(text) == lost


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_is_told_in_german(scenario):
    """Map, board, choices, log, hexes, overlays, combat sheets and refusals, as chance brings them."""
    german = spoken.Tongue("de", spoken.names_of(scenario))
    heard = list(spoken.heard(scenario, seed=11, steps=160))
    assert len(heard) > 1000
    lost = {piece: said for said in heard for piece in german.lost(said)}
    assert not lost


def test_places_with_a_german_name_are_on_the_map():
    german = json.loads((spoken.I18N / "de" / "places.json").read_text(encoding="utf-8"))
    known = set().union(*map(spoken.names_of, SCENARIOS))
    assert set(german) <= known
