// What stands on a counter, from what is printed and how the unit is now.
import { SYMBOLS } from "virtual:symbols";
import { fraction, twelfths } from "../lib/say";
import type { Counter, Piece } from "../lib/wire";

export interface Factor {
  name: string;
  now: string;
  printed: string; // where it differs
  frame: string; // box, yellow, hexagon, red, or nothing
}

export interface Face {
  symbol: string; // the id of its drawing, "" where there is none
  word: string;
  top: string;
  factors: Factor[];
  steps: boolean[]; // filled: left; hollow: lost
  signs: string[];
  grey: boolean;
  turned: boolean;
  striped: boolean;
  band: string; // a colour, where the counter has one of its own
  on: string; // what is read on it: dark or light
}

const GREY = new Set(["unsupplied", "isolated", "out_of_supply"]);
const TURNED = new Set(["spent", "moved"]);
const STRIPED = new Set(["disrupted"]);
const STEPS = new Set(["steps", "step", "strength points", "cel"]);
/** Shown by other means: the ring around a hex, the arrow, the number of its combat. */
const QUIET = new Set(["in_zoc", "in_combat", "at_sea"]);

/** Other spellings of the symbols that are drawn. */
const ALSO: Record<string, string> = {
  mechanized: "mechanised", armour: "armor", tank: "armor", motorized: "motorised_infantry", parachute: "airborne",
};

export const drawing = (counter: Counter, known: (key: string) => boolean): string => {
  for (const symbol of [counter.symbol, ALSO[counter.symbol] ?? ""]) {
    for (const size of [counter.size ?? "", ""]) if (symbol && known(`${symbol}/${size}`)) return `${symbol}/${size}`;
  }
  return known("unknown/") ? "unknown/" : "";
};

/** Is there a drawing by this key? */
export const known = (key: string): boolean => key in SYMBOLS;

export const idOf = (key: string): string => `sym-${key.replace("/", "-")}`;

/** "5/2" as a player reads it. */
export const worth = (value: string): string => (/^-?\d+\/\d+$/.test(value) ? fraction(twelfths(value)) : value);

export function face(counter: Counter, piece: Piece | null, known: (key: string) => boolean): Face {
  const printed = counter.values ?? [];
  const now = piece?.values?.length ? piece.values : printed;
  const names = counter.value_names ?? [];
  const states = piece?.states ?? [];
  const factors: Factor[] = [];
  let steps: boolean[] = [];
  now.forEach((v, i) => {
    const name = names[i] ?? "";
    const was = printed[i] ?? v;
    if (STEPS.has(name.toLowerCase()) && /^\d$/.test(v) && /^\d$/.test(was)) {
      steps = Array.from({ length: Math.max(Number(was), Number(v)) }, (_, n) => n < Number(v));
    } else {
      const frame = counter.frames?.[i] ?? "";
      factors.push({ name, now: worth(v), printed: was === v || v === "d" ? "" : worth(was), frame });
    }
  });
  const said = (set: Set<string>) => states.some((s) => set.has(s));
  return {
    symbol: drawing(counter, known),
    word: counter.kind || counter.symbol.replaceAll("_", " "),
    top: counter.label || counter.name,
    factors,
    steps,
    signs: states.filter((s) => ![GREY, TURNED, STRIPED, QUIET].some((set) => set.has(s))),
    grey: said(GREY),
    turned: said(TURNED),
    striped: said(STRIPED),
    band: counter.band ?? "",
    on: counter.band && light(counter.band) ? "dark" : "light",
  };
}

/** Is a colour such as #b8860b bright enough for dark letters? */
export function light(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);
  const part = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) > 0.18;
}

/** A counter in words: name, kind, factors as they are now, how it is. */
export function inWords(counter: Counter, piece: Piece | null, state: (s: string) => string): string {
  const values = piece?.values?.length ? piece.values : (counter.values ?? []);
  const names = counter.value_names ?? [];
  const factors = values.map((v, i) => `${names[i] ?? ""} ${worth(v)}`.trim());
  return [counter.name, counter.kind ?? "", ...factors, ...(piece?.states ?? []).map(state), piece?.left ?? ""]
    .filter(Boolean)
    .join(", ");
}
