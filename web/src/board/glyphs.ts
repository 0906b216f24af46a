// Signs drawn by hand: on hexes (16 units wide about 0) and on counters (6 units). `fill` or `line` says how.
export interface Glyph {
  d: string;
  line?: boolean;
}

const star = (r: number): string =>
  Array.from({ length: 10 }, (_, i) => {
    const a = (Math.PI / 5) * i - Math.PI / 2;
    const s = i % 2 ? r * 0.42 : r;
    return `${i ? "L" : "M"}${(s * Math.cos(a)).toFixed(1)} ${(s * Math.sin(a)).toFixed(1)}`;
  }).join("") + "Z";

const ANCHOR = "M0-7.2a1.9 1.9 0 1 0 .01 0zM0-3.4V7M-3.4-.8h6.8M-6.4 2.2c.4 3.2 3 4.8 6.4 4.8s6-1.6 6.4-4.8";

export const GLYPHS: Record<string, Glyph> = {
  port: { d: ANCHOR, line: true },
  inland: { d: ANCHOR, line: true },
  beach: { d: "M-7.4-1.6q2.5-3.4 5 0t4.9 0 4.9 0M-7.4 3.6q2.5-3.4 5 0t4.9 0 4.9 0", line: true },
  star: { d: star(8) },
  allied_star: { d: star(8) },
  installation: { d: "M-7.5 7V-1l4.3 3v-3L1.1 2v-3l2.6 1.8L4.2-7h2.6l.7 14z" },
  captured: { d: "M-7.5 7V-1l4.3 3v-3L1.1 2v-3l2.6 1.8L4.2-7h2.6l.7 14z" },
  invaded: { d: "M-4 8V-8h9.5L3-4.6 5.5-1.2H-2.6V8z" },
  lost: { d: "M-6-6L6 6M-6 6L6-6", line: true },
  watched: {
    d: "M0-7.5l1.5 4.5L7.5.5v1.8L1.5.9 1 4.6l2.4 1.7v1.4L0 6.7l-3.4 1V6.3L-1 4.6-1.5.9-7.5 2.3V.5l6-3.5z",
  },
  shielded: { d: "M0-7.5l6.3 2.2v4.9c0 4-3 6.6-6.3 8.2-3.3-1.6-6.3-4.2-6.3-8.2v-4.9z" },
  bombable: {
    d: "M-2.8-8h5.6l-1 2.6C3.9-4 4.7-1.9 4.7.4 4.7 3.6 2.6 6.3 0 8c-2.6-1.7-4.7-4.4-4.7-7.6 0-2.3.8-4.4 2.9-5.8z",
  },
  vp: { d: star(7) },
  us_held: { d: star(8) },
  german_held: { d: "M-2.6-8h5.2v5.4H8v5.2H2.6V8h-5.2V2.6H-8v-5.2h5.4z" },
  improved: { d: "M-8 7v-8l4-4 4 4 4-4 4 4v8z" },
  us_edge: { d: "M-6 5L0-5 6 5z" },
  german_edge: { d: "M-5-5h10v10H-5z" },
  other: { d: "M0-6L6 0 0 6-6 0z" },
};

/** Crossed swords: whoever goes there must fight. */
export const SWORDS = "M-6.5 6.5L6-6M6.5 6.5L-6-6M-7 3l4 4M7 3L3 7";

/** States of a unit that are not drawn by its colour or its place. */
export const STATES: Record<string, string> = {
  ashore: "M-2.8.6q1.4-1.8 2.8 0t2.8 0M0-2.8v2",
  fresh: "M0 2.6V-2.6M-2-.6L0-2.6l2 2",
  home: "M-2.8 0L0-2.6 2.8 0M-1.8-.6v3h3.6v-3",
  interdicted: "M-2.4-2.4l4.8 4.8M-2.4 2.4l4.8-4.8",
  out_of_command: "M-2.6 2.6L2.6-2.6M-2.4-1.2h1.4M1 1.2h1.4",
  flipped: "M-2 1.2a2.4 2.4 0 1 0 .2-2.8M-2.2-2.6v1.4h1.4",
  other: "M0-1.8v2M0 2v.1",
};
