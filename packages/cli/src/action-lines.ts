/** @module Facts of calls in bulk: one facts document a line, and for each the verdict the gate gives. */

import { type ActionVerdict, judgeAction, recordVerdict } from "@warrant/kernel/action/judge";
import { readActionFacts } from "@warrant/kernel/action/read-facts";

/** Bytes of one line: a payload of a host is at most this long. */
export const longestFacts = 16 * 1024 * 1024;

/** Why a line could not be read; its number counts from 1. */
export interface BadLine {
  readonly schema: "warrant.error/v1";
  readonly line: number;
  readonly error: { readonly code: "facts-invalid"; readonly message: string };
}

/** One line of input as one line of output. Facts that cannot be judged are a refusal, as for a real call. */
export function judgeLine(number: number, bytes: Uint8Array | null): ActionVerdict | BadLine {
  const bad = (message: string): BadLine => ({
    schema: "warrant.error/v1",
    line: number,
    error: { code: "facts-invalid", message },
  });
  if (bytes === null) return bad(`the line is over ${longestFacts} bytes`);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    // The parser's own message quotes the line.
    return bad(error instanceof SyntaxError ? "the line is not JSON" : "the line is not UTF-8");
  }
  const facts = readActionFacts(json);
  if (facts === null) return bad("the line is no warrant.action-facts/v1 that can be judged; such a call is refused");
  return recordVerdict(judgeAction(facts), facts);
}
