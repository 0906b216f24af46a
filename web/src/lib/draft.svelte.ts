// A combat that is being put together: who, whom, with what, and the sheet as the server works it out.
import type { Api } from "./api";
import { served } from "./i18n.svelte";
import { notices } from "./notice.svelte";
import type { Odds, Switch } from "./wire";

const WAIT = 120; // ms of quiet before the server is asked

export class Draft {
  attackers = $state.raw<string[]>([]);
  defenders = $state.raw<string[]>([]);
  switches = $state.raw<string[]>([]);
  odds = $state.raw<Odds | null>(null);
  busy = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: AbortController | null = null;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly api: Api,
    private readonly game: string,
    attackers: string[],
    defenders: string[],
    switches: string[] = [],
    private readonly side = "",
  ) {
    this.attackers = attackers;
    this.defenders = defenders;
    this.switches = switches;
    this.ask(0);
  }

  has = (unit: string): boolean => this.attackers.includes(unit) || this.defenders.includes(unit);

  toggle(unit: string, role: string): void {
    const flip = (all: string[]) => (all.includes(unit) ? all.filter((u) => u !== unit) : [...all, unit]);
    if (role === "attacker") this.attackers = flip(this.attackers);
    else this.defenders = flip(this.defenders);
    this.ask();
  }

  /** All of these in, or all of them out where all are in. */
  toggleAll(units: string[], role: string): void {
    const old = role === "attacker" ? this.attackers : this.defenders;
    const all = units.every((u) => old.includes(u));
    const rest = old.filter((u) => !units.includes(u));
    if (role === "attacker") this.attackers = all ? rest : [...rest, ...units];
    else this.defenders = all ? rest : [...rest, ...units];
    this.ask();
  }

  flick(word: string): void {
    const on = this.switches.includes(word);
    this.switches = on ? this.switches.filter((w) => w !== word) : [...this.switches, word];
    this.ask();
  }

  /** Of those that exclude each other: the one that is on. */
  chosen(options: readonly Switch[]): string {
    return (options.find((o) => this.switches.includes(o.word)) ?? options[0])?.word ?? "";
  }

  choose(word: string, options: readonly Switch[]): void {
    this.switches = [...this.switches.filter((w) => !options.some((o) => o.word === w)), word];
    this.ask();
  }

  ask(wait = WAIT): void {
    clearTimeout(this.timer);
    this.busy = true;
    this.timer = setTimeout(() => void this.fetch(), wait);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
    this.rest();
  }

  /** The sheet is that of what is chosen now: whoever is quicker than the server waits for it. */
  async settled(): Promise<void> {
    if (this.busy) await new Promise<void>((go) => this.waiting.push(go));
  }

  private rest(): void {
    this.busy = false;
    for (const go of this.waiting.splice(0)) go();
  }

  private async fetch(): Promise<void> {
    this.asked?.abort();
    const mine = (this.asked = new AbortController());
    try {
      const { attackers, defenders, switches } = this;
      const odds = await this.api.fight(this.game, attackers, defenders, switches, mine.signal, this.side);
      if (mine.signal.aborted) return;
      this.odds = odds;
      this.rest();
      notices.hear([served(odds.title), served(odds.ratio ?? ""), odds.column].filter(Boolean).join(", "));
    } catch (e) {
      if (mine.signal.aborted) return;
      this.rest();
      notices.trouble(e);
    }
  }
}
