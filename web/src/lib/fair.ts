// Whether the dice look fair: how often each face fell, and how rare so uneven a series is.

/** Sides of the die by the faces that fell: most games throw sixes, some tens (0 to 9 or 1 to 10) or hundreds. */
export function sidesOf(faces: readonly number[]): number {
  const most = Math.max(0, ...faces);
  if (most > 20) return 100;
  if (most > 10) return 20;
  return most > 6 || faces.includes(0) ? 10 : 6;
}

export interface Count {
  face: number;
  n: number;
}

export function counts(faces: readonly number[]): Count[] {
  const sides = sidesOf(faces);
  const first = faces.includes(0) ? 0 : 1;
  const all = new Map(Array.from({ length: sides }, (_, i) => [i + first, 0] as [number, number]));
  for (const f of faces) all.set(f, (all.get(f) ?? 0) + 1);
  return [...all].map(([face, n]) => ({ face, n }));
}

/** ln of the gamma function (Lanczos). */
function lnGamma(x: number): number {
  const g = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5];
  const t = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  const sum = g.reduce((s, c, i) => s + c / (x + 1 + i), 1.000000000190015);
  return -t + Math.log((2.5066282746310005 * sum) / x);
}

/** The chance of a chi-square at least this large with `df` degrees of freedom: 1 minus the regularised lower gamma. */
export function tail(chi2: number, df: number): number {
  const a = df / 2;
  const x = chi2 / 2;
  if (x <= 0) return 1;
  if (x > 700) return 0;
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < 1000 && term > sum * 1e-12; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return Math.max(0, 1 - sum * Math.exp(-x + a * Math.log(x) - lnGamma(a)));
}

export interface Fairness {
  n: number;
  mean: number;
  due: number; // the mean of a fair die
  chi2: number;
  chance: number;
  word: "few" | "fair" | "uneven" | "rare";
}

/** Under five for each face the test says nothing. */
export function fairness(faces: readonly number[]): Fairness {
  const all = counts(faces);
  const n = faces.length;
  const due = n / all.length;
  const chi2 = n ? all.reduce((s, c) => s + (c.n - due) ** 2 / due, 0) : 0;
  const chance = n ? tail(chi2, all.length - 1) : 1;
  const mean = n ? faces.reduce((a, b) => a + b, 0) / n : 0;
  const middle = all.reduce((s, c) => s + c.face, 0) / all.length;
  const word = due < 5 ? "few" : chance >= 0.05 ? "fair" : chance >= 0.005 ? "uneven" : "rare";
  return { n, mean, due: middle, chi2, chance, word };
}

/** Whether this seed is the one that was promised before the game; null where the browser cannot work it out. */
export async function sealed(seed: string, commitment: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null; // only pages that came safely, or from this machine, may
  const mark = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`grognard|${seed}`));
  return [...new Uint8Array(mark)].map((b) => b.toString(16).padStart(2, "0")).join("") === commitment;
}
