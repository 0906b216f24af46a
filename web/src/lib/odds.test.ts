import { describe, expect, it } from "vitest";
import { between, percents, together } from "./odds";
import type { Outcome } from "./wire";

const outcome = (share: number, good: number, bounds?: [number, number]) => ({ chance: "", share, text: "", good, bounds }) as unknown as Outcome;
const fine = (o: Outcome) => (o.good ?? 2) > 2;

describe("chances between bounds", () => {
  it("are points where they are exact", () => {
    const all = [outcome(0.25, 4), outcome(0.75, 0)];
    expect(together(all, fine)).toEqual({ low: 0.25, high: 0.25 });
    expect(percents(together(all, fine))).toBe("25 %");
    expect(between(all[0]!)).toEqual({ low: 0.25, high: 0.25 });
  });

  it("are added up as far as that can be known", () => {
    const all = [outcome(0.5, 4, [0.1, 0.8]), outcome(0.2, 3, [0, 0.4]), outcome(0.3, 1, [0.2, 0.6])];
    expect(percents(together(all, fine))).toBe("40-80 %");
    expect(percents(together(all, (o) => !fine(o)))).toBe("20-60 %");
    expect(together(all, () => true)).toEqual({ low: 1, high: 1 });
    expect(together(all, () => false)).toEqual({ low: 0, high: 0 });
  });
});
