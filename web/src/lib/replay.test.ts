// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, api, game, line } from "./fake";
import { Live, pause, type LiveState } from "./live";
import { FakeLine } from "./fake";
import { Replay } from "./replay.svelte";
import type { Push } from "./wire";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("looking back", () => {
  const make = () => {
    const server = new FakeServer(game());
    server.log = [line(3, "red")];
    const seen: number[] = [];
    return { server, seen, replay: new Replay(api(server), "abcdefabcdef", () => 5, (m) => seen.push(m.n)) };
  };

  it("goes to any moment, and fetches none twice", async () => {
    const { server, replay } = make();
    await replay.to(2);
    await replay.to(3);
    await replay.to(2);
    expect([replay.moment?.board.turn, server.asked.length, replay.busy]).toEqual(["then 2", 2, false]);
    replay.forget();
    await replay.to(2);
    expect(server.asked.length).toBe(3);
  });

  it("stays within the game, and the last moment is the present", async () => {
    const { replay, seen } = make();
    await replay.to(-3);
    expect(replay.n).toBe(0);
    await replay.to(99);
    expect([replay.moment, replay.n, seen]).toEqual([null, 5, [0, 5]]);
  });

  it("of two jumps the later one counts", async () => {
    const { replay } = make();
    await Promise.all([replay.to(1), replay.to(4)]);
    expect(replay.moment?.n).toBe(4);
  });

  it("plays to the end by itself, faster where that is wanted, until it is stopped", async () => {
    const { replay } = make();
    await replay.play(2);
    await vi.advanceTimersByTimeAsync(900);
    expect([replay.n, replay.playing]).toEqual([3, true]);
    replay.pause();
    await vi.advanceTimersByTimeAsync(5000);
    expect(replay.n).toBe(3);
    replay.pace = 4;
    await replay.play();
    await vi.advanceTimersByTimeAsync(500);
    expect([replay.moment, replay.playing]).toEqual([null, false]);
  });
});

describe("the live line", () => {
  const make = () => {
    const lines: FakeLine[] = [];
    const states: LiveState[] = [];
    const heard: Push[] = [];
    let since = 3;
    const live = new Live(
      () => ({ kind: "hello", token: "t", since }),
      (p) => heard.push(p),
      (s) => states.push(s),
      () => {
        lines.push(new FakeLine());
        return lines.at(-1)!;
      },
    );
    return { live, lines, states, heard, seen: (n: number) => (since = n) };
  };
  const shut = (line: FakeLine) => line.onclose?.({} as CloseEvent);

  it("comes back after a break with the version it has seen by then", async () => {
    const { live, lines, states, seen } = make();
    live.start();
    lines[0]!.onopen?.(new Event("open"));
    lines[0]!.say({ kind: "hello", version: 3 });
    seen(7);
    shut(lines[0]!);
    expect(states).toEqual(["connecting", "live", "waiting"]);
    await vi.advanceTimersByTimeAsync(500);
    lines[1]!.onopen?.(new Event("open"));
    expect(lines[1]!.sent).toEqual([{ kind: "hello", token: "t", since: 7 }]);
    live.stop();
  });

  it("waits longer each time, ten seconds at most", () => {
    expect([0, 1, 2, 9].map(pause)).toEqual([500, 1000, 2000, 10_000]);
  });

  it("says hello anew for other eyes, without a pause", () => {
    const { live, lines, states } = make();
    live.start();
    live.renew();
    expect([lines.length, lines[0]!.closed, states.includes("waiting")]).toEqual([2, true, false]);
    live.stop();
    live.renew();
    expect(lines.length).toBe(2);
  });
});
