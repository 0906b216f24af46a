"""Any position, for tests, puzzles and studies; an impossible one is refused with the reason.

    scene(US={"3804": "1/47 over 746-Tank"}, German={"3806": "I/27 disrupted 3"}, active="9ID", ap=3)

A stack is told from the top, its counters joined by "over". After a counter's name may stand what is special about it:
"disrupted", a number (its current strength; of an HQ its Attack Support), "for 9ID" (its assignment), "shown" (which the
enemy knows), and of an HQ "level 4" and "flipped"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from ...board.names import Unit, Unknown, hint
from ...geometry.hexes import Hex
from ...kernel.breach import Breach, Illegal
from ...kernel.draft import Draft
from ...kernel.frame import Frame, Result, run
from .activation import Activation, FormationActivation
from .admin import AdminPhase
from .boxes import SYSTEM_ID
from .chart import GERMAN, US, Side, Tables
from .owner import own
from .sequence import FirstBlood, Game, OpsCycle, OpsPhase, Option, Turns
from .stacking import Overstack, surplus
from .state import GONE, LOST, State, empty
from .world import Ratings, find, marked, study

PHASES = ("ops", "admin", *AdminPhase.STEPS, "end_turn")

Names = str | Iterable[str]


def names(given: Names) -> list[str]:
    return given.replace(",", " ").split() if isinstance(given, str) else list(given)


def scene(
    US: Mapping[str, str] | None = None,
    German: Mapping[str, str] | None = None,
    *,
    active: str = "",
    ap: int = 0,
    initiative: str = "",
    phase: str = "",
    reaction: bool = False,
    overstacked: str = "",
    scenario: str = "",
    board: Tables | None = None,
    ratings: Ratings | None = None,
    turn: int = 1,
    last_turn: int = 8,
    levels: Mapping[str, int] | None = None,
    lost: Names = (),
    gone: Names = (),
    improved: Names = (),
    us_holds: Names = (),
    german_holds: Names = (),
    passed: Names = (),
    marker: tuple[str, int] | None = None,
    interdiction: int = 0,
    snafu: str = "",
    plans: Sequence[str] = (),
    inspected: Sequence[int] = (),
    used: int = 0,
    noted: Mapping[str, int] | None = None,
) -> Result[State]:
    """A position, and what is open in it: with `active` and `ap` a formation acts (`reaction`: by the red numbers, so that
    nobody meets its moves); with `initiative` a side has won it and must act, transfer or pass; with `phase` an Ops Cycle
    ("ops"), the Admin Phase ("admin"), one of its segments, or the end of the turn begins. `overstacked` names a hex whose
    crowding is settled first. The map is the printed one or a `board` (see `chart.plain`), the counters as printed or with
    other `ratings`; with `scenario` its area, its turns and its victory conditions hold. Nobody has the SNAFU marker unless
    `snafu` says who. Units not named are still to come, those of `lost` and `gone` are out of play."""
    if scenario and (board is not None or ratings):
        raise Illegal(Breach("CTL-10", "a scenario is played on its own map with its own counters"))
    mine = own()
    by = "" if mine is None else mine.mark
    world = find(marked(f"{SYSTEM_ID}/{scenario}", by)) if scenario else study(board, last_turn, ratings, by)
    s = empty(world, turn)
    at, under = list(s.at), bytearray(s.under)
    columns = {
        key: bytearray(getattr(s, key)) for key in ("strength", "disrupted", "assigned", "shown", "level", "flipped")
    }  # fmt: skip
    for side, stacks in ((Side.US, US or {}), (Side.GERMAN, German or {})):
        for number, told in stacks.items():
            hex = world.hex(number)
            for height, words in enumerate(told.split(" over ")):
                name, *marks = words.replace(",", " ").split()
                u = world.unit(name)
                if world.sides[u] is not side:
                    raise Illegal(Breach("CTL-1a", f"{world.name(u)} is of the other side"))
                if at[u] >= 0:
                    raise Illegal(Breach("CTL-3.1a", f"{world.name(u)} cannot stand in two hexes"))
                at[u], under[u] = hex, height
                mark(s, u, marks, columns)
    for place, given in ((LOST, lost), (GONE, gone)):
        for name in names(given):
            u = world.unit(name)
            at[u] = place
            if place == LOST:
                columns["strength"][u] = 0
    for name, level in (levels or {}).items():
        columns["level"][world.formation(name)] = level
    held = bytearray(s.held)
    for value, given in ((1, us_holds), (0, german_holds)):
        for name in names(given):
            if world.hex(name) not in world.tracks:
                raise Illegal(Breach("CTL-9.1", f"nobody keeps account of who controls {name}"))
            held[world.tracks[world.hex(name)]] = value
    took = bytearray(s.noted)
    for name, count in (noted or {}).items():
        took[world.unit(name)] = count
    s = replace(
        s,
        at=tuple(at),
        under=bytes(under),
        held=bytes(held),
        noted=bytes(took),
        improved=tuple(sorted(world.hex(h) for h in names(improved))),
        passed=(Side.US in names(passed), Side.GERMAN in names(passed)),
        marker=None if marker is None else Side(marker[0]),
        box=0 if marker is None else marker[1],
        interdiction=interdiction,
        snafu=Side(snafu) if snafu else None,
        plans=tuple(plans),
        inspected=tuple(inspected),
        used=used,
        **{key: bytes(column) for key, column in columns.items()},
    )
    for breach in impossible(s, world.hex(overstacked) if overstacked else None):
        raise Illegal(breach)
    return opened(s, active, ap, initiative, phase, reaction, overstacked)


def mark(s: State, u: Unit, marks: list[str], columns: Mapping[str, bytearray]) -> None:
    """What a scene says of a counter after its name."""
    world, words = s.world, iter(marks)
    counter = world.counters[u]
    for word in words:
        if word == "disrupted" and not counter.hq:
            columns["disrupted"][u] = 1
        elif word == "shown":
            columns["shown"][u] = 1
        elif word == "for":
            columns["assigned"][u] = world.formation(next(words, ""))
        elif word == "level" and counter.hq:
            columns["level"][counter.formation] = int(next(words, "0"))
        elif word == "flipped" and counter.hq:
            columns["flipped"][counter.formation] = 1
        elif word.isdigit():
            columns["strength"][u] = min(int(word), 255)
        else:
            known = ("disrupted", "shown", "for", "level", "flipped")
            raise Unknown(f"nothing is called {word!r} of {counter.name}{hint(word, known)}")


def opened(
    s: State, active: str, ap: int, initiative: str, phase: str, reaction: bool, overstacked: str
) -> Result[State]:
    """Play from that moment on, within the steps that would be open."""
    solo = bool(s.world.scenario.solo)
    base: list[Frame[State]] = [Game(at=1), FirstBlood(at=-1)] if solo else [Game(at=1), Turns(at=1)]
    if active:
        return acting(s, base, active, ap, reaction, overstacked)
    d = Draft(s)
    if initiative:
        side = Side(initiative)
        option = Option(side, not s.passed[side.enemy is GERMAN])
        return run(d, option.ask(d), [*base, OpsPhase(at=0), OpsCycle(at=2, side=side)])
    if phase in ("", "ops"):
        if solo:
            return run(d, FirstBlood().go_on(d, None), [base[0]])
        return run(d, OpsPhase(at=1).go_on(d, None), base)
    if phase in ("admin", *AdminPhase.STEPS):
        at = AdminPhase.STEPS.index(phase) if phase in AdminPhase.STEPS else 0
        return run(d, AdminPhase(at=at).go_on(d, None), [base[0], Turns(at=0)])
    if phase == "end_turn":
        return run(d, Turns(at=2).go_on(d, None), [base[0]])
    raise Unknown(f"no phase is called {phase!r}{hint(phase, PHASES)}; there are {', '.join(PHASES)}")


def acting(
    s: State, base: list[Frame[State]], active: str, ap: int, reaction: bool, overstacked: str
) -> Result[State]:
    """CTL-7.2: a formation has so many AP left."""
    f = s.world.formation(active)
    side = s.world.staffs[f].side
    s = replace(s, ap=(ap, 0) if side is US else (0, ap))
    activation = Activation(side, None if reaction else side, f)
    if not s.world.scenario.solo:
        base = [*base, OpsPhase(at=0), OpsCycle(at=4, side=side)]
    base = [*base, FormationActivation(at=2, side=side, formation=f, red=reaction)]
    d = Draft(s)
    if overstacked:
        hex = s.world.hex(overstacked)
        crowded = next(x for x in Side if surplus(s, x, hex))
        return run(d, Overstack(side=crowded, hex=hex).enter(d), [*base, activation])
    return run(d, activation.ask(d), base)


def impossible(s: State, overstacked: Hex | None = None) -> Iterator[Breach]:
    """Why no game can come to look like this."""
    world, chart, f = s.world, s.world.chart, s.field
    for hex in {h for side in Side for h in f.stacks[side]}:
        place = world.place(hex)
        if not chart.within >> hex & 1:
            yield Breach("CTL-3.1g", f"{place} is outside the area")
        if all(f.held[side] >> hex & 1 for side in Side):
            yield Breach("CTL-7.3.2d", f"both sides stand in {place}")
        if hex != overstacked and any(surplus(s, side, hex) for side in Side):
            yield Breach("CTL-5.3.1a", f"too many units stand in {place}")
    if overstacked is not None and not any(surplus(s, side, overstacked) for side in Side):
        yield Breach("CTL-5.3.1a", f"{world.place(overstacked)} is not overstacked")
    for i, counter in enumerate(world.counters):
        u = Unit(i)
        mine = s.formation(u)
        if mine is not None and world.staffs[mine].side is not counter.side:
            yield Breach("CTL-5.5.2e", f"{counter.name} cannot be assigned to the other side")
        if counter.hq and mine != counter.formation:
            yield Breach("CTL-3.3a", f"{counter.name} belongs to one formation")
        if s.at[u] < 0:
            continue
        if s.strength[u] > counter.strength or (not s.strength[u] and not counter.hq):
            yield Breach("CTL-3.2j", f"{counter.name} has a strength of 1 to {counter.strength}")
        if counter.hq and not chart.settled >> s.at[u] & 1:
            where = world.place(s.hex(u))
            yield Breach(
                "CTL-3.3h", f"{counter.name} cannot stand in {where}: no town, city or industrial hex"
            )
    for n, staff in enumerate(world.staffs):
        if s.level[n] > staff.level:
            yield Breach("CTL-3.1.3c", f"the level of {staff.name} is at most {staff.level}")
    for hex in s.improved:
        here = [u for side in Side for u in s.fighters(hex, side)]
        if not here or any(s.disrupted[u] for u in here):
            yield Breach("CTL-5.6.3e", f"nobody can have improved {world.place(hex)}")
