"""Answers to what the rules ask in the middle of things: losses, retreats, displaced counters, reactions, dice."""

from __future__ import annotations

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.frame import Action
from ...kernel.play import check
from ...systems.crossing_the_line import actions, headquarters
from ...systems.crossing_the_line.chart import GERMAN
from ...systems.crossing_the_line.dice import SIDES, Snafu
from ...systems.crossing_the_line.headquarters import HqDisplacement
from ...systems.crossing_the_line.losses import Retreat, SecondHit, TakeLoss
from ...systems.crossing_the_line.reaction import ReactionAttempt
from ...systems.crossing_the_line.stacking import Displace, RemoveSurplus, full
from ...systems.crossing_the_line.state import State
from ...systems.crossing_the_line.supply import in_supply
from .avenues import VP
from .ground import Ground
from .orders import work

WORTHWHILE = 1.5
"""What a reaction must bring, in SPs: it costs a level and brings half the AP of an activation."""

MATTERS = 0.15
"""What a hex must be worth, in SPs, to be held to the last but one."""

CHECKS = ("CTL-5.8.4b", "CTL-7.5.2f")  # dice of which a low face is good, and that are worth the marker
HIGH = {"CTL-6.3.2a": 2, "CTL-7.5.1e": 3}  # dice of which a high face is good, and up to which it is bad


def strongest(s: State, units: tuple[Unit, ...]) -> Unit:
    return max(units, key=lambda u: (s.strength[u], -u))


def loss(s: State, frame: TakeLoss) -> Action:
    return actions.Lose(strongest(s, frame.may(s)))


def second_hit(s: State, frame: SecondHit) -> Action:
    """Stand where it matters, or while there is strength; else give way."""
    lose = actions.Lose(strongest(s, frame.may))
    if check(s, actions.Retreat()) is not None:
        return lose
    ground = Ground(s, frame.side)
    left = sum(s.strength[u] for u in frame.units)
    if left <= len(frame.units):
        return actions.Retreat()
    stays = frame.side is GERMAN and VP * ground.posts(frame.units).barring(frame.hex) > MATTERS
    return lose if stays or left > 3 * len(frame.units) else actions.Retreat()


def retreat(s: State, frame: Retreat) -> Action:
    """Of the ways that are open, the one with room and shelter."""
    ground = Ground(s, frame.side)

    def liking(h: Hex) -> tuple[bool, int, int]:
        crowded = any(full(s, frame.side, h, s.counter(u).arm) for u in frame.units)
        return not crowded, ground.shelter(h), -h

    return actions.Retreat(max(frame.ways(s), key=liking))


def displaced_hq(s: State, frame: HqDisplacement) -> Action:
    """Where it costs least, and is safe."""
    ground = Ground(s, frame.side)

    def price(h: Hex) -> tuple[int, int, int]:
        loss = headquarters.toll(s, frame.unit, h).loss
        return (9 if loss is None else loss) + (2 if ground.gap[h] <= 1 else 0), -min(ground.gap[h], 4), h

    return actions.Displace(frame.unit, min(headquarters.refuges(s, frame.unit), key=price))


def displace(s: State, frame: Displace) -> Action:
    """The enemy's unit that is worth most goes where it is worst for it."""
    ground = Ground(s, frame.side)
    found = [a for a in frame.offers(s) if isinstance(a, actions.Displace)]
    return max(found, key=lambda a: (s.strength[a.unit], -ground.shelter(a.hex), -a.hex))


def remove(s: State, frame: RemoveSurplus) -> Action:
    return actions.Remove(min(frame.over(s), key=lambda u: (s.strength[u], u)))


def reaction(s: State, frame: ReactionAttempt) -> Action:
    """With the formation that could do most; a failure costs nothing (CTL-6.4.2b), a success one level."""
    ground = Ground(s, frame.side)
    best: tuple[float, Action] | None = None
    for a in frame.offers(s):
        if isinstance(a, actions.Attempt):
            f = s.world.formations[a.formation]
            red = s.world.ap[True][s.level[f]]
            gain = work(s, ground, f, round(sum(red) / len(red))) - (0 if in_supply(s, f) else 2)
            if gain > WORTHWHILE and (best is None or gain > best[0]):
                best = (gain, a)
    return best[1] if best else actions.Decline()


def marker(s: State, frame: Snafu) -> Action:
    """The marker is handed over for a bad die that hurts."""
    for n in frame.mine:
        face = frame.got[n]
        if frame.by in CHECKS and face == SIDES and len(frame.got) < 3:
            return actions.Reroll(n + 1)
        if face <= HIGH.get(frame.by, 0):
            return actions.Reroll(n + 1)
    return actions.Keep()


__all__ = ["displace", "displaced_hq", "loss", "marker", "reaction", "remove", "retreat", "second_hit"]
