// What the reader prefers, kept in this browser.
import { stored } from "./stored";

export interface Settings {
  language: "" | "en" | "de" | "pseudo";
  theme: "auto" | "light" | "dark";
  size: number; // per cent
  symbols: "nato" | "words";
  confirm: boolean; // ask before what cannot be taken back
  sound: boolean;
  keys: Record<string, string>; // command -> key, where remapped
}

export const DEFAULTS: Settings = {
  language: "", theme: "auto", size: 100, symbols: "nato", confirm: true, sound: false, keys: {},
};

const KEY = "grognard.settings";

export const settings = $state<Settings>({ ...DEFAULTS, ...stored.read<Partial<Settings>>(KEY, {}) });

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
