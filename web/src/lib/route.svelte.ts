// Where we are, by the fragment: #/ the lobby, #/game/ID, #/join/ID/TOKEN, #/import. A token there is never sent.
export type Place =
  | { page: "lobby" }
  | { page: "game"; id: string; step: number | null }
  | { page: "join"; id: string; token: string }
  | { page: "import" };

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function placeOf(hash: string): Place {
  const [path = "", args = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page, id, token] = path.split("/").map(plain);
  if (page === "game" && id) {
    const step = new URLSearchParams(args).get("step");
    return { page: "game", id, step: step && /^\d+$/.test(step) ? Number(step) : null };
  }
  if (page === "join" && id && token) return { page: "join", id, token };
  if (page === "import") return { page: "import" };
  return { page: "lobby" };
}

class Route {
  place = $state<Place>(placeOf(typeof location === "undefined" ? "" : location.hash));

  listen(): void {
    addEventListener("hashchange", () => (this.place = placeOf(location.hash)));
  }
}

export const route = new Route();

export function go(hash: string): void {
  location.hash = hash;
}

/** Go on without leaving the address behind: it holds a token. */
export function instead(hash: string): void {
  location.replace(location.pathname + location.search + hash);
}

const here = (): string => location.origin + location.pathname;

export const gameLink = (game: string): string => `${here()}#/game/${game}`;
export const joinLink = (game: string, token: string): string => `${here()}#/join/${game}/${token}`;

/** What somebody pasted, as a place: a link to a seat or to a game, or the number of a game. */
export function pasted(text: string): string | null {
  const word = text.trim();
  const link = /#\/(?:game\/[0-9a-z]{12}|join\/[0-9a-z]{12}\/[A-Za-z0-9_-]{20,64})(?=$|[?\s])/.exec(word);
  if (link) return link[0];
  return /^[0-9a-z]{12}$/.test(word) ? `#/game/${word}` : null;
}
