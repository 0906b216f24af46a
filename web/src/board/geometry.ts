// Where hexes lie: numbers, neighbours, corners, and the hex under a point. The pixel maths is honeycomb-grid's.
import { Orientation, hexToOffset, hexToPoint, offsetToCube, pointToCube, type Hex as Cell } from "honeycomb-grid";
import type { Sheet } from "../lib/wire";

/** From one flat side of a hex to the opposite one, in units of the map. */
export const ACROSS = 60;
export const RADIUS = ACROSS / Math.sqrt(3);
const PAD = 6;

export interface Point {
  x: number;
  y: number;
}

/** A hex by column and row, both counted from the north-west corner. */
export interface Spot {
  col: number;
  row: number;
}

/** Axial steps over the six sides, clockwise: E SE SW W NW NE when pointy, SE S SW NW N NE when flat. */
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] as const;
const POINTY = ["east", "southeast", "southwest", "west", "northwest", "northeast"];
const FLAT = ["southeast", "south", "southwest", "northwest", "north", "northeast"];

export class Grid {
  readonly columns: number;
  readonly rows: number;
  readonly pointy: boolean;
  readonly width: number;
  readonly height: number;
  readonly directions: readonly string[];
  private readonly settings;
  private readonly spots = new Map<string, Spot>();
  private readonly names: string[] = [];
  private readonly centres: Point[] = [];

  constructor(readonly sheet: Omit<Sheet, "cells" | "terrain" | "key">) {
    this.columns = sheet.columns;
    this.rows = sheet.rows;
    this.pointy = sheet.pointy;
    this.directions = this.pointy ? POINTY : FLAT;
    this.settings = {
      dimensions: { xRadius: RADIUS, yRadius: RADIUS },
      orientation: this.pointy ? Orientation.POINTY : Orientation.FLAT,
      origin: { x: 0, y: 0 },
      offset: (sheet.shoved ? -1 : 1) as -1 | 1,
      isPointy: this.pointy,
    };
    for (let row = 0; row < this.rows; row++) {
      for (let col = 0; col < this.columns; col++) {
        const name = this.write({ col, row });
        this.names.push(name);
        this.spots.set(name, { col, row });
        this.centres.push(this.place({ col, row }));
      }
    }
    const lanes = (n: number) => (n - 1) * RADIUS * 1.5 + RADIUS * 2 + PAD * 2;
    const along = (n: number) => (n + 0.5) * ACROSS + PAD * 2;
    this.width = this.pointy ? along(this.columns) : lanes(this.columns);
    this.height = this.pointy ? lanes(this.rows) : along(this.rows);
  }

  private write({ col, row }: Spot): string {
    const c = this.sheet.first_column + col;
    const r = this.sheet.first_row + (this.sheet.up ? this.rows - 1 - row : row);
    const [one, two] = this.sheet.habit === "RRCC" ? [r, c] : [c, r];
    return String(one).padStart(2, "0") + String(two).padStart(2, "0");
  }

  private pushed = (lane: number): number => (Math.abs(lane) % 2 === this.sheet.shoved ? ACROSS / 2 : 0);

  /** The centre of a hex anywhere, on the map or beside it. The first hex that is not pushed touches the corner. */
  private place(spot: Spot): Point {
    const { q, r } = offsetToCube(this.settings, spot);
    const p = hexToPoint({ ...this.settings, q, r } as unknown as Cell);
    const shift = this.shift();
    return { x: p.x + shift.x, y: p.y + shift.y };
  }

  private shift(): Point {
    const first = this.pushed(0); // honeycomb puts the first hex at 0, 0, pushed or not
    const long = PAD + ACROSS / 2 + first;
    const short = PAD + RADIUS;
    return this.pointy ? { x: long, y: short } : { x: short, y: long };
  }

  has = (hex: string): boolean => this.spots.has(hex);
  inside = ({ col, row }: Spot): boolean => col >= 0 && row >= 0 && col < this.columns && row < this.rows;
  number = (spot: Spot): string => this.names[spot.row * this.columns + spot.col]!;
  spot = (hex: string): Spot | undefined => this.spots.get(hex);
  all = (): readonly string[] => this.names;

  centre(hex: string): Point {
    const s = this.spots.get(hex);
    return s ? this.centres[s.row * this.columns + s.col]! : { x: this.width / 2, y: this.height / 2 };
  }

  middle = (spot: Spot): Point => (this.inside(spot) ? this.centres[spot.row * this.columns + spot.col]! : this.place(spot));

  /** The hex under a point of the map, or null beside it. */
  at(point: Point): string | null {
    const shift = this.shift();
    const { q, r } = pointToCube(this.settings, { x: point.x - shift.x, y: point.y - shift.y });
    const spot = hexToOffset({ ...this.settings, q, r });
    return this.inside(spot) ? this.number(spot) : null;
  }

  /** The spot over one of the six sides; it may lie beside the map. */
  over(spot: Spot, side: number): Spot {
    const { q, r } = offsetToCube(this.settings, spot);
    const [dq, dr] = STEPS[side]!;
    return hexToOffset({ ...this.settings, q: q + dq, r: r + dr });
  }

  neighbour(hex: string, side: number): string | null {
    const spot = this.spots.get(hex);
    if (!spot) return null;
    const next = this.over(spot, side);
    return this.inside(next) ? this.number(next) : null;
  }

  neighbours = (hex: string): string[] => STEPS.flatMap((_, side) => this.neighbour(hex, side) ?? []);

  /** Which side of a leads to its neighbour b; -1 where they do not touch. */
  side = (a: string, b: string): number => STEPS.findIndex((_, side) => this.neighbour(a, side) === b);

  /** Corner i of a hex at `p`; side i runs from corner i to corner i + 1. */
  corner(p: Point, i: number, size = RADIUS): Point {
    const angle = (Math.PI / 180) * (60 * i - (this.pointy ? 30 : 0));
    return { x: p.x + size * Math.cos(angle), y: p.y + size * Math.sin(angle) };
  }

  /** One hex further. Directions that the grid lacks (north on a pointy one) zigzag, so that the way stays straight. */
  step(hex: string, direction: string): string | null {
    const spot = this.spots.get(hex);
    if (!spot) return null;
    const along = this.directions.indexOf(direction);
    if (along >= 0) return this.neighbour(hex, along);
    const lane = this.pointy ? spot.row : spot.col;
    const back = this.pushed(lane) > 0; // a pushed hex goes back to the column, or row, that it came from
    const zigzag: Record<string, string> = this.pointy
      ? { north: back ? "northwest" : "northeast", south: back ? "southwest" : "southeast" }
      : { east: back ? "northeast" : "southeast", west: back ? "northwest" : "southwest" };
    const way = zigzag[{ up: "north", down: "south", left: "west", right: "east" }[direction] ?? direction];
    return this.neighbour(hex, this.directions.indexOf(way ?? { up: "north", down: "south" }[direction] ?? direction));
  }
}

/** The outline of a hex as a path. */
export function outline(grid: Grid, at: Point, size = RADIUS): string {
  const points = [0, 1, 2, 3, 4, 5].map((i) => grid.corner(at, i, size));
  return `M${points.map((p) => `${round(p.x)} ${round(p.y)}`).join("L")}Z`;
}

export const round = (x: number): number => Math.round(x * 10) / 10;
