// All calls to the server, typed from the generated wire. A seat's token travels in a header, never in an address.
import { waiting } from "./waiting.svelte";
import type {
  ChatLine, Done, Game, GameCard, GameMade, HexCard, Import, LogLine, Moment, NewGame, Notes, Odds, Offer, Rules,
  Ruling, ScenarioCard, Set, Shaded,
} from "./wire";

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** What the server would not do: a rule (422), a stale version (409), somebody else's turn (403), or trouble. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly why: string,
    readonly clause = "",
    readonly rule = "",
    readonly version: number | null = null,
    readonly line = 0, // of a record that does not replay
  ) {
    super(why);
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

const enc = encodeURIComponent;

export function query(args: Record<string, string | number | undefined>): string {
  const parts = Object.entries(args).filter(([, v]) => v !== undefined && v !== "");
  return parts.length ? "?" + parts.map(([k, v]) => `${k}=${enc(String(v))}`).join("&") : "";
}

export class Api {
  constructor(
    readonly token = "",
    private readonly fetcher: Fetch = (input, init) => fetch(input, init),
    private readonly base = "/api",
  ) {}

  async raw(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (signal) init.signal = signal;
    let answer: Response;
    try {
      answer = await waiting.for(this.fetcher(this.base + path, init));
    } catch (e) {
      if (e instanceof DOMException && e.name === "AbortError") throw e;
      throw new Unreachable(String(e));
    }
    if (answer.ok) return answer;
    const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    const text = (k: string) => (typeof said[k] === "string" ? (said[k] as string) : "");
    const version = typeof said["version"] === "number" ? said["version"] : null;
    const line = typeof said["line"] === "number" ? said["line"] : 0;
    const why = text("why") || answer.statusText;
    throw new Refused(answer.status, why, text("clause"), text("rule"), version, line);
  }

  private async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await (await this.raw("GET", path, undefined, signal)).json()) as T;
  }

  private async post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return (await (await this.raw("POST", path, body, signal)).json()) as T;
  }

  private async put<T>(path: string, body: unknown): Promise<T> {
    return (await (await this.raw("PUT", path, body)).json()) as T;
  }

  scenarios = () => this.get<ScenarioCard[]>("/scenarios");
  set = (id: string) => this.get<Set>(`/scenarios/${id}/set`);
  rules = (system: string) => this.get<Rules>(`/rules/${enc(system)}`);
  make = (body: NewGame) => this.post<GameMade>("/games", body);
  bring = (body: Import) => this.post<GameMade>("/games/import", body);
  mine = (tokens: string[]) => this.post<GameCard[]>("/mine", { tokens });

  game = (g: string, side = "") => this.get<Game>(`/games/${enc(g)}${query({ side })}`);
  offers = (g: string, head: string, side = "") =>
    this.get<Offer[]>(`/games/${enc(g)}/offers${query({ head, side })}`);

  /** The same `id` is used again when the line broke: the server answers as it did the first time. */
  async act(g: string, version: number, action: string, id: string = crypto.randomUUID()): Promise<Done> {
    for (let again = 0; ; again++) {
      try {
        return await this.post<Done>(`/games/${enc(g)}/actions`, { version, action, id });
      } catch (e) {
        if (!(e instanceof Unreachable) || again >= 3) throw e;
        await new Promise((go) => setTimeout(go, 400 * 2 ** again));
      }
    }
  }

  check = (g: string, action: string, side = "") =>
    this.post<Ruling>(`/games/${enc(g)}/check${query({ side })}`, { action });
  aim = (g: string, unit: string, hex: string, side = "") =>
    this.get<Ruling>(`/games/${enc(g)}/aim${query({ unit, hex, side })}`);
  fight = (g: string, attackers: string[], defenders: string[], switches: string[], signal?: AbortSignal, side = "") =>
    this.post<Odds>(`/games/${enc(g)}/fight${query({ side })}`, { attackers, defenders, switches }, signal);
  odds = (g: string, action: string, side = "") => this.post<Odds>(`/games/${enc(g)}/odds${query({ side })}`, { action });
  hex = (g: string, hex: string, side = "") => this.get<HexCard>(`/games/${enc(g)}/hexes/${enc(hex)}${query({ side })}`);
  shade = (g: string, overlay: string, unit = "", side = "") =>
    this.get<Shaded>(`/games/${enc(g)}/shades/${enc(overlay)}${query({ unit, side })}`);
  log = (g: string, since = 0, side = "") => this.get<LogLine[]>(`/games/${enc(g)}/log${query({ since, side })}`);
  at = (g: string, n: number, side = "") => this.get<Moment>(`/games/${enc(g)}/at/${n}${query({ side })}`);
  back = (g: string, version: number, to: number) => this.post<Done>(`/games/${enc(g)}/back`, { version, to });
  again = (g: string, version: number) => this.post<Done>(`/games/${enc(g)}/again`, { version });
  resign = (g: string, version: number, side: string) => this.post<Done>(`/games/${enc(g)}/resign`, { version, side });
  draw = (g: string, version: number, side: string, what: "offer" | "accept" | "decline" | "withdraw") =>
    this.post<Done>(`/games/${enc(g)}/draw`, { version, side, what });
  hold = (g: string, held: boolean) => this.put<Done>(`/games/${enc(g)}/hold`, { held });
  chat = (g: string) => this.get<ChatLine[]>(`/games/${enc(g)}/chat`);
  say = (g: string, text: string) => this.raw("POST", `/games/${enc(g)}/chat`, { text });
  call = (g: string, name: string) => this.raw("PUT", `/games/${enc(g)}/seat`, { name });
  notes = (g: string) => this.get<Notes>(`/games/${enc(g)}/notes`);
  keep = (g: string, text: string) => this.raw("PUT", `/games/${enc(g)}/notes`, { text });
  record = async (g: string) => (await this.raw("GET", `/games/${enc(g)}/record`)).text();
  branch = (g: string, n: number, title = "") => this.post<GameMade>(`/games/${enc(g)}/branch`, { n, title });
}
