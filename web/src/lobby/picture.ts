// A map in small: land, terrain, rivers and borders as a few paths, cut to the part that fits a picture.
import { Grid, RADIUS, round, type Point } from "../board/geometry";
import type { Set as Pieces } from "../lib/wire";

export interface Picture {
  box: string;
  dry: boolean; // no sea on it: what lies outside is no water
  paths: { art: string; d: string }[]; // fills by the art of the terrain
  rivers: string;
  brooks: string;
  walls: string;
  borders: string;
  names: { at: Point; name: string; left: boolean }[];
}

/** So many names of places at most, where they are not all great. */
const FEW = 6;
const NOT_LAND = new Set(["sea", "off"]);

interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The rectangle of the wanted shape about some points, no larger than it must be, inside the map where it can be. */
function frame(grid: Grid, points: readonly Point[], shape: number): Frame {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = RADIUS;
  const w0 = right - left + 2 * margin;
  const h0 = foot - top + 2 * margin;
  const w = Math.min(grid.width, Math.max(w0, h0 * shape));
  const h = Math.min(grid.height, w / shape);
  const put = (middle: number, size: number, all: number) => Math.max(0, Math.min(all - size, middle - size / 2));
  return { x: put((left + right) / 2, w, grid.width), y: put((top + foot) / 2, h, grid.height), w, h };
}

export function picture(set: Pieces, shape: number): Picture {
  const sheet = set.sheet;
  const grid = new Grid(sheet);
  const art = (hex: string): string => {
    const s = grid.spot(hex);
    return s ? (sheet.terrain[sheet.cells[s.row]?.[s.col] ?? ""]?.art ?? "off") : "off";
  };
  const land = grid.all().filter((h) => !NOT_LAND.has(art(h)));
  const wanted = (set.focus ?? []).filter((h) => grid.has(h));
  const cut = frame(grid, (wanted.length > 1 ? wanted : land).map((h) => grid.centre(h)), shape);
  const near = (p: Point, by: number) =>
    p.x > cut.x - by && p.x < cut.x + cut.w + by && p.y > cut.y - by && p.y < cut.y + cut.h + by;
  const seen = grid.all().filter((h) => near(grid.centre(h), 2 * RADIUS));

  const fills = new Map<string, string[]>();
  const add = (kind: string, d: string) => fills.set(kind, [...(fills.get(kind) ?? []), d]);
  const ring = (hex: string, size = RADIUS * 1.02) => {
    const at = grid.centre(hex);
    const points = [0, 1, 2, 3, 4, 5].map((i) => grid.corner(at, i, size));
    return `M${points.map((p) => `${Math.round(p.x)} ${Math.round(p.y)}`).join("L")}Z`;
  };
  for (const hex of seen) {
    const kind = art(hex);
    if (kind === "sea") continue;
    add(kind === "off" ? "off" : "land", ring(hex));
    if (!["off", "clear"].includes(kind)) add(kind, ring(hex, RADIUS * (kind === "city" ? 0.72 : 1.02)));
  }

  const edge = (a: string, b: string): string => {
    const side = grid.side(a, b);
    if (side < 0 || !near(grid.centre(a), 2 * RADIUS)) return "";
    const [p, q] = [grid.corner(grid.centre(a), side), grid.corner(grid.centre(a), (side + 1) % 6)];
    return `M${round(p.x)} ${round(p.y)}L${round(q.x)} ${round(q.y)}`;
  };
  const along = (...kinds: string[]) =>
    (sheet.sides ?? []).filter((s) => kinds.includes(s.kind)).flatMap((s) => s.sides.map(([a, b]) => edge(a!, b!))).join("");

  const country = new Map<string, string>();
  for (const r of (sheet.regions ?? []).filter((r) => r.kind === "border")) for (const h of r.hexes) country.set(h, r.id);
  const borders: string[] = [];
  for (const hex of seen) {
    const mine = country.get(hex);
    for (const next of mine ? grid.neighbours(hex) : []) {
      const other = country.get(next);
      if (other && mine! < other) borders.push(edge(hex, next));
    }
  }

  const inside = (sheet.places ?? []).filter((p) => grid.has(p.hex) && art(p.hex) !== "off" && near(grid.centre(p.hex), -RADIUS));
  const great = inside.filter((p) => (p.rank ?? 3) === 1);
  // Where no great town lies, the smaller ones say where one is: as many as have room, the larger first.
  const rank = great.length > 2 ? great : [...inside].sort((a, b) => (a.rank ?? 3) - (b.rank ?? 3));
  const names = named(grid, rank, cut).slice(0, Math.max(great.length, FEW));
  return {
    box: [cut.x, cut.y, cut.w, cut.h].map(round).join(" "),
    paths: [...fills].map(([kind, d]) => ({ art: kind, d: d.join("") })),
    dry: !grid.all().some((h) => art(h) === "sea"),
    rivers: along("river", "roer"),
    brooks: along("stream"),
    walls: along("teeth"),
    borders: borders.join(""),
    names,
  };
}

/** As many names as have room: none upon another, none over the edge. */
function named(grid: Grid, places: readonly { hex: string; name: string }[], cut: Frame): Picture["names"] {
  const size = cut.w / 26;
  const taken: Frame[] = [];
  const out: Picture["names"] = [];
  for (const p of places) {
    const at = grid.centre(p.hex);
    const w = p.name.length * size * 0.52 + size;
    for (const left of [false, true]) {
      const box = { x: left ? at.x - w - size / 2 : at.x, y: at.y - size, w: w + size / 2, h: size * 2 };
      const inside = box.x > cut.x && box.x + box.w < cut.x + cut.w && box.y > cut.y && box.y + box.h < cut.y + cut.h;
      const free = taken.every((t) => t.x > box.x + box.w || t.x + t.w < box.x || t.y > box.y + box.h || t.y + t.h < box.y);
      if (!inside || !free) continue;
      taken.push(box);
      out.push({ at, name: p.name, left });
      break;
    }
  }
  return out;
}
