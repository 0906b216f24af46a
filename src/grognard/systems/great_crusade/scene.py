"""Any position, for tests, puzzles and studies; an impossible one is refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from ...board.names import Unit, Unknown, hint
from ...kernel.breach import Breach, Illegal
from ...kernel.draft import Draft
from ...kernel.frame import Result, run
from . import hq, stacking, supply
from .chart import Chart
from .sequence import Campaign, Turn
from .setup import Arrange
from .state import FRESH, SLOT, Hexes, State, empty, with_byte
from .world import ALLIED, FREE_FRENCH, GERMAN, Front, Side, make_study

Names = str | Iterable[str]


def names(given: Names) -> list[str]:
    return given.replace(",", " ").split() if isinstance(given, str) else list(given)


def scene(
    units: Mapping[str, Names] | None = None,
    *,
    board: Chart | None = None,
    turn: int = 1,
    phase: str = "allied_movement",
    lost: Names = (),
    hungry: Mapping[str, int] | None = None,
    fresh: Names = (),
    invaded: Names = (),
    lost_beaches: Names = (),
    allied_stars: Names = (),
    captured: Names = (),
    attacked_before: Names = (),
    interdicted: Names = (),
    watched: Names = (),
    shielded: Names = (),
    invasion: tuple[str, int] | None = None,
    invasions: int | None = None,
    missions: int = 6,
    carpets: int = 4,
    factors: tuple[int, int] = (0, 0),
    french: bool = False,
    run_so_far: int = 0,
    single_attack: bool = False,
    area: str = "",
    last_turn: int = 50,
) -> Result[State]:
    """`units` says who stands where: {"1831": "ge-pz-21", "gold": "us-inf-1 us-inf-2"}. Allied units not named wait
    in Britain, German ones on their sheet; `lost` puts Allied ones there too. Play begins with the phase named."""
    world = make_study(board, last_turn)
    s = replace(
        empty(world, turn, area=area, single_attack=single_attack),
        invaded=hexes(world, invaded),
        lost_beaches=hexes(world, lost_beaches),
        allied_stars=hexes(world, allied_stars),
        captured=hexes(world, captured),
        attacked_before=hexes(world, attacked_before),
        interdicted=tuple(sorted(world.unit(n) for n in names(interdicted))),
        watched=hexes(world, watched),
        shielded=hexes(world, shielded),
        invasion=invasion,
        invasions=(0 if invasion is None else 1) if invasions is None else invasions,
        missions=missions,
        carpets=carpets,
        factors=factors,
        french=french,
        run=run_so_far,
    )
    at = list(s.at)
    for place, who in (units or {}).items():
        hex = world.hex(place)
        for name in names(who):
            u = world.unit(name)
            if at[u] >= 0:
                raise Illegal(Breach("TGC-def.10", f"{world.name(u)} cannot stand on two hexes"))
            at[u] = hex
    for name in names(lost):
        at[world.unit(name)] = SLOT
    s = replace(
        s,
        at=tuple(at),
        hungry=with_byte(s.hungry, [(world.unit(n), k) for n, k in (hungry or {}).items()]),
        marks=with_byte(s.marks, [(world.unit(n), FRESH) for n in names(fresh)]),
    )
    for breach in impossible(s):
        raise Illegal(breach)
    return opened(s, phase)


def hexes(world: Front, given: Names) -> Hexes:
    return tuple(sorted(world.hex(n) for n in names(given)))


def opened(s: State, phase: str) -> Result[State]:
    """Play from the beginning of a phase. Supply sources are those of this moment (TGC-supply.21)."""
    d = Draft(s)
    if phase == "set_up":
        d.s = replace(s, turn=s.turn - 1)
        return run(d, Arrange().enter(d), [Campaign()])
    if phase not in Turn.STEPS:
        raise Unknown(
            f"no phase is called {phase!r}{hint(phase, Turn.STEPS)}; there are {', '.join(Turn.STEPS)}"
        )
    fights = {"allied_combat": ALLIED, "german_combat": GERMAN}.get(phase)
    if fights and (breach := too_late(s, fights)):
        raise Illegal(breach)
    at = Turn.STEPS.index(phase)
    if at == 0:  # the week before is over: what was attacked in it is remembered
        d.s = replace(s, turn=s.turn - 1, attacked=s.attacked_before)
    elif at < Turn.STEPS.index("german_isolation"):
        d.s = replace(s, sources=tuple(supply.sources_now(s)))
    return run(d, Turn(at=at).go_on(d, None), [Campaign()])


def too_late(s: State, side: Side) -> Breach | None:
    """What the end of the Movement Phase would have cleared away before this side's Combat Phase."""
    world = s.world
    if gone := hq.caught(s, side):
        return Breach("TGC-hq.3", f"{world.names(gone)} in an enemy zone of control did not outlive movement")
    for sea, point in world.chart.by_sea.items():
        if side is ALLIED and s.stack(sea, ALLIED) and not s.stack(point.hex, GERMAN):
            return Breach("TGC-inv.16a", f"nobody defends {world.place(point.hex)}: the invaders are ashore")
    return None


def impossible(s: State) -> list[Breach]:
    """Why no game can come to look like this."""
    world, chart = s.world, s.world.chart
    out: list[Breach] = []
    if not 1 <= s.turn <= world.scenario.last_turn:
        out.append(Breach("TGC-seq.1", f"there is no turn {s.turn}"))
    for i, counter in enumerate(world.counters):
        u = Unit(i)
        if s.at[u] < 0:
            continue
        place = world.place(s.hex(u))
        if chart.dike >> s.at[u] & 1:
            out.append(Breach("TGC-area.13a", f"nobody stands on the dike, {place}"))
        elif not chart.land >> s.at[u] & 1 and (counter.side is not ALLIED or s.hex(u) not in chart.by_sea):
            out.append(Breach("TGC-def.3", f"{counter.name} cannot stand in {place}"))
        if (
            counter.side is ALLIED
            and counter.available not in (0, FREE_FRENCH)
            and counter.available > s.turn
        ):
            out.append(Breach("TGC-area.5", f"{counter.name} comes on turn {counter.available}"))
    out += crowded_hexes(s)
    known = [h for group in (s.invaded, s.lost_beaches) for h in group if h not in chart.numbered]
    out += [Breach("TGC-inv.17", f"{world.place(h)} is no numbered hex") for h in known]
    out += [
        Breach("TGC-inv.27b", f"{world.place(h)} cannot be both") for h in s.invaded if h in s.lost_beaches
    ]
    out += [
        Breach("TGC-area.21", f"{world.place(h)} has no star") for h in s.allied_stars if h not in chart.stars
    ]
    missing = [h for h in s.captured if h not in chart.installations]
    out += [Breach("TGC-def.13", f"{world.place(h)} is no installation") for h in missing]
    if s.invasion and s.invasion[0] not in chart.areas:
        out.append(Breach("TGC-inv.4", f"there is no area {s.invasion[0]!r}"))
    return out


def crowded_hexes(s: State) -> list[Breach]:
    """Both sides in one hex, or more than may be stacked."""
    world = s.world
    out: list[Breach] = []
    for side in Side:
        for hex, stack in s.field.stacks[side].items():
            if side is ALLIED and s.stack(hex, side.enemy):
                out.append(Breach("TGC-move.3", f"both sides cannot stand in {world.place(hex)}"))
            if hex in world.chart.by_sea:
                if len(stack) > world.tables["stacking"]["sea_hex"]:
                    out.append(Breach("TGC-inv.11", f"two units at most on sea hex {world.hex_text(hex)}"))
            elif not stacking.fits(s, side, list(stack)):
                out.append(stacking.too_many(s, side, hex))
    return out
