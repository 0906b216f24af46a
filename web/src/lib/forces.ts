// The order of battle as rows: who belongs to whom, what he is worth now, where he is and how.
import type { Board, Counter, Piece } from "./wire";

export interface Row {
  unit: string;
  name: string;
  kind: string;
  side: string;
  values: string[];
  place: string; // to be read: a hex with its name, or the title of a box
  hex: string;
  box: string; // its id; empty on the map
  states: string[];
  left: string;
}

export type Column = "name" | "kind" | "place" | "state" | `value-${number}`;

export function rows(
  board: Board,
  counters: ReadonlyMap<string, Counter>,
  placeName: (hex: string) => string,
): Row[] {
  const row = (p: Piece, hex: string, box: string, place: string): Row[] => {
    const c = counters.get(p.unit);
    if (!c) return [];
    const values = p.values?.length ? p.values : (c.values ?? []);
    return [{
      unit: p.unit, name: c.name, kind: c.kind ?? "", side: c.side, values: [...values], place, hex, box,
      states: [...(p.states ?? [])], left: p.left ?? "",
    }];
  };
  return [
    ...board.stacks.flatMap((s) => s.pieces.flatMap((p) => row(p, s.hex, "", placeName(s.hex)))),
    ...board.boxes.flatMap((b) => b.pieces.flatMap((p) => row(p, "", b.id, b.title))),
  ];
}

/** "5/2" as the number it is, so that halves sort among wholes. */
function worth(value: string): number {
  const [a = "", b = "1"] = value.split("/");
  return Number(a) / Number(b);
}

function key(row: Row, column: Column, state: (s: string) => string): string | number {
  if (column === "name" || column === "kind" || column === "place") return row[column];
  if (column === "state") return row.states.map(state).join(", ");
  const value = row.values[Number(column.slice(6))] ?? "";
  const n = worth(value);
  return Number.isNaN(n) ? value : n;
}

/** Sorted by a column; units that are alike keep their order. Names sort as a reader counts: 2nd before 12th. */
export function sorted(all: readonly Row[], column: Column, down: boolean, state: (s: string) => string = String): Row[] {
  const order = new Intl.Collator(undefined, { numeric: true });
  return [...all].sort((a, b) => {
    const [x, y] = [key(a, column, state), key(b, column, state)];
    const n = typeof x === "number" && typeof y === "number" ? x - y : order.compare(String(x), String(y));
    return down ? -n : n;
  });
}

/** All words must be found somewhere in the row. */
export function matching(all: readonly Row[], text: string, state: (s: string) => string = String): Row[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [...all];
  return all.filter((r) => {
    const said = [r.unit, r.name, r.kind, r.place, r.hex, ...r.states.map(state)].join(" ").toLocaleLowerCase();
    return words.every((w) => said.includes(w));
  });
}
