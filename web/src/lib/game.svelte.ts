// The store of one table: what can be done there. `Sight` says what there is to see, `Choosing` what is selected.
import { Refused } from "./api";
import { Choosing, TABS } from "./choosing.svelte";
import { typed } from "./command";
import { served, t } from "./i18n.svelte";
import { each, meant, whoOf, type Known } from "./names";
import { notices } from "./notice.svelte";
import { CLAUSE, onward, say } from "./say";
import { settings } from "./settings.svelte";
import { keepSeat } from "./stored";
import type { Done, Fight, Game, LogLine, Offer, Shade } from "./wire";

export { TABS, type Click, type Detent, type Tab } from "./choosing.svelte";
export type { Eye } from "./sight.svelte";

const FEW = 4;

/** Something to be sure of before it is done. */
export interface Sure {
  title: string;
  text: string;
  go: string;
  act: () => void;
  ask?: boolean; // it may be asked no more
}

export class Table extends Choosing {
  busy = $state(0);
  shown = $state.raw<string[]>([]); // overlays that are on
  shades = $state.raw<Shade[]>([]);
  sure_of = $state.raw<Sure | null>(null);
  clause = $state.raw({ name: "" }); // where the rules pane is open
  handed = $state(""); // hot seat: to whom the screen goes, while the map is covered
  dialog = $state<"" | "keys" | "settings">("");
  typing = $state.raw<{ text: string } | null>(null); // the command line is asked for, with so much written in it
  private going = false; // an offer is being done, step by step
  focus = $state<"" | "tab">(""); // where the keyboard shall be
  copying = $state(""); // a link that only the reader can copy

  protected override chosen(): void {
    void this.refreshShades();
  }

  protected override taken(before: Game | null, game: Game): void {
    super.taken(before, game);
    const another = !!before?.asks && !!game.asks && before.asks !== game.asks;
    if (another && this.hotseat && settings.cover && !this.viewing) this.handed = game.asks ?? "";
    const begins = !!game.board.fighting && !before?.board.fighting;
    const form = !!game.choices.form && !before?.choices.form;
    if (this.tab === "fights" && game.your_turn && (begins || form)) this.toForm();
    if (before?.choices.form && !game.choices.form && this.detent === "full") this.detent = "half"; // the map again
  }

  // ---- doing

  async assign(): Promise<void> {
    const draft = this.draft;
    await draft?.settled();
    const odds = draft?.odds;
    if (!odds || this.draft !== draft) return;
    if (odds.breach) return notices.add(say(odds.breach), "refused", odds.breach.clause ?? "");
    if (await this.submit(odds.text)) this.setDraft(null);
  }

  /** The sheet of a combat on the list. */
  async show(fight: Fight): Promise<void> {
    try {
      const { attackers, defenders, switches = [] } = fight;
      this.sheet = await this.api.fight(this.id, attackers, defenders, switches, undefined, this.viewing);
      this.show_tab("play");
    } catch (e) {
      notices.trouble(e);
    }
  }

  /** Do an offer, with every unit that is selected; what takes them all at once is done once. */
  async do(offer: Offer): Promise<void> {
    if (this.going) return; // a second click on what is being done
    this.going = true;
    try {
      await this.carryOut(offer);
    } finally {
      this.going = false;
    }
  }

  private async carryOut(offer: Offer): Promise<void> {
    if (offer.then?.length || offer.units?.length) return this.goWay(offer);
    const others = offer.unit ? this.selected.filter((u) => u !== offer.unit && this.heads.has(u)) : [];
    const more = await Promise.all(others.map((u) => this.offersOf(u)));
    this.preview = null;
    if (!(await this.submit(offer.text))) return;
    for (const list of more) {
      const same = list.find((o) => o.verb === offer.verb && o.hex === offer.hex);
      if (same && same.text !== offer.text && !(await this.submit(same.text))) return;
    }
    const still = this.selected.filter((u) => this.heads.has(u));
    if (still.length !== this.selected.length) this.select(still);
    else if (still.length && !this.draft) {
      const same = still.join();
      await this.refreshOffers();
      if (this.selected.join() === same && !this.own.some((o) => o.hex) && this.heads.size > 1) this.select([]);
    }
  }

  /** An action and what follows on its way, as long as nothing comes between. */
  private async goWay(offer: Offer): Promise<void> {
    const asks = this.game?.asks;
    this.preview = null;
    if (!(await this.submit(offer.text))) return;
    for (const text of offer.then ?? []) {
      if (!this.mine || this.game?.asks !== asks || (await this.api.check(this.id, text, this.viewing)).breach) return;
      if (!(await this.submit(text))) return;
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
      await this.after(done.version, done.lines);
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
    if (!this.mine || !main || this.past() || this.busy) return;
    if (refused) return notices.add(say(refused), "refused", refused.clause ?? "");
    const to = this.handsTo();
    if (!to || !this.sure) return void (await this.submit(main.text));
    this.sure_of = {
      title: t("sure.hand.title"),
      text: t("sure.hand", { side: this.sideName(to) }),
      go: onward(main),
      act: () => void this.submit(main.text),
      ask: true,
    };
  }

  /** Whom the next step of the turn belongs to, where it is somebody else's: then there is no way back. From the computer
   *  one takes back what one likes. */
  handsTo(): string {
    const crumbs = this.game?.board.crumbs ?? [];
    const next = crumbs[crumbs.findIndex((c) => c.state === "now") + 1]?.side ?? "";
    const mine = (this.game?.holds ?? []).includes(next);
    const theirs = !mine && this.game?.seats[next]?.kind !== "computer";
    return crumbs.some((c) => c.state === "now") && next && theirs ? next : "";
  }

  /** All combats of the list, one after the other, until somebody must choose. */
  async resolveAll(): Promise<void> {
    for (;;) {
      const next = this.game?.board.fights?.find((f) => f.resolve);
      if (!this.mine || !next?.resolve || !(await this.submit(next.resolve))) return;
    }
  }

  /** A typed line: an action, or what the terminal would be asked. */
  async command(text: string): Promise<boolean> {
    const line = typed(text);
    if (!line) return false;
    notices.clear();
    try {
      if (line.what === "undo") await this.undo();
      else if (line.what === "redo") await this.redo();
      else if (line.what === "go") this.goto(line.hex);
      else if (line.what === "show") return this.showNamed(line.tab);
      else if (line.what === "units") this.tellUnits();
      else if (line.what === "duties") this.tellDuties();
      else if (line.what === "next") await this.main();
      else if (line.what === "pause" || line.what === "resume") await this.hold(line.what === "pause");
      else if (line.what === "odds") await this.odds((await this.read(line.action))[0]!);
      else if (line.what === "why") await this.whyNot((await this.read(line.action))[0]!);
      else if (line.what === "do") {
        for (const action of await this.read(line.action)) if (!(await this.submit(action))) return false;
      }
      else return false;
      return true;
    } catch (e) {
      notices.trouble(e);
      return false;
    }
  }

  /** What a line means, with ids for what stands on counters, numbers for the names of places: one action, or several. */
  private async read(line: string): Promise<string[]> {
    const known: Known = {
      unit: (u) => this.counters.has(u),
      labelled: (label) => {
        const low = label.toLowerCase();
        const all = [...this.counters.values()].filter((c) => c.label.toLowerCase() === low).map((c) => c.unit);
        const there = all.filter((u) => this.where.has(u) || this.heads.has(u));
        return there.length ? there : all;
      },
      friend: this.friend,
      places: this.names,
      words: (this.board?.switches ?? []).map((s) => s.word),
    };
    const verb = line.split(" ")[0]!;
    const lists = this.game?.choices.open ?? [];
    const units = lists.includes(verb) ? [] : whoOf(line, known).filter((u) => this.heads.has(u));
    const open = units.length ? (await this.offersOf(units[0]!)).filter((o) => o.verb === verb) : [];
    const said = meant(line, known, open.map((o) => ({ hex: o.hex ?? "", label: o.label })));
    return lists.includes(verb) ? [said] : each(said);
  }

  private showNamed(word: string): boolean {
    const tab = TABS.find((x) => x === word || t(`tab.${x}`).toLocaleLowerCase() === word);
    if (tab) this.show_tab(tab);
    else notices.add(t("command.tabs", { tabs: TABS.map((x) => t(`tab.${x}`)).join(", ") }));
    return !!tab;
  }

  private tellUnits(): void {
    const at = (u: string) => (this.where.has(u) ? `${this.name(u)}, ${this.placeName(this.where.get(u)!)}` : this.name(u));
    notices.add(this.able.map(at).join("; ") || t("play.nobody"), "told");
  }

  private tellDuties(): void {
    notices.add(this.board?.duties?.map((d) => served(d.text)).join("; ") || t("duties.none"), "told");
  }

  /** The sheet of an attack by its text, or of a combat by its number. */
  async odds(action: string): Promise<void> {
    const listed = this.board?.fights?.find((f) => String(f.number) === action);
    if (listed) await this.show(listed);
    else this.sheet = await this.api.odds(this.id, action, this.viewing);
    this.show_tab("play");
    if (this.sheet) notices.hear([served(this.sheet.title), served(this.sheet.ratio ?? ""), this.sheet.column].filter(Boolean).join(", "));
  }

  private async whyNot(action: string): Promise<void> {
    if (new RegExp(`^${CLAUSE.source}$`).test(action)) return this.openClause(action);
    const ruling = await this.api.check(this.id, action, this.viewing);
    if (ruling.breach) notices.ruling(ruling, say(ruling.breach));
    else notices.add(t("why.legal", { action: ruling.action || action }), "done");
  }

  // ---- undoing

  async undo(): Promise<void> {
    const back = this.game?.take_back;
    if (!back) return;
    if (!back.can) return notices.add(served(back.why ?? "") || t("undo.nothing"), "refused");
    await this.backTo(back.to ?? 0);
  }

  mayGoBackTo = (step: number): boolean => {
    const g = this.game;
    return !!g && g.holds.length > 0 && g.take_back.can && step >= (g.take_back.least ?? 0) && step < g.actions;
  };

  async backTo(step: number): Promise<void> {
    if (!this.game) return;
    this.replay.end();
    const done = await this.settle(() => this.api.back(this.id, this.game!.version, step));
    if (!done) return;
    this.replay.forget();
    await this.readLog();
  }

  async redo(): Promise<void> {
    if (!this.game?.redo) return;
    await this.settle(() => this.api.again(this.id, this.game!.version));
    this.replay.forget();
    await this.readLog();
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
          return (await this.api.shade(this.id, id, o.about ? about : "", this.viewing)).shade;
        }),
      );
      if (wanted === this.shown) this.shades = all.filter((s) => s !== null);
    } catch (e) {
      notices.trouble(e);
    }
  }

  // ---- looking back

  /** Play again what happened since my last turn; without that, the last turn of the log. */
  async since(): Promise<void> {
    const first = this.news[0] ?? this.lastTurn();
    if (!first) return notices.hear(t("since.nothing"));
    await this.replay.play(Math.max(0, first.step - 1));
    this.look_done();
  }

  private lastTurn(): LogLine | undefined {
    const lines = this.log.filter((l) => !l.undone && l.kind !== "back");
    const last = lines[lines.length - 1];
    return lines.find((l) => l.turn === last?.turn && l.phase === last?.phase);
  }

  /** A table of my own that begins at a moment of this one. Where the token is kept, the page can be opened. */
  async branch(step: number): Promise<string> {
    try {
      const made = await this.api.branch(this.id, step, t("branch.title", { title: this.game?.title ?? "" }));
      keepSeat(made.game, made.token);
      return made.game;
    } catch (e) {
      notices.trouble(e);
      return "";
    }
  }

  // ---- the rest

  /** To where what is asked can be answered. */
  toForm(): void {
    this.show_tab("play");
    this.focus = "tab";
    if ((this.form?.items.length ?? 0) > FEW) this.detent = "full"; // a long list needs the room more than the map
  }

  /** The command line, with so much written in it already. */
  ask(text: string): void {
    this.open_panel = true;
    this.typing = { text };
  }

  openClause(clause: string): void {
    this.clause = { name: clause };
    this.show_tab("rules");
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

  /** The computer is at it, and waits when I tell it to. */
  mayHold = $derived(!!this.game?.holds.length && !this.game.over && (this.game.held || !!this.game.thinking));

  /** The computer waits, or goes on. */
  async hold(held: boolean): Promise<void> {
    await this.settle(() => this.api.hold(this.id, held));
  }

  get sure(): boolean {
    return settings.confirm;
  }
}
