// Lines along hexsides: outlines of areas, rivers, borders; sharp as the hexes are, or drawn with an easy hand.
import { Grid, round, type Point, type Spot } from "./geometry";

export type Line = Point[];
export type Segment = readonly [Point, Point];

const at = (p: Point): string => `${round(p.x)} ${round(p.y)}`;
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const same = (a: Point, b: Point): boolean => at(a) === at(b);

/** All spots of the map and a ring of `more` hexes around it, so that areas can run off the sheet. */
export function spots(grid: Grid, more = 0): Spot[] {
  const all: Spot[] = [];
  for (let row = -more; row < grid.rows + more; row++) {
    for (let col = -more; col < grid.columns + more; col++) all.push({ col, row });
  }
  return all;
}

/** The outlines of an area, holes too, clockwise around what is inside. */
export function loops(grid: Grid, all: readonly Spot[], has: (spot: Spot) => boolean): Line[] {
  const next = new Map<string, Segment>();
  for (const spot of all) {
    if (!has(spot)) continue;
    const p = grid.middle(spot);
    for (let side = 0; side < 6; side++) {
      if (has(grid.over(spot, side))) continue;
      const a = grid.corner(p, side);
      next.set(at(a), [a, grid.corner(p, side + 1)]);
    }
  }
  const found: Line[] = [];
  while (next.size) {
    const line: Line = [];
    let [key, segment] = next.entries().next().value as [string, Segment];
    while (next.delete(key)) {
      line.push(segment[0]);
      key = at(segment[1]);
      segment = next.get(key) ?? segment;
    }
    found.push(line);
  }
  return found;
}

/** Segments joined end to end, cut where three meet. A ring comes back with its first point at the end again. */
export function chains(segments: readonly Segment[]): Line[] {
  const meets = new Map<string, Segment[]>();
  for (const s of segments) for (const p of s) meets.set(at(p), [...(meets.get(at(p)) ?? []), s]);
  const left = new Set(segments);
  const walk = (start: Point, first: Segment): Line => {
    const line = [start];
    let segment: Segment | undefined = first;
    while (segment && left.delete(segment)) {
      const p: Point = same(segment[0], line[line.length - 1]!) ? segment[1] : segment[0];
      line.push(p);
      const here: Segment[] = meets.get(at(p))!;
      segment = here.length === 2 ? here.find((s) => left.has(s)) : undefined;
    }
    return line;
  };
  const found: Line[] = [];
  for (const s of segments) {
    for (const p of s) if (left.has(s) && meets.get(at(p))!.length !== 2) found.push(walk(p, s));
  }
  for (const s of segments) if (left.has(s)) found.push(walk(s[0], s)); // rings
  return found;
}

export const sharp = (line: Line, closed = true): string => (line.length ? `M${line.map(at).join("L")}${closed ? "Z" : ""}` : "");

/** From middle to middle of the hexsides, bent at the corners between. */
export function soft(line: Line, closed = true): string {
  if (line.length < 3) return sharp(line, closed);
  if (closed) {
    const n = line.length;
    const mids = line.map((p, i) => middle(p, line[(i + 1) % n]!));
    return `M${at(mids[n - 1]!)}${line.map((p, i) => `Q${at(p)} ${at(mids[i]!)}`).join("")}Z`;
  }
  let d = `M${at(line[0]!)}L${at(middle(line[0]!, line[1]!))}`;
  for (let i = 1; i < line.length - 1; i++) d += `Q${at(line[i]!)} ${at(middle(line[i]!, line[i + 1]!))}`;
  return `${d}L${at(line[line.length - 1]!)}`;
}

/** A calm line for lettering: the mean of each point and as many on either side, from left to right. */
export function calm(line: Line, reach = 4): Line {
  const out = line.map((_, i) => {
    const by = Math.min(reach, i, line.length - 1 - i);
    const near = line.slice(i - by, i + by + 1);
    return { x: near.reduce((s, p) => s + p.x, 0) / near.length, y: near.reduce((s, p) => s + p.y, 0) / near.length };
  });
  return out.length && out[0]!.x > out[out.length - 1]!.x ? out.reverse() : out;
}

/** The side between two neighbours as a segment; null where they do not touch. */
export function between(grid: Grid, a: string, b: string): Segment | null {
  const side = grid.side(a, b);
  if (side < 0) return null;
  const p = grid.centre(a);
  return [grid.corner(p, side), grid.corner(p, side + 1)];
}

/** Every hexside once, as one path. */
export function mesh(grid: Grid, has: (spot: Spot) => boolean = () => true): string {
  let d = "";
  for (const spot of spots(grid, 1)) {
    if (!has(spot)) continue;
    const p = grid.middle(spot);
    d += sharp([0, 1, 2, 3].map((i) => grid.corner(p, i)), false);
  }
  return d;
}

/** A line through the centres of hexes, bent gently, that ends `short` of the last centre. */
export function way(points: Line, short = 0): string {
  if (points.length < 2) return "";
  const line = [...points];
  const [a, b] = [line[line.length - 2]!, line[line.length - 1]!];
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  line[line.length - 1] = { x: b.x - ((b.x - a.x) * short) / far, y: b.y - ((b.y - a.y) * short) / far };
  let d = `M${at(line[0]!)}`;
  for (let i = 1; i < line.length - 1; i++) {
    const [p, q, r] = [line[i - 1]!, line[i]!, line[i + 1]!];
    const near = (from: Point, to: Point) => ({ x: to.x + (from.x - to.x) * 0.35, y: to.y + (from.y - to.y) * 0.35 });
    d += `L${at(near(p, q))}Q${at(q)} ${at(near(r, q))}`;
  }
  return `${d}L${at(line[line.length - 1]!)}`;
}

/** A block arrow from one point to another, as long as the given shares of the way; broad at the head. */
export function arrow(from: Point, to: Point, start = 0.3, end = 0.66, width = 9): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const p = (share: number, off: number, back = 0): Point => ({
    x: from.x + dx * share - ux * back - uy * off,
    y: from.y + dy * share - uy * back + ux * off,
  });
  const head = width * 1.25;
  return sharp([
    p(start, -width * 0.28), p(end, -width * 0.5, head), p(end, -width, head), p(end, 0), p(end, width, head),
    p(end, width * 0.5, head), p(start, width * 0.28),
  ]);
}
