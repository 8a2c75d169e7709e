/** @module Output of a command that is pasted into a description, compared with what the recorded calls printed (claim gate, 11.3). */

import { matchExcerpt } from "../match/excerpt.ts";
import { isAcceptedGrade } from "../match/grade.ts";
import type { ClaimSettings } from "../settings.ts";
import type { Trace } from "../trace.ts";

const mostBlocks = 5;
const longestBlock = 4_000;
/** Characters of results that are looked through, the newest first: what was printed long before is not found. */
const mostSearched = 2_000_000;

export interface Pasted {
  /** The line of the command, with its `$ `. */
  readonly command: string;
  readonly output: string;
}

/** Blocks of code whose first line begins with `$ `. */
export function pastedOutputs(body: string): Pasted[] {
  const found: Pasted[] = [];
  let block: { fence: string; lines: string[] } | null = null;
  for (const line of body.slice(0, 200_000).split(/\r?\n/)) {
    const fence = /^ {0,3}(?<fence>`{3,}|~{3,})/.exec(line)?.groups?.["fence"];
    if (block === null) {
      if (fence !== undefined) block = { fence, lines: [] };
    } else if (fence?.startsWith(block.fence) === true) {
      const [command = "", ...rest] = block.lines;
      const output = rest.join("\n").trim().slice(0, longestBlock);
      if (command.startsWith("$ ") && output !== "" && found.length < mostBlocks) found.push({ command, output });
      block = null;
    } else block.lines.push(line);
  }
  return found;
}

/** Whether one of the calls of a trace printed it. */
export function isPrinted({ output }: Pasted, { invocations }: Trace, settings: ClaimSettings): boolean {
  let left = mostSearched;
  return invocations.toReversed().some(({ result }) => {
    if (result === null || result.text.length > left) return false;
    left -= result.text.length;
    const { grade, veto } = matchExcerpt(result.text, output);
    return veto === null && isAcceptedGrade(grade, settings.excerpt);
  });
}
