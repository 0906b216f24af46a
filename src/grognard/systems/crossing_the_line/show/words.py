"""What screen and terminal both say: turns, steps, units, hexes."""

from __future__ import annotations

from typing import NamedTuple

from ....board import data
from ....board.names import Unit
from ....geometry.hexes import Hex
from ....geometry.hexset import each
from ..activation import Activation, FormationActivation
from ..admin import AdminPhase
from ..chart import GERMAN, US, Side
from ..combat import Combat, CombatAction
from ..marching import Movement
from ..reaction import FormationReaction
from ..sequence import OpsCycle
from ..state import COMING, GONE, LOST, State
from ..supply import Command, in_supply
from ..texts import WORDS, phrase
from ..world import Theatre
from .eyes import Eyes


class StepOf(NamedTuple):
    """A step of the sequence of play: whose it is, what it allows and the clause of that."""

    side: str
    allows: str
    clause: str


ADMIN = {
    "recovery": StepOf("", phrase("Levels rise, interdiction is rolled, units in command recover, cut-off ones wear away."), "CTL-4.1.1"),
    "german_assignment": StepOf(GERMAN, phrase("Units are assigned to formations, in secret."), "CTL-8.2"),
    "us_assignment": StepOf(US, phrase("Units are assigned to formations, in secret."), "CTL-8.2"),
    "victory_plan": StepOf("", phrase("A Victory Plan marker is drawn; on 9 or 10 the Germans may look at one."), "CTL-8.3a"),
    "us_replacements": StepOf(US, phrase("Replacement points give back lost SPs; what is not spent is lost."), "CTL-8.4.1a"),
    "german_reorganization": StepOf(GERMAN, phrase("Units are removed so that others of their formation get men."), "CTL-8.4.2a"),
    "withdrawals": StepOf(GERMAN, phrase("Divisions leave by the chart."), "CTL-8.5.2"),
    "german_arrivals": StepOf(GERMAN, phrase("Reinforcements enter, or are delayed."), "CTL-8.5"),
    "us_arrivals": StepOf(US, phrase("Reinforcements enter, or are delayed."), "CTL-8.5"),
}  # fmt: skip
OPS = {
    "initiative": StepOf("", phrase("Both sides roll; the marker and interdiction are added, and a tie is the Americans'."), "CTL-6.1"),
    "option": StepOf("", phrase("Activate a formation, transfer the initiative, or pass."), "CTL-6.2a"),
    "activation": StepOf("", phrase("Actions of one formation, paid from its AP."), "CTL-6.3"),
    "reaction": StepOf("", phrase("The other side may answer a move with a formation of its own."), "CTL-6.4"),
    "combat": StepOf("", phrase("Chits, ratio, DRMs and die; then the defender's losses, the attacker's, and the winner's bonus."), "CTL-7.5.1a"),
}  # fmt: skip
LAST = {
    "end_turn": StepOf(
        "", phrase("The turn marker advances; after the last turn the VPs are counted."), "CTL-7.8"
    )
}


def steps(world: Theatre) -> dict[str, StepOf]:
    """The steps that a scenario has."""
    if world.scenario.solo:
        return {id: OPS[id] for id in ("activation", "combat")}
    admin = {k: v for k, v in ADMIN.items() if world.scenario.campaign or k != "victory_plan"}
    return {**admin, **OPS, **LAST}


def step(s: State) -> str:
    """The step in progress, the innermost one: a combat in a reaction is a combat; empty after the game."""
    for frame in reversed(s.frames):
        match frame:
            case CombatAction() | Combat():
                return "combat"
            case FormationReaction():
                return "reaction"
            case FormationActivation():
                return "reaction" if frame.red else "activation"
            case OpsCycle():
                return "initiative" if frame.at < OpsCycle.STEPS.index("option") else "option"
            case AdminPhase():
                at = AdminPhase.STEPS[min(frame.at, len(AdminPhase.STEPS) - 1)]
                return at if at in ADMIN else "recovery"
    return "activation" if s.world.scenario.solo and s.frames else "end_turn" if s.frames else ""


def active(s: State) -> FormationActivation | None:
    """The activation in progress, the innermost one."""
    return next((f for f in reversed(s.frames) if isinstance(f, FormationActivation)), None)


def phase(s: State) -> str:
    """Activation · 1st Infantry Division."""
    at = step(s)
    if not at:
        return phrase("the game is over")
    now = active(s)
    if now is None:
        return WORDS["step"][at]
    name = s.world.staffs[now.formation].name
    return phrase("{step} · {formation}", step=WORDS["step"][at], formation=name)


def dates(world: Theatre, turn: int) -> str:
    """CTL-1c: 12-14 September 1944."""
    for r in data.rows(world.tables["turns"]):
        if r["turn"] == turn:
            days, _, month = str(r["dates"]).partition(" ")
            return MONTHS[month](days)
    return ""


MONTHS = {
    "Sep": lambda days: phrase("{days} September 1944", days=days),
    "Oct": lambda days: phrase("{days} October 1944", days=days),
}


def turn_text(s: State) -> str:
    """Turn 2 of 3 · 15-17 September 1944; of First Blood the activation (CTL-10.1b)."""
    scenario = s.world.scenario
    if scenario.solo:
        rolling = active(s) is not None and not any(isinstance(f, Activation) for f in s.frames)
        used = min(scenario.activations, max(1, s.used + rolling))
        return phrase("Activation {count} of {most}", count=used, most=scenario.activations)
    when = dates(s.world, s.turn)
    if when:
        return phrase("Turn {turn} of {last} · {dates}", turn=s.turn, last=scenario.last_turn, dates=when)
    return phrase("Turn {turn} of {last}", turn=s.turn, last=scenario.last_turn)


def headline(s: State) -> str:
    return phrase("{turn}: {step}", turn=turn_text(s), step=phase(s))


def people(side: Side) -> str:
    return WORDS["side"][side]


# ---- units


def values(e: Eyes, u: Unit) -> tuple[str, ...]:
    """CTL-3.2e, CTL-3.2h, CTL-3.3b: what counts now, as far as it is seen (CTL-5.3.4d)."""
    s, c = e.s, e.world.counters[u]
    if c.hq:
        staff = e.world.staffs[c.formation]
        return str(e.strength(u)), str(staff.range), str(staff.reaction), str(staff.relocation)
    ma = "d" if s.disrupted[u] else str(c.ma)
    return str(s.effectiveness(u)), str(e.strength(u)), str(s.points(u)), ma


def states(e: Eyes, u: Unit) -> tuple[str, ...]:
    """What a glance at the counter would not tell, as words that a screen draws."""
    s, out = e.s, []
    if not s.on_map(u):
        return {LOST: ("eliminated",), GONE: ("withdrawn",)}.get(s.at[u], ())
    if not s.combat(u):
        f = s.formation(u)
        assert f is not None
        if s.flipped[f]:
            out.append("flipped")
        if not in_supply(s, f):
            out.append("unsupplied")
        return tuple(out)
    if s.disrupted[u]:
        out.append("disrupted")
    how = e.command(u)
    if how is Command.OUT:
        out.append("out_of_command")
    elif how is Command.ISOLATED:
        out.append("isolated")
    return tuple(out)


def moving(e: Eyes) -> Movement | None:
    """The move that this side decides about."""
    top = e.top()
    return top if isinstance(top, Movement) else None


OWNERS = {US: "US", GERMAN: "German"}


def unit_line(e: Eyes, u: Unit) -> str:
    """1/47 [1/47], infantry, 9th Infantry Division: Effectiveness 6, strength 7, AT 3, MA 5; 2609 Aachen; disrupted."""
    w, c = e.world, e.world.counters[u]
    now = values(e, u)
    kind = WORDS["type"]["hq" if c.hq else c.type]
    mine = e.formation(u)
    belongs = WORDS["formation"].get(mine, mine)
    if c.hq:
        f = w.staffs[c.formation]
        numbers = (
            f"Attack Support {now[0]}, range {now[1]}, reaction {now[2]}, relocation {now[3]}, "
            f"level {e.s.level[c.formation]} of {f.level}"
        )
    else:
        arm = "TP" if c.arm == "tank" else "AT"
        legs = "leg" if c.leg else "motorized"
        numbers = f"Effectiveness {now[0]}, strength {now[1]}, {arm} {now[2]}, MA {now[3]} {legs}"
        if not e.mine(u) and e.s.on_map(u):
            numbers += " as printed"
    text = f"{c.name} [{c.id}], {OWNERS[c.side]} {kind}" + (
        f", {belongs}" if belongs else ", independent" if c.independent else ""
    )
    parts = [
        f"{text}: {numbers}",
        whereabouts(e, u),
        *(WORDS["is"][x] for x in states(e, u) if e.s.on_map(u)),
    ]
    return "; ".join(p for p in parts if p)


def whereabouts(e: Eyes, u: Unit) -> str:
    if not e.sees(u):
        return "somewhere under the top of a stack"
    at = e.s.at[u]
    places = {COMING: "not on the map", LOST: "eliminated", GONE: "withdrawn"}
    return places.get(at) or e.world.place(e.s.hex(u))


def scored(e: Eyes) -> set[Hex]:
    """The hexes that give VP in this scenario."""
    w = e.world
    out = {w.grid.hex(n) for hexes in w.scenario.vp.values() for n in hexes}
    return out | (set(each(w.chart.towns | w.chart.roer_area)) if w.scenario.campaign else set())


def tag(e: Eyes, u: Unit) -> str:
    return e.world.name(u)
