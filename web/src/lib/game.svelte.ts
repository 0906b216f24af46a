// The store of one table: the game as this seat sees it, what is selected, what is offered, what is being prepared.
import type { Api } from "./api";
import { Refused } from "./api";
import { Draft } from "./draft.svelte";
import { t } from "./i18n.svelte";
import { Live, type Line, type LiveState, address } from "./live";
import { notices } from "./notice.svelte";
import { Replay } from "./replay.svelte";
import { say, sayAll } from "./say";
import { settings } from "./settings.svelte";
import { stored } from "./stored";
import type {
  Board, ChatLine, Counter, Done, Fight, Game, HexCard, LogLine, Odds, Offer, Push, Rules, Set as Pieces, Shade, Stack,
} from "./wire";

export interface Click {
  shift: boolean;
  alt: boolean;
  double: boolean;
}

export type Tab = "play" | "fights" | "forces" | "log" | "rules" | "talk";

/** What the board can do when it is there. */
export interface Eye {
  centre(hex: string): void;
}

const seenKey = (game: string) => `grognard.seen.${game}`;

export class Table {
  game = $state.raw<Game | null>(null);
  set = $state.raw<Pieces | null>(null);
  rules = $state.raw<Rules | null>(null);
  missing = $state("");
  live = $state<LiveState>("connecting");
  busy = $state(0);

  selected = $state.raw<string[]>([]);
  own = $state.raw<Offer[]>([]); // the offers of the selection
  preview = $state.raw<Offer | null>(null);
  word = $state(""); // a head that is no unit, opened
  draft = $state.raw<Draft | null>(null);
  sheet = $state.raw<Odds | null>(null); // of a combat on the list
  cursor = $state("");
  card = $state.raw<HexCard | null>(null);
  flash = $state.raw<string[]>([]);
  shown = $state.raw<string[]>([]); // overlays that are on
  shades = $state.raw<Shade[]>([]);

  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  seen = $state(-1); // the version after my last look

  tab = $state<Tab>("play");
  clause = $state(""); // where the rules pane is open
  replay: Replay;
  eye: Eye | null = null;

  private cache = new Map<string, Offer[]>();
  private line: Live;
  private asked = 0;
  private side = "";

  constructor(
    readonly id: string,
    readonly api: Api,
    open: () => Line = () => new WebSocket(address(id)),
  ) {
    this.replay = new Replay(api, id, () => this.game?.actions ?? 0, (m) => this.look(m.line ?? null));
    this.line = new Live(
      () => ({ kind: "hello", token: api.token, since: this.game?.version ?? -1 }),
      (p) => void this.pushed(p),
      (s) => (this.live = s),
      open,
    );
  }

  // ---- what is there

  board = $derived<Board | null>(this.replay0()?.board ?? this.game?.board ?? null);
  counters = $derived(new Map<string, Counter>((this.set?.counters ?? []).map((c) => [c.unit, c])));
  stacks = $derived(this.stacksByHex(this.board));
  where = $derived(this.places(this.board));
  mine = $derived(this.game !== null && this.game.your_turn && !this.game.over);
  asked_side = $derived(this.game?.asks ?? "");
  heads = $derived(new Set(this.mine ? (this.game?.choices.heads ?? []) : []));
  singles = $derived(this.mine ? (this.game?.choices.single ?? []) : []);
  /** Offers with a hex, of the selection; without one those that belong to no unit. */
  lit = $derived.by<Offer[]>(() => {
    if (this.replay0() || !this.mine || this.draft) return [];
    const from = this.selected.length || this.word ? this.own : this.singles;
    return from.filter((o) => o.hex);
  });
  buttons = $derived.by<Offer[]>(() => (this.selected.length || this.word ? this.own.filter((o) => !o.hex) : []));
  words = $derived([...this.heads].filter((h) => !this.counters.has(h)));
  news = $derived(
    this.log.filter((l) => l.n > this.seen && !l.undone && !(this.game?.holds ?? []).includes(l.by)),
  );

  private replay0() {
    return this.replay?.moment ?? null;
  }

  private stacksByHex(board: Board | null): Map<string, Stack[]> {
    const all = new Map<string, Stack[]>();
    for (const s of board?.stacks ?? []) all.set(s.hex, [...(all.get(s.hex) ?? []), s]);
    return all;
  }

  private places(board: Board | null): Map<string, string> {
    const all = new Map<string, string>();
    for (const s of board?.stacks ?? []) for (const p of s.pieces) all.set(p.unit, s.hex);
    return all;
  }

  name = (unit: string): string => this.counters.get(unit)?.name ?? unit;
  sideOf = (unit: string): string => this.counters.get(unit)?.side ?? "";
  sideName = (side: string): string => this.game?.sides[side] ?? this.set?.sides[side] ?? side;
  sideClass = (side: string): string => {
    const all = Object.keys(this.set?.sides ?? {});
    return all.indexOf(side) === 1 ? "side-b" : all.indexOf(side) === 0 ? "side-a" : "side-none";
  };
  unitsAt = (hex: string): string[] => (this.stacks.get(hex) ?? []).flatMap((s) => s.pieces.map((p) => p.unit));
  friend = (unit: string): boolean => this.sideOf(unit) === this.asked_side;
  /** A unit whose actions are chosen here: one's own, or an enemy's that must retreat. */
  acts = (unit: string): boolean => this.mine && (this.friend(unit) || this.heads.has(unit));

  // ---- coming and going

  async open(): Promise<void> {
    try {
      const game = await this.api.game(this.id);
      this.set = await this.api.set(game.scenario);
      this.seen = stored.read<number>(seenKey(this.id), -1);
      this.take(game);
      this.log = await this.api.log(this.id);
      if (this.seen < 0) this.look_done();
      this.line.start();
      void this.api.rules(this.set.system).then((r) => (this.rules = r), notices.trouble.bind(notices));
      void this.api.chat(this.id).then((c) => (this.chat = c), () => undefined);
    } catch (e) {
      if (e instanceof Refused) this.missing = e.why;
      else notices.trouble(e);
    }
  }

  close(): void {
    this.line.stop();
    this.draft?.stop();
    this.replay.end();
  }

  /** I have seen all there is. */
  look_done(): void {
    this.seen = this.game?.version ?? -1;
    stored.write(seenKey(this.id), this.seen);
  }

  private take(game: Game): void {
    const before = this.game;
    this.game = game;
    if (before && before.version === game.version && before.side === game.side) return;
    this.cache.clear();
    this.preview = null;
    this.sheet = null;
    if (!game.your_turn || game.asks !== before?.asks) this.word = "";
    if (before && game.asks !== before.asks) {
      this.selected = [];
      this.setDraft(null);
    }
    const heads = game.choices.heads ?? [];
    this.selected = this.selected.filter((u) => !game.your_turn || heads.includes(u) || !heads.length);
    if (game.your_turn && !this.selected.length && heads.length === 1 && this.counters.has(heads[0]!)) {
      this.selected = [heads[0]!];
    }
    if (game.your_turn && (!before || !before.your_turn || before.prompt !== game.prompt)) {
      notices.call(t("live.decide", { prompt: say(game.choices.prompt) }));
    }
    if (game.over && !before?.over) notices.call(game.verdict?.why ?? "");
    void this.refreshOffers();
    void this.refreshShades();
    if (this.draft) this.draft.ask(0);
    if (this.cursor && this.card) void this.inspect(this.cursor);
  }

  /** Fetch the game as it is now. Of two answers on their way the later one counts. */
  async refresh(): Promise<void> {
    const mine = ++this.asked;
    const game = await this.api.game(this.id, this.side);
    if (mine === this.asked) this.take(game);
  }

  private async pushed(p: Push): Promise<void> {
    const known = this.game?.version ?? -1;
    if (this.game && p.seats && Object.keys(p.seats).length) this.game = { ...this.game, seats: p.seats };
    if (p.kind === "chat" && p.chat) {
      this.heard(p.chat);
      return;
    }
    if (p.kind === "thinking" && this.game) {
      this.game = { ...this.game, thinking: p.thinking ?? null };
      if (p.version === known) return;
    }
    if (p.lines?.length) this.addLines(p.lines, p.kind === "moved" || p.kind === "hello");
    try {
      if (p.version !== known || ["back", "over", "seat", "hello"].includes(p.kind)) await this.refresh();
      if (p.kind === "back") {
        this.replay.forget();
        this.log = await this.api.log(this.id);
      }
    } catch (e) {
      notices.trouble(e);
    }
  }

  private heard(line: ChatLine): void {
    if (this.chat.some((c) => c.n === line.n)) return;
    this.chat = [...this.chat, line];
    if (this.tab !== "talk") this.unread++;
    notices.hear(`${line.name}: ${line.text}`);
  }

  private addLines(lines: readonly LogLine[], aloud: boolean): void {
    const known = new Set(this.log.map((l) => l.n));
    const fresh = lines.filter((l) => !known.has(l.n));
    if (!fresh.length) return;
    this.log = [...this.log, ...fresh].sort((a, b) => a.n - b.n);
    const told = fresh.flatMap((l) => l.told);
    if (aloud) notices.hear(sayAll(told));
    const last = fresh[fresh.length - 1]!;
    this.point([...new Set(told.flatMap((x) => x.hexes ?? []))].slice(-6));
    if ((this.game?.holds ?? []).includes(last.by)) this.look_done();
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
    if (hexes.length) {
      this.point(hexes);
      this.eye?.centre(hexes[hexes.length - 1]!);
    }
  }

  // ---- selecting

  select(units: string[]): void {
    this.selected = units;
    this.preview = null;
    this.word = "";
    notices.clear();
    void this.refreshOffers();
    void this.refreshShades();
  }

  openWord(word: string): void {
    this.select([]);
    this.word = this.word === word ? "" : word;
    void this.refreshOffers();
  }

  private async offersOf(head: string): Promise<Offer[]> {
    const key = `${this.game?.version}|${this.game?.side}|${head}`;
    const known = this.cache.get(key);
    if (known) return known;
    const fresh = await this.api.offers(this.id, head, this.side);
    this.cache.set(key, fresh);
    return fresh;
  }

  /** What the selection may do: of several units, what all of them may. */
  async refreshOffers(): Promise<void> {
    const heads = this.word ? [this.word] : this.selected.filter((u) => this.heads.has(u));
    const stamp = `${this.game?.version}|${heads.join()}`;
    this.stamp = stamp;
    if (!heads.length || !this.mine) {
      this.own = [];
      return;
    }
    try {
      const each = await Promise.all(heads.map((h) => this.offersOf(h)));
      if (this.stamp !== stamp) return;
      const [first = [], ...rest] = each;
      this.own = first.filter((o) => rest.every((r) => r.some((x) => x.verb === o.verb && x.hex === o.hex)));
    } catch (e) {
      notices.trouble(e);
    }
  }
  private stamp = "";

  /** Units that can act, in the order in which they are listed. */
  async nextUnit(direction: 1 | -1 = 1): Promise<void> {
    const able = [...this.heads].filter((h) => this.counters.has(h));
    if (!able.length) {
      notices.hear(t("play.nobody"));
      return;
    }
    const at = able.indexOf(this.selected[0] ?? "");
    const next = able[(at + direction + able.length) % able.length]!;
    this.select([next]);
    this.goto(this.where.get(next) ?? "");
    notices.hear(this.name(next));
  }

  nextDuty(): void {
    const duties = this.board?.duties ?? [];
    if (!duties.length) {
      notices.hear(t("duties.none"));
      return;
    }
    const at = duties.findIndex((d) => d.unit === this.selected[0] || (!this.selected.length && d.hex === this.cursor));
    const next = duties[(at + 1) % duties.length]!;
    this.tab = "play";
    this.select(this.heads.has(next.unit) || this.friend(next.unit) ? [next.unit] : []);
    this.goto(next.hex);
    this.point([next.hex]);
    notices.hear(next.text);
  }

  goto(hex: string): void {
    if (!hex) return;
    this.cursor = hex;
    this.eye?.centre(hex);
    void this.inspect(hex);
  }

  async inspect(hex: string): Promise<void> {
    this.cursor = hex;
    try {
      const card = await this.api.hex(this.id, hex);
      if (this.cursor === hex) this.card = card;
    } catch {
      this.card = null; // not a hex of the map
    }
  }

  // ---- clicking

  onunit(unit: string, ev: Click): void {
    const hex = this.where.get(unit) ?? "";
    this.cursor = hex || this.cursor;
    if (this.draft) return this.toDraft([unit]);
    if (ev.double) return this.select(this.unitsAt(hex).filter((u) => this.sideOf(u) === this.sideOf(unit)));
    if (hex && this.lit.some((o) => o.hex === hex) && !ev.shift) return this.onhex(hex, ev);
    const chosen = this.selected.some((u) => this.friend(u));
    if (this.mine && !this.friend(unit) && chosen && this.board?.fight_phase) return this.onhex(hex, ev);
    if (hex) void this.inspect(hex);
    if (ev.shift) {
      const rest = this.selected.filter((u) => u !== unit);
      return this.select(rest.length < this.selected.length ? rest : [...rest, unit]);
    }
    this.select(this.selected.length === 1 && this.selected[0] === unit ? [] : [unit]);
  }

  onhex(hex: string, ev: Click): void {
    this.cursor = hex;
    if (this.replay0()) return void this.inspect(hex);
    const here = this.unitsAt(hex);
    if (this.draft) return this.toDraft(here);
    const offer = this.lit.find((o) => o.hex === hex);
    if (offer) {
      if (this.preview?.hex === hex) return void this.do(this.preview);
      this.preview = offer;
      notices.clear();
      notices.hear([offer.label, offer.note].filter(Boolean).join(". "));
      return;
    }
    const enemies = here.filter((u) => !this.friend(u));
    const friends = this.selected.filter((u) => this.friend(u) && this.where.has(u));
    const fights = this.mine && this.board?.fight_phase && friends.length;
    if (enemies.length && enemies.length === here.length && fights) return this.fight(friends, enemies);
    if (here.length) {
      void this.inspect(hex);
      const unit = here[0]!;
      const all = ev.double ? here : [unit];
      return this.select(ev.shift ? [...new Set([...this.selected, ...all])] : all);
    }
    void this.inspect(hex);
    if (this.selected.length && this.acts(this.selected[0]!)) void this.why(this.selected[0]!, hex);
    else if (this.selected.length) this.select([]);
  }

  /** An unlit hex: what a click there would mean, and what forbids it. */
  async why(unit: string, hex: string): Promise<void> {
    try {
      const ruling = await this.api.aim(this.id, unit, hex);
      if (!ruling.breach) return;
      const said = `${this.name(unit)}: ${say(ruling.breach)}`;
      notices.ruling(ruling, said);
    } catch (e) {
      notices.trouble(e);
    }
  }

  escape(): void {
    if (notices.all.length) return notices.clear();
    if (this.preview) this.preview = null;
    else if (this.draft) this.setDraft(null);
    else if (this.sheet) this.sheet = null;
    else if (this.selected.length || this.word) this.select([]);
    else if (this.replay.moment) this.replay.end();
    else this.card = null;
  }

  // ---- combats

  setDraft(draft: Draft | null): void {
    this.draft?.stop();
    this.draft = draft;
    this.preview = null;
  }

  fight(attackers: string[], defenders: string[]): void {
    this.setDraft(new Draft(this.api, this.id, attackers, defenders));
    this.selected = [];
    this.own = [];
    this.tab = "play";
    this.sheet = null;
    notices.clear();
  }

  /** A click while a combat is put together: in or out, as attacker or defender. */
  private toDraft(units: string[]): void {
    const draft = this.draft!;
    for (const role of ["attacker", "defender"]) {
      const mine = units.filter((u) => this.friend(u) === (role === "attacker"));
      if (!mine.length) continue;
      const open = new Map((draft.odds?.candidates ?? []).map((c) => [c.unit, c]));
      const able = mine.filter((u) => draft.has(u) || !open.get(u)?.refused);
      const refused = open.get(mine[0]!)?.refused;
      if (!able.length && refused) notices.add(`${this.name(mine[0]!)}: ${say(refused)}`, "refused", refused.clause ?? "");
      else draft.toggleAll(able, role);
    }
  }

  async assign(): Promise<void> {
    const odds = this.draft?.odds;
    if (!odds || this.draft?.busy) return;
    if (odds.breach) return notices.add(say(odds.breach), "refused", odds.breach.clause ?? "");
    if (await this.submit(odds.text)) this.setDraft(null);
  }

  /** The sheet of a combat on the list. */
  async show(fight: Fight): Promise<void> {
    try {
      this.sheet = await this.api.fight(this.id, [...fight.attackers], [...fight.defenders], [...(fight.switches ?? [])]);
    } catch (e) {
      notices.trouble(e);
    }
  }

  // ---- doing

  /** Do an offer, with every unit that is selected. */
  async do(offer: Offer): Promise<void> {
    const others = offer.unit ? this.selected.filter((u) => u !== offer.unit && this.heads.has(u)) : [];
    const more = await Promise.all(others.map((u) => this.offersOf(u)));
    this.preview = null;
    if (!(await this.submit(offer.text))) return;
    for (const list of more) {
      const same = list.find((o) => o.verb === offer.verb && o.hex === offer.hex);
      if (same && !(await this.submit(same.text))) return;
    }
    const still = this.selected.filter((u) => this.heads.has(u));
    if (still.length !== this.selected.length) this.select(still);
    else if (still.length && !this.draft) {
      await this.refreshOffers();
      if (!this.own.some((o) => o.hex) && this.heads.size > 1) this.select([]);
    }
  }

  /** Any action by its text. What a rule forbids is said, and nothing changes. */
  async submit(action: string): Promise<boolean> {
    if (!this.game) return false;
    notices.clear();
    return this.settle(() => this.api.act(this.id, this.game!.version, action));
  }

  private async settle(call: () => Promise<Done>): Promise<boolean> {
    this.busy++;
    try {
      const done = await call();
      this.addLines(done.lines, true);
      await this.refresh();
      return true;
    } catch (e) {
      notices.trouble(e);
      if (e instanceof Refused && e.status === 409) await this.refresh().catch(() => undefined);
      return false;
    } finally {
      this.busy--;
    }
  }

  async main(): Promise<void> {
    const { main, refused } = this.game?.choices ?? {};
    if (!this.mine || !main) return;
    if (refused) return notices.add(say(refused), "refused", refused.clause ?? "");
    await this.submit(main.text);
  }

  // ---- undoing

  async undo(): Promise<void> {
    const back = this.game?.take_back;
    if (!back) return;
    if (!back.can) return notices.add(back.why || t("undo.nothing"), "refused");
    await this.backTo(back.to ?? 0);
  }

  mayGoBackTo = (step: number): boolean => {
    const g = this.game;
    return !!g && g.holds.length > 0 && step >= (g.take_back.least ?? 0) && step < g.actions && (g.take_back.can || step > 0);
  };

  async backTo(step: number): Promise<void> {
    if (!this.game) return;
    this.replay.end();
    const done = await this.settle(() => this.api.back(this.id, this.game!.version, step));
    if (!done) return;
    this.replay.forget();
    this.log = await this.api.log(this.id);
  }

  async redo(): Promise<void> {
    if (!this.game?.redo) return;
    await this.settle(() => this.api.again(this.id, this.game!.version));
    this.replay.forget();
    this.log = await this.api.log(this.id);
  }

  // ---- overlays

  toggleShade(id: string): void {
    this.shown = this.shown.includes(id) ? this.shown.filter((x) => x !== id) : [...this.shown, id];
    void this.refreshShades();
  }

  async refreshShades(): Promise<void> {
    const wanted = this.shown;
    const about = this.selected[0] ?? "";
    const overlays = this.game?.board.overlays ?? [];
    try {
      const all = await Promise.all(
        wanted.map(async (id) => {
          const o = overlays.find((x) => x.id === id);
          if (!o || (o.about === "unit" && !about)) return null;
          return (await this.api.shade(this.id, id, o.about ? about : "")).shade;
        }),
      );
      if (wanted === this.shown) this.shades = all.filter((s) => s !== null);
    } catch (e) {
      notices.trouble(e);
    }
  }

  // ---- the rest

  openClause(clause: string): void {
    this.clause = clause;
    this.tab = "rules";
  }

  async send(text: string): Promise<void> {
    try {
      await this.api.say(this.id, text);
    } catch (e) {
      notices.trouble(e);
    }
  }

  async resign(side: string): Promise<void> {
    await this.settle(() => this.api.resign(this.id, this.game!.version, side));
  }

  async draw(side: string, what: "offer" | "accept" | "decline" | "withdraw"): Promise<void> {
    await this.settle(() => this.api.draw(this.id, this.game!.version, side, what));
  }

  get sure(): boolean {
    return settings.confirm;
  }
}
