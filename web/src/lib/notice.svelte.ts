// What is said to the reader once: refusals with their clause, errors; and the two voices of the screen reader.
import { Refused, Unreachable } from "./api";
import { served, t } from "./i18n.svelte";
import { cue } from "./sound";
import type { Ruling } from "./wire";

export interface Notice {
  id: number;
  text: string;
  clause: string;
  rule: string;
  kind: "refused" | "error" | "done" | "told";
}

class Notices {
  all = $state<Notice[]>([]);
  polite = $state("");
  assertive = $state("");
  private count = 0;

  add(text: string, kind: Notice["kind"] = "error", clause = "", rule = ""): void {
    const same = this.all.filter((n) => n.text !== text).slice(-2);
    if (kind === "refused") cue("no");
    this.all = [...same, { id: ++this.count, text, clause, rule, kind }];
    const id = this.count;
    if (kind === "done") setTimeout(() => this.drop(id), 6000);
  }

  drop(id: number): void {
    this.all = this.all.filter((n) => n.id !== id);
  }

  clear(): void {
    if (this.all.length) this.all = [];
  }

  /** A refusal of the rules, or trouble on the way. */
  trouble(e: unknown): void {
    if (e instanceof DOMException && e.name === "AbortError") return;
    if (e instanceof Refused) this.add(served(e.why), e.clause ? "refused" : "error", e.clause, e.rule);
    else if (e instanceof Unreachable) this.add(t("error.unreachable"));
    else {
      console.error(e);
      this.add(t("error.unknown", { why: String(e) }));
    }
  }

  ruling(r: Ruling, said: string): void {
    if (r.breach) this.add(said, "refused", r.breach.clause ?? "", r.rule ?? "");
  }

  /** Read out when there is a pause. The blank makes the same words new. */
  hear(text: string): void {
    if (text) this.polite = text === this.polite ? text + " " : text;
  }

  /** Read out at once. */
  call(text: string): void {
    if (text) this.assertive = text === this.assertive ? text + " " : text;
  }
}

export const notices = new Notices();
