// The printed map as paths and letters: worked out once a sheet, and never again while one plays.
import type { Sheet } from "../lib/wire";
import { ACROSS, Grid, RADIUS, outline, round, type Point, type Spot } from "./geometry";
import { between, calm, chains, loops, mesh, sharp, soft, spots, type Line, type Segment } from "./paths";

export interface Fill {
  art: string;
  d: string;
}

export interface River {
  kind: string;
  great: boolean;
  name: string;
  d: string;
  lettering: string[];
}

export interface Lettering {
  hex: string;
  text: string;
  x: number;
  y: number;
  size: number;
  rank: number;
  from: number; // the first bucket of zoom in which there is room for it
}

export interface Numbers {
  x: string; // of each digit
  y: number;
  text: string;
}

export interface Chart {
  land: string;
  fills: Fill[];
  forts: string;
  mesh: string;
  rivers: River[];
  closed: string;
  teeth: string; // dragon's teeth
  banks: string; // embankments
  roads: Fill[];
  borders: string;
  tints: { id: string; name: string; d: string }[];
  regions: (Lettering & { kind: string })[];
  places: Lettering[];
  numbers: Numbers[];
}

const WATER = new Set(["sea", "lake"]);
/** What nature made has soft outlines; what men built or drew keeps to the hexes. */
const SOFT = new Set(["sea", "lake", "mountain", "grove", "woods", "neutral", "off"]);
const ORDER = ["off", "neutral", "grove", "woods", "mountain", "lake", "zone", "city", "fortress", "dike", "impassable"];

/** Letters of places, in units of the map, from the whole map in view to one hex as large as a hand. */
export const LETTERS = [44, 34, 24, 12.5, 9.5, 6.5] as const;

/** What is written of a name on the map: "Utah" of "Utah (La Madeleine)", "Deauville" of "Deauville - Houlgate". */
export const brief = (name: string): string => name.replace(/ *\(.*\)$/, "").replace(/ +[-–] +.*$/, "");
const LAST = LETTERS.length - 1;
const NUMBER_AT = 21.5;

const clamp = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));

/** The art of a hex; beside the map, that of the nearest hex, so that the sheet is full to its rim. */
export function artAt(grid: Grid, sheet: Sheet): (spot: Spot) => string {
  return ({ col, row }) => {
    const line = sheet.cells[clamp(row, 0, grid.rows - 1)] ?? "";
    return sheet.terrain[line[clamp(col, 0, grid.columns - 1)] ?? ""]?.art ?? "clear";
  };
}

export function chartOf(grid: Grid, sheet: Sheet): Chart {
  const art = artAt(grid, sheet);
  const ring = spots(grid, 2);
  const near = ({ col, row }: Spot) => col >= -2 && row >= -2 && col < grid.columns + 2 && row < grid.rows + 2;
  const area = (has: (a: string) => boolean, easy: boolean): string =>
    loops(grid, ring, (s) => near(s) && has(art(s))).map((l) => (easy ? soft(l) : sharp(l))).join("");
  const kinds = new Set(ring.map(art));
  const known = ORDER.filter((a) => kinds.has(a));
  const others = [...kinds].filter((a) => !ORDER.includes(a) && a !== "clear" && a !== "sea");
  const fills = [...known, ...others].map((a) => ({ art: a, d: area((b) => a === b, SOFT.has(a)) }));
  let forts = "";
  for (const spot of spots(grid)) if (art(spot) === "fortress") forts += outline(grid, grid.middle(spot), RADIUS - 3.6);
  return {
    land: area((a) => !WATER.has(a), true),
    fills,
    forts,
    mesh: mesh(grid, (s) => art(s) !== "off"),
    rivers: rivers(grid, sheet),
    closed: straight(grid, sheet, (kind) => kind === "closed"),
    teeth: straight(grid, sheet, (kind) => kind === "teeth"),
    banks: straight(grid, sheet, (kind) => kind === "embankment"),
    roads: roads(grid, sheet),
    borders: borders(grid, sheet, art),
    tints: (sheet.regions ?? [])
      .filter((r) => r.kind === "tint")
      .map((r) => ({ id: r.id, name: r.name, d: regionLoops(grid, r.hexes).map((l) => sharp(l)).join("") })),
    regions: (sheet.regions ?? []).flatMap((r) => {
      const l = lettering(grid, r.name, r.hexes, r.kind === "label" ? 34 : 150);
      return l ? [{ ...l, kind: r.kind }] : [];
    }),
    places: choose(
      (sheet.places ?? []).filter((p) => grid.has(p.hex)).map((p) => {
        const c = grid.centre(p.hex);
        return { hex: p.hex, text: p.name, x: c.x, y: c.y + 21, size: 0, rank: p.rank ?? 3, from: 0 };
      }),
    ),
    numbers: numbers(grid),
  };
}

// ---- along the sides

const ALONG = new Set(["river", "stream", "roer", "canal"]);
const STRAIGHT = new Set(["closed", "teeth", "embankment"]);
const GREAT = 40; // hexsides of a river that is drawn broad

function rivers(grid: Grid, sheet: Sheet): River[] {
  return (sheet.sides ?? [])
    .filter((s) => !STRAIGHT.has(s.kind))
    .map((s) => {
      const lines = chains(segments(grid, s.sides));
      const longest = lines.reduce<Line>((best, l) => (l.length > best.length ? l : best), []);
      const easy = ALONG.has(s.kind);
      return {
        kind: s.kind,
        great: s.kind === "roer" || (s.kind === "river" && s.sides.length >= GREAT),
        name: s.name ?? "",
        d: lines.map((l) => (easy ? soft(l, false) : sharp(l, false))).join(""),
        lettering: s.name && easy ? stretches(longest, s.name).map((l) => soft(calm(l), false)) : [],
      };
    });
}

export function segments(grid: Grid, pairs: readonly (readonly [string, string])[]): Segment[] {
  return pairs.flatMap(([a, b]) => {
    const s = between(grid, a, b);
    return s ? [s] : [];
  });
}

/** Where along a river its name is written: once, and again on a long one. The ends are lost where the line is calmed. */
function stretches(line: Line, name: string): Line[] {
  const need = Math.ceil((name.length * 9) / (RADIUS * 0.8)) + 5;
  if (line.length <= need) return line.length * RADIUS * 0.6 > name.length * 8 ? [line] : [];
  const many = line.length > 45 ? 2 : 1;
  return Array.from({ length: many }, (_, i) => {
    const mid = Math.round((line.length * (i * 2 + 1)) / (many * 2));
    const start = clamp(mid - Math.ceil(need / 2), 0, line.length - need);
    return line.slice(start, start + need);
  });
}

function straight(grid: Grid, sheet: Sheet, wanted: (kind: string) => boolean): string {
  const all = (sheet.sides ?? []).filter((s) => wanted(s.kind)).flatMap((s) => segments(grid, s.sides));
  return chains(all).map((l) => sharp(l, false)).join("");
}

function roads(grid: Grid, sheet: Sheet): Fill[] {
  const kinds = new Map<string, Segment[]>();
  for (const road of sheet.roads ?? []) {
    const line = road.hexes.filter(grid.has).map((h) => grid.centre(h));
    const pairs = line.slice(1).map((p, i): Segment => [line[i]!, p]);
    kinds.set(road.kind, [...(kinds.get(road.kind) ?? []), ...pairs]);
  }
  return [...kinds].map(([art, all]) => ({ art, d: chains(all).map((l) => soft(l, false)).join("") }));
}

/** Where two countries meet on land. A coast needs no line. */
function borders(grid: Grid, sheet: Sheet, art: (spot: Spot) => string): string {
  const home = new Map<string, string>();
  for (const r of sheet.regions ?? []) if (r.kind === "border") for (const h of r.hexes) home.set(h, r.id);
  const all: Segment[] = [];
  for (const hex of home.keys()) {
    for (const side of [0, 1, 2]) {
      const next = grid.neighbour(hex, side);
      if (!next || home.get(next) === home.get(hex)) continue;
      if (WATER.has(art(grid.spot(hex)!)) || WATER.has(art(grid.spot(next)!))) continue;
      const p = grid.centre(hex);
      all.push([grid.corner(p, side), grid.corner(p, side + 1)]);
    }
  }
  return chains(all).map((l) => soft(l, false)).join("");
}

export function regionLoops(grid: Grid, hexes: Iterable<string>): Line[] {
  const set = new Set(hexes);
  const all = [...set].flatMap((h) => grid.spot(h) ?? []);
  return loops(grid, all, (s) => grid.inside(s) && set.has(grid.number(s)));
}

// ---- letters

/** How deep inside its region each hex lies: 1 at the rim. The rim of the map counts as one too. */
export function depths(grid: Grid, hexes: readonly string[]): Map<string, number> {
  const set = new Set(hexes);
  const depth = new Map<string, number>();
  let front = hexes.filter((h) => {
    const near = grid.neighbours(h);
    return near.length < 6 || near.some((n) => !set.has(n));
  });
  for (let d = 1; front.length; d++) {
    for (const h of front) depth.set(h, d);
    front = [...new Set(front.flatMap((h) => grid.neighbours(h)))].filter((h) => set.has(h) && !depth.has(h));
  }
  return depth;
}

/** A name spread over its region: on the line where the largest letters fit. */
export function lettering(grid: Grid, text: string, hexes: readonly string[], most: number): Lettering | null {
  const inside = hexes.filter(grid.has);
  const set = new Set(inside);
  const depth = depths(grid, inside);
  let best: Lettering | null = null;
  for (const hex of inside) {
    const { col, row } = grid.spot(hex)!;
    if (col > 0 && set.has(grid.number({ col: col - 1, row }))) continue; // not the start of a run
    let end = col;
    while (end + 1 < grid.columns && set.has(grid.number({ col: end + 1, row }))) end++;
    const [a, b] = [grid.middle({ col, row }), grid.middle({ col: end, row })];
    const mid = grid.number({ col: Math.round((col + end) / 2), row });
    const wide = b.x - a.x + ACROSS;
    const size = Math.min((wide * 0.86) / (text.length * 0.92), (depth.get(mid) ?? 1) * ACROSS * 0.85, most);
    if (!best || size > best.size) {
      best = { hex: mid, text, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.round(size), rank: 0, from: 0 };
    }
  }
  return best;
}

interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

const cross = (a: Rect, b: Rect): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The first bucket of zoom in which a name has room, the greater places first. A name that is shown stays. */
export function choose(all: Lettering[]): Lettering[] {
  const sorted = [...all].sort((a, b) => a.rank - b.rank);
  const from = new Map<Lettering, number>();
  LETTERS.forEach((size, bucket) => {
    const taken: Rect[] = [];
    const air = bucket === 0 ? 1.5 : 1; // the smallest map wants the most room about each name
    const rect = (l: Lettering): Rect => {
      const s = letterSize(size, l.rank, bucket) * air;
      const letters = brief(l.text).length;
      return { x: l.x - letters * s * 0.28, y: l.y, w: letters * s * 0.56, h: s };
    };
    for (const l of sorted) if (from.has(l)) taken.push(rect(l));
    for (const l of sorted) {
      if (from.has(l) || (bucket < 2 && l.rank > 1) || (bucket < 3 && l.rank > 2)) continue;
      const r = rect(l);
      if (bucket < LAST && taken.some((t) => cross(t, r))) continue;
      from.set(l, bucket);
      taken.push(r);
    }
  });
  return sorted.map((l) => ({ ...l, from: from.get(l) ?? LAST }));
}

export const letterSize = (size: number, rank: number, bucket: number): number =>
  bucket < 3 ? size * (rank === 1 ? 1 : 0.9) : size * (rank === 1 ? 1.12 : rank === 2 ? 1 : 0.92);

const DIGIT = 3.9; // from one digit to the next

/** Hex numbers, a row of them in one node: each digit has its place. */
export function numbers(grid: Grid): Numbers[] {
  const lines: Numbers[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (const shoved of grid.pointy ? [0] : [0, 1]) {
      const cols = Array.from({ length: grid.columns }, (_, col) => col).filter((col) => grid.pointy || col % 2 === shoved);
      if (!cols.length) continue;
      const texts = cols.map((col) => grid.number({ col, row }));
      const xs = cols.flatMap((col, i) => {
        const { x } = grid.middle({ col, row });
        return [...texts[i]!].map((_, n, all) => round(x + (n - all.length / 2) * DIGIT));
      });
      const y = grid.middle({ col: cols[0]!, row }).y - (grid.pointy ? NUMBER_AT : NUMBER_AT - 4);
      lines.push({ x: xs.join(" "), y: round(y), text: texts.join("") });
    }
  }
  return lines;
}
