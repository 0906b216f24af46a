// Commands of the keyboard, done at a table. What moves the cursor or the map is the board's.
import { PLAIN, TABS, type Tab } from "./choosing.svelte";
import type { Table } from "./game.svelte";
import { COMMANDS } from "./keys";

const MAP = new Set([...COMMANDS.filter((c) => c.group === "map").map((c) => c.id), "bare"]);

/** No: nothing here answers to it, and the key keeps what it means to the browser. */
export function run(table: Table, id: string, nth = 0): boolean {
  const tab = id.replace(/^show-/, "");
  if (id !== tab && (TABS as readonly string[]).includes(tab)) {
    table.show_tab(tab as Tab);
    table.focus = "tab";
    return true;
  }
  switch (id) {
    case "goto":
      table.ask("go ");
      return true;
    case "command":
      table.ask("");
      return true;
    case "act":
      if (table.preview) void table.do(table.preview);
      else if (table.cursor) table.onhex(table.cursor, PLAIN);
      else return false;
      return true;
    case "stack":
      if (!table.cursor) return false;
      table.onhex(table.cursor, { ...PLAIN, double: true });
      return true;
    case "escape":
      table.escape();
      return true;
    case "next-unit":
      void table.nextUnit(1);
      return true;
    case "last-unit":
      void table.nextUnit(-1);
      return true;
    case "next-duty":
      table.nextDuty();
      return true;
    case "fight":
      table.fightHere();
      return true;
    case "main":
      void table.main();
      return true;
    case "undo":
      void table.undo();
      return true;
    case "redo":
      void table.redo();
      return true;
    case "odds":
      table.show_tab(table.draft || table.sheet ? "play" : "fights");
      table.focus = "tab";
      return true;
    case "info":
      if (table.cursor) void table.inspect(table.cursor);
      table.show_tab("play");
      return true;
    case "overlay":
      return overlay(table, nth);
    case "panel":
      table.open_panel = !table.open_panel;
      table.detent = table.detent === "low" ? "half" : "low";
      return true;
    case "keys":
      table.dialog = "keys";
      return true;
  }
  if (time(table, id)) return true;
  if (!MAP.has(id) || !table.eye?.command) return false;
  table.eye.command(id);
  return true;
}

function overlay(table: Table, nth: number): boolean {
  const one = table.board?.overlays?.[nth];
  if (one) table.toggleShade(one.id);
  return !!one;
}

function time(table: Table, id: string): boolean {
  const { replay } = table;
  switch (id) {
    case "since":
      void table.since();
      return true;
    case "step-back":
      replay.pause();
      void replay.by(-1);
      return true;
    case "step-on":
      replay.pause();
      if (replay.moment) void replay.by(1);
      return true;
    case "pause":
      if (replay.playing) replay.pause();
      else if (replay.moment) void replay.play();
      else if (table.mayHold) void table.hold(!table.game?.held);
      return true;
    case "first":
      void replay.to(0);
      return true;
    case "last":
      replay.end();
      return true;
  }
  return false;
}
