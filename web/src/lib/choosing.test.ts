// @vitest-environment jsdom
// What a click means where units stand in the way of one another.
import { beforeEach, describe, expect, it } from "vitest";
import { PLAIN } from "./choosing.svelte";
import { FakeLine, FakeServer, api, game, offer, settled } from "./fake";
import { Table } from "./game.svelte";
import { speak } from "./i18n.svelte";

beforeEach(async () => {
  localStorage.clear();
  await speak("en");
});

/** r1 is chosen, who may go to where r2 stands. */
async function beside(...signs: string[]): Promise<Table> {
  const server = new FakeServer(game());
  const t = new Table(server.game.game, api(server), () => new FakeLine());
  await t.open();
  server.offers = { r1: [{ ...offer("r1", t.where.get("r2")!), signs }], r2: [] };
  t.onunit("r1", PLAIN);
  await settled();
  expect(t.lit).toHaveLength(1);
  return t;
}

describe("a click on a friend who stands where one could go", () => {
  it("chooses him; the rest of his hex is the way there", async () => {
    const t = await beside("stops");
    t.onunit("r2", PLAIN);
    expect([t.preview, t.selected]).toEqual([null, ["r2"]]);
    const u = await beside("stops");
    u.onhex(u.where.get("r2")!, PLAIN);
    expect([u.preview?.unit, u.selected]).toEqual(["r1", ["r1"]]);
    u.onunit("r2", PLAIN); // also after a look at the way
    expect([u.preview, u.selected]).toEqual([null, ["r2"]]);
  });

  it("is a way there for a finger, which cannot tell them apart, and says whom one could choose instead", async () => {
    const t = await beside("stops");
    t.onunit("r2", { ...PLAIN, touch: true });
    expect([t.preview?.unit, t.selected]).toEqual(["r1", ["r1"]]);
    expect(t.insteadAt(t.preview!.hex!)).toEqual(["r2"]);
    t.onunit("r2", { ...PLAIN, touch: true });
    await settled();
    expect(t.game?.version).toBe(6);
  });

  it("is a way there if he can do nothing himself, or if whoever is chosen is not on the map yet", async () => {
    const t = await beside("stops");
    t.game = { ...t.game!, choices: { ...t.game!.choices, heads: ["r1"] } };
    t.onunit("r2", PLAIN);
    expect([t.preview?.unit, t.insteadAt(t.preview!.hex!)]).toEqual(["r1", []]);
    const u = await beside("stops");
    const stacks = u.game!.board.stacks.map((s) => ({ ...s, pieces: s.pieces.filter((p) => p.unit !== "r1") }));
    u.game = { ...u.game!, board: { ...u.game!.board, stacks } };
    u.onunit("r2", PLAIN);
    expect([u.preview?.unit, u.selected]).toEqual(["r1", ["r1"]]);
  });

  it("in a list chooses him, whatever could be done where he stands", async () => {
    const t = await beside("stops");
    t.game = { ...t.game!, choices: { ...t.game!.choices, heads: ["r1"] } };
    t.onunit("r2", { ...PLAIN, list: true });
    expect([t.preview, t.selected]).toEqual([null, ["r2"]]);
  });

  it("chooses him where he would be crowded", async () => {
    const t = await beside("stops", "crowded");
    t.onunit("r2", PLAIN);
    expect([t.preview, t.selected]).toEqual([null, ["r2"]]);
  });
});

it("what is being done is not done twice by a second click", async () => {
  const server = new FakeServer(game());
  const t = new Table(server.game.game, api(server), () => new FakeLine());
  await t.open();
  const way = { ...offer("r1", "0103"), text: "move r1", then: ["enter 0102", "stop"] };
  await Promise.all([t.do(way), t.do(way), t.do(offer("r2", "0102"))]);
  expect(server.done()).toEqual(["move r1", "enter 0102", "stop"]);
  await t.do(offer("r2", "0102"));
  expect(server.done().at(-1)).toBe("move r2 0102");
});

it("what was pointed at in a list is looked at by a click on the map, and done by a second one", async () => {
  const server = new FakeServer(game());
  const t = new Table(server.game.game, api(server), () => new FakeLine());
  await t.open();
  server.offers = { r1: [offer("r1", "0102")] };
  t.select(["r1"]);
  await settled();
  t.preview = t.peeked = t.lit[0]!; // as the list does
  t.onhex("0102", PLAIN);
  expect([t.preview?.hex, t.peeked, server.done()]).toEqual(["0102", null, []]);
  t.onhex("0102", PLAIN);
  await settled();
  expect(server.done()).toEqual(["move r1 0102"]);
});
