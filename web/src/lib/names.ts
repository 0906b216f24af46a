// What players type: units by their ids or by what stands on the counter, hexes by number or name.
export interface Known {
  unit(id: string): boolean;
  labelled(label: string): readonly string[]; // the units on whose counter this stands
  friend(unit: string): boolean;
  places: ReadonlyMap<string, string>; // hex: name
  words: readonly string[]; // that mean themselves: cas, carpet
}

/** Verbs that take a number, which is no counter's. */
const NUMBERED = new Set(["resolve", "cancel", "take", "roll"]);

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function unitOf(word: string, mine: boolean, known: Known): string | null {
  if (known.unit(word)) return word;
  const found = known.labelled(word);
  const fit = found.filter((u) => known.friend(u) === mine);
  return (fit.length ? fit : found)[0] ?? null;
}

/** The only one of some named hexes whose name is this, or begins so. */
function named(word: string, all: readonly (readonly [string, string])[]): string | null {
  const low = bare(word);
  if (low.length < 3) return null;
  const found = all.filter(([, n]) => bare(n) === low);
  const near = found.length ? found : all.filter(([, n]) => bare(n).startsWith(low) || bare(n).includes(low));
  const hexes = new Set(near.map(([h]) => h));
  return hexes.size === 1 ? [...hexes][0]! : null;
}

/** The units that a line begins with; none where it does not. */
export function whoOf(line: string, known: Known): string[] {
  const units = (line.split(" ")[1] ?? "").split(",").map((w) => unitOf(w, true, known));
  return units.every((u) => u !== null) ? (units as string[]) : [];
}

/** A line as the server knows it: ids for labels, numbers for names, those that are open now before all others. What
 * stands after `on` is the enemy's. */
export function meant(line: string, known: Known, open: readonly { hex: string; label: string }[] = []): string {
  const [verb = "", ...words] = line.split(" ");
  if (NUMBERED.has(verb)) return line;
  let mine = true;
  const out = words.map((word) => {
    if (word === "on") mine = false;
    if (/^\d{4}$/.test(word) || known.words.includes(word)) return word;
    const units = word.split(",").map((w) => unitOf(w, mine, known));
    if (units.every((u) => u !== null)) return units.join(",");
    return named(word, open.map((o) => [o.hex, o.label])) ?? named(word, [...known.places]) ?? word;
  });
  return [verb, ...out].join(" ");
}

/** "embark a,b 1628" where a verb takes one unit: the same for each of them. */
export function each(line: string): string[] {
  const [verb = "", who = "", ...rest] = line.split(" ");
  return who.split(",").map((u) => [verb, u, ...rest].filter(Boolean).join(" "));
}
