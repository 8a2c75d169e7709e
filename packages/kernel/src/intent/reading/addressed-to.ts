/** @module Whether something is sent to the asker alone: `email me the list` asks for an answer. */

import type { Head } from "./heads.ts";

const askers: ReadonlySet<string> = new Set(["me", "us", "myself", "ourselves"]);

/** Whether the outward verb of a head is addressed to whoever asks, and to nobody else. Paying never is. */
export function kindsAddressed(head: Head, words: readonly string[]): boolean {
  const { verb, after } = head;
  if (verb.class !== "outward" || verb.pays === true) return false;
  const direct = words[after] ?? "";
  if (askers.has(direct)) return words[after + 1] !== "and" && words[after + 1] !== ",";
  const to = words.indexOf("to", after);
  return (
    to >= 0 &&
    askers.has(words[to + 1] ?? "") &&
    words[to + 2] !== "and" &&
    words[to + 2] !== "," &&
    !words.includes("everyone", after)
  );
}
