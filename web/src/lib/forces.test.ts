import { describe, expect, it } from "vitest";
import { board, counter } from "./fake";
import { matching, rows, sorted } from "./forces";

const counters = new Map(
  [
    counter("a", "red", { name: "12th Armored", kind: "armor", values: ["5", "4", "6"] }),
    counter("b", "red", { name: "2nd Infantry", kind: "infantry" }),
    counter("c", "blue", { name: "352nd", kind: "infantry" }),
  ].map((c) => [c.unit, c]),
);
const there = board({
  stacks: [
    { hex: "0303", side: "red", pieces: [{ unit: "a", values: ["5/2", "4", "1"], states: ["unsupplied"] }] },
    { hex: "0101", side: "blue", pieces: [{ unit: "c" }, { unit: "nobody knows" }] },
  ],
  boxes: [{ id: "home", title: "At home", side: "red", pieces: [{ unit: "b", left: "2" }] }],
});
const all = rows(there, counters, (h) => (h === "0303" ? "0303 Ford" : h));
const units = (rows: { unit: string }[]) => rows.map((r) => r.unit);

describe("the order of battle", () => {
  it("has everybody who is known, where he is and what he is worth now", () => {
    expect(units(all)).toEqual(["a", "c", "b"]);
    expect(all[0]).toMatchObject({ place: "0303 Ford", hex: "0303", box: "", values: ["5/2", "4", "1"], states: ["unsupplied"] });
    expect(all[2]).toMatchObject({ place: "At home", hex: "", box: "home", values: ["3", "4", "3"], left: "2" });
  });

  it("sorts names as one counts, and halves among wholes", () => {
    expect(units(sorted(all, "name", false))).toEqual(["b", "a", "c"]);
    expect(units(sorted(all, "name", true))).toEqual(["c", "a", "b"]);
    expect(units(sorted(all, "value-0", false))).toEqual(["a", "c", "b"]);
    expect(units(sorted(all, "value-0", true))[2]).toBe("a");
  });

  it("is found by name, place and state in the reader's words", () => {
    expect(units(matching(all, "ford"))).toEqual(["a"]);
    expect(units(matching(all, "inf home"))).toEqual(["b"]);
    expect(units(matching(all, "hungry", (s) => (s === "unsupplied" ? "hungry" : s)))).toEqual(["a"]);
    expect(units(matching(all, " "))).toEqual(units(all));
  });
});
