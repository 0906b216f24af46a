// What is typed, told, cut into links, and counted in halves.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HELP, typed } from "./command";
import { guess, language, list, locale, served, speak, t, tongues } from "./i18n.svelte";
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

describe("what is served in English", () => {
  beforeAll(() => speak("de"));
  afterAll(() => speak("en"));

  it("is German where the catalogue has it: whole, by a mould, in pieces", () => {
    expect(served("mountain")).toBe("Gebirge");
    expect(served("port for 3 units")).toBe("Hafen für 3 Einheiten");
    expect(served("Turn 4 of 50, 27 June to 3 July 1944: Allied Combat (A6)")).toBe("Zug 4 von 50, 27. Juni bis 3. Juli 1944: Alliierter Kampf (A6)");
    expect(served("2320 Cologne holds an enemy unit")).toBe("in 2320 Köln steht eine feindliche Einheit");
    expect(served("port for 3 units; 1st Infantry is not ashore")).toBe("Hafen für 3 Einheiten; 1st Infantry ist nicht an Land");
    expect(served("1st Infantry, 4th Infantry, 29th Infantry, 6th Airborne and 3 more must attack (TGC-combat.12: before any combat is resolved) [TGC-combat.8]"))
      .toBe("erst nötig: Angriff durch 1st Infantry, 4th Infantry, 29th Infantry, 6th Airborne und 3 weitere (TGC-combat.12: bevor ein Kampf durchgeführt wird) [TGC-combat.8]");
    expect(served("no unit is called '4x'; did you mean 4 or 4A?")).toBe("keine Einheit heißt „4x“; gemeint vielleicht: 4 oder 4A?");
  });

  it("stays as it is where nobody translated it", () => {
    expect(served("the bridge is blown")).toBe("the bridge is blown");
    expect(served("")).toBe("");
  });

  it("is told by its key with names as they are, and begins with a capital", () => {
    expect(say({ text: "", key: "TGC.Moved", args: { unit: "9", hex: "0303", count: 1, left: 2 } })).toBe("9 zieht nach 0303 (1 Feld, noch 2).");
    expect(say({ text: "", key: "TGC.FactorsAdded", args: { side: "german", count: 5 } })).toBe("Die Deutschen erhalten 5 Ersatzpunkte.");
    expect(say({ text: "", key: "TGC.fact.river", args: { rivers: ["Rhine", "Moselle"] } })).toBe("Gewässer: Rhein und Mosel.");
  });
});

describe("the language of the tests", () => {
  beforeAll(() => speak("en-XA"));
  afterAll(() => speak("en"));

  it("is accented, longer, in brackets, with the slots as they are", () => {
    expect(t("sheet.cells", { n: 3, of: 12 })).toMatch(/^\[3 öf 12·+\]$/);
    expect(served("port for 3 units")).toMatch(/^\[pöřť föř 3 ûñîťš·+\]$/);
    expect(served("the bridge is blown")).toBe("the bridge is blown");
    expect(t("menu.record").length).toBeGreaterThan("Save the record".length * 1.3);
    expect([language(), locale()]).toEqual(["en-XA", "en-XA"]);
  });

  it("is offered only where it is spoken already", async () => {
    expect(tongues()).toContain("en-XA");
    await speak("en");
    expect(tongues()).toEqual(["en", "de"]);
    expect(language()).toBe("en");
    expect([guess(["de-AT", "en"]), guess(["en", "de"]), guess(["fr", "de"]), guess([])]).toEqual(["de", "en", "de", "en"]);
    expect(list(["a", "b", "c"], "disjunction")).toBe("a, b, or c");
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
