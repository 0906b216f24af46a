import { describe, expect, it } from "vitest";
import { counts, fairness, sealed, sidesOf, tail } from "./fair";

describe("counting dice", () => {
  it("knows sixes, tens from 0 and from 1, twenties and hundreds", () => {
    expect([[1, 6], [0, 3], [7, 10], [12], [57]].map(sidesOf)).toEqual([6, 10, 10, 20, 100]);
    expect(counts([0, 9, 9]).map((c) => c.face)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(counts([2, 2, 6]).map((c) => c.n)).toEqual([0, 2, 0, 0, 0, 1]);
  });

  it("agrees with printed tables of chi-square", () => {
    // five per cent and one per cent points for 5 and 9 degrees of freedom
    for (const [chi2, df, p] of [[11.0705, 5, 0.05], [15.0863, 5, 0.01], [16.919, 9, 0.05], [21.666, 9, 0.01]] as const) {
      expect(tail(chi2, df)).toBeCloseTo(p, 4);
    }
    expect(tail(0, 5)).toBe(1);
  });

  it("puts a series into a word", () => {
    const times = (n: number) => [1, 2, 3, 4, 5, 6].flatMap((f) => Array<number>(n).fill(f));
    expect(fairness([1, 2, 3]).word).toBe("few");
    expect(fairness(times(10))).toMatchObject({ n: 60, mean: 3.5, due: 3.5, chi2: 0, word: "fair" });
    expect(fairness([...times(10), ...Array<number>(14).fill(6)]).word).toBe("uneven");
    expect(fairness([...times(10), ...Array<number>(30).fill(6)]).word).toBe("rare");
  });
});

describe("the seed", () => {
  it("is the promised one, or is not", async () => {
    const mark = "d88dac3d61344dd025e8d39d0726f8c4b45fce9104eacb23ac090299a3e947b1"; // sha256sum of grognard|5eed
    expect(await sealed("5eed", mark)).toBe(true);
    expect(await sealed("5eee", mark)).toBe(false);
  });
});
