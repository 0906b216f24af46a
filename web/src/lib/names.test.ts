import { describe, expect, test } from "vitest";
import { each, meant, whoOf, type Known } from "./names";

const UNITS: Record<string, string> = { "us-inf-4": "4", "us-inf-9": "9", "ge-st-709": "709", "ge-inf-84": "84", "us-inf-84": "84" };
const known: Known = {
  unit: (u) => u in UNITS,
  labelled: (label) => Object.keys(UNITS).filter((u) => UNITS[u]!.toLowerCase() === label.toLowerCase()),
  friend: (u) => u.startsWith("us"),
  places: new Map([["1529", "Utah (La Madeleine)"], ["1831", "Caen"], ["2131", "Caenville"], ["2869", "Cassel"]]),
  words: ["cas"],
};

describe("what a player types", () => {
  test("counters by what stands on them, the enemy's after on", () => {
    expect(meant("attack 4,9 on 709 cas", known)).toBe("attack us-inf-4,us-inf-9 on ge-st-709 cas");
    expect(meant("attack 84 on 84", known)).toBe("attack us-inf-84 on ge-inf-84");
  });

  test("places by name, and what is open there before the map", () => {
    expect(meant("drop 4 caen", known)).toBe("drop us-inf-4 1831");
    expect(meant("embark 4 utah", known, [{ hex: "1628", label: "embark for 1529 Utah (La Madeleine)" }])).toBe("embark us-inf-4 1628");
    expect(meant("drop 4 nowhere", known)).toBe("drop us-inf-4 nowhere");
  });

  test("numbers of combats are no counters", () => {
    expect(meant("resolve 4", known)).toBe("resolve 4");
  });

  test("a verb for one unit is said of each", () => {
    expect(whoOf("embark 4,9 utah", known)).toEqual(["us-inf-4", "us-inf-9"]);
    expect(each("embark us-inf-4,us-inf-9 1628")).toEqual(["embark us-inf-4 1628", "embark us-inf-9 1628"]);
    expect(each("end")).toEqual(["end"]);
  });
});
