// English and German, key by key and word by word: nothing missing, nothing left over, nothing said of other things.
import { describe, expect, test } from "vitest";
import { mouldsOf } from "../lib/i18n.svelte";
import served from "./told/words.json";

type Catalogue = Record<string, string>;
const load = (found: Record<string, Catalogue>): [string, Catalogue][] => Object.entries(found);
const english = load(import.meta.glob<Catalogue>(["./en/*.json", "./told/en.json"], { eager: true, import: "default" }));
const german = load(import.meta.glob<Catalogue>(["./de/*.json", "!./de/places.json", "./told/de.json"], { eager: true, import: "default" }));
const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!../wire.d.ts"], {
  eager: true, query: "?raw", import: "default",
});

const merged = (all: [string, Catalogue][]): Catalogue => Object.assign({}, ...all.map(([, c]) => c));
const byWords = ([path]: [string, Catalogue]) => /\/(served|refusals)\.json$/.test(path);
const en = merged(english);
const de = merged(german.filter((c) => !byWords(c)));
const words = merged(german.filter(byWords)); // what the server says without a key, by its own words

const slots = (text: string): string => [...text.matchAll(/\{\{#?(\w+)\}\}/g)].map((m) => m[1]!).sort().join(" ");
const stem = (key: string): string => key.replace(/_(one|other)$/, "");
const bare = (mould: string): string => mould.replace(/\{\{#?\w+\}\}/g, "{{}}");
/** Landing capacities, turns out of supply, drops: the rules give no 1, or the noun goes with another number. */
const ALWAYS_MORE = new Set(["TGC.fact.point", "TGC.fact.arrow", "TGC.fact.arrow.inland", "TGC.note.hungry", "TGC.prompt.airborne"]);
const told = (key: string): boolean => english.some(([path, c]) => path.includes("/told/") && key in c);

/** All that the sources ask for: whole keys, and keys put together as patterns. */
function asked(): { whole: Set<string>; made: RegExp[] } {
  const whole = new Set<string>();
  const made: RegExp[] = [];
  for (const text of Object.values(sources)) {
    for (const m of text.matchAll(/"((?:[a-z][\w-]*)(?:\.[\w-]+)*)"/gi)) whole.add(m[1]!);
    for (const m of text.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{[^`{}]*(?:\([^`{}]*\))?[^`{}]*\})*)`/gi)) {
      const parts = m[1]!.split(/\$\{[^}]*\}/).map((p) => p.replace(/[.]/g, "\\."));
      if (parts.length > 1) made.push(new RegExp(`^${parts.join(".+")}$`));
    }
    for (const m of text.matchAll(/\bword\("(\w+)"/g)) made.push(new RegExp(`^${m[1]!}\\.`));
  }
  return { whole, made };
}

/** The keys that are said outright: t("..."), has("..."). */
function said(): string[] {
  const out: string[] = [];
  for (const text of Object.values(sources)) for (const m of text.matchAll(/\b(?:t|has)\(\s*"([^"]+)"/g)) out.push(m[1]!);
  return out;
}

describe("the catalogues", () => {
  test("both languages have the same keys", () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  });

  test("a sentence speaks of the same things in both languages", () => {
    const differ = Object.keys(en).filter((k) => k in de && slots(en[k]!) !== slots(de[k]!));
    expect(differ).toEqual([]);
  });

  test("a mould and its translation have the same slots", () => {
    expect(Object.entries(words).filter(([k, v]) => slots(k) !== slots(v)).map(([k]) => k)).toEqual([]);
  });

  test("a mould names each slot once", () => {
    const twice = Object.keys(words).filter((k) => new Set(slots(k).split(" ")).size !== slots(k).split(" ").length);
    expect(twice).toEqual([]);
  });

  test("everything that is said without a key is translated, and nothing else", () => {
    const known = new Set(Object.keys(words).map(bare));
    const numbers = mouldsOf(Object.keys(words)); // "port for 3 units" goes by "port for {{#n}} units"
    const made = (text: string) => (text.includes("{{") ? undefined : numbers.find((m) => m.key.includes("{{#") && m.at.test(text)));
    expect(served.filter((text) => !known.has(bare(text)) && !made(text))).toEqual([]);
    const used = new Set([...served.map(bare), ...served.flatMap((text) => made(text)?.key ?? []).map(bare)]);
    expect(Object.keys(words).filter((k) => !used.has(bare(k)))).toEqual([]);
  });

  test("nothing is said in two ways", () => {
    const keys = Object.keys(words).map(bare);
    expect(keys.filter((k, i) => keys.indexOf(k) !== i)).toEqual([]);
  });

  test("no key stands in two chapters", () => {
    for (const all of [english, german]) {
      const keys = all.flatMap(([, c]) => Object.keys(c));
      expect(keys.filter((k, i) => keys.indexOf(k) !== i)).toEqual([]);
    }
  });

  test("every number has its forms: one, and other or what stands for it", () => {
    for (const all of [en, de]) {
      const plural = Object.keys(all).filter((k) => stem(k) !== k);
      expect(plural.length).toBeGreaterThan(20);
      expect(plural.filter((k) => !(`${stem(k)}_one` in all && (`${stem(k)}_other` in all) !== stem(k) in all))).toEqual([]);
    }
  });

  test("what is counted is counted: with {{count}} there is a form for one", () => {
    const counts = Object.keys(en).filter((k) => stem(k) === k && en[k]!.includes("{{count}}") && !(`${k}_one` in en));
    expect(counts.filter((k) => /\{\{count\}\} [a-z]/.test(en[k]!) && !ALWAYS_MORE.has(k))).toEqual([]);
  });

  test("German has its own quotation marks, and no blanks at the ends", () => {
    for (const all of [de, words]) {
      const wrong = Object.entries(all).filter(([k, v]) => /["']|“[^“”]*”|\u00a0|  /.test(v) || (v !== v.trim() && !k.startsWith("air.")));
      expect(wrong).toEqual([]);
    }
  });

  test("no text is empty", () => {
    for (const all of [en, de, words]) expect(Object.keys(all).filter((k) => !all[k]!.trim())).toEqual([]);
  });

  test("every key that is asked for is there", () => {
    expect(said().length).toBeGreaterThan(200);
    expect(said().filter((k) => !(k in en) && !(`${k}_other` in en))).toEqual([]);
  });

  test("every key is asked for", () => {
    const { whole, made } = asked();
    const unused = [...new Set(Object.keys(en).filter((k) => !told(k)).map(stem))]
      .filter((k) => !whole.has(k) && !made.some((m) => m.test(k)));
    expect(unused).toEqual([]);
  });
});
