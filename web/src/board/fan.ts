// Stacks on the map, and the fan that spreads one out beside its hex.
import type { Piece, Stack } from "../lib/wire";
import type { Point } from "./geometry";
import type { Size } from "./lod";

/** Not more than this many counters of a stack are drawn. */
export const SHOWN = 3;
const STEP = 3.4;

/** Where the counters of a stack lie about its middle, the top one first. */
export function offsets(n: number): Point[] {
  const m = Math.min(Math.max(n, 1), SHOWN);
  return Array.from({ length: m }, (_, i) => {
    const off = (i - (m - 1) / 2) * STEP;
    return { x: off, y: -off };
  });
}

/** How many there are, as the badge says it: "4", or "2+" where nobody knows. */
export function count(stack: Stack): string {
  const unknown = stack.unknown ?? 0;
  const seen = stack.pieces.length;
  return unknown < 0 ? `${seen}+` : String(seen + unknown);
}

/** The number of counters to draw: what is known, and one more back where more lie beneath. */
export const height = (stack: Stack): number => stack.pieces.length + Math.abs(stack.unknown ?? 0);

/** Who is chosen lies on top; else the order is the owner's. */
export const onTop = (pieces: readonly Piece[], chosen: ReadonlySet<string>): Piece[] =>
  [...pieces].sort((a, b) => Number(chosen.has(b.unit)) - Number(chosen.has(a.unit)));

export type Card = { kind: "piece"; piece: Piece; stack: Stack } | { kind: "back"; stack: Stack; n: number };

/** What a fan shows, in reading order: each stack from its top, then the backs of what nobody has seen. */
export function cards(stacks: readonly Stack[]): Card[] {
  return stacks.flatMap((stack) => {
    const unknown = stack.unknown ?? 0;
    const seen: Card[] = stack.pieces.map((piece) => ({ kind: "piece", piece, stack }));
    const backs: Card[] = Array.from({ length: unknown < 0 ? 1 : unknown }, (_, n) => ({ kind: "back", stack, n }));
    return [...seen, ...backs];
  });
}

export interface Spread {
  x: number;
  y: number;
  columns: number;
  width: number;
  height: number;
  side: "right" | "left" | "below" | "above";
}

/** Where a fan of n cards goes: beside the hex, never over it where another side has room, wholly in the window. */
export function spread(n: number, hex: Point, half: Point, cell: Size, window: Size, gap = 8, foot = 0): Spread {
  const fits = Math.max(1, Math.floor((window.width - gap * 2) / cell.width));
  const shape = (columns: number) => ({
    columns,
    width: columns * cell.width,
    height: Math.ceil(n / columns) * cell.height + foot,
  });
  const wide = shape(Math.min(n, fits, n > 8 ? 6 : 4));
  const room = {
    right: window.width - (hex.x + half.x) - gap * 2,
    left: hex.x - half.x - gap * 2,
    below: window.height - (hex.y + half.y) - gap * 2,
    above: hex.y - half.y - gap * 2,
  };
  const sides = ["right", "left", "below", "above"] as const;
  const tries = sides.map((side) => {
    const beside = side === "right" || side === "left";
    const columns = beside ? Math.max(1, Math.min(wide.columns, Math.floor(room[side] / cell.width))) : wide.columns;
    const s = shape(columns);
    const lack = beside
      ? Math.max(0, s.width - room[side]) + Math.max(0, s.height - (window.height - gap * 2))
      : Math.max(0, s.height - room[side]);
    return { ...s, side, lack };
  });
  const best = tries.reduce((a, b) => (b.lack < a.lack ? b : a));
  const keep = (at: number, length: number, all: number) => Math.max(gap, Math.min(at, all - length - gap));
  const free: Record<Spread["side"], Point> = {
    right: { x: hex.x + half.x + gap, y: hex.y - best.height / 2 },
    left: { x: hex.x - half.x - gap - best.width, y: hex.y - best.height / 2 },
    below: { x: hex.x - best.width / 2, y: hex.y + half.y + gap },
    above: { x: hex.x - best.width / 2, y: hex.y - half.y - gap - best.height },
  };
  const p = free[best.side];
  return {
    x: keep(p.x, best.width, window.width), y: keep(p.y, best.height, window.height),
    columns: best.columns, width: best.width, height: best.height, side: best.side,
  };
}
