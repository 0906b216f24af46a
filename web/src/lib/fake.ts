// A table for tests: a server that answers from memory and remembers what it was asked, and a line that is spoken by hand.
import { Api } from "./api";
import type { Line } from "./live";
import type { Board, Choices, Counter, Done, Game, LogLine, Odds, Offer, Push, Ruling, Set as Pieces } from "./wire";

export const counter = (unit: string, side: string, more: Partial<Counter> = {}): Counter => ({
  unit, side, name: `${unit} Division`, label: unit, symbol: "infantry", values: ["3", "4", "3"],
  value_names: ["attack", "defense", "movement"], ...more,
});

export const board = (more: Partial<Board> = {}): Board => ({
  headline: "Turn 1: Movement", turn: "Turn 1", crumbs: [], chips: [], boxes: [],
  stacks: [
    { hex: "0101", side: "red", pieces: [{ unit: "r1" }, { unit: "r2" }] },
    { hex: "0303", side: "blue", pieces: [{ unit: "b1" }] },
  ],
  ...more,
});

export const offer = (unit: string, hex: string, more: Partial<Offer> = {}): Offer => ({
  text: `move ${unit} ${hex}`, verb: "move", label: `move to ${hex}`, unit, hex, ...more,
});

export const choices = (more: Partial<Choices> = {}): Choices => ({
  prompt: { text: "Move." }, heads: ["r1", "r2"], ...more,
});

export const game = (more: Partial<Game> = {}): Game => ({
  game: "abcdefabcdef", scenario: "toy/small", title: "A small game", version: 5, actions: 5, side: "red", holds: ["red"],
  sides: { red: "the Reds", blue: "the Blues" },
  seats: { red: { kind: "person", name: "me", present: true }, blue: { kind: "computer", name: "scripted", present: false } },
  asks: "red", your_turn: true, prompt: "move", board: board(), choices: choices(),
  take_back: { can: true, to: 4, least: 2 }, redo: false, commitment: "c0ffee", ...more,
});

export const line = (n: number, by: string, more: Partial<LogLine> = {}): LogLine => ({
  n, step: n, kind: by ? "action" : "dice", by, action: by ? `move x ${n}` : "", told: [{ text: `Line ${n}.` }],
  turn: "Turn 1", phase: "Movement", at: "2026-01-01T10:00:00Z", ...more,
});

export const pieces: Pieces = {
  system: "toy", title: "Small", sides: { red: "the Reds", blue: "the Blues" },
  sheet: {
    key: "toy", columns: 6, rows: 6, pointy: true, shoved: 1, first_column: 0, first_row: 0, habit: "CCRR", up: false,
    cells: ["......"], terrain: {}, places: [{ hex: "0303", name: "Ford", rank: 1 }],
  },
  counters: [counter("r1", "red"), counter("r2", "red"), counter("b1", "blue")],
  tables: [],
};

/** What the server holds, and what it was asked: method, path without the game, body. */
export class FakeServer {
  asked: { method: string; path: string; body: Record<string, unknown> }[] = [];
  log: LogLine[] = [];
  offers: Record<string, Offer[]> = {};
  ruling: Ruling = {};
  sheet: Partial<Odds> = {}; // of a combat, whichever is asked for
  /** An answer in place of the next one to a path that ends so. */
  refusals = new Map<string, { status: number; body: unknown }>();
  down = false;

  constructor(public game: Game) {}

  readonly fetch = async (input: string, init?: RequestInit): Promise<Response> => {
    if (this.down) throw new TypeError("no line");
    const [path = "", args = ""] = input.replace("/api", "").split("?");
    const rest = path.replace(/^\/games\/[0-9a-z]+/, "");
    const method = init?.method ?? "GET";
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    this.asked.push({ method, path: rest + (args ? `?${args}` : ""), body });
    for (const [end, said] of this.refusals) {
      if (!`${method} ${rest}`.endsWith(end)) continue;
      this.refusals.delete(end);
      return new Response(JSON.stringify(said.body), { status: said.status });
    }
    return new Response(JSON.stringify(this.answer(method, rest, new URLSearchParams(args), body)));
  };

  private answer(method: string, path: string, args: URLSearchParams, body: Record<string, unknown>): unknown {
    if (path === "") return this.game;
    if (path.endsWith("/set")) return pieces;
    if (path.startsWith("/rules")) return { system: "toy", title: "Toy", prefix: "TOY", clauses: {} };
    if (path === "/log") return this.log;
    if (path === "/offers") return this.offers[args.get("head") ?? ""] ?? [];
    if (path === "/aim" || path === "/check") return this.ruling;
    if (path.startsWith("/hexes/")) return { hex: path.slice(7), title: path.slice(7), line: "" };
    if (path.startsWith("/shades/")) return { version: this.game.version, shade: { id: path.slice(8), label: path.slice(8), hexes: [] } };
    if (path.startsWith("/at/")) {
      const n = Number(path.slice(4));
      return { n, board: board({ turn: `then ${n}` }), line: this.log.find((l) => l.step === n) ?? null };
    }
    if (path === "/fight" || path === "/odds") return { text: `attack ${String(body["attackers"])}`, title: "a fight", column: "2:1", ...this.sheet };
    if (path === "/actions" || path === "/back" || path === "/again" || path === "/hold") return this.happens(String(body["action"] ?? path));
    if (path === "/chat" && method === "GET") return [];
    if (path === "/branch") return { game: "fedcbafedcba", token: "t".repeat(32), invites: {}, commitment: "" };
    return {};
  }

  /** The game goes on by an action of mine. */
  private happens(action: string): Done {
    const n = this.game.version + 1;
    const fresh = line(n, "red", { action });
    this.log = [...this.log, fresh];
    this.game = { ...this.game, version: n, actions: n };
    return { version: n, lines: [fresh], asks: "red", your_turn: true };
  }

  done = (): string[] => this.asked.filter((a) => a.path === "/actions").map((a) => String(a.body["action"]));
  count = (path: string): number => this.asked.filter((a) => a.path.split("?")[0] === path).length;
}

/** The live line, spoken by the test. */
export class FakeLine implements Line {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: ((e: Event) => void) | null = null;
  onmessage: ((e: MessageEvent) => void) | null = null;
  onclose: ((e: CloseEvent) => void) | null = null;

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  say(push: Push): void {
    this.onmessage?.({ data: JSON.stringify(push) } as MessageEvent);
  }
}

export const api = (server: FakeServer): Api => new Api("t".repeat(32), server.fetch);

/** Until all that is on its way has come. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 30; i++) await Promise.resolve();
  await new Promise((go) => setTimeout(go, 0));
  for (let i = 0; i < 30; i++) await Promise.resolve();
};
