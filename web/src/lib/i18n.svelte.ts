// The catalogues. English is in the first script, German comes when asked for; so does the language of the tests, which is
// made from English and which no list of languages names.
import i18next, { type TOptions } from "i18next";
import { english } from "../i18n/en";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number] | "en-XA";
export const NAMES: Record<Language, string> = { en: "English", de: "Deutsch", "en-XA": "[Éñğľîšh]" };
/** To choose from. */
export const tongues = (): Language[] => (now.language === "en-XA" ? [...LANGUAGES, "en-XA"] : [...LANGUAGES]);

const BUNDLES: Record<Language, () => Promise<Record<string, string>>> = {
  en: async () => english,
  de: async () => (await import("../i18n/de")).german,
  "en-XA": async () => (await import("../i18n/pseudo")).accented,
};

export function guess(wanted: readonly string[]): Language {
  return wanted.some((l) => l.toLowerCase().startsWith("de")) && !wanted[0]?.startsWith("en") ? "de" : "en";
}

const now = $state({ language: "en" as Language });

export const language = (): Language => now.language;
/** A tag that Intl knows. */
export const locale = (): string => now.language;

/** Where the catalogue does not come, the page speaks as before. */
export async function speak(wanted: Language): Promise<void> {
  if (!i18next.isInitialized) {
    await i18next.init({
      lng: "en", fallbackLng: "en", keySeparator: false, nsSeparator: false, returnNull: false,
      interpolation: { escapeValue: false }, resources: { en: { translation: english } },
    });
  }
  if (!i18next.hasResourceBundle(wanted, "translation")) {
    try {
      i18next.addResourceBundle(wanted, "translation", await BUNDLES[wanted]());
    } catch (e) {
      console.error(e);
      return;
    }
  }
  await i18next.changeLanguage(wanted);
  moulds = mouldsOf(Object.keys(i18next.getResourceBundle(wanted, "translation") as object));
  cast.clear();
  now.language = wanted;
  if (typeof document !== "undefined") document.documentElement.lang = locale();
}

/** A text of the interface. Reading the language here makes every caller follow it. */
export function t(key: string, args?: TOptions): string {
  void now.language;
  return i18next.t(key, args ?? {});
}

export function has(key: string): boolean {
  void now.language;
  return i18next.exists(key);
}

export const list = (items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(locale(), { type }).format(items);

interface Mould {
  key: string;
  at: RegExp;
  names: string[];
}

let moulds: Mould[] = [];
const cast = new Map<string, string>();

const escape = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** "turns {{#a}} to {{#b}}" as what it matches: `{{x}}` any words, `{{#x}}` a number. What says most comes first. */
export function mouldsOf(keys: readonly string[]): Mould[] {
  const said = (key: string) => key.replace(/\{\{#?\w+\}\}/g, "").length;
  return keys
    .filter((k) => k.includes("{{"))
    .sort((a, b) => said(b) - said(a))
    .map((key) => {
      const parts = key.split(/\{\{(#?\w+)\}\}/);
      const any = (name: string) =>
        name.startsWith("#") ? "([-\\d./½⅓⅔¼¾]+)" : name === "why" ? "(.+?)" : "((?:(?!\\. |; ).)+?)"; // a fact, or a whole reason
      const at = new RegExp(`^${parts.map((p, i) => (i % 2 ? any(p) : escape(p))).join("")}$`);
      return { key, at, names: parts.filter((_, i) => i % 2).map((n) => n.replace("#", "")) };
    });
}

/** What the server says in English without a key, where the catalogue has it by its own words: whole, by a mould, or
 * piece by piece. */
export function served(text: string): string {
  if (now.language === "en" || !text) return text;
  const known = cast.get(text);
  if (known !== undefined) return known;
  const said = inWhole(text) ?? inPieces(text) ?? text;
  cast.set(text, said);
  return said;
}

function inWhole(text: string): string | null {
  if (i18next.exists(text, { fallbackLng: [] })) return i18next.t(text);
  const [, hex, name] = /^(\d{4}) (.+)$/.exec(text) ?? [];
  if (name && i18next.exists(name, { fallbackLng: [] })) return `${hex} ${i18next.t(name)}`;
  for (const { key, at, names } of moulds) {
    const found = at.exec(text);
    if (found) return i18next.t(key, Object.fromEntries(names.map((n, i) => [n, part(found[i + 1]!)])));
  }
  return null;
}

/** Several sentences, several facts. */
function inPieces(text: string): string | null {
  for (const between of [/(?<=\.) /, "; ", ", "]) {
    const pieces = text.split(between);
    if (pieces.length > 1) return pieces.map(served).join(typeof between === "string" ? between : " ");
  }
  return null;
}

/** What stands in a mould: words of its own, or names in a row. */
function part(text: string): string {
  const names = text.split(/, | and | or /);
  if (names.length === 1 || inWhole(text) !== null) return served(text);
  return list(names.map(served), text.includes(" or ") ? "disjunction" : "conjunction");
}
