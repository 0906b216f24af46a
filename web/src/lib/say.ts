// What the server tells, in the reader's language where the catalogue has it; and where its links are.
import { has, list, served, t } from "./i18n.svelte";
import type { Offer, Told } from "./wire";

/** What ids stand for at the table that is open. */
export interface Lexicon {
  name(unit: string): string;
  placeName(hex: string): string;
}

let lexicon: Lexicon | null = null;

export function lookup(words: Lexicon): void {
  lexicon = words;
}

export function forget(words: Lexicon): void {
  if (lexicon === words) lexicon = null;
}

const UNITS = new Set(["unit", "units", "attackers", "defenders"]);
const HEXES = new Set(["hex", "hexes", "sea", "start"]);

/** An argument as it is read. What it stands for follows from its name: units, hexes, a word of the catalogue. */
function read(name: string, value: string | number | readonly string[]): string | number {
  if (typeof value === "number") return value;
  const ids = typeof value === "string" ? [value] : value;
  if (UNITS.has(name)) return list(few(ids.map((u) => lexicon?.name(u) ?? u)));
  if (HEXES.has(name)) return list(ids.map((h) => lexicon?.placeName(h) ?? h));
  return list(ids.map((v) => (v && has(`${name}.${v}`) ? t(`${name}.${v}`) : served(v))));
}

/** The first four of a crowd, and how many more. */
function few(names: string[]): string[] {
  return names.length > 5 ? [...names.slice(0, 4), t("say.more", { count: names.length - 4 })] : names;
}

/** By its key from the catalogue, else the server's own words. */
function worded(told: Pick<Told, "text" | "key" | "args">): string {
  if (!told.key || !has(told.key)) return served(told.text);
  const args: Record<string, string | number> = {};
  for (const [k, v] of Object.entries(told.args ?? {})) args[k] = read(k, v);
  if (typeof args["n"] === "number") args["count"] = args["n"];
  return t(told.key, args);
}

/** A sentence. */
export function say(told: Told): string {
  const text = worded(told);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** An action as it stands on a button or in a hex. */
export const label = (offer: Pick<Offer, "label" | "key" | "args">): string =>
  worded({ text: offer.label, key: offer.key, args: offer.args });

/** The action that goes on, on its button: by the step that comes, or by what is done. */
export function onward(offer: Offer, brief: (what: string) => string = (what) => what): string {
  const what = brief(label(offer));
  return offer.leads ? t("play.next", { what }) : what.charAt(0).toLocaleUpperCase() + what.slice(1);
}

export const sayAll = (told: readonly Told[]): string => told.map(say).join(" ");

/** A piece of a sentence: plain, or a link to a hex, a unit, a clause. */
export interface Piece {
  text: string;
  kind: "text" | "hex" | "unit" | "clause";
  id: string;
}

const escape = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A clause as every system of ours numbers them: TGC-combat.23, CTL-5.6.3c, WB-1.5. */
export const CLAUSE = /\b[A-Z]{2,4}-[A-Za-z0-9]+(?:\.[0-9]+[0-9A-Za-z]*)*/;

/** Cut a sentence at the hexes, units and clauses it names. Longer names win: "12th SS" before "12th". */
export function cut(text: string, hexes: readonly string[], units: ReadonlyMap<string, string>): Piece[] {
  const names = [...units.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
  const marks = [...names.map(escape), ...hexes.map((h) => `\\b${escape(h)}\\b`), CLAUSE.source];
  const found = new RegExp(`\\[?(${marks.join("|")})\\]?`, "g");
  const pieces: Piece[] = [];
  let at = 0;
  for (const m of text.matchAll(found)) {
    const word = m[1]!;
    if (m.index > at) pieces.push({ text: text.slice(at, m.index), kind: "text", id: "" });
    const unit = units.get(word);
    if (unit !== undefined) pieces.push({ text: m[0], kind: "unit", id: unit });
    else if (hexes.includes(word)) pieces.push({ text: m[0], kind: "hex", id: word });
    else pieces.push({ text: word, kind: "clause", id: word });
    at = m.index + m[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: "text", id: "" });
  return pieces;
}

/** The chapter of a clause: what stands before the first dot. */
export const chapter = (clause: string): string => clause.split(".")[0]!;

/** "5/2" as a number, for sums that must come out exactly: in twelfths, which halves and thirds divide. */
export function twelfths(value: string | number): number {
  const [a = "0", b = "1"] = String(value).split("/");
  return Math.round((Number(a) * 12) / Number(b));
}

export function fraction(n: number): string {
  const whole = Math.trunc(n / 12);
  const rest = Math.abs(n % 12);
  const sign: Record<number, string> = { 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾" };
  if (!rest) return String(whole);
  return (whole ? String(whole) : n < 0 ? "-" : "") + (sign[rest] ?? ` ${rest}/12`);
}
