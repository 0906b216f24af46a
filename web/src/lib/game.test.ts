// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PLAIN } from "./choosing.svelte";
import { run } from "./commands";
import { FakeLine, FakeServer, api, board, choices, game, line, offer, settled } from "./fake";
import { Table } from "./game.svelte";
import { speak } from "./i18n.svelte";
import { notices } from "./notice.svelte";
import { settings } from "./settings.svelte";
import type { Game } from "./wire";

async function table(more: Partial<Game> = {}, prepare: (s: FakeServer) => void = () => undefined) {
  const server = new FakeServer(game(more));
  prepare(server);
  const line = new FakeLine();
  const made = new Table(server.game.game, api(server), () => line);
  await made.open();
  line.onopen?.(new Event("open"));
  await settled();
  return { server, line, table: made };
}

beforeEach(async () => {
  localStorage.clear();
  notices.clear();
  notices.polite = notices.assertive = "";
  settings.confirm = true;
  await speak("en");
});

describe("coming to a table", () => {
  it("shows the game, says hello with the version it has, and tells me that I decide", async () => {
    const { table: t, line } = await table();
    expect(t.mine).toBe(true);
    expect(t.where.get("b1")).toBe("0303");
    expect(t.placeName("0303")).toBe("0303 Ford");
    expect(line.sent[0]).toMatchObject({ kind: "hello", since: 5, token: "t".repeat(32) });
    expect(notices.assertive).toBe("Your decision. Move.");
  });

  it("says what is wrong where the game is not mine, or nobody answers", async () => {
    const one = new FakeServer(game());
    one.refusals.set("GET ", { status: 404, body: { status: 404, why: "there is no game of this id" } });
    const gone = new Table("abcdefabcdef", api(one), () => new FakeLine());
    await gone.open();
    expect(gone.missing).toBe("there is no game of this id");
    one.down = true;
    const lost = new Table("abcdefabcdef", api(one), () => new FakeLine());
    await lost.open();
    expect(lost.unreachable).toBe(true);
    one.down = false;
    await lost.open();
    expect([lost.unreachable, lost.game?.title]).toEqual([false, "A small game"]);
  });

  it("knows what happened since my last look, and forgets it when I have looked", async () => {
    localStorage.setItem("grognard.seen.abcdefabcdef", "3");
    const { table: t } = await table({}, (s) => (s.log = [line(3, "red"), line(4, "blue"), line(5, "")]));
    expect(t.news.map((l) => l.n)).toEqual([4, 5]);
    t.look_done();
    expect(t.news).toEqual([]);
    expect(localStorage.getItem("grognard.seen.abcdefabcdef")).toBe("5");
  });

  it("has no news for whoever plays all sides", async () => {
    localStorage.setItem("grognard.seen.abcdefabcdef", "3");
    const { table: t } = await table({ holds: ["red", "blue"] }, (s) => (s.log = [line(4, "blue")]));
    expect(t.news).toEqual([]);
  });
});

describe("the live line", () => {
  it("brings lines aloud and fetches the game that has gone on", async () => {
    const { table: t, line: live, server } = await table();
    server.game = { ...server.game, version: 6, actions: 6, board: board({ turn: "Turn 2" }) };
    live.say({ kind: "moved", version: 6, lines: [line(6, "blue")] });
    await settled();
    expect(t.board?.turn).toBe("Turn 2");
    expect(notices.polite).toBe("Line 6.");
  });

  it("does not fetch again what my own action has brought", async () => {
    const { table: t, line: live, server } = await table();
    await t.submit("move r1 0102");
    const before = server.count("");
    live.say({ kind: "moved", version: 6, lines: server.log.slice(-1) });
    await settled();
    expect(server.count("")).toBe(before);
    expect(t.log.filter((l) => l.n === 6)).toHaveLength(1);
  });

  it("after a break reads the whole log: something may have been taken back meanwhile", async () => {
    const { line: live, server } = await table();
    const before = server.count("/log");
    server.game = { ...server.game, version: 9 };
    live.say({ kind: "hello", version: 9, lines: [] });
    await settled();
    expect(server.count("/log")).toBe(before + 1);
  });

  it("counts what is said while the talk is not open", async () => {
    const { table: t, line: live } = await table();
    const said = { n: 1, by: ["blue"], name: "Bo", text: "Hello", at: "" };
    live.say({ kind: "chat", version: 5, chat: said });
    expect([t.unread, t.chat.length]).toEqual([1, 1]);
    t.show_tab("talk");
    live.say({ kind: "chat", version: 5, chat: { ...said, n: 2 } });
    expect(t.unread).toBe(0);
  });

  it("shows that the computer is at it, and when it no longer is", async () => {
    const { table: t, line: live } = await table({ asks: "blue", your_turn: false });
    live.say({ kind: "thinking", version: 5, thinking: { side: "blue", player: "scripted", since: "", done: 2 } });
    expect(t.game?.thinking?.done).toBe(2);
    live.say({ kind: "thinking", version: 5, thinking: null });
    expect(t.game?.thinking).toBeNull();
  });

  it("tells the computer to wait and to go on, by the key of pausing or by a word", async () => {
    const { table: t, server, line: live } = await table({ asks: "blue", your_turn: false });
    const told = () => server.asked.filter((a) => a.path === "/hold").map((a) => `${a.method} ${String(a.body["held"])}`);
    expect(t.mayHold).toBe(false);
    run(t, "pause");
    live.say({ kind: "thinking", version: 5, thinking: { side: "blue", player: "scripted", since: "", done: 2 } });
    expect(t.mayHold).toBe(true);
    run(t, "pause");
    await settled();
    expect(told()).toEqual(["PUT true"]);
    server.game = { ...server.game, version: 9, held: true };
    live.say({ kind: "moved", version: 9 });
    await settled();
    run(t, "pause");
    await t.command("pause");
    await t.command("resume");
    await settled();
    expect(told()).toEqual(["PUT true", "PUT false", "PUT true", "PUT false"]);
  });

  it("leaves the computer alone where one only looks on", async () => {
    const thinking = { side: "blue", player: "scripted", since: "" };
    const { table: t } = await table({ asks: "blue", your_turn: false, holds: [], thinking });
    expect(t.mayHold).toBe(false);
  });
});

describe("a combat that is being resolved", () => {
  const fighting = { number: 1, attackers: ["r1"], defenders: ["b1"], odds: "3:1", ratio: "6 to 2", arrows: [] };
  const dice = { faces: [], column: "3:1", results: ["EX"], text: "exchange" };
  const thrown = [line(3, "red"), line(4, "", { faces: [5] })];

  it("keeps its throw on the table until it is done, whatever is chosen meanwhile", async () => {
    const on = board({ fighting, dice });
    const { table: t, server, line: live } = await table({ board: on }, (s) => { s.log = [line(2, "red"), ...thrown]; });
    const seen = () => t.throw.map((l) => l.n);
    expect(seen()).toEqual([3, 4]);
    live.say({ kind: "moved", version: 5, lines: [line(5, "red")] });
    expect(seen()).toEqual([3, 4, 5]);
    live.say({ kind: "moved", version: 5, lines: [line(6, "red", { kind: "hold" })] });
    expect(seen()).toEqual([3, 4, 5]);
    server.game = { ...server.game, version: 6, board: board() };
    live.say({ kind: "moved", version: 6 });
    await settled();
    expect(seen()).toEqual([]);
  });

  it("shows no throw of before while its own dice have not fallen", async () => {
    const { table: t } = await table({ board: board({ fighting }) }, (s) => { s.log = [...thrown, line(5, "red")]; });
    expect(t.throw).toEqual([]);
  });

  it("asks where one resolved it, and elsewhere does not tear the page away", async () => {
    const form = { verb: "lose", title: "Losses", clause: "TGC-crt.11c", items: [] };
    for (const [from, to] of [["fights", "play"], ["talk", "talk"]] as const) {
      const { table: t, server, line: live } = await table();
      t.show_tab(from);
      server.game = { ...server.game, version: 6, board: board({ fighting, dice }), choices: choices({ form }) };
      live.say({ kind: "moved", version: 6 });
      await settled();
      expect([t.tab, t.focus]).toEqual([to, to === "play" ? "tab" : ""]);
      t.toForm();
      expect(t.tab).toBe("play");
    }
  });
});

describe("choosing", () => {
  const ready = (s: FakeServer) => {
    s.offers = {
      r1: [offer("r1", "0102"), offer("r1", "0201"), { ...offer("r1", ""), verb: "rest", text: "rest r1" }],
      r2: [offer("r2", "0102")],
    };
  };

  it("a unit lights its hexes, a click looks, a second one does", async () => {
    const { table: t, server } = await table({}, ready);
    t.onunit("r1", PLAIN);
    await settled();
    expect(t.lit.map((o) => o.hex)).toEqual(["0102", "0201"]);
    expect(t.buttons.map((o) => o.text)).toEqual(["rest r1"]);
    t.onhex("0102", PLAIN);
    expect([t.preview?.text, server.done()]).toEqual(["move r1 0102", []]);
    t.onhex("0102", PLAIN);
    await settled();
    expect(server.done()).toEqual(["move r1 0102"]);
  });

  it("of several units only what all may do, and all of them do it", async () => {
    const { table: t, server } = await table({}, ready);
    t.onunit("r1", PLAIN);
    t.onunit("r2", { ...PLAIN, shift: true });
    await settled();
    expect(t.lit.map((o) => o.hex)).toEqual(["0102"]);
    await t.do(t.lit[0]!);
    expect(server.done()).toEqual(["move r1 0102", "move r2 0102"]);
  });

  it("what takes several at once is offered to just these, and done once", async () => {
    const { table: t, server } = await table({}, (s) => {
      const alone = { ...offer("r1", "0102"), units: ["r1"] };
      const both = { ...offer("r1", "0102"), text: "move r1,r2 0102", units: ["r1", "r2"] };
      s.offers = { r1: [alone, both], r2: [{ ...both, unit: "r2" }] };
    });
    t.onunit("r1", PLAIN);
    await settled();
    expect(t.lit.map((o) => o.text)).toEqual(["move r1 0102"]);
    t.onunit("r2", { ...PLAIN, shift: true });
    await settled();
    expect(t.lit.map((o) => o.text)).toEqual(["move r1,r2 0102"]);
    await t.do(t.lit[0]!);
    expect(server.done()).toEqual(["move r1,r2 0102"]);
  });

  it("a way of several actions is gone to its end, or as far as nothing comes between", async () => {
    const { table: t, server } = await table({}, ready);
    const way = { ...offer("r1", "0103"), text: "move r1", then: ["enter 0102", "enter 0103", "stop"] };
    await t.do(way);
    expect(server.done()).toEqual(["move r1", "enter 0102", "enter 0103", "stop"]);
    server.ruling = { action: "enter 0102", breach: { text: "the move is over", clause: "TOY-2" } };
    await t.do(way);
    expect(server.done().slice(4)).toEqual(["move r1"]);
    expect(notices.all).toEqual([]); // that is no fault of mine
  });

  it("a dark hex says why not, with clause and wording", async () => {
    const { table: t } = await table({}, (s) => {
      ready(s);
      s.ruling = { action: "move r1 0505", breach: { text: "0505 is too far", clause: "TOY-move.1" }, rule: "So far." };
    });
    t.onunit("r1", PLAIN);
    await settled();
    t.onhex("0505", PLAIN);
    await settled();
    expect(notices.all.at(-1)).toMatchObject({ text: "r1 Division: 0505 is too far", clause: "TOY-move.1", rule: "So far." });
  });

  it("a double click takes the stack of one side", async () => {
    const { table: t } = await table({}, ready);
    t.onunit("r2", { ...PLAIN, double: true });
    expect(t.selected).toEqual(["r1", "r2"]);
  });

  it("an enemy, when combats can be put together, opens one; and a click takes part or leaves", async () => {
    const { table: t, server } = await table({ board: board({ fight_phase: true }) }, ready);
    t.onunit("r1", PLAIN);
    await settled();
    t.onunit("b1", PLAIN);
    expect([t.draft?.attackers, t.draft?.defenders, t.tab]).toEqual([["r1"], ["b1"], "play"]);
    t.onunit("r2", PLAIN);
    expect(t.draft?.attackers).toEqual(["r1", "r2"]);
    await vi.waitFor(() => expect(t.draft?.busy).toBe(false));
    await t.assign();
    expect(server.done()).toEqual(["attack r1,r2"]);
    expect(t.draft).toBeNull();
  });

  it("goes from duty to duty and from unit to unit", async () => {
    const duty = (unit: string, hex: string) => ({ unit, hex, what: "attack", text: `${unit} must attack`, clause: "TOY-1" });
    const { table: t } = await table({ board: board({ duties: [duty("r1", "0101"), duty("b1", "0303")] }) }, ready);
    t.nextDuty();
    expect([t.selected, t.cursor]).toEqual([["r1"], "0101"]);
    t.nextDuty();
    expect([t.selected, t.cursor]).toEqual([[], "0303"]);
    await t.nextUnit(-1);
    expect(t.selected).toEqual(["r2"]);
    await t.nextUnit();
    expect(t.selected).toEqual(["r1"]);
  });

  it("a form begins with what is proposed, and clicks on the map count", async () => {
    const item = (unit: string, chosen: boolean) => ({ unit, value: "3", number: 3, chosen });
    const form = { verb: "lose", title: "Losses", clause: "TOY-2", items: [item("r1", true), item("r2", false)], at_least: "3" };
    const { table: t } = await table({ choices: choices({ heads: [], form }) });
    expect(t.picked).toEqual(["r1"]);
    t.onunit("r2", PLAIN);
    t.onunit("r1", PLAIN);
    expect(t.picked).toEqual(["r2"]);
  });

  it("steps back from the nearest thing to the farthest", async () => {
    const { table: t } = await table({}, ready);
    t.onunit("r1", PLAIN);
    await settled();
    t.onhex("0102", PLAIN);
    notices.add("no", "refused");
    t.escape();
    expect([notices.all.length, t.preview?.hex]).toEqual([0, "0102"]);
    t.escape();
    expect([t.preview, t.selected]).toEqual([null, ["r1"]]);
    t.escape();
    expect(t.selected).toEqual([]);
  });
});

describe("doing", () => {
  it("a refusal is told with its clause and changes nothing", async () => {
    const { table: t, server } = await table();
    server.refusals.set("POST /actions", { status: 422, body: { status: 422, why: "no bridge", clause: "TOY-3", rule: "A bridge." } });
    expect(await t.submit("move r1 0505")).toBe(false);
    expect(notices.all[0]).toMatchObject({ text: "no bridge", clause: "TOY-3", kind: "refused" });
    expect(t.busy).toBe(0);
  });

  it("a stale version fetches the game anew", async () => {
    const { table: t, server } = await table();
    server.refusals.set("POST /actions", { status: 409, body: { status: 409, why: "the game has gone on", version: 8 } });
    server.game = { ...server.game, version: 8 };
    await t.submit("move r1 0102");
    expect(t.game?.version).toBe(8);
  });

  it("the main button asks before the turn changes hands, and not within my part of it", async () => {
    const crumb = (id: string, state: string, side: string) => ({ id, state, side, label: id });
    const main = { text: "end", verb: "end", label: "the next step" };
    const within = [crumb("a", "now", "red"), crumb("b", "next", "red")];
    const over = [crumb("a", "now", "red"), crumb("b", "next", "blue")];
    const one = await table({ choices: choices({ main }), board: board({ crumbs: within }) });
    await one.table.main();
    expect([one.server.done(), one.table.sure_of]).toEqual([["end"], null]);
    const blue = (kind: "person" | "computer") => ({ red: { kind: "person" as const }, blue: { kind } });
    const computer = await table({ choices: choices({ main }), board: board({ crumbs: over }), seats: blue("computer") });
    await computer.table.main(); // from which one can take back
    expect([computer.server.done(), computer.table.sure_of]).toEqual([["end"], null]);
    const two = await table({ choices: choices({ main }), board: board({ crumbs: over }), seats: blue("person") });
    await two.table.main();
    expect(two.server.done()).toEqual([]);
    expect(two.table.sure_of?.text).toContain("the Blues");
    two.table.sure_of?.act();
    await settled();
    expect(two.server.done()).toEqual(["end"]);
    settings.confirm = false;
    const three = await table({ choices: choices({ main }), board: board({ crumbs: over }), seats: blue("person") });
    await three.table.main();
    expect(three.server.done()).toEqual(["end"]);
  });

  it("the main button says what stands in the way", async () => {
    const main = { text: "end", verb: "end", label: "on" };
    const refused = { text: "r1 must attack", clause: "TOY-4" };
    const { table: t, server } = await table({ choices: choices({ main, refused }) });
    await t.main();
    expect([server.done(), notices.all[0]?.text]).toEqual([[], "R1 must attack"]);
  });

  it("takes back only as far as the server says", async () => {
    const { table: t, server } = await table();
    expect([1, 2, 4, 5].map(t.mayGoBackTo)).toEqual([false, true, true, false]);
    await t.undo();
    expect(server.asked.find((a) => a.path === "/back")?.body).toEqual({ version: 5, to: 4 });
    server.game = { ...server.game, version: 7, take_back: { can: false, to: 5, least: 5, why: "a die has fallen" } };
    await t.refresh();
    await t.undo();
    expect([server.count("/back"), notices.all.at(-1)?.text]).toEqual([1, "a die has fallen"]);
  });

  it("resolves all combats until none can be", async () => {
    const fight = (number: number, resolve: string) => ({ number, attackers: ["r1"], defenders: ["b1"], arrows: [], odds: "2:1", ratio: "", resolve });
    const { table: t, server } = await table({ board: board({ fights: [fight(1, ""), fight(2, "resolve 2")] }) });
    const watch = vi.spyOn(t, "submit").mockImplementation(async (text) => {
      server.game = { ...server.game, version: server.game.version + 1, board: board({ fights: [] }) };
      await t.refresh();
      return text !== "";
    });
    await t.resolveAll();
    expect(watch.mock.calls).toEqual([["resolve 2"]]);
  });
});

describe("typed lines", () => {
  it("do, ask, go and open what they name", async () => {
    const { table: t, server } = await table({}, (s) => (s.ruling = { action: "move r1 0102" }));
    expect(await t.command(":move r1 0102")).toBe(true);
    expect(server.done()).toEqual(["move r1 0102"]);
    await t.command("why not move r1 0102");
    expect(notices.all.at(-1)).toMatchObject({ kind: "done", text: "Nothing forbids it: move r1 0102" });
    await t.command("why TOY-move.1");
    expect([t.tab, t.clause.name]).toEqual(["rules", "TOY-move.1"]);
    await t.command("go 0303");
    expect(t.cursor).toBe("0303");
    await t.command("show log");
    expect(t.tab).toBe("log");
    expect(await t.command("show nothing")).toBe(false);
    await t.command("units");
    expect(notices.all.at(-1)?.text).toBe("r1 Division, 0101; r2 Division, 0101");
    await t.command("odds attack r1 on b1");
    expect([t.tab, t.sheet?.column]).toEqual(["play", "2:1"]);
  });
});

describe("looking back", () => {
  it("plays what happened since my turn, from just before it", async () => {
    localStorage.setItem("grognard.seen.abcdefabcdef", "3");
    const { table: t } = await table({}, (s) => (s.log = [line(3, "red"), line(4, "blue"), line(5, "blue")]));
    await t.since();
    expect([t.replay.moment?.n, t.board?.turn, t.news.length]).toEqual([3, "then 3", 0]);
    expect(t.lit).toEqual([]);
    t.replay.end();
    expect(t.board?.turn).toBe("Turn 1");
  });

  it("plays on from any moment at a table of one's own", async () => {
    const { table: t } = await table();
    expect(await t.branch(3)).toBe("fedcbafedcba");
    expect(localStorage.getItem("grognard.seats")).toContain("fedcbafedcba");
  });

  it("in a hot seat one may look on as either side, and the line follows", async () => {
    const { table: t, server, line: live } = await table({ holds: ["red", "blue"] });
    const sent = live.sent.length;
    await t.lookAs("blue");
    live.onopen?.(new Event("open"));
    expect(server.asked.some((a) => a.path === "?side=blue")).toBe(true);
    expect(live.sent[sent]).toMatchObject({ side: "blue" });
  });

  it("covers the map between two at one screen, where that is wanted", async () => {
    settings.cover = true;
    const { table: t, server } = await table({ holds: ["red", "blue"] });
    server.game = { ...server.game, version: 6, asks: "blue" };
    await t.refresh();
    expect(t.handed).toBe("blue");
    settings.cover = false;
  });
});
