// The hatch and the colour of each overlay, by its place in the list. They differ in both, and in the slant first.
export interface Hatch {
  colour: string;
  angle: number;
  size: number;
  d: string;
}

const LINE = "M0 0H20";
const DOTS = "M1 1h.01M5 5h.01";

const HATCHES: readonly Hatch[] = [
  { colour: "light-dark(#8a4b00, #ffb95c)", angle: 0, size: 9, d: LINE },
  { colour: "light-dark(#0b5a8a, #7cc4f2)", angle: 45, size: 9, d: LINE },
  { colour: "light-dark(#9b1c3a, #ff8fa6)", angle: 135, size: 9, d: LINE },
  { colour: "light-dark(#1b6b45, #7fdcab)", angle: 90, size: 9, d: LINE },
  { colour: "light-dark(#5b2d86, #cda5f5)", angle: 20, size: 10, d: `${LINE}M0 4H20` },
  { colour: "light-dark(#7a6200, #ead25a)", angle: 110, size: 10, d: `${LINE}M0 4H20` },
  { colour: "light-dark(#8f2f6b, #f39ad3)", angle: 70, size: 11, d: `${LINE}M0 3H20M0 6H20` },
  { colour: "light-dark(#3b4a55, #b9cbd8)", angle: 0, size: 8, d: DOTS },
  { colour: "light-dark(#00606b, #6fdde8)", angle: 160, size: 11, d: `${LINE}M0 3H20M0 6H20` },
];

export const hatchOf = (nth: number): Hatch => HATCHES[Math.max(0, nth) % HATCHES.length]!;

/** What of a hex is written in it: a number, or odds and their modifier (4:1 +2, ?); words have their own hatch and stand in the list. */
export const written = (text: string): string => (/^[\d+:/?\s\u2212\u2013-]+$/.test(text) ? text : "");
