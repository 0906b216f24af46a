// The log as a tree: turns, their phases, in these the actions with all that came of them. Undone lines lie folded.
import type { LogLine, Told } from "./wire";

/** An action (or a run of chance before any action) and the throws that followed at once. */
export interface Deed {
  line: LogLine;
  after: LogLine[];
}

/** What was taken back, one after the other. */
export interface Fold {
  gone: Deed[];
}

export interface Phase {
  name: string;
  items: (Deed | Fold)[];
}

export interface Turn {
  name: string;
  phases: Phase[];
}

export const folded = (item: Deed | Fold): item is Fold => "gone" in item;

/** All sentences of a deed, with those of the throws that followed. Steps of one way are told as one. */
export const toldOf = (deed: Deed): Told[] => [deed.line, ...deed.after].flatMap((l) => l.told).reduce<Told[]>(step, []);

const MOVED = /\.Moved(\.covered)?$/;

/** One more sentence; where it goes on with the way of the last one, that one reaches farther. */
function step(all: Told[], next: Told): Told[] {
  const last = all[all.length - 1];
  const same = ["units", "count"].every((x) => String(last?.args?.[x]) === String(next.args?.[x]));
  if (!last || last.key !== next.key || !MOVED.test(next.key ?? "") || !same || last.args?.["hex"] !== next.args?.["start"]) return [...all, next];
  const [start, hex] = [String(last.args?.["start"]), String(next.args?.["hex"])];
  return [...all.slice(0, -1), { ...last, args: { ...last.args, start, hex }, hexes: [start, hex] }];
}

/** A move that was begun, and goes on step by step. */
function goesOn(deed: Deed, line: LogLine): boolean {
  const { line: first, after } = deed;
  return (
    line.kind === "action" && first.kind === "action" && !!line.by && line.by === first.by && !!line.undone === !!first.undone
    && !first.told.length && (first.action === "" || first.action.startsWith("move "))
    && after.every((l) => l.by === line.by) && line.told.every((x) => MOVED.test(x.key ?? ""))
  );
}
export const facesOf = (deed: Deed): number[] => [deed.line, ...deed.after].flatMap((l) => [...(l.faces ?? [])]);
/** The moment a deed leads to, with all that followed. */
export const stepOf = (deed: Deed): number => (deed.after[deed.after.length - 1] ?? deed.line).step;

/** Chance that follows an action belongs to it, as long as the log does not turn to what was taken back. */
export function deeds(lines: readonly LogLine[]): Deed[] {
  const all: Deed[] = [];
  for (const line of lines) {
    const last = all[all.length - 1];
    if (last && !line.by && line.kind === "dice" && !!last.line.undone === !!line.undone) last.after.push(line);
    else if (last && goesOn(last, line)) last.after.push(line);
    else all.push({ line, after: [] });
  }
  return all;
}

export function tree(all: readonly Deed[]): Turn[] {
  const turns: Turn[] = [];
  for (const deed of all) {
    let turn = turns[turns.length - 1];
    if (!turn || turn.name !== deed.line.turn) turns.push((turn = { name: deed.line.turn, phases: [] }));
    let phase = turn.phases[turn.phases.length - 1];
    if (!phase || phase.name !== deed.line.phase) turn.phases.push((phase = { name: deed.line.phase, items: [] }));
    const last = phase.items[phase.items.length - 1];
    if (!deed.line.undone) phase.items.push(deed);
    else if (last && folded(last)) last.gone.push(deed);
    else phase.items.push({ gone: [deed] });
  }
  return turns;
}

export interface Sought {
  text: string;
  by: string; // a side; empty: anybody
  dice: boolean; // only where dice fell
  after: number; // only lines after this one
}

export const EVERYTHING: Sought = { text: "", by: "", dice: false, after: -1 };

/** The deeds that a reader looks for; `say` puts a deed into words. */
export function sift(all: readonly Deed[], sought: Sought, say: (deed: Deed) => string): Deed[] {
  const words = sought.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((d) => {
    if (sought.by && d.line.by !== sought.by) return false;
    if (d.line.n <= sought.after && d.after.every((l) => l.n <= sought.after)) return false;
    if (sought.dice && !facesOf(d).length) return false;
    const text = words.length ? say(d).toLocaleLowerCase() : "";
    return words.every((w) => text.includes(w));
  });
}

export interface Throw {
  line: LogLine;
  by: string; // whose action brought it
  cause: LogLine;
}

/** Every throw that stands, with what brought it. */
export function throws(lines: readonly LogLine[]): Throw[] {
  return deeds(lines).flatMap((d) =>
    [d.line, ...d.after]
      .filter((l) => l.faces?.length && !l.undone)
      .map((line) => ({ line, by: d.line.by, cause: d.line })),
  );
}

/** The last line that is mine, or chance that came of it: what lies after it is news. */
export function lastOwn(lines: readonly LogLine[], holds: readonly string[], before: number): number {
  let seen = before;
  let own = false;
  for (const l of lines) {
    if (l.kind === "hold") continue; // whoever stops the computer has not seen all it did
    if (l.by) own = holds.includes(l.by);
    if (own && l.n > seen) seen = l.n;
  }
  return seen;
}
