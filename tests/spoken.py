"""All that a system says to a screen, gathered while chance plays it; and how a client puts it into another language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from grognard.kernel import laws
from grognard.kernel.frame import Opened
from grognard.kernel.game import Game
from grognard.kernel.show import Offer, Shown, Told, show_of
from grognard.kernel.view import seen
from grognard.systems import find

I18N = Path(__file__).parent.parent / "web" / "src" / "i18n"
ID_FIELDS = """
    about args arrows art at_least at_most attackers attackers_lost band cancel cells chance clause clauses defenders
    defenders_lost focus frames habit heads hex hexes id key kind left lines must nation number open provenance resolve result
    results retreated roads role share side signs size state states switches symbol system table taken then to unit units
    values verb way what word
"""
IDS = set(ID_FIELDS.split())
"""Fields that hold no words but ids, signs and numbers: of every struct, or of these."""
IDS_OF = {
    "Offer": {"text", "label"},  # as it is typed; and by its key
    "Odds": {"text"},
    "Counter": {"name", "label"},
    "Place": {"name"},
    "HexCard": {"line"},  # for whoever has no screen
}
READ = {"Counter": {"kind"}, "Sum": {"what"}, "Piece": {"left"}}
PROPER = {"unit", "units", "attackers", "defenders", "hex", "hexes", "sea"}
"""Arguments that name what has a proper name."""


def words_of(x: Any) -> Iterator[str | Told]:
    """Every text of what a screen is given, however deep."""
    match x:
        case str() | Told():
            yield x
        case Shown():
            type_ = type(x).__name__
            skip = (IDS | IDS_OF.get(type_, set())) - READ.get(type_, set())
            if isinstance(x, Offer):
                yield Told(x.label, x.key, x.args)
            for field in msgspec.structs.fields(x):
                if field.name not in skip:
                    yield from words_of(getattr(x, field.name))
        case dict():
            for v in x.values():
                yield from words_of(v)
        case tuple() | list():
            for v in x:
                yield from words_of(v)


def heard(scenario: str, seed: int, steps: int) -> Iterator[str | Told]:
    """What both sides read in a game that chance plays, and what is refused them."""
    rng = Random(seed)
    system = find(scenario.partition("/")[0])
    show = show_of(system)
    yield from words_of(show.set(scenario))
    game: Game[Any] = Game(system, system.world(scenario), {}, str(seed))
    for n in range(steps):
        if game.over:
            yield game.verdict.why if game.verdict else ""
            break
        game.random(rng, back=0.05)
        s = game.state
        for side in system.sides:
            view = system.view(s, side)
            for known in seen(tuple(e for e in game.events() if not isinstance(e, Opened)), side):
                yield from words_of(show.told(view, known))
            if n % 7 == 0:
                yield from looked_at(system, s, side, rng)
        if n % 3 == 0 and game.decision is not None and game.decision.side:
            for a in (*laws.near_misses(system, s, rng, 4), *laws.wild(system, s, rng, 6)):
                if breach := game.check(a):
                    yield breach.why


def looked_at(system: Any, s: Any, side: str, rng: Random) -> Iterator[str | Told]:
    """The whole screen of a side, and some of what it may ask."""
    show, view = show_of(system), system.view(s, side)
    board, choices = show.board(view), show.choices(view)
    yield from show.when(view)
    yield from words_of(board)
    yield from words_of(choices)
    for head in rng.sample(choices.heads, min(3, len(choices.heads))):
        yield from words_of(show.offers(view, head))
    cells = list(s.world.grid)
    for hex in rng.sample(cells, min(6, len(cells))):
        yield from words_of(show.hex(view, s.world.hex_text(hex)))
    for o in board.overlays:
        unit = rng.choice(s.world.unit_ids) if o.about else ""
        yield from words_of(show.shade(view, o.id, unit))
    own = [p.unit for x in board.stacks if x.side == side for p in x.pieces]
    others = [p.unit for x in board.stacks if x.side != side for p in x.pieces]
    sides = [(f.attackers, f.defenders) for f in board.fights]
    sides += [((rng.choice(own),), (rng.choice(others),))] if own and others else []
    for attackers, defenders in sides[-2:]:
        switches = [x.word for x in board.switches if rng.random() < 0.5]
        yield from words_of(show.fight(view, attackers, defenders, switches))


# ---- in another language


class Tongue:
    """The catalogues of a language, read as `web/src/lib/i18n.svelte.ts` and `say.ts` do. `lost` is what it cannot say
    of a text: pieces that stay English, proper names and numbers apart."""

    def __init__(self, name: str, names: set[str]) -> None:
        self.keyed: dict[str, str] = {}
        self.served: dict[str, str] = {}
        for path in (*sorted((I18N / name).glob("*.json")), I18N / "told" / f"{name}.json"):
            found = json.loads(path.read_text(encoding="utf-8"))
            (self.served if path.stem in ("served", "refusals", "places") else self.keyed).update(found)
        keys = sorted((k for k in self.served if "{{" in k), key=lambda k: -len(SLOT.sub("", k)))
        self.moulds = [mould(k) for k in keys]
        self.names = names
        self.known: dict[str, frozenset[str]] = {}

    def lost(self, said: str | Told) -> frozenset[str]:
        if isinstance(said, str):
            return self.of(said)
        if not said.key or said.key not in self.keyed:
            return self.of(said.text)
        out: frozenset[str] = frozenset()
        spoken_of = set(re.findall(r"\{\{(\w+)\}\}", self.keyed[said.key])) - PROPER
        for name, value in said.args.items():
            if isinstance(value, int) or name not in spoken_of:
                continue
            for v in [value] if isinstance(value, str) else value:
                if v and f"{name}.{v}" not in self.keyed:
                    out |= self.of(v)
        return out

    def of(self, text: str) -> frozenset[str]:
        if text not in self.known:
            self.known[text] = self.read(text)
        return self.known[text]

    def read(self, text: str) -> frozenset[str]:
        if text in self.served or self.plain(text):
            return frozenset()
        for at in self.moulds:
            if found := at.fullmatch(text):
                return frozenset().union(*(self.part(x) for x in found.groups()))
        for between in (r"(?<=\.) ", "; ", ", "):
            pieces = re.split(between, text)
            if len(pieces) > 1:
                return frozenset().union(*map(self.of, pieces))
        return frozenset({text})

    def part(self, text: str) -> frozenset[str]:
        names = re.split(", | and | or ", text)
        if text in self.served or any(at.fullmatch(text) for at in self.moulds) or len(names) == 1:
            return self.of(text)
        return frozenset().union(*map(self.of, names))

    def plain(self, text: str) -> bool:
        bare = re.sub(r" \d+/\d+$", "", text)  # a source, and how much of it is used
        typed = re.fullmatch(r"'\S*'", text)  # a word that was typed
        return bool(typed) or bare in self.names or not re.search(r"[a-z]{2}", CLAUSE.sub("", text))


SLOT = re.compile(r"\{\{#?\w+\}\}")
CLAUSE = re.compile(r"\b[A-Z]{2,4}-[A-Za-z0-9]+(?:\.[0-9]+[0-9A-Za-z]*)*")


def mould(key: str) -> re.Pattern[str]:
    def any_(slot: str) -> str:
        if slot.startswith("{{#"):
            return "([-\\d./½⅓⅔¼¾]+)"
        return "(.+?)" if slot == "{{why}}" else "((?:(?!\\. |; ).)+?)"

    slots = [any_(slot) for slot in SLOT.findall(key)]
    return re.compile("".join(re.escape(x) + y for x, y in zip(SLOT.split(key), [*slots, ""], strict=True)))


def names_of(scenario: str) -> set[str]:
    """Proper names: units, places, and places with their numbers; and what is typed as it is."""
    id, _, key = scenario.partition("/")
    system = find(id)
    laid, world = show_of(system).set(scenario), system.world(scenario)
    out = {t for c in laid.counters for t in (c.name, c.label, c.unit)} | {p.name for p in laid.sheet.places}
    out |= {value for o in system.options(key) for value in o.values}
    return out | {world.place(h) for h in world.grid}
