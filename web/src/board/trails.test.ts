import { describe, expect, it } from "vitest";
import type { LogLine, Told } from "../lib/wire";
import { traces } from "./trails";

const line = (n: number, told: Partial<Told>, more: Partial<LogLine> = {}): LogLine => ({
  n, step: n, kind: "action", by: "red", action: "", turn: "", phase: "", at: "",
  told: [{ text: "", key: "", ...told }], ...more,
} as unknown as LogLine);
const any = () => true;

describe("what happened since my last turn", () => {
  const stood = new Map([["a", "0101"], ["b", "0105"]]);

  it("a trail begins where the unit stood before the news", () => {
    const log = [line(1, { units: ["a"], hexes: ["0101"] }), line(2, { units: ["a"], hexes: ["0102"] }), line(3, { units: ["a"], hexes: ["0103"] })];
    expect(traces(log, new Set([2, 3]), any, stood).trails).toEqual([{ unit: "a", hexes: ["0101", "0102", "0103"] }]);
  });

  it("what was taken back leaves none", () => {
    const log = [line(2, { units: ["a"], hexes: ["0102"] }, { undone: true })];
    expect(traces(log, new Set([2]), any, stood).trails).toEqual([]);
  });

  it("a fight is where the defenders stand", () => {
    const log = [line(2, { units: ["b"], hexes: ["0106"] }), line(3, { args: { attackers: ["a"], defenders: ["b"] } })];
    expect(traces(log, new Set([2, 3]), any, stood).battles).toEqual(["0106"]);
  });
});
