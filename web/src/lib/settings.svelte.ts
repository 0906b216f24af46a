// What the reader prefers, kept in this browser; taken along as a small file.
import { COMMANDS } from "./keys";
import { stored } from "./stored";

export interface Settings {
  language: "" | "en" | "de" | "en-XA"; // the last in tests
  theme: "auto" | "light" | "dark";
  size: number; // per cent
  symbols: "nato" | "words";
  confirm: boolean; // ask before what cannot be taken back
  sound: boolean;
  cover: boolean; // hot seat: hide the map while the seat changes hands
  keys: Record<string, string>; // command -> key, where remapped
}

export const DEFAULTS: Settings = {
  language: "", theme: "auto", size: 100, symbols: "nato", confirm: true, sound: false, cover: false, keys: {},
};

export const SIZES = [85, 100, 115, 130, 150, 175, 200] as const;

const KEY = "grognard.settings";

const WORDS = {
  language: ["", "en", "de", "en-XA"], theme: ["auto", "light", "dark"], symbols: ["nato", "words"],
} as const;

/** What of `said` is a setting, the defaults for the rest; null where it is no settings at all. */
export function understood(said: unknown): Settings | null {
  if (typeof said !== "object" || said === null || Array.isArray(said)) return null;
  const given = said as Record<string, unknown>;
  if (!Object.keys(DEFAULTS).some((k) => k in given)) return null;
  const word = <K extends keyof typeof WORDS>(k: K) =>
    (WORDS[k] as readonly unknown[]).includes(given[k]) ? (given[k] as Settings[K]) : DEFAULTS[k];
  const flag = (k: "confirm" | "sound" | "cover") => (typeof given[k] === "boolean" ? given[k] : DEFAULTS[k]);
  const size = Number(given["size"]);
  const keys: Record<string, string> = {};
  const mine = given["keys"];
  if (typeof mine === "object" && mine !== null) {
    for (const [id, key] of Object.entries(mine)) {
      if (typeof key === "string" && key && COMMANDS.some((c) => c.id === id)) keys[id] = key;
    }
  }
  return {
    language: word("language"), theme: word("theme"), symbols: word("symbols"),
    size: size >= 50 && size <= 300 ? size : DEFAULTS.size,
    confirm: flag("confirm"), sound: flag("sound"), cover: flag("cover"), keys,
  };
}

export const settings = $state<Settings>(understood(stored.read<unknown>(KEY, {})) ?? { ...DEFAULTS, keys: {} });

export function keepSettings(): void {
  stored.write(KEY, $state.snapshot(settings));
}

/** Put theme and size on the page. */
export function dress(root: HTMLElement = document.documentElement): void {
  if (settings.theme === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", settings.theme);
  root.style.fontSize = `${settings.size}%`;
  root.setAttribute("data-symbols", settings.symbols);
}
