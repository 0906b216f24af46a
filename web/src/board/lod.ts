// How much is drawn at which zoom, and where a view may go. `k` is pixels of the screen a unit of the map.
import { ACROSS, type Point } from "./geometry";

/** The side of a counter, in units of the map. */
export const COUNTER = 40;

export interface View {
  x: number; // of the middle of the window, in units of the map
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/** 0: fill and symbol; 1: factors too; 2: everything. */
export function detail(k: number): 0 | 1 | 2 {
  const px = COUNTER * k;
  return px < 18 ? 0 : px < 36 ? 1 : 2;
}

/** The bucket of zoom that lettering goes by. */
export function bucket(k: number): number {
  return [0.22, 0.32, 0.5, 0.95, 1.7].filter((limit) => k >= limit).length;
}

/** Hex numbers can be read from hexes of 24 pixels on. */
export const numbered = (k: number): boolean => ACROSS * k >= 24;

export const MOST = 4;

/** The scale at which all of the map is in the window. */
export function whole(map: Size, window: Size, margin = 8): number {
  const k = Math.min((window.width - margin * 2) / map.width, (window.height - margin * 2) / map.height);
  return k > 0 && Number.isFinite(k) ? Math.min(k, MOST) : 1;
}

/** What a view is as a transform of the sheet: first moved, then enlarged about its corner. */
export const shift = (v: View, window: Size): Point => ({ x: window.width / 2 - v.x * v.k, y: window.height / 2 - v.y * v.k });

/** The point of the map under a point of the window. */
export const under = (p: Point, v: View, window: Size): Point => {
  const s = shift(v, window);
  return { x: (p.x - s.x) / v.k, y: (p.y - s.y) / v.k };
};

export const over = (p: Point, v: View, window: Size): Point => {
  const s = shift(v, window);
  return { x: p.x * v.k + s.x, y: p.y * v.k + s.y };
};

/** The middle of a view that has a point well inside the window; it moves no more than it must. */
export function reveal(p: Point, v: View, window: Size, rim = 70): Point {
  const half = (length: number) => Math.max(0, (length / 2 - Math.min(rim, length / 3)) / v.k);
  const pull = (at: number, to: number, room: number) => Math.min(to + room, Math.max(to - room, at));
  return { x: pull(v.x, p.x, half(window.width)), y: pull(v.y, p.y, half(window.height)) };
}

/** The scale in which a game opens: hexes of a good size, on a phone a little smaller. */
export const opening = (window: Size): number => (window.width < 600 ? 0.8 : 1.05);

/** A view that was kept, if it still is one. */
export function sound(kept: unknown, map: Size): View | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { x, y, k } = kept as Partial<View>;
  const fine = [x, y, k].every((n) => typeof n === "number" && Number.isFinite(n));
  if (!fine || k! <= 0 || k! > MOST || x! < 0 || y! < 0 || x! > map.width || y! > map.height) return null;
  return { x: x!, y: y!, k: k! };
}
