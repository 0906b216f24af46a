// Lengths and times as they are said.
import { locale, served, t } from "../lib/i18n.svelte";
import { chapter } from "../lib/say";
import type { GameCard, ScenarioCard } from "../lib/wire";
import { alone } from "./seats";

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);

/** A side as players call it; `first`: at the head of a sentence. */
export function sideName(sides: Record<string, string>, side: string, first = false): string {
  const name = served(sides[side] ?? side);
  return first ? capital(name) : name;
}

export const sideClass = (sides: Record<string, string>, side: string): string =>
  ["side-a", "side-b"][Object.keys(sides).indexOf(side)] ?? "side-none";

/** A title as its player gave it; that of the scenario in the reader's language. */
export const titleOf = (given: string, scenario: string): string =>
  given && given !== scenario ? given : scenario ? served(scenario) : t("lobby.study");

export function length(minutes: number): string {
  if (minutes < 90) return t("lobby.minutes", { count: minutes });
  const hours = Math.round(minutes / 30) / 2;
  return t("lobby.hours", { count: Math.ceil(hours), n: new Intl.NumberFormat(locale()).format(hours) });
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000], ["month", 2_592_000], ["week", 604_800], ["day", 86_400], ["hour", 3_600], ["minute", 60],
];

/** How long ago. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (!Number.isFinite(seconds)) return "";
  const found = STEPS.find(([, s]) => Math.abs(seconds) >= s);
  if (!found) return t("lobby.justnow");
  const [unit, size] = found;
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** My turn first, then what goes on, then what is over; the latest first in each. */
export function inOrder(games: readonly GameCard[]): GameCard[] {
  const rank = (g: GameCard) => (g.broken || g.over ? 2 : g.your_turn ? 0 : 1);
  return [...games].sort((a, b) => rank(a) - rank(b) || (a.last < b.last ? 1 : a.last > b.last ? -1 : 0));
}

/** By the games they belong to, in the order of the server. */
export function bySystem(all: readonly ScenarioCard[]): [string, ScenarioCard[]][] {
  const found = new Map<string, ScenarioCard[]>();
  for (const s of all) found.set(s.system_title, [...(found.get(s.system_title) ?? []), s]);
  return [...found];
}

/** Which scenario a record is of: its header says so. A study is played like the longest game of its system. */
export function scenarioOf(record: string, all: readonly ScenarioCard[]): ScenarioCard | null {
  const head = record.slice(0, 2_000);
  const word = (name: string) => new RegExp(`^${name} (\\S+)\\s*$`, "m").exec(head)?.[1] ?? "";
  const id = `${word("system")}/${word("scenario")}`;
  const known = all.find((s) => s.id === id);
  if (known || !word("position")) return known ?? null;
  const kin = all.filter((s) => s.id.startsWith(`${word("system")}/`) && !alone(s));
  return kin[0] ? { ...kin[0], id, title: t("lobby.study") } : null;
}

/** A line of a record, by its number from 1. */
export const lineOf = (record: string, n: number): string => (record.split("\n")[n - 1] ?? "").slice(0, 400);

/** A clause as it is read: without the marks of its source. */
export const plainClause = (text: string): string => text.replace(/[*`]/g, "");

/** The clauses that speak of all that is sought, by chapters. */
export function found(clauses: Readonly<Record<string, string>>, sought: string): { id: string; clauses: [string, string][] }[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const out = new Map<string, [string, string][]>();
  for (const [name, text] of Object.entries(clauses)) {
    const all = `${name} ${text}`.toLowerCase();
    if (!words.every((w) => all.includes(w))) continue;
    const id = chapter(name);
    out.set(id, [...(out.get(id) ?? []), [name, text]]);
  }
  return [...out].map(([id, list]) => ({ id, clauses: list }));
}

/** The scenario to begin with: the shortest that the catalogue has hints for. */
export function lesson(all: readonly ScenarioCard[], hints: (id: string) => boolean): ScenarioCard | null {
  return all.filter((s) => hints(s.id)).sort((a, b) => a.minutes - b.minutes)[0] ?? null;
}
