/**
 * @module Deadlines that are ours: shorter than the host's, since no host's own timeout denies. What comes too late is not
 * waited for, and changes nothing any more.
 */

/** Tells when a time is over; `cancel` when nobody waits any more. */
export type Timer = (milliseconds: number) => { readonly over: Promise<void>; readonly cancel: () => void };

/** The timer of the machine. */
export function machineTimer(milliseconds: number): ReturnType<Timer> {
  let stop: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    const timeout = setTimeout(resolve, milliseconds);
    stop = () => clearTimeout(timeout);
  });
  return { over, cancel: stop };
}

/** Thrown where work would go on after its time. */
export class Late extends Error {
  override readonly name = "Late";
}

/** Asked before anything is written: throws once the time is over. */
export type Pace = () => void;

export const late: unique symbol = Symbol("late");

/** What work comes to within a time, or `late`. Work that goes on regardless is stopped at its next question to the pace. */
export async function within<Value>(
  timer: Timer,
  milliseconds: number,
  work: (pace: Pace) => Promise<Value>,
): Promise<Value | typeof late> {
  const { over, cancel } = timer(milliseconds);
  let isOver = false;
  const pace = () => {
    if (isOver) throw new Late("The deadline is over.");
  };
  const done = work(pace);
  try {
    return await Promise.race([
      done,
      over.then((): typeof late => {
        isOver = true;
        return late;
      }),
    ]);
  } finally {
    cancel();
    // What fails after its time is nobody's any more.
    if (isOver) done.catch(() => undefined);
  }
}
