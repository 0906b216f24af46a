// The catalogues. English is in the first script, German comes when asked for, the pseudo-locale is made from English.
import i18next, { type TOptions } from "i18next";
import en from "../i18n/en.json";

export const LANGUAGES = ["en", "de", "pseudo"] as const;
export type Language = (typeof LANGUAGES)[number];

const ACCENTS: Record<string, string> = {
  a: "å", e: "é", i: "î", o: "ö", u: "û", c: "ç", n: "ñ", s: "š", y: "ý", A: "Å", E: "É", I: "Î", O: "Ö", U: "Û",
};

/** Accents and a third more length; what stands in {{...}} is left alone. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\})/);
  const body = parts.map((p) => (p.startsWith("{{") ? p : p.replace(/[a-z]/gi, (c) => ACCENTS[c] ?? c))).join("");
  return `[${body}${"·".repeat(Math.ceil(text.length / 3))}]`;
}

export function guess(wanted: readonly string[]): Language {
  return wanted.some((l) => l.toLowerCase().startsWith("de")) && !wanted[0]?.startsWith("en") ? "de" : "en";
}

const now = $state({ language: "en" as Language });

export const language = (): Language => now.language;
/** A tag that Intl knows. */
export const locale = (): string => (now.language === "de" ? "de" : "en");

export async function speak(wanted: Language): Promise<void> {
  if (!i18next.isInitialized) {
    await i18next.init({
      lng: "en", fallbackLng: "en", keySeparator: false, nsSeparator: false, returnNull: false,
      interpolation: { escapeValue: false }, resources: { en: { translation: en } },
    });
  }
  if (wanted === "de" && !i18next.hasResourceBundle("de", "translation")) {
    i18next.addResourceBundle("de", "translation", (await import("../i18n/de.json")).default);
  }
  if (wanted === "pseudo" && !i18next.hasResourceBundle("pseudo", "translation")) {
    const all = Object.fromEntries(Object.entries(en).map(([k, v]) => [k, pseudo(v)]));
    i18next.addResourceBundle("pseudo", "translation", all);
  }
  await i18next.changeLanguage(wanted);
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

export const list = (items: readonly string[]): string => new Intl.ListFormat(locale(), { type: "conjunction" }).format(items);
