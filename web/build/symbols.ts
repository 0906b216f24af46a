// NATO symbols, drawn by milsymbol while the client is built: the page carries only the few it shows, as SVG.
// All stand in one box, the frame at the same place with the echelon above it, so that a counter only picks one.
import type { Plugin } from "vite";
import ms from "milsymbol";

// Entity and the two modifiers of APP-6E by the names that systems use for `Counter.symbol`.
const ENTITIES: Record<string, string> = {
  infantry: "1211000000",
  motorised_infantry: "1211040000",
  mechanised: "1211020000",
  panzer_grenadier: "1211020000",
  bicycle: "1211000004",
  airborne: "1211000001",
  mountain: "1211000027",
  armor: "1205000000",
  panzer: "1205000000",
  heavy_armor: "1205000015",
  light_armor: "1205000019",
  assault_gun: "1205008400",
  recce: "1213000000",
  armored_recce: "1205010000",
  artillery: "1303000000",
  sp_artillery: "1303010000",
  rocket_artillery: "1303004100",
  mortar: "1308000000",
  anti_tank: "1204000000",
  tank_destroyer: "1204010000",
  flak: "1301000000",
  engineers: "1407000000",
  armored_engineers: "1407010000",
  motorised_engineers: "1407020000",
  supply: "1634000000",
};

const BOX = "17 8 166 150";
const FRAME = '<path d="M25 50h150v100h-150z" stroke-width="9"/>';
const CROSS = '<path d="M25 50L175 150M25 150L175 50" stroke-width="7"/>';

// What the standard lacks, on the same frame.
const OURS: Record<string, string> = {
  hq: '<path d="M25 50h150v26h-150z" fill="currentColor"/><path d="M66 92v42M66 113h24M90 92v42" stroke-width="8"/>'
    + '<path d="M122 92c9 0 15 8 15 21s-6 21-15 21-15-8-15-21 6-21 15-21zM125 125l14 13" stroke-width="8"/>',
  static: `${CROSS}<path d="M25 141h150" stroke-width="18"/>`,
  fortress: `${CROSS}<path d="M25 50v-10h22v10M78 50v-10h44v10M153 50v-10h22v10" stroke-width="8"/>`,
  volksgrenadier: `${CROSS}<path d="M82 62l18 20 18-20" stroke-width="8"/>`,
  machine_gun: `${CROSS}<path d="M100 144v-34M88 124l12-14 12 14" stroke-width="7"/>`,
  kampfgruppe: '<path d="M56 72v56M56 104l30-32M66 94l22 34M140 82c-6-8-14-10-20-10-14 0-22 12-22 28s8 28 22 28c8 0 15-3 20-9v-15h-16" stroke-width="9"/>',
  unknown: '<path d="M82 86c0-24 36-24 36 0 0 14-18 14-18 28M100 126v8" stroke-width="10"/>',
};

const bar = (x: number) => `<path d="M${x} 12v26" stroke-width="9"/>`;
const ex = (x: number) => `<path d="M${x - 11} 12l22 26M${x - 11} 38l22-26" stroke-width="8"/>`;
const row = (n: number, one: (x: number) => string, gap: number) =>
  Array.from({ length: n }, (_, i) => one(100 + (i - (n - 1) / 2) * gap)).join("");

const SIZES: Record<string, string> = {
  "": "",
  I: row(1, bar, 0),
  II: row(2, bar, 18),
  III: row(3, bar, 18),
  X: row(1, ex, 0),
  XX: row(2, ex, 30),
  XXX: row(3, ex, 30),
  XXXX: row(4, ex, 30),
  XXXXX: row(5, ex, 30),
};

/** The inside of the drawing without the frame, its lines thick enough for a counter of 20 pixels. */
function draw(entity: string): string {
  const symbol = new ms.Symbol(`1003100000${ENTITIES[entity]}`, {
    size: 40, fill: false, monoColor: "currentColor", strokeWidth: 5, simpleStatusModifier: true,
  });
  if (!symbol.isValid()) throw new Error(`milsymbol does not know ${entity}`);
  const body = symbol.asSVG().replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
  const first = body.indexOf("</path>") + "</path>".length; // the frame, which we draw
  return body
    .slice(first)
    .replaceAll('stroke-width="3"', 'stroke-width="7"')
    .replaceAll(' stroke="currentColor"', "")
    .replaceAll(' fill="none"', "")
    .replaceAll('font-family="Arial"', 'font-family="sans-serif"')
    .replaceAll("></path>", "/>")
    .replaceAll("></circle>", "/>");
}

export function symbols(): Plugin {
  const id = "virtual:symbols";
  return {
    name: "grognard-symbols",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      const inside: Record<string, string> = { ...OURS };
      for (const entity of Object.keys(ENTITIES)) inside[entity] = draw(entity);
      return `
        const box = ${JSON.stringify(BOX)};
        const inside = ${JSON.stringify(inside)};
        const sizes = ${JSON.stringify(SIZES)};
        const frame = (s) => '<g fill="none" stroke="currentColor">' + ${JSON.stringify(FRAME)} + s + '</g>';
        const above = (s) => s && '<g fill="none" stroke="currentColor" class="symbol-echelon">' + s + '</g>';
        export const SYMBOLS = {};
        for (const [entity, body] of Object.entries(inside)) {
          for (const [size, marks] of Object.entries(sizes)) SYMBOLS[entity + "/" + size] = { box, body: frame(body) + above(marks) };
        }`;
    },
  };
}
