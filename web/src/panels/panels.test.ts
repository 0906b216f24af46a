// @vitest-environment jsdom
// What The Great Crusade asks of a screen (TGC-ui), where the page itself has to answer for it.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PLAIN } from "../lib/choosing.svelte";
import { FakeLine, FakeServer, api, board, choices, game, offer, pieces, settled } from "../lib/fake";
import { Table } from "../lib/game.svelte";
import { speak, t } from "../lib/i18n.svelte";
import { notices } from "../lib/notice.svelte";
import type { Board, Choices, Fight, Odds, Printed } from "../lib/wire";
import { KEY } from "./context";
import Ledger from "./Ledger.svelte";
import Overlays from "./Overlays.svelte";
import Panel from "./Panel.svelte";
import Strip from "./Strip.svelte";
import TablePage from "./TablePage.svelte";

let shown: Record<string, unknown>[] = [];
let server: FakeServer;
let table: Table;

/** A table with this board and these choices. */
async function sit(there: Partial<Board> = {}, open: Partial<Choices> = {}): Promise<void> {
  server = new FakeServer(game({ board: board(there), choices: choices(open) }));
  table = new Table("abcdefabcdef", api(server), () => new FakeLine());
  await table.open();
  await settled();
}

function show(what: Component<any>, props: Record<string, unknown> = {}): HTMLElement {
  const target = document.createElement("div");
  document.body.append(target);
  shown.push(mount(what, { target, props, context: new Map([[KEY, table]]) }));
  flushSync();
  return target;
}

function clear(): void {
  for (const x of shown) void unmount(x);
  shown = [];
  document.body.innerHTML = "";
}

const panel = () => show(Panel, { layout: "wide" });
const page = (here: HTMLElement, tab: string) => {
  here.querySelector<HTMLElement>(`[data-testid="tab-${tab}"]`)!.click();
  flushSync();
  return here.querySelector<HTMLElement>("[role=tabpanel]")!;
};
const button = (here: HTMLElement, name: string) =>
  [...here.querySelectorAll("button")].find((b) => b.textContent?.replace(/\s+/g, " ").trim().startsWith(name));
const seen = (here: HTMLElement) => here.textContent?.replace(/\s+/g, " ") ?? "";
const gate = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)!;
const done = async () => {
  await new Promise((go) => setTimeout(go, 5));
  await settled();
  flushSync();
};

const fight = (number: number, more: Partial<Fight> = {}): Fight => ({
  number, attackers: ["r1"], defenders: ["b1"], arrows: [["0101", "0303"]], odds: "2:1", ratio: "9 : 4", ...more,
});
const crt: Printed = {
  id: "crt", title: "Combat results", columns: ["die", "1:1", "2:1"], rows: [["1", "DE", "DE"], ["2", "EX", "DR2"]],
  provenance: "printed", names: { EX: "exchange" },
};

beforeEach(async () => {
  Element.prototype.scrollTo = () => undefined;
  localStorage.clear();
  notices.clear();
  await speak("en");
});

afterEach(() => {
  clear();
  table.close();
});

describe("the sheet and the table", () => {
  it("TGC-ui.1, TGC-ui.2: are pages beside the map, the slots of the first side above those of the second", async () => {
    const box = (side: string) => ({ id: `slots-${side}`, title: `Slots of ${side}`, side, pieces: [] });
    await sit({ boxes: [box("red"), box("blue")] });
    table.set = { ...pieces, tables: [crt] };
    const here = panel();
    const heads = [...page(here, "forces").querySelectorAll<HTMLElement>("summary")].map(seen);
    expect(heads.map((x) => x.trim())).toEqual([
      "The Reds 2 on the map", "Slots of red 0", "The Blues 1 on the map", "Slots of blue 0",
    ]);
    const printed = page(here, "rules").querySelector("table")!;
    expect([...printed.querySelectorAll("thead th")].map((x) => x.textContent)).toEqual(crt.columns);
    expect([...printed.querySelectorAll("tbody tr")].map((x) => x.children.length)).toEqual([3, 3]);
  });
});

describe("the ledger of a wide screen", () => {
  it("TGC-ui.1, TGC-ui.2: has the table above, and a slot for every unit, those of the first side above the second", async () => {
    await sit();
    table.set = { ...pieces, tables: [crt] };
    const here = show(Ledger);
    const parts = [...here.querySelectorAll<HTMLElement>("caption, h3, .slot .label")].map((x) => seen(x).trim());
    expect(parts[0]).toContain("Combat results");
    expect(parts.slice(1)).toEqual(["The Reds 2 on the map", "r1", "r2", "The Blues 1 on the map", "b1"]);
    button(here, "b1")!.click();
    expect(table.selected).toEqual(["b1"]);
  });
});

describe("the page of a game", () => {
  it("TGC-ui.1: has the map, and beside it the panel with sheet and table", async () => {
    await sit();
    vi.stubGlobal("fetch", server.fetch);
    vi.stubGlobal("WebSocket", FakeLine);
    vi.stubGlobal("ResizeObserver", class { observe() {} disconnect() {} unobserve() {} });
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    const here = show(TablePage, { id: "abcdefabcdef" });
    await done();
    await done();
    expect(here.querySelector("main [data-map] svg")).not.toBeNull();
    const tabs = [...here.querySelectorAll("aside [role=tab]")].map((x) => x.id);
    expect(tabs).toEqual(expect.arrayContaining(["tab-forces", "tab-rules"]));
    vi.unstubAllGlobals();
  });
});

describe("the one button", () => {
  it("TGC-ui.8: ends the phase", async () => {
    await sit({}, { main: { text: "end", verb: "end", label: "Combat" } });
    panel();
    expect(seen(gate("main"))).toContain("Combat");
    gate("main").click();
    await done();
    expect(server.done()).toEqual(["end"]);
  });

  it("TGC-ui.8: names the step that comes, or says what is done", async () => {
    await sit({}, { main: { text: "end", verb: "end", label: "Combat", leads: true } });
    panel();
    expect(seen(gate("main"))).toBe("Next: Combat");
    clear();
    await sit({}, { main: { text: "end", verb: "end", label: "end the activation" } });
    panel();
    expect(seen(gate("main"))).toBe("End the activation");
  });

  it("TGC-ui.8, TGC-ui.28: is disabled where that is refused, and says why and by which clause", async () => {
    const refused = { text: "1st must attack", clause: "TGC-combat.8" };
    await sit({}, { main: { text: "end", verb: "end", label: "Combat" }, refused });
    const here = panel();
    expect(gate("main").getAttribute("aria-disabled")).toBe("true");
    expect(seen(here)).toMatch(/1st must attack.*TGC-combat\.8/);
    gate("main").click();
    await done();
    expect(server.done()).toEqual([]);
    expect(notices.all.map((n) => n.text).join()).toContain("1st must attack");
  });
});

describe("a combat that is put together", () => {
  const sheet: Partial<Odds> = {
    ratio: "9 : 4",
    candidates: [
      { unit: "r1", role: "attacker" },
      { unit: "r2", role: "attacker", refused: { text: "r2 cannot reach b1", clause: "TGC-combat.4" } },
      { unit: "b1", role: "defender", must: "TGC-combat.9" },
    ],
    switches: [
      { word: "cas", label: "close air support", clause: "TGC-air.3" },
      { word: "carpet", label: "carpet bombing", clause: "TGC-air.13a", refused: "not attacked last turn" },
    ],
  };

  async function drafting(more: Partial<Odds> = {}): Promise<HTMLElement> {
    await sit({ fight_phase: true });
    server.sheet = { ...sheet, ...more };
    table.fight(["r1"], ["b1"]);
    await done();
    return panel();
  }

  it("TGC-ui.22: a click on an enemy opens it when a friend is selected, in any phase; else it looks there", async () => {
    await sit({ fight_phase: true });
    table.onunit("b1", PLAIN);
    expect(table.draft).toBeNull();
    table.select(["r1"]);
    table.onunit("b1", PLAIN);
    expect([table.draft?.attackers, table.draft?.defenders]).toEqual([["r1"], ["b1"]]);
    table.setDraft(null);
    await sit({ fight_phase: false });
    table.select(["r1"]);
    table.onunit("b1", PLAIN);
    expect(table.draft).toBeNull();
  });

  it("TGC-ui.23: shows the running odds, and bars whom a clause keeps out", async () => {
    const here = await drafting();
    expect(seen(here)).toContain("2:1");
    const boxes = [...here.querySelectorAll<HTMLInputElement>("fieldset input")];
    expect(boxes.filter((b) => b.checked)).toHaveLength(2);
    const barred = here.querySelector("fieldset details")!;
    expect(barred.textContent).toMatch(/r2 cannot reach b1/i);
    expect(barred.querySelector("input")).toBeNull();
    const before = server.count("/fight");
    boxes[0]!.click();
    await new Promise((go) => setTimeout(go, 150));
    await done();
    expect(table.draft?.attackers).toEqual([]);
    expect(server.count("/fight")).toBe(before + 1);
  });

  it("TGC-ui.24: offers support from the air, and says why where there is none", async () => {
    const here = await drafting();
    expect(seen(here)).toMatch(/close air support.*carpet bombing.*not attacked last turn/i);
    [...here.querySelectorAll<HTMLInputElement>("fieldset:last-of-type input")][0]!.click();
    expect(table.draft?.switches).toEqual(["cas"]);
  });

  it("CTL-7.5h: has one choice where one excludes the other, above those who fight, with the price and what bars it", async () => {
    const kind = (word: string, note: string, refused = "") => ({
      word, note, refused, label: `${word} attack`, clause: "CTL-7.5h", group: "kind of attack",
    });
    const dear = "3 AP are needed, 2 are left [CTL-6.3.4a]";
    const cas = { word: "cas", label: "close air support", clause: "TGC-air.3" };
    const here = await drafting({ switches: [kind("hasty", "1 AP"), kind("regular", "2 AP"), kind("prepared", "3 AP", dear), cas] });
    const group = here.querySelector<HTMLElement>("[role=radiogroup]")!;
    expect(group.compareDocumentPosition(here.querySelector(".draft input[type=checkbox]")!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(seen(group)).toMatch(/Kind of attack.*CTL-7\.5h/);
    for (const [what, cost] of [["prepared", 3], ["regular", 2], ["hasty", 1]]) {
      expect(seen(group)).toMatch(new RegExp(`${what} attack[^a-z]*${cost} AP`));
    }
    const radios = [...group.querySelectorAll<HTMLInputElement>("input[type=radio]")];
    expect(radios.map((r) => [r.value, r.checked, r.disabled])).toEqual([
      ["hasty", true, false], ["regular", false, false], ["prepared", false, true],
    ]);
    const why = document.getElementById(radios[2]!.getAttribute("aria-describedby")!)!;
    expect(seen(why)).toMatch(/prepared attack: 3 AP are needed.*CTL-6\.3\.4a/);
    expect(new Set(radios.map((r) => r.name)).size).toBe(1);
    radios[1]!.click();
    flushSync();
    expect([table.draft?.switches, radios.map((r) => r.checked)]).toEqual([["regular"], [false, true, false]]);
    const boxes = [...here.querySelectorAll<HTMLInputElement>("fieldset:last-of-type input[type=checkbox]")];
    expect(boxes).toHaveLength(1);
    boxes[0]!.click();
    expect(table.draft?.switches).toEqual(["regular", "cas"]);
  });

  it("CTL-7.5h: says once what bars every kind of attack, with the combat", async () => {
    const why = "r1 is disrupted [CTL-7.5e]";
    const kind = (word: string) => ({ word, refused: why, label: word, clause: "CTL-7.5h", group: "kind of attack" });
    const here = await drafting({ switches: [kind("hasty"), kind("regular")], breach: { text: "r1 is disrupted", clause: "CTL-7.5e" } });
    expect(seen(here).match(/r1 is disrupted/gi)).toHaveLength(1);
    expect([...here.querySelectorAll<HTMLInputElement>("[type=radio]")].map((r) => r.disabled)).toEqual([false, true]);
  });

  it("CTL-7.5a: a button for each hex that can be attacked leads to it, and attacks nobody yet", async () => {
    await sit({ fight_phase: true }, { heads: ["r1", "r2"] });
    const attack = (how: string) => ({ text: `attack r1 0303 ${how}`, verb: "attack", label: how, unit: "r1", units: ["r1"], against: "0303" });
    server.offers = { r1: [attack("hasty"), attack("regular"), { ...attack("hasty"), text: "attack r1 0909", against: "0909" }] };
    table.select(["r1"]);
    await done();
    const here = panel();
    const buttons = [...here.querySelectorAll<HTMLElement>(".selection .row button")].map((b) => seen(b).trim());
    expect(buttons).toEqual(["Attack 0303 Ford", "Attack 0909"]);
    button(here, "Attack 0303")!.click();
    await done();
    expect([table.draft?.attackers, table.draft?.defenders, server.done()]).toEqual([["r1"], ["b1"], []]);
    table.setDraft(null);
    table.attack(server.offers["r1"]![2]!); // nobody is known to stand there
    await done();
    expect(server.done()).toEqual(["attack r1 0909"]);
  });

  it("TGC-ui.26: marks who is required, with the clause", async () => {
    const here = await drafting();
    const row = [...here.querySelectorAll("label")].find((l) => l.querySelector(".must"))!;
    expect(seen(row as HTMLElement)).toMatch(new RegExp(`b1.*${t("draft.must")}.*TGC-combat\\.9`));
  });

  it("TGC-ui.25: is assigned by one button and discarded by the other", async () => {
    const here = await drafting();
    button(here, t("draft.cancel"))!.click();
    await done();
    expect([table.draft, server.done()]).toEqual([null, []]);
    clear();
    await drafting();
    gate("assign").click();
    await done();
    expect([table.draft, server.done()]).toEqual([null, ["attack r1"]]);
  });

  it("TGC-ui.25, TGC-ui.41: is not assigned where a clause forbids it, and says so", async () => {
    const here = await drafting({ breach: { text: "r1 is busy", clause: "TGC-combat.5" } });
    expect(gate("assign").getAttribute("aria-disabled")).toBe("true");
    expect(seen(here)).toMatch(/r1 is busy.*TGC-combat\.5/i);
    gate("assign").click();
    await done();
    expect(server.done()).toEqual([]);
    expect(table.draft).not.toBeNull();
  });
});

describe("the list of combats", () => {
  it("TGC-ui.27: has each with its odds, and what cancels and resolves it", async () => {
    await sit({ fights: [fight(1, { cancel: "cancel 1", resolve: "resolve 1" }), fight(2, { odds: "1:3", cancel: "cancel 2" })] });
    const list = page(panel(), "fights");
    const [first, second] = [...list.querySelectorAll<HTMLElement>("ol > li")];
    expect(seen(first!)).toContain("2:1");
    expect(seen(second!)).toContain("1:3");
    button(second!, t("fights.cancel"))!.click();
    await done();
    expect(server.done()).toEqual(["cancel 2"]);
    button(first!, t("fights.resolve"))!.click();
    await done();
    expect(server.done()).toEqual(["cancel 2", "resolve 1"]);
  });

  it("TGC-ui.28: gives no Resolve where it is refused, but the reason", async () => {
    await sit({ fights: [fight(1, { cancel: "cancel 1", refused: "b2 must be attacked [TGC-combat.9]" })] });
    const list = page(panel(), "fights");
    expect(button(list, t("fights.resolve"))).toBeUndefined();
    expect(seen(list)).toMatch(/b2 must be attacked.*TGC-combat\.9/i);
  });

  it("TGC-ui.29: combats are assigned beside it until the first Resolve, and no more after it", async () => {
    await sit({ fight_phase: true, fights: [fight(1, { cancel: "cancel 1", resolve: "resolve 1" })] });
    page(panel(), "fights");
    table.select(["r2"]);
    table.onunit("b1", PLAIN);
    expect(table.draft?.attackers).toEqual(["r2"]);
    table.setDraft(null);
    server.game = { ...server.game, version: 6, board: board({ fight_phase: false, fights: [fight(1, { resolve: "resolve 1" })] }) };
    await table.refresh();
    table.select(["r2"]);
    table.onunit("b1", PLAIN);
    expect(table.draft).toBeNull();
  });

  it("TGC-ui.30: is there to pick from when the computer attacks and I choose the order", async () => {
    const fights = [fight(1, { resolve: "resolve 1" }), fight(2, { resolve: "resolve 2" })];
    await sit({ fights }, { heads: [] });
    const list = page(panel(), "fights");
    const all = [...list.querySelectorAll<HTMLElement>("ol > li")];
    button(all[1]!, t("fights.resolve"))!.click();
    await done();
    expect(server.done()).toEqual(["resolve 2"]);
  });
});

describe("what is chosen after the die", () => {
  it("TGC-ui.32: an exchange shows the value to reach and the running sum", async () => {
    const item = (unit: string, number: number, chosen = false) => ({ unit, value: String(number), number, chosen });
    const form = { verb: "lose", title: "Losses", clause: "TGC-crt.11c", at_least: "5", items: [item("r1", 4, true), item("r2", 3)] };
    await sit({}, { heads: [], form });
    const here = panel();
    const sum = () => seen(here.querySelector(".sum") as HTMLElement);
    expect(sum()).toContain("4 of at least 5");
    gate("form-go").click();
    await done();
    expect(server.done()).toEqual([]);
    table.onunit("r2", PLAIN); // on the map as in the form
    flushSync();
    expect(sum()).toContain("7 of at least 5");
    gate("form-go").click();
    await done();
    expect(server.done()).toEqual(["lose r1,r2"]);
  });

  it("TGC-ui.33: two results stand side by side, and one is taken", async () => {
    const take = (result: string) => offer("", "", { text: `take ${result}`, verb: "take", label: `take ${result}` });
    await sit({ dice: { faces: [2, 5], results: ["DR2", "EX"] } }, { heads: [], single: [take("DR2"), take("EX")] });
    const here = panel();
    button(here, "Take EX")!.click();
    await done();
    expect(server.done()).toEqual(["take EX"]);
    expect(button(here, "Take DR2")).toBeDefined();
  });
});

describe("supply and the highlights", () => {
  it("TGC-ui.36: the list of sources has range, capacity and what is used of it", async () => {
    const source = (name: string, kind: string, range: number) => ({ hex: "0101", name, kind, range, capacity: 5, used: 2, side: "red" });
    await sit({ sources: [source("Gold", "invaded", 11), source("Caen", "bare", 0)] });
    const rows = [...page(panel(), "supply").querySelectorAll("tbody tr")].map((r) => seen(r as HTMLElement));
    expect(rows[0]).toMatch(/Gold.*11.*2 of 5/);
    expect(rows[1]).toMatch(/Caen.*0.*2 of 5/);
  });

  it("TGC-ui.19, TGC-ui.20, TGC-ui.35: an overlay is switched on and off, and asked for again after every action", async () => {
    await sit({ overlays: [{ id: "duties-red", label: "Must attack", side: "red" }, { id: "supply-red", label: "Supply", side: "red" }] });
    const here = show(Overlays);
    const [first] = [...here.querySelectorAll<HTMLInputElement>("input")];
    const asked = () => server.asked.filter((a) => a.path.includes("duties-red")).length;
    first!.click();
    await done();
    expect([table.shown, asked()]).toEqual([["duties-red"], 1]);
    await table.submit("move r1 0102");
    await done();
    expect(asked()).toBeGreaterThan(1);
    first!.click();
    await done();
    expect([table.shown, table.shades]).toEqual([[], []]);
  });

  it("TGC-ui.42: the strip shows the numbers that are tracked", async () => {
    const chip = (id: string, label: string, value: string) => ({ id, label, value });
    await sit({ chips: [chip("rhine", "Beyond the Rhine", "3/10"), chip("carpets", "Carpet bombings", "2/4")] });
    const here = seen(show(Strip, { layout: "wide" }));
    expect(here).toMatch(/Beyond the Rhine 3\/10.*Carpet bombings 2\/4/);
  });
});
