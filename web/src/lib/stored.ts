// What this browser remembers: the seats it holds, by game, and small things by name. Storage may be forbidden.
export interface Seat {
  token: string;
  at: number;
}

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* a private window without storage: the page still works until it is closed */
  }
}

export const stored = { read, write };

const SEATS = "grognard.seats";

export const seats = (): Record<string, Seat> => read<Record<string, Seat>>(SEATS, {});
export const tokenOf = (game: string): string => seats()[game]?.token ?? "";
export const allTokens = (): string[] => Object.values(seats()).map((s) => s.token);

export function keepSeat(game: string, token: string): void {
  write(SEATS, { ...seats(), [game]: { token, at: Date.now() } });
}

export function dropSeat(game: string): void {
  const { [game]: _, ...rest } = seats();
  write(SEATS, rest);
}

const invitesKey = (game: string) => `grognard.invites.${game}`;

/** The links that were made for a game: a token for each open side. */
export const invites = (game: string): Record<string, string> => read<Record<string, string>>(invitesKey(game), {});
export const keepInvites = (game: string, all: Record<string, string>): void => write(invitesKey(game), all);

/** What the others call me, as it was given last. */
const NAME = "grognard.name";
export const myName = (): string => read<string>(NAME, "");
export const keepName = (name: string): void => write(NAME, name);
