// What went wrong on the way to the server, in words.
import { Refused, Unreachable } from "../lib/api";
import { served, t } from "../lib/i18n.svelte";

export interface Trouble {
  text: string;
  clause: string;
  rule: string; // our wording of the clause
  line: number; // of a record
}

export function trouble(e: unknown): Trouble {
  if (e instanceof Unreachable) return { text: t("error.unreachable"), clause: "", rule: "", line: 0 };
  if (e instanceof Refused) return { text: said(e), clause: e.clause, rule: e.rule, line: e.line };
  console.error(e);
  return { text: t("error.unknown", { why: String(e) }), clause: "", rule: "", line: 0 };
}

function said(e: Refused): string {
  if (e.status === 429) return t("trouble.often", { count: Number(/(\d+) s\b/.exec(e.why)?.[1] ?? 60) });
  if (e.status >= 500) return t("trouble.server", { why: served(e.why) });
  const why = served(e.line ? e.why.replace(/^line \d+: /, "") : e.why);
  return why.charAt(0).toLocaleUpperCase() + why.slice(1) + (/[.!?]$/.test(why) ? "" : ".");
}
