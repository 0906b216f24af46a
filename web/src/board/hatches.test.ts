import { describe, expect, it } from "vitest";
import { written } from "./hatches";

describe("what an overlay writes in a hex", () => {
  it("writes numbers and odds, with what modifies them and what is not seen", () => {
    for (const text of ["3", "4:1", "4:1 +5", "1:2 -3", "2:1 +4?", "\u2013", "1/2"]) expect(written(text)).toBe(text);
  });

  it("leaves words to the list", () => {
    for (const text of ["out of command", "Aachen", "5 VP"]) expect(written(text)).toBe("");
  });
});
