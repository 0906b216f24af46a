// What players type: units by their ids or by what stands on the counter, hexes by number or name.
export interface Known {
  unit(id: string): boolean;
  hex(id: string): boolean;
  labelled(label: string): readonly string[]; // the units on whose counter this stands
  friend(unit: string): boolean;
  places: ReadonlyMap<string, string>; // hex: name
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function unitOf(word: string, mine: boolean, known: Known): string | null {
  if (known.unit(word)) return word;
  const found = known.labelled(word);
  const fit = found.filter((u) => known.friend(u) === mine);
  return (fit.length ? fit : found)[0] ?? null;
}

function hexOf(word: string, known: Known): string | null {
  const low = bare(word);
  if (low.length < 3) return null;
  const all = [...known.places];
  const found = all.filter(([, n]) => bare(n) === low);
  const near = found.length ? found : all.filter(([, n]) => bare(n).startsWith(low));
  return near.length === 1 ? near[0]![0] : null;
}

/** A line as the server knows it: ids for labels, numbers for names. What stands after `on` is the enemy's. */
export function meant(line: string, known: Known): string {
  const [verb = "", ...words] = line.split(" ");
  let mine = true;
  const out = words.map((word) => {
    if (word === "on") mine = false;
    if (known.hex(word)) return word;
    const units = word.split(",").map((w) => unitOf(w, mine, known));
    if (units.every((u) => u !== null)) return units.join(",");
    return hexOf(word, known) ?? word;
  });
  return [verb, ...out].join(" ");
}

/** "embark a,b 1628" where a verb takes one unit: the same for each of them. */
export function each(line: string): string[] {
  const [verb = "", who = "", ...rest] = line.split(" ");
  return who.split(",").map((u) => [verb, u, ...rest].join(" "));
}
