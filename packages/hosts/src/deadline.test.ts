import { describe, expect, it } from "vitest";
import { Late, late, machineTimer, type Timer, within } from "./deadline.ts";

/** A timer that is over when the test says so. */
function handTimer() {
  const cancelled: number[] = [];
  let end: () => void = () => undefined;
  const timer: Timer = (milliseconds) => ({
    over: new Promise<void>((resolve) => {
      end = resolve;
    }),
    cancel: () => cancelled.push(milliseconds),
  });
  return { timer, cancelled, end: () => end() };
}

describe("work within a time", () => {
  it("gives what it came to, and nobody waits any more", async () => {
    const { timer, cancelled } = handTimer();
    expect(await within(timer, 200, () => Promise.resolve("done"))).toBe("done");
    expect(cancelled).toEqual([200]);
  });

  it("is late once the time is over, and writes nothing afterwards", async () => {
    const { timer, end, cancelled } = handTimer();
    const written: string[] = [];
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let failure: unknown = null;
    const outcome = within(timer, 200, async (pace) => {
      pace();
      written.push("before");
      await held;
      try {
        pace();
        written.push("after");
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    end();
    expect(await outcome).toBe(late);
    goOn();
    await held;
    await Promise.resolve();
    expect(failure).toBeInstanceOf(Late);
    expect(written).toEqual(["before"]);
    expect(cancelled).toEqual([200]);
  });

  it("fails as it failed, in time", async () => {
    const { timer, cancelled } = handTimer();
    await expect(within(timer, 1, () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(cancelled).toEqual([1]);
  });

  it("fails for nobody once it is late", async () => {
    const { timer, end } = handTimer();
    let fail: (error: Error) => void = () => undefined;
    const outcome = within(
      timer,
      1,
      () =>
        new Promise<never>((_resolve, reject) => {
          fail = reject;
        }),
    );
    end();
    expect(await outcome).toBe(late);
    fail(new Error("nobody's"));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  });
});

it("ends by the machine's own time, and not when nobody waits", async () => {
  const { over } = machineTimer(0);
  await over;
  const idle = machineTimer(60_000);
  idle.cancel();
  expect(await Promise.race([idle.over.then(() => "over"), Promise.resolve("cancelled")])).toBe("cancelled");
});
