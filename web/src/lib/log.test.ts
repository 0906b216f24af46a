import { describe, expect, it } from "vitest";
import { line } from "./fake";
import { EVERYTHING, deeds, facesOf, folded, lastOwn, sift, stepOf, throws, toldOf, tree } from "./log";

const throw_ = (n: number, faces: number[], more = {}) => line(n, "", { faces, throw: n, ...more });

describe("the log as a tree", () => {
  it("throws belong to the action that brought them", () => {
    const [first, second] = deeds([line(1, "red"), throw_(2, [4]), throw_(3, [1]), line(4, "blue")]);
    expect([first!.line.n, first!.after.map((l) => l.n), second!.line.n]).toEqual([1, [2, 3], 4]);
    expect([stepOf(first!), facesOf(first!), toldOf(first!).length]).toEqual([3, [4, 1], 3]);
  });

  it("the steps of one way are one deed, told as one", () => {
    const moved = (n: number, start: string, hex: string, more = {}) =>
      line(n, "red", { action: `enter ${hex}`, told: [{ text: `r1: ${start} to ${hex}.`, key: "T.Moved", args: { units: ["r1"], start, hex } }], ...more });
    const begun = line(1, "red", { action: "move r1", told: [] });
    const stop = line(4, "red", { action: "stop", told: [] });
    const all = deeds([begun, moved(2, "0101", "0102"), moved(3, "0102", "0103"), stop, line(5, "red")]);
    expect(all.map((d) => [d.line.n, d.after.map((l) => l.n)])).toEqual([[1, [2, 3, 4]], [5, []]]);
    expect(toldOf(all[0]!).map((x) => [x.args, x.hexes])).toEqual([[{ units: ["r1"], start: "0101", hex: "0103" }, ["0101", "0103"]]]);
    // Whoever meets the move parts it.
    expect(deeds([begun, moved(2, "0101", "0102"), line(3, "blue"), moved(4, "0102", "0103")]).map((d) => d.line.n)).toEqual([1, 3, 4]);
    expect(deeds([line(1, "red", { action: "end", told: [] }), moved(2, "0101", "0102")])).toHaveLength(2);
  });

  it("turns hold phases; what was taken back lies folded where it was", () => {
    const all = [
      line(1, "red"), line(2, "red", { undone: true }), throw_(3, [6], { undone: true }), line(4, "red", { kind: "back" }),
      line(5, "red", { phase: "Combat" }), line(6, "blue", { turn: "Turn 2" }),
    ];
    const turns = tree(deeds(all));
    expect(turns.map((t) => [t.name, t.phases.map((p) => p.name)])).toEqual([["Turn 1", ["Movement", "Combat"]], ["Turn 2", ["Movement"]]]);
    const [one, fold, back] = turns[0]!.phases[0]!.items;
    expect([folded(one!), folded(fold!), folded(back!)]).toEqual([false, true, false]);
    expect(folded(fold!) && fold.gone.map((d) => [d.line.n, d.after.length])).toEqual([[2, 1]]);
  });

  it("is sifted by words, by side, by dice, by time", () => {
    const all = deeds([line(1, "red"), throw_(2, [3]), line(3, "blue"), line(4, "blue", { action: "attack r1" })]);
    const say = (d: { line: { action: string; told: readonly { text: string }[] } }) => d.line.told[0]!.text + d.line.action;
    const ns = (sought: object) => sift(all, { ...EVERYTHING, ...sought }, say).map((d) => d.line.n);
    expect(ns({})).toEqual([1, 3, 4]);
    expect(ns({ text: "ATTACK r1" })).toEqual([4]);
    expect(ns({ by: "blue" })).toEqual([3, 4]);
    expect(ns({ dice: true })).toEqual([1]);
    expect(ns({ after: 1 })).toEqual([1, 3, 4]); // its throw came later
    expect(ns({ after: 2 })).toEqual([3, 4]);
  });

  it("lists throws that stand, with whoever brought them", () => {
    const all = throws([throw_(1, [2]), line(2, "red"), throw_(3, [5]), line(4, "blue", { undone: true }), throw_(5, [6], { undone: true })]);
    expect(all.map((x) => [x.by, x.line.n, x.cause.n])).toEqual([["", 1, 1], ["red", 3, 2]]);
  });

  it("knows up to where I have seen it: my last action and the throws it brought", () => {
    const all = [line(1, "blue"), line(2, "red"), throw_(3, [1]), line(4, "blue"), throw_(5, [2])];
    expect(lastOwn(all, ["red"], 0)).toBe(3);
    expect(lastOwn(all, ["green"], 4)).toBe(4);
    const held = line(6, "red", { kind: "hold", action: "on" }); // I stopped the computer, and have seen no more of it
    expect(lastOwn([...all, held, line(7, "blue")], ["red"], 0)).toBe(3);
  });
});
