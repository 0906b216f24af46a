// @vitest-environment jsdom
// What comes into view by itself: nobody should have to look for what he is asked about.
import { beforeEach, expect, it, vi } from "vitest";
import { PLAIN } from "./choosing.svelte";
import { FakeLine, FakeServer, api, board, choices, game, offer, settled } from "./fake";
import { Table } from "./game.svelte";
import { speak } from "./i18n.svelte";
import type { Game } from "./wire";

beforeEach(async () => {
  localStorage.clear();
  await speak("en");
});

const steps = (now: number) =>
  ["act", "combat"].map((id, i) => ({ id, label: id, state: i < now ? "done" : i === now ? "now" : "next" }));

/** The hexes that are brought into view, from one position to the next. */
async function shown(before: Partial<Game>, after: Partial<Game>): Promise<string[]> {
  const server = new FakeServer(game({ board: board({ crumbs: steps(0), focus: "0303" }), ...before }));
  const t = new Table(server.game.game, api(server), () => new FakeLine());
  await t.open();
  const show = vi.fn();
  t.eye = { centre: vi.fn(), show };
  server.game = { ...server.game, version: 6, ...after };
  await t.refresh();
  return show.mock.calls.flatMap(([hexes]) => hexes as string[]);
}

it("shows where the combat is that begins, and does not go back to where one was", async () => {
  const fought = { board: board({ crumbs: steps(1), focus: "0101" }) };
  expect(await shown({}, fought)).toEqual(["0101"]);
  expect(await shown({ board: board({ crumbs: steps(1) }) }, { board: board({ crumbs: steps(0), focus: "0303" }) })).toEqual([]);
  expect(await shown({}, {})).toEqual([]);
});

it("shows whoever is asked what it is about", async () => {
  const mine = { your_turn: true, choices: choices({ prompt: { text: "React?", hexes: ["0202"] } }) };
  expect(await shown({ your_turn: false }, mine)).toEqual(["0202"]);
  expect(await shown({ your_turn: true }, { your_turn: false, board: board({ crumbs: steps(1), focus: "0101" }) })).toEqual([]);
});

it("shows where somebody may enter who is not on the map yet", async () => {
  const box = { id: "coming", title: "Coming", side: "red", pieces: [{ unit: "r3" }] };
  const server = new FakeServer(game({ board: board({ boxes: [box] }), choices: choices({ heads: ["r1", "r3"] }) }));
  const t = new Table(server.game.game, api(server), () => new FakeLine());
  await t.open();
  const show = vi.fn();
  t.eye = { centre: vi.fn(), show };
  server.offers = { r1: [offer("r1", "0102")], r3: [offer("r3", "0302"), offer("r3", "0303")] };
  t.onunit("r1", PLAIN);
  await settled();
  expect(show.mock.calls).toEqual([]);
  t.select(["r3"]);
  await settled();
  expect(show.mock.calls).toEqual([[["0302", "0303"]]]);
});
