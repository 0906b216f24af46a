"""The combat phases (TGC-seq.3 A6, G4): duties fixed, combats assigned, then resolved one by one."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from ...board.names import Units
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Step, Wait
from ...kernel.offers import Offers
from . import assignment, obligations, supply
from .actions import Attack, Cancel, End, Resolve
from .crt import Resolution
from .events import Eliminated, MissionsEnded
from .invasion import at_sea
from .obligations import Duties
from .phase import OwnPhase
from .state import State
from .world import ALLIED


class CombatPhase(OwnPhase, frozen=True):
    """TGC-combat.8, 9, 13 to 15: duties are those of the moment when the phase begins, whatever moves later."""

    friends: Units = ()
    enemies: Units = ()
    fights: ClassVar[bool] = True
    started: bool = False  # TGC-combat.13: a die has been thrown, nothing is assigned or cancelled any more

    def enter(self, d: Draft[State]) -> Step:
        assignment.drop_broken(d, self.side)
        start = obligations.base(d.s, self.side)
        me = replace(self, friends=tuple(start.friends), enemies=tuple(start.enemies))
        if d.s.combats or start.friends or start.enemies or assignment.groups(d.s, self.side):
            return Wait(me)
        return me.close(d)

    def duties(self, s: State) -> Duties:
        """The duties of the start with their clauses, as far as the units still live."""
        sea = "TGC-inv.18a", "TGC-inv.18c"
        beach = (
            {p.hex for h, p in s.world.chart.by_sea.items() if s.stack(h, ALLIED)}
            if self.side is ALLIED
            else set()
        )
        zone = s.field.zoc[self.side]
        return Duties(
            {u: sea[0] if s.at_sea(u) else "TGC-combat.8" for u in self.friends if s.at[u] >= 0},
            {
                u: sea[1] if s.at[u] in beach and not zone >> s.at[u] & 1 else "TGC-combat.9"
                for u in self.enemies
                if s.at[u] >= 0
            },
        )

    def check(self, s: State, a: Any) -> Breach | None:
        if self.started and isinstance(a, Attack | Cancel):
            return Breach(
                "TGC-combat.13", "the first die has been thrown: nothing can be assigned or cancelled"
            )
        return OwnPhase.check(self, s, a)

    def check_own(self, s: State, a: Any) -> Breach | None:
        match a:
            case Resolve(number, carpet):
                return self.may_resolve(s, number, carpet)
            case End():
                if s.combats:
                    if self.started:
                        return Breach("TGC-combat.13", "a combat must be resolved")
                    return Breach("TGC-combat.13", "a combat is assigned: resolve or cancel it")
                gaps = obligations.unmet(s, self.duties(s), ()) if not self.started else None
                return obligations.refuse(s, gaps) if gaps else None
            case _:
                return Breach("TGC-seq.3", "this is the Combat Phase: assign and resolve combats, or end it")

    def may_resolve(self, s: State, number: int, carpet: bool) -> Breach | None:
        """TGC-combat.12, 14, TGC-air.14."""
        if not 1 <= number <= len(s.combats):
            return Breach("TGC-combat.14", f"there is no combat {number} on the list")
        if not self.started:
            gaps = obligations.unmet(s, self.duties(s), s.combats)
            if gaps:
                return obligations.refuse(s, gaps)
        c = s.combats[number - 1]
        if carpet and not c.carpet:
            return assignment.may_support(s, self.side, replace(c, cas=False, carpet=True))
        return None

    def offers(self, s: State) -> Offers[Any]:
        numbers = range(1, len(s.combats) + 1)
        if self.started:
            return Offers(self.resolutions(s))
        start = self.duties(s)
        gaps = obligations.unmet(s, start, s.combats)
        forward: list[Any] = list(assignment.groups(s, self.side, start))
        if not gaps:
            forward += self.resolutions(s) if s.combats else [End()]
        return Offers(forward, [Cancel(n) for n in numbers], open=("attack",))

    def resolutions(self, s: State) -> list[Any]:
        out: list[Any] = []
        for n, c in enumerate(s.combats, 1):
            out.append(Resolve(n))
            if (
                not c.carpet
                and assignment.may_support(s, self.side, replace(c, cas=False, carpet=True)) is None
            ):
                out.append(Resolve(n, True))
        return out

    def take_own(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, End):
            return self.close(d)
        c = d.s.combats[a.number - 1]
        return Call(
            replace(self, started=True), Resolution(self.side, replace(c, carpet=c.carpet or a.carpet))
        )

    def resume(self, d: Draft[State], result: Any) -> Step:
        return Wait(self) if d.s.combats else self.close(d)

    def close(self, d: Draft[State]) -> Step:
        """TGC-inv.23, then TGC-supply.27, in this order (TGC-seq.3 A6)."""
        if self.side is ALLIED and (lost := tuple(at_sea(d.s))):
            d.emit(Eliminated(lost, "TGC-inv.23"))
        supply.starve(d, self.side)
        if self.side is not ALLIED:
            d.emit(MissionsEnded(interdiction=False))  # TGC-seq.10
        return Done()

    def prompt(self, s: State) -> str:
        if self.started:
            return "resolve the next combat"
        gaps = obligations.unmet(s, self.duties(s), s.combats)
        if gaps:
            return "assign combats: " + obligations.refuse(s, gaps).why
        return "assign more combats, or resolve them" if s.combats else "attack, or end the phase"
