import { describe, expect, it } from "vitest";
import { testIo } from "../../../testing/io.ts";
import { startProgress } from "./progress.ts";

function timed(isTTY: boolean, millisecondsPerStep: number, steps: number): string {
  const { io, stderr } = testIo({ isTTY });
  let clock = 0;
  const progress = startProgress("changes", steps, { ...io, now: () => clock });
  for (let step = 0; step < steps; step += 1) {
    clock += millisecondsPerStep;
    progress.step();
  }
  progress.end();
  return stderr();
}

describe("progress is shown", () => {
  it("on a terminal after a second, with what is done and how long it takes, and is taken away at the end", () => {
    const shown = timed(true, 250, 8);
    expect(shown.split("\r")[1]).toBe("████████████░░░░░░░░░░░░ 4 of 8 changes, about 1 s left\u001B[K");
    expect(shown.endsWith("\r\u001B[K")).toBe(true);
  });

  it("not before a second has passed", () => {
    expect(timed(true, 99, 10)).toBe("");
  });

  it("at most ten times a second", () => {
    expect(timed(true, 10, 300).split("\r").length).toBeLessThan(25);
  });

  it("never where nobody watches, and not for nothing", () => {
    expect(timed(false, 5000, 10)).toBe("");
    expect(timed(true, 5000, 0)).toBe("");
  });
});
