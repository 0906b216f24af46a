"""Some world that looks like this to a side: what it cannot see is drawn anew (CTL-5.3.4). Which of the covered counters
lies where is drawn so that every way of laying them is as likely as any other; what is disrupted under the top, how strong
the enemy is, and whose his independent units are, is guessed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from ...board.names import Unit
from ...geometry.hexes import Hex
from .chart import US, Side
from .state import GONE, State
from .view import AT_ZOC, COVERED, NO_ZOC, OPEN, ZONES, Pile, View
from .world import NO_FORMATION, Theatre, find

HQ, TANK, AT = range(3)
ARMS = ("hq", "tank", "at")

Counts = tuple[int, int, int]
"""How many HQs, AFV types and infantry types."""


class Slot(NamedTuple):
    """A stack with covered counters: how many, what is seen of it, and what it must come to."""

    pile: Pile
    depths: tuple[int, ...]  # the places in it that are covered
    seen: Counts
    zone: str  # of what is seen
    settled: bool
    improved: bool
    limits: Counts


def resample(v: View, rng: Random) -> State:
    world = find(v.scenario)
    at, under, disrupted = list(v.at), bytearray(v.under), bytearray(v.disrupted)
    for side in Side:
        if side != v.side:
            lay(v, world, side, rng, at, under, disrupted)
    s = State(
        world=world,
        at=tuple(at),
        under=bytes(under),
        disrupted=bytes(disrupted),
        strength=strengths(v, world, at, rng),
        assigned=assignments(v, world, rng),
        noted=v.noted,
        plans=markers(v, world, rng),
        **{name: getattr(v, name) for name in OPEN},
    )
    return replace(s, frames=tuple(f.redraw(world, rng) for f in v.doing))


# ---- who lies under whom


def lay(
    v: View, world: Theatre, side: Side, rng: Random, at: list[int], under: bytearray, disrupted: bytearray
) -> None:
    """Put the covered counters of a side where they may be."""
    hidden: tuple[list[Unit], list[Unit], list[Unit]] = ([], [], [])
    for u in world.by_side[side]:
        if at[u] == COVERED:
            hidden[ARMS.index(world.counters[u].arm)].append(u)
    if not any(hidden):
        return
    for kind in hidden:
        rng.shuffle(kind)
    slots = list(covered(v, world, side))
    total = (len(hidden[HQ]), len(hidden[TANK]), len(hidden[AT]))
    for slot, counts in zip(slots, spread(slots, total, rng)):
        units = [hidden[arm].pop() for arm in (HQ, TANK, AT) for _ in range(counts[arm])]
        rng.shuffle(units)
        if slot.pile.hex in v.improved:
            shaken: set[Unit] = set()
        else:
            shaken = unsteady(slot, world, units, rng)
        for u, depth in zip(units, slot.depths):
            at[u], under[u], disrupted[u] = slot.pile.hex, depth, u in shaken


def covered(v: View, world: Theatre, side: Side) -> Iterator[Slot]:
    """The stacks of a side that have covered counters."""
    seen: dict[int, list[Unit]] = {}
    for u in world.by_side[side]:
        if v.at[u] >= 0:
            seen.setdefault(v.at[u], []).append(u)
    limits = world.tables["stacking"]
    for pile in v.piles:
        if pile.side is not side:
            continue
        there = seen.get(pile.hex, [])
        depths = tuple(sorted(set(range(pile.count)) - {v.under[u] for u in there}))
        if not depths:
            continue
        arms = [world.counters[u].arm for u in there]
        active = [
            world.counters[u].arm for u in there if not v.disrupted[u] and world.counters[u].arm != "hq"
        ]
        yield Slot(
            pile,
            depths,
            (arms.count("hq"), arms.count("tank"), arms.count("at")),
            max(active, key=ZONES.index, default=NO_ZOC),
            bool(world.chart.settled >> pile.hex & 1),
            pile.hex in v.improved,
            (limits["hq"], limits["tank"], limits["at"]),
        )


def mixtures(slot: Slot, strict: bool) -> list[Counts]:
    """What may lie covered in a stack: so that its ZOC is what it is, an HQ only in a settlement, and, if it can be, within
    the limits of stacking (CTL-5.3.1a)."""
    n, out = len(slot.depths), []
    for hqs in range(2 if slot.settled and not slot.seen[HQ] and n else 1):
        for tanks in range(n - hqs + 1):
            counts = (hqs, tanks, n - hqs - tanks)
            if fits(slot, counts) and (not strict or within(slot, counts)):
                out.append(counts)
    return out


def within(slot: Slot, counts: Counts) -> bool:
    return all(a + b <= most for a, b, most in zip(slot.seen, counts, slot.limits))


def fits(slot: Slot, counts: Counts) -> bool:
    """CTL-5.3.4h, l: does it explain the ZOC, and what is known of the room in the hex?"""
    _, tanks, guns = counts
    wanted = slot.pile.zone
    if wanted != slot.zone and not (guns if wanted == AT_ZOC else tanks):
        return False
    if slot.improved and guns and wanted != AT_ZOC:  # CTL-5.6.3e: nobody is disrupted there
        return False
    if slot.pile.full is None:
        return True
    crowd = (slot.seen[TANK] + tanks >= slot.limits[TANK], slot.seen[AT] + guns >= slot.limits[AT])
    return crowd == slot.pile.full


def spread(slots: list[Slot], total: Counts, rng: Random) -> list[Counts]:
    """For each stack what lies covered in it, drawn so that each way of laying the counters is equally likely."""
    for strict in (True, False):
        choices = [mixtures(slot, strict) for slot in slots]

        @cache
        def ways(i: int, hqs: int, tanks: int, guns: int, choices: list[list[Counts]] = choices) -> int:
            if i == len(choices):
                return int(not (hqs or tanks or guns))
            return sum(
                comb(hqs, c[HQ]) * comb(tanks, c[TANK]) * comb(guns, c[AT])
                * ways(i + 1, hqs - c[HQ], tanks - c[TANK], guns - c[AT])
                for c in choices[i]
                if c[HQ] <= hqs and c[TANK] <= tanks and c[AT] <= guns
            )  # fmt: skip

        if not ways(0, *total):
            continue
        out: list[Counts] = []
        hqs, tanks, guns = total
        for i, choice in enumerate(choices):
            fit = [c for c in choice if c[HQ] <= hqs and c[TANK] <= tanks and c[AT] <= guns]
            weights = [
                comb(hqs, c[HQ]) * comb(tanks, c[TANK]) * comb(guns, c[AT])
                * ways(i + 1, hqs - c[HQ], tanks - c[TANK], guns - c[AT])
                for c in fit
            ]  # fmt: skip
            pick = rng.randrange(sum(weights))
            n = 0
            while pick >= weights[n]:
                pick -= weights[n]
                n += 1
            out.append(fit[n])
            hqs, tanks, guns = hqs - fit[n][HQ], tanks - fit[n][TANK], guns - fit[n][AT]
        return out
    raise AssertionError("no world looks like this")


def may_lie(v: View, world: Theatre, side: Side, hex: Hex) -> list[Counts]:
    """All that may lie covered in this stack, so that the rest of the covered counters fits under the others."""
    slots = sorted(covered(v, world, side), key=lambda slot: slot.pile.hex != hex)
    hidden = [world.counters[u].arm for u in world.by_side[side] if v.at[u] == COVERED]
    hqs, tanks = hidden.count("hq"), hidden.count("tank")
    for strict in (True, False):
        first, *others = [mixtures(slot, strict) for slot in slots]
        rest = together(others)
        found = [c for c in first if tanks - c[TANK] >= 0 and rest.get(hqs - c[HQ], 0) >> tanks - c[TANK] & 1]
        if found:
            return found
    raise AssertionError("no world looks like this")


def together(choices: list[list[Counts]]) -> dict[int, int]:
    """What stacks can come to: by the number of HQs, those of AFV types as bits; the others are infantry types."""
    out = {0: 1}
    for choice in choices:
        found: dict[int, int] = {}
        for hqs, tanks, _ in choice:
            for n, may in out.items():
                found[n + hqs] = found.get(n + hqs, 0) | may << tanks
        out = found
    return out


def unsteady(slot: Slot, world: Theatre, units: list[Unit], rng: Random) -> set[Unit]:
    """Which covered units are disrupted: those whose ZOC would reach too far, and some others."""
    wanted = ZONES.index(slot.pile.zone)
    fighters = [u for u in units if world.counters[u].arm != "hq"]
    out = {u for u in fighters if ZONES.index(world.counters[u].arm) > wanted}
    rest = [u for u in fighters if u not in out]
    needed = [u for u in rest if ZONES.index(world.counters[u].arm) == wanted]
    spared = {rng.choice(needed)} if needed and slot.zone != slot.pile.zone else set()
    return out | {u for u in rest if u not in spared and rng.random() < 0.2}


# ---- how strong, whose, and for what


def strengths(v: View, world: Theatre, at: list[int], rng: Random) -> bytes:
    """CTL-5.3.4d: of the enemy half at full strength, the others at any."""
    out = bytearray(v.strength)
    for u, counter in enumerate(world.counters):
        if counter.side == v.side or at[u] == GONE:
            continue
        if counter.hq:
            out[u] = counter.strength if rng.random() < 0.5 else rng.randint(0, counter.strength)
        elif at[u] >= -1:
            out[u] = counter.strength if rng.random() < 0.5 else rng.randint(1, counter.strength)
    return bytes(out)


def assignments(v: View, world: Theatre, rng: Random) -> bytes:
    """CTL-5.3.4e, CTL-5.5.2e: an assignment that was not shown may be any that could be made."""
    out = bytearray(v.assigned)
    for u, counter in enumerate(world.counters):
        if counter.side == v.side or v.shown[u]:
            continue
        if not counter.independent:  # CTL-5.5.1: lent to another only now and then
            out[u] = counter.formation
            continue
        may = [
            n
            for n, staff in enumerate(world.staffs)
            if staff.side is counter.side
            and v.at[staff.hq] != GONE
            and (staff.side is not US or staff.corps == counter.corps)
        ]
        out[u] = rng.choice(may) if may else NO_FORMATION
    return bytes(out)


def markers(v: View, world: Theatre, rng: Random) -> tuple[str, ...]:
    """CTL-8.3a, d: the Victory Plan markers that this side has not seen."""
    table = world.tables["victory_markers"]
    pool = [kind for kind, n in table.items() if isinstance(n, int) for _ in range(n)]
    for plan in v.plans:
        if plan:
            pool.remove(plan)
    rng.shuffle(pool)
    return tuple(plan or pool.pop() for plan in v.plans)
