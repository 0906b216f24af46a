// What is typed, told, cut into links, and counted in halves.
import { beforeAll, describe, expect, it } from "vitest";
import { HELP, typed } from "./command";
import { speak } from "./i18n.svelte";
import { cut, forget, fraction, label, lookup, say, twelfths } from "./say";

beforeAll(() => speak("en"));

describe("a typed line", () => {
  it("is an action unless it asks or goes somewhere", () => {
    expect(typed(" :move  r1 0102 ")).toEqual({ what: "do", action: "move r1 0102" });
    expect(typed("odds attack r1 on b1")).toEqual({ what: "odds", action: "attack r1 on b1" });
    expect(typed("why not move r1 0505")).toEqual({ what: "why", action: "move r1 0505" });
    expect(typed("Go 0303")).toEqual({ what: "go", hex: "0303" });
    expect(typed("show Log")).toEqual({ what: "show", tab: "log" });
    expect(typed("undo")).toEqual({ what: "undo" });
    expect(typed("next r1")).toEqual({ what: "do", action: "next r1" });
    expect(typed("  ")).toBeNull();
  });

  it("of every kind is explained", () => {
    for (const [text] of HELP) expect(typed(text)).not.toBeNull();
  });
});

describe("a sentence", () => {
  it("is the server's own where the catalogue does not know it", () => {
    expect(say({ text: "the bridge is blown", key: "TOY.Nobody" })).toBe("The bridge is blown");
  });

  it("by its key names units and places as the open table knows them", () => {
    const table = { name: (u: string) => `${u}th`, placeName: (h: string) => `${h} Ford` };
    lookup(table);
    const told = { text: "", key: "TGC.Retreated", args: { unit: "9", hex: "0303" } };
    expect(say(told)).toBe("9th retreats to 0303 Ford.");
    forget(table);
    expect(say(told)).toBe("9 retreats to 0303.");
  });

  it("names four of a crowd", () => {
    const told = { text: "", key: "TGC.Eliminated", args: { units: ["a", "b", "c", "d", "e", "f"] } };
    expect(say(told)).toBe("Eliminated: a, b, c, d, and 2 more.");
  });

  it("on a button begins small", () => {
    expect(label({ label: "move to 0303", key: "", args: {} })).toBe("move to 0303");
  });
});

describe("links", () => {
  it("are cut at hexes, units and clauses; the longer name wins", () => {
    const pieces = cut("12th SS leaves 0303 for 03033 [TOY-zoc.3]", ["0303"], new Map([["12th", "a"], ["12th SS", "b"]]));
    expect(pieces.filter((p) => p.kind !== "text").map((p) => [p.kind, p.id])).toEqual([["unit", "b"], ["hex", "0303"], ["clause", "TOY-zoc.3"]]);
    expect(pieces.map((p) => p.text).join("")).toBe("12th SS leaves 0303 for 03033 TOY-zoc.3");
  });
});

describe("halves and thirds", () => {
  it("add up exactly and are read as fractions", () => {
    expect(twelfths("5/2") + twelfths("1/3") + twelfths(2)).toBe(58);
    expect(["5/2", "1/3", "4", "-1/2", "11/4"].map((x) => fraction(twelfths(x)))).toEqual(["2½", "⅓", "4", "-½", "2¾"]);
  });
});
