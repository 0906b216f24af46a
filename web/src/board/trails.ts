// What the log says of who went where and who fought whom, as trails and battles for the eye.
import type { LogLine } from "../lib/wire";

export interface Trail {
  unit: string;
  hexes: string[];
}

export interface Traces {
  trails: Trail[];
  battles: string[]; // hexes
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : []);

/** Trails and battles of the later lines; `stood` tells where units were before them. */
export function traces(
  log: readonly LogLine[], since: ReadonlySet<number>, known: (hex: string) => boolean, stood: ReadonlyMap<string, string>,
): Traces {
  const at = new Map(stood);
  const trails = new Map<string, string[]>();
  const battles = new Set<string>();
  for (const line of log) {
    if (line.undone || !since.has(line.n)) continue;
    for (const told of line.told) {
      const hexes = (told.hexes ?? []).filter(known);
      const units = told.units ?? [];
      const attackers = listed(told.args?.["attackers"]);
      if (attackers.length) {
        for (const h of hexes.length ? hexes : places(listed(told.args?.["defenders"]), at)) battles.add(h);
        continue;
      }
      if (units.length !== 1 || !hexes.length) continue;
      const unit = units[0]!;
      const from = at.get(unit);
      at.set(unit, hexes[hexes.length - 1]!);
      const way = trails.get(unit) ?? (from ? [from] : []);
      for (const h of hexes) if (way[way.length - 1] !== h) way.push(h);
      trails.set(unit, way);
    }
  }
  return {
    trails: [...trails].filter(([, hexes]) => hexes.length > 1).map(([unit, hexes]) => ({ unit, hexes })),
    battles: [...battles],
  };
}

const places = (units: readonly string[], at: ReadonlyMap<string, string>): string[] =>
  [...new Set(units.flatMap((u) => at.get(u) ?? []))];
