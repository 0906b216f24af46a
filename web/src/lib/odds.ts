import type { Outcome } from "./wire";

/** A share between what it lies; both ends are one where it is exact. */
export type Between = { low: number; high: number };

export const between = (o: Outcome): Between => ({ low: o.bounds?.[0] ?? o.share, high: o.bounds?.[1] ?? o.share });

/** What some of all the outcomes come to together: no less than their least, and no less than the most of the others leaves. */
export function together(all: readonly Outcome[], some: (o: Outcome) => boolean): Between {
  const sum = (of: readonly Outcome[], end: keyof Between) => of.reduce((n, o) => n + between(o)[end], 0);
  const mine = all.filter(some);
  const others = all.filter((o) => !some(o));
  const within = (n: number) => Math.min(1, Math.max(0, n));
  return {
    low: within(Math.max(sum(mine, "low"), 1 - sum(others, "high"))),
    high: within(Math.min(sum(mine, "high"), 1 - sum(others, "low"))),
  };
}

/** 24 %, or 6-94 %. */
export function percents({ low, high }: Between): string {
  const ends = [low, high].map((n) => Math.round(n * 100));
  return ends[0] === ends[1] ? `${ends[0]} %` : `${ends[0]}-${ends[1]} %`;
}
