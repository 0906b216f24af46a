// @vitest-environment jsdom
// A combat sheet whose numbers rest on something hidden (client 3.10): it says between what they lie, and no mean.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { FakeLine, FakeServer, api, board, choices, game, settled } from "../lib/fake";
import { Table } from "../lib/game.svelte";
import { speak } from "../lib/i18n.svelte";
import type { Odds } from "../lib/wire";
import Chance from "./Chance.svelte";
import CombatSheet from "./CombatSheet.svelte";
import { KEY } from "./context";

let shown: Record<string, unknown>[] = [];

async function sheet(odds: Partial<Odds>): Promise<string[]> {
  await speak("en");
  const table = new Table("abcdefabcdef", api(new FakeServer(game({ board: board(), choices: choices() }))), () => new FakeLine());
  await table.open();
  await settled();
  const target = document.createElement("div");
  const context = new Map([[KEY, table]]);
  const whole = { text: "", title: "", breach: null, ...odds } as Odds;
  shown.push(mount(CombatSheet, { target, props: { odds: whole }, context }));
  shown.push(mount(Chance, { target, props: { outcomes: odds.outcomes ?? [] }, context }));
  flushSync();
  return [".ratio strong", ".share", ".bar i", ".said"].map((x) => [...target.querySelectorAll<HTMLElement>(x)].map((e) => e.textContent?.trim() || e.style.width).join(" | "));
}

afterEach(() => {
  for (const x of shown) void unmount(x);
  shown = [];
});

describe("a combat sheet", () => {
  it("says between what the chances lie where something is hidden", async () => {
    const [column, share, bars, said] = await sheet({
      column: "2:1", ratio: "19-39 : 3-36",
      columns: [{ column: "1:2", chance: "0-21 %", share: 0.1 }, { column: "2:1", chance: "79-100 %", share: 0.9 }],
      outcomes: [
        { chance: "25-75 %", share: 0.31, text: "defender leaves the hex; attacker weakened", good: 3, bounds: [0.25, 0.75] },
        { chance: "25-75 %", share: 0.69, text: "defender weakened; attacker weakened", good: 2, bounds: [0.25, 0.75] },
      ],
    });
    expect(column).toBe("1:2 – 2:1");
    expect(share).toBe("25-75 % | 25-75 %");
    expect(bars).toContain("25% | 50%");
    expect(said).toMatch(/25-75 %.*25-75 %/);
    expect(said).not.toContain("31");
  });

  it("says the exact chance where nothing is", async () => {
    const [column, share, , said] = await sheet({ column: "2:1", ratio: "9 : 4", outcomes: [{ chance: "2/3", share: 2 / 3, text: "DE", good: 4 }] });
    expect(column).toBe("2:1");
    expect(share).toBe("2/3 67 %");
    expect(said).toContain("67 %");
  });
});
