"""Combats on the list, and the duties still open, in any phase (TGC-ui.19 to 21, 27 to 29)."""

from __future__ import annotations

from ....board.names import Unit
from ....geometry.hexset import each
from ....kernel.mods import plain
from ....kernel.play import check, decision
from ....kernel.show import Duty, Fight, Switch
from .. import assignment, combat, obligations
from ..air import TacticalAir
from ..crt import Resolution
from ..obligations import Duties
from ..phase import OwnPhase
from ..state import Combat, State
from ..texts import phrase
from ..world import ALLIED, Side
from . import words


def fight_phase(s: State) -> bool:
    """TGC-combat.2, 13: in any phase of one's own part, until the first resolution."""
    top = s.frames[-1] if s.frames else None
    return (
        isinstance(top, OwnPhase)
        and not isinstance(top, TacticalAir)
        and not getattr(top, "started", False)
        and decision(s) is not None
    )


# ---- duties


def duties_of(s: State) -> tuple[tuple[Duty, ...], str]:
    """TGC-ui.19, 20, TGC-combat.12: the duties not yet met, as things stand; those that nothing can meet are lost."""
    side = words.phasing(s)
    phase = words.fighting(s)
    if phase is not None and phase.started:
        return (), phrase("The first die has been thrown: nothing is assigned or cancelled any more.")
    if not s.frames or s.verdict or words.step(s) in ("", "allied_tactical_air", "end_of_turn"):
        return (), ""
    now = words.arrived(s)
    start, fixed = words.duties_now(now, side)
    found = open_duties(now, side, start, now.combats)
    if not found:
        return (), phrase("No duty is open.") if fixed else phrase("No duty is open as things stand.")
    if any(d.lost for d in found):
        if s.combats:
            return found, phrase("Some of this can no longer be met: cancel a combat, or take back.")
        return found, phrase("Some of this could not be met as things stand.")
    return found, phrase("All of this can still be met.") if fixed else phrase(
        "All of this can be met as things stand."
    )


def open_duties(s: State, side: Side, start: Duties, combats: tuple[Combat, ...]) -> tuple[Duty, ...]:
    gaps = obligations.unmet(s, start, combats)
    if not gaps:
        return ()
    lost = set(obligations.stranded(s, side, start, combats))
    return tuple(
        duty(s, u, what, clause, u in lost)
        for what, group in (("attack", gaps.friends), ("defend", gaps.enemies))
        for u, clause in group.items()
    )


def duty(s: State, u: Unit, what: str, clause: str, lost: bool) -> Duty:
    known = {"unit": s.world.name(u), "hex": s.world.place(s.hex(u))}
    if what == "attack":
        text = phrase("{unit} in {hex} must attack", **known)
    else:
        text = phrase("{unit} in {hex} must be attacked", **known)
    return Duty(s.world.unit_text(u), s.world.hex_text(s.hex(u)), what, text, clause, lost)


# ---- combats


def fights(s: State) -> list[Fight]:
    """TGC-ui.27, 28: each with Cancel and Resolve, or why it cannot be resolved now."""
    return [fight(s, n, c) for n, c in enumerate(s.combats, 1)]


def fight(s: State, n: int, c: Combat) -> Fight:
    from ..actions import Cancel, Resolve

    attack, defense, column = combat.ratio(s, c)
    refused = check(s, Resolve(n))
    return Fight(
        number=n,
        attackers=ids(s, c.attackers),
        defenders=ids(s, c.defenders),
        arrows=arrows(s, c),
        odds=column,
        ratio=f"{plain(attack)} : {plain(defense)}",
        switches=switched(c),
        cancel=f"cancel {n}" if check(s, Cancel(n)) is None else "",
        resolve=f"resolve {n}" if refused is None else "",
        refused=str(refused) if refused else "",
    )


def switched(c: Combat) -> tuple[str, ...]:
    return tuple(word for word, on in (("cas", c.cas), ("carpet", c.carpet)) if on)


def ids(s: State, units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple(s.world.unit_text(u) for u in units)


def arrows(s: State, c: Combat) -> tuple[tuple[str, str], ...]:
    """From each attacking stack to each defending one next to it."""
    text = s.world.hex_text
    goals = 0
    for v in c.defenders:
        goals |= 1 << s.at[v] if s.at[v] >= 0 else 0
    pairs = {
        (text(s.hex(u)), text(h)): None
        for u in c.attackers
        if s.at[u] >= 0
        for h in each(goals & combat.targets(s, u))
    }
    return tuple(pairs)


def fighting_now(s: State) -> Fight | None:
    """The combat that is being resolved; its dice are thrown, its losses are being taken."""
    r = next((f for f in s.frames if isinstance(f, Resolution)), None)
    if r is None:
        return None
    c = r.combat
    return Fight(
        number=0,
        attackers=ids(s, c.attackers),
        defenders=ids(s, c.defenders),
        arrows=tuple(
            dict.fromkeys(
                (s.world.hex_text(s.hex(u)), s.world.hex_text(h))
                for u in c.attackers
                if s.at[u] >= 0
                for h in r.hexes
                if combat.targets(s, u) >> h & 1
            )
        ),
        odds=r.column,
        ratio="",
        switches=switched(c),
    )


def support(s: State, side: Side, c: Combat | None = None) -> tuple[Switch, ...]:
    """TGC-ui.24: what the Allies may add, each with what bars it now. Without a combat: from any."""
    if side is not ALLIED:
        return ()
    chosen = c if c is not None and c.attackers and c.defenders else None
    flown = assignment.may_support(s, side, Combat((), (), True))
    bombed = None
    if chosen is not None:
        bombed = assignment.may_bomb(s, chosen)
    elif s.carpets <= sum(x.carpet for x in s.combats):
        bombed = assignment.may_bomb(s, Combat((), ()))
    return (
        Switch("cas", phrase("close air support"), "TGC-air.3", str(flown) if flown else ""),
        Switch("carpet", phrase("carpet bombing"), "TGC-air.13a", str(bombed) if bombed else ""),
    )
