// Small words of the wire in the reader's language: states, signs, heads, notes.
import { has, served, t } from "../lib/i18n.svelte";
import type { Offer } from "../lib/wire";

const plain = (word: string) => word.replaceAll("_", " ");

/** "in_zoc" by the catalogue, else as it is written. */
export function word(group: "is" | "head" | "sign" | "kind", id: string, args: Record<string, string | number> = {}): string {
  const key = `${group}.${id}`;
  return has(key) ? t(key, args) : served(plain(id));
}

/** What is special about a hex: the note says what the signs mean, so where all signs are known they speak for it. */
export function noteOf(offer: Pick<Offer, "note" | "signs" | "args">): string {
  const signs = offer.signs ?? [];
  const left = offer.args?.["left"];
  const args = { left: typeof left === "number" || typeof left === "string" ? left : "" };
  if (signs.length && signs.every((s) => has(`sign.${s}`))) return signs.map((s) => word("sign", s, args)).join("; ");
  return served(offer.note ?? "");
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export const time = (iso: string, locale: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? "" : at.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
};

/** With its day, where that was not today. */
export const moment = (iso: string, locale: string, now: Date = new Date()): string => {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  if (at.toDateString() === now.toDateString()) return time(iso, locale);
  return at.toLocaleString(locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
};
