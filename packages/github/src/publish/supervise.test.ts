import { describe, expect, it } from "vitest";
import { platformError } from "../../../../testing/memory-platform.ts";
import { type Watch, watched } from "./supervise.ts";

/** Time that a test moves on: sleepers wake in order. */
class ManualTime {
  time = 0;
  #sleepers: { at: number; wake: () => void }[] = [];
  sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      this.#sleepers.push({ at: this.time + milliseconds, wake: resolve });
    });
  async to(time: number): Promise<void> {
    this.time = time;
    for (const sleeper of this.#sleepers.filter(({ at }) => at <= time)) sleeper.wake();
    this.#sleepers = this.#sleepers.filter(({ at }) => at > time);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

function watch(time: ManualTime, parts: Partial<Watch> = {}): Watch & { begun: number } {
  const made = {
    timing: time,
    begun: 0,
    begin: () => {
      made.begun += 1;
      return Promise.resolve();
    },
    beginAfterMs: 1000,
    deadlineMs: 50_000,
    signal: new AbortController().signal,
    ...parts,
  };
  return made;
}

describe("watched judging", () => {
  it("that ends within a second does not say it has begun", async () => {
    const time = new ManualTime();
    const watching = watch(time);
    expect(await watched(() => Promise.resolve(7), watching)).toEqual({ result: 7 });
    await time.to(2000);
    expect(watching.begun).toBe(0);
  });

  it.each([
    [999, 0],
    [1000, 1],
    [49_999, 1],
  ])("that ends after %i ms says so %i times", async (end, begun) => {
    const time = new ManualTime();
    const watching = watch(time);
    let finish: (value: number) => void = () => {};
    const outcome = watched(() => new Promise<number>((resolve) => (finish = resolve)), watching);
    for (const step of [500, 999, 1000, 49_999].filter((at) => at <= end)) await time.to(step);
    finish(7);
    expect(await outcome).toEqual({ result: 7 });
    expect(watching.begun).toBe(begun);
  });

  it("that does not end fails at the deadline and is told to stop (F1)", async () => {
    const time = new ManualTime();
    let seen: AbortSignal | undefined;
    const outcome = watched((signal) => {
      seen = signal;
      return new Promise<number>(() => {});
    }, watch(time));
    await time.to(50_000);
    expect(await outcome).toEqual({ failure: "Judging did not end within 50 s." });
    expect(seen?.aborted).toBe(true);
  });

  it.each([
    [
      "with the platform's words",
      platformError(502),
      "GitHub was asked for something; it answered 502. Try again later.",
    ],
    ["without the words of another error", new Error("secret"), "Warrant failed while it published."],
  ])("that throws fails %s", async (_name, error, failure) => {
    expect(await watched(() => Promise.reject(error), watch(new ManualTime()))).toEqual({ failure });
  });

  it("that throws at once fails", async () => {
    const work = (): Promise<number> => {
      throw platformError(500);
    };
    expect(await watched(work, watch(new ManualTime()))).toMatchObject({ failure: expect.stringContaining("500") });
  });

  it("that is interrupted fails", async () => {
    const stop = new AbortController();
    const time = new ManualTime();
    const watching = watch(time, { signal: stop.signal });
    const outcome = watched(() => new Promise<number>(() => {}), watching);
    await Promise.resolve();
    stop.abort();
    expect(await outcome).toEqual({ failure: "The work was interrupted." });
    expect(watching.begun).toBe(0);
  });

  it("goes on when it could not be said that it has begun", async () => {
    const time = new ManualTime();
    let finish: (value: number) => void = () => {};
    const begin = () => Promise.reject(platformError(403));
    const outcome = watched(() => new Promise<number>((resolve) => (finish = resolve)), watch(time, { begin }));
    await time.to(1000);
    finish(7);
    expect(await outcome).toEqual({ result: 7 });
  });

  it("does not return while the beginning is still being written", async () => {
    const time = new ManualTime();
    let written: () => void = () => {};
    let finish: (value: number) => void = () => {};
    const begin = () => new Promise<void>((resolve) => (written = resolve));
    const outcome = watched(() => new Promise<number>((resolve) => (finish = resolve)), watch(time, { begin }));
    await time.to(1000);
    finish(7);
    let isOver = false;
    void outcome.then(() => (isOver = true));
    await time.to(2000);
    expect(isOver).toBe(false);
    written();
    expect(await outcome).toEqual({ result: 7 });
  });
});
