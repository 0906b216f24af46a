import { describe, expect, it } from "vitest";
import type { Set as Pieces } from "../lib/wire";
import { picture } from "./picture";

const terrain = {
  ".": { key: ".", name: "clear", art: "clear" },
  "~": { key: "~", name: "sea", art: "sea" },
  "#": { key: "#", name: "outside", art: "off" },
};

function set(cells: string[], more: Partial<Pieces["sheet"]> = {}): Pieces {
  const sheet = {
    key: "toy", columns: cells[0]!.length, rows: cells.length, pointy: true, shoved: 1, first_column: 1, first_row: 1,
    habit: "RRCC", up: true, cells, terrain, ...more,
  };
  return { sheet, focus: [] } as unknown as Pieces;
}

describe("the picture of a scenario", () => {
  it("has water around it only where the map has a sea", () => {
    expect(picture(set(["..~", "..."]), 1.6).dry).toBe(false);
    expect(picture(set(["..#", "..."]), 1.6).dry).toBe(true);
  });

  it("draws streams and dragon's teeth", () => {
    const sides = [
      { kind: "stream", sides: [["0101", "0102"]] },
      { kind: "teeth", sides: [["0102", "0103"], ["0202", "0203"]] },
    ] as unknown as Pieces["sheet"]["sides"];
    const drawn = picture(set(["...", "..."], { sides }), 1.6);
    expect([drawn.brooks, drawn.walls, drawn.rivers].map((d) => d.split("M").length - 1)).toEqual([1, 2, 0]);
  });

  it("names small places where no great one lies, the larger first, and none outside", () => {
    const row = ".".repeat(30);
    const places = [
      { hex: "0608", name: "Hamlet", rank: 3 },
      { hex: "0520", name: "Town", rank: 2 },
      { hex: "0130", name: "Elsewhere", rank: 1 },
    ];
    const cells = [...Array.from({ length: 9 }, () => row), `${row.slice(1)}#`];
    expect(picture(set(cells, { places }), 1.6).names.map((n) => n.name)).toEqual(["Town", "Hamlet"]);
  });
});
