// The lit hexes by what comes of going there.
import type { Offer } from "../lib/wire";

export interface Reach {
  all: string[];
  ends: string[]; // nothing is left there
  strategic: string[];
  fights: string[]; // next to the enemy: an attack becomes a duty
  left: [hex: string, points: string][];
  passed: string[]; // a way leads through, but none ends there
}

export function reach(lit: readonly Offer[], known: (hex: string) => boolean): Reach {
  const by = new Map(lit.map((o) => [o.hex!, o]));
  const hexes = (sign: string) => [...by.values()].filter((o) => o.signs?.includes(sign)).map((o) => o.hex!);
  const passed = new Set(lit.flatMap((o) => (o.way ?? []).slice(1, -1)).filter((h) => known(h) && !by.has(h)));
  return {
    all: [...by.keys()],
    ends: hexes("stops"),
    strategic: hexes("strategic"),
    fights: hexes("fights"),
    left: [...by.values()].flatMap((o): [string, string][] => {
      const left = o.args?.["left"];
      return left === undefined || left === 0 ? [] : [[o.hex!, String(left)]];
    }),
    passed: [...passed],
  };
}
