// The command line of a table: the grammar of the terminal, as far as a screen needs words.
export type Typed =
  | { what: "odds" | "why" | "do"; action: string }
  | { what: "go"; hex: string }
  | { what: "show"; tab: string }
  | { what: "undo" | "redo" | "units" | "duties" | "next" | "pause" | "resume" };

/** What can be typed, each with the key of its explanation; ACTION stands for one that is open now. */
export const HELP = [
  ["ACTION", "do"],
  ["odds ACTION", "odds"],
  ["why ACTION", "why"],
  ["why TGC-zoc.3", "clause"],
  ["go 3805", "go"],
  ["units", "units"],
  ["duties", "duties"],
  ["show log", "show"],
  ["next", "next"],
  ["undo", "undo"],
  ["pause", "pause"],
] as const;

export function typed(text: string): Typed | null {
  const line = text.trim().replace(/^:/, "").replace(/\s+/g, " ").trim();
  if (!line) return null;
  const [head = "", ...rest] = line.split(" ");
  const word = head.toLowerCase();
  const tail = rest.join(" ");
  switch (word) {
    case "odds":
      return { what: "odds", action: tail };
    case "why":
      return { what: "why", action: tail.replace(/^not /, "") };
    case "go":
    case "hex":
      return { what: "go", hex: tail };
    case "show":
      return { what: "show", tab: tail.toLowerCase() };
    case "undo":
    case "redo":
    case "units":
    case "duties":
    case "next":
    case "pause":
    case "resume":
      if (!tail) return { what: word };
  }
  return { what: "do", action: line };
}
