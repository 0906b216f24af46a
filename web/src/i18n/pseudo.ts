// A language made from English, for tests: accented, a third longer, in brackets. What stands outside of brackets on a
// page came past the catalogues; what is cut off has no room for longer languages.
import { english } from "./en";
import words from "./told/words.json";

const ACCENTS: Record<string, string> = {
  a: "å", c: "ç", e: "é", g: "ğ", i: "î", l: "ľ", n: "ñ", o: "ö", r: "ř", s: "š", t: "ť", u: "û", y: "ý", z: "ž",
  A: "Å", C: "Ç", E: "É", G: "Ğ", I: "Î", L: "Ľ", N: "Ñ", O: "Ö", R: "Ř", S: "Š", T: "Ť", U: "Û", Y: "Ý", Z: "Ž",
};

/** What stands in {{...}} is left alone. A blank at the start keeps its place, outside. */
export function pseudo(text: string): string {
  const [, blank, said] = /^(\s*)(.*)$/s.exec(text)!;
  const parts = said!.split(/(\{\{[^}]*\}\})/).map((p, i) => (i % 2 ? p.replace("#", "") : p.replace(/[a-z]/gi, (c) => ACCENTS[c] ?? c)));
  const length = said!.replace(/\{\{[^}]*\}\}/g, "").length;
  return `${blank}[${parts.join("")}${"·".repeat(Math.ceil(length * 0.35))}]`;
}

export const accented: Record<string, string> = Object.fromEntries([
  ...Object.entries(english).map(([key, text]) => [key, pseudo(text)]),
  ...words.map((text) => [text, pseudo(text)]),
]);
