// Where we are, by the fragment: #/ the lobby, #/game/ID, #/join/ID/TOKEN, #/import. A token there is never sent.
export type Place =
  | { page: "lobby" }
  | { page: "game"; id: string; step: number | null }
  | { page: "join"; id: string; token: string }
  | { page: "import" };

export function placeOf(hash: string): Place {
  const [path = "", args = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page, id, token] = path.split("/").map(decodeURIComponent);
  if (page === "game" && id) {
    const step = Number(new URLSearchParams(args).get("step") ?? NaN);
    return { page: "game", id, step: Number.isInteger(step) ? step : null };
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
