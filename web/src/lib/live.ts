// The live line of a table: one WebSocket, opened again when it breaks, going on from the last version seen.
import type { Hello, Push } from "./wire";

export type LiveState = "connecting" | "live" | "waiting" | "closed";

/** As much of a WebSocket as is needed, so that tests can bring their own. */
export interface Line {
  send(data: string): void;
  close(): void;
  onopen: ((e: Event) => void) | null;
  onmessage: ((e: MessageEvent) => void) | null;
  onclose: ((e: CloseEvent) => void) | null;
}

export function address(game: string, here: Location = location): string {
  return `${here.protocol === "https:" ? "wss" : "ws"}://${here.host}/api/games/${encodeURIComponent(game)}/live`;
}

/** Half a second, doubled up to ten. */
export const pause = (attempt: number) => Math.min(10_000, 500 * 2 ** attempt);

export class Live {
  private line: Line | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;
  private shut = false;

  constructor(
    private readonly hello: () => Hello,
    private readonly onpush: (push: Push) => void,
    private readonly onstate: (state: LiveState) => void,
    private readonly open: () => Line,
  ) {}

  start(): void {
    this.shut = false;
    this.connect();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  stop(): void {
    this.shut = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.line?.close();
    this.line = null;
    this.onstate("closed");
  }

  /** Say hello anew: somebody looks on with other eyes. */
  renew(): void {
    if (this.shut) return;
    clearTimeout(this.timer);
    const old = this.line;
    this.line = null;
    old?.close();
    this.connect();
  }

  private wake = (): void => {
    if (this.line || this.shut || document.visibilityState === "hidden") return;
    clearTimeout(this.timer);
    this.connect();
  };

  private connect(): void {
    this.onstate("connecting");
    const line = this.open();
    this.line = line;
    line.onopen = () => line.send(JSON.stringify(this.hello()));
    line.onmessage = (e) => {
      this.attempt = 0;
      this.onstate("live");
      this.onpush(JSON.parse(String(e.data)) as Push);
    };
    line.onclose = () => {
      if (this.line !== line || this.shut) return;
      this.line = null;
      this.onstate("waiting");
      this.timer = setTimeout(() => this.connect(), pause(this.attempt++));
    };
  }
}
