"""The whole position for a screen: who stands where, what is marked, what must still be done (TGC-ui.1 to 7, 42)."""

from __future__ import annotations

from fractions import Fraction

from ....board.names import Side as AnySide
from ....board.names import Unit
from ....geometry.hexes import Hex
from ....geometry.hexset import each
from ....kernel.mods import plain
from ....kernel.show import Board, Box, Crumb, Dice, Mark, Piece, Source, Stack, Told
from ..crt import Choice, Resolution
from ..replacements import may_recall
from ..sequence import Turn
from ..state import SLOT, State
from ..telling import refused, said
from ..texts import STEPS as NAMES
from ..texts import WORDS, phrase
from ..world import ALLIED, FREE_FRENCH, GERMAN, Side
from . import chips, shades, words
from .fights import duties_of, fight_phase, fighting_now, fights, support

KINDS = {1: "invaded", 2: "port", 3: "bare"}


def board(s: State, side: AnySide) -> Board:
    duties, note = duties_of(s)
    return Board(
        headline=words.headline(s),
        turn=words.turn_text(s),
        crumbs=crumbs(s),
        chips=tuple(chips.chips(s)),
        stacks=tuple(stacks(s)),
        boxes=(*britain(s), *slots(s)),
        marks=tuple(marks(s)),
        duties=duties,
        duties_note=note,
        fights=tuple(fights(s)),
        fight_phase=fight_phase(s),
        switches=support(s, words.phasing(s)),
        sources=tuple(sources(s)),
        overlays=shades.overlays(s, side),
        dice=dice(s),
        focus=focus(s),
        fighting=fighting_now(s),
    )


def crumbs(s: State) -> tuple[Crumb, ...]:
    """TGC-seq.3: the steps of the turn, and the set-up before the first one."""
    out = []
    now = words.step(s)
    at = Turn.STEPS.index(now) if now else len(Turn.STEPS) if s.verdict else -1
    if s.frames and not now:
        note = phrase("Change the prepared German position, then end the set-up.")
        out.append(Crumb("set_up", NAMES["set_up"], "now", GERMAN, note, "TGC-setup.2"))
    for n, id in enumerate(Turn.STEPS):
        x = words.STEPS[id]
        state = "done" if n < at else "now" if n == at else "next"
        out.append(Crumb(id, NAMES[id], state, x.side, x.allows, x.clause))
    return tuple(out)


# ---- units


def current(s: State, u: Unit) -> tuple[str, str, str]:
    """TGC-supply.2 to 4: half attack and movement 1 where unsupplied."""
    w = s.world
    if not s.hungry[u]:
        return str(w.attack[u]), str(w.defense[u]), str(w.move[u])
    return plain(Fraction(w.attack[u], 2)), str(w.defense[u]), "1"


def piece(s: State, u: Unit, combats: dict[Unit, int], left: str = "") -> Piece:
    notes: list[Told] = []
    if n := s.hungry[u]:
        notes.append(said(s.world, "TGC.note.hungry", "TGC-supply.25", count=n))
    if u in combats:
        notes.append(said(s.world, "TGC.note.combat", "TGC-combat.5", number=combats[u]))
    return Piece(s.world.unit_text(u), current(s, u), words.states(s, u, combats), left, tuple(notes))


def stacks(s: State) -> list[Stack]:
    """TGC-ui.4: a click on a hex shows its stack."""
    combats = words.in_combats(s)
    out = []
    for side in Side:
        moves = words.moving(s, side)
        for hex, units in sorted(s.field.stacks[side].items()):
            pieces = tuple(
                piece(s, u, combats, str(s.left[u]) if moves else "") for u in words.by_strength(s, units)
            )
            out.append(Stack(s.world.hex_text(hex), side, pieces))
    return out


BOXES = {
    1: phrase("D-Day"),
    16: phrase("16th week"),
    24: phrase("24th week"),
    32: phrase("32nd week"),
    FREE_FRENCH: phrase("French"),
}


def britain(s: State) -> list[Box]:
    """TGC-ui.3, TGC-area.4: the staging area by groups; the condition for the French in full."""
    groups: dict[int, list[Piece]] = {turn: [] for turn in BOXES}
    for u in s.in_britain():
        turn = s.world.counters[u].available
        open_ = s.french if turn == FREE_FRENCH else turn <= s.turn
        mark = ("home",) if words.states(s, u, {}) else ("ready",) if open_ else ("waiting",)
        left = str(s.left[u]) if words.moving(s, ALLIED) else ""
        groups.setdefault(turn, []).append(Piece(s.world.unit_text(u), current(s, u), mark, left))
    out = []
    for turn, title in BOXES.items():
        clause = "TGC-area.6b" if turn == FREE_FRENCH else "TGC-area.5"
        id = "french" if turn == FREE_FRENCH else str(turn)
        out.append(Box(f"britain-{id}", title, ALLIED, tuple(groups[turn]), box_note(s, turn), clause))
    return out


def box_note(s: State, turn: int) -> str:
    if turn != FREE_FRENCH:
        return phrase("usable now") if turn <= s.turn else phrase("usable from turn {turn} on", turn=turn)
    if s.french:
        return phrase("France is free: they may be used.")
    return phrase(
        "Usable from the first Allied turn numbered {turn} or more at whose start no German unit stands on a hex of "
        "France, those in fortresses not counted; once usable they stay so.",
        turn=s.world.tables["availability"]["free_french_from_turn"],
    )


ORDERS = {ALLIED: phrase("Allied order of battle"), GERMAN: phrase("German order of battle")}


def slots(s: State) -> list[Box]:
    """TGC-ui.2, 39, TGC-area.1: the order of battle, Allied above German; who cannot be brought back is barred, and
    says why."""
    out = []
    for side, title in ORDERS.items():
        due = words.step(s) == f"{side}_replacement"
        units = s.world.units(side)
        pieces = [slot(s, side, Unit(u), due) for u in units if s.at[u] == SLOT]
        on_map = sum(s.at[u] >= 0 for u in units)
        note = phrase(
            "{count} of {units} on the map, {lost} out of play",
            count=on_map,
            units=len(units),
            lost=len(pieces),
        )
        out.append(Box(f"slots-{side}", title, side, tuple(pieces), note, "TGC-area.1"))
    return out


def slot(s: State, side: Side, u: Unit, due: bool) -> Piece:
    breach = may_recall(s, side, u)
    mark = ("barred",) if breach and due else ()
    cost = phrase("costs {factors}", factors=s.world.attack[u])
    notes = (refused(breach),) if breach else ()
    return Piece(s.world.unit_text(u), current(s, u), ("lost", *mark), cost, notes)


# ---- hexes


def marks(s: State) -> list[Mark]:
    """TGC-ui.5, 6: what play has made of the hexes."""
    kinds: list[tuple[tuple[Hex, ...], str, str, str]] = [
        (s.invaded, "invaded", phrase("successfully invaded"), "TGC-inv.17"),
        (s.lost_beaches, "lost", phrase("lost again: no invaded hex any more"), "TGC-inv.27"),
        (s.captured, "captured", phrase("captured installation"), "TGC-area.22b"),
        (s.allied_stars, "allied_star", phrase("starred hex in Allied hands"), "TGC-repl.15a"),
        (s.watched, "watched", phrase("river interdiction"), "TGC-air.9a"),
        (s.shielded, "shielded", phrase("close defense support"), "TGC-air.10a"),
    ]
    if s.carpets and words.phasing(s) is ALLIED:
        name = phrase("attacked last turn: carpet bombing is possible")
        kinds.append((s.attacked_before, "bombable", name, "TGC-air.13a"))
    text = s.world.hex_text
    return [Mark(text(h), kind, name, clause=clause) for hexes, kind, name, clause in kinds for h in hexes]


def sources(s: State) -> list[Source]:
    """TGC-ui.36, TGC-supply.21: the Allied sources of this turn; those of type 3 with range 0."""
    world = s.world
    out = []
    for x in s.sources:
        note = phrase("{count} unused", count=x.capacity - x.fed)
        place = world.chart.name_of.get(x.hex, world.hex_text(x.hex))
        out.append(
            Source(world.hex_text(x.hex), place, KINDS[x.kind], x.range, x.capacity, x.fed, ALLIED, note)
        )
    return out


def dice(s: State) -> Dice | None:
    """What the last throw said, while its combat goes on; the faces stand in the event that showed them."""
    column = next((r.column for r in s.frames if isinstance(r, Resolution)), "")
    for f in reversed(s.frames):
        if isinstance(f, Choice):  # TGC-ui.33
            result, other = f.results
            return Dice((), column, f.results, phrase("two results: {a} or {b}", a=result, b=other))
        if isinstance(f, Resolution) and f.result:
            return Dice((), f.column, (f.result,), WORDS["meaning"][f.result])
    return None


def focus(s: State) -> str:
    """Where the Allied units next to the enemy are, or any; else the beaches of the invasion, or of the game."""
    found = focus_hex(s)
    return "" if found is None else s.world.hex_text(found)


def focus_hex(s: State) -> Hex | None:
    mine = s.field.held[ALLIED]
    hexes = list(each(mine & s.field.near[GERMAN])) or list(each(mine))
    if not hexes:
        area = s.invasion[0] if s.invasion else s.area
        hexes = sorted(n.hex for n in s.world.chart.numbered.values() if n.area == area)
    return hexes[len(hexes) // 2] if hexes else None
