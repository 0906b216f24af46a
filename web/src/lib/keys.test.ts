// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { run } from "./commands";
import { FakeLine, FakeServer, api, board, choices, game, offer, settled } from "./fake";
import { Table } from "./game.svelte";
import { speak } from "./i18n.svelte";
import { COMMANDS, clashes, commandOf, keyOf, label, press, taken } from "./keys";

const key = (key: string, more = {}) => press({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

describe("keys", () => {
  it("are one word each, whatever the keyboard calls them", () => {
    expect([key(" "), key("A", { shiftKey: true }), key("a"), key("?", { shiftKey: true })]).toEqual(["Space", "Shift+A", "a", "?"]);
    expect([key("z", { ctrlKey: true }), key("z", { metaKey: true, shiftKey: true })]).toEqual(["Ctrl+Z", "Ctrl+Shift+Z"]);
    expect(label("Ctrl+Shift+Z")).toBe("Ctrl Shift Z");
    expect(label("+")).toBe("+");
  });

  it("mean one command each, or the one that the reader gave them", () => {
    expect(clashes()).toEqual([]);
    expect(commandOf("3")).toEqual({ id: "overlay", nth: 2 });
    expect(commandOf("j", { undo: "j" })?.id).toBe("undo");
    expect(commandOf("Ctrl+Z", { undo: "j" })).toBeNull();
    expect(clashes({ undo: "n" })).toEqual(["n"]);
    expect(keyOf("next-unit", { "next-unit": "ArrowUp" })).toBe("↑");
  });

  it("belong to what has the focus: fields, open dialogs, buttons, lists of pages", () => {
    document.body.innerHTML = `<input id="i"><input id="c" type="checkbox"><button id="b"></button><div data-map tabindex="0" id="m"></div>
      <div role="tablist"><button id="t"></button></div><dialog open><p id="d"></p></dialog>`;
    const at = (id: string, pressed: string) => taken(document.getElementById(id), pressed);
    expect([at("i", "n"), at("d", "n"), at("c", "n"), at("c", "Space")]).toEqual([true, true, false, true]);
    expect([at("b", "Enter"), at("b", "n"), at("b", "ArrowUp"), at("t", "ArrowLeft"), at("m", "ArrowUp")]).toEqual([true, false, true, true, false]);
  });
});

describe("commands", () => {
  let server: FakeServer;
  let table: Table;

  beforeEach(async () => {
    await speak("en");
    server = new FakeServer(game({ board: board({ overlays: [{ id: "zoc", label: "Zones" }], fight_phase: true }) }));
    server.offers = { r1: [offer("r1", "0102")] };
    table = new Table("abcdefabcdef", api(server), () => new FakeLine());
    await table.open();
    await settled();
  });

  it("all do something here or are the board's", () => {
    const eye = { centre: vi.fn(), command: vi.fn() };
    table.eye = eye;
    table.cursor = "0101";
    const answered = COMMANDS.filter((c) => c.id !== "act" && c.id !== "stack").map((c) => run(table, c.id));
    expect(answered).not.toContain(false);
    const board = COMMANDS.filter((c) => c.group === "map" && c.id !== "goto").map((c) => c.id);
    expect(eye.command.mock.calls.map(([id]) => id as string)).toEqual([...board, "bare"]);
  });

  it("choose and do at the cursor", async () => {
    table.cursor = "0101";
    run(table, "act");
    await settled();
    expect(table.selected).toEqual(["r1"]);
    table.cursor = "0102";
    run(table, "act");
    run(table, "act");
    await settled();
    expect(server.done()).toEqual(["move r1 0102"]);
    table.cursor = "0101";
    table.select([]);
    run(table, "stack");
    expect(table.selected).toEqual(["r1", "r2"]);
  });

  it("put a combat together of those selected and the hex under the cursor", () => {
    table.select(["r1"]);
    table.cursor = "0303";
    run(table, "fight");
    expect([table.draft?.attackers, table.draft?.defenders]).toEqual([["r1"], ["b1"]]);
    table.draft?.stop();
  });

  it("open pages, overlays and the command line", async () => {
    run(table, "show-rules");
    expect([table.tab, table.focus]).toEqual(["rules", "tab"]);
    run(table, "overlay", 0);
    expect(table.shown).toEqual(["zoc"]);
    expect(run(table, "overlay", 5)).toBe(false);
    run(table, "goto");
    expect(table.typing).toEqual({ text: "go " });
  });

  it("step through time", async () => {
    run(table, "step-back");
    await settled();
    expect(table.replay.moment?.n).toBe(4);
    run(table, "first");
    await settled();
    expect(table.replay.n).toBe(0);
    run(table, "last");
    expect(table.replay.moment).toBeNull();
  });

  it("leave a key alone that means nothing now", () => {
    expect(run(table, "act")).toBe(false);
    expect(run(table, "west")).toBe(false);
    expect(run(table, "nothing")).toBe(false);
  });

  it("go on with the one button", async () => {
    server.game = { ...server.game, version: 6, choices: choices({ main: { text: "end", verb: "end", label: "on" } }) };
    await table.refresh();
    run(table, "main");
    await settled();
    expect(server.done()).toEqual(["end"]);
  });
});
