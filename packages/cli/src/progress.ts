/** @module Progress of work that can take more than a second, on standard error and only on a terminal (design §6). */

import type { Io } from "./io.ts";

/** Milliseconds before the bar appears, and between two drawings of it. */
const patience = 1000;
const pace = 100;
const barWidth = 24;

export interface Progress {
  /** One more of the whole is done. */
  step(): void;
  /** Takes the bar away. */
  end(): void;
}

const silent: Progress = { step: () => undefined, end: () => undefined };

/** A bar for `total` steps of something, `what` in the plural. Nothing is drawn where nobody watches. */
export function startProgress(what: string, total: number, io: Io): Progress {
  if (!io.stderr.isTTY || total === 0) return silent;
  const start = io.now();
  let done = 0;
  let drawn = start + patience - pace;
  let isShown = false;
  return {
    step: () => {
      done += 1;
      const now = io.now();
      if (now - drawn < pace) return;
      drawn = now;
      isShown = true;
      const filled = Math.min(barWidth, Math.round((done / total) * barWidth));
      const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
      const left = Math.round((((now - start) / done) * (total - done)) / 1000);
      io.stderr.write(`\r${bar} ${done} of ${total} ${what}, about ${left} s left\u001B[K`);
    },
    end: () => {
      if (isShown) io.stderr.write("\r\u001B[K");
    },
  };
}
