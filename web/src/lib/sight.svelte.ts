// What is there to see of one table: the game as this seat sees it, its log, its talk, and how all of it is kept fresh.
import type { Api } from "./api";
import { Refused, Unreachable } from "./api";
import { served, t } from "./i18n.svelte";
import { Live, type Line, type LiveState, address } from "./live";
import { lastOwn } from "./log";
import { notices } from "./notice.svelte";
import { Replay } from "./replay.svelte";
import { forget, lookup, say, sayAll, type Lexicon } from "./say";
import { cue } from "./sound";
import { stored } from "./stored";
import type {
  Board, Box, ChatLine, Counter, Game, LogLine, Piece, Push, Rules, Set as Pieces, Stack,
} from "./wire";

/** What the board can do when it is there. */
export interface Eye {
  centre(hex: string): void;
  /** As little as brings one of them into view. */
  show?(hexes: readonly string[]): void;
  /** A command of the group "map", or `bare`, pressed anywhere on the page. */
  command?(id: string): void;
}

const seenKey = (game: string) => `grognard.seen.${game}`;

export class Sight implements Lexicon {
  game = $state.raw<Game | null>(null);
  set = $state.raw<Pieces | null>(null);
  rules = $state.raw<Rules | null>(null);
  missing = $state("");
  unreachable = $state(false); // nothing could be fetched yet
  live = $state<LiveState>("connecting");

  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  seen = $state(-1); // the version after my last look
  flash = $state.raw<string[]>([]);
  viewing = $state(""); // hot seat: as whom I look on; empty: as whoever decides
  ended = $state(false); // the game ended before my eyes
  replay: Replay;
  eye: Eye | null = null;

  private line: Live;
  private asked = 0;
  private coming = -1; // a version that is being fetched after an action of mine

  constructor(
    readonly id: string,
    readonly api: Api,
    open: () => Line = () => new WebSocket(address(id)),
  ) {
    this.replay = new Replay(api, id, () => this.game?.actions ?? 0, (m) => this.look(m.line ?? null));
    this.line = new Live(
      () => ({ kind: "hello", token: api.token, since: this.game?.version ?? -1, side: this.viewing }),
      (p) => void this.pushed(p),
      (s) => (this.live = s),
      open,
    );
  }

  // ---- what is there

  board = $derived<Board | null>(this.past()?.board ?? this.game?.board ?? null);
  counters = $derived(new Map<string, Counter>((this.set?.counters ?? []).map((c) => [c.unit, c])));
  stacks = $derived(byHex(this.board));
  where = $derived(places(this.board));
  boxOf = $derived(boxes(this.board));
  pieces = $derived(pieces(this.board));
  names = $derived(new Map<string, string>((this.set?.sheet.places ?? []).map((p) => [p.hex, p.name])));
  mine = $derived(this.game !== null && this.game.your_turn && !this.game.over);
  asked_side = $derived(this.game?.asks ?? "");
  spectator = $derived(this.game !== null && !this.game.holds.length);
  hotseat = $derived((this.game?.holds.length ?? 0) > 1);
  /** What happened since my last turn. Who plays all sides, or looks on, has seen it. */
  news = $derived.by<LogLine[]>(() => {
    const g = this.game;
    if (!g || !g.holds.length || Object.keys(g.sides).every((s) => g.holds.includes(s))) return [];
    return this.log.filter((l) => l.n > this.seen && !l.undone && l.told.length > 0 && !g.holds.includes(l.by));
  });
  /** The last throw and all that came of it: until the next action, or, where the position speaks of its dice, until the
   *  combat is done. */
  throw = $derived.by<LogLine[]>(() => {
    const lines = this.log.filter((l) => !l.undone && (l.kind === "action" || l.kind === "dice"));
    const cause = (end: number) => Math.max(0, lines.findLastIndex((l, i) => i <= end && !!l.by));
    const from = cause(lines.findLastIndex((l) => l.faces?.length || l.throw));
    const still = !!this.board?.fighting && !!this.board.dice;
    const after = still || from === cause(lines.length) ? lines.slice(from) : [];
    return after.some((l) => l.faces?.length || l.throw) ? after : [];
  });

  protected past() {
    return this.replay?.moment ?? null;
  }

  name = (unit: string): string => this.counters.get(unit)?.name ?? unit;
  sideOf = (unit: string): string => this.counters.get(unit)?.side ?? "";
  /** As players call it, within a sentence. */
  sideName = (side: string): string => served(this.game?.sides[side] ?? this.set?.sides[side] ?? side);
  sideClass = (side: string): string => {
    const all = Object.keys(this.set?.sides ?? {});
    return all.indexOf(side) === 1 ? "side-b" : all.indexOf(side) === 0 ? "side-a" : "side-none";
  };
  /** A hex by its number, with its name where it has one. */
  placeName = (hex: string): string => (this.names.has(hex) ? `${hex} ${served(this.names.get(hex)!)}` : hex);
  unitsAt = (hex: string): string[] => (this.stacks.get(hex) ?? []).flatMap((s) => s.pieces.map((p) => p.unit));
  friend = (unit: string): boolean => this.sideOf(unit) === this.asked_side;

  /** Where everybody stood after so many actions, as far as it can be asked. */
  async stoodAt(step: number): Promise<ReadonlyMap<string, string>> {
    return this.api.at(this.id, step, this.viewing).then((m) => places(m.board), () => new Map<string, string>());
  }

  // ---- coming and going

  async open(): Promise<void> {
    this.unreachable = false;
    try {
      const game = await this.api.game(this.id);
      this.set = await this.api.set(game.scenario);
      lookup(this);
      this.seen = stored.read<number>(seenKey(this.id), -1);
      this.take(game);
      this.log = await this.api.log(this.id, 0, this.viewing);
      if (this.seen < 0) this.look_done();
      this.line.start();
      void this.api.rules(this.set.system).then((r) => (this.rules = r), notices.trouble.bind(notices));
      void this.api.chat(this.id).then((c) => (this.chat = c), () => undefined);
    } catch (e) {
      if (e instanceof Refused) this.missing = e.why;
      else if (e instanceof Unreachable) this.unreachable = true;
      else notices.trouble(e);
    }
  }

  close(): void {
    this.line.stop();
    this.replay.end();
    forget(this);
  }

  /** I have seen all there is. */
  look_done(): void {
    this.keepSeen(this.game?.version ?? -1);
  }

  private keepSeen(version: number): void {
    this.seen = version;
    stored.write(seenKey(this.id), version);
  }

  /** In a hot seat: look on as another side, or as whoever decides. */
  async lookAs(side: string): Promise<void> {
    this.viewing = side;
    this.replay.end();
    this.replay.forget();
    this.replay.side = side;
    try {
      await this.refresh();
      await this.readLog();
      this.line.renew();
    } catch (e) {
      notices.trouble(e);
    }
  }

  protected take(game: Game): void {
    const before = this.game;
    this.game = game;
    if (before && before.version === game.version && before.side === game.side) return;
    this.taken(before, game);
    if (before && !this.past()) this.lookAt(before, game);
    if (game.your_turn && (!before || !before.your_turn || before.prompt !== game.prompt)) {
      notices.call(t("live.decide", { prompt: say(game.choices.prompt) }));
    }
    if (game.your_turn && before && !before.your_turn) cue("turn");
    if (game.over && before && !before.over) {
      this.ended = true;
      cue("end");
      notices.call(served(game.verdict?.why ?? ""));
    }
  }

  /** What I am asked about comes into view: when the turn does, and at each step that goes on. */
  private lookAt(before: Game, game: Game): void {
    const at = (g: Game) => g.board.crumbs.findIndex((c) => c.state === "now");
    if (!game.your_turn || (before.your_turn && at(game) <= at(before))) return;
    const hex = game.choices.prompt.hexes?.[0] ?? game.board.focus;
    if (hex) this.eye?.show?.([hex]);
  }

  /** Another position, or another view of it, has come. */
  protected taken(_before: Game | null, _game: Game): void {}

  /** Fetch the game as it is now. Of two answers on their way the later one counts. */
  async refresh(): Promise<void> {
    const mine = ++this.asked;
    const game = await this.api.game(this.id, this.viewing);
    if (mine === this.asked) this.take(game);
  }

  async readLog(): Promise<void> {
    this.log = await this.api.log(this.id, 0, this.viewing);
  }

  /** What an action of mine brought, before the live line tells it too. */
  protected async after(version: number, lines: readonly LogLine[]): Promise<void> {
    this.coming = version;
    this.addLines(lines, true);
    await this.refresh();
  }

  private async pushed(p: Push): Promise<void> {
    const known = this.game?.version ?? -1;
    if (this.game && p.seats && Object.keys(p.seats).length) this.game = { ...this.game, seats: p.seats };
    if (p.kind === "chat" && p.chat) return this.heard(p.chat);
    if (p.kind === "thinking" && this.game) this.game = { ...this.game, thinking: p.thinking ?? null };
    if (p.lines?.length) this.addLines(p.lines, p.kind === "moved" || p.kind === "hello");
    const changed = p.version !== known && p.version > this.coming;
    try {
      if (changed || p.kind === "back" || p.kind === "over" || p.kind === "seat") await this.refresh();
      if (p.kind === "back" || (p.kind === "hello" && changed)) {
        this.replay.forget();
        await this.readLog();
      }
    } catch (e) {
      notices.trouble(e);
    }
  }

  /** The talk is open before me. */
  protected listening(): boolean {
    return false;
  }

  private heard(line: ChatLine): void {
    if (this.chat.some((c) => c.n === line.n)) return;
    this.chat = [...this.chat, line];
    if (!this.listening()) this.unread++;
    notices.hear(`${line.name}: ${line.text}`);
  }

  private addLines(lines: readonly LogLine[], aloud: boolean): void {
    const known = new Set(this.log.map((l) => l.n));
    const fresh = lines.filter((l) => !known.has(l.n));
    if (!fresh.length) return;
    this.log = [...this.log, ...fresh].sort((a, b) => a.n - b.n);
    const told = fresh.flatMap((l) => l.told);
    if (aloud) notices.hear(sayAll(told));
    if (aloud && fresh.some((l) => l.faces?.length)) cue("dice");
    this.point([...new Set(told.flatMap((x) => x.hexes ?? []))].slice(-6));
    const seen = lastOwn(this.log, this.game?.holds ?? [], this.seen);
    if (seen > this.seen) this.keepSeen(seen);
  }

  /** Flash hexes or units for a moment. */
  point(what: string[]): void {
    this.flash = what;
    setTimeout(() => {
      if (this.flash === what) this.flash = [];
    }, 1600);
  }

  private look(line: LogLine | null): void {
    const hexes = line?.told.flatMap((x) => x.hexes ?? []) ?? [];
    if (!hexes.length) return;
    this.point(hexes);
    this.eye?.centre(hexes[hexes.length - 1]!);
  }
}

function byHex(board: Board | null): Map<string, Stack[]> {
  const all = new Map<string, Stack[]>();
  for (const s of board?.stacks ?? []) all.set(s.hex, [...(all.get(s.hex) ?? []), s]);
  return all;
}

function places(board: Board | null): Map<string, string> {
  const all = new Map<string, string>();
  for (const s of board?.stacks ?? []) for (const p of s.pieces) all.set(p.unit, s.hex);
  return all;
}

function boxes(board: Board | null): Map<string, Box> {
  const all = new Map<string, Box>();
  for (const b of board?.boxes ?? []) for (const p of b.pieces) all.set(p.unit, b);
  return all;
}

function pieces(board: Board | null): Map<string, Piece> {
  const all = new Map<string, Piece>();
  for (const group of [...(board?.stacks ?? []), ...(board?.boxes ?? [])]) for (const p of group.pieces) all.set(p.unit, p);
  return all;
}
