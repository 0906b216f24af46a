// Looking back: any moment of the game, in both directions, without touching it.
import type { Api } from "./api";
import { notices } from "./notice.svelte";
import { sayAll } from "./say";
import type { Moment } from "./wire";

export class Replay {
  moment = $state.raw<Moment | null>(null);
  playing = $state(false);
  busy = $state(false);
  pace = $state(1); // steps are this much faster
  /** Whose eyes it is seen with, as far as the seat may choose. */
  side = "";
  private known = new Map<number, Moment>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = 0;

  constructor(
    private readonly api: Api,
    private readonly game: string,
    private readonly length: () => number,
    private readonly onmoment: (m: Moment) => void = () => undefined,
  ) {}

  get n(): number {
    return this.moment?.n ?? this.length();
  }

  /** Show the moment after n actions; the last one is the present, where the replay ends. */
  async to(n: number): Promise<void> {
    const at = Math.max(0, Math.min(n, this.length()));
    this.wanted = at;
    this.busy = true;
    try {
      const m = this.known.get(at) ?? (await this.api.at(this.game, at, this.side));
      if (this.wanted !== at) return;
      this.known.set(at, m);
      if (this.wanted !== at) return;
      this.moment = m;
      if (m.line) notices.hear(sayAll(m.line.told));
      this.onmoment(m);
      if (at >= this.length()) this.end();
    } catch (e) {
      this.pause();
      notices.trouble(e);
    } finally {
      if (this.wanted === at) this.busy = false;
    }
  }

  /** So many steps on or back; pressed quickly, from where the last step leads. */
  by(steps: number): Promise<void> {
    return this.to((this.busy && this.wanted >= 0 ? this.wanted : this.n) + steps);
  }

  /** From the very end it begins anew. */
  async play(from: number = this.n >= this.length() ? 0 : this.n): Promise<void> {
    this.playing = true;
    await this.to(from);
    this.later();
  }

  private later(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.n >= this.length()) {
      this.playing = false;
      return;
    }
    this.timer = setTimeout(() => void this.to(this.n + 1).then(() => this.later()), 900 / this.pace);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Back to the present. */
  end(): void {
    this.pause();
    this.wanted = -1;
    this.busy = false;
    this.moment = null;
  }

  /** What was taken back must not be shown from memory. */
  forget(): void {
    this.known.clear();
  }
}
