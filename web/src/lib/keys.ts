// Every command of a table with its key. `?` shows this list; settings may change the keys.
import { has, t } from "./i18n.svelte";

export interface Command {
  id: string;
  keys: string[];
  group: "map" | "play" | "look" | "time" | "page";
}

// W E / A D / Z X lie on the keyboard as the six hexes around S (Y is where Z is on German keyboards).
export const COMMANDS: readonly Command[] = [
  { id: "west", keys: ["ArrowLeft", "a"], group: "map" },
  { id: "east", keys: ["ArrowRight", "d"], group: "map" },
  { id: "up", keys: ["ArrowUp"], group: "map" },
  { id: "down", keys: ["ArrowDown"], group: "map" },
  { id: "northwest", keys: ["w"], group: "map" },
  { id: "northeast", keys: ["e"], group: "map" },
  { id: "southwest", keys: ["z", "y"], group: "map" },
  { id: "southeast", keys: ["x"], group: "map" },
  { id: "centre", keys: ["."], group: "map" },
  { id: "goto", keys: ["g", "/"], group: "map" },
  { id: "zoom-in", keys: ["+", "="], group: "map" },
  { id: "zoom-out", keys: ["-"], group: "map" },
  { id: "fit", keys: ["0"], group: "map" },
  { id: "fan", keys: ["Space"], group: "map" },
  { id: "act", keys: ["Enter"], group: "play" },
  { id: "stack", keys: ["Shift+Enter"], group: "play" },
  { id: "escape", keys: ["Escape"], group: "play" },
  { id: "next-unit", keys: ["u"], group: "play" },
  { id: "last-unit", keys: ["Shift+U"], group: "play" },
  { id: "next-duty", keys: ["n"], group: "play" },
  { id: "fight", keys: ["f"], group: "play" },
  { id: "main", keys: ["Shift+N"], group: "play" },
  { id: "undo", keys: ["Ctrl+Z"], group: "play" },
  { id: "redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], group: "play" },
  { id: "command", keys: [":"], group: "play" },
  { id: "odds", keys: ["o"], group: "look" },
  { id: "info", keys: ["i"], group: "look" },
  { id: "bare", keys: ["m"], group: "look" },
  { id: "overlay", keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], group: "look" },
  { id: "show-play", keys: ["p"], group: "look" },
  { id: "show-fights", keys: ["Shift+F"], group: "look" },
  { id: "show-forces", keys: ["b"], group: "look" },
  { id: "show-supply", keys: ["Shift+S"], group: "look" },
  { id: "show-log", keys: ["l"], group: "look" },
  { id: "show-rules", keys: ["r"], group: "look" },
  { id: "show-talk", keys: ["c"], group: "look" },
  { id: "show-dice", keys: ["Shift+D"], group: "look" },
  { id: "panel", keys: ["\\"], group: "look" },
  { id: "since", keys: ["v"], group: "time" },
  { id: "step-back", keys: ["["], group: "time" },
  { id: "step-on", keys: ["]"], group: "time" },
  { id: "pause", keys: ["k"], group: "time" },
  { id: "first", keys: ["Home"], group: "time" },
  { id: "last", keys: ["End"], group: "time" },
  { id: "keys", keys: ["?"], group: "page" },
];

/** A key press as one word: "Ctrl+Shift+Z", "?", "Space", "ArrowLeft". Shift is named with letters and named keys only. */
export function press(e: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const named = e.key.length > 1;
  const letter = /^[a-z]$/i.test(e.key);
  let key = e.key === " " ? "Space" : e.key;
  const chord = e.ctrlKey || e.metaKey;
  if (letter) key = chord || e.shiftKey ? key.toUpperCase() : key.toLowerCase();
  const parts: string[] = [];
  if (chord) parts.push("Ctrl");
  if (e.altKey) parts.push("Alt");
  if (e.shiftKey && (letter || named)) parts.push("Shift");
  return [...parts, key].join("+");
}

export function keysOf(command: Command, mine: Record<string, string> = {}): string[] {
  const key = mine[command.id];
  return key ? [key] : command.keys;
}

/** The command of a key press, and which of its keys it was (for the overlays' numbers). */
export function commandOf(pressed: string, mine: Record<string, string> = {}): { id: string; nth: number } | null {
  for (const c of COMMANDS) {
    const nth = keysOf(c, mine).indexOf(pressed);
    if (nth >= 0) return { id: c.id, nth };
  }
  return null;
}

/** Commands that would be on the same key. */
export function clashes(mine: Record<string, string> = {}): string[] {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const c of COMMANDS) {
    for (const k of keysOf(c, mine)) {
      if (seen.has(k)) twice.push(k);
      seen.set(k, c.id);
    }
  }
  return twice;
}

/** Where a key belongs to what has the focus, and not to the table. */
export function taken(target: EventTarget | null, pressed: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]")) return true;
  const field = target.closest("input, textarea, select, [contenteditable]");
  if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
    return pressed === "Space" || pressed === "Enter" || pressed.startsWith("Arrow");
  }
  if (field) return true;
  if (target.closest("[role=tablist], [role=separator]") && /^(Arrow|Home|End)/.test(pressed)) return true;
  if ((pressed === "Enter" || pressed === "Space") && target.closest("button, a, summary, label")) return true;
  const moves = /^(Arrow|Home$|End$)/.test(pressed);
  return moves && !target.closest("[data-map]") && target !== document.body;
}

const SIGNS: Record<string, string> = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Enter: "⏎", Escape: "Esc",
};

export const label = (key: string): string =>
  key.split(/\+(?=.)/).map((k) => SIGNS[k] ?? (/^[a-z]$/.test(k) ? k.toUpperCase() : has(`key.${k}`) ? t(`key.${k}`) : k)).join(" ");

export const keyOf = (id: string, mine: Record<string, string> = {}): string => {
  const c = COMMANDS.find((x) => x.id === id);
  return c ? label(keysOf(c, mine)[0] ?? "") : "";
};
