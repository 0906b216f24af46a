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

describe("a click on a friend", () => {
  it("is a way to his hex", async () => {
    const t = await beside("stops");
    t.onunit("r2", PLAIN);
    expect([t.preview?.unit, t.selected]).toEqual(["r1", ["r1"]]);
  });

  it("chooses him where he would be crowded", async () => {
    const t = await beside("stops", "crowded");
    t.onunit("r2", PLAIN);
    expect([t.preview, t.selected]).toEqual([null, ["r2"]]);
  });
});
