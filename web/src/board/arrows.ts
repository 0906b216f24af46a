// The combats on the map: those on the list, the one that is put together, the one that is being resolved.
import type { Board, Fight } from "../lib/wire";
import type { Grid } from "./geometry";

export interface Assault {
  key: string;
  arrows: [from: string, to: string][];
  at: string; // the hex where its odds stand
  odds: string;
  number: number;
  kind: "listed" | "draft" | "now";
}

const assault = (f: Fight, kind: Assault["kind"]): Assault => ({
  key: `${kind}-${f.number}`, number: f.number, odds: f.odds, kind,
  arrows: f.arrows.map(([from, to]) => [from!, to!]), at: f.arrows[0]?.[1] ?? "",
});

export function listed(board: Board | null): Assault[] {
  const all = (board?.fights ?? []).map((f) => assault(f, "listed"));
  return board?.fighting ? [...all.filter((a) => a.number !== board.fighting!.number), assault(board.fighting, "now")] : all;
}

/** Arrows of a combat that is being put together: between hexes that touch; who touches nobody points at the first. */
export function drafted(grid: Grid, attackers: readonly string[], defenders: readonly string[], odds: string): Assault | null {
  const at = defenders[0];
  if (!at) return null;
  const arrows = [...new Set(attackers)].flatMap((from): [string, string][] => {
    const touched = [...new Set(defenders)].filter((to) => grid.side(from, to) >= 0);
    return (touched.length ? touched : [at]).map((to) => [from, to]);
  });
  return { key: "draft", arrows, at, odds, number: 0, kind: "draft" };
}
