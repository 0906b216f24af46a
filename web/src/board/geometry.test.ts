import { describe, expect, it } from "vitest";
import { ACROSS, Grid, RADIUS } from "./geometry";

const sheet = (more = {}) => ({
  columns: 8, rows: 6, pointy: true, shoved: 1, first_column: 0, first_row: 0, habit: "CCRR", up: false, ...more,
});

const GRAINS = [
  ["pointy, odd rows pushed", sheet()],
  ["pointy, even rows pushed", sheet({ shoved: 0 })],
  ["flat, odd columns pushed", sheet({ pointy: false })],
  ["flat, even columns pushed", sheet({ pointy: false, shoved: 0, first_column: 1, first_row: 21, habit: "RRCC", up: true })],
] as const;

describe("numbers", () => {
  it("count from the first column and row", () => {
    const g = new Grid(sheet({ first_column: 36, first_row: 4 }));
    expect(g.number({ col: 0, row: 0 })).toBe("3604");
    expect(g.spot("4309")).toEqual({ col: 7, row: 5 });
    expect(g.has("4409")).toBe(false);
  });

  it("read row then column where that is the habit, and from below where rows rise", () => {
    const g = new Grid(sheet({ first_row: 21, first_column: 1, habit: "RRCC", up: true }));
    expect(g.number({ col: 0, row: 5 })).toBe("2101");
    expect(g.number({ col: 7, row: 0 })).toBe("2608");
  });
});

describe.each(GRAINS)("%s", (_, given) => {
  const g = new Grid(given);

  it("finds each hex under its own centre, and near its six corners", () => {
    for (const hex of g.all()) {
      const p = g.centre(hex);
      expect(g.at(p)).toBe(hex);
      for (let i = 0; i < 6; i++) expect(g.at(g.corner(p, i, RADIUS * 0.97))).toBe(hex);
    }
  });

  it("finds nothing beside the map", () => {
    expect(g.at({ x: -30, y: -30 })).toBeNull();
    expect(g.at({ x: g.width + 30, y: g.height / 2 })).toBeNull();
  });

  it("has all hexes within its size", () => {
    for (const hex of g.all()) {
      for (let i = 0; i < 6; i++) {
        const c = g.corner(g.centre(hex), i);
        expect(c.x).toBeGreaterThanOrEqual(0);
        expect(c.y).toBeGreaterThanOrEqual(0);
        expect(c.x).toBeLessThanOrEqual(g.width);
        expect(c.y).toBeLessThanOrEqual(g.height);
      }
    }
  });

  it("has neighbours just one hex away, over the side between them", () => {
    for (const hex of g.all()) {
      for (let side = 0; side < 6; side++) {
        const next = g.neighbour(hex, side);
        if (!next) continue;
        const [a, b] = [g.centre(hex), g.centre(next)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(ACROSS);
        expect(g.side(hex, next)).toBe(side);
        expect(g.side(next, hex)).toBe((side + 3) % 6);
        const [c, d] = [g.corner(a, side), g.corner(a, side + 1)];
        expect((c.x + d.x) / 2).toBeCloseTo((a.x + b.x) / 2);
        expect((c.y + d.y) / 2).toBeCloseTo((a.y + b.y) / 2);
      }
    }
  });

  it("pushes the lanes of its parity, and no others", () => {
    const lane = (n: number) => g.middle(given.pointy ? { col: 2, row: n } : { col: n, row: 2 });
    const long = (n: number) => (given.pointy ? lane(n).x : lane(n).y);
    expect(long(given.shoved) - long(1 - given.shoved)).toBeCloseTo(ACROSS / 2);
    expect(long(given.shoved + 2)).toBeCloseTo(long(given.shoved));
  });
});

describe("steps of the cursor", () => {
  it("go the way of the key on a pointy grid, and straight up and down in a zigzag", () => {
    const g = new Grid(sheet());
    expect(g.step("0302", "east")).toBe("0402");
    expect(g.step("0302", "northeast")).toBe("0301"); // odd rows are pushed east
    expect(g.step("0302", "northwest")).toBe("0201");
    expect(g.step("0302", "up")).toBe("0301");
    expect(g.step("0301", "up")).toBe("0300");
    expect(g.step("0302", "down")).toBe("0303");
    expect(g.step("0303", "down")).toBe("0304");
    expect(g.step("0000", "west")).toBeNull();
  });

  it("go the way of the key on a flat grid, and east and west in a zigzag", () => {
    const g = new Grid(sheet({ pointy: false }));
    expect(g.step("0302", "up")).toBe("0301");
    expect(g.step("0302", "down")).toBe("0303");
    expect(g.step("0202", "east")).toBe("0302");
    expect(g.step("0302", "east")).toBe("0402");
    expect(g.step("0302", "northwest")).toBe("0202"); // odd columns are pushed south
  });
});
