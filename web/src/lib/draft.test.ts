import { describe, expect, it, vi } from "vitest";
import type { Api } from "./api";
import { Draft } from "./draft.svelte";
import type { Odds } from "./wire";

/** A server that answers when it is told to, with what it was asked. */
function slow() {
  const answers: ((odds: Odds) => void)[] = [];
  const fight = vi.fn(
    (_game: string, _a: string[], _d: string[], switches: string[]) =>
      new Promise<Odds>((go) => answers.push(() => go({ text: switches.join(), title: "" } as Odds))),
  );
  return { api: { fight } as unknown as Api, answers, fight };
}

describe("a combat that is put together", () => {
  it("is settled only when the sheet is of what was chosen last", async () => {
    vi.useFakeTimers();
    const { api, answers } = slow();
    const draft = new Draft(api, "g", ["a"], ["d"]);
    await vi.advanceTimersByTimeAsync(0);
    answers[0]!({} as Odds);
    await draft.settled();
    expect(draft.odds?.text).toBe("");

    draft.flick("prepared");
    let done = false;
    void draft.settled().then(() => (done = true));
    await vi.advanceTimersByTimeAsync(200);
    expect(done).toBe(false);
    answers[1]!({} as Odds);
    await vi.advanceTimersByTimeAsync(0);
    expect([done, draft.odds?.text]).toEqual([true, "prepared"]);
    vi.useRealTimers();
  });

  it("has one of those that exclude each other, the first if none is chosen, and leaves the others alone", () => {
    const draft = new Draft(slow().api, "g", ["a"], ["d"], ["cas"]);
    const options = ["hasty", "regular", "prepared"].map((word) => ({ word, label: word, clause: "CTL-7.5h", group: "kind of attack" }));
    expect(draft.chosen(options)).toBe("hasty");
    draft.choose("prepared", options);
    draft.choose("regular", options);
    expect([draft.chosen(options), draft.switches]).toEqual(["regular", ["cas", "regular"]]);
    draft.stop();
  });

  it("keeps nobody waiting that is given up", async () => {
    const draft = new Draft(slow().api, "g", ["a"], ["d"]);
    const waits = draft.settled();
    draft.stop();
    await waits;
    expect(draft.odds).toBe(null);
  });
});
