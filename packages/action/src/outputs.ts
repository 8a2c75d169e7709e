/** @module The outputs of the step, written so that no value can become another output. */

import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { WriteError } from "@warrant/sources/atomic-write";

/** Every output of action.yml. */
export const outputNames = ["decision", "deny-kind", "tier", "floor", "alignment", "verdict"] as const;
export type OutputName = (typeof outputNames)[number];
export type Outputs = Readonly<Record<OutputName, string>>;

/** What is said where one change was to be judged and could not be: the careful end of everything (law 3). */
export const unknownOutputs: Outputs = {
  decision: "deny",
  "deny-kind": "incomplete",
  tier: "3",
  floor: "sensitive",
  alignment: "unclear",
  verdict: "",
};

/** @param path Where the verdict was written; null: nowhere. */
export function outputsOf(verdict: ChangeVerdict, path: string | null): Outputs {
  return {
    decision: verdict.decision,
    "deny-kind": verdict.deny_kind ?? "",
    tier: String(verdict.tier.value),
    floor: verdict.floor.class,
    alignment: verdict.alignment.status,
    verdict: path ?? "",
  };
}

/**
 * Outputs in the form of the file `GITHUB_OUTPUT`: each between two lines that nobody could have guessed.
 *
 * @throws TypeError when a value holds the delimiter all the same.
 */
export function formatOutputs(outputs: Readonly<Record<string, string>>, delimiter: string): string {
  const parts = Object.entries(outputs).map(([name, value]) => {
    if (value.includes(delimiter)) throw new TypeError(`The output ${name} holds the delimiter.`);
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
  });
  return parts.join("");
}

/**
 * Adds the outputs to the file of the step.
 *
 * @throws WriteError when it cannot be written.
 */
export async function setOutputs(file: string, outputs: Outputs): Promise<void> {
  const text = formatOutputs(outputs, `warrant_${randomUUID()}`);
  try {
    await appendFile(file, text);
  } catch (cause) {
    throw new WriteError(file, cause);
  }
}
