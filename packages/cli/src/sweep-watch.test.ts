import { describe, expect, it } from "vitest";
import { watchRounds } from "./sweep-watch.ts";

/** Rounds that end as told, until there are no more; the waits between them, and those that were announced. */
async function watched(ends: readonly boolean[], intervalMs: number) {
  const controller = new AbortController();
  const waits: number[] = [];
  const announced: number[] = [];
  let rounds = 0;
  await watchRounds({
    round: (count) => {
      rounds = count;
      return Promise.resolve(ends[count - 1] ?? true);
    },
    intervalMs,
    sleep: (milliseconds, signal) => {
      waits.push(milliseconds);
      if (rounds === ends.length) controller.abort();
      return signal.aborted ? Promise.reject(new Error("interrupted")) : Promise.resolve();
    },
    signal: controller.signal,
    onDelay: (milliseconds) => void announced.push(milliseconds),
  });
  return { rounds, waits: waits.map((wait) => wait / 1000), announced: announced.map((wait) => wait / 1000) };
}

describe("watching", () => {
  it("goes on at its interval and ends when it is interrupted, without an error", async () => {
    expect(await watched([true, true, true], 300_000)).toEqual({ rounds: 3, waits: [300, 300, 300], announced: [] });
  });

  it("waits twice as long after each failure, up to an hour, and as before once it is well", async () => {
    const { waits, announced } = await watched([false, false, false, false, false, true, false], 300_000);
    expect(waits).toEqual([600, 1200, 2400, 3600, 3600, 300, 600]);
    expect(announced).toEqual([600, 1200, 2400, 3600, 3600, 600]);
  });

  it("never shortens an interval that is longer than an hour", async () => {
    expect((await watched([false, false], 7_200_000)).waits).toEqual([7200, 7200]);
  });

  it("ends with what a round throws", async () => {
    const rounds = {
      round: () => Promise.reject(new Error("disk")),
      intervalMs: 1,
      sleep: () => Promise.resolve(),
      signal: new AbortController().signal,
      onDelay: () => undefined,
    };
    await expect(watchRounds(rounds)).rejects.toThrow("disk");
  });
});
