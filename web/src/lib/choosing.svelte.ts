// Choosing at a table: who is selected, what is offered to them, what a click means, which combat is put together.
import { Draft } from "./draft.svelte";
import { served, t } from "./i18n.svelte";
import { notices } from "./notice.svelte";
import { label, say } from "./say";
import { Sight } from "./sight.svelte";
import type { Game, HexCard, Odds, Offer } from "./wire";

export interface Click {
  shift: boolean;
  alt: boolean;
  double: boolean;
  touch?: boolean; // by a finger: it cannot tell a counter from the rest of its hex
  list?: boolean; // on a unit in a list, not in its hex
}

export const PLAIN: Click = { shift: false, alt: false, double: false };

export const TABS = ["play", "fights", "forces", "supply", "log", "rules", "talk", "dice"] as const;
export type Tab = (typeof TABS)[number];
/** How far the sheet of a phone is drawn up. */
export type Detent = "low" | "half" | "full";

export abstract class Choosing extends Sight {
  selected = $state.raw<string[]>([]);
  own = $state.raw<Offer[]>([]); // the offers of the selection
  preview = $state.raw<Offer | null>(null);
  /** What is only pointed at in a list: shown on the map, but nothing grows above the list, or it would slip away. */
  peeked = $state.raw<Offer | null>(null);
  word = $state(""); // a head that is no unit, opened
  draft = $state.raw<Draft | null>(null);
  sheet = $state.raw<Odds | null>(null); // of a combat on the list
  cursor = $state("");
  barred = $state(""); // the hex that was clicked and refused
  card = $state.raw<HexCard | null>(null);
  picked = $state.raw<string[]>([]); // of a form
  tab = $state<Tab>("play");
  detent = $state<Detent>("low");
  open_panel = $state(true);

  private cache = new Map<string, Offer[]>();
  private stamp = "";

  heads = $derived(new Set(this.mine ? (this.game?.choices.heads ?? []) : []));
  singles = $derived(this.mine ? (this.game?.choices.single ?? []) : []);
  /** Offers with a hex, of the selection; without one those that belong to no unit. */
  lit = $derived.by<Offer[]>(() => {
    if (this.past() || !this.mine || this.draft) return [];
    const from = this.selected.length || this.word ? this.own : this.singles;
    return from.filter((o) => o.hex);
  });
  buttons = $derived.by<Offer[]>(() => (this.selected.length || this.word ? this.own.filter((o) => !o.hex) : []));
  /** The hexes that the selection may attack, each once: in what manner is chosen while the combat is put together. */
  attacks = $derived.by<Offer[]>(() => [...new Map(this.buttons.filter((o) => o.against).map((o) => [o.against, o])).values()]);
  words = $derived([...this.heads].filter((h) => !this.counters.has(h)));
  /** The units that can act. */
  able = $derived([...this.heads].filter((h) => this.counters.has(h)));
  form = $derived(this.mine && !this.past() ? (this.game?.choices.form ?? null) : null);
  /** What is answered beside the map and nowhere else: a form, a choice without a hex, units that are not on the map. */
  beside = $derived.by<"" | "form" | "choice" | "unit">(() => {
    if (!this.mine || this.past() || this.draft) return "";
    if (this.form) return "form";
    const { main, refused } = this.game!.choices;
    if (main && !refused) return "";
    const fights = new Set((this.board?.fights ?? []).flatMap((f) => [f.resolve, f.cancel])); // in a list of their own
    if (this.singles.some((o) => !o.hex && !fights.has(o.text))) return "choice";
    return this.able.length && this.able.every((u) => !this.where.has(u)) ? "unit" : "";
  });
  /** Combats can be put together here and now. */
  fighting = $derived(this.mine && !this.past() && !!this.board?.fight_phase);

  /** A unit whose actions are chosen here: one's own, or an enemy's that must retreat. */
  acts = (unit: string): boolean => this.mine && (this.friend(unit) || this.heads.has(unit));

  abstract do(offer: Offer): Promise<void>;

  /** The list of units, and overlays that speak of the selection, follow it. */
  protected chosen(): void {}

  override close(): void {
    super.close();
    this.draft?.stop();
  }

  protected override taken(before: Game | null, game: Game): void {
    this.cache.clear();
    this.preview = null;
    this.sheet = null;
    if (!game.your_turn || game.asks !== before?.asks) this.word = "";
    const form = game.your_turn ? game.choices.form : null;
    this.picked = (form?.items ?? []).filter((i) => i.chosen).map((i) => i.unit);
    if (before && game.asks !== before.asks) {
      this.selected = [];
      this.setDraft(null);
    }
    const heads = game.choices.heads ?? [];
    this.selected = this.selected.filter((u) => !game.your_turn || heads.includes(u) || !heads.length);
    if (game.your_turn && !this.selected.length && heads.length === 1 && this.counters.has(heads[0]!)) {
      this.selected = [heads[0]!];
    }
    void this.refreshOffers();
    this.chosen();
    if (this.draft) this.draft.ask(0);
    const step = (g: Game | null) => g?.board.crumbs.find((c) => c.state === "now")?.id;
    if (before && step(before) !== step(game)) this.card = null; // another step: what was looked up is no longer about it
    if (this.cursor && this.card) void this.inspect(this.cursor);
  }

  // ---- selecting

  select(units: string[]): void {
    this.selected = units;
    this.preview = null;
    this.word = "";
    this.own = []; // what the one before might do is open no longer
    notices.clear();
    void this.refreshOffers();
    this.chosen();
  }

  openWord(word: string): void {
    const shut = this.word === word;
    this.select([]);
    this.word = shut ? "" : word;
    void this.refreshOffers();
  }

  protected async offersOf(head: string): Promise<Offer[]> {
    const key = `${this.game?.version}|${this.game?.side}|${head}`;
    const known = this.cache.get(key);
    if (known) return known;
    const fresh = await this.api.offers(this.id, head, this.viewing);
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
      const all = first.filter((o) => rest.every((r) => r.some((x) => x.verb === o.verb && x.hex === o.hex)));
      this.own = all.filter((o) => !o.units?.length || (o.units.length === heads.length && o.units.every((u) => heads.includes(u))));
      // Who comes from beside the map may enter far from where one looks.
      if (!this.where.has(heads[0]!)) this.eye?.show?.(this.own.flatMap((o) => o.hex || []));
    } catch (e) {
      notices.trouble(e);
    }
  }

  /** Units that can act, in the order in which they are listed. */
  async nextUnit(direction: 1 | -1 = 1): Promise<void> {
    const able = this.able;
    if (!able.length) {
      notices.hear(t("play.nobody"));
      return;
    }
    const at = able.indexOf(this.selected[0] ?? "");
    const next = able[at < 0 && direction < 0 ? able.length - 1 : (at + direction + able.length) % able.length]!;
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
    notices.hear(served(next.text));
  }

  goto(hex: string): void {
    if (!hex) return;
    this.cursor = hex;
    this.eye?.centre(hex);
    void this.inspect(hex);
  }

  /** A unit from a list: selected, and shown where it stands. */
  find(unit: string): void {
    this.select([unit]);
    this.goto(this.where.get(unit) ?? "");
    this.point([unit]);
  }

  async inspect(hex: string): Promise<void> {
    this.cursor = hex;
    try {
      const card = await this.api.hex(this.id, hex, this.viewing);
      if (this.cursor === hex) this.card = card;
    } catch {
      this.card = null; // not a hex of the map
    }
  }

  // ---- clicking

  onunit(unit: string, ev: Click): void {
    const hex = this.where.get(unit) ?? "";
    this.cursor = hex || this.cursor;
    if (this.form?.items.some((i) => i.unit === unit)) return this.pick(unit);
    if (this.draft) return this.toDraft([unit]);
    const chooses = this.chooses(unit, ev);
    if (hex && this.preview?.hex === hex && !chooses) return this.onhex(hex, ev); // however quick the second click was
    if (ev.double) return this.select(this.unitsAt(hex).filter((u) => this.sideOf(u) === this.sideOf(unit)));
    const to = this.lit.find((o) => o.hex === hex);
    // Nobody means to crowd a friend out by a click on him: he is chosen instead.
    const meant = to && !chooses && !(to.signs?.includes("crowded") && this.acts(unit));
    if (meant && !ev.shift) return this.onhex(hex, ev);
    const chosen = this.selected.some((u) => this.friend(u));
    if (this.fighting && !this.friend(unit) && chosen) return this.onhex(hex, ev);
    if (hex) void this.inspect(hex);
    if (ev.shift) {
      const rest = this.selected.filter((u) => u !== unit);
      return this.select(rest.length < this.selected.length ? rest : [...rest, unit]);
    }
    this.select(this.selected.length === 1 && this.selected[0] === unit ? [] : [unit]);
  }

  /** A click on the counter of a friend who can act chooses him, also where whoever is chosen could go: the rest of the hex
   *  is the way there. Whoever is not on the map yet is put where one clicks. */
  chooses(unit: string, ev: Click = PLAIN): boolean {
    if (!this.mine || !this.friend(unit) || this.selected.includes(unit)) return false;
    if (ev.list) return true;
    return !ev.touch && this.heads.has(unit) && this.selected.length > 0 && this.selected.every((u) => this.where.has(u));
  }

  /** Those in a hex whom one could choose instead of going there. */
  insteadAt(hex: string): string[] {
    return this.selected.length ? this.unitsAt(hex).filter((u) => this.heads.has(u) && this.friend(u) && !this.selected.includes(u)) : [];
  }

  /** In or out of what a form asks for. */
  pick(unit: string): void {
    this.picked = this.picked.includes(unit) ? this.picked.filter((u) => u !== unit) : [...this.picked, unit];
  }

  onhex(hex: string, ev: Click): void {
    this.cursor = hex;
    if (this.past()) return void this.inspect(hex);
    const here = this.unitsAt(hex);
    if (this.draft) return this.toDraft(here);
    const offer = this.lit.find((o) => o.hex === hex);
    if (offer) {
      if (this.preview?.hex === hex && this.preview !== this.peeked) return void this.do(this.preview);
      this.preview = offer;
      this.peeked = null;
      notices.clear();
      const instead = this.insteadAt(hex).map((u) => t("preview.instead", { unit: this.name(u) }));
      notices.hear([label(offer), served(offer.note ?? ""), ...instead].filter(Boolean).join(". "));
      return;
    }
    const enemies = here.filter((u) => !this.friend(u));
    const friends = this.selected.filter((u) => this.friend(u) && this.where.has(u));
    if (enemies.length && enemies.length === here.length && this.fighting && friends.length) {
      return this.fight(friends, enemies);
    }
    if (here.length) {
      void this.inspect(hex);
      const all = ev.double ? here : [here[0]!];
      return this.select(ev.shift ? [...new Set([...this.selected, ...all])] : all);
    }
    void this.inspect(hex);
    if (this.selected.length && this.acts(this.selected[0]!)) void this.why(this.selected[0]!, hex);
    else if (this.selected.length) this.select([]);
  }

  /** An unlit hex: what a click there would mean, and what forbids it. */
  async why(unit: string, hex: string): Promise<void> {
    try {
      const ruling = await this.api.aim(this.id, unit, hex, this.viewing);
      if (!ruling.breach) return;
      this.barred = hex;
      const said = `${this.name(unit)}: ${say(ruling.breach)}`;
      notices.ruling(ruling, said);
    } catch (e) {
      notices.trouble(e);
    }
  }

  /** One step back, from the nearest thing to the farthest. */
  escape(): void {
    if (notices.all.length) return notices.clear();
    if (this.preview) this.preview = null;
    else if (this.draft) this.setDraft(null);
    else if (this.sheet) this.sheet = null;
    else if (this.selected.length || this.word) this.select([]);
    else if (this.replay.moment) this.replay.end();
    else if (this.card) this.card = null;
    else if (this.detent !== "low") this.detent = "low";
  }

  // ---- a combat

  setDraft(draft: Draft | null): void {
    this.draft?.stop();
    this.draft = draft;
    this.preview = null;
  }

  fight(attackers: string[], defenders: string[]): void {
    this.setDraft(new Draft(this.api, this.id, attackers, defenders, [], this.viewing));
    this.selected = [];
    this.own = [];
    this.sheet = null;
    this.show_tab("play");
    notices.clear();
  }

  /** An attack by a button: looked at first, as by a click on the enemy; where nobody is known to stand, there is nothing
   *  to look at. */
  attack(offer: Offer): void {
    const enemies = this.unitsAt(offer.against ?? "").filter((u) => !this.friend(u));
    if (!enemies.length) return void this.do(offer);
    this.fight([...(offer.units ?? [])], enemies);
  }

  /** The key of combats: those selected against the hex under the cursor; without one or the other, what there is. */
  fightHere(): void {
    if (!this.fighting) return notices.hear(t("fight.closed"));
    const friends = this.selected.filter((u) => this.friend(u) && this.where.has(u));
    const here = this.cursor ? this.unitsAt(this.cursor) : [];
    const enemies = here.filter((u) => !this.friend(u));
    if (!friends.length && !enemies.length) return this.fight(here, []);
    this.fight(friends, enemies);
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

  // ---- tabs

  /** A tab, and on a phone the sheet drawn up so that it can be seen. */
  show_tab(tab: Tab): void {
    this.tab = tab;
    this.open_panel = true;
    if (tab === "talk") this.unread = 0;
    if (this.detent === "low") this.detent = "half";
  }

  protected override listening(): boolean {
    return this.tab === "talk" && this.open_panel;
  }
}
