"""Formation Reaction (CTL-6.4): the enemy's answer inside a Movement Action, with a whole activation in it."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from ...board.names import Units
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Step
from ...kernel.offers import Offers
from . import actions, activation
from .asking import Asked, Steps
from .chart import Side
from .dice import Dice, check_against
from .events import CameToRest, ReactionTried, Shown
from .sight import open_of, visible
from .stacking import Overstack
from .state import State
from .supply import in_command
from .world import Formation

DECLINED, FAILED, REACTED = "declined", "failed", "reacted"


def beside(s: State, side: Side, hex: Hex) -> Units:
    """The combat units of a side next to a hex."""
    return tuple(u for n in s.world.chart.near[hex] for u in s.fighters(n, side))


def conceivable(s: State, side: Side, hex: Hex, barred: tuple[Formation, ...]) -> bool:
    """CTL-5.3.4o: is an attempt possible for all that the moving side sees? It does not see whose a covered counter is,
    nor how it stands; nor who is in command."""
    ready = [
        f for f, x in enumerate(s.world.staffs) if x.side is side and s.can_activate(f) and f not in barred
    ]
    if not ready or s.world.scenario.solo:
        return False
    seen = visible(s, side)
    return any(
        u not in seen or (s.combat(u) and not s.disrupted[u])
        for n in s.world.chart.near[hex]
        for u in s.stack(n, side)
    )


def may_attempt(s: State, side: Side, f: Formation, hex: Hex, barred: tuple[Formation, ...]) -> Breach | None:
    """CTL-6.4.1c, d, f, CTL-5.6.3d, CTL-5.8.3b, CTL-7.3.6b: may this formation try to react to a move into, or out of, the hex?"""
    staff, place = s.world.staffs[f], s.world.place(hex)
    if staff.side is not side:
        return Breach("CTL-6.4.1c", f"{staff.name} is not yours")
    if f in barred:
        return Breach("CTL-7.3.6b", f"the HQ of {staff.name} has just been driven out by this move")
    if not s.can_activate(f):
        return Breach("CTL-6.4.1f", f"{staff.name} is at level 0, or without its HQ")
    there = [u for u in beside(s, side, hex) if s.formation(u) == f]
    if not there:
        return Breach("CTL-6.4.1c", f"{staff.name} has no combat unit next to {place}")
    fit = [u for u in there if not s.disrupted[u]]
    if not fit:
        return Breach("CTL-6.4.1c", f"what {staff.name} has next to {place} is disrupted")
    if not any(in_command(s, u) for u in fit):
        return Breach("CTL-6.4.1d", f"what {staff.name} has next to {place} is not in command")
    return None


class FormationReaction(Steps, frozen=True, kw_only=True):
    """CTL-4.2.4, CTL-6.4: an attempt, its die, the halt of the mover (CTL-6.4.3a, b), then an activation by the red numbers.
    Tells the move how it went; afterwards the activation that was met goes on (CTL-6.4.3c)."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "try_it", "halt", "play")
    side: Side  # the Reaction side
    hex: Hex  # of the moving stack
    count: int
    barred: tuple[Formation, ...] = ()
    formation: Formation | None = None

    def ask(self, d: Draft[State], _: Any) -> Step:
        if not conceivable(d.s, self.side, self.hex, self.barred):
            return Done(DECLINED)
        return Call(self, ReactionAttempt(self.side, self.hex, self.barred))

    def try_it(self, d: Draft[State], f: Formation | None) -> Step:
        if f is None:
            d.emit(ReactionTried(self.side, None, False))
            return Done(DECLINED)
        cuts = check_against(d.s.world.staffs[f].reaction)
        return Call(replace(self, formation=f), Dice((self.side,), (cuts,), "CTL-6.4.2a"))

    def halt(self, d: Draft[State], dice: tuple[int, ...]) -> Step:
        """CTL-6.4.2a, b; CTL-6.4.3a, b, d: on a success the move ends, and a hex overstacked by that pays for it at once."""
        assert self.formation is not None
        works = dice[0] <= d.s.world.staffs[self.formation].reaction
        d.emit(ReactionTried(self.side, self.formation, works))
        if not works:
            return Done(FAILED)
        witness = self.witness(d.s)
        if witness:
            d.emit(Shown(witness))
        if self.hex in d.s.improved:
            d.emit(CameToRest(self.hex))
        return Call(self, Overstack(side=self.side.enemy, hex=self.hex))

    def witness(self, s: State) -> Units:
        """CTL-5.3.4e, r: of those who qualify and are seen one shows whose it is, unless the enemy knows that of another."""
        there = open_of(
            s,
            tuple(
                u
                for u in beside(s, self.side, self.hex)
                if s.formation(u) == self.formation and not s.disrupted[u] and in_command(s, u)
            ),
        )
        return there[:1] if all(not s.shown[u] for u in there) else ()

    def play(self, d: Draft[State], _: Any) -> Step:
        """CTL-6.4.2e. Nobody meets the moves of a reaction (CTL-6.4.1h, j)."""
        assert self.formation is not None
        return Call(self, activation.FormationActivation(side=self.side, formation=self.formation, red=True))

    def finish(self, d: Draft[State], result: Any) -> Step:
        return Done(REACTED)


class ReactionAttempt(Asked, frozen=True):
    """CTL-6.4.1b: the Reaction side tries with one formation, or lets it pass."""

    clause: ClassVar[str] = "CTL-6.4.1"
    hex: Hex
    barred: tuple[Formation, ...]

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Decline():
                return None
            case actions.Attempt(formation=name):
                f = s.world.formations.get(name)
                if f is None:
                    return Breach("CTL-6.4.1c", f"there is no formation {name!r}")
                return may_attempt(s, self.side, f, self.hex, self.barred)
        return self.no("attempt a reaction, or decline")

    def offers(self, s: State) -> Offers[Any]:
        able = [
            actions.Attempt(staff.id)
            for f, staff in enumerate(s.world.staffs)
            if may_attempt(s, self.side, f, self.hex, self.barred) is None
        ]
        return Offers((*able, actions.Decline()))

    def take(self, d: Draft[State], a: Any) -> Step:
        return Done(d.s.world.formations[a.formation] if isinstance(a, actions.Attempt) else None)

    def prompt(self, s: State) -> str:
        return f"enemies on the move at {s.world.place(self.hex)}: react?"
